"""Workflows that compile, for `tests.valid_specs`: states of every kind with their outlets routed."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from hypothesis import strategies as st

from stateous.grammar.syntax import (
    ActionKind,
    After,
    Anywhere,
    ApprovalKind,
    At,
    AtOnce,
    Attempts,
    Backoff,
    Branches,
    CallEffect,
    ContextDecl,
    Count,
    Deadline,
    DecideKind,
    DecideLine,
    EmitEffect,
    Ended,
    Ensures,
    EventDecl,
    Every,
    Expires,
    Expr,
    FieldDecl,
    ForeachKind,
    Gather,
    InState,
    Join,
    Key,
    Logic,
    Member,
    Name,
    NamedType,
    NameExpr,
    OnEntry,
    OnFact,
    OnLine,
    ParallelKind,
    Passing,
    PropertyDecl,
    Retries,
    SetEffect,
    StartLine,
    StateDecl,
    Subject,
    Target,
    TaskKind,
    Timeout,
    ToEnd,
    ToFail,
    ToRefuse,
    ToState,
    ToStay,
    Trigger,
    TypeDecl,
    TypeUse,
    Until,
    Visited,
    WaitForEvents,
    WaitForTime,
    WithClause,
    WorkflowDecl,
    Writes,
)
from tests.expressions import NOWHERE
from tests.valid_steps import workflow_specifications
from tests.valid_values import (
    COUNTED,
    Readable,
    compare,
    duration,
    name,
    number,
    read,
    readable,
    text,
)
from tests.valid_world import TITLES, World, guarded, value_for

CALLBACK = "module:function"
OUTLETS = frozenset(
    (
        *("next", "refused", "failed", "elapsed", "approved", "rejected", "expired"),
        *("joined", "completed", "partial"),
    )
)
"""What a line of a special state takes for its outlet, also where an event has that name."""


@dataclass
class Plan:
    """A workflow before it is built: the names and types that others may use."""

    name: Name
    context: ContextDecl | None
    fields: tuple[FieldDecl, ...]
    events: list[EventDecl]
    payloads: dict[str, tuple[FieldDecl, ...]]
    everywhere: Name | None
    started: bool
    triggered: bool
    labels: list[str] = field(default_factory=list)
    calls: bool = False


def plan(world: World) -> Plan:
    """Return the names of a workflow, its context and its events."""
    names = world.names
    fields = world.fields(1, roles=True)
    context: ContextDecl | None = ContextDecl(names.word(), fields, **world.lines())
    how = world.draw(st.integers(0, 5))
    if how == 0:
        declared: TypeDecl = world.one(world.types)
        context, fields = ContextDecl(declared.name, None, **world.lines()), declared.fields
    elif how == 1:
        context, fields = None, ()
    events, payloads = [], {}
    for _ in range(world.draw(st.integers(1, 4))):
        own, into, use = names.declared(), None, None
        if world.chance():
            declared = world.one(world.types)
            payloads[own.text] = declared.fields
            use = TypeUse(NamedType(declared.name, span=NOWHERE), span=NOWHERE)
            into = names.word() if world.chance(3) else None
        title = world.draw(TITLES)
        events.append(EventDecl(own, title, use, into, **world.lines()))
    everywhere = None
    if world.chance(3):
        everywhere = names.declared()
        events.append(EventDecl(everywhere, None, None, None, **world.lines()))
    started = world.chance(5) is False
    triggered = not started or world.chance(4)
    return Plan(names.declared(), context, fields, events, payloads, everywhere, started, triggered)


class _Builder:
    """Builds one workflow of a plan."""

    def __init__(self, world: World, plan: Plan, others: Sequence[Plan]) -> None:
        self.world, self.plan, self.others = world, plan, others
        self.names = [world.names.declared() for _ in range(world.draw(st.integers(1, 5)))]
        # The first state stays: a decide may lead to it.
        self.stays = self.names[:1]
        self.subject = world.models[0] if world.models and world.chance() else None
        self.events = [e for e in plan.events if e.name != plan.everywhere]
        self.gathered: list[Name] = []
        self.ctx = readable("ctx", plan.fields, world.bank)
        if self.subject is not None:
            self.ctx += readable("subject", self.subject.fields, world.bank)
        self.counts = [
            Readable(Count(None, event.name, span=NOWHERE), COUNTED) for event in plan.events
        ]

    # ------------------------------------------------------------ targets, effects

    def _leaving(self, states: Sequence[Name] | None = None) -> Target:
        world = self.world
        shape = world.draw(st.integers(0, 6))
        if shape == 0:
            label = world.one((None, "good", 'so "so"'))
            if label is not None:
                self.plan.labels.append(label)
            return ToEnd(label, span=NOWHERE)
        if shape == 1:
            return ToFail(world.one((None, "why # not")), span=NOWHERE)
        return ToState(world.one(self.names if states is None else states), span=NOWHERE)

    def _any(self) -> Target:
        shape = self.world.draw(st.integers(0, 7))
        if shape == 0:
            return ToStay(span=NOWHERE)
        if shape == 1:
            return ToRefuse("not now", span=NOWHERE)
        return self._leaving()

    def _effects(self, reads: Sequence[Readable]) -> Any:
        def below(target: Target) -> tuple[Any, ...]:
            world = self.world
            if isinstance(target, ToRefuse) or not world.chance(3):
                return ()
            found: list[Any] = []
            for own in world.some([f for f in self.plan.fields if f.role != "input"], 0, 1):
                found.append(SetEffect((own.name,), value_for(world, own, reads), **world.lines()))
            for fact in world.some(world.facts, 0, 1):
                found.append(EmitEffect(fact.name, world.assigned(fact.fields), **world.lines()))
            for event in world.some(self.events, 0, 1):
                fields = self.plan.payloads.get(event.name.text, ())
                found.append(EmitEffect(event.name, world.assigned(fields), **world.lines()))
            if world.chance(3):
                self.plan.calls = True
                found.append(CallEffect(text(CALLBACK), **world.lines()))
            return tuple(found)

        return below

    def _on(self, event: Name, reads: Sequence[Readable], *, own: bool = False) -> list[OnLine]:
        """Return the lines on one event or outlet; `own` is one that leads away."""
        target = self._leaving if own else self._any
        numbers = [Readable(read(word), COUNTED) for word in ("visit", "attempt")]
        known = [*reads, *self.counts, *numbers]
        return guarded(
            self.world,
            OnLine,
            (event,),
            known,
            target,
            first=True,
            effects=self._effects(reads),
        )

    def _declared(self, events: Sequence[EventDecl]) -> list[OnLine]:
        found: list[OnLine] = []
        for event in events:
            fields = self.plan.payloads.get(event.name.text, ())
            found += self._on(
                event.name, [*self.ctx, *readable("payload", fields, self.world.bank)]
            )
        return found

    # --------------------------------------------------------------------- states

    def state(self, own: Name) -> StateDecl:
        """Return a state of any kind that may stand here."""
        world, plan = self.world, self.plan
        made: StateDecl = StateDecl(own, world.draw(TITLES), TaskKind(), **world.lines())
        kinds = ["task", "pause", "wait"]
        kinds += ["decide"] if own not in self.stays else []
        kinds += ["action"] if world.commands else []
        kinds += ["approval"] if world.roles else []
        runs = [other for other in self.others if other.started]
        kinds += ["parallel"] * 2 if runs else []
        lists = [f for f in plan.fields if world.bank[f.name.text].kind == "list"]
        kinds += ["foreach"] * 3 if runs and lists else []
        kind = world.one(kinds)
        if kind == "decide":
            return self._decide(made)
        fired = world.some(self.events, 0, 2)
        if kind != "task":
            fired = [event for event in fired if event.name.text not in OUTLETS]
        if kind == "wait":
            return self._wait(made, fired)
        made = replace(made, lines=tuple(self._declared(fired)))
        match kind:
            case "task":
                return self._task(made, fired)
            case "action":
                return self._action(made)
            case "pause":
                made = replace(made, kind=WaitForTime(self._moment("duration")))
                return self._with_outlets(made, "elapsed")
            case "approval":
                made = replace(made, kind=ApprovalKind(world.one(world.roles).name))
                if not world.chance():
                    return self._with_outlets(made, "approved", "rejected")
                expires = Expires(self._moment("duration"), **world.lines())
                made = replace(made, expires=expires)
                return self._with_outlets(made, "approved", "rejected", "expired")
            case _:
                return self._children(made, kind, runs, lists)

    def _with_outlets(self, made: StateDecl, *outlets: str) -> StateDecl:
        lines: list[OnLine] = []
        for outlet in outlets:
            lines += self._on(name(outlet), self.ctx, own=True)
        return replace(made, lines=(*made.lines, *lines))

    def _moment(self, *kinds: str) -> Expr:
        fields = [f for f in self.plan.fields if self.world.bank[f.name.text].kind in kinds]
        if fields and self.world.chance():
            return read("ctx", self.world.one(fields).name)
        return duration(self.world.one((90, 3600, 129_600)))

    def _timeout(self) -> Timeout | None:
        if not self.world.chance():
            return None
        return Timeout(duration(self.world.one((60, 21_600))), **self.world.lines())

    def _task(self, made: StateDecl, fired: Sequence[EventDecl]) -> StateDecl:
        world = self.world
        retries, writes = None, None
        if world.chance():
            backoff = Backoff(duration(1), duration(60), span=NOWHERE) if world.chance() else None
            retries = Retries(number(world.one((0, 2))), backoff, **world.lines())
        if world.chance():
            free = [f.name for f in self.plan.fields if f.role != "input"]
            writes = Writes(tuple(world.some(free)), **world.lines())
        ensures: list[Ensures] = []
        after: list[After] = []
        if world.chance(3):
            reads = [*self.ctx, *self.counts]
            ensures.append(Ensures(None, world.condition(reads), **world.lines()))
        for event in fired[:1]:
            fields = self.plan.payloads.get(event.name.text, ())
            if world.chance(3):
                reads = [*self.ctx, *readable("payload", fields, world.bank)]
                ensures.append(Ensures(event.name, world.condition(reads), **world.lines()))
            if world.chance(3):
                values = world.assigned(fields)
                after.append(After(duration(7200), event.name, values, **world.lines()))
        timeout = self._timeout()
        outlets = world.some(["timeout", "error"] if timeout is not None else ["error"], 0, 2)
        made = replace(
            made,
            timeout=timeout,
            retries=retries,
            writes=writes,
            ensures=tuple(ensures),
            after=tuple(after),
        )
        return self._with_outlets(made, *outlets)

    def _action(self, made: StateDecl) -> StateDecl:
        world = self.world
        command = world.one(world.commands)
        attempts = Attempts(number(3), **world.lines()) if world.chance() else None
        made = replace(
            made,
            kind=ActionKind(command.name),
            attempts=attempts,
            timeout=self._timeout(),
            mappings=world.withs(command.fields),
        )
        return self._with_outlets(made, "next", "refused", "failed")

    def _decide(self, made: StateDecl) -> StateDecl:
        kind = DecideKind(self.world.chance())
        reads = [*self.ctx, *self.counts]
        lines = guarded(
            self.world,
            DecideLine,
            (),
            reads,
            lambda: self._leaving(self.stays),
            effects=self._effects(self.ctx),
        )
        lines = [
            line if line.when or line.otherwise else replace(line, otherwise=True) for line in lines
        ]
        return replace(made, kind=kind, choices=tuple(lines))

    def _wait(self, made: StateDecl, fired: Sequence[EventDecl]) -> StateDecl:
        world, plan = self.world, self.plan
        awaited: list[tuple[Name, tuple[FieldDecl, ...]]] = [
            (e.name, plan.payloads.get(e.name.text, ())) for e in fired
        ]
        awaited += [(fact.name, fact.fields) for fact in world.some(world.facts, 0, 1)]
        if not awaited:
            return self._with_outlets(replace(made, kind=WaitForTime(duration(60))), "elapsed")
        lines: list[OnLine] = []
        for event, fields in awaited:
            reads = [*self.ctx, *readable("payload", fields, world.bank)]
            lines += self._on(event, reads, own=True)
        events = tuple(event for event, _ in awaited)
        made = replace(made, kind=WaitForEvents(events), lines=tuple(lines))
        if not world.chance():
            return made
        until = Until(self._moment("duration", "datetime"), **world.lines())
        return self._with_outlets(replace(made, until=until), "expired")

    def _children(
        self, made: StateDecl, kind: str, runs: Sequence[Plan], lists: Sequence[FieldDecl]
    ) -> StateDecl:
        world = self.world
        child = world.one(runs)
        taken = {f.name.text for f in child.fields if f.role != "local"}
        shared = [f.name for f in self.plan.fields if f.name.text in taken]
        passing = None
        if shared and world.chance():
            passing = Passing(tuple(world.some(shared, 1)), **world.lines())
        values = world.assigned(child.fields)
        join = world.one((None, Join("all", **world.lines()), Join("any", **world.lines())))
        if world.chance(3):
            join = Join("at least", number(1), **world.lines())
        gathers = []
        if child.fields and world.chance():
            keep, gathered = world.names.word(), world.one(child.fields).name
            gathers.append(Gather(keep, read("payload", gathered), **world.lines()))
        key = at_once = None
        state_kind: Any = ParallelKind((child.name,))
        if kind == "foreach":
            over, variable = world.one(lists), world.names.bare()
            state_kind = ForeachKind(read("ctx", over.name), variable, child.name)
            item = world.bank[over.name.text].item
            assert item is not None
            keys = [
                f for f in item.fields if world.bank[f.name.text].kind in ("text", "int", "uuid")
            ]
            if keys and not world.chance(4):
                value = Member(NameExpr(variable.text, span=NOWHERE), keys[0].name, span=NOWHERE)
                key = Key(value, **world.lines())
            if world.chance():
                at_once = AtOnce(number(5), **world.lines())
        else:
            values = tuple(replace(v, path=(child.name, *v.path)) for v in values)
        mappings = (WithClause(values, **world.lines()),) if values else ()
        timeout = self._timeout()
        made = replace(
            made,
            kind=state_kind,
            join=join,
            passing=passing,
            mappings=mappings,
            gathers=tuple(gathers),
            key=key,
            at_once=at_once,
            timeout=timeout,
        )
        if timeout is not None and world.chance():
            made = self._with_outlets(made, "timeout")
        if kind == "foreach" and world.chance():
            return self._with_outlets(made, "completed", "partial")
        return replace(made, lines=(*made.lines, *self._joined(child)))

    def _joined(self, child: Plan) -> list[OnLine]:
        world = self.world
        reads = readable("", child.fields, world.bank)
        payload = [replace(r, expr=_in_payload(r.expr)) for r in reads]
        status = compare(read("status"), "==", read("completed"))
        inner = world.one((status, world.condition(payload, timeless=True)))
        kind = world.one(("all", "any", "count"))
        when: Expr = Branches(kind, inner, span=NOWHERE)
        if kind == "count":
            when = compare(when, ">=", number(1))
        effects: list[Any] = []
        for own in self.plan.fields:
            same = [f.name for f in child.fields if f.name == own.name]
            if same and own.role != "input" and own.type.nullable:
                found = Branches("first", status, span=NOWHERE)
                value = Member(Member(found, name("payload"), span=NOWHERE), same[0], span=NOWHERE)
                effects.append(SetEffect((own.name,), value, **world.lines()))
        on = name("joined")
        return [
            OnLine(on, when, False, self._leaving(), effects=tuple(effects), **world.lines()),
            OnLine(on, None, True, self._leaving(), **world.lines()),
        ]

    # ------------------------------------------------------------------ the others

    def start(self) -> tuple[StartLine, ...]:
        """Return the START lines."""
        if not self.plan.started:
            return ()
        reads = readable("ctx", self.plan.fields, self.world.bank)
        to_state = lambda: ToState(self.world.one(self.names), span=NOWHERE)
        effects = self._effects(reads)
        return tuple(guarded(self.world, StartLine, (), reads, to_state, effects=effects))

    def triggers(self) -> tuple[Trigger, ...]:
        """Return triggers of each sort."""
        world = self.world
        if not self.plan.triggered:
            return ()
        occasions: list[Any] = [
            Every(duration(900)),
            At(name("08:00")),
            At(name("23:59"), name("Monday"), name("Europe/Zurich")),
        ]
        occasions += [OnFact(fact.name) for fact in world.facts]
        for own in world.machines:
            for state in own.states:
                starts = any(e.name == self.plan.name for e in state.entering)
                occasions += [] if starts else [OnEntry(own.name, state.name)]
        return tuple(
            Trigger(
                occasion,
                ToState(world.one(self.names), span=NOWHERE),
                world.withs(self.plan.fields),
                **world.lines(),
            )
            for occasion in world.some(occasions, 1, 2)
        )

    def deadlines(self) -> tuple[Deadline, ...]:
        """Return the deadline, or none."""
        if not self.world.chance(3):
            return ()
        target = self._leaving()
        effects = self._effects(readable("ctx", self.plan.fields, self.world.bank))(target)
        return (Deadline(duration(2_592_000), target, effects, **self.world.lines()),)

    def anywhere(self, states: Sequence[StateDecl]) -> tuple[Anywhere, ...]:
        """Return the lines that stand in every state but some."""
        if self.plan.everywhere is None:
            return ()
        rest = self.names[1:]
        excepted = tuple(self.world.some(rest))
        lines = self._on(self.plan.everywhere, self.ctx)
        return (Anywhere(excepted, tuple(lines), **self.world.lines()),)

    def properties(self) -> tuple[PropertyDecl, ...]:
        """Return properties of each sort."""
        world = self.world
        found = []
        for kind in world.some(["invariant", "never", "eventually", "leads to", "until"]):
            required = kind in ("invariant", "never")
            own = world.names.word() if required or world.chance() else None
            second = self._proposition() if kind in ("leads to", "until") else None
            found.append(PropertyDecl(kind, own, self._proposition(), second, **world.lines()))
        return tuple(found)

    def _proposition(self) -> Expr:
        world = self.world
        found: list[Expr] = [
            InState(tuple(world.some(self.names, 1)), span=NOWHERE),
            Visited(world.one(self.names), span=NOWHERE),
            Ended(world.one(("ended", "completed", "failed")), span=NOWHERE),
            *(Ended("completed", label, span=NOWHERE) for label in self.plan.labels),
            world.condition(
                [*readable("ctx", self.plan.fields, world.bank), *self.counts], timeless=True
            ),
        ]
        one: Expr = world.one(found)
        if not world.chance(3):
            return one
        return Logic(world.one(("and", "or")), (one, world.one(found)), span=NOWHERE)


def _in_payload(expr: Expr) -> Expr:
    """Return a bare path as one of a payload."""
    match expr:
        case NameExpr(name=own):
            return read("payload", name(own))
        case Member(base=base, name=own):
            return Member(_in_payload(base), own, span=NOWHERE)
        case _:
            return expr


def workflow(world: World, plan: Plan, others: Sequence[Plan]) -> WorkflowDecl:
    """Return the workflow of a plan; it may run `others`."""
    builder = _Builder(world, plan, others)
    states = tuple(builder.state(own) for own in builder.names)
    made = WorkflowDecl(
        plan.name,
        world.draw(TITLES),
        context=plan.context,
        events=tuple(plan.events),
        start=builder.start(),
        states=states,
        subject=Subject(builder.subject.name, **world.lines()) if builder.subject else None,
        triggers=builder.triggers(),
        deadlines=builder.deadlines(),
        anywhere=builder.anywhere(states),
        properties=builder.properties(),
        **world.lines(),
    )
    return replace(made, specifications=workflow_specifications(world, plan, made, others))
