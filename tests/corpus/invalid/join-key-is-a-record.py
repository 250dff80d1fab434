from stateous import END, START, Record, Workflow

Place = Record("Place", ["town: text"])
Part = Record("Part", ["place: Place"])

child = Workflow("child")

done = child.event("done")

a = child.state("a")

child.transition(START, a)

child.transition(a, END, on=done)

w = Workflow("w")
w.context("T", fields=["parts: list of Part"])

each = w.foreach("each", over="ctx['parts']", as_="part", runs=child, key="part.place")

w.transition(START, each)

w.transition(each, END, on="joined")
