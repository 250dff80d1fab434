from stateous import END, START, Workflow

w = Workflow("w")
w.context("T", fields=["name: text", "other: text"])

done = w.event("done")

a = w.state("a")

w.transition(START, a)

w.transition(a, END, on=done, when="matches(ctx['name'], ctx['other'])")
w.transition(a, a, on=done, otherwise=True)
