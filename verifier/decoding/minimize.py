"""The simplest model of a question: what a person is shown should say no more than it must.

The knobs are set one after the other, each to the simplest value that still has a model:
counts first, then in the order in which guards read them. Numbers go near 0, times near
the start of 2026, both on the coarsest grid; texts are short, members early, flags false.
"""

from collections.abc import Iterable
from fractions import Fraction
from itertools import count, islice
from typing import Final

from stateous.compiler.types import EnumType, ScalarType
from stateous.compiler.values.regex import parse
from stateous.verifier.encoding.ranges import range_of
from stateous.verifier.encoding.solver import Model, Solver
from stateous.verifier.encoding.term_builder import (
    constant,
    equal,
    in_regex,
    integer,
    length,
    less_equal,
    negation,
    scale,
    subtract,
    text,
    text_test,
    to_real,
    variable,
)
from stateous.verifier.encoding.terms import Op, Sort, Term
from stateous.verifier.encoding.texts import OTHER, CodedTexts
from stateous.verifier.encoding.world import Knob, World

_TRIED: Final = 40
"""How many texts or members are tried one by one."""

_LETTERS: Final = 8
"""Up to what length the letters of a text are chosen one by one."""

_READABLE: Final = tuple(map(parse, ("[a-z]*", "[ -~]*", "[^\ud800-\udfff]*")))
"""The characters of a text to be shown, in the order of preference."""


def minimized(solver: Solver, world: World, model: Model, knobs: Iterable[Knob]) -> Model:
    """Return the simplest model of what is asserted; `model` is any. Leaves assertions behind."""
    search = _Search(solver, world, model)
    for knob in knobs:
        search.turn(knob)
    return search.model


class _Search:
    """A search for simpler models; `model` is the simplest so far."""

    def __init__(self, solver: Solver, world: World, model: Model) -> None:
        self.solver = solver
        self.world = world
        self.model = model
        self._names = (f"simple {number}" for number in count())

    def turn(self, knob: Knob) -> None:
        """Set one knob."""
        if not self.model.holds(knob.when):
            return
        match knob.choice, knob.type:
            case "flag", _:
                self._try(negation(knob.term))
            case "member", EnumType(members=members):
                self._first(knob.term, (self.world.code(member) for member in members))
            case "text", ScalarType() as type_:
                self._text(knob.term, type_)
            case _, ScalarType() as type_:
                self._point(knob.term, type_)
        self._fix(knob.term)

    def _try(self, *terms: Term) -> bool:
        """Keep what the terms say, if there is a model in which they hold."""
        if not all(self.model.holds(term) for term in terms):
            outcome = self.solver.ask(*terms)
            if not isinstance(outcome, Model):
                return False
            self.model = outcome
        self.solver.add(*terms)
        return True

    def _fix(self, term: Term) -> None:
        self.solver.add(equal(term, constant(term.sort, self.model.value(term))))

    def _first(self, term: Term, values: Iterable[int]) -> bool:
        return any(self._try(equal(term, integer(value))) for value in islice(values, _TRIED))

    # ------------------------------------------------------------------ points

    def _point(self, term: Term, type_: ScalarType) -> None:
        range_ = range_of(type_)
        for unit in range_.grids:
            place = self._place(term, range_.origin, unit)
            if place is not None:
                self._nearest(place)
                return

    def _place(self, term: Term, origin: int, unit: Fraction) -> Term | None:
        """Return where on a grid the term lies, as an int; None when it is on none of its points."""
        if term.sort is Sort.INT and unit == 1:
            return subtract(term, integer(origin))
        place = variable(next(self._names), Sort.INT)
        on_grid = equal(to_real(subtract(term, integer(origin))), scale(unit, to_real(place)))
        outcome = self.solver.ask(on_grid)
        if not isinstance(outcome, Model):
            return None
        self.model = outcome
        self.solver.add(on_grid)
        return place

    def _nearest(self, place: Term) -> None:
        """Bring an int as near to 0 as can be, above it where both sides are as near."""
        if self._try(equal(place, integer(0))):
            return
        low, high = 1, self._size(place)
        while low < high:
            middle = (low + high) // 2
            if self._try(less_equal(integer(-middle), place), less_equal(place, integer(middle))):
                high = self._size(place)
            else:
                low = middle + 1
        self._try(equal(place, integer(high)))

    def _size(self, term: Term) -> int:
        value = self.model.value(term)
        assert isinstance(value, int)
        return abs(value)

    # ------------------------------------------------------------------- texts

    def _text(self, term: Term, type_: ScalarType) -> None:
        texts = self.world.texts
        if isinstance(texts, CodedTexts):
            if not self._first(term, texts.named(type_)):
                self._nearest(subtract(term, integer(OTHER)))
            return
        self._nearest(length(term))
        shortest = self._size(length(term))
        if self._try(equal(term, text("a" * shortest))):
            return
        any(self._try(in_regex(term, characters)) for characters in _READABLE)
        if shortest <= _LETTERS:
            self._letters(term, shortest)

    def _letters(self, term: Term, size: int) -> None:
        """Make each letter an `a`, from the left, where it can be."""
        for index in range(size):
            value = self.model.value(term)
            assert isinstance(value, str)
            self._try(text_test(Op.PREFIX, term, text(value[:index] + "a")))
