from stateous import END, START, Workflow

w = Workflow("w")
w.context("Order", fields=["local notes: list of text"])

done = w.event("done")

a = w.state("a")

w.transition(START, a)

w.transition(a, END, on=done)
