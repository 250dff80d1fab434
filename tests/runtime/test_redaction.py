"""Secret fields, at whatever depth: in no row of a ledger, no report and no refusal."""

import json
from dataclasses import replace

import pytest

from stateous.compiler.types import Json
from stateous.runtime.kernel.definition import Definition, prepare
from stateous.runtime.kernel.ledger import redacted_token
from stateous.runtime.kernel.redaction import redactor
from stateous.runtime.kernel.replay import rebuild
from stateous.runtime.kernel.simulate import SpecificationRun, run_specification
from stateous.runtime.kernel.step import step
from stateous.runtime.kernel.token import Entry, Fire, Input, Report, Start, Token
from tests.spec_text import workflow

VAULT = """\
type Key
  owner: text
  secret pin: text
  secret until: duration?

type Keys
  main: Key
  spare: list of Key
  named: map of Key
  secret note: Key?
  n: int >= 0

workflow w
  context C
    kept: Key?
    secret all: Keys?
    n: int = 0

  event taken: Keys into last
  event plain

  START -> s

  state s
    retries 1 backoff 1s..1s
    writes kept, all, n
    on taken when payload.n == 0 -> s
    on plain -> END
    on error -> FAIL

  specification "x"
"""


def key(owner: str) -> dict[str, Json]:
    return {"owner": owner, "pin": f"hush {owner}", "until": "PT99H"}


def keys(n: Json = 0) -> dict[str, Json]:
    return {
        "main": key("a"),
        "spare": [key("b"), key("c")],
        "named": {"d": key("d")},
        "note": key("e"),
        "n": n,
    }


def shown_key(owner: str) -> dict[str, Json]:
    return {"owner": owner, "pin": "(secret)", "until": "(secret)"}


SHOWN_KEYS: Json = {
    "main": shown_key("a"),
    "spare": [shown_key("b"), shown_key("c")],
    "named": {"d": shown_key("d")},
    "note": "(secret)",
    "n": 0,
}


@pytest.fixture(scope="module")
def vault() -> Definition:
    return prepare(workflow(VAULT + "    then in s\n"))


def history(definition: Definition, *inputs: Input) -> tuple[Token, list[Entry]]:
    """Return the token after these inputs, and its ledger."""
    stepped = step(definition, None, Start("t", {"kept": key("k"), "all": keys()}), 0)
    effects = [*stepped.effects]
    for input_ in inputs:
        assert stepped.token is not None
        stepped = step(definition, stepped.token, input_, 0)
        effects += stepped.effects
    assert stepped.token is not None
    return stepped.token, [effect for effect in effects if isinstance(effect, Entry)]


INPUTS = (
    Report(1, 1, "taken", keys(), {"kept": key("w"), "all": keys()}),
    Fire("taken", keys(1)),
    Fire("taken", {**keys(), "n": -1}),
    Fire("taken", {**keys(), "main": ["hush"]}),
    Report(2, 1, "plain", writes={"kept": [key("w")]}),
    Fire("taken", keys()),
)


def test_no_row_of_a_ledger_holds_what_is_secret_in_a_record_a_list_or_a_map(
    vault: Definition,
) -> None:
    token, ledger = history(vault, *INPUTS)
    assert token.visit == 3
    written = json.dumps([entry.data for entry in ledger])
    assert "hush" not in written and "PT99H" not in written
    rows = [(entry.kind, entry.data) for entry in ledger]
    assert rows[0][1]["context"] == {
        "kept": shown_key("k"),
        "all": "(secret)",
        "n": 0,
        "last": None,
    }
    accepted, changed = rows[4:6]
    assert accepted[0] == "event_accepted" and accepted[1]["payload"] == SHOWN_KEYS
    assert changed == (
        "context_changed",
        {"changes": {"kept": shown_key("w"), "all": "(secret)", "last": SHOWN_KEYS}},
    )


def test_a_ledger_without_nested_secrets_leads_to_the_redacted_token(vault: Definition) -> None:
    for count in range(len(INPUTS) + 1):
        token, ledger = history(vault, *INPUTS[:count])
        assert rebuild(ledger) == redacted_token(vault, token)


def test_the_token_itself_keeps_its_secrets(vault: Definition) -> None:
    token, _ = history(vault, INPUTS[0])
    assert (token.context["last"], token.entered_payload) == (keys(), keys())


def test_what_an_event_keeps_is_redacted_without_a_model_of_the_context() -> None:
    lines = "workflow w\n  event e: P into last\n  START -> s\n  state s\n    on e -> s\n"
    spec = workflow(f"type P\n  secret pin: text\n  n: int\n{lines}    on error -> FAIL\n")
    definition = prepare(replace(spec, context=None))
    token = step(definition, None, Start("t", {}), 0).token
    assert token is not None
    stepped = step(definition, token, Fire("e", {"pin": "hush", "n": 1}), 0)
    assert "hush" not in json.dumps([e.data for e in stepped.effects if isinstance(e, Entry)])


def test_a_type_without_secrets_has_nothing_to_redact() -> None:
    spec = workflow(VAULT.replace("secret ", "") + "    then in s\n")
    definition = prepare(spec)
    assert (definition.context_redactors, definition.payload_redactors) == ({}, {})
    assert spec.context is not None and redactor(spec.context) is None


# ------------------------------------------------------------------------ refusals


@pytest.mark.parametrize(
    ("payload", "message"),
    [
        (["hush"], "`payload` must be an object"),
        ({**keys(), "main": "hush"}, "`payload.main` must be an object"),
        ({**keys(), "spare": key("b")}, "`payload.spare` must be a list"),
        ({**keys(), "spare": [["hush"]]}, "`payload.spare[0]` must be an object"),
        ({**keys(), "named": {"d": ["hush"]}}, "`payload.named.d` must be an object"),
        ({**keys(), "main": {**key("a"), "pin": 7}}, "`payload.main.pin` must be a text"),
        ({**keys(), "note": ["hush"]}, "`payload.note` must be an object"),
        ({**keys(), "note": {**key("e"), "pin": 7}}, "`payload.note` breaks its type"),
        (keys(-1), "`payload.n` must be at least 0, got -1"),
    ],
)
def test_a_refusal_shows_only_values_that_hold_no_secret(
    vault: Definition, payload: Json, message: str
) -> None:
    token, _ = history(vault)
    refusal = step(vault, token, Fire("taken", payload), 0).refusal
    assert refusal is not None and refusal.message == message


def test_neither_does_the_refusal_of_a_start_or_of_a_write(vault: Definition) -> None:
    refusal = step(vault, None, Start("t", {"kept": ["hush"]}), 0).refusal
    assert refusal is not None and refusal.message == "`ctx.kept` must be an object"
    token, _ = history(vault)
    refusal = step(vault, token, Report(1, 1, "plain", writes={"kept": "hush"}), 0).refusal
    assert refusal is not None and refusal.message == "`ctx.kept` must be an object"
    refusal = step(vault, token, Report(1, 1, "plain", writes={"n": "x"}), 0).refusal
    assert refusal is not None and refusal.message == '`ctx.n` must be an int, got "x"'


# ------------------------------------------------------------------------- reports

GIVEN = 'given context kept = {owner: "k", pin: "hush"}'
TAKEN = (
    'when taken main = {owner: "a", pin: "hush", until: 99h}, spare = [{owner: "b", pin: "hush"}], '
    "named = {}, n = 0"
)


def run(*steps: str) -> SpecificationRun:
    spec = workflow(VAULT + "".join(f"    {line}\n" for line in steps))
    return run_specification(prepare(spec), spec.specifications[0])


@pytest.mark.parametrize(
    ("condition", "found"),
    [
        ('ctx.last.main.pin == "x"', "`ctx.last.main.pin` is (secret)"),
        ("ctx.last.main.until == 1h", "`ctx.last.main.until` is (secret)"),
        ('ctx.last.note.owner == "x"', "`ctx.last.note.owner` is (secret)"),
        ("ctx.all.n == 1", "`ctx.all.n` is (secret)"),
        ('ctx.last.main.owner == "x"', '`ctx.last.main.owner` is "a"'),
        (
            "ctx.last is null",
            (
                '`ctx.last` is {main: {owner: "a", pin: "(secret)", until: "(secret)"}, '
                'spare: [{owner: "b", pin: "(secret)", until: "(secret)"}], named: {}, '
                'note: "(secret)", n: 0}'
            ),
        ),
    ],
)
def test_an_expectation_that_is_not_met_shows_no_secret(condition: str, found: str) -> None:
    result = run(GIVEN, TAKEN, f"then {condition}")
    assert result.message == f"expected `{condition}`, but {found}"


def test_neither_do_the_run_and_the_notes() -> None:
    result = run(GIVEN, TAKEN, "then completed")
    assert result.run[0] == 'start kept = {owner: "k", pin: "(secret)", until: "(secret)"}'
    assert "hush" not in "".join((*result.run, *result.notes))
    assert "99h" not in "".join((*result.run, *result.notes))
