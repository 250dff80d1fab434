from stateous import END, START, Allow, Workflow

w = Workflow("w")

done = w.event("done")

a = w.state("a")

w.transition(START, a)

w.transition(
    a,
    END,
    on=done,
    when="count('done') > 3",
    allow=[Allow("ST5001", "known"), Allow("ST5002", "known"), Allow("ST5001", "known, too")],
)
w.transition(a, END, on=done, when="count('done') <= 3")
