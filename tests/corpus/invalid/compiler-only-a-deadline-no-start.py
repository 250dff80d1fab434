from stateous import END, FAIL, Workflow

w = Workflow("w")

done = w.event("done")

a = w.state("a")

w.transition(a, END, on=done)

w.deadline("3d", FAIL)
