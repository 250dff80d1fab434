from stateous import END, FAIL, START, Record, Workflow

Rating = Record("Rating", ["score: int between 0 and 100"])

w = Workflow("w")

rated = w.event("rated", payload=Rating)

reading = w.state("reading")

w.transition(START, reading)

w.transition(reading, FAIL("too good"), on=rated, when="payload.score > 100")
w.transition(reading, END, on=rated, otherwise=True)
w.transition(reading, FAIL, on="error")
