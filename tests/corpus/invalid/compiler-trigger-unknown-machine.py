from stateous import END, START, At, Enters, Every, Fact, ReadModel, Set, StateMachine, Workflow

OrderPlaced = Fact("OrderPlaced", ["order: uuid", "total: decimal", "level: text"])

Order = ReadModel("Order", key="order", fields=["total: decimal = 0"])
Order.from_(OrderPlaced, Set("total", "payload.total"))

ship = Workflow("ship")
ship.context(
    "Shipment",
    fields=["order: uuid?", "total: decimal?", "level: text?", "local rounds: int = 0"],
)
ship.subject(Order)

done = ship.event("done")

packing = ship.state("packing")

ship.trigger(OrderPlaced, packing)
ship.trigger(Enters("Lifecicle", "Paid"), packing, with_={"level": "'high'"})
ship.trigger(Every("15m"), packing)
ship.trigger(At("08:30", on="Monday", zone="Europe/Zurich"), packing)

ship.transition(START, packing)

ship.transition(packing, END, on=done)

Lifecycle = StateMachine("Lifecycle", follows=Order)

Placed = Lifecycle.state("Placed", initial=True)
Paid = Lifecycle.state("Paid", final=True)

Lifecycle.transition(Placed, Paid, on=OrderPlaced)
