"""What is in secret fields, kept out of what routines say of their work."""

from collections.abc import Iterable, Iterator, Mapping

from stateous.compiler.types import Json
from stateous.runtime.kernel.definition import Definition
from stateous.runtime.kernel.ledger import SECRET, redacted, redacted_payload
from stateous.runtime.local.routine import Attempt

SHORTEST = 4
"""The fewest characters of a text that is looked for: shorter ones stand in words by chance."""


def secret_texts(
    definition: Definition, attempt: Attempt, writes: Mapping[str, Json] | None = None
) -> tuple[str, ...]:
    """Return the texts in secret fields that an attempt knows or wrote, the longest first."""
    context = {**attempt.context, **(writes or {})}
    payload = redacted_payload(definition, attempt.entered_by, attempt.payload)
    found = {*_hidden(context, redacted(definition, context)), *_hidden(attempt.payload, payload)}
    return tuple(sorted(found, key=lambda text: (-len(text), text)))


def _hidden(value: Json, shown: Json) -> Iterator[str]:
    """Return the texts of a value that are not in the form of it that may be shown."""
    match value, shown:
        case dict(), dict():
            yield from (t for key in value for t in _hidden(value[key], shown.get(key)))
        case list(), list():
            pairs = zip(value, shown, strict=False)
            yield from (text for pair in pairs for text in _hidden(*pair))
        case _ if shown == SECRET:
            yield from _texts(value)


def _texts(value: Json) -> Iterator[str]:
    match value:
        case str() if len(value) >= SHORTEST:
            yield value
        case list():
            yield from (text for item in value for text in _texts(item))
        case dict():
            yield from (text for member in value.values() for text in _texts(member))


def hidden(secrets: Iterable[str], text: str) -> str:
    """Return a text with `(secret)` in the place of each of `secrets`."""
    for secret in secrets:
        text = text.replace(secret, SECRET)
    return text


def hidden_in(secrets: Iterable[str], value: Json) -> Json:
    """Return a JSON value with `(secret)` in the place of each of `secrets` in its texts."""
    match value:
        case str():
            return hidden(secrets, value)
        case list():
            return [hidden_in(secrets, item) for item in value]
        case dict():
            return {key: hidden_in(secrets, member) for key, member in value.items()}
        case _:
            return value
