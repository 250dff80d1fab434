from stateous import END, START, Workflow

w = Workflow("w")
w.context("T", fields=["name: text length 1..80 length 3..5"])

done = w.event("done")

a = w.state("a")

w.transition(START, a)

w.transition(a, END, on=done)
