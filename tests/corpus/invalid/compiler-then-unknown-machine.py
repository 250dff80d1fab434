from stateous import Fact, ReadModel, Set, StateMachine, specification

Paid = Fact("Paid", ["order: uuid"])

Order = ReadModel("Order", key="order", fields=["paid: bool = false"])
Order.from_(Paid, Set("paid", "true"))

Life = StateMachine("Life", follows=Order)

Life_open = Life.state("open", initial=True)
shut = Life.state("shut", final=True)

Life.transition(Life_open, shut, on=Paid)

(
    specification("paying closes it")
    .when_fact(Paid, {"order": "a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11"})
    .then_other_in("Lif", "shut")
)
