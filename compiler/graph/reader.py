"""From a graph file to the workflow that it holds.

The file comes from outside: each fault is a `GraphFault` with a code and the place. What is
read is what was written, without specifications.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from stateous.compiler.graph.format import FAIL, FULL, PLAIN, seconds_of
from stateous.compiler.graph.guard_json_reader import Surroundings, read_guard
from stateous.compiler.graph.json_node import GraphFault, Node
from stateous.compiler.graph.types import read_types
from stateous.compiler.guards import Expr
from stateous.compiler.ir import (
    END,
    ERROR_PAYLOAD,
    OWN_EVENTS,
    START,
    Backoff,
    Complete,
    Event,
    Fail,
    Goto,
    State,
    Target,
    Transition,
    Workflow,
)
from stateous.compiler.rules.graph import NOT_JSON, NOT_RUN, UNKNOWN_FORMAT, UNKNOWN_NAME
from stateous.compiler.types import Field, Json, RecordType, Slot, Type
from stateous.compiler.values import json_text
from stateous.compiler.values.json_text import JsonError


@dataclass(frozen=True, slots=True)
class Graph:
    """A graph file: the document as it stands, and the workflow that it holds."""

    document: dict[str, Json]
    workflow: Workflow


def read_graph(text: str) -> Graph:
    """Return the graph that the text of a file holds. Raises GraphFault."""
    try:
        document = json_text.parse(text)
    except JsonError as error:
        where = f"line {error.line}, column {error.column}: " if error.line else ""
        raise GraphFault(NOT_JSON, "", f"{where}{error.message}") from None
    if not isinstance(document, dict):
        raise Node(document).fault("an object is wanted")
    return Graph(document, read_workflow(document))


def read_workflow(document: dict[str, Json]) -> Workflow:
    """Return the workflow of a graph. Raises GraphFault."""
    top = Node(document)
    format_ = _format(top)
    _check_required(top, format_)
    more = ("title",) if format_ == FULL else ()
    parts = top.record(
        ("stateous", "workflow", "states", "events", "transitions", "schemas"), ("context", *more)
    )
    return _WorkflowReader(format_, parts, read_types(parts["schemas"])).read()


def _check_required(top: Node, format_: int) -> None:
    """Raise where a graph of the full format uses what this version does not run."""
    required = top.members().get("requires")
    if format_ == FULL and required is not None:
        words = ", ".join(f"`{word}`" for word in required.texts())
        raise GraphFault(NOT_RUN, "/requires", f"this version does not run {words}")


def _format(top: Node) -> int:
    found = top.members().get("stateous")
    if found is None or found.value not in (PLAIN, FULL) or isinstance(found.value, bool):
        shown = "none" if found is None else json_text.inline(found.value)
        raise GraphFault(UNKNOWN_FORMAT, "/stateous", f"format {shown} is neither 1 nor 2")
    return found.whole()


@dataclass(frozen=True, slots=True)
class _WorkflowReader:
    """Reads the parts of a graph of one format; `types` are those of its schemas."""

    format: int
    parts: Mapping[str, Node]
    types: Mapping[str, Type]

    def read(self) -> Workflow:
        events = tuple(self._event(name, node) for name, node in self._members("events"))
        states = tuple(self._state(name, node) for name, node in self._members("states"))
        context = self._context(events)
        workflow = Workflow(
            name=_name(self.parts["workflow"].text(), self.parts["workflow"]),
            title=_optional_text(self.parts, "title"),
            context=context,
            events=events,
            states=states,
            transitions=self._transitions(context, events, states),
        )
        self._check_emits(workflow)
        return workflow

    def _members(self, key: str) -> Iterable[tuple[str, Node]]:
        return self.parts[key].members().items()

    def _full(self, *keys: str) -> tuple[str, ...]:
        """Return keys that only the full format has."""
        return keys if self.format == FULL else ()

    def _record(self, node: Node) -> RecordType:
        record = self.types.get(node.text())
        if not isinstance(record, RecordType):
            raise node.fault(f"`{node.text()}` is no schema of this file", UNKNOWN_NAME)
        return record

    # -------------------------------------------------------- context and events

    def _context(self, events: tuple[Event, ...]) -> RecordType | None:
        if "context" not in self.parts:
            return None
        declared = self._record(self.parts["context"])
        into = into_fields(events)
        for field in into:
            if declared.field(field.name) is not None:
                message = f"`{field.name}` is a field of the context already"
                raise self.parts["events"].fault(message, UNKNOWN_NAME)
        return RecordType(declared.name, (*declared.fields, *into)) if into else declared

    def _event(self, name: str, node: Node) -> Event:
        if name in OWN_EVENTS:
            raise node.fault(f"`{name}` is an event of the engine", UNKNOWN_NAME)
        parts = node.record((), ("payload", "into", *self._full("title")))
        payload = self._record(parts["payload"]) if "payload" in parts else None
        into = _optional_text(parts, "into")
        if into is not None and payload is None:
            raise node.fault("`into` needs a payload to keep")
        if into is not None:
            _name(into, parts["into"])
        return Event(_name(name, node), _optional_text(parts, "title"), payload, into)

    # -------------------------------------------------------------------- states

    def _state(self, name: str, node: Node) -> State:
        if name in (START, END, FAIL):
            raise node.fault(f"`{name}` cannot be declared", UNKNOWN_NAME)
        optional = ("timeout", "retries", *self._full("title", "backoff", "writes"))
        parts = node.record(("emits",), optional)
        return State(
            name=_name(name, node),
            title=_optional_text(parts, "title"),
            timeout=_seconds(parts["timeout"]) if "timeout" in parts else None,
            retries=parts["retries"].whole() if "retries" in parts else 0,
            backoff=_backoff(parts["backoff"]) if "backoff" in parts else Backoff(),
            writes=parts["writes"].texts() if "writes" in parts else None,
        )

    def _check_emits(self, workflow: Workflow) -> None:
        for name, node in self._members("states"):
            emits = node.members()["emits"]
            if emits.texts() != workflow.emits(name):
                raise emits.fault(f"`{name}` emits what its transitions name, in their order")

    # --------------------------------------------------------------- transitions

    def _transitions(
        self,
        context: RecordType | None,
        events: tuple[Event, ...],
        states: tuple[State, ...],
    ) -> tuple[Transition, ...]:
        names = frozenset(state.name for state in states)
        payloads = {**_OWN_PAYLOADS, **{event.name: event.payload for event in events}}
        open_ = context is None
        base = context or RecordType("context", into_fields(events))
        lines = []
        for node in self.parts["transitions"].items(least=1):
            head = self._head(node, names, payloads)
            payload = None if head.event is None else payloads[head.event]
            roots = {"ctx": base} if payload is None else {"ctx": base, "payload": payload}
            around = Surroundings(roots, open_, frozenset(payloads), self.types)
            lines.append(self._line(node, head, around))
        return tuple(lines)

    def _head(
        self, node: Node, states: frozenset[str], payloads: Mapping[str, RecordType | None]
    ) -> Transition:
        """Return a transition as it is without its guard."""
        optional = ("on", "when", "otherwise", *self._full("guard", "reason"))
        parts = node.record(("from", "to"), optional)
        source, event = parts["from"].text(), _optional_text(parts, "on")
        if source != START and source not in states:
            raise parts["from"].fault(f"`{source}` is no state of this file", UNKNOWN_NAME)
        if (source == START) != (event is None):
            raise node.fault("`on` stands on every transition but those from `__start__`")
        if event is not None and event not in payloads:
            raise parts["on"].fault(f"`{event}` is no event of this file", UNKNOWN_NAME)
        otherwise = "otherwise" in parts and parts["otherwise"].yes()
        return Transition(
            source,
            event,
            _target(parts, states),
            otherwise=otherwise,
            outlet=event in OWN_EVENTS,
        )

    def _line(self, node: Node, head: Transition, around: Surroundings) -> Transition:
        parts = node.members()
        if "when" not in parts:
            if "guard" in parts:
                raise parts["guard"].fault("a guard stands beside its text in `when`")
            return head
        if head.otherwise:
            raise node.fault("`when` and `otherwise` exclude each other")
        text = parts["when"].text()
        guard = self._guard(node, parts, head, around)
        return replace(head, guard=guard, text=text)

    def _guard(
        self, node: Node, parts: Mapping[str, Node], head: Transition, around: Surroundings
    ) -> Expr:
        if self.format == FULL:
            if "guard" not in parts:
                raise node.fault("the key `guard` is missing")
            return read_guard(parts["guard"], around)
        # The reader of texts loads the grammar, which hosts of the full format do without.
        from stateous.compiler.graph.guard_text import read_guard_text

        return read_guard_text(parts["when"], head.event, around)


_OWN_PAYLOADS: Mapping[str, RecordType | None] = {
    **dict.fromkeys(OWN_EVENTS, None),
    "error": ERROR_PAYLOAD,
}


def into_fields(events: tuple[Event, ...]) -> tuple[Field, ...]:
    """Return the context fields that events declare with `into`, each once."""
    found: dict[str, Field] = {}
    for event in events:
        if event.into is not None and event.payload is not None:
            slot = Slot(event.payload, nullable=True)
            found.setdefault(event.into, Field(event.into, slot, role="into"))
    return tuple(found.values())


def _optional_text(parts: Mapping[str, Node], key: str) -> str | None:
    return parts[key].text() if key in parts else None


def _name(text: str, node: Node) -> str:
    """Return a name, such as the language has them."""
    if not _NAME.fullmatch(text):
        raise node.fault(f"`{text}` is no name", UNKNOWN_NAME)
    return text


_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,63}")


def _seconds(node: Node) -> int:
    seconds = seconds_of(node.text())
    if seconds is None:
        raise node.fault("a duration such as `6h` is wanted, of 1s to 3650d")
    return seconds


def _backoff(node: Node) -> Backoff:
    bounds = tuple(map(_seconds, node.items()))
    if len(bounds) != 2 or bounds[0] > bounds[1]:
        raise node.fault("a backoff is the first wait and the longest one")
    return Backoff(*bounds)


def _target(parts: Mapping[str, Node], states: frozenset[str]) -> Target:
    target = parts["to"].text()
    reason = _optional_text(parts, "reason")
    if reason is not None and target != FAIL:
        raise parts["reason"].fault("a reason goes with `__fail__` only")
    match target:
        case _ if target == END:
            return Complete()
        case _ if target == FAIL:
            return Fail(reason)
        case _ if target in states:
            return Goto(target)
        case _:
            raise parts["to"].fault(f"`{target}` is no state of this file", UNKNOWN_NAME)
