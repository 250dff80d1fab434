"""Files of cases: groups of guards with the verdicts that the language page gives them.

Each case has fields of a context and a payload, guards on the event `e` of one state, and
what follows: `overlap` are pairs of guards, counted from 1, `gap` whether something is left
over, `dead` the guards that never hold. `STATEOUS_CASES` may name one more file.
"""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import yaml

from stateous.runtime.kernel.definition import prepare
from stateous.verifier.decoding.case import refusal
from stateous.verifier.encoding.solver import Refuted
from stateous.verifier.groups import Examined, all_of, examine, groups_of
from stateous.verifier.inquiry import Answer, Found
from stateous.verifier.verify import Verified, verify
from tests.spec_text import checked

FOLDER = Path(__file__).parent / "cases"
FILES = [
    *sorted(FOLDER.glob("*.yaml")),
    *map(Path, filter(None, [os.environ.get("STATEOUS_CASES")])),
]


@dataclass(frozen=True)
class GuardCase:
    """One case of a file."""

    name: str
    data: Mapping[str, Any]

    def __str__(self) -> str:
        """The name of the case in a report."""
        return self.name

    @property
    def text(self) -> str:
        """The case as a spec."""
        types: list[str] = []
        context = _fields(self.data.get("context"), "    ", types)
        payload = _fields(self.data.get("payload"), "  ", types)
        if payload:
            types.append(f"type Payload\n{payload}")
        return (
            "".join(types)
            + "workflow w\n"
            + (f"  context Ctx\n{context}" if context else "")
            + f"  event e{': Payload' if payload else ''}\n  event other\n"
            + "  START -> s\n  state s\n    on other -> END\n    on error -> END\n"
            + "".join(f"    on e when {guard} -> END\n" for guard in self.data["guards"])
        )


def _fields(fields: Mapping[str, Any] | None, indent: str, types: list[str]) -> str:
    """Return the lines of fields; a mapping is a record of its own, added to `types`."""
    lines = ""
    for name, type_ in (fields or {}).items():
        if isinstance(type_, Mapping):
            types.append(f"type Record_{name}\n{_fields(type_, '  ', types)}")
            type_ = f"Record_{name}"
        lines += f"{indent}{name}: {type_}\n"
    return lines


def _cases() -> list[GuardCase]:
    return [
        GuardCase(data["name"], data)
        for path in FILES
        for data in yaml.safe_load(path.read_text(encoding="utf-8"))
    ]


def _verified(case: GuardCase) -> Verified:
    compiled = checked(case.text)
    assert compiled.program is not None, compiled.diagnostics
    return verify(compiled)


def _examined(case: GuardCase) -> Examined:
    program = checked(case.text).program
    assert program is not None
    (workflow,) = program.workflows
    ((group, otherwise),) = groups_of(prepare(workflow))
    return examine(group, otherwise)


def _unanswered(examined: Examined) -> list[Answer]:
    answers = (
        examined.exclusive,
        *examined.overlaps.values(),
        examined.rest,
        *examined.alive.values(),
    )
    return [answer for answer in answers if not isinstance(answer, Found | Refuted)]


@pytest.mark.parametrize("case", _cases(), ids=str)
def test_a_group_gets_exactly_the_verdicts_of_its_case(case: GuardCase) -> None:
    examined = _examined(case)
    assert _unanswered(examined) == []
    first = min(examined.group.guards) - 1
    overlaps = [[a - first, b - first] for a, b in examined.overlaps]
    dead = [i - first for i, answer in examined.alive.items() if isinstance(answer, Refuted)]
    assert overlaps == case.data["overlap"]
    assert isinstance(examined.rest, Found) == case.data["gap"]
    assert dead == case.data.get("dead", [])


@pytest.mark.parametrize("case", _cases(), ids=str)
def test_each_example_is_one_that_the_engine_refuses(case: GuardCase) -> None:
    examined = _examined(case)
    definition = examined.group.definition
    for pair in examined.overlaps:
        found = examined.inquiry.ask(all_of(pair))
        assert isinstance(found, Found)
        assert refusal(definition, found.case) == "guards_overlap"
    if isinstance(examined.rest, Found):
        assert refusal(definition, examined.rest.case) == "no_transition"


@pytest.mark.parametrize("case", _cases(), ids=str)
def test_what_is_reported_is_what_was_found(case: GuardCase) -> None:
    codes = [d.code for d in _verified(case).diagnostics]
    expected = ["ST5001"] * len(case.data["overlap"])
    expected += ["ST5002"] * case.data["gap"] + ["ST5003"] * len(case.data.get("dead", []))
    assert sorted(codes) == sorted(expected)
