from pydantic import BaseModel

from stateous import END, START, Workflow


class Size(BaseModel):
    grams: int


flow = Workflow("parcel")
packing = flow.state("packing")
packed = flow.event("packed")
lost = flow.event("lost")
flow.transition(START, packing)
flow.transition(packing, END, on=packed)
flow.transition(packing, END, on="error")
flow.event("weighed", payload=Size(grams=3))
