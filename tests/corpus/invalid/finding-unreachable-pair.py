from stateous import END, FAIL, START, Workflow

w = Workflow("w")

done = w.event("done")
again = w.event("again")

a = w.state("a")
b = w.state("b")

w.transition(START, a)

w.transition(a, END, on=done)
w.transition(a, FAIL, on="error")

w.transition(b, b, on=done)
w.transition(b, END, on=again)
w.transition(b, FAIL, on="error")
