from stateous import END, FAIL, START, Allow, Workflow

w = Workflow("w")

done = w.event("done")

a = w.state("a")

w.transition(START, a)

w.transition(a, END, on=done, when="count('done') > 3", allow=Allow("ST3101", "they may be equal"))
w.transition(a, a, on=done, otherwise=True)
w.transition(a, FAIL, on="error")
