from stateous import END, START, Record, Workflow

Table = Record("Table", ["rows: list of list of int unique by first"])

w = Workflow("w")

done = w.event("done", payload=Table)

a = w.state("a")

w.transition(START, a)

w.transition(a, END, on=done)
