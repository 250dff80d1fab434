from stateous import END, FAIL, START, Workflow

w = Workflow("w")

done = w.event("done")
again = w.event("again")

a = w.state("a")
trap = w.state("trap")

w.transition(START, a)

w.transition(a, END, on=done, when="count('done') < 3")
w.transition(a, trap, on=done, otherwise=True)
w.transition(a, FAIL, on="error")

w.transition(trap, trap, on=again)
w.transition(trap, trap, on="error")
