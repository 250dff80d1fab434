from stateous import END, START, Workflow

w = Workflow("w")

done = w.event("done")

a = w.wait("a", for_time="3d")

w.transition(START, a)

w.transition(a, END, on="elapsed")
w.transition(a, END, on=done)

(
    w.specification("time cannot fail")
    .fails(a, "broken")
    .then_in(a)
)
