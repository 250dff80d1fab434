from stateous import END, START, Workflow

inner = Workflow("inner")

a = inner.parallel("a", runs=["outer"])

inner.transition(START, a)

inner.transition(a, END, on="joined")

outer = Workflow("outer")

b = outer.parallel("b", runs=[inner])

outer.transition(START, b)

outer.transition(b, END, on="joined")
