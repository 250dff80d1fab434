from pydantic import BaseModel

from stateous import END, FAIL, START, Workflow


class Parcel(BaseModel):
    grams: int


Old = Parcel


class Parcel(BaseModel):
    kilos: int


flow = Workflow("parcel", context=Parcel)
packing = flow.state("packing")
packed = flow.event("packed", payload=Old)
flow.transition(START, packing)
flow.transition(packing, END, on=packed)
flow.transition(packing, FAIL, on="error")
