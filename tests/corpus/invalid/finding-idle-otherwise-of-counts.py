from stateous import END, FAIL, START, Workflow

w = Workflow("w")

failed = w.event("failed")

testing = w.state("testing")

w.transition(START, testing)

w.transition(testing, testing, on=failed, when="count('failed') < 3")
w.transition(testing, END, on=failed, when="count('failed') >= 3")
w.transition(testing, FAIL, on=failed, otherwise=True)
w.transition(testing, END, on="error")
