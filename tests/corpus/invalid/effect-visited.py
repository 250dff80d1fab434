from stateous import END, START, Set, Workflow

flow = Workflow("parcel")
flow.context("Parcel", fields=["total: int = 0", "tags: list of text = []", "name: text?"])
packing = flow.state("packing")
packed = flow.event("packed")
lost = flow.event("lost")
flow.transition(START, packing)
flow.transition(packing, END, on=packed)
flow.transition(packing, END, on="error")
flow.transition(packing, END, on=lost, effects=[Set("total", "visited(packing)")])
