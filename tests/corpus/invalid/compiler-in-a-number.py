from stateous import END, START, Workflow

w = Workflow("w")
w.context("T", fields=["limit: int"])

done = w.event("done")

a = w.state("a")

w.transition(START, a)

w.transition(a, END, on=done, when="3 in ctx['limit']")
w.transition(a, a, on=done, otherwise=True)
