from pydantic import BaseModel

from stateous import END, FAIL, START, Workflow


class Item(BaseModel):
    parts: dict[str, "list[Part]"]


class Parcel(BaseModel):
    grams: int


flow = Workflow("parcel", context=Parcel)
packing = flow.state("packing")
packed = flow.event("packed", payload=Item)
flow.transition(START, packing)
flow.transition(packing, END, on=packed)
flow.transition(packing, FAIL, on="error")
