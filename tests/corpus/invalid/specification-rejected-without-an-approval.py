from stateous import END, START, Role, Workflow

Manager = Role("Manager")

review = Workflow("review")

done = review.event("done")

reading = review.state("reading")

review.transition(START, reading)

review.transition(reading, END, on=done)

(
    review.specification("nobody asked")
    .when_rejected(Manager)
    .then_completed()
)
