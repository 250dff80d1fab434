from stateous import END, START, Role, Workflow

Manager = Role("Manager")
Clerk = Role("Clerk")

review = Workflow("review")

reading = review.approval("reading", by=Manager)

review.transition(START, reading)

review.transition(reading, END, on="approved")
review.transition(reading, END, on="rejected")

(
    review.specification("a clerk may not")
    .when_approved(Clerk)
    .then_completed()
)
