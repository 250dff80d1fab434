"""The table of rules: codes are unique and permanent, and each rule shows what it finds."""

import re
from datetime import date
from pathlib import Path

import pytest

from stateous.compiler.check import check_path
from stateous.grammar.diagnostic import Diagnostic, Kind, Rule, Severity
from stateous.rule_page import manual
from stateous.rule_table import BY_CODE, RULES, find, nearest
from stateous.verifier.verify import verify
from stateous.verifier.waived import waive

ROOT = Path(__file__).parent.parent
FILES = {"flow": "example.flow", "python": "flow.py", "yaml": "example.flow.yaml"}
WITH_EXAMPLE = [rule for rule in RULES if rule.example is not None]
WITHOUT = {
    "ST0015": "a file of more than a thousand errors",
    "ST3013": "each reader refuses it before, by a rule of its own",
    "ST8001": "there is no file",
    "ST8002": "what is there is no file",
    "ST8003": "the system does not let it be read",
    "ST8004": "a file of megabytes",
    "ST8005": "its bytes are no text",
    "ST8006": "the file's name is wrong",
    "ST8007": "a line of many thousand characters",
    "ST8023": "it takes a second file, which has errors",
    "ST8024": "it takes hundreds of files",
}
"""Why a code that a spec can cause has no example."""
CODE = re.compile(r'"(ST\d{4})"')


def _found(rule: Rule, folder: Path) -> tuple[Diagnostic, ...]:
    """Return everything that is said about the example of a rule."""
    path = folder / FILES[rule.notation]
    path.write_text(rule.example or "", encoding="utf-8")
    compiled = check_path(path, path.name)
    verified = waive(verify(compiled), BY_CODE, date(2026, 6, 1), whole=True)
    return (*compiled.diagnostics, *verified.diagnostics)


def test_no_code_and_no_name_is_used_twice() -> None:
    assert len(BY_CODE) == len(RULES)
    assert len({rule.name for rule in RULES}) == len(RULES)


def test_every_code_that_a_spec_can_cause_has_an_example() -> None:
    """ST9xxx are caused by commands, by hosts, and by what is undecided or a fault of ours."""
    without = {rule.code for rule in RULES if rule.example is None and rule.code < "ST9"}
    assert without == set(WITHOUT)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)
def test_a_rule_says_what_it_is(rule: Rule) -> None:
    assert re.fullmatch(r"ST\d{4}", rule.code)
    assert re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", rule.name)
    assert rule.summary.endswith(".")
    assert "\n" not in rule.summary
    assert rule.explanation.strip()
    prose = re.sub(r"```.*?```", "", rule.explanation, flags=re.DOTALL)
    assert not re.search(r"^#", prose, re.MULTILINE)


@pytest.mark.parametrize("rule", WITH_EXAMPLE, ids=lambda rule: rule.code)
def test_the_example_of_a_rule_yields_its_code_and_no_other_error(
    rule: Rule, tmp_path: Path
) -> None:
    found = _found(rule, tmp_path)
    assert rule.code in {diagnostic.code for diagnostic in found}
    assert {diagnostic.code for diagnostic in found if diagnostic.is_error} <= {rule.code}


@pytest.mark.parametrize("rule", WITH_EXAMPLE, ids=lambda rule: rule.code)
def test_a_diagnostic_weighs_what_its_rule_says(rule: Rule, tmp_path: Path) -> None:
    own = [d for d in _found(rule, tmp_path) if d.code == rule.code]
    assert {diagnostic.kind for diagnostic in own} == {rule.kind}
    assert rule.severity in {diagnostic.severity for diagnostic in own}


def test_codes_stand_in_the_range_of_their_layer() -> None:
    findings = {rule.code[2] for rule in RULES if rule.kind is Kind.FINDING}
    assert findings <= {"5", "6", "7", "9"}
    assert all(rule.severity is Severity.ERROR for rule in RULES if rule.kind is Kind.INTERNAL)


def test_every_code_that_the_source_names_is_in_the_table() -> None:
    folders = ("stateous", "grammar", "compiler", "verifier", "codegen", "runtime")
    named = {
        code
        for folder in folders
        for path in (ROOT / folder).rglob("*.py")
        for code in CODE.findall(path.read_text(encoding="utf-8"))
    }
    assert named <= set(BY_CODE)


def test_the_manuals_page_is_current() -> None:
    written = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    assert written == manual(RULES), "run `make docs`"


def test_a_rule_is_found_by_code_and_by_name_in_any_case() -> None:
    assert find("st9001") is find("No-Such-Path") is BY_CODE["ST9001"]
    assert find("ST0") is None


def test_a_code_that_does_not_exist_is_answered_with_the_nearest() -> None:
    assert nearest("no-such-paths") == "no-such-path"
    assert nearest("???") is None
