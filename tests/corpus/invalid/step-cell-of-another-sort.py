from stateous import END, START, Column, Workflow

w = Workflow("w")

done = w.event("done")

a = w.state("a")

w.transition(START, a)

w.transition(a, END, on=done)

(
    w.specification("the work ends")
    .when(done)
    .then_in(Column("state"))
    .cases(["state"], [[3]])
)
