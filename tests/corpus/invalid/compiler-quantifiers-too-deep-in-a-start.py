from stateous import END, START, Workflow

w = Workflow("w")
w.context("T", fields=["deep: list of list of list of list of int"])

done = w.event("done")

a = w.state("a")

w.transition(START, a, when="all(a in ctx['deep']: all(b in a: all(c in b: all(d in c: d > 1))))")
w.transition(START, a, otherwise=True)

w.transition(a, END, on=done)
