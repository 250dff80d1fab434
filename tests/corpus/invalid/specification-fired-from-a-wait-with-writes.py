from stateous import END, START, Workflow

w = Workflow("w")
w.context("T", fields=["note: text?"])

done = w.event("done")
late = w.event("late")

a = w.wait("a", for_=done)

w.transition(START, a)

w.transition(a, END, on=done)
w.transition(a, END, on=late)

(
    w.specification("it ends")
    .when(late, writes={"note": "x"}, fired=True)
    .then_completed()
)
