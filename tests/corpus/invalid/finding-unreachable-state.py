from stateous import END, START, Workflow

w = Workflow("w")

done = w.event("done")

coding = w.state("coding")
repairing = w.state("repairing")

w.transition(START, coding)

w.transition(coding, END, on=done)
w.transition(coding, END, on="error")

w.transition(repairing, coding, on=done)
w.transition(repairing, END, on="error")
