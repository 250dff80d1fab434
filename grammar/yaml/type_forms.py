"""The forms of types, fields, enums and roles."""

import re
from dataclasses import dataclass

from stateous.grammar.yaml.emitter import Emitter, Given, Pieces, place
from stateous.grammar.yaml.forms import (
    TEXT,
    Block,
    Head,
    HeadLine,
    Named,
    Schema,
)
from stateous.grammar.yaml.nodes import Items, Node, Pairs, Scalar

_ROLES = re.compile(r"\s*(?:(?:input|local|secret|identifier)\s+)+(?=[A-Za-z(`])")


def plain_head(word: str) -> HeadLine:
    """Return what makes a head line `word NAME "title"`."""

    def head(out: Emitter, named: Pieces, title: Pieces, given: Given, node: Node) -> Pieces:
        return (f"{word} ", *named, *title)

    return head


def _field_head(
    out: Emitter, named: Pieces, title: Pieces, given: Given, node: Node
) -> Pieces | None:
    value = given["type"][1] if "type" in given else node
    scalar = out.scalar(value, "a type")
    if scalar is None:
        return None
    roles = _ROLES.match(scalar.text)
    if roles is None:
        found = out.words(scalar, "a type")
        return None if found is None else (*named, ": ", *found)
    found = out.words_from(scalar, roles.end())
    if found is None:
        return None
    before = out.role_words(scalar, roles.end())
    return (*before, " ", *named, ": ", *found)


FIELD = Block(
    "a field",
    {"type": Head(TEXT)},
    _field_head,
    short=lambda out, depth, node: None,
    short_of=TEXT,
    titled=False,
)
FIELDS_FORM = Named(FIELD)


def _has_fields(node: Node) -> bool:
    return isinstance(node, Pairs) and isinstance(node.get("fields"), Pairs | Items)


def record(of: str, word: str) -> Block:
    """Return a block that consists of fields; the short form is the fields themselves."""

    def fields(out: Emitter, depth: int, node: Node) -> None:
        FIELDS_FORM.emit(out, depth, Scalar("", node.span), node)

    return Block(
        of,
        {"fields": FIELDS_FORM},
        plain_head(word),
        short=fields,
        short_of=FIELDS_FORM.schema(),
        is_long=_has_fields,
    )


def _members(out: Emitter, depth: int, key: Scalar, node: Node) -> None:
    if not isinstance(node, Items):
        out.wrong(node, "a list of members")
        return
    for item in node.items:
        scalar = out.scalar(item, "a member")
        if scalar is None:
            continue
        plain = re.fullmatch(r"[A-Za-z][A-Za-z0-9_]*", scalar.text)
        pieces = out.name(scalar) if plain else out.text(scalar)
        if pieces:
            out.flow.line(depth, place(None, item), *pieces)


@dataclass(frozen=True, slots=True)
class _Members:
    """The members of an enum: names, and any other texts."""

    def emit(self, out: Emitter, depth: int, key: Scalar, node: Node) -> None:
        """Add a line for each."""
        _members(out, depth, key, node)

    def schema(self) -> Schema:
        """Return the JSON Schema of the node."""
        return {"type": "array", "items": TEXT}


def _enum_head(
    out: Emitter, named: Pieces, title: Pieces, given: Given, node: Node
) -> Pieces | None:
    members = given["members"][1] if "members" in given else node
    if isinstance(members, Scalar) and not members.is_null:
        out.wrong(members, "a list of members")
        return None
    return ("enum ", *named, *title)


ENUM = Block(
    "an enum",
    {"members": _Members()},
    _enum_head,
    short=lambda out, depth, node: _members(out, depth, Scalar("", node.span), node),
    short_of=_Members().schema(),
)


def _role_head(
    out: Emitter, named: Pieces, title: Pieces, given: Given, node: Node
) -> Pieces | None:
    if isinstance(node, Scalar) and not node.is_null:
        title = (" ", *(out.text(node) or ()))
    return ("role ", *named, *title)


ROLE = Block(
    "a role",
    {},
    _role_head,
    short=lambda out, depth, node: None if isinstance(node, Scalar) else out.wrong(node, "a title"),
    short_of=TEXT,
)
