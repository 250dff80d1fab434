from stateous import END, FAIL, START, Record, Set, Workflow

Item = Record("Item", ["sku: text", "price: decimal"])

rate = Workflow("rate")
rate.context("Rating", fields=["title: text", "score: int?", "local rounds: int = 0"])

done = rate.event("done")

rating = rate.state("rating")

rate.transition(START, rating)

rate.transition(rating, END("good"), on=done, when="ctx['score'] > 3")
rate.transition(rating, END("bad"), on=done, otherwise=True)

check_it = Workflow("check-it")
check_it.context("Check", fields=["title: text", "sku: text?", "score: text?"])

check_it_done = check_it.event("done")

checking = check_it.state("checking")

check_it.transition(START, checking)

check_it.transition(checking, END, on=check_it_done)

review = Workflow("review")
review.context("Review", fields=["title: text", "items: list of Item", "local best: int?"])

both = review.parallel(
    "both",
    runs=[rate, check_it],
    passing=["title", "items"],
    gather={"scores": "payload.rounds"},
)
each = review.foreach(
    "each",
    over="ctx['items']",
    as_="item",
    runs=check_it,
    with_={"title": "item.sku"},
    gather={"titles": "payload.title"},
    key="item.sku",
)

review.transition(START, both)

review.transition(both, each, on="joined", when="true == true", effects=[Set("best", "1")])
review.transition(both, FAIL, on="joined", otherwise=True)

review.transition(each, END, on="joined")
