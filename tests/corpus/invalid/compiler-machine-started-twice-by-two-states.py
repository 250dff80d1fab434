from stateous import END, START, Enters, Fact, ReadModel, Set, Starts, StateMachine, Workflow

Ordered = Fact("Ordered", ["order: uuid"])
Shut = Fact("Shut", ["order: uuid"])

Order = ReadModel("Order", key="order", fields=["open: bool = false"])
Order.from_(Ordered, Set("open", "true"))
Order.from_(Shut, Set("open", "false"))

tidy = Workflow("tidy")
tidy.subject(Order)

done = tidy.event("done")

a = tidy.state("a")

tidy.trigger(Enters("Orders", "shut"), a)

tidy.transition(START, a)

tidy.transition(a, END, on=done)

Orders = StateMachine("Orders", follows=Order)

idle = Orders.state("idle", initial=True)
Orders_open = Orders.state("open")
shut = Orders.state("shut", final=True, entering=[Starts(tidy)])

Orders.transition(idle, Orders_open, on=Ordered)

Orders.transition(Orders_open, shut, on=Shut)
