from stateous import END, FAIL, START, Record, Workflow

Info = Record("Info", ["n: int"])

w = Workflow("w")

done = w.event("done")
told = w.event("told", title="Somebody told us", payload=Info, into="last")

a = w.state("a", timeout="6h")

w.transition(START, a)

w.transition(a, END, on=done)
w.transition(a, FAIL, on="timeout")
w.transition(a, FAIL, on="error")
