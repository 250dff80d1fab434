from stateous import START, Workflow

w = Workflow("w")

done = w.event("done")

a = w.state("a")
pick = w.decide("pick", first=True, title="Which way")

w.transition(START, a)

w.transition(a, pick, on=done)
