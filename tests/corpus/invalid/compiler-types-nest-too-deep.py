from stateous import END, START, Record, Workflow

A = Record(
    "A",
    [
        "a: list of list of list of list of list of list of list of list of list of list of list of list of list of list of list of list of list of list of list of list of list of list of list of list of list of list of list of list of list of list of list of list of list of list of list of list of list of list of list of list of list of list of list of list of list of list of list of list of list of list of list of list of list of list of list of list of list of list of list of list of list of list of list of list of int",
    ],
)

w = Workflow("w")

done = w.event("done", payload=A)

a = w.state("a")

w.transition(START, a)

w.transition(a, END, on=done)
