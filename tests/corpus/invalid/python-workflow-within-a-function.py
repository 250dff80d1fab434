from stateous import END, START, Workflow


def build():
    flow = Workflow("parcel")
    packing = flow.state("packing")
    packed = flow.event("packed")
    flow.transition(START, packing)
    flow.transition(packing, END, on=packed)


build()
