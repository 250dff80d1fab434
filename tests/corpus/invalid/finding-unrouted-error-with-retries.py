from stateous import END, FAIL, START, Workflow

w = Workflow("w")

done = w.event("done")

a = w.state("a")
b = w.state("b", timeout="1h", retries=3)

w.transition(START, a)

w.transition(a, b, on=done)
w.transition(a, FAIL, on="error")

w.transition(b, END, on=done)
w.transition(b, FAIL, on="timeout")
