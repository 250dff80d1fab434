from stateous import END, FAIL, START, Workflow

w = Workflow("w")

done = w.event("done")

a = w.state("a")

w.transition(START, a)

w.transition(a, END, on=done)

w.deadline("3d", FAIL("late"))
w.deadline("1d", a)
