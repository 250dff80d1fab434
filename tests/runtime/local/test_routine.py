"""What a routine sees of its token, and what it can do."""

from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from typing import Any
from uuid import UUID

import pytest
from pydantic import BaseModel

from stateous.compiler.types import Json
from stateous.runtime.local.routine import Attempt, Context, Signal, StateRef, on_state, state_of


class Ticket(BaseModel, frozen=True):
    repo: str
    price: float = 0.0


class Journal:
    """Keeps what a routine says at once."""

    def __init__(self) -> None:
        self.said: list[tuple[str, Json]] = []

    def note(self, text: str) -> None:
        self.said.append(("note", text))

    def remember(self, key: str, value: Json) -> None:
        self.said.append((key, value))


def context(journal: Journal | None = None, attempt: int = 1, visit: int = 1) -> Context[Ticket]:
    values: dict[str, Json] = {"repo": "acme/api", "price": Decimal("0.1"), "items": [1]}
    it = Attempt("T-1", "sdlc", "coding", visit, attempt, values, "failed", {"n": Decimal("0.5")})
    return Context(it, journal or Journal(), Ticket)


def test_fields_are_read_as_json_and_as_the_model() -> None:
    ctx = context()
    assert (ctx["repo"], ctx["price"], ctx.model.repo, ctx.model.price) == (
        "acme/api",
        0.1,
        "acme/api",
        0.1,
    )
    assert ctx.get("nothing") is None and ctx.get("nothing", 7) == 7
    with pytest.raises(KeyError):
        ctx["nothing"]


def test_what_was_written_is_read_back_and_handed_on() -> None:
    ctx = context()
    ctx["repo"] = "other"
    assert (ctx["repo"], ctx.model.repo, ctx.writes) == ("other", "other", {"repo": "other"})


def test_changing_what_was_read_writes_nothing() -> None:
    ctx = context()
    ctx["items"].append(2)
    assert ctx["items"] == [1] and ctx.writes == {}


@pytest.mark.parametrize(
    ("value", "kept"),
    [
        (Ticket(repo="x"), {"repo": "x", "price": 0.0}),
        ([(1, 2)], [[1, 2]]),
        (Decimal("1.5"), Decimal("1.5")),
        (date(2026, 1, 2), "2026-01-02"),
        (datetime(2026, 1, 2, tzinfo=UTC), "2026-01-02T00:00:00+00:00"),
        (timedelta(hours=36), "PT36H"),
        (UUID(int=1), "00000000-0000-0000-0000-000000000001"),
    ],
)
def test_values_of_the_language_are_written_as_json(value: object, kept: Json) -> None:
    ctx = context()
    ctx["field"] = value
    assert ctx.writes == {"field": kept}


@pytest.mark.parametrize("value", [object(), {1: 2}, {1, 2}, b"x", [lambda: 0]])
def test_what_is_no_json_is_refused_where_it_is_written(value: object) -> None:
    with pytest.raises(TypeError):
        context()["field"] = value


def test_memory_is_handed_on_at_once() -> None:
    journal = Journal()
    memory = context(journal).memory
    memory["step"] = [1, 2]
    assert memory["step"] == [1, 2] and dict(memory) == {"step": [1, 2]}
    del memory["step"]
    assert "step" not in memory and len(memory) == 0
    assert journal.said == [("step", [1, 2]), ("step", None)]
    with pytest.raises(ValueError, match="delete the key"):
        memory["step"] = None


def deep(levels: int) -> list[object]:
    value: list[object] = []
    for _ in range(levels):
        value = [value]
    return value


@pytest.mark.parametrize(
    ("key", "value", "error"),
    [
        ("k", deep(300), ValueError),
        ("k", Decimal("1E+5000"), ValueError),
        ("k", float("inf"), ValueError),
        ("k", [10**5000], ValueError),
        ("k", "\ud800", ValueError),
        ("\ud800", 1, ValueError),
        ("k", {1, 2}, TypeError),
        (1, 1, TypeError),
    ],
)
def test_memory_refuses_what_no_later_attempt_could_read(
    key: Any, value: object, error: type[Exception]
) -> None:
    journal = Journal()
    memory = context(journal).memory
    with pytest.raises(error):
        memory[key] = value
    assert journal.said == [] and len(memory) == 0


def test_a_note_is_one_line_and_an_empty_one_is_none() -> None:
    journal = Journal()
    ctx = context(journal)
    ctx.note(" two\nlines ")
    ctx.note(" ")
    assert journal.said == [("note", "two lines")]


def test_the_idempotency_key_is_that_of_the_visit() -> None:
    first, retry, later = context(), context(attempt=2), context(visit=2)
    assert first.idempotency_key == retry.idempotency_key != later.idempotency_key


def test_the_event_that_brought_the_token_here_is_known() -> None:
    ctx = context()
    assert (ctx.entered_by, ctx.payload, ctx.token, ctx.visit, ctx.attempt) == (
        "failed",
        {"n": 0.5},
        "T-1",
        1,
        1,
    )


class done(Signal, name="done"):
    """An event without a payload."""


def test_a_marked_function_is_itself_and_knows_its_state() -> None:
    state: StateRef[Ticket, done] = StateRef("coding", Ticket, (done,))

    def routine(ctx: Context[Ticket]) -> done:
        return done()

    marked: Any = on_state(state)(routine)
    assert marked is routine and state_of(marked) is state
    assert state_of(context) is None and state_of(3) is None
