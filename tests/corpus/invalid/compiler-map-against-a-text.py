from stateous import END, START, Workflow

w = Workflow("w")
w.context("T", fields=["name: text"])

done = w.event("done")

a = w.state("a")

w.transition(START, a)

w.transition(a, END, on=done)

w.never("odd", "ctx['name'] != ['a']")
