"""The forms of states and their clauses."""

from dataclasses import dataclass

from stateous.grammar.yaml.emitter import Emitter, Given, Pieces, place
from stateous.grammar.yaml.forms import (
    ALLOW,
    FIELDS,
    FLAG,
    NAME,
    NAMES,
    TEXT,
    Block,
    Head,
    Line,
    Lines,
    Schema,
    either,
    expression,
    mapping,
    name,
    names,
    one_or_several,
)
from stateous.grammar.yaml.lines import (
    ON,
    WITH,
    Starts,
)
from stateous.grammar.yaml.nodes import Items, Node, Pairs, Scalar


@dataclass(frozen=True, slots=True)
class EnsuresForm:
    """`ensures`: a condition, `{is, on, allow}`, or a list of both."""

    def emit(self, out: Emitter, depth: int, key: Scalar, node: Node) -> None:
        """Add a line for each."""
        for item in node.items if isinstance(node, Items) else (node,):
            given: Given = {}
            value = item
            if isinstance(item, Pairs):
                given = out.keys(item, ("is", "on", "allow"), "`ensures`")
                if "is" not in given:
                    out.missing(item, "the long form of `ensures` has the key `is`")
                    continue
                value = given["is"][1]
            event = out.name(given["on"][1]) if "on" in given else ()
            condition = out.expression(value)
            if condition is None or event is None:
                continue
            out.allow(depth, given)
            own = key if item is node else None
            on = ("on ", *event, ": ") if event else ()
            out.flow.line(depth, place(own, item), "ensures ", *on, *condition)

    def schema(self) -> Schema:
        """Return the JSON Schema of the node."""
        long = mapping({"is": TEXT, "on": NAME, "allow": ALLOW}, ("is",))
        return one_or_several(either(TEXT, long))


@dataclass(frozen=True, slots=True)
class GatherForm:
    """`gather`: `field: value`, or a list of texts `field = value` and of `{is, allow}`."""

    def emit(self, out: Emitter, depth: int, key: Scalar, node: Node) -> None:
        """Add a line for each."""
        if not isinstance(node, Pairs):
            _GATHERS.emit(out, depth, key, node)
            return
        for field, value in node.pairs:
            path, expr = out.path(field), out.expression(value)
            if path and expr:
                out.flow.line(depth, place(field, value), "gather ", *path, " = ", *expr)

    def schema(self) -> Schema:
        """Return the JSON Schema of the node."""
        return either(FIELDS, _GATHERS.schema())


_GATHERS = Lines("gather ", "`gather`")


_FOREACH = ("over", "as", "runs")
_FOREACH_SCHEMA = either(TEXT, mapping({"over": TEXT, "as": NAME, "runs": NAME}, _FOREACH))


def _foreach(out: Emitter, node: Node) -> Pieces | None:
    if not isinstance(node, Pairs):
        return out.words(node, "a mapping with the keys `over`, `as` and `runs`")
    given = out.keys(node, _FOREACH, "`foreach`")
    for word in _FOREACH:
        if word not in given:
            out.missing(node, f"`foreach` needs the key `{word}`")
            return None
    over, variable = expression(out, given["over"][1]), out.name(given["as"][1])
    runs = out.name(given["runs"][1])
    if over is None or variable is None or runs is None:
        return None
    return (*over, " as ", *variable, " runs ", *runs)


# By the key that makes a state of this kind: the word behind the title, and how it is read.
_KINDS = {
    "action": (" invokes ", name, NAME),
    "wait": (" for ", names, NAMES),
    "approval": (" by ", name, NAME),
    "parallel": (" runs ", names, NAMES),
    "foreach": (" over ", _foreach, _FOREACH_SCHEMA),
}


def _state_head(
    out: Emitter, named: Pieces, title: Pieces, given: Given, node: Node
) -> Pieces | None:
    word = out.one_of(given, "decide", *_KINDS)
    first = out.flag(given, "first")
    if first and word != "decide":
        out.report_misplaced(given["first"][0], "`first` goes with `decide`")
    if word is None:
        return ("state ", *named, *title)
    if word == "decide":
        return ("decide ", *named, *title, *((" first",) if first else ()))
    joint, read, _ = _KINDS[word]
    found = read(out, given[word][1])
    if found is None:
        return ("state ", *named, *title)
    return (f"{word} ", *named, *title, joint, *found)


STATE = Block(
    "a state",
    {
        **{word: Head(of) for word, (_, _, of) in _KINDS.items()},
        "first": Head(FLAG),
        "timeout": Line("timeout"),
        "retries": Line("retries"),
        "attempts": Line("attempts"),
        "until": Line("until"),
        "expires": Line("expires after"),
        "join": Line("join"),
        "at most": Line("at most", suffix=" at once"),
        "key": Line("key", expression),
        "passing": Line("passing", names, NAMES),
        "with": WITH,
        "gather": GatherForm(),
        "writes": Line("writes", names, NAMES, nothing="nothing"),
        "ensures": EnsuresForm(),
        "after": Line("after", several=True),
        "decide": Starts(""),
        "on": ON,
    },
    _state_head,
)
