from stateous import END, START, Workflow

flow = Workflow("parcel")
packing = flow.state("packing")
packed = flow.event("packed")
lost = flow.event("lost")
flow.transition(START, packing)
flow.transition(packing, END, on=packed)
flow.transition(packing, END, on="error")
flow.transition(packing, END, on=lost, when="ctx.name == \"a\\d\"")
