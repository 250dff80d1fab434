"""The ledger's rows: numbered without gaps for each token, and chained by hash."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from hashlib import sha256

from stateous.compiler.types import Json
from stateous.compiler.values import json_text

FIRST_HASH = ""
"""What the first row of a token has for the hash of the row before it."""


@dataclass(frozen=True, slots=True)
class Row:
    """One row: the `number`th of its token, from 1; `at` is in microseconds."""

    token: str
    number: int
    at: int
    kind: str
    data: Mapping[str, Json]
    hash: str


def link(before: str, token: str, number: int, at: int, kind: str, data: str) -> str:
    """Return the hash of a row behind one with the hash `before`; `data` is canonical JSON."""
    return sha256("\n".join((before, token, str(number), str(at), kind, data)).encode()).hexdigest()


def broken_link(rows: Iterable[Row]) -> str | None:
    """Return what is wrong with the numbers and hashes of a token's rows, if anything is."""
    before = FIRST_HASH
    for expected, row in enumerate(rows, start=1):
        if row.number != expected:
            return f"row {expected} is missing"
        data = json_text.canonical(row.data)
        if row.hash != link(before, row.token, row.number, row.at, row.kind, data):
            return f"row {row.number} was changed"
        before = row.hash
    return None
