from stateous import END, START, StateMachine, Workflow

flow = Workflow("parcel")
packing = flow.state("packing")
packed = flow.event("packed")
lost = flow.event("lost")
flow.transition(START, packing)
flow.transition(packing, END, on=packed)
orders = StateMachine("Orders", follows="Order")
paid = orders.state("Paid")
orders.transition(START, paid, on="PaymentCaptured")
