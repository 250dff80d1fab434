from pydantic import BaseModel

from stateous import END, FAIL, START, Workflow


class Box(BaseModel):
    inside: "Parcel | None" = None


class Parcel(BaseModel):
    box: Box


flow = Workflow("parcel", context=Parcel)
packing = flow.state("packing")
packed = flow.event("packed")
flow.transition(START, packing)
flow.transition(packing, END, on=packed)
flow.transition(packing, FAIL, on="error")
