from stateous import END, START, Workflow

child = Workflow("child")
child.context("Child", fields=["result: int?"])

done = child.event("done")

a = child.state("a")

child.transition(START, a)

child.transition(a, END, on=done)

w = Workflow("w")
w.context("T", fields=["n: int"])

both = w.parallel("both", runs=[child], gather={"results": "ctx['n']"})

w.transition(START, both)

w.transition(both, END, on="joined")
