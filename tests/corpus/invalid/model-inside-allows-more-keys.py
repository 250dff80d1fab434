from pydantic import BaseModel, ConfigDict

from stateous import END, FAIL, START, Workflow


class Size(BaseModel):
    model_config = ConfigDict(extra="allow")
    grams: int


class Parcel(BaseModel):
    size: Size


flow = Workflow("parcel", context=Parcel)
packing = flow.state("packing")
packed = flow.event("packed")
flow.transition(START, packing)
flow.transition(packing, END, on=packed)
flow.transition(packing, FAIL, on="error")
