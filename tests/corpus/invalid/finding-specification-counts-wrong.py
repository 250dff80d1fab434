from stateous import END, FAIL, START, Workflow

w = Workflow("w")
w.context("T", fields=["input n: int"])

done = w.event("done")

a = w.state("a")

w.transition(START, a)

w.transition(a, a, on=done, when="count('done') < ctx['n']")
w.transition(a, END, on=done, otherwise=True)
w.transition(a, FAIL, on="error")

(
    w.specification("twice is enough")
    .given(context={"n": 3})
    .when(done)
    .when(done)
    .then_completed()
)
