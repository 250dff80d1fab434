from stateous import END, START, Workflow

w = Workflow("w")

done = w.event("done")

a = w.state("a")

w.transition(START, a)

w.transition(a, END, on=done)

(
    w.specification("it ends")
    .then_in(a)
    .given(clock="2026-01-01T08:00:00Z")
)
