from stateous import END, FAIL, START, Allow, Column, Value, Workflow

w = Workflow("w")

done = w.event("done")

a = w.state("a")
b = w.state("b", allow=Allow("ST6001", "it comes later"))

w.transition(START, a)

w.transition(a, END, on=done)
w.transition(a, FAIL, on="error")

w.transition(b, END, on=done)
w.transition(b, FAIL, on="error")

(
    w.specification("from anywhere")
    .given(state=Column("place"))
    .when(done)
    .then_completed()
    .cases(["place"], [[Value("a")], [Value("b")]])
)
