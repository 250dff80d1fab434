from stateous import END, START, Workflow

child = Workflow("child")

done = child.event("done")

a = child.state("a")

child.transition(START, a)

child.transition(a, END, on=done)

w = Workflow("w")

w_done = w.event("done")

w_a = w.state("a")

w.transition(START, w_a)

w.transition(w_a, END, on=w_done)

(
    w.specification("nobody runs it")
    .when_child_fails(child)
    .then_in(w_a)
)
