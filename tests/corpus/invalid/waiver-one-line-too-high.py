from stateous import END, FAIL, START, Allow, Workflow

w = Workflow("w")

done = w.event("done")

a = w.state("a", allow=Allow("ST5001", "known"))

w.transition(START, a)

w.transition(a, a, on=done, when="count('done') < 3")
w.transition(a, END, on=done, otherwise=True)
w.transition(a, FAIL, on="error")
