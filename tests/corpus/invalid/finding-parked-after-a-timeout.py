from stateous import END, FAIL, START, Workflow

w = Workflow("w")

done = w.event("done")

a = w.state("a", timeout="6h")
parked = w.state("parked", title="Nobody takes it from here")

w.transition(START, a)

w.transition(a, END, on=done)
w.transition(a, parked, on="timeout")
w.transition(a, FAIL, on="error")
