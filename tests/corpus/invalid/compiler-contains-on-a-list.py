from stateous import END, FAIL, START, Enum, Record, Workflow

Method = Enum("Method", ["card", "invoice", "cash"])

Address = Record(
    "Address",
    ["street: text length 1..200", 'country: text matching "[A-Z]{2}" = "CH"'],
)
Line = Record(
    "Line",
    ["sku: text", "number: int >= 1", "price: decimal >= 0", "gift: bool = false"],
)
Payment = Record("Payment", ["amount: decimal > 0", "method: Method", "at: datetime"])

order = Workflow("order", title="From basket to doorstep")
order.context(
    "Order",
    fields=[
        "input customer: uuid",
        "lines: list of Line items 1.. unique by sku",
        "total: decimal >= 0",
        "priority: one of low, normal, high = normal",
        "due: date?",
        "ordered: datetime",
        "patience: duration between 1h and 30d = 3d",
        "to: Address",
        "labels: list of text unique = []",
        "extra: json",
    ],
)

paid = order.event("paid", payload=Payment, into="payment")
cancelled = order.event("cancelled")
shipped = order.event("shipped")

paying = order.state("paying", timeout="10d")
packing = order.state("packing", retries=5, backoff="10s..10m")
wrapping = order.state("wrapping")

order.transition(START, paying, when="ctx['total'] > 0")
order.transition(START, packing, otherwise=True)

order.transition(
    paying,
    packing,
    on=paid,
    when="payload.amount >= ctx['total'] and payload.method != cash",
)
order.transition(paying, paying, on=paid, otherwise=True)
order.transition(paying, END, on=cancelled)
order.transition(paying, FAIL("not paid"), on="timeout")

order.transition(packing, wrapping, on=shipped, when="any(line in ctx['lines']: line.gift)")
order.transition(packing, END, on=shipped, when="all(line in ctx['lines']: not line.gift)")
order.transition(packing, END, on=cancelled, when="contains(ctx['labels'], 'late')")
order.transition(packing, packing, on=cancelled, otherwise=True)
order.transition(packing, FAIL("no parcel"), on="error", when="payload.attempts > 3")
order.transition(packing, packing, on="error", otherwise=True)

order.transition(wrapping, END, on=shipped)

(
    order.specification("an order that costs nothing is packed at once")
    .given(
        context={
            "customer": "a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11",
            "lines": [{"sku": "a", "number": 1, "price": 0}],
            "total": 0,
            "ordered": "2026-01-01T00:00:00Z",
            "to.street": "Main Street 1",
            "extra": None,
        },
    )
    .then_in(packing)
    .when(shipped)
    .then_completed()
)
