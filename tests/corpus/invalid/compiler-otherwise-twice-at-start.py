from stateous import END, START, Workflow

w = Workflow("w")
w.context("T", fields=["n: int"])

done = w.event("done")

a = w.state("a")
b = w.state("b")

w.transition(START, a, when="ctx['n'] > 1")
w.transition(START, a, otherwise=True)
w.transition(START, b, otherwise=True)

w.transition(a, END, on=done)

w.transition(b, a, on=done)
