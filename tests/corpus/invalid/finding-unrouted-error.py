from stateous import END, START, Workflow

w = Workflow("w")

done = w.event("done")

coding = w.state("coding")

w.transition(START, coding)

w.transition(coding, END, on=done)
