from stateous import END, START, Workflow

post = Workflow("post")
post.context("Parcel", fields=["to: text"])

sent = post.event("sent")

asking = post.state("asking")

post.transition(START, asking, when="trim(ctx['to']) == ''")
post.transition(START, asking, otherwise=True)

post.transition(asking, END, on=sent)
