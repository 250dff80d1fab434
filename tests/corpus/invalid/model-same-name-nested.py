from pydantic import BaseModel

from stateous import END, FAIL, START, Workflow


class Heavy:
    class Size(BaseModel):
        kilos: int


class Size(BaseModel):
    grams: int


class Parcel(BaseModel):
    one: Size
    two: Heavy.Size


flow = Workflow("parcel", context=Parcel)
packing = flow.state("packing")
packed = flow.event("packed")
flow.transition(START, packing)
flow.transition(packing, END, on=packed)
flow.transition(packing, FAIL, on="error")
