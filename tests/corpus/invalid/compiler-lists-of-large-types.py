from stateous import END, START, Record, Workflow

A = Record(
    "A",
    [
        "a: int",
        "b: int",
        "c: int",
        "d: int",
        "e: int",
        "f: int",
        "g: int",
        "h: int",
        "i: int",
        "j: int",
    ],
)
B = Record("B", ["a: A", "b: A", "c: A", "d: A", "e: A", "f: A", "g: A", "h: A", "i: A", "j: A"])
C = Record(
    "C",
    [
        "a: list of B",
        "b: list of B",
        "c: list of B",
        "d: list of B",
        "e: list of B",
        "f: list of B",
        "g: list of B",
        "h: list of B",
        "i: list of B",
        "j: list of B",
    ],
)

w = Workflow("w")
w.context(
    "T",
    fields=["a: C", "b: C", "c: C", "d: C", "e: C", "f: C", "g: C", "h: C", "i: C", "j: C"],
)

done = w.event("done")

a = w.state("a")

w.transition(START, a)

w.transition(a, END, on=done)
