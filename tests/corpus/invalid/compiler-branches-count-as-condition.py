from stateous import END, FAIL, START, Workflow

child = Workflow("child")

done = child.event("done")

a = child.state("a")

child.transition(START, a)

child.transition(a, END, on=done)

w = Workflow("w")

both = w.parallel("both", runs=[child])

w.transition(START, both)

w.transition(both, FAIL, on="joined", when="branches.first(status == completed) is null")
w.transition(both, END, on="joined", otherwise=True)
