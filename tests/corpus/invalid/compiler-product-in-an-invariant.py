from stateous import END, START, Workflow

w = Workflow("w")
w.context("T", fields=["price: int", "number: int"])

done = w.event("done")

a = w.state("a")

w.transition(START, a)

w.transition(a, END, on=done)

w.invariant("small", "ctx['price'] * ctx['number'] < 100")
