"""What a file declares besides workflows, by builders, by models, and by names."""

from pathlib import Path

import pytest

from stateous.grammar.flow.reader import read_flow
from stateous.grammar.source import Source
from stateous.grammar.syntax import File
from tests.python_spec import PRELUDE, Said, only, read, said

MODEL = """\
from uuid import UUID

from pydantic import BaseModel
from stateous import Command, END, Fact, ReadModel, Set, START, StateMachine, Starts, Workflow


class Order(BaseModel):
    order: UUID
    total: int = 0


"""


def _tree(folder: Path, text: str, **siblings: str) -> File:
    parsed = read(folder, text, **siblings)
    assert parsed.diagnostics == ()
    return parsed.tree


def _flow(text: str) -> File:
    parsed = read_flow(Source("s.flow", text))
    assert parsed.diagnostics == ()
    return parsed.tree


def test_a_model_gives_a_fact_a_command_and_a_read_model_their_fields(tmp_path: Path) -> None:
    text = (
        MODEL
        + 'Fact("OrderPlaced", Order)\nCommand("Pay", Order)\n'
        + 'ReadModel("Orders", key="order", fields=Order)\n'
    )
    fields = "  order: uuid\n  total: int = 0\n"
    assert _tree(tmp_path, text) == _flow(
        f"command Pay\n{fields}event OrderPlaced\n{fields}readmodel Orders key order\n{fields}"
    )


def test_a_model_that_is_a_payload_too_is_a_type(tmp_path: Path) -> None:
    text = MODEL + 'Fact("Placed", Order)\nflow = Workflow("w")\nflow.event("e", payload=Order)\n'
    tree = _tree(tmp_path, text)
    assert [type_.name.text for type_ in tree.types] == ["Order"]
    assert tree.facts[0].fields == tree.types[0].fields


def test_a_file_needs_no_workflow(tmp_path: Path) -> None:
    assert _tree(tmp_path, 'import stateous\nstateous.Role("Manager")\n').workflows == ()


def test_what_an_imported_file_declares_counts(tmp_path: Path) -> None:
    facts = 'from stateous import Fact\n\npaid = Fact("Paid", ["order: uuid"])\n'
    text = "from facts import paid\n" + PRELUDE + 'flow.wait("waiting", for_=paid)\n'
    assert [fact.name.text for fact in _tree(tmp_path, text, facts=facts).facts] == ["Paid"]


def test_a_handle_and_a_name_say_the_same(tmp_path: Path) -> None:
    head = MODEL + (
        'paid = Fact("Paid", ["order: uuid"])\norders = ReadModel("Orders", key="order")\n'
        'flow = Workflow("w")\nflow.transition(START, END)\nflow.subject({orders})\n'
        'orders.from_({paid}, Set("total", "1"))\n'
        'life = StateMachine("Life", follows={orders})\n'
        'a = life.state("a", initial=True, entering=[Starts({flow})])\n'
        "life.transition(a, a, on={paid})\n"
        'run = life.specification("s")\n'
        "run.when_fact({paid}).then_starts({flow}).then_other_in({life}, {a})\n"
    )
    names = {"paid": '"Paid"', "orders": '"Orders"', "flow": '"w"', "life": '"Life"', "a": '"a"'}
    handles = head.format(**{name: name for name in names})
    assert _tree(tmp_path, handles) == _tree(tmp_path, head.format(**names))


def test_nothing_is_noted_outside_a_run() -> None:
    from stateous import Fact

    assert Fact("Paid").name == Fact("Paid").name == "Paid"


def test_a_bare_name_for_another_kind_of_thing_is_refused(tmp_path: Path) -> None:
    added = 'import stateous\nflow.subject(stateous.Role("Manager"))\n'
    diagnostic = only(read(tmp_path, PRELUDE + added))
    assert said(diagnostic) == Said("ST8113", 10, 14, 'stateous.Role("Manager")')


@pytest.mark.parametrize(
    ("table", "text", "help"),
    [
        ('cases(["size"], [[1, 2]])', "2", None),
        ('cases(["size", "fee"], [[1]])', "fee", 'write `Column("fee")` where it gives a value'),
        ('cases(["weight"], [[1]])', 'Column("size")', "its columns are"),
        ("then_completed()", 'Column("size")', "add `.cases(columns, rows)`"),
    ],
)
def test_a_table_that_does_not_fit_is_told_at_its_place(
    tmp_path: Path, table: str, text: str, help: str | None
) -> None:
    added = (
        "from stateous import Column\n"
        f'flow.specification("s").given(context={{"size": Column("size")}}).{table}\n'
    )
    diagnostics = read(tmp_path, PRELUDE + added).diagnostics
    assert diagnostics and {diagnostic.span.first.line for diagnostic in diagnostics} == {10}
    found = next(d for d in diagnostics if d.span.text == text)
    assert help is None or (found.help or "").startswith(help)
