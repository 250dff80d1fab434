from stateous import END, START, Workflow, use

use("/orders.flow")

w = Workflow("w")

done = w.event("done")

a = w.state("a")

w.transition(START, a)

w.transition(a, END, on=done)
