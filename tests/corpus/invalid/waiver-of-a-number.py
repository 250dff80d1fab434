from stateous import END, START, Allow, Workflow

w = Workflow("w")

done = w.event("done")

a = w.state("a")

w.transition(START, a)

w.transition(a, END, on=done, allow=Allow("ST66", "known"))
