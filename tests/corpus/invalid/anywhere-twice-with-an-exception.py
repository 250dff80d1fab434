from stateous import END, FAIL, START, Workflow

w = Workflow("w")

done = w.event("done")
late = w.event("late")

a = w.state("a")
b = w.state("b")

w.transition(START, a)

w.transition(a, b, on=done)
w.transition(a, b, on=late)

w.transition(b, END, on=done)

anywhere = w.anywhere(except_=[a])
anywhere.transition(FAIL, on=late)

w_anywhere = w.anywhere()
w_anywhere.transition(END, on=late)
