from pydantic import BaseModel
from typing_extensions import TypeAliasType

from stateous import END, FAIL, START, Workflow


Boxes = TypeAliasType("Boxes", "dict[str, Boxes]")


class Parcel(BaseModel):
    inside: Boxes


flow = Workflow("parcel", context=Parcel)
packing = flow.state("packing")
packed = flow.event("packed")
flow.transition(START, packing)
flow.transition(packing, END, on=packed)
flow.transition(packing, FAIL, on="error")
