from stateous import END, FAIL, START, Command, Fact, Record, Role, Set, Workflow

Info = Record("Info", ["x: int"])
Part = Record("Part", ["sku: text", "weight: number"])

Manager = Role("Manager")

Pay = Command("Pay", ["amount: int"])

Paid = Fact("Paid", ["amount: int"])

child = Workflow("child")
child.context("Item", fields=["repo: text?", "result: int?"])

done = child.event("done")

working = child.state("working")

child.transition(START, working)

child.transition(working, END("good"), on=done)
child.transition(working, FAIL, on="error")

main = Workflow("main")
main.context(
    "Main",
    fields=[
        "input repo: text",
        "rounds: int = 0",
        "amount: int = 1",
        "pause: duration = 1h",
        "parts: list of Part items 0..2",
        "local seen: bool = false",
    ],
)

main_done = main.event("done")
remind = main.event("remind")
info = main.event("info", payload=Info, into="last")

main_working = main.state("working")

main.transition(START, main_working)

main.transition(main_working, END, on=main_done, effects=[Set("repo", "'x'")])
