from stateous import END, START, Value, Workflow

w = Workflow("w")
w.context("T", fields=["sizes: map of int"])

done = w.event("done")

a = w.state("a")

w.transition(START, a)

w.transition(a, END, on=done)

(
    w.specification("it ends")
    .given(context={"sizes": Value("{small: 1, small: 2}")})
    .when(done)
    .then_completed()
)
