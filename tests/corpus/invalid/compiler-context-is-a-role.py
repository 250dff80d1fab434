from stateous import END, START, Enum, Workflow

Level = Enum("Level", ["low", "high"])

w = Workflow("w", context=Level)

done = w.event("done")

a = w.state("a")

w.transition(START, a)

w.transition(a, END, on=done)
