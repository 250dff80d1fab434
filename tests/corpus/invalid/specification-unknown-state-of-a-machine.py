from stateous import Fact, ReadModel, Set, StateMachine

Moved = Fact("Moved", ["order: uuid"])

Order = ReadModel("Order", key="order", fields=["total: int = 0"])
Order.from_(Moved, Set("total", "1"))

Life = StateMachine("Life", follows=Order)

Placed = Life.state("Placed", initial=True)
Done = Life.state("Done", final=True)

Life.transition(Placed, Done, on=Moved)

(
    Life.specification("s")
    .then("in Dnoe")
)
