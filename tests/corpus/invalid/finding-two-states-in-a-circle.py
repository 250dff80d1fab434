from stateous import START, Workflow

w = Workflow("w")

done = w.event("done")

coding = w.state("coding")
testing = w.state("testing")

w.transition(START, coding)

w.transition(coding, testing, on=done)
w.transition(coding, testing, on="error")

w.transition(testing, coding, on=done)
w.transition(testing, coding, on="error")
