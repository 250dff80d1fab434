from stateous import END, Command, Fact, Invokes, ReadModel, Set, Starts, StateMachine, Workflow

SendReceipt = Command("SendReceipt", ["identifier number: uuid", "total: decimal"])

OrderPlaced = Fact("OrderPlaced", ["order: uuid", "total: decimal >= 0"])
PaymentCaptured = Fact("PaymentCaptured", ["order: uuid", "amount: decimal > 0"])
OrderDelivered = Fact("OrderDelivered", ["order: uuid"])

Order = ReadModel(
    "Order",
    key="order",
    fields=["total: decimal = 0", "paid: decimal = 0", "note: text?"],
)
Order.from_(OrderPlaced, Set("total", "payload.total"))
Order.from_(PaymentCaptured, Set("paid", "paid + payload.amount"))

fulfil = Workflow("fulfil")
fulfil.context("Fulfilment", fields=["order: uuid", "amount: decimal?"])
fulfil.subject(Order)

done = fulfil.event("done")

packing = fulfil.state("packing")

fulfil.trigger(OrderPlaced, packing)

fulfil.transition(packing, END, on=done)

OrderLifecycle = StateMachine("OrderLifecycle", follows=Order)

Placed = OrderLifecycle.state("Placed", initial=True)
Paid = OrderLifecycle.state("Paid", entering=[Starts(fulfil), Invokes(SendReceipt)])
Delivered = OrderLifecycle.state("Delivered", final=True)

OrderLifecycle.transition(Placed, Paid, on=PaymentCaptured, when="paid >= total")

OrderLifecycle.transition(Paid, Delivered, on=OrderDelivered)
