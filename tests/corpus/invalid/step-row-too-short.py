from stateous import END, START, Column, Value, Workflow

flow = Workflow("parcel")
packing = flow.state("packing")
packed = flow.event("packed")
lost = flow.event("lost")
flow.transition(START, packing)
flow.transition(packing, END, on=packed)
flow.transition(packing, END, on="error")
(
    flow.specification("it works")
    .when(Column("what"))
    .then("in <where>")
    .cases(["what", "where"], [[Value("lost"), Value("packing")], [Value("packed")]])
)
