"""The steps that each row of a table gives, and what is said of cells that do not fit."""

import pytest

from stateous.grammar.diagnostic import Diagnostic
from stateous.grammar.syntax import (
    Column,
    Comparison,
    DurationLiteral,
    Ended,
    InState,
    Member,
    Name,
    NullLiteral,
    Row,
    SpecificationDecl,
    Step,
    TextLiteral,
    ThenCompleted,
    ThenCondition,
    ThenFailed,
    ThenOtherIn,
    ThenRefused,
    WhenChild,
    WhenEvent,
    WhenFails,
    WhenOutlet,
    WhenPass,
)
from stateous.grammar.tables import rows_of
from tests.flow_text import read, report, sound

Rows = tuple[tuple[Row | None, tuple[Step, ...]], ...]


def _specification(steps: list[str], rows: list[str]) -> SpecificationDecl:
    return sound(_text(steps, rows)).tree.specifications[0]


def _text(steps: list[str], rows: list[str]) -> str:
    lines = [*(f"  {step}" for step in steps), "  cases", *(f"    {row}" for row in rows)]
    return 'specification "s"\n' + "".join(f"{line}\n" for line in lines)


def _step(step: str, cell: str) -> Step:
    ((_, (found,)),) = _rows([step], ["x", cell])
    return found


def _rows(steps: list[str], rows: list[str]) -> Rows:
    found: list[Diagnostic] = []
    result = rows_of(_specification(steps, rows), found.append)
    assert found == []
    return result


def _unfit(step: str, cell: str) -> Diagnostic:
    found: list[Diagnostic] = []
    assert rows_of(_specification([step], ["x", cell]), found.append) == ()
    (diagnostic,) = found
    return diagnostic


def _refuse(diagnostic: Diagnostic) -> None:
    raise AssertionError(diagnostic.message)


def test_without_a_table_the_steps_stand_once() -> None:
    (found,) = sound('specification "s"\n  then completed\n').tree.specifications
    assert rows_of(found, _refuse) == ((None, found.steps),)


def test_each_row_gives_the_steps_with_its_cells() -> None:
    rows = _rows(
        ["when <event> passed = <passed>", "then in <state>"],
        ["event | passed | state", "failed | 2 | a-b", "done | | c"],
    )
    assert len(rows) == 2
    for (row, steps), event, state in zip(rows, ("failed", "done"), ("a-b", "c"), strict=True):
        when, then = steps
        assert isinstance(when, WhenEvent) and isinstance(then, ThenCondition)
        assert when.event == Name(event, span=when.span)
        assert isinstance(then.condition, InState)
        assert [found.text for found in then.condition.states] == [state]
        assert row is not None and row.span.text.startswith(event)
    (_, (second, _)) = rows[1]
    assert isinstance(second, WhenEvent) and isinstance(second.payload[0].value, NullLiteral)


def test_what_a_cell_gives_stands_where_the_cell_stands() -> None:
    found = _step("then in <x>", "coding")
    assert isinstance(found, ThenCondition) and isinstance(found.condition, InState)
    place = found.condition.states[0].span
    assert (place.text, place.first.line) == ("coding", 5)
    event = _step("when e a = [1, {b: <x>}]", '"why"')
    assert isinstance(event, WhenEvent) and "Column" not in repr(event)


@pytest.mark.parametrize(
    ("step", "cell", "kind"),
    [
        ("when <x> pass", "2h", WhenPass),
        ('when <x> fails "why"', "coding", WhenFails),
        ("when coding fails <x>", '"why"', WhenFails),
        ("when <x> next", "pay", WhenOutlet),
        ("when pay <x>", "refused", WhenOutlet),
        ("when child w <x> completes", '"k"', WhenChild),
        ("when child w completes as <x>", '"k"', WhenChild),
        ("then w in <x>", "a-b", ThenOtherIn),
        ("then <x> in a", "w-v", ThenOtherIn),
        ("then failed <x>", '"why"', ThenFailed),
        ("then completed as <x>", '"late"', ThenCompleted),
        ("then refused <x>", "no_transition", ThenRefused),
        ("then refused <x>", '"why"', ThenRefused),
        ("then count(<x>) == 1", "e-f", ThenCondition),
        ("then visited(<x>)", "e-f", ThenCondition),
        ("then in a, visit <x>", "2", ThenCondition),
        ("then ctx.a == <x>", "Level.low", ThenCondition),
        ("then ctx.a == <x>", "-2", ThenCondition),
    ],
)
def test_a_column_stands_for_any_part(step: str, cell: str, kind: type[Step]) -> None:
    found = _step(step, cell)
    assert isinstance(found, kind)
    assert "column=True" not in repr(found) and "Column(" not in repr(found)


@pytest.mark.parametrize(
    ("cell", "kind"),
    [("refused", ThenRefused), ("completed", ThenCompleted), ("failed", ThenFailed)],
)
def test_a_cell_may_stand_for_a_whole_step(cell: str, kind: type[Step]) -> None:
    assert isinstance(_step("then <x>", cell), kind)


def test_a_cell_may_say_that_the_token_ended_or_that_something_holds() -> None:
    ended = _step("then <x>", "ended")
    assert isinstance(ended, ThenCondition) and isinstance(ended.condition, Ended)
    assert isinstance(_step("then <x>", "true"), ThenCondition)


def test_an_empty_cell_leaves_a_text_out_and_is_null_elsewhere() -> None:
    rows = _rows(["when a fails <x>", "then ctx.b == <y>"], ["x | y", "| "])
    ((_, (fails, then)),) = rows
    assert isinstance(fails, WhenFails) and fails.reason is None
    assert isinstance(then, ThenCondition) and isinstance(then.condition, Comparison)
    assert isinstance(then.condition.operands[1], NullLiteral)


@pytest.mark.parametrize(
    ("step", "cell", "message"),
    [
        ("then in <x>", "3", "column `x` stands for a state; this cell is a number"),
        ("when <x>", '"e"', "column `x` stands for an event; this cell is a text"),
        ("when pay <x>", "null", "column `x` stands for an outlet; this cell is null"),
        ("when <x> pass", "3", "column `x` stands for a duration; this cell is a number"),
        ("given clock <x>", "2h", "column `x` stands for a time; this cell is a duration"),
        ("then failed <x>", "late", "column `x` stands for a reason; this cell is the name `late`"),
        ("then completed as <x>", "[]", "column `x` stands for a label; this cell is a list"),
        ("when child w <x> fails", "true", "column `x` stands for a key; this cell is `true`"),
        ("then <x>", "null", "column `x` stands for a whole step; this cell is null"),
        (
            "then <x>",
            "coding",
            "column `x` stands for a whole step; this cell is the name `coding`",
        ),
        (
            "then in a, visit <x>",
            "a",
            "column `x` stands for the number of a visit; this cell is the name `a`",
        ),
        ("then in <x>", "E.a", "column `x` stands for a state; this cell is a member of an enum"),
    ],
)
def test_a_cell_of_another_sort_is_reported_where_it_stands(
    step: str, cell: str, message: str
) -> None:
    diagnostic = _unfit(step, cell)
    assert (diagnostic.code, diagnostic.message) == ("ST1022", message)
    assert diagnostic.span.text == cell


def test_only_the_row_with_the_wrong_cell_is_left_out() -> None:
    found: list[Diagnostic] = []
    rows = rows_of(_specification(["then in <x>"], ["x", "a", "3", "b"]), found.append)
    assert [row.span.text for row, _ in rows if row] == ["a", "b"]
    assert len(found) == 1


def test_cells_hold_literals_and_texts_with_bars() -> None:
    (found,) = sound(
        _text(["then ctx.a == <x>"], ["x", '"a|b"', "{a: [1, 2]}", "`in`"])
    ).tree.specifications
    assert found.cases is not None
    assert [row.cells[0].span.text for row in found.cases.rows] == ['"a|b"', "{a: [1, 2]}", "`in`"]


def test_an_empty_cell_stands_between_its_signs() -> None:
    text = _text(
        ["then ctx.a == <x>", "then ctx.a == <y>", "then ctx.a == <z>"],
        ["x | y | z", "1 |  |", "| 2 |", "| | 3"],
    )
    (found,) = sound(text).tree.specifications
    assert found.cases is not None
    for row in found.cases.rows:
        assert len(row.cells) == 3
        starts = [cell.span.start for cell in row.cells]
        assert starts == sorted(starts)
        assert all(row.span.start <= start <= row.span.end for start in starts)


def test_rows_may_be_waived() -> None:
    (found,) = sound(_text(["then in <x>"], ["x", 'allow ST1 "why"', "a", "b"])).tree.specifications
    assert found.cases is not None
    assert [len(row.allows) for row in found.cases.rows] == [1, 0]


def test_a_table_that_was_reported_gives_no_rows_and_no_second_report() -> None:
    for rows in (["x | x", "a | b"], ["x", "a | b"], ["y", "a"]):
        parsed = read(_text(["then in <x>"], rows))
        assert len(report(parsed)) == 1
        assert rows_of(parsed.tree.specifications[0], _refuse) == ()


def test_columns_are_names_and_values() -> None:
    (found,) = sound(_text(["when <e> a = <v>"], ["e | v", "x | 2h"])).tree.specifications
    (step,) = found.steps
    assert isinstance(step, WhenEvent)
    assert step.event.column and step.event.text == "e"
    assert step.payload[0].value == Column("v", span=step.span)
    assert found.cases is not None
    assert found.cases.rows[0].cells[1] == DurationLiteral(7200, span=step.span)
    assert not isinstance(found.cases.rows[0].cells[0], TextLiteral | Member)
