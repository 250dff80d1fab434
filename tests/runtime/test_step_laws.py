"""Laws of the step function, over random small workflows and random inputs."""

import json
from dataclasses import dataclass, field, replace

from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from stateous.compiler import ir
from stateous.compiler.types import Json
from stateous.runtime.kernel.definition import Definition, prepare
from stateous.runtime.kernel.ledger import redacted_token
from stateous.runtime.kernel.replay import rebuild
from stateous.runtime.kernel.step import step
from stateous.runtime.kernel.token import (
    Cancel,
    DropTask,
    DropTimer,
    Entry,
    Failure,
    Fire,
    Input,
    QueueTask,
    Report,
    SetTimer,
    Start,
    Stepped,
    TimeoutDue,
    Token,
)
from tests.reference_step import Reference
from tests.strategies import EVENTS, PAYLOAD, TINY_INTS, TINY_TEXTS, objects, workflows

GOOD_PAYLOADS = objects({"n": TINY_INTS, "t": st.none() | TINY_TEXTS})
BAD_PAYLOADS = objects({"n": st.sampled_from((-1, 5, True, None, "1")), "t": st.none()})
NO_PAYLOAD: SearchStrategy[Json] = st.none()
ARRIVALS: SearchStrategy[tuple[str, Json]] = st.one_of(
    st.tuples(st.just("ping"), st.none()),
    st.tuples(st.just("pong"), GOOD_PAYLOADS | BAD_PAYLOADS | NO_PAYLOAD),
    st.sampled_from([("ping", {"n": 1}), ("timeout", None), ("pang", None)]),
)
WRITES = st.one_of(
    objects({}),
    objects({"k": st.integers(-1, 3)}),
    objects({}, {"flag": st.booleans(), "token": TINY_TEXTS}),
    objects({}, {"name": TINY_TEXTS, "last": st.none(), "nope": TINY_INTS, "k": st.just(True)}),
)
STARTS = objects({}, {"k": TINY_INTS, "name": TINY_TEXTS, "token": TINY_TEXTS})
MOMENTS = st.integers(0, 10).map(lambda hours: hours * 3_600_000_000)


@st.composite
def inputs(draw: st.DrawFn, token: Token) -> Input:
    """Return inputs for a token, most of them about the attempt that it is at."""
    visit = token.visit + draw(st.sampled_from((0, 0, 0, 0, 1)))
    attempt = token.attempt + draw(st.sampled_from((0, 0, 0, 0, -1)))
    match draw(st.sampled_from(("fire", "report", "report", "fail", "time", "cancel"))):
        case "fire":
            return Fire(*draw(ARRIVALS))
        case "report":
            return Report(visit, attempt, *draw(ARRIVALS), writes=draw(WRITES))
        case "fail":
            return Failure(visit, attempt, "boom")
        case "time":
            return TimeoutDue(visit)
        case _:
            return Cancel() if draw(st.integers(0, 4)) == 0 else Fire("ping")


@dataclass
class Host:
    """The least that a host does with effects: it keeps the ledger, tasks and timers."""

    definition: Definition
    token: Token
    ledger: list[Entry] = field(default_factory=list)
    tasks: dict[tuple[str, int], int] = field(default_factory=dict)
    timers: dict[tuple[str, int], int] = field(default_factory=dict)

    def apply(self, stepped: Stepped) -> None:
        """Do what a step asks for; a task or a timer that is dropped must be there."""
        assert stepped.token is not None
        self.token = stepped.token
        for effect in stepped.effects:
            match effect:
                case Entry():
                    self.ledger.append(effect)
                case QueueTask(state=state, visit=visit, attempt=attempt):
                    self.tasks[state, visit] = attempt
                case DropTask(state=state, visit=visit):
                    del self.tasks[state, visit]
                case SetTimer(state=state, visit=visit, due=due):
                    self.timers[state, visit] = due
                case DropTimer(state=state, visit=visit):
                    del self.timers[state, visit]


def start(workflow: ir.Workflow, context: dict[str, Json]) -> Host:
    definition = prepare(workflow)
    stepped = step(definition, None, Start("t", context), 0)
    assert stepped.token is not None
    host = Host(definition, stepped.token)
    host.apply(stepped)
    return host


def run(data: st.DataObject, host: Host, most: int = 8) -> list[tuple[Input, Stepped]]:
    """Let up to `most` random inputs happen, at rising times."""
    happened = []
    for now in sorted(data.draw(st.lists(MOMENTS, max_size=most))):
        input_ = data.draw(inputs(host.token))
        stepped = step(host.definition, host.token, input_, now)
        happened.append((input_, stepped))
        host.apply(stepped)
    return happened


def with_secret_payload(workflow: ir.Workflow) -> ir.Workflow:
    """Return the workflow with a secret field in the payload of `pong`, and so in `last`."""
    secret = tuple(replace(field, secret=field.name == "t") for field in PAYLOAD.fields)
    payload = replace(PAYLOAD, fields=secret)
    assert workflow.context is not None
    *others, last = workflow.context.fields
    kept = replace(last, slot=replace(last.slot, type=payload))
    return replace(
        workflow,
        context=replace(workflow.context, fields=(*others, kept)),
        events=tuple(replace(e, payload=payload) if e.payload else e for e in workflow.events),
    )


LAWS = settings(max_examples=150, deadline=None)


@LAWS
@given(st.data(), workflows(), STARTS)
def test_the_step_function_agrees_with_the_reference(
    data: st.DataObject, workflow: ir.Workflow, context: dict[str, Json]
) -> None:
    host, reference = start(workflow, context), Reference.start(workflow, context)
    for now in sorted(data.draw(st.lists(MOMENTS, max_size=8))):
        input_ = data.draw(inputs(host.token))
        stepped = step(host.definition, host.token, input_, now)
        host.apply(stepped)
        code = reference.take(input_)
        token = host.token
        assert (stepped.refusal.code if stepped.refusal else None) == code
        assert (token.status, token.state) == (reference.status, reference.state)
        assert (token.visit, token.attempt) == (
            reference.visits[reference.state],
            reference.attempt,
        )
        assert token.context == reference.context
        assert dict(token.counts) == dict(+reference.counts)
        assert dict(token.visits) == dict(+reference.visits)
        assert (len(host.tasks), len(host.timers)) == (reference.task, reference.timer)


@LAWS
@given(st.data(), workflows(), STARTS)
def test_a_refused_event_changes_nothing(
    data: st.DataObject, workflow: ir.Workflow, context: dict[str, Json]
) -> None:
    host = start(workflow, context)
    before = host.token
    for input_, stepped in run(data, host):
        if stepped.refusal is not None and isinstance(input_, Fire):
            assert stepped.token == before
            assert [type(e) for e in stepped.effects] == [Entry]
            assert stepped.transition is None
        assert stepped.token is not None
        before = stepped.token


@LAWS
@given(st.data(), workflows(), STARTS)
def test_an_ended_token_never_moves(
    data: st.DataObject, workflow: ir.Workflow, context: dict[str, Json]
) -> None:
    host = start(workflow, context)
    before = host.token
    for _, stepped in run(data, host):
        if before.ended:
            assert stepped.token == before
            assert stepped.refusal is not None and stepped.refusal.code == "ended"
        assert stepped.token is not None
        before = stepped.token


@LAWS
@given(st.data(), workflows(), STARTS)
def test_an_active_token_has_one_task_and_an_ended_one_nothing(
    data: st.DataObject, workflow: ir.Workflow, context: dict[str, Json]
) -> None:
    host = start(workflow, context)
    run(data, host)
    token = host.token
    here = (token.state, token.visit)
    assert host.tasks == ({} if token.ended else {here: token.attempt})
    assert set(host.timers) <= ({here} if not token.ended else set())


@LAWS
@given(st.data(), workflows(), STARTS)
def test_a_token_is_the_fold_of_its_ledger(
    data: st.DataObject, workflow: ir.Workflow, context: dict[str, Json]
) -> None:
    host = start(data.draw(st.sampled_from((workflow, with_secret_payload(workflow)))), context)
    run(data, host)
    assert rebuild(host.ledger) == redacted_token(host.definition, host.token)


@LAWS
@given(st.data(), workflows(), STARTS)
def test_counts_are_the_accepted_events_of_the_ledger(
    data: st.DataObject, workflow: ir.Workflow, context: dict[str, Json]
) -> None:
    host = start(workflow, context)
    run(data, host)
    accepted = [e.data["event"] for e in host.ledger if e.kind == "event_accepted"]
    assert host.token.counts == {event: accepted.count(event) for event in accepted}
    entered = [e.data["state"] for e in host.ledger if e.kind == "entered"]
    assert host.token.visits == {state: entered.count(state) for state in entered}


@LAWS
@given(st.data(), workflows(), STARTS)
def test_the_same_inputs_give_the_same_steps(
    data: st.DataObject, workflow: ir.Workflow, context: dict[str, Json]
) -> None:
    host = start(workflow, context)
    definition = prepare(workflow)
    token = host.token
    for now in sorted(data.draw(st.lists(MOMENTS, max_size=6))):
        input_ = data.draw(inputs(token))
        first = step(host.definition, token, input_, now)
        assert step(definition, token, input_, now) == first
        assert first.token is not None
        token = first.token


ANYTHING: SearchStrategy[Json] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.decimals() | st.text(max_size=3),
    lambda inner: (
        st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=2), inner, max_size=2)
    ),
    max_leaves=4,
)
KEYS: SearchStrategy[str] = st.sampled_from(("k", "name", "last", "n", "\ud800", ""))
OBJECTS: SearchStrategy[dict[str, Json]] = st.dictionaries(KEYS, ANYTHING)
NAMES = st.sampled_from((*EVENTS, "timeout", "START", "\ud800")) | st.text(max_size=3)


@LAWS
@given(st.data(), workflows(), OBJECTS)
def test_whatever_comes_in_is_taken_or_refused_in_rows_that_can_be_written(
    data: st.DataObject, workflow: ir.Workflow, context: dict[str, Json]
) -> None:
    definition = prepare(workflow)
    token = step(definition, None, Start("t", context), 0).token or start(workflow, {}).token
    event, payload = data.draw(NAMES), data.draw(ANYTHING | OBJECTS)
    fired = step(definition, token, Fire(event, payload), 0)
    writes = data.draw(OBJECTS)
    report = Report(token.visit, token.attempt, event, payload, writes)
    reported = step(definition, token, report, 0)
    for effect in (*fired.effects, *reported.effects):
        if isinstance(effect, Entry):
            json.dumps(effect.data, default=str, ensure_ascii=False).encode()
    if fired.refusal is not None:
        assert fired.token == token
    if reported.refusal is not None and reported.token is not None:
        assert reported.token.context == token.context
