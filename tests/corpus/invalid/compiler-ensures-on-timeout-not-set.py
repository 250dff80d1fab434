from stateous import END, FAIL, START, Workflow

child = Workflow("child")

done = child.event("done")

a = child.state("a")

child.transition(START, a)

child.transition(a, END, on=done)

w = Workflow("w")

both = w.parallel("both", runs=[child])

w.transition(START, both)

w.transition(both, END, on="joined")
w.transition(both, FAIL, on="timeout")
