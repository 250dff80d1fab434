"""Specifications as the compiler sees them: names, paths, order, and the values as JSON."""

from decimal import Decimal

import pytest

from stateous.compiler import guards, ir
from stateous.compiler.types import ScalarType
from tests.spec_text import checked, codes, workflow

SPEC = """\
enum Level
  low
  high
type Run
  passed: int
  level: Level?
  took: duration?
  inner: Inner?
type Inner
  tags: map of text
workflow w
  context T
    n: int = 0
    note: text?
    level: Level?
    levels: list of Level = []
    price: decimal?
    data: json
    counts: map of int = {}
  event ran: Run into last
  event done
  START -> a
  state a
    timeout 6h
    on ran -> b
    on timeout -> FAIL
  state b
    on done -> END
  specification "it runs"
"""


def spec(*steps: str) -> str:
    return SPEC + "".join(f"    {step}\n" for step in steps)


def steps(*lines: str) -> tuple[ir.Step, ...]:
    (specification,) = workflow(spec(*lines)).specifications
    return specification.steps


@pytest.mark.parametrize(
    ("line", "meaning"),
    [
        ("given context", ir.GivenContext({})),
        (
            "given context n = -1, note = 'x', level = low, levels = [low, 'high']",
            ir.GivenContext({"n": -1, "note": "x", "level": "low", "levels": ["low", "high"]}),
        ),
        ("given context price = 1.50", ir.GivenContext({"price": Decimal("1.5")})),
        ("given context price = '1.50'", ir.GivenContext({"price": "1.50"})),
        (
            "given context data = {a: [1, null, true], 'b c': {}}",
            ir.GivenContext({"data": {"a": [1, None, True], "b c": {}}}),
        ),
        (
            "given context data.a.b = 1, data.a.c = 2, counts.x = 3",
            ir.GivenContext({"data": {"a": {"b": 1, "c": 2}}, "counts": {"x": 3}}),
        ),
        ("given context n = 'not an int'", ir.GivenContext({"n": "not an int"})),
        ("given context level = 'none of them'", ir.GivenContext({"level": "none of them"})),
        ("given in b", ir.GivenState("b")),
        ("given clock '2026-01-01T01:00:00+01:00'", ir.GivenClock(1767225600_000000)),
        ("when done", ir.WhenEvent("done", {}, {})),
        ("when fired done", ir.WhenEvent("done", {}, {}, fired=True)),
        (
            "when ran passed = 1, took = 1d12h, inner.tags.a = 'x' with note = 'y'",
            ir.WhenEvent(
                "ran",
                {"passed": 1, "took": "PT36H", "inner": {"tags": {"a": "x"}}},
                {"note": "y"},
            ),
        ),
        (
            "when ran passed = 1, inner = {tags: {a: 'x'}}, level = Level.high",
            ir.WhenEvent("ran", {"passed": 1, "inner": {"tags": {"a": "x"}}, "level": "high"}, {}),
        ),
        ("when 1d12h pass", ir.WhenPass(129_600)),
        ("when a fails 'disk full'", ir.WhenFails("a", "disk full")),
        ("when a fails", ir.WhenFails("a", "the attempt failed")),
        ("then completed", ir.ThenCompleted()),
        ("then failed", ir.ThenFailed(None)),
        ("then failed 'why'", ir.ThenFailed("why")),
        ("then refused", ir.ThenRefused(None)),
        ("then refused guards_overlap", ir.ThenRefused("guards_overlap")),
        ("then refused 'why'", ir.ThenRefused("why")),
        ("then in a", ir.ThenCondition(guards.InState(("a",)), "in a")),
        ("then in a, visit 2", ir.ThenCondition(guards.InState(("a",)), "in a", 2)),
        ("then in [a, b]", ir.ThenCondition(guards.InState(("a", "b")), "in [a, b]")),
        ("then visited(a)", ir.ThenCondition(guards.Visited("a"), "visited(a)")),
        ("then ended", ir.ThenCondition(guards.Ended("ended"), "ended")),
        (
            "then count('ran') == 1",
            ir.ThenCondition(
                guards.Compare("==", guards.Count("ran"), guards.Const(1, ScalarType("int"))),
                "count(ran) == 1",
            ),
        ),
    ],
)
def test_a_step_means(line: str, meaning: ir.Step) -> None:
    assert steps(line) == (meaning,)


@pytest.mark.parametrize(
    ("lines", "code", "word"),
    [
        (["when doen"], "ST2001", "doen"),
        (["when a"], "ST2001", "a"),
        (["when timeout"], "ST4104", "timeout"),
        (["when error"], "ST4104", "error"),
        (["when joined"], "ST4104", "joined"),
        (["given in c"], "ST2002", "c"),
        (["when c fails"], "ST2002", "c"),
        (["then in c"], "ST2002", "c"),
        (["then visited(c)"], "ST2002", "c"),
        (["given context m = 1"], "ST2004", "m"),
        (["when ran passd = 1"], "ST2004", "passd"),
        (["when ran inner.tag = 1"], "ST2004", "tag"),
        (["when ran inner = {tag: 1}"], "ST2004", "tag"),
        (["when done with m = 1"], "ST2004", "m"),
        (["when ran passed.x = 1"], "ST3110", "x"),
        (["when done x = 1"], "ST2015", "x"),
        (["given context level = lo"], "ST2005", "lo"),
        (["given context levels = [low, hihg]"], "ST2005", "hihg"),
        (["given context level = Level.hihg"], "ST2005", "hihg"),
        (["given context note = low"], "ST2006", "low"),
        (["given context data = low"], "ST2006", "low"),
        (["given context n = 1h"], "ST3104", "1h"),
        (["given context note = 1h"], "ST3104", "1h"),
        (["given context n = Level.low"], "ST3104", "low"),
        (["given context n = 1, n = 2"], "ST2017", "n"),
        (["given context data.a = 1, data.a.b = 2"], "ST2017", "b"),
        (["given context data.a.b = 1, data.a = 2"], "ST2017", "a"),
        (["given context data = {a: 1, a: 2}"], "ST2017", "a"),
        (["given clock '2026-01-01'"], "ST4103", "'2026-01-01'"),
        (["when done", "given in b"], "ST4101", "given in b"),
        (["then in a", "given context n = 1"], "ST4101", "given context n = 1"),
        (["given in a", "given in b"], "ST4102", "given in b"),
        (["given context n = 1", "given context"], "ST4102", "given context"),
        (["when fired done with n = 1"], "ST4105", "n"),
        (["then in a, visit 0"], "ST4106", "0"),
        (["then refused no_transitoin"], "ST1014", "no_transitoin"),
        (["then payload.passed == 1"], "ST2014", "payload"),
        (["then now > '2026-01-01T00:00:00Z'"], "ST2014", "now"),
        (["then ctx.n == 'a'"], "ST3101", "ctx.n == 'a'"),
        (["then ctx.n"], "ST3103", "ctx.n"),
    ],
)
def test_a_step_is_refused_at_the_word_that_is_wrong(
    lines: list[str], code: str, word: str
) -> None:
    (diagnostic,) = checked(spec(*lines)).diagnostics
    assert (diagnostic.code, diagnostic.span.text) == (code, word)


def test_everything_may_be_given_once_before_the_first_step() -> None:
    text = spec("given clock '2026-01-01T00:00:00Z'", "given context n = 1", "given in b")
    assert codes(text) == []


def test_an_outcome_may_follow_what_is_given() -> None:
    assert codes(spec("given context n = 'a'", "then refused type")) == []


def test_two_specifications_of_one_workflow_have_two_names() -> None:
    text = spec("when done") + '  specification "it runs"\n    when done\n'
    (diagnostic,) = checked(text).diagnostics
    assert (diagnostic.code, diagnostic.span.text) == ("ST2010", '"it runs"')


def test_without_a_context_any_key_may_be_given_and_written() -> None:
    text = """\
workflow w
  event done
  START -> a
  state a
    on done -> END
  specification "s"
    given context anything.at.all = [1]
    when done with more = "x"
    then ctx.anything.at.all == [1]
"""
    given, when, _ = workflow(text).specifications[0].steps
    assert given == ir.GivenContext({"anything": {"at": {"all": [1]}}})
    assert when == ir.WhenEvent("done", {}, {"more": "x"})


TABLE = """\
workflow w
  context T
    n: int = 0
  event done
  event back
  START -> a
  state a
    on done -> END as "good"
    on back -> b
  state b
    on done -> END
    on back -> a
  specification "rows"
    given context n = <n>
    when <event>
    then in <state>
    cases
      n | event | state
      1 | back  | b
      2 | back  | b
"""


def test_each_row_of_a_table_is_a_specification() -> None:
    one, two = workflow(TABLE).specifications
    assert (one.name, one.row, two.name, two.row) == ("rows", 1, "rows", 2)
    assert one.steps == (
        ir.GivenContext({"n": 1}),
        ir.WhenEvent("back", {}, {}),
        ir.ThenCondition(guards.InState(("b",)), "in b"),
    )
    assert two.steps[0] == ir.GivenContext({"n": 2})


def test_a_row_has_the_place_of_its_line() -> None:
    compiled = checked(TABLE)
    assert compiled.places[("specification", "w", 1)].first.line == 20


def test_a_fault_in_a_cell_is_reported_there_and_one_in_a_shared_step_once() -> None:
    cell = checked(TABLE.replace("2 | back  | b", "2 | bakc  | b")).diagnostics
    assert [(one.code, one.span.text, one.span.first.line) for one in cell] == [
        ("ST2001", "bakc", 20)
    ]
    shared = checked(TABLE.replace("in <state>", "in <state> and visited(c)")).diagnostics
    assert [(one.code, one.span.text) for one in shared] == [("ST2002", "c")]


OUTSIDE = """\
event Moved
  order: uuid
command Send
  order: uuid
readmodel Order key order
  total: int = 0
  from Moved
    set total = 1
statemachine Life follows Order
  state Placed initial
    on Moved -> Done
  state Done final
    entering invokes Send
  specification "m"
    when fact Moved order = "7c9e6679-7425-40de-944b-e07fc1f90ae7"
    then in Done
    then total == 1
    then invokes Send
    then nothing started
specification "top"
  when fact Moved order = "7c9e6679-7425-40de-944b-e07fc1f90ae7"
  then Life in Done
"""


def test_machines_and_files_have_specifications_of_their_own() -> None:
    compiled = checked(OUTSIDE)
    assert compiled.diagnostics == ()
    assert compiled.program is not None
    (machine,) = compiled.program.machines
    (own,) = machine.specifications
    moved = ir.WhenFact("Moved", {"order": "7c9e6679-7425-40de-944b-e07fc1f90ae7"})
    assert own.steps[:2] == (moved, ir.ThenCondition(guards.InState(("Done",)), "in Done"))
    assert own.steps[3:] == (ir.ThenInvokes("Send", {}), ir.ThenNothing("started"))
    (top,) = compiled.program.specifications
    assert top.steps == (moved, ir.ThenOtherIn("Life", ("Done",)))
    assert compiled.places[("machine step", "Life", 0, 1)].text == "then in Done"
    assert compiled.places[("file step", 0, 1)].text == "then Life in Done"
