from stateous import END, FAIL, START, Record, Workflow

Part = Record("Part", ["sku: text"])

child = Workflow("child")

done = child.event("done")

a = child.state("a")

child.transition(START, a)

child.transition(a, END, on=done)

w = Workflow("w")
w.context("T", fields=["parts: list of Part"])

each = w.foreach("each", over="ctx['parts']", as_="part", runs=child)

w.transition(START, each)

w.transition(each, END, on="completed")
w.transition(each, FAIL, on="partial")
w.transition(each, END, on="joined")
