from stateous import END, START, Workflow, use

use("used/sound.flow")
use("used/nothing.flow.yaml")

w = Workflow("w")

done = w.event("done")

a = w.state("a")

w.transition(START, a)

w.transition(a, END, on=done)
