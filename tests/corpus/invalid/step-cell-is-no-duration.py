from stateous import END, START, Column, Value, Workflow

w = Workflow("w")

done = w.event("done")

a = w.state("a")

w.transition(START, a)

w.transition(a, END, on=done)

(
    w.specification("time passes")
    .passes(Column("time"))
    .then_in(a)
    .cases(["time"], [[Value("2h")], [Value("soon")]])
)
