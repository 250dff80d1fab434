from stateous import END, START, Enum, Fact, ReadModel, Set, StateMachine, Workflow

Colour = Enum("Colour", ["red", "total"])

Ordered = Fact("Ordered", ["order: uuid", "colour: Colour"])

Order = ReadModel("Order", key="order", fields=["total: Colour = red", "colour: Colour = red"])
Order.from_(Ordered, Set("colour", "payload.colour"))

w = Workflow("w")

done = w.event("done")

a = w.state("a")

w.transition(START, a)

w.transition(a, END, on=done)

Orders = StateMachine("Orders", follows=Order)

Orders_open = Orders.state("open", initial=True)
shut = Orders.state("shut", final=True)

Orders.transition(Orders_open, shut, on=Ordered, when="colour == total")
