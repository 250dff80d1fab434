from stateous import END, FAIL, START, Workflow

w = Workflow("w")
w.context("T", fields=["input n: int"])

done = w.event("done")

a = w.state("a")
b = w.state("b")

w.transition(START, a, when="ctx['n'] < 10")
w.transition(START, b, when="ctx['n'] > 5 and ctx['n'] < 20")
w.transition(START, a, otherwise=True)

w.transition(a, b, on=done)
w.transition(a, FAIL, on="error")

w.transition(b, END, on=done)
w.transition(b, FAIL, on="error")
