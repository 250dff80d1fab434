"""The table of the YAML notation: for each construct its keys, and the form of each.

The reader follows it, and the JSON Schema is made from it.
"""

from dataclasses import dataclass

from stateous.grammar.yaml.emitter import Emitter, Given, Pieces, place
from stateous.grammar.yaml.forms import (
    ALLOW,
    FLAG,
    NAME,
    NULL,
    TEXT,
    Block,
    Form,
    Head,
    HeadLine,
    Line,
    Named,
    Schema,
    either,
    is_null,
    mapping,
    name,
    one_or_several,
)
from stateous.grammar.yaml.lines import (
    DEADLINES,
    ENTERING,
    ON,
    PROPERTIES,
    TRIGGERS,
    AnywhereForm,
    Sets,
    Starts,
)
from stateous.grammar.yaml.nodes import Items, Node, Pairs, Scalar
from stateous.grammar.yaml.specification_forms import SPECIFICATIONS
from stateous.grammar.yaml.state_forms import STATE
from stateous.grammar.yaml.type_forms import ENUM, FIELDS_FORM, ROLE, plain_head, record

# --------------------------------------------------------------- workflows


@dataclass(frozen=True, slots=True)
class ContextForm:
    """`context`: the name of a type, `{T: fields}`, or `{name, fields, allow}`."""

    def emit(self, out: Emitter, depth: int, key: Scalar, node: Node) -> None:
        """Add the line, and the fields below it."""
        given: Given = {}
        named: Node = node
        fields: Node | None = None
        if isinstance(node, Pairs):
            if isinstance(node.get("name"), Scalar):
                given = out.keys(node, ("name", "fields", "allow"), "a context")
                named = given["name"][1]
                fields = given["fields"][1] if "fields" in given else None
            elif len(node.pairs) == 1:
                named, fields = node.pairs[0]
            else:
                out.missing(node, "a context has one name", "write `context: {Name: {fields}}`")
                return
        pieces = out.name(named, "the name of a type, or `{Name: fields}`,")
        if pieces is None:
            return
        out.allow(depth, given)
        out.flow.line(depth, place(key, node), "context ", *pieces)
        if fields is not None:
            FIELDS_FORM.emit(out, depth + 1, key, fields)

    def schema(self) -> Schema:
        """Return the JSON Schema of the node."""
        fields = FIELDS_FORM.schema()
        short: Schema = {
            "type": "object",
            "additionalProperties": fields,
            "minProperties": 1,
            "maxProperties": 1,
        }
        long = mapping({"name": NAME, "fields": fields, "allow": ALLOW}, ("name",))
        return either(NAME, short, long)


def _event_head(
    out: Emitter, named: Pieces, title: Pieces, given: Given, node: Node
) -> Pieces | None:
    payload: Node | None = given["payload"][1] if "payload" in given else None
    if isinstance(node, Items):
        out.wrong(node, "a type")
        return None
    if not given and isinstance(node, Scalar):
        payload = node
    if payload is None or is_null(payload):
        if "into" in given:
            out.missing(given["into"][0], "`into` needs the key `payload`")
            out.doubt(given["into"][1])
        return ("event ", *named, *title)
    found = out.words(payload, "a type")
    into = out.name(given["into"][1]) if "into" in given else ()
    if found is None or into is None:
        return None
    kept = (" into ", *into) if into else ()
    return ("event ", *named, *title, ": ", *found, *kept)


EVENT = Block(
    "an event",
    {"payload": Head(TEXT), "into": Head(NAME)},
    _event_head,
    short=lambda out, depth, node: None,
    short_of=TEXT,
)

WORKFLOW = Block(
    "a workflow",
    {
        "for": Line("for", name, NAME),
        "context": ContextForm(),
        "events": Named(EVENT),
        "start": Starts("START "),
        "triggers": TRIGGERS,
        "deadlines": DEADLINES,
        "states": Named(STATE),
        "anywhere": AnywhereForm(),
        "properties": PROPERTIES,
        "specifications": SPECIFICATIONS,
    },
    plain_head("workflow"),
)

# --------------------------------------------------------- read models, machines


@dataclass(frozen=True, slots=True)
class FromForm:
    """`from`: sets by fact, or a list of `{event, set, allow}`."""

    def emit(self, out: Emitter, depth: int, key: Scalar, node: Node) -> None:
        """Add a `from` line, and what stands below it, for each."""
        if isinstance(node, Pairs):
            for fact, value in node.pairs:
                named = out.name(fact)
                if named:
                    out.flow.line(depth, place(fact, value), "from ", *named)
                    if not is_null(value):
                        Sets().emit(out, depth + 1, fact, value)
            return
        if not isinstance(node, Items):
            out.wrong(node, "a mapping by facts, or a list,")
            return
        for item in node.items:
            if not isinstance(item, Pairs):
                out.wrong(item, "a mapping with the keys `event` and `set`")
                continue
            given = out.keys(item, ("event", "set", "allow"), "`from` in a list")
            if "event" not in given:
                out.missing(item, "`from` in a list needs the key `event`")
                continue
            named = out.name(given["event"][1])
            if named:
                out.allow(depth, given)
                out.flow.line(depth, place(None, item), "from ", *named)
                if "set" in given:
                    Sets().emit(out, depth + 1, *given["set"])

    def schema(self) -> Schema:
        """Return the JSON Schema of the node."""
        sets = Sets().schema()
        by_fact: Schema = {"type": "object", "additionalProperties": either(sets, NULL)}
        item = mapping({"event": NAME, "set": sets, "allow": ALLOW}, ("event",))
        return either(by_fact, {"type": "array", "items": item})


def _head_with(word: str, key: str) -> HeadLine:
    """Return what makes a head line `word NAME "title" key NAME`."""

    def head(out: Emitter, named: Pieces, title: Pieces, given: Given, node: Node) -> Pieces | None:
        found = out.name(given[key][1])
        return None if found is None else (f"{word} ", *named, *title, f" {key} ", *found)

    return head


READMODEL = Block(
    "a read model",
    {"key": Head(NAME), "fields": FIELDS_FORM, "from": FromForm()},
    _head_with("readmodel", "key"),
    required=("key",),
)


def _machine_state_head(
    out: Emitter, named: Pieces, title: Pieces, given: Given, node: Node
) -> Pieces | None:
    marks = tuple(f" {word}" for word in ("initial", "final") if out.flag(given, word))
    return ("state ", *named, *title, *marks)


MACHINE_STATE = Block(
    "a state of a machine",
    {"initial": Head(FLAG), "final": Head(FLAG), "entering": ENTERING, "on": ON},
    _machine_state_head,
)

MACHINE = Block(
    "a state machine",
    {
        "follows": Head(NAME),
        "lookup": Line("lookup"),
        "states": Named(MACHINE_STATE),
        "specifications": SPECIFICATIONS,
    },
    _head_with("statemachine", "follows"),
    required=("follows",),
)


@dataclass(frozen=True, slots=True)
class Uses:
    """`use`: a path, `{path, allow}`, or a list of both."""

    def emit(self, out: Emitter, depth: int, key: Scalar, node: Node) -> None:
        """Add a line for each."""
        for item in node.items if isinstance(node, Items) else (node,):
            given: Given = {}
            path = item
            if isinstance(item, Pairs):
                given = out.keys(item, ("path", "allow"), "`use`")
                if "path" not in given:
                    out.missing(item, "`use` in its long form needs the key `path`")
                    continue
                path = given["path"][1]
            pieces = out.text(path, "the path of a file")
            if pieces:
                out.allow(depth, given)
                out.flow.line(depth, place(key if item is node else None, item), "use ", *pieces)

    def schema(self) -> Schema:
        """Return the JSON Schema of the node."""
        return one_or_several(either(TEXT, mapping({"path": TEXT, "allow": ALLOW}, ("path",))))


FILE: dict[str, Form] = {
    "use": Uses(),
    "roles": Named(ROLE),
    "enums": Named(ENUM),
    "types": Named(record("a type", "type")),
    "events": Named(record("a fact", "event")),
    "commands": Named(record("a command", "command")),
    "readmodels": Named(READMODEL),
    "statemachines": Named(MACHINE),
    "workflows": Named(WORKFLOW),
    "specifications": SPECIFICATIONS,
}
"""What a file may declare, by key."""
