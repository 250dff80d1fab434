from stateous import END, START, Workflow

w = Workflow("w")
w.context("T", fields=["urgent: bool", "late: bool"])

done = w.event("done")

a = w.state("a")

w.transition(START, a, when="ctx['late'] > ctx['urgent']")
w.transition(START, a, otherwise=True)

w.transition(a, END, on=done)
