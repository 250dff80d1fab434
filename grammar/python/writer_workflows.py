"""Workflows as Python source text."""

from collections.abc import Iterator

from stateous.grammar import syntax
from stateous.grammar.python.source_text import (
    Code,
    Group,
    behind,
    call,
    chain,
    laid_out,
    list_of,
    text,
)
from stateous.grammar.python.writer_names import Names
from stateous.grammar.python.writer_steps import StepWriter
from stateous.grammar.python.writer_values import (
    allow,
    duration,
    effects,
    fields,
    flag,
    given,
    guard,
    mappings,
    moment,
    title,
    type_of,
    values,
    waived,
)

_KINDS: dict[type, str] = {
    syntax.TaskKind: "state",
    syntax.ActionKind: "action",
    syntax.DecideKind: "decide",
    syntax.WaitForEvents: "wait",
    syntax.WaitForTime: "wait",
    syntax.ApprovalKind: "approval",
    syntax.ParallelKind: "parallel",
    syntax.ForeachKind: "foreach",
}


class WorkflowWriter:
    """Writes one workflow; each block that it yields is a list of statements."""

    def __init__(self, names: Names, node: syntax.WorkflowDecl) -> None:
        """Write with these variables."""
        self.names = names
        self.node = node
        self.variable = names.take("workflow", node.name.text)

    def blocks(self) -> Iterator[list[str]]:
        """Yield the statements, in blocks that blank lines part."""
        yield list(self._head())
        yield [self._event(event) for event in self.node.events]
        yield [self._state(state) for state in self.node.states]
        yield [self._trigger(trigger) for trigger in self.node.triggers]
        yield [self._line("START", line) for line in self.node.start]
        for state in self.node.states:
            source = self._state_name(state.name)
            yield [self._line(source, line) for line in state.lines]
            yield [self._line(source, line) for line in state.choices]
        yield [self._deadline(deadline) for deadline in self.node.deadlines]
        for anywhere in self.node.anywhere:
            yield list(self._anywhere(anywhere))
        yield [self._property(property_) for property_ in self.node.properties]
        steps = StepWriter(self.names, self.variable)
        for specification in self.node.specifications:
            yield [chain(*steps.specification(specification))]

    def _head(self) -> Iterator[str]:
        node, context = self.node, self.node.context
        plain = context is not None and context.fields is None and not context.allows
        named = self._type(context.name) if context is not None and plain else None
        yield laid_out(
            behind(
                f"{self.variable} = ",
                self.names.call(
                    "Workflow",
                    text(node.name.text),
                    *title(node.title),
                    *given("context", named),
                    *allow(self.names, node.allows),
                ),
            )
        )
        if context is not None and not plain:
            lines = None if context.fields is None else fields(self.names, context.fields)
            waivers = allow(self.names, context.allows)
            name = self._type(context.name) if lines is None else text(context.name.text)
            yield self._call("context", name, *given("fields", lines), *waivers)
        if node.subject is not None:
            model = self.names.reference(node.subject.readmodel, "readmodel")
            yield self._call("subject", model, *allow(self.names, node.subject.allows))

    def _type(self, name: syntax.Name) -> Code:
        return self.names.reference(name, "type", "enum")

    def _call(self, method: str, *arguments: Code, to: str = "") -> str:
        code = call(f"{self.variable}.{method}", *arguments)
        return laid_out(behind(f"{to} = ", code) if to else code)

    def _event(self, node: syntax.EventDecl) -> str:
        payload = None if node.payload is None else type_of(self.names, node.payload)
        variable = self.names.take("event", node.name.text, self.variable)
        return self._call(
            "event",
            text(node.name.text),
            *title(node.title),
            *given("payload", payload),
            *given("into", None if node.into is None else text(node.into.text)),
            *allow(self.names, node.allows),
            to=variable,
        )

    # --------------------------------------------------------------------- states

    def _state(self, node: syntax.StateDecl) -> str:
        variable = self.names.take("state", node.name.text, self.variable)
        return self._call(
            _KINDS[type(node.kind)],
            text(node.name.text),
            *self._kind(node.kind),
            *title(node.title),
            *self._clauses(node),
            *allow(self.names, node.allows),
            to=variable,
        )

    def _kind(self, kind: syntax.StateKind) -> list[Code]:
        match kind:
            case syntax.TaskKind():
                return []
            case syntax.ActionKind(command=command):
                return given("invokes", self.names.reference(command, "command"))
            case syntax.DecideKind(first=first):
                return flag("first", holds=first)
            case syntax.WaitForEvents(events=events):
                found = [self._event_name(event) for event in events]
                return given("for_", found[0] if len(found) == 1 else list_of(found))
            case syntax.WaitForTime(time=time):
                return given("for_time", moment(time))
            case syntax.ApprovalKind(role=role):
                return given("by", self.names.reference(role, "role"))
            case syntax.ParallelKind(workflows=workflows):
                found = [self.names.reference(name, "workflow") for name in workflows]
                return given("runs", list_of(found))
            case syntax.ForeachKind(over=over, variable=variable, workflow=workflow):
                return [
                    *given("over", guard(over)),
                    *given("as_", text(variable.text)),
                    *given("runs", self.names.reference(workflow, "workflow")),
                ]

    def _clauses(self, node: syntax.StateDecl) -> Iterator[Code]:
        if node.attempts is not None:
            yield self._clause("attempts", str(node.attempts.number.value), node.attempts)
        if node.timeout is not None:
            yield self._clause("timeout", duration(node.timeout.duration), node.timeout)
        if node.retries is not None:
            yield self._clause("retries", str(node.retries.number.value), node.retries)
            if node.retries.backoff is not None:
                yield f"backoff={_backoff(node.retries.backoff)}"
        if node.writes is not None:
            yield self._clause("writes", _texts(node.writes.fields), node.writes)
        if node.until is not None:
            yield self._clause("until", moment(node.until.time), node.until)
        if node.expires is not None:
            yield self._clause("expires_after", moment(node.expires.time), node.expires)
        if node.join is not None:
            yield self._clause("join", _join(node.join), node.join)
        if node.passing is not None:
            yield self._clause("passing", _texts(node.passing.fields), node.passing)
        yield from mappings(self.names, node.mappings)
        if node.gathers:
            yield behind("gather=", self._gathers(node))
        if node.key is not None:
            yield self._clause("key", guard(node.key.value), node.key)
        if node.at_once is not None:
            yield self._clause("at_once", str(node.at_once.number.value), node.at_once)
        if node.ensures:
            yield behind("ensures=", list_of(self._ensures(promise) for promise in node.ensures))
        if node.after:
            yield behind("after=", list_of(self._after(after) for after in node.after))

    def _clause(self, name: str, code: Code, node: object) -> Code:
        return behind(f"{name}=", waived(self.names, code, getattr(node, "allows", ())))

    def _gathers(self, node: syntax.StateDecl) -> Code:
        entries = [
            behind(f"{text(g.field.text)}: ", waived(self.names, guard(g.value), g.allows))
            for g in node.gathers
        ]
        return Group("{", tuple(entries), "}")

    def _ensures(self, node: syntax.Ensures) -> Code:
        if node.event is None:
            return waived(self.names, guard(node.condition), node.allows)
        on = given("on", self._event_name(node.event))
        waivers = allow(self.names, node.allows)
        return self.names.call("Ensures", guard(node.condition), *on, *waivers)

    def _after(self, node: syntax.After) -> Code:
        payload = [values(self.names, node.values)] if node.values else []
        event = self._event_name(node.event)
        waivers = allow(self.names, node.allows)
        return self.names.call("After", duration(node.duration), event, *payload, *waivers)

    # ---------------------------------------------------------------------- lines

    def _line(
        self, source: Code, node: syntax.OnLine | syntax.StartLine | syntax.DecideLine
    ) -> str:
        if isinstance(node, syntax.StartLine):
            source = self.names.public("START")
        arguments = (source, self._target(node.target), *self._conditions(node))
        return self._call("transition", *arguments)

    def _conditions(
        self, node: syntax.OnLine | syntax.StartLine | syntax.DecideLine
    ) -> Iterator[Code]:
        if isinstance(node, syntax.OnLine):
            yield behind("on=", self._event_name(node.event))
        yield from given("when", None if node.when is None else guard(node.when))
        yield from flag("otherwise", holds=node.otherwise)
        yield from flag("first", holds=isinstance(node, syntax.OnLine) and node.first)
        yield from effects(self.names, node.effects)
        yield from allow(self.names, node.allows)

    def _target(self, node: syntax.Target) -> Code:
        match node:
            case syntax.ToState(state=state):
                return self._state_name(state)
            case syntax.ToEnd(label=label):
                return self._word("END", label)
            case syntax.ToFail(reason=reason):
                return self._word("FAIL", reason)
            case syntax.ToStay():
                return self.names.public("STAY")
            case syntax.ToRefuse(reason=reason):
                return self._word("REFUSE", reason)

    def _word(self, word: str, said: str | None) -> Code:
        return self.names.public(word) if said is None else self.names.call(word, text(said))

    def _state_name(self, name: syntax.Name) -> Code:
        return self.names.reference(name, "state", owner=self.variable)

    def _event_name(self, name: syntax.Name) -> Code:
        return self.names.reference(name, "event", "fact", owner=self.variable)

    def _deadline(self, node: syntax.Deadline) -> str:
        more = (*effects(self.names, node.effects), *allow(self.names, node.allows))
        return self._call("deadline", duration(node.duration), self._target(node.target), *more)

    def _trigger(self, node: syntax.Trigger) -> str:
        more = (*mappings(self.names, node.mappings), *allow(self.names, node.allows))
        return self._call(
            "trigger", self._occasion(node.occasion), self._target(node.target), *more
        )

    def _occasion(self, node: syntax.Occasion) -> Code:
        match node:
            case syntax.OnFact(event=event):
                return self.names.reference(event, "fact")
            case syntax.OnEntry(machine=machine, state=state):
                return self.names.call("Enters", text(machine.text), text(state.text))
            case syntax.Every(period=period):
                return self.names.call("Every", duration(period))
            case syntax.At(time=time, day=day, zone=zone):
                on = given("on", None if day is None else text(day.text))
                in_ = given("zone", None if zone is None else text(zone.text))
                return self.names.call("At", text(time.text), *on, *in_)

    def _anywhere(self, node: syntax.Anywhere) -> Iterator[str]:
        excepted = [self._state_name(name) for name in node.excepted]
        variable = self.names.take("anywhere", "anywhere", self.variable)
        yield self._call(
            "anywhere",
            *given("except_", list_of(excepted) if excepted else None),
            *allow(self.names, node.allows),
            to=variable,
        )
        for line in node.lines:
            arguments = (self._target(line.target), *self._conditions(line))
            yield laid_out(call(f"{variable}.transition", *arguments))

    def _property(self, node: syntax.PropertyDecl) -> str:
        first = guard(node.first, states_allowed=True)
        second = None if node.second is None else guard(node.second, states_allowed=True)
        name = None if node.name is None else text(node.name.text)
        waivers = allow(self.names, node.allows)
        match node.kind:
            case "invariant" | "never":
                return self._call(node.kind, *([] if name is None else [name]), first, *waivers)
            case "eventually":
                return self._call("eventually", first, *given("name", name), *waivers)
            case "leads to" | "until":
                keyword = given(node.kind.replace(" ", "_"), second)
                return self._call("always", first, *keyword, *given("name", name), *waivers)


def _backoff(node: syntax.Backoff) -> str:
    # Both are texts in quotes; the dots go between what stands in them.
    return f"{duration(node.first)[:-1]}..{duration(node.longest)[1:]}"


def _texts(names: tuple[syntax.Name, ...]) -> Code:
    return list_of(text(name.text) for name in names)


def _join(node: syntax.Join) -> str:
    least = "" if node.number is None else f" {node.number.value}"
    return text(f"{node.rule}{least}")
