"""The IR of the first example, and the places of its parts."""

from stateous.compiler import guards, ir
from stateous.compiler.types import Field, RecordType, ScalarType, Slot
from tests.spec_text import checked, workflow

SDLC = """\
type Tests
  passed: int >= 0
  failed: int >= 0

workflow sdlc "Code a ticket until its tests pass"
  context Ticket
    input repo: text                    # the path of the checkout
    summary: text?

  event done
  event stuck
  event passed: Tests
  event failed: Tests into last_run

  START -> coding

  state coding "An agent writes code"
    timeout 6h
    retries 2
    writes summary
    on done -> testing
    on stuck -> END
    on timeout -> FAIL "no code within six hours"
    on error -> FAIL "the agent failed three times"

  state testing "The tests run"
    timeout 1h
    writes nothing
    on passed -> END
    on failed when count(failed) < 3 -> coding
    on failed otherwise -> END
    on timeout -> FAIL "the tests hang"
    on error -> FAIL "the tests cannot run"

  specification "the third failure ends the ticket"
    given context repo = "acme/api"
    when done
    when failed passed = 1, failed = 2
    then in coding, visit 2
    when done
    when failed passed = 1, failed = 1
    when done
    when failed passed = 2, failed = 1
    then completed
    then count(failed) == 3
"""

INT = ScalarType("int")
COUNT = ScalarType("int", minimum=0)
TESTS = RecordType("Tests", (Field("passed", Slot(COUNT)), Field("failed", Slot(COUNT))))
TICKET = RecordType(
    "Ticket",
    (
        Field("repo", Slot(ScalarType("text")), role="input"),
        Field("summary", Slot(ScalarType("text"), nullable=True)),
        Field("last_run", Slot(TESTS, nullable=True), role="into"),
    ),
)


def _failed(passed: int, failed: int) -> ir.WhenEvent:
    return ir.WhenEvent("failed", {"passed": passed, "failed": failed}, {})


def _on(
    source: str, event: str | None, target: ir.Target, *, otherwise: bool = False
) -> ir.Transition:
    own = event in ("timeout", "error")
    return ir.Transition(source, event, target, otherwise=otherwise, outlet=own)


EXPECTED = ir.Workflow(
    name="sdlc",
    title="Code a ticket until its tests pass",
    context=TICKET,
    events=(
        ir.Event("done", None, None, None),
        ir.Event("stuck", None, None, None),
        ir.Event("passed", None, TESTS, None),
        ir.Event("failed", None, TESTS, "last_run"),
    ),
    states=(
        ir.State("coding", "An agent writes code", timeout=21_600, retries=2, writes=("summary",)),
        ir.State("testing", "The tests run", timeout=3_600, writes=()),
    ),
    transitions=(
        _on(ir.START, None, ir.Goto("coding")),
        _on("coding", "done", ir.Goto("testing")),
        _on("coding", "stuck", ir.Complete()),
        _on("coding", "timeout", ir.Fail("no code within six hours")),
        _on("coding", "error", ir.Fail("the agent failed three times")),
        _on("testing", "passed", ir.Complete()),
        ir.Transition(
            "testing",
            "failed",
            ir.Goto("coding"),
            guard=guards.Compare("<", guards.Count("failed"), guards.Const(3, INT)),
            text="count('failed') < 3",
        ),
        _on("testing", "failed", ir.Complete(), otherwise=True),
        _on("testing", "timeout", ir.Fail("the tests hang")),
        _on("testing", "error", ir.Fail("the tests cannot run")),
    ),
    specifications=(
        ir.Specification(
            "the third failure ends the ticket",
            (
                ir.GivenContext({"repo": "acme/api"}),
                ir.WhenEvent("done", {}, {}),
                _failed(1, 2),
                ir.ThenCondition(guards.InState(("coding",)), "in coding", 2),
                ir.WhenEvent("done", {}, {}),
                _failed(1, 1),
                ir.WhenEvent("done", {}, {}),
                _failed(2, 1),
                ir.ThenCompleted(),
                ir.ThenCondition(
                    guards.Compare("==", guards.Count("failed"), guards.Const(3, INT)),
                    "count(failed) == 3",
                ),
            ),
        ),
    ),
)


def test_the_first_example_has_this_ir() -> None:
    assert workflow(SDLC) == EXPECTED


def test_the_program_holds_the_records_that_contexts_and_payloads_use() -> None:
    program = checked("type Unused\n  x: int\n" + SDLC).program
    assert program is not None
    assert program.records == (TESTS,)


def test_every_part_of_the_ir_has_its_place() -> None:
    places = {place: span.text for place, span in checked(SDLC).places.items()}
    steps = {k: v for k, v in places.items() if k[0] == "step"}
    lines = {k: v for k, v in places.items() if k[0] == "transition"}
    rest = {k: v for k, v in places.items() if k[0] not in ("step", "transition", "on", "target")}
    assert steps["step", "sdlc", 0, 3] == "then in coding, visit 2"
    assert len(steps) == 10
    assert lines["transition", "sdlc", 0] == "START -> coding"
    assert lines["transition", "sdlc", 6] == "on failed when count(failed) < 3 -> coding"
    assert len(lines) == 10
    assert places["on", "sdlc", 6] == "failed"
    assert places["target", "sdlc", 6] == "coding"
    assert places["target", "sdlc", 9] == 'FAIL "the tests cannot run"'
    assert rest == {
        ("workflow", "sdlc"): "sdlc",
        ("context", "sdlc"): "Ticket",
        ("event", "sdlc", "done"): "done",
        ("event", "sdlc", "stuck"): "stuck",
        ("event", "sdlc", "passed"): "passed",
        ("event", "sdlc", "failed"): "failed",
        ("state", "sdlc", "coding"): "coding",
        ("state", "sdlc", "testing"): "testing",
        ("timeout", "sdlc", "coding"): "6h",
        ("timeout", "sdlc", "testing"): "1h",
        ("retries", "sdlc", "coding"): "retries 2",
        ("guard", "sdlc", 6): "count(failed) < 3",
        ("otherwise", "sdlc", 7): "otherwise",
        ("specification", "sdlc", 0): '"the third failure ends the ticket"',
    }


def test_the_word_otherwise_is_found_beside_a_state_of_that_name() -> None:
    text = """\
workflow w
  event otherwise
  START -> `otherwise`
  state `otherwise`
    on `otherwise` when visit < 3 -> `otherwise`
    on `otherwise` otherwise -> END
"""
    compiled = checked(text)
    assert compiled.diagnostics == ()
    place = compiled.places["otherwise", "w", 2]
    assert (place.text, place.first.line, place.first.column) == ("otherwise", 6, 20)


def test_a_backoff_is_kept_in_seconds() -> None:
    text = SDLC.replace("retries 2", "retries 2 backoff 10s..5m")
    assert workflow(text).states[0].backoff == ir.Backoff(10, 300)


def test_a_file_with_a_fault_has_places_and_no_program() -> None:
    compiled = checked(SDLC.replace("on done -> testing", "on done -> tesitng"))
    assert compiled.program is None
    assert compiled.has_errors
    assert compiled.places["state", "sdlc", "coding"].text == "coding"


def test_two_workflows_of_a_file_may_share_a_context_and_keep_their_own_fields() -> None:
    text = """\
type T
  n: int
workflow a
  context T
  event e: T into first
  START -> s
  state s
    on e when ctx.first.n > ctx.n -> END
    on e otherwise -> s
workflow b
  context T
  event f: T into second
  START -> s
  state s
    on f -> END
"""
    program = checked(text).program
    assert program is not None
    contexts = [w.context for w in program.workflows if w.context is not None]
    assert [[f.name for f in c.fields] for c in contexts] == [["n", "first"], ["n", "second"]]
    assert [record.name for record in program.records] == ["T"]
