"""The forms that values of the YAML notation have.

A form reads a node as lines of `.flow`, and describes itself as JSON Schema: the table of
keys in `table` is the one truth of both.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from stateous.grammar.yaml.emitter import Emitter, Given, Piece, Pieces, place
from stateous.grammar.yaml.nodes import Items, Node, Pairs, Scalar

Schema = dict[str, Any]

TEXT: Schema = {"type": ["string", "number", "boolean"]}
NULL: Schema = {"type": "null"}
FLAG: Schema = {"type": "boolean"}
NAME: Schema = {"type": ["string", "number", "boolean"]}
NAMES: Schema = {"anyOf": [TEXT, {"type": "array", "items": NAME}]}
FIELDS: Schema = {"type": "object", "minProperties": 1, "additionalProperties": TEXT}
ASSIGNMENTS: Schema = {"anyOf": [TEXT, FIELDS]}
_WAIVER: Schema = {
    "anyOf": [
        TEXT,
        {
            "type": "object",
            "properties": {"code": TEXT, "reason": TEXT, "until": TEXT},
            "required": ["code", "reason"],
            "additionalProperties": False,
        },
    ]
}
ALLOW: Schema = {"anyOf": [_WAIVER, {"type": "array", "items": _WAIVER}]}


def mapping(properties: Mapping[str, Schema], required: Sequence[str] = ()) -> Schema:
    """Return the schema of a mapping with these keys and no others."""
    schema: Schema = {
        "type": "object",
        "properties": dict(properties),
        "additionalProperties": False,
    }
    return schema | ({"required": list(required)} if required else {})


def either(*schemas: Schema) -> Schema:
    """Return the schema of what fits one of several."""
    return {"anyOf": list(schemas)}


def one_or_several(schema: Schema) -> Schema:
    """Return the schema of one value, or a list of such."""
    return either(schema, {"type": "array", "items": schema})


class Form(Protocol):
    """How what stands under a key is read, and which schema it has."""

    def emit(self, out: Emitter, depth: int, key: Scalar, node: Node) -> None:
        """Add the lines that a node says."""

    def schema(self) -> Schema:
        """Return the JSON Schema of the node."""
        ...


@dataclass(frozen=True, slots=True)
class Head:
    """A key whose value belongs to the head line of its block, which reads it."""

    of: Schema

    def emit(self, out: Emitter, depth: int, key: Scalar, node: Node) -> None:
        """Add nothing: the head line has been added."""

    def schema(self) -> Schema:
        """Return the JSON Schema of the node."""
        return self.of


Reader = Callable[[Emitter, Node], Pieces | None]


def words(out: Emitter, node: Node) -> Pieces | None:
    """Read words of `.flow`."""
    return out.words(node)


def name(out: Emitter, node: Node) -> Pieces | None:
    """Read one name."""
    return out.name(node)


def names(out: Emitter, node: Node) -> Pieces | None:
    """Read names: a list, or a text with commas."""
    return out.names(node)


def text(out: Emitter, node: Node) -> Pieces | None:
    """Read a text as it stands."""
    return out.text(node)


def expression(out: Emitter, node: Node) -> Pieces | None:
    """Read a condition or a value."""
    return out.expression(node)


@dataclass(frozen=True, slots=True)
class Line:
    """`key: value`, for the line `word value suffix`; the long form is `key: {is, allow}`.

    `several`: a list of such values, a line for each.
    """

    word: str
    read: Reader = words
    of: Schema = field(default_factory=lambda: TEXT)
    suffix: str = ""
    several: bool = False
    nothing: str | None = None
    """What an empty list says."""

    def emit(self, out: Emitter, depth: int, key: Scalar, node: Node) -> None:
        """Add the line, or one for each item."""
        if self.several and isinstance(node, Items):
            for item in node.items:
                self._line(out, depth, None, item)
        else:
            self._line(out, depth, key, node)

    def _line(self, out: Emitter, depth: int, key: Scalar | None, node: Node) -> None:
        value: Node | None = node
        if isinstance(node, Pairs):
            given = out.keys(node, ("is", "allow"), f"`{self.word}`")
            if "is" not in given:
                out.missing(node, f"the long form of `{self.word}` has the key `is`")
                return
            out.allow(depth, given)
            value = given["is"][1]
        if self.nothing and isinstance(value, Items) and not value.items:
            out.flow.line(depth, place(key, node), f"{self.word} {self.nothing}")
            return
        pieces = self.read(out, value) if value is not None else None
        if pieces:
            before = f"{self.word} " if self.word else ""
            out.flow.line(depth, place(key, node), before, *pieces, self.suffix)

    def schema(self) -> Schema:
        """Return the JSON Schema of the node."""
        long = mapping({"is": self.of, "allow": ALLOW}, ("is",))
        one = either(self.of, long)
        return one_or_several(one) if self.several else one


Long = Callable[[Emitter, int, Scalar | None, Pairs], None]


@dataclass(frozen=True, slots=True)
class Lines:
    """A list of lines: each is words of `.flow`, `{is, allow}`, or a mapping of its own form.

    `word` stands before the words. `long` reads the mappings whose keys `keys` describes.
    """

    word: str
    of: str
    keys: Mapping[str, Schema] = field(default_factory=dict)
    long: Long | None = None

    def emit(self, out: Emitter, depth: int, key: Scalar, node: Node) -> None:
        """Add a line for each item, or the only one."""
        for item in node.items if isinstance(node, Items) else (node,):
            self.item(out, depth, None if isinstance(node, Items) else key, item)

    def item(self, out: Emitter, depth: int, key: Scalar | None, node: Node) -> None:
        """Add one line."""
        if isinstance(node, Pairs) and self.long is not None and node.get("is") is None:
            self.long(out, depth, key, node)
            return
        value: Node = node
        if isinstance(node, Pairs):
            given = out.keys(node, ("is", "allow"), self.of)
            if "is" not in given:
                if given or not node.pairs:
                    out.missing(node, f"the long form of {self.of} has the key `is`")
                return
            out.allow(depth, given)
            value = given["is"][1]
        pieces = out.words(value, self.of)
        if pieces:
            out.flow.line(depth, place(key, node), self.word, *pieces)

    def schema(self) -> Schema:
        """Return the JSON Schema of the node."""
        forms = [TEXT, mapping({"is": TEXT, "allow": ALLOW}, ("is",))]
        if self.long is not None:
            forms.append(mapping({**self.keys, "allow": ALLOW}))
        return one_or_several({"anyOf": forms})


HeadLine = Callable[[Emitter, Pieces, Pieces, Given, Node], Pieces | None]
Short = Callable[[Emitter, int, Node], None]


@dataclass(frozen=True, slots=True)
class Block:
    """A declaration with a name, and keys of its own.

    `head` makes the head line of the name, the title and the given keys. A value that is
    not the long form (`is_long`) is read by `short`, whose schema is `short_of`.
    """

    of: str
    keys: Mapping[str, Form]
    head: HeadLine
    required: tuple[str, ...] = ()
    short: Short | None = None
    short_of: Schema | None = None
    is_long: Callable[[Node], bool] = lambda node: isinstance(node, Pairs)
    name: Reader = name
    titled: bool = True

    def emit(self, out: Emitter, depth: int, key: Scalar, node: Node, whole: Node) -> None:
        """Add the lines of a declaration called `key`; `whole` is where it stands."""
        named = self.name(out, key)
        if named is None:
            out.doubt(node)
            return
        given = self._given(out, node, whole)
        if given is None:
            return
        title = out.text(given["title"][1]) if "title" in given else ()
        head = self.head(out, named, ((" ", *title) if title else ()), given, node)
        if head is None:
            out.doubt(node)
            return
        out.allow(depth, given)
        out.flow.line(depth, place(key, node), *head)
        if self.short is not None and not is_null(node) and not self._long(node, whole):
            self.short(out, depth + 1, node)
        for word, form in self.keys.items():
            if word in given:
                form.emit(out, depth + 1, *given[word])

    def _given(self, out: Emitter, node: Node, whole: Node) -> Given | None:
        given: Given = {}
        if isinstance(node, Pairs) and self._long(node, whole):
            name = ("name",) if whole is node else ()
            given = out.keys(node, (*name, *self._common(), *self.keys), self.of)
        elif is_null(node) or self.short is not None:
            pass
        else:
            out.wrong(node, f"a mapping with the keys of {self.of}")
            return None
        for word in self.required:
            if word not in given:
                out.missing(whole, f"{self.of} needs the key `{word}`")
                return None
        return given

    def _common(self) -> tuple[str, ...]:
        return ("title", "allow") if self.titled else ("allow",)

    def _long(self, node: Node, whole: Node) -> bool:
        """Tell whether a node has the keys of the block; in a list it always has."""
        return whole is node or self.is_long(node)

    def schema(self, *more: str) -> Schema:
        """Return the JSON Schema of what stands under the name, or beside keys `more`."""
        common = {"title": TEXT} if self.titled else {}
        properties = dict.fromkeys(more, NAME) | common | {"allow": ALLOW}
        properties |= {word: form.schema() for word, form in self.keys.items()}
        return mapping(properties, (*more, *self.required))


def is_null(node: Node) -> bool:
    """Tell whether nothing stands there."""
    return isinstance(node, Scalar) and node.is_null


@dataclass(frozen=True, slots=True)
class Named:
    """Declarations by name: a mapping, or a list of names and of mappings with `name`."""

    block: Block

    def emit(self, out: Emitter, depth: int, key: Scalar, node: Node) -> None:
        """Add the lines of each declaration."""
        if isinstance(node, Pairs):
            for found, value in node.pairs:
                self.block.emit(out, depth, found, value, found)
        elif isinstance(node, Items):
            for item in node.items:
                self._item(out, depth, item)
        elif not node.is_null:
            out.wrong(node, "a mapping by names, or a list,")

    def _item(self, out: Emitter, depth: int, item: Node) -> None:
        if isinstance(item, Scalar):
            self.block.emit(out, depth, item, Scalar("", item.span), item)
            return
        name = item.get("name") if isinstance(item, Pairs) else None
        if not isinstance(name, Scalar):
            if isinstance(item, Pairs):
                out.missing(item, f"{self.block.of} in a list needs the key `name`")
            else:
                out.wrong(item, "a name, or a mapping with `name`,")
            return
        self.block.emit(out, depth, name, item, item)

    def schema(self) -> Schema:
        """Return the JSON Schema of the node."""
        block = self.block
        values = [block.schema()]
        if not block.required:
            values.append(NULL)
        if block.short_of is not None:
            values.insert(0, block.short_of)
        by_name = {"type": "object", "additionalProperties": {"anyOf": values}}
        items = [block.schema("name")] + ([] if block.required else [NAME])
        return either(by_name, {"type": "array", "items": {"anyOf": items}}, NULL)


def joined(pieces: Sequence[Piece | Pieces]) -> Pieces:
    """Return pieces in one row, empty ones left out."""
    flat: list[Piece] = []
    for piece in pieces:
        flat += [piece] if not isinstance(piece, tuple) else list(piece)
    return tuple(flat)
