from stateous import END, FAIL, START, Column, Value, Workflow

w = Workflow("w")

done = w.event("done")

a = w.state("a")

w.transition(START, a)

w.transition(a, END, on=done)
w.transition(a, FAIL, on="error")

(
    w.specification("s")
    .given(context={})
    .when(Column("event"))
    .then_completed()
    .cases(["event", "state"], [[Value("done"), Value("a")]])
)
