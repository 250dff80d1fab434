from stateous import END, REFUSE, START, Emit, Fact, Workflow

Refused = Fact("Refused", ["n: int"])

w = Workflow("w")
w.context("T", fields=["n: int"])

done = w.event("done")
late = w.event("late")

a = w.state("a")

w.transition(START, a)

w.transition(a, END, on=done)
w.transition(a, REFUSE("it is late"), on=late, effects=[Emit(Refused, {"n": "ctx['n']"})])
