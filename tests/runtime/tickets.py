"""A workflow about tickets, and its tokens, for tests of single steps."""

from collections.abc import Mapping

from stateous.compiler.types import Json
from stateous.runtime.kernel.definition import Definition
from stateous.runtime.kernel.step import start_in, step
from stateous.runtime.kernel.token import (
    Entry,
    Input,
    Start,
    Stepped,
    Token,
)

SDLC = """\
type Tests
  passed: int >= 0
  failed: int >= 0

workflow sdlc
  context Ticket
    input repo: text
    summary: text?
    secret key: text = "k"
    local round: int = 1

  event done
  event stuck
  event passed: Tests
  event failed: Tests into last_run

  START -> coding

  state coding
    timeout 6h
    retries 1 backoff 10s..1m
    writes summary, key
    on done when ctx.summary is not null -> testing
    on stuck when count(stuck) >= 1 -> END
    on timeout -> FAIL "no code within six hours"
    on error when payload.attempts == 2 -> FAIL

  state testing
    writes nothing
    on passed when payload.passed > 0 -> END
    on passed when payload.passed > 9 -> FAIL
    on failed when ctx.last_run is null -> testing
    on failed otherwise -> coding
"""

HOUR = 3_600_000_000


def started(definition: Definition, **context: Json) -> Token:
    stepped = step(definition, None, Start("t", {"repo": "acme/api", **context}), 0)
    assert stepped.token is not None
    return stepped.token


def in_testing(definition: Definition) -> Token:
    stepped = start_in(definition, Start("t", {"repo": "acme/api"}), "testing", 0)
    assert stepped.token is not None
    return stepped.token


def after(definition: Definition, token: Token, *inputs: Input) -> Stepped:
    """Let inputs happen one after the other; return the last step."""
    stepped = Stepped(token, ())
    for input_ in inputs:
        assert stepped.token is not None
        stepped = step(definition, stepped.token, input_, HOUR)
    return stepped


def rows(stepped: Stepped) -> list[tuple[str, Mapping[str, Json]]]:
    return [(e.kind, e.data) for e in stepped.effects if isinstance(e, Entry)]


def orders(stepped: Stepped) -> list[object]:
    return [effect for effect in stepped.effects if not isinstance(effect, Entry)]
