"""The forms of lines that lead to a target, of what stands below them, and of properties."""

from collections.abc import Mapping
from dataclasses import dataclass

from stateous.grammar.yaml.emitter import Emitter, Given, Pieces, place
from stateous.grammar.yaml.forms import (
    ALLOW,
    ASSIGNMENTS,
    FIELDS,
    FLAG,
    NAME,
    NAMES,
    TEXT,
    Lines,
    Schema,
    either,
    expression,
    mapping,
    one_or_several,
)
from stateous.grammar.yaml.nodes import Items, Node, Pairs, Scalar

# ------------------------------------------------------------------- effects


def _effect(out: Emitter, depth: int, key: Scalar | None, node: Pairs) -> None:
    given = out.keys(node, ("set", "emit", "call", "with", "allow"), "an effect")
    word = out.one_of(given, "set", "emit", "call")
    if word is None:
        if given or not node.pairs:
            out.missing(node, "an effect has one of the keys `set`, `emit` and `call`")
        return
    value = given[word][1]
    out.allow(depth, given)
    if "with" in given and word != "emit":
        out.report_misplaced(given["with"][0], "`with` goes with `emit`")
    if word == "set":
        sets(out, depth, given["set"][0], value)
        return
    pieces = out.text(value) if word == "call" else out.name(value)
    if pieces is None:
        return
    if word == "emit" and "with" in given:
        values = out.assignments(given["with"][1])
        if values is None:
            return
        pieces = (*pieces, " ", *values)
    out.flow.line(depth, place(key, node), f"{word} ", *pieces)


def sets(out: Emitter, depth: int, key: Scalar | None, node: Node) -> None:
    """Add a `set` line for each pair, or for a text `path = value`."""
    if not isinstance(node, Pairs):
        pieces = out.words(node, "a mapping of fields")
        if pieces:
            out.flow.line(depth, place(key, node), "set ", *pieces)
        return
    for field, value in node.pairs:
        path, expr = out.path(field), out.expression(value)
        if path and expr:
            out.flow.line(depth, place(field, value), "set ", *path, " = ", *expr)


EFFECTS = Lines(
    "",
    "an effect",
    {"set": ASSIGNMENTS, "emit": NAME, "call": TEXT, "with": ASSIGNMENTS},
    _effect,
)


@dataclass(frozen=True, slots=True)
class Sets:
    """What a read model takes from a fact: `field: value`, or a list of effects."""

    def emit(self, out: Emitter, depth: int, key: Scalar, node: Node) -> None:
        """Add a `set` line for each."""
        if isinstance(node, Items):
            EFFECTS.emit(out, depth, key, node)
        else:
            sets(out, depth, key, node)

    def schema(self) -> Schema:
        """Return the JSON Schema of the node."""
        return either(FIELDS, EFFECTS.schema())


@dataclass(frozen=True, slots=True)
class With:
    """`with`: `field: value`, a text, or a list of texts and of `{fields, allow}`."""

    def emit(self, out: Emitter, depth: int, key: Scalar, node: Node) -> None:
        """Add a `with` line for each."""
        if not isinstance(node, Items):
            self._line(out, depth, key, node, node)
            return
        for item in node.items:
            values: Node = item
            if isinstance(item, Pairs):
                given = out.keys(item, ("fields", "allow"), "`with` in a list")
                if "fields" not in given:
                    out.missing(item, "`with` in a list needs the key `fields`")
                    continue
                out.allow(depth, given)
                values = given["fields"][1]
            self._line(out, depth, None, item, values)

    def _line(self, out: Emitter, depth: int, key: Scalar | None, node: Node, values: Node) -> None:
        pieces = out.assignments(values)
        if pieces:
            out.flow.line(depth, place(key, node), "with ", *pieces)

    def schema(self) -> Schema:
        """Return the JSON Schema of the node."""
        item = either(TEXT, mapping({"fields": ASSIGNMENTS, "allow": ALLOW}, ("fields",)))
        return either(ASSIGNMENTS, {"type": "array", "items": item})


WITH = With()

# ---------------------------------------------------------------- transitions

_LINE: Mapping[str, Schema] = {
    "when": TEXT,
    "otherwise": TEXT,
    "to": TEXT,
    "first": FLAG,
    "do": EFFECTS.schema(),
    "allow": ALLOW,
}


def transitions(out: Emitter, depth: int, head: Pieces, key: Scalar | None, node: Node) -> None:
    """Add the lines that begin with `head`: a target, a mapping, or a list of both."""
    if isinstance(node, Items):
        for item in node.items:
            transition(out, depth, head, None, item)
    else:
        transition(out, depth, head, key, node)


def transition(
    out: Emitter,
    depth: int,
    head: Pieces,
    key: Scalar | None,
    node: Node,
    more: tuple[str, ...] = (),
) -> None:
    """Add one line that begins with `head`."""
    if not isinstance(node, Pairs):
        target = out.words(node, "a target")
        if target:
            out.flow.line(depth, place(key, node), *head, "-> ", *target)
        return
    given = out.keys(node, (*more, *_LINE), "a line")
    guard = _guard(out, node, given)
    if guard is None:
        return
    condition, target = guard
    first = ("first ",) if out.flag(given, "first") else ()
    out.allow(depth, given)
    out.flow.line(depth, place(key, node), *head, *first, *condition, "-> ", *target)
    if "do" in given:
        EFFECTS.emit(out, depth + 1, *given["do"])


def _guard(out: Emitter, node: Pairs, given: Given) -> tuple[Pieces, Pieces] | None:
    """Return the condition and the target of a line; None where they cannot be read."""
    word = out.one_of(given, "when", "otherwise")
    if "when" in given and "otherwise" in given:
        out.doubt(node)
        return None
    goal = "otherwise" if word == "otherwise" else "to"
    if word == "otherwise" and "to" in given:
        out.one_of(given, "otherwise", "to")
    if goal not in given:
        # A mapping of keys that are not known has been reported for these.
        if all(key.text in given for key, _ in node.pairs):
            out.missing(node, "a line needs a target: `to: STATE`, or `otherwise: STATE`")
        else:
            out.doubt(node)
        return None
    target = out.words(given[goal][1], "a target")
    condition: Pieces | None = ("otherwise ",) if word == "otherwise" else ()
    if word == "when":
        guard = expression(out, given["when"][1])
        condition = ("when ", *guard, " ") if guard else None
    return None if condition is None or target is None else (condition, target)


def line_schema(*more: str, bare: bool = True) -> Schema:
    """Return the schema of a line: a target, or a mapping, which must have the keys `more`."""
    long = mapping(dict.fromkeys(more, NAME) | dict(_LINE), more)
    long["anyOf"] = [{"required": ["to"]}, {"required": ["otherwise"]}]
    long["not"] = {"required": ["when", "otherwise"]}
    return either(TEXT, long) if bare else long


@dataclass(frozen=True, slots=True)
class Starts:
    """`start`: a target, a line, or a list of lines; and the lines of a `decide`."""

    head: str

    def emit(self, out: Emitter, depth: int, key: Scalar, node: Node) -> None:
        """Add the lines."""
        transitions(out, depth, (self.head,) if self.head else (), key, node)

    def schema(self) -> Schema:
        """Return the JSON Schema of the node."""
        return one_or_several(line_schema(bare=bool(self.head)))


@dataclass(frozen=True, slots=True)
class On:
    """`on`: lines by event, or a list of lines with `event`."""

    def emit(self, out: Emitter, depth: int, key: Scalar, node: Node) -> None:
        """Add the lines."""
        if isinstance(node, Pairs):
            for event, value in node.pairs:
                name = out.name(event)
                if name:
                    transitions(out, depth, ("on ", *name, " "), event, value)
        elif isinstance(node, Items):
            for item in node.items:
                self._item(out, depth, item)
        elif not node.is_null:
            out.wrong(node, "a mapping by events, or a list,")

    def _item(self, out: Emitter, depth: int, item: Node) -> None:
        event = item.get("event") if isinstance(item, Pairs) else None
        if event is None:
            out.missing(item, "a line in this list needs the key `event`")
            return
        name = out.name(event)
        if name:
            transition(out, depth, ("on ", *name, " "), None, item, ("event",))

    def schema(self) -> Schema:
        """Return the JSON Schema of the node."""
        lines = one_or_several(line_schema())
        by_event = {"type": "object", "additionalProperties": lines}
        items = {"type": "array", "items": line_schema("event", bare=False)}
        return either(by_event, items, {"type": "null"})


ON = On()

# ------------------------------------------------- deadlines, triggers, anywhere


def _deadline(out: Emitter, depth: int, key: Scalar | None, node: Pairs) -> None:
    given = out.keys(node, ("after", "to", "do", "allow"), "a deadline")
    if "after" not in given or "to" not in given:
        out.missing(node, "a deadline needs the keys `after` and `to`")
        return
    after, target = out.words(given["after"][1]), out.words(given["to"][1], "a target")
    if after is None or target is None:
        return
    out.allow(depth, given)
    out.flow.line(depth, place(key, node), "deadline ", *after, " -> ", *target)
    if "do" in given:
        EFFECTS.emit(out, depth + 1, *given["do"])


DEADLINES = Lines(
    "deadline ", "a deadline", {"after": TEXT, "to": TEXT, "do": EFFECTS.schema()}, _deadline
)


def _trigger(out: Emitter, depth: int, key: Scalar | None, node: Pairs) -> None:
    given = out.keys(node, ("when", "every", "at", "to", "with", "allow"), "a trigger")
    word = out.one_of(given, "when", "every", "at")
    if word is None or "to" not in given:
        help = "write `when: EVENT`, `every: 15m` or `at: 08:00`, and `to: STATE`"
        out.missing(node, "a trigger needs an occasion and a target", help)
        return
    occasion, target = out.words(given[word][1]), out.words(given["to"][1], "a target")
    if occasion is None or target is None:
        return
    out.allow(depth, given)
    out.flow.line(depth, place(key, node), f"trigger {word} ", *occasion, " -> ", *target)
    if "with" in given:
        WITH.emit(out, depth + 1, *given["with"])


TRIGGERS = Lines(
    "trigger ",
    "a trigger",
    {"when": TEXT, "every": TEXT, "at": TEXT, "to": TEXT, "with": WITH.schema()},
    _trigger,
)


def _entering(out: Emitter, depth: int, key: Scalar | None, node: Pairs) -> None:
    given = out.keys(node, ("starts", "invokes", "with", "allow"), "an entry effect")
    word = out.one_of(given, "starts", "invokes")
    if word is None:
        if given or not node.pairs:
            out.missing(node, "an entry effect has the key `starts` or `invokes`")
        return
    name = out.name(given[word][1])
    if name is None:
        return
    out.allow(depth, given)
    out.flow.line(depth, place(key, node), f"entering {word} ", *name)
    if "with" in given:
        WITH.emit(out, depth + 1, *given["with"])


ENTERING = Lines(
    "entering ",
    "an entry effect",
    {"starts": NAME, "invokes": NAME, "with": WITH.schema()},
    _entering,
)


@dataclass(frozen=True, slots=True)
class AnywhereForm:
    """`anywhere`: `{except, on, allow}`, or a list of such."""

    def emit(self, out: Emitter, depth: int, key: Scalar, node: Node) -> None:
        """Add an `anywhere` line, and what stands below it, for each."""
        for item in node.items if isinstance(node, Items) else (node,):
            if not isinstance(item, Pairs):
                out.wrong(item, "a mapping with the keys `except` and `on`")
                continue
            given = out.keys(item, ("except", "on", "allow"), "`anywhere`")
            if "on" not in given:
                out.missing(item, "`anywhere` needs the key `on`")
                continue
            names = out.names(given["except"][1]) if "except" in given else ()
            if names is None:
                continue
            out.allow(depth, given)
            own = key if item is node else None
            excepted = (" except ", *names) if names else ()
            out.flow.line(depth, place(own, item), "anywhere", *excepted)
            ON.emit(out, depth + 1, *given["on"])

    def schema(self) -> Schema:
        """Return the JSON Schema of the node."""
        keys = {"except": NAMES, "on": ON.schema(), "allow": ALLOW}
        return one_or_several(mapping(keys, ("on",)))


# ------------------------------------------------------------------ properties

_PROPERTIES = ("invariant", "never", "eventually", "always")


def _property(out: Emitter, depth: int, key: Scalar | None, node: Pairs) -> None:
    given = out.keys(node, (*_PROPERTIES, "name", "leads to", "until", "allow"), "a property")
    word = out.one_of(given, *_PROPERTIES)
    second = out.one_of(given, "leads to", "until")
    if word is None:
        if given or not node.pairs:
            out.missing(node, f"a property has one of the keys {_listed(_PROPERTIES)}")
        return
    if word == "always" and second is None:
        out.missing(node, "`always` needs the key `leads to` or `until`")
        return
    if word != "always" and second is not None:
        out.report_misplaced(given[second][0], f"`{second}` goes with `always`")
    if word in ("invariant", "never") and "name" not in given:
        out.missing(node, f"`{word}` needs the key `name`")
        return
    pieces: Pieces | None = ()
    if "name" in given:
        name = out.name(given["name"][1])
        pieces = (*name, ": ") if name else None
    first = out.expression(given[word][1], states_allowed=True)
    if first is None or pieces is None:
        return
    pieces = (f"{word} ", *pieces, *first)
    if word == "always" and second is not None:
        then = out.expression(given[second][1], states_allowed=True)
        if then is None:
            return
        pieces = (*pieces, f" {second} ", *then)
    out.allow(depth, given)
    out.flow.line(depth, place(key, node), *pieces)


def _listed(words: tuple[str, ...]) -> str:
    return ", ".join(f"`{word}`" for word in words)


PROPERTIES = Lines(
    "",
    "a property",
    dict.fromkeys(_PROPERTIES, TEXT) | {"name": NAME, "leads to": TEXT, "until": TEXT},
    _property,
)
