from stateous import END, FAIL, START, Workflow

w = Workflow("w")
w.context("T", fields=["input n: int >= 0"])

done = w.event("done")

a = w.state("a")

w.transition(START, a, when="ctx['n'] < 0")
w.transition(START, a, otherwise=True)

w.transition(a, END, on=done)
w.transition(a, FAIL, on="error")
