from stateous import END, START, Workflow

flow = Workflow("parcel")
flow.event("packed")
flow.transition(START, END)
