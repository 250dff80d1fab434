from stateous import END, FAIL, START, Allow, Workflow

w = Workflow("w")

done = w.event("done")
late = w.event("late", allow=Allow("ST6004", "it comes later", until="2019-06-30"))

a = w.state("a")

w.transition(START, a)

w.transition(a, END, on=done)
w.transition(a, END, on=late)
w.transition(a, FAIL, on="error")
