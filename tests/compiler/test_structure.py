"""The shape of a workflow, as far as neither types nor a proof are needed."""

import pytest

from tests.spec_text import checked, codes

HEAD = """\
workflow w
  context T
    n: int
    input key: text
    local rounds: int = 0
  event e: P into last
  event f
"""
TYPE = "type P\n  x: int\n"


def with_lines(*lines: str, start: str = "START -> s") -> str:
    body = "".join(f"    {line}\n" for line in lines)
    return f"{TYPE}{HEAD}  {start}\n  state s\n{body}"


@pytest.mark.parametrize("text", ["", "\n", "# nothing\n", "enum E\n  a\n", TYPE])
def test_a_file_without_a_workflow_is_refused(text: str) -> None:
    assert codes(text) == ["ST4001"]


def test_a_workflow_says_where_it_begins_and_has_a_state() -> None:
    assert codes("workflow w\n  event f\n") == ["ST4002", "ST4003"]


@pytest.mark.parametrize("target", ["END", "FAIL", 'FAIL "no"'])
def test_start_leads_to_a_state(target: str) -> None:
    (diagnostic,) = checked(with_lines("on f -> END", start=f"START -> {target}")).diagnostics
    assert (diagnostic.code, diagnostic.span.text) == ("ST4004", target)


@pytest.mark.parametrize(
    ("lines", "found"),
    [
        (["on f -> END"], []),
        (["on f when ctx.n > 1 -> END"], []),
        (["on f when ctx.n > 1 -> END", "on f when ctx.n < 1 -> s"], []),
        (["on f when ctx.n > 1 -> END", "on f otherwise -> s"], []),
        (["on f otherwise -> s"], []),
        (["on f otherwise -> s", "on f when ctx.n > 1 -> END"], []),
        (["on f -> END", "on e -> END"], []),
        (["on f -> END", "on f -> s"], ["ST4005"]),
        (["on f -> END", "on f -> s", "on f -> END"], ["ST4005", "ST4005"]),
        (["on f -> END", "on f when ctx.n > 1 -> s"], ["ST4006"]),
        (["on f when ctx.n > 1 -> s", "on f -> END"], ["ST4006"]),
        (["on f -> END", "on f otherwise -> s"], ["ST4006"]),
        (["on f when ctx.n > 1 -> s", "on f -> END", "on f otherwise -> s"], ["ST4006"]),
        (["on f otherwise -> END", "on f otherwise -> s"], ["ST4007"]),
        (["on timeout -> END"], ["ST4008"]),
        (["timeout 6h", "on timeout -> END"], []),
        (["on error -> END"], []),
        (["on error when payload.attempts > 1 -> END", "on error otherwise -> s"], []),
        (["on joined -> END"], ["ST4009"]),
        (["on joined when branches.all(status == completed) -> END"], ["ST4009"]),
        (["retries 0", "on f -> END"], []),
        (["retries 1000", "on f -> END"], []),
        (["retries 1001", "on f -> END"], ["ST4010"]),
        (["writes n", "on f -> END"], []),
        (["writes n, rounds", "on f -> END"], []),
        (["writes nothing", "on f -> END"], []),
        (["writes nn", "on f -> END"], ["ST2004"]),
        (["writes key", "on f -> END"], ["ST4011"]),
        (["writes last", "on f -> END"], ["ST4011"]),
        (["writes n, n", "on f -> END"], ["ST2016"]),
    ],
)
def test_the_lines_of_a_state(lines: list[str], found: list[str]) -> None:
    assert codes(with_lines(*lines)) == found


@pytest.mark.parametrize(
    ("starts", "found"),
    [
        (["START -> s", "START -> s"], ["ST4005"]),
        (["START when ctx.n > 1 -> s", "START -> s"], ["ST4006"]),
        (["START when ctx.n > 1 -> s", "START otherwise -> s"], []),
        (["START otherwise -> s"], []),
        (["START otherwise -> s", "START otherwise -> s"], ["ST4007"]),
        (["START when now > '2026-01-01T00:00:00Z' -> s"], []),
        (["START when count(f) > 1 -> s"], ["ST2014"]),
        (["START when payload.x > 1 -> s"], ["ST2014"]),
        (["START when visit > 1 -> s"], ["ST2014"]),
        (["START when attempt > 1 -> s"], ["ST2014"]),
    ],
)
def test_the_lines_of_start(starts: list[str], found: list[str]) -> None:
    assert codes(with_lines("on f -> END", start="\n  ".join(starts))) == found


@pytest.mark.parametrize(
    ("event", "condition", "found"),
    [
        ("e", "payload.x > 1", []),
        ("f", "payload.x > 1", ["ST2015"]),
        ("timeout", "payload.x > 1", ["ST2015"]),
        ("error", "payload.attempts > 1 and contains(payload.reason, 'disk')", []),
        ("error", "payload.x > 1", ["ST2004"]),
        ("f", "visit > 1 and attempt > 1 and count(e) > 1", []),
        ("f", "now > '2026-01-01T00:00:00Z'", []),
        ("g", "payload.x > 1 and payload.y", ["ST2001"]),
    ],
)
def test_a_line_reads_what_its_event_carries(event: str, condition: str, found: list[str]) -> None:
    lines = ("timeout 6h", f"on {event} when {condition} -> END")
    assert codes(with_lines(*lines)) == found


def test_a_line_that_always_holds_is_mended_by_otherwise() -> None:
    text = with_lines("on f when ctx.n > 1 -> s", "on f -> END")
    (diagnostic,) = checked(text).diagnostics
    assert diagnostic.span.text == "on f -> END"
    assert diagnostic.fix is not None
    (edit,) = diagnostic.fix.edits
    assert text[: edit.span.start] + edit.text + text[edit.span.end :] == with_lines(
        "on f when ctx.n > 1 -> s", "on f otherwise -> END"
    )


def test_without_a_context_a_routine_may_write_any_key() -> None:
    text = "workflow w\n  event f\n  START -> s\n  state s\n    writes anything\n    on f -> END\n"
    assert codes(text) == []
