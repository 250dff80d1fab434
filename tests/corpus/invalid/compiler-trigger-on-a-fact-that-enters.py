from stateous import END, Enters, Fact, Workflow

Paid = Fact("Paid", ["order: uuid"])

w = Workflow("w")

done = w.event("done")

a = w.state("a")

w.trigger(Enters("Paid", "shut"), a)

w.transition(a, END, on=done)
