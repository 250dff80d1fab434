"""`stateous explain`."""

import pytest

from stateous.cli.main import main
from stateous.grammar.diagnostic import Kind, Rule, Severity
from stateous.rule_page import page, plain_text, weight
from stateous.rule_table import RULES

RULE = Rule(
    code="ST9998",
    name="wrong-turn",
    severity=Severity.ERROR,
    kind=Kind.FINDING,
    summary="A turn is wrong.",
    explanation=(
        "It leads nowhere, which is a pity, because somewhere would have been a better place.\n\n"
        "- go left\n- go right, and then, after some time, left, until you come to the end of it\n"
        "\n```flow\non turn -> END\n```\n\nThen you are there."
    ),
    example="workflow w\n  START -> s\n",
)


def test_a_page_holds_everything_that_the_rule_says() -> None:
    assert page(RULE) == (
        "# ST9998: wrong-turn\n\n"
        "*error; a proof or a run shows it: exit code 1*\n\n"
        "A turn is wrong.\n\n"
        f"{RULE.explanation}\n\n"
        "## Example\n\n"
        "```flow\nworkflow w\n  START -> s\n```\n"
    )


def test_the_terminal_gets_plain_text() -> None:
    assert plain_text(page(RULE)).splitlines() == [
        "ST9998: wrong-turn",
        "------------------",
        "",
        "error; a proof or a run shows it: exit code 1",
        "",
        "A turn is wrong.",
        "",
        "It leads nowhere, which is a pity, because somewhere would have been a better",
        "place.",
        "",
        "- go left",
        "- go right, and then, after some time, left, until you come to the end of it",
        "",
        "    on turn -> END",
        "",
        "Then you are there.",
        "",
        "Example",
        "-------",
        "",
        "    workflow w",
        "      START -> s",
    ]


@pytest.mark.parametrize(
    ("severity", "kind", "code"),
    [
        (Severity.ERROR, Kind.REFUSAL, "2"),
        (Severity.ERROR, Kind.FINDING, "1"),
        (Severity.WARNING, Kind.UNKNOWN, "3"),
        (Severity.ERROR, Kind.INTERNAL, "4"),
        (Severity.WARNING, Kind.FINDING, "0"),
        (Severity.NOTE, Kind.FINDING, "0"),
    ],
)
def test_a_page_says_the_exit_code(severity: Severity, kind: Kind, code: str) -> None:
    rule = Rule("ST9998", "wrong-turn", severity, kind, "A.", "b", None)
    assert f"exit code {code}" in weight(rule)


def test_a_code_is_found_in_any_case_and_by_name(capsys: pytest.CaptureFixture[str]) -> None:
    for word in ("ST9001", "st9001", "no-such-path"):
        assert main(["explain", word]) == 0
        assert capsys.readouterr().out.startswith("ST9001: no-such-path\n")


def test_an_unknown_code_is_answered_with_the_nearest(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "no-such-paths"]) == 2
    assert "did you mean `no-such-path`?" in capsys.readouterr().err
    assert main(["explain", "???"]) == 2
    assert "--list" in capsys.readouterr().err


def test_the_list_has_a_line_for_each_rule(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "--list"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == [rule.code for rule in RULES]
