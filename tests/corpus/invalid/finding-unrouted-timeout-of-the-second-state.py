from stateous import END, FAIL, START, Workflow

w = Workflow("w")

done = w.event("done")

a = w.state("a", timeout="1h")
b = w.state("b", timeout="2h", retries=2)

w.transition(START, a)

w.transition(a, b, on=done)
w.transition(a, b, on="timeout")
w.transition(a, FAIL, on="error")

w.transition(b, END, on=done)
w.transition(b, FAIL, on="error")
