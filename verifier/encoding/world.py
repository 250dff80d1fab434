"""What is known so far of the data that a group's guards can see."""

from dataclasses import dataclass, field
from typing import Literal

from stateous.compiler.types import EnumType, ScalarType
from stateous.compiler.values.door import member
from stateous.verifier.encoding.solver import Model
from stateous.verifier.encoding.symbols import Symbol
from stateous.verifier.encoding.term_builder import conjunction, constant, equal, implies, variable
from stateous.verifier.encoding.terms import Sort, Term
from stateous.verifier.encoding.texts import CodedTexts, SolverTexts
from stateous.verifier.encoding.uses import Path, Uses

Choice = Literal["point", "text", "member", "flag"]
"""How the value of a knob is chosen: see `verifier.decoding.minimize`."""


@dataclass(frozen=True, slots=True)
class Knob:
    """A variable whose value a witness shows, and should show simple.

    `type` is the scalar's type, for points, texts and members. The value means something
    only where `when` holds.
    """

    choice: Choice
    term: Term
    type: ScalarType | EnumType | None
    when: Term


@dataclass
class Doubts:
    """Where the terms say less than the language does, and why.

    `models`: there may be models that no data has. `proofs`: there may be data that no
    model has. Without either, an answer of the solver is exact.
    """

    models: dict[str, None] = field(default_factory=dict)
    proofs: dict[str, None] = field(default_factory=dict)


@dataclass
class World:
    """The variables of a group, what is known of them, and the symbols made so far.

    With `scaled`, numbers are ints that count the smallest fraction that the door admits;
    without, they are any reals, which is faster and enough for a proof.
    """

    texts: CodedTexts | SolverTexts
    uses: Uses
    scaled: bool = False
    doubts: Doubts = field(default_factory=Doubts)
    symbols: dict[Path, Symbol] = field(default_factory=dict)
    knobs: list[Knob] = field(default_factory=list)
    _facts: list[Term] = field(default_factory=list)
    _members: dict[str, int] = field(default_factory=dict)
    _unclear: dict[tuple[int, ...], tuple[Term, tuple[object, ...]]] = field(default_factory=dict)

    def know(self, present: Term, *facts: Term) -> None:
        """Note that `facts` hold where `present` does."""
        self._facts.append(implies(present, conjunction(*facts)))

    def facts(self) -> tuple[Term, ...]:
        """Return all that is known, once everything is made."""
        return (*self._facts, *self.texts.facts())

    def knob(
        self, choice: Choice, term: Term, type_: ScalarType | EnumType | None, when: Term
    ) -> Term:
        """Note that a witness shows `term` where `when` holds, and return it."""
        self.knobs.append(Knob(choice, term, type_, when))
        return term

    def flag(self, name: str, when: Term) -> Term:
        """Return a new bool, false in the simplest witness."""
        return self.knob("flag", variable(name, Sort.BOOL), None, when)

    def code(self, member_: str) -> int:
        """Return the int that stands for a member of enums."""
        return self._members.setdefault(member_, len(self._members))

    def member(self, code: int) -> str:
        """Return the member that an int stands for."""
        return next(member_ for member_, known in self._members.items() if known == code)

    def unclear(self, reason: str, *about: object) -> Term:
        """Return a bool for a question that the terms cannot tell about; one for each question."""
        self.doubts.models[reason] = None
        key = tuple(map(id, about))
        # What it is about is kept, so that their ids are not used again.
        new = variable(f"unclear {len(self._unclear)}", Sort.BOOL), about
        return self._unclear.setdefault(key, new)[0]

    def data(self, model: Model) -> Term:
        """Return that the data have the values that a model gives them."""
        return conjunction(
            *(
                equal(knob.term, constant(knob.term.sort, model.value(knob.term)))
                for knob in self.knobs
                if model.holds(knob.when)
            )
        )


def named(path: Path) -> str:
    """Return a path as the author would write it."""
    text = ""
    for step in path:
        text = f"{text}[{step}]" if isinstance(step, int) else member(text, step)
    return text
