from stateous import END, START, Workflow

w = Workflow("w")

done = w.event("done")

coding = w.state("coding")
waiting = w.state("waiting")

w.transition(START, coding)

w.transition(coding, waiting, on=done)
w.transition(coding, END, on="error")
