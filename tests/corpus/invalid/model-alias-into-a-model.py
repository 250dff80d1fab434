from pydantic import AliasPath, BaseModel, Field

from stateous import END, FAIL, START, Workflow


class Parcel(BaseModel):
    weight: int = Field(validation_alias=AliasPath("size", "grams"))


flow = Workflow("parcel", context=Parcel)
packing = flow.state("packing")
packed = flow.event("packed")
flow.transition(START, packing)
flow.transition(packing, END, on=packed)
flow.transition(packing, FAIL, on="error")
