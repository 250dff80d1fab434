from stateous import END, FAIL, START, Workflow

w = Workflow("w")

done = w.event("done")

coding = w.state("coding", timeout="6h")

w.transition(START, coding)

w.transition(coding, END, on=done)
w.transition(coding, FAIL, on="error")
