from stateous import END, FAIL, START, Workflow

w = Workflow("w")
w.context("T", fields=["input level: one of low, high"])

done = w.event("done")

a = w.state("a")

w.transition(START, a, when="ctx['level'] == low")
w.transition(START, a, when="ctx['level'] == high")
w.transition(START, a, otherwise=True)

w.transition(a, END, on=done)
w.transition(a, FAIL, on="error")
