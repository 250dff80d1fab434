from stateous import END, START, Record, Workflow

Info = Record("Info", ["n: int"])

child = Workflow("child")
child.context("Child", fields=["n: int = 0"])

info = child.event("info", payload=Info, into="last")

a = child.state("a")

child.transition(START, a)

child.transition(a, END, on=info)

w = Workflow("w")

both = w.parallel("both", runs=[child], with_={"child.last": "null"})

w.transition(START, both)

w.transition(both, END, on="joined")
