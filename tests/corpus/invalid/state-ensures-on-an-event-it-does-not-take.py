from stateous import END, START, Ensures, Workflow

w = Workflow("w")
w.context("T", fields=["n: int"])

done = w.event("done")
late = w.event("late")

a = w.state("a", ensures=[Ensures("ctx['n'] > 1", on=late)])
b = w.state("b")

w.transition(START, a)

w.transition(a, b, on=done)

w.transition(b, END, on=late)
