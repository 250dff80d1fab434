from stateous import END, START, Record, Workflow

T = Record("T", ['x: text matching "[A-Z]{3}" length 4..9'])

w = Workflow("w")

done = w.event("done", payload=T)

a = w.state("a")

w.transition(START, a)

w.transition(a, END, on=done)
