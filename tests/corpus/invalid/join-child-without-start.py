from stateous import END, Every, Fact, ReadModel, Set, Starts, StateMachine, Workflow

Ordered = Fact("Ordered", ["order: uuid"])

Order = ReadModel("Order", key="order", fields=["open: bool = false"])
Order.from_(Ordered, Set("open", "true"))

tidy = Workflow("tidy")

done = tidy.event("done")

a = tidy.state("a")

tidy.trigger(Every("1d"), a)

tidy.transition(a, END, on=done)

Orders = StateMachine("Orders", follows=Order)

Orders_open = Orders.state("open", initial=True)
shut = Orders.state("shut", final=True, entering=[Starts(tidy)])

Orders.transition(Orders_open, shut, on=Ordered)
