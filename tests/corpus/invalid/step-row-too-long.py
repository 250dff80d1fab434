from stateous import END, START, Value, Workflow

flow = Workflow("parcel")
packing = flow.state("packing")
packed = flow.event("packed")
lost = flow.event("lost")
flow.transition(START, packing)
flow.transition(packing, END, on=packed)
flow.transition(packing, END, on="error")
(
    flow.specification("it works")
    .passes("6h")
    .then("in <where>")
    .cases(["where"], [[Value("packing"), 2]])
)
