"""The guards of each (state, event), and of START: exclusive, complete, each one alive.

Layer three of the stack. The questions are put so that the usual answer costs one of
them: are there data for which at least two guards hold; only when there are, which pairs.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from stateous.compiler.ir import Decide
from stateous.runtime.kernel.definition import Definition
from stateous.verifier.decoding.case import Truths
from stateous.verifier.encoding.solver import Refuted
from stateous.verifier.encoding.term_builder import at_least, conjunction, disjunction, negation
from stateous.verifier.encoding.terms import Term
from stateous.verifier.inquiry import (
    Answer,
    Disagreement,
    Found,
    Group,
    Guards,
    Inquiry,
    Question,
)

Pair = tuple[int, int]
"""The ids of two transitions, in order."""

MOST_PAIRS: Final = 64
"""No more overlapping pairs of one group are looked for once so many are found."""

FEW_PAIRS: Final = 60
"""Up to so many pairs are asked one by one when they are too hard all at once."""


@dataclass(frozen=True)
class Examined:
    """The answers about a group; `otherwise` are its `otherwise` lines.

    `exclusive` answers whether two guards can hold together; `overlaps` are the pairs
    that were found to, or about which nothing is known. `rest` answers whether no guard
    may hold, `alive` of each guard whether it can ever hold; in an `ordered` group, whether it can
    hold where none above it does.
    """

    inquiry: Inquiry
    otherwise: tuple[int, ...]
    exclusive: Answer
    overlaps: Mapping[Pair, Answer]
    rest: Answer
    alive: Mapping[int, Answer]
    ordered: bool = False

    @property
    def group(self) -> Group:
        """The group itself."""
        return self.inquiry.group


def is_ordered(group: Group) -> bool:
    """Tell whether the first line of a group that holds wins."""
    workflow = group.definition.workflow
    state = workflow.state_by_name.get(group.source)
    kind = state.kind if state is not None and group.event is None else None
    return (isinstance(kind, Decide) and kind.first) or any(
        workflow.transitions[index].first for index in group.guards
    )


def groups_of(definition: Definition) -> Iterator[tuple[Group, tuple[int, ...]]]:
    """Yield each group that has guards, with the ids of its `otherwise` lines."""
    workflow = definition.workflow
    for (source, event), ids in workflow.groups.items():
        lines = {index: workflow.transitions[index] for index in ids}
        guards = {index: line.guard for index, line in lines.items() if line.guard is not None}
        otherwise = tuple(index for index, line in lines.items() if line.otherwise)
        if guards:
            yield Group(definition, source, event, guards), otherwise


def examine(group: Group, otherwise: tuple[int, ...]) -> Examined:
    """Answer every question about a group."""
    return _Examination(group, otherwise).run()


class _Examination:
    """Asks about one group, and remembers which guards held in a case that came up."""

    def __init__(self, group: Group, otherwise: tuple[int, ...]) -> None:
        self.inquiry = Inquiry(group)
        self.ids = tuple(group.guards)
        self.otherwise = otherwise
        self.held: dict[int, Found] = {}

    def run(self) -> Examined:
        if is_ordered(self.inquiry.group):
            alive = {index: self._alive_in_order(index) for index in self.ids}
            return Examined(
                self.inquiry, self.otherwise, Refuted(), {}, self._rest(), alive, ordered=True
            )
        exclusive, overlaps = self._overlaps()
        rest = self._rest()
        alive = {index: self._alive(index) for index in self.ids}
        return Examined(self.inquiry, self.otherwise, exclusive, overlaps, rest, alive)

    def _ask(self, question: Question) -> Answer:
        answer = self.inquiry.ask(question)
        if isinstance(answer, Found):
            for index in self.ids:
                if index not in self.held and answer.truths[index]:
                    self.held[index] = answer
        return answer

    def _overlaps(self) -> tuple[Answer, dict[Pair, Answer]]:
        pairs = tuple(combinations(self.ids, 2))
        if not pairs:
            return Refuted(), {}
        first = self._ask(two_of(self.ids))
        found: dict[Pair, Answer] = {}
        answer, left = first, pairs
        while isinstance(answer, Found) and len(found) < MOST_PAIRS:
            found |= {pair: answer for pair in left if _both(answer.truths, pair)}
            left = tuple(pair for pair in left if pair not in found)
            answer = self._ask(any_pair(left)) if left else Refuted()
        if not isinstance(answer, Found | Refuted):
            found |= self._one_by_one(left, answer)
        if isinstance(first, Found):
            return first, dict(sorted(found.items()))
        # What was found counts for more than what is not known.
        ranked = sorted(found.values(), key=lambda each: not isinstance(each, Found))
        return next(iter(ranked), Refuted()), dict(sorted(found.items()))

    def _one_by_one(self, pairs: tuple[Pair, ...], together: Answer) -> dict[Pair, Answer]:
        """Return the answers about pairs that had none `together`, but for refutations.

        Where they are too many to be asked, the answer stands at the first of them; so does
        a fault, which no refutation of a pair does away with.
        """
        if len(pairs) > FEW_PAIRS:
            return {pairs[0]: together}
        asked = ((pair, self._ask(any_pair((pair,)))) for pair in pairs)
        answers: dict[Pair, Answer] = {pairs[0]: together}
        answers = answers if isinstance(together, Disagreement) else {}
        return answers | {pair: each for pair, each in asked if not isinstance(each, Refuted)}

    def _rest(self) -> Answer:
        # A gap is shown, so it should be simple; that `otherwise` can be taken is not.
        return self._ask(none_of(self.ids, simple=() if self.otherwise else self.ids))

    def _alive_in_order(self, index: int) -> Answer:
        earlier = tuple(each for each in self.ids if each < index)
        return self.inquiry.ask(first_of(index, earlier))

    def _alive(self, index: int) -> Answer:
        return self.held.get(index) or self.inquiry.ask(all_of((index,)))


# ------------------------------------------------------------------- questions


def all_of(ids: tuple[int, ...]) -> Question:
    """Ask whether these guards can hold together, with the simplest case in which they do."""
    return Question(
        lambda guards: conjunction(*(guards[index] for index in ids)),
        lambda truths: all(truths[index] for index in ids),
        simple=ids if len(ids) > 1 else (),
    )


def none_of(ids: tuple[int, ...], *, simple: tuple[int, ...] = ()) -> Question:
    """Ask whether none of these guards may hold."""
    return Question(
        lambda guards: conjunction(*(negation(guards[index]) for index in ids)),
        lambda truths: not any(truths[index] for index in ids),
        simple,
    )


def but(ids: tuple[int, ...], excluded: int) -> Question:
    """Ask whether these guards can hold where `excluded` does not."""
    return Question(
        lambda guards: conjunction(negation(guards[excluded]), *(guards[index] for index in ids)),
        lambda truths: not truths[excluded] and all(truths[index] for index in ids),
    )


def first_of(index: int, earlier: tuple[int, ...]) -> Question:
    """Ask whether this guard can hold where none of the `earlier` ones does."""
    return Question(
        lambda guards: conjunction(
            guards[index], *(negation(guards[before]) for before in earlier)
        ),
        lambda truths: truths[index] and not any(truths[before] for before in earlier),
    )


def two_of(ids: tuple[int, ...]) -> Question:
    """Ask whether at least two of these guards can hold together."""
    return Question(
        lambda guards: at_least(2, tuple(guards[index] for index in ids)),
        lambda truths: sum(truths[index] for index in ids) > 1,
    )


def any_pair(pairs: tuple[Pair, ...]) -> Question:
    """Ask whether both guards of one of these pairs can hold together."""

    def term(guards: Guards) -> Term:
        others: dict[int, list[Term]] = {}
        for one, other in pairs:
            others.setdefault(one, []).append(guards[other])
        return disjunction(
            *(conjunction(guards[one], disjunction(*rest)) for one, rest in others.items())
        )

    return Question(term, lambda truths: any(_both(truths, pair) for pair in pairs))


def _both(truths: Truths, pair: Pair) -> bool:
    return truths[pair[0]] and truths[pair[1]]
