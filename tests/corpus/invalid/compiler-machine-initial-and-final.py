from stateous import END, START, Fact, ReadModel, Set, StateMachine, Workflow

Opened = Fact("Opened", ["order: uuid"])
Closed = Fact("Closed", ["order: uuid"])

Order = ReadModel("Order", key="order", fields=["open: bool = false"])
Order.from_(Opened, Set("open", "true"))

w = Workflow("w")

done = w.event("done")

a = w.state("a")

w.transition(START, a)

w.transition(a, END, on=done)

Orders = StateMachine("Orders", follows=Order)

Orders_open = Orders.state("open", initial=True, final=True)

Orders.transition(Orders_open, Orders_open, on=Closed, when="open")
