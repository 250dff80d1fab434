from stateous import END, FAIL, START, Column, Command, Fact, Record, Role, Set, Value, Workflow

Wish = Record(
    "Wish",
    ["system: text length 1..60", "days: int between 1 and 365", "reason: text length 1..500"],
)

owner = Role("owner", title="Owns the system that is asked for")
security = Role("security")

Grant = Command(
    "Grant",
    ["identifier employee: text", "system: text", "days: int between 1 and 365"],
)

EmployeeLeft = Fact("EmployeeLeft", ["employee: text length 1..40"])

access = Workflow("access", title="Give a person access to a system, for a while")
access.context(
    "Access",
    fields=[
        "input employee: text length 1..40",
        "input wish: Wish",
        "system: text? length 1..60",
        "days: int between 1 and 365 = 1",
    ],
)

withdrawn = access.event("withdrawn")
reviewed = access.event("reviewed")

weighing = access.approval("weighing", by=security, title="Longer than a month", expires_after="3d")
asking = access.approval("asking", by=owner, expires_after="7d")
granting = access.action(
    "granting",
    invokes=Grant,
    attempts=3,
    timeout="15m",
    with_={"days": "ctx['days']", "system": "ctx['wish'].system"},
)
using = access.wait("using", for_=EmployeeLeft, until="30d")
reviewing = access.state("reviewing", title="Is it still needed?", timeout="14d", writes=[])

access.transition(
    START,
    asking,
    when="ctx['wish'].days <= 30",
    effects=[Set("days", "ctx['wish'].days"), Set("system", "ctx['wish'].system")],
)
access.transition(
    START,
    weighing,
    otherwise=True,
    effects=[Set("days", "ctx['wish'].days"), Set("system", "ctx['wish'].system")],
)

access.transition(weighing, asking, on="approved")
access.transition(weighing, END("rejected"), on="rejected")
access.transition(weighing, END("forgotten"), on="expired")

access.transition(asking, granting, on="approved")
access.transition(asking, END("rejected"), on="rejected")
access.transition(asking, END("forgotten"), on="expired")

access.transition(granting, using, on="next")
access.transition(granting, END("refused"), on="refused")
access.transition(granting, FAIL("the directory does not answer"), on="failed")

access.transition(using, END("left"), on=EmployeeLeft)
access.transition(using, reviewing, on="expired")

access.transition(reviewing, using, on=reviewed, when="visit < 12")
access.transition(reviewing, END("over"), on=reviewed, otherwise=True)
access.transition(reviewing, END("over"), on="timeout")
access.transition(reviewing, FAIL("nobody could review"), on="error")

anywhere = access.anywhere(except_=[granting])
anywhere.transition(END("withdrawn"), on=withdrawn)

(
    access.specification("a month needs the owner alone")
    .given(
        context={
            "employee": "ann",
            "wish": {"system": "wiki", "days": Column("days"), "reason": "work"},
        },
    )
    .then_in(Column("state"))
    .cases(["days", "state"], [[30, Value("asking")], [31, Value("weighing")]])
)
