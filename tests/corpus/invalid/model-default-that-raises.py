from pydantic import BaseModel, Field

from stateous import END, FAIL, START, Workflow


def price() -> int:
    raise ValueError("no price")


class Parcel(BaseModel):
    cost: int = Field(default_factory=price)


flow = Workflow("parcel", context=Parcel)
packing = flow.state("packing")
packed = flow.event("packed")
flow.transition(START, packing)
flow.transition(packing, END, on=packed)
flow.transition(packing, FAIL, on="error")
