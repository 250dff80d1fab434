from stateous import END, FAIL, START, Allow, Workflow

w = Workflow("w")

done = w.event("done")

a = w.state("a", allow=Allow("ST6999", "known"))

w.transition(START, a)

w.transition(a, END, on=done)
w.transition(a, FAIL, on="error")
