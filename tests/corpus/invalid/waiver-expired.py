from stateous import END, FAIL, START, Allow, Workflow

w = Workflow("w")

done = w.event("done")

a = w.state("a", allow=Allow("ST6006", "the task never fails", until="2020-01-01"))

w.transition(START, a)

w.transition(a, END, on=done)
w.transition(a, FAIL, on="error")
