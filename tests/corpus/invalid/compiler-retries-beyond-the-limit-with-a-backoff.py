from stateous import END, FAIL, START, Workflow

w = Workflow("w")

done = w.event("done")

a = w.state("a", timeout="1h", retries=1001, backoff="1s..1m")

w.transition(START, a)

w.transition(a, END, on=done)
w.transition(a, FAIL, on="timeout")
