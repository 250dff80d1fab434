"""Names: declared once, known where they are used, said against only when it is certain."""

import pytest

from stateous.compiler.check import check
from stateous.grammar.diagnostic import Diagnostic
from stateous.grammar.flow.reader import read_flow
from stateous.grammar.source import Source
from tests.spec_text import checked, codes

PLAIN = """\
workflow w
  event done
  START -> a
  state a
    on done -> END
"""


def only(text: str) -> Diagnostic:
    (diagnostic,) = checked(text).diagnostics
    return diagnostic


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ("  event done", "  event done\n  event done", "event `done` is declared twice"),
        ("  state a", "  state a\n    on done -> a\n  state a", "state `a` is declared twice"),
        (
            "workflow w\n",
            "type T\n  x: int\n  x: int\nworkflow w\n",
            "field `x` is declared twice",
        ),
        ("workflow w\n", "type T\nenum T\n  x\nworkflow w\n", "type `T` is declared twice"),
        ("workflow w\n", "enum E\n  x\n  x\nworkflow w\n", "member `x` is declared twice"),
        (
            "workflow w\n",
            "workflow w\n  context T\n    x: one of a, b, a\n",
            "member `a` is declared twice",
        ),
        (
            "workflow w\n",
            "type T\n  x: int\nworkflow w\n  context T\n    y: int\n",
            "type `T` is declared twice",
        ),
    ],
)
def test_a_name_is_declared_once(before: str, after: str, message: str) -> None:
    assert only(PLAIN.replace(before, after, 1)).message == message


def test_two_workflows_need_two_names() -> None:
    assert only(PLAIN + PLAIN).message == "workflow `w` is declared twice"


def test_the_second_declaration_is_reported_and_the_first_is_shown() -> None:
    diagnostic = only(PLAIN.replace("  event done", "  event done\n  event done"))
    shown = [(label.span.first.line, label.text) for label in diagnostic.labels]
    assert diagnostic.span.first.line == 3
    assert shown == [(3, "declared again here"), (2, "first declared here")]


def test_a_state_an_event_a_field_and_a_type_may_share_a_name() -> None:
    text = """\
type a
  a: int
workflow a
  context c
    a: int
  event a: a
  START -> a
  state a
    on a when payload.a == ctx.a and count(a) > 1 -> END
    on a otherwise -> a
"""
    assert codes(text) == []


@pytest.mark.parametrize(
    "word", ["START", "END", "FAIL", "STAY", "REFUSE", "timeout", "error", "joined"]
)
def test_a_word_of_the_language_names_no_workflow_state_or_event_but_a_field(word: str) -> None:
    declared = {
        "event": PLAIN.replace("event done", f"event done\n  event `{word}`"),
        "state": PLAIN + f"  state `{word}`\n    on done -> END\n",
        "workflow": PLAIN.replace("workflow w", f"workflow `{word}`"),
    }
    for text in declared.values():
        assert codes(text) == ["ST2011"]
    assert codes(PLAIN.replace("  event", f"  context T\n    {word}: int\n  event", 1)) == []


@pytest.mark.parametrize("name", ["text", "int", "json", "list", "map", "one"])
def test_a_type_does_not_hide_one_of_the_language(name: str) -> None:
    assert codes(f"type `{name}`\n  x: int\n{PLAIN}") == ["ST2012"]


@pytest.mark.parametrize(
    ("before", "after", "message", "help_"),
    [
        ("START -> a", "START -> b", "`b` is not a state of `w`", "known here: `a`"),
        (
            "START -> a",
            "START -> done",
            "`done` is not a state of `w`, but an event",
            "known here: `a`",
        ),
        ("-> END", "-> aa", "`aa` is not a state of `w`", "did you mean `a`?"),
        ("on done", "on doen", "`doen` is not an event of `w`", "did you mean `done`?"),
        ("on done", "on Done", "`Done` is not an event of `w`", "did you mean `done`?"),
        (
            "on done",
            "on a",
            "`a` is not an event of `w`, but a state",
            "known here: `done`, `timeout`, `error`, `joined`",
        ),
        ("on done", "on timeuot", "`timeuot` is not an event of `w`", "did you mean `timeout`?"),
        ("event done", "event done: Tsts", "`Tsts` is not a type", "did you mean `Tests`?"),
        ("event done", "event done: string", "`string` is not a type", "did you mean `text`?"),
        ("  event", "  context Test\n  event", "`Test` is not a type", "did you mean `Tests`?"),
    ],
)
def test_an_unknown_name_is_answered_with_the_nearest_of_the_right_sort(
    before: str, after: str, message: str, help_: str | None
) -> None:
    diagnostic = only("type Tests\n  failed: int\n" + PLAIN.replace(before, after, 1))
    assert (diagnostic.message, diagnostic.help) == (message, help_)


def test_the_fix_of_a_misspelt_name_writes_the_nearest() -> None:
    diagnostic = only(PLAIN.replace("on done", "on doen"))
    assert diagnostic.fix is not None
    (edit,) = diagnostic.fix.edits
    assert (edit.span.text, edit.text, diagnostic.fix.safe) == ("doen", "done", False)


def test_a_name_in_backquotes_is_not_mended_by_text_alone() -> None:
    assert only(PLAIN.replace("on done", "on `doen`")).fix is None


@pytest.mark.parametrize(
    "unread",
    ["  event failed: : T", "  event failed -> T", "  evnt failed", "  context T failed"],
)
def test_a_name_on_a_line_that_could_not_be_read_is_not_called_unknown(unread: str) -> None:
    text = PLAIN.replace("  START", f"{unread}\n  START") + "    on failed -> END\n"
    compiled = checked(text)
    assert [d.code[:3] for d in compiled.diagnostics] == ["ST1"]
    assert compiled.program is None


def test_what_is_missing_is_not_reported_when_lines_could_not_be_read() -> None:
    text = """\
workflow w
  event done
  START --> a
  state a
    timeout 6 h
    on done -> END
    on timeout -> END
"""
    assert {code[:3] for code in codes(text)} <= {"ST0", "ST1"}


def test_a_context_that_could_not_be_read_makes_no_field_unknown() -> None:
    text = PLAIN.replace("  START", "  contxt T\n    b: bool\n  START").replace(
        "on done ->", "on done when ctx.b and ctx.n > 'a' ->"
    )
    assert codes(text + "    on done otherwise -> a\n") == ["ST1002"]


def test_faults_that_do_not_depend_on_each_other_are_reported_together() -> None:
    text = """\
type Tests
  failed: intt
workflow w
  context Ticket
    repo: text = 1
    level: one of low, high
  event done: Tests
  event done
  START -> aa
  state a
    writes repoo
    on doen -> END
    on timeout -> b
    on done when ctx.level == hihg -> END
    on done when ctx.repo == 1 -> END
  specification "s"
    when nothing
    then in c
"""
    assert codes(text) == [
        "ST2003",
        "ST3008",
        "ST2010",
        "ST2002",
        "ST2004",
        "ST2001",
        "ST4008",
        "ST2002",
        "ST2005",
        "ST3101",
        "ST2001",
        "ST2002",
    ]


def test_diagnostics_of_the_reader_and_of_the_compiler_stand_in_one_order() -> None:
    parsed = read_flow(Source("w.flow", PLAIN.replace("on done", "on doen") + "  sttae b\n"))
    found = check(parsed).diagnostics
    assert [d.span.start for d in found] == sorted(d.span.start for d in found)
    assert {d.code[:3] for d in found} == {"ST1", "ST2"}
