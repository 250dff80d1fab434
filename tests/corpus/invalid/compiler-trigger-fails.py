from stateous import END, FAIL, START, Fact, Workflow

Ordered = Fact("Ordered", ["order: uuid"])

w = Workflow("w")

done = w.event("done")

a = w.state("a")

w.trigger(Ordered, FAIL("no"))

w.transition(START, a)

w.transition(a, END, on=done)
