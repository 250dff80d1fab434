from stateous import END, FAIL, START, Allow, Workflow

w = Workflow("w")

done = w.event("done", allow=Allow("ST4002", "it starts itself"))

a = w.state("a")

w.transition(START, a)

w.transition(a, END, on=done)
w.transition(a, FAIL, on="error")
