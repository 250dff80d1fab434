from stateous import END, START, Workflow

w = Workflow("w")

failed = w.event("failed")

testing = w.state("testing")

w.transition(START, testing)

w.transition(testing, testing, on=failed, when="count('failed') < 5")
w.transition(testing, END, on=failed, when="count('failed') > 3")
w.transition(testing, END, on="error")
