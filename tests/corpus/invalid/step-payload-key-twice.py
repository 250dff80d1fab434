from stateous import END, START, Record, Value, Workflow

flow = Workflow("parcel")
packing = flow.state("packing")
packed = flow.event("packed")
lost = flow.event("lost")
flow.transition(START, packing)
flow.transition(packing, END, on=packed)
flow.transition(packing, END, on="error")
flow.event("weighed", payload="Size")
Record("Size", ["parts: map of int"])
flow.transition(packing, END, on="weighed")
flow.transition(packing, END, on=lost)
flow.specification("none").when("weighed", payload={"parts": Value("{a: 1, a: 2}")})
