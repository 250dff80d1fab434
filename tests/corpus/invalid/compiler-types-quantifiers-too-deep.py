from stateous import END, FAIL, START, Command, Fact, ReadModel, Role, Set, Workflow

Manager = Role("Manager")

Capture = Command("Capture", ["identifier number: uuid", "amount: decimal", "note: text?"])

OrderPlaced = Fact("OrderPlaced", ["order: uuid", "total: decimal = 0"])
Withdrawn = Fact("Withdrawn", ["order: uuid"])

Order = ReadModel("Order", key="order", fields=["total: decimal = 0", "open: bool = true"])
Order.from_(OrderPlaced, Set("total", "payload.total"))

pay = Workflow("pay")
pay.context(
    "Payment",
    fields=[
        "amount: decimal",
        "limit: int?",
        "tags: list of text = []",
        "nested: list of list of list of list of int = []",
        "local rounds: int = 0",
        "at: datetime?",
    ],
)
pay.subject(Order)

done = pay.event("done")

choosing = pay.decide("choosing")
paying = pay.action("paying", invokes=Capture, with_={"note": "'x'"})
waiting = pay.wait("waiting", for_=Withdrawn, until="3d")
asking = pay.approval("asking", by=Manager)

pay.transition(START, choosing, when="ctx['amount'] > 1")
pay.transition(START, choosing, otherwise=True)

pay.transition(choosing, paying, when="ctx['amount'] > 1")
pay.transition(choosing, asking, otherwise=True)

pay.transition(
    paying,
    waiting,
    on="next",
    when="any(a in ctx['nested']: any(b in a: any(c in b: any(d in c: d > 1))))",
    effects=[Set("rounds", "1")],
)
pay.transition(paying, END("paid"), on="next", otherwise=True)
pay.transition(paying, FAIL, on="refused")
pay.transition(paying, FAIL, on="failed")

pay.transition(waiting, END("withdrawn"), on=Withdrawn)
pay.transition(waiting, asking, on="expired")

pay.transition(asking, END, on="approved")
pay.transition(asking, FAIL, on="rejected")

pay.never("odd", "ctx['amount'] < 0")
