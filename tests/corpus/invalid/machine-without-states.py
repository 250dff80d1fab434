from stateous import END, START, Fact, ReadModel, Set, StateMachine, Workflow

flow = Workflow("parcel")
packing = flow.state("packing")
packed = flow.event("packed")
lost = flow.event("lost")
flow.transition(START, packing)
flow.transition(packing, END, on=packed)
flow.transition(packing, END, on="error")
flow.transition(packing, END, on=lost)
Fact("Opened", ["order: uuid"])
ReadModel("Order", key="order", fields=["open: bool = false"]).from_("Opened", Set("open", "true"))
StateMachine("Orders", follows="Order")
