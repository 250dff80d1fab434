from stateous import END, FAIL, START, Record, Workflow

Rating = Record("Rating", ["score: int"])

w = Workflow("w")

rated = w.event("rated", payload=Rating)

w_open = w.state("open")

w.transition(START, w_open)

w.transition(w_open, END, on=rated, when="payload.score >= 50", first=True)
w.transition(w_open, FAIL("impossible"), on=rated, when="payload.score >= 90")
w.transition(w_open, FAIL("poor"), on=rated, otherwise=True)
w.transition(w_open, FAIL, on="error")
