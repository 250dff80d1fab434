from stateous import Workflow

flow = Workflow("parcel"
