from stateous import END, START, Fact, ReadModel, Set, Workflow

Opened = Fact("Opened", ["order: uuid"])

Order = ReadModel("Order", key="order", fields=["lines: list of text"])
Order.from_(Opened, Set("lines", "[]"))

w = Workflow("w")

done = w.event("done")

a = w.state("a")

w.transition(START, a)

w.transition(a, END, on=done)
