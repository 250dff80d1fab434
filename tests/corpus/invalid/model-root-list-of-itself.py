from pydantic import BaseModel, RootModel

from stateous import END, FAIL, START, Workflow


class Tree(RootModel[list["Tree"]]):
    pass


class Parcel(BaseModel):
    contents: Tree


flow = Workflow("parcel", context=Parcel)
packing = flow.state("packing")
packed = flow.event("packed")
flow.transition(START, packing)
flow.transition(packing, END, on=packed)
flow.transition(packing, FAIL, on="error")
