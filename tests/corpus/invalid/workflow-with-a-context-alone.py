from stateous import Workflow

flow = Workflow("parcel")
flow.context("Parcel", fields=["grams: int"])
