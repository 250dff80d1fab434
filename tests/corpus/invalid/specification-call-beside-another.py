from stateous import END, START, Call, Workflow

w = Workflow("w")
w.context("T", fields=["total: int = 0"])

done = w.event("done")

a = w.state("a")

w.transition(START, a)

w.transition(a, END, on=done, effects=[Call("prices:total")])

(
    w.specification("the total")
    .given_call("prices:sum", returns={"total": 3})
    .when(done)
    .then_completed()
)
