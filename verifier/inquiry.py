"""Questions about the guards of one group, answered by cases that the evaluator confirms.

A question is a term over the guards. A refutation by the solver is a proof; a model is
turned into a case and given to the evaluator, which must agree. Numbers are reals at
first; when a model then is no decimal, the question is asked again with scaled ints.
"""

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from stateous.compiler.guards import Expr
from stateous.runtime.kernel.definition import Definition
from stateous.verifier.decoding.case import Case, Truths
from stateous.verifier.decoding.decode import NoCase, decode
from stateous.verifier.decoding.minimize import minimized
from stateous.verifier.encoding.encode import Encoder
from stateous.verifier.encoding.roots import Roots
from stateous.verifier.encoding.solver import Model, Refuted, Solver, Undecided
from stateous.verifier.encoding.term_builder import conjunction, negation
from stateous.verifier.encoding.terms import Op, Term
from stateous.verifier.encoding.texts import CodedTexts, beyond_solver, texts_for
from stateous.verifier.encoding.uses import Uses
from stateous.verifier.encoding.world import Knob, World

_REFINEMENTS: Final = 8
"""How many models are looked at when they are wrong about what is left open."""

DEEPEST: Final = 3
"""How deep `any` and `all` may nest: their encodings, and what they cost to evaluate, multiply."""

Guards = Mapping[int, Term]
"""The guards of a group as terms, by the ids of their transitions."""


@dataclass(frozen=True, slots=True)
class Group:
    """The guarded lines of (`source`, `event`), by the ids of their transitions.

    `otherwise` lines are left out.
    """

    definition: Definition
    source: str
    event: str | None
    guards: Mapping[int, Expr]


@dataclass(frozen=True, slots=True)
class Found:
    """A case in which the answer is yes, and which guards hold in it."""

    case: Case
    truths: Truths


@dataclass(frozen=True, slots=True)
class Disagreement:
    """An exact model that the evaluator contradicts: a fault of the verifier."""

    case: Case


Answer = Found | Refuted | Undecided | Disagreement


@dataclass(frozen=True, slots=True)
class Question:
    """Can it be? `term` says it to the solver, `holds` to the evaluator.

    With `simple`, the case is the simplest one as to the guards of these ids.
    """

    term: Callable[[Guards], Term]
    holds: Callable[[Truths], bool]
    simple: tuple[int, ...] = ()


class Encoding:
    """The guards of a group as terms, in a solver that knows the facts about their data."""

    def __init__(self, group: Group, *, scaled: bool) -> None:
        exprs = tuple(group.guards.values())
        self.world = World(texts_for(exprs), Uses(exprs), scaled)
        if beyond_solver(exprs):
            reason = "a guard names a character that the solver does not have"
            self.world.doubts.proofs[reason] = None
        self.roots = Roots(self.world, group.definition.workflow, group.source, group.event)
        encoder = Encoder(self.world, self.roots)
        self.guards = {index: encoder.condition(guard) for index, guard in group.guards.items()}

    @cached_property
    def solver(self) -> Solver:
        """The solver, which knows all that is known of the world by now."""
        solver = Solver(fresh=not isinstance(self.world.texts, CodedTexts))
        solver.add(*self.world.facts())
        return solver

    def knobs(self, guards: Iterable[int]) -> list[Knob]:
        """Return the knobs that these guards are about: counts first, then as they are read."""
        about = _variables(conjunction(*(self.guards[index] for index in guards)))
        found = [knob for knob in self.world.knobs if about & _variables(knob.term)]
        counts = {*self.roots.counts.values(), *self.roots.clocks.values()}
        return sorted(found, key=lambda knob: knob.term not in counts)


class Inquiry:
    """Answers questions about the guards of one group."""

    def __init__(self, group: Group) -> None:
        self.group = group

    @cached_property
    def _depth(self) -> int:
        return Uses(self.group.guards.values()).depth

    @cached_property
    def _plain(self) -> Encoding:
        return Encoding(self.group, scaled=False)

    @cached_property
    def _scaled(self) -> Encoding:
        return Encoding(self.group, scaled=True)

    def ask(self, question: Question) -> Answer:
        """Return a confirmed case, a proof that there is none, or why neither was found."""
        if self._depth > DEEPEST:
            return Undecided(f"`any` and `all` stand more than {DEEPEST} deep within each other")
        try:
            return self._ask(self._plain, question)
        except NoCase:
            pass
        try:
            return self._ask(self._scaled, question)
        except NoCase as no_case:
            return Undecided(str(no_case))

    def _ask(self, encoding: Encoding, question: Question) -> Answer:
        solver, doubts = encoding.solver, encoding.world.doubts
        refuting = list(doubts.proofs)
        with solver.frame():
            solver.add(question.term(encoding.guards))
            for _ in range(_REFINEMENTS):
                outcome = solver.ask()
                if not isinstance(outcome, Model):
                    return _doubted(outcome, refuting)
                model, found = self._found(encoding, question, outcome)
                if question.holds(found.truths):
                    return found
                if not doubts.models:
                    return Disagreement(found.case)
                # Other data; but what these values stand for is not known to the last,
                # so to have no other is no proof.
                solver.add(negation(encoding.world.data(model)))
                refuting = [*doubts.proofs, *doubts.models]
        return Undecided(", ".join(doubts.models))

    def _found(self, encoding: Encoding, question: Question, model: Model) -> tuple[Model, Found]:
        """Return the case of a model, simplified where the question asks for it. Raises NoCase."""
        if not question.simple:
            with suppress(NoCase):
                return model, self._confirmed(decode(model, encoding.roots))
        # What is simple is also most likely to be data that the door lets in.
        knobs = encoding.knobs(question.simple or encoding.guards)
        with encoding.solver.frame():
            model = minimized(encoding.solver, encoding.world, model, knobs)
        return model, self._confirmed(decode(model, encoding.roots))

    def _confirmed(self, case: Case) -> Found:
        return Found(case, Truths(self.group.definition, case))


def _doubted(outcome: Refuted | Undecided, doubts: Iterable[str]) -> Refuted | Undecided:
    """Return the outcome, which is no proof where some data has no model."""
    why = ", ".join(doubts)
    return Undecided(why) if why and isinstance(outcome, Refuted) else outcome


def _variables(term: Term) -> frozenset[Term]:
    """Return the variables in a term."""
    found: set[Term] = set()
    seen: set[int] = set()
    stack = [term]
    while stack:
        part = stack.pop()
        if part.op is Op.VARIABLE:
            found.add(part)
        elif id(part) not in seen:
            seen.add(id(part))
            stack.extend(part.args)
    return frozenset(found)
