"""JSON values whose type is not declared: a tag, and a part for each kind of value.

Scalars are exact, and so are the keys that guards name and the values that they look for
in a list. Whether two lists or two maps are equal is left open.
"""

from collections.abc import Callable, Hashable
from typing import Final

from stateous.compiler.types import ScalarType
from stateous.verifier.encoding.scalar_domain import scalar
from stateous.verifier.encoding.symbols import Scalar, Tag, Tagged
from stateous.verifier.encoding.term_builder import (
    FALSE,
    conjunction,
    disjunction,
    equal,
    less_equal,
    negation,
    rational,
    to_real,
    variable,
)
from stateous.verifier.encoding.terms import Sort, Term
from stateous.verifier.encoding.uses import Path
from stateous.verifier.encoding.world import World, named

_BOOL: Final = ScalarType("bool")
_NUMBER: Final = ScalarType("number")
_TEXT: Final = ScalarType("text")

_TAGS: Final = {"bool": Tag.BOOL, "number": Tag.NUMBER, "text": Tag.TEXT}


def json_value(world: World, path: Path, present: Term) -> Tagged:
    """Return a variable for any JSON value; it is null where `present` does not hold."""
    name = named(path)
    tag = variable(f"kind of {name}", Sort.INT)
    world.knob("point", tag, ScalarType("int"), present)
    world.know(present, less_equal(Tag.NULL, tag), less_equal(tag, Tag.MAP))
    return Tagged(
        null=disjunction(negation(present), equal(tag, Tag.NULL)),
        tag=tag,
        boolean=_part(world, _BOOL, path, conjunction(present, equal(tag, Tag.BOOL))),
        number=_part(world, _NUMBER, path, conjunction(present, equal(tag, Tag.NUMBER))),
        text=_part(world, _TEXT, path, conjunction(present, equal(tag, Tag.TEXT))),
        member=_members(world, path, conjunction(present, equal(tag, Tag.LIST))),
        entry=_entries(world, path, conjunction(present, equal(tag, Tag.MAP))),
    )


def _part(world: World, type_: ScalarType, path: Path, when: Term) -> Term:
    return scalar(world, type_, f"{type_.kind} {named(path)}", negation(when), when).value


def _members(world: World, path: Path, when: Term) -> Callable[[Hashable], Term]:
    looked_for = world.uses.of(path).members
    held = {
        key: world.flag(f"{value!r} in {named(path)}", when) for key, value in looked_for.items()
    }
    return held.__getitem__


def _entries(world: World, path: Path, when: Term) -> Callable[[str], tuple[Term, Tagged]]:
    def entry(key: str) -> tuple[Term, Tagged]:
        inner: Path = (*path, key)
        there = conjunction(when, variable(f"{named(inner)} is there", Sort.BOOL))
        if inner not in world.symbols:
            world.flag(f"{named(inner)} is there", when)
            world.symbols[inner] = json_value(world, inner, there)
        value = world.symbols[inner]
        assert isinstance(value, Tagged)
        return there, value

    return entry


def as_tagged(world: World, scalar_: Scalar) -> Tagged:
    """Return a null, bool, number or text as a JSON value."""
    kind, value = scalar_.kind, scalar_.value
    return Tagged(
        null=scalar_.null,
        tag=_TAGS.get(kind, Tag.NULL),
        boolean=value if kind == "bool" else FALSE,
        number=to_real(value) if kind == "number" else rational(0),
        text=value if kind == "text" else world.texts.constant(""),
    )


def same_json(one: Tagged, other: Tagged, unclear: Callable[[], Term]) -> Term:
    """Return that two values that are not null are equal."""
    return conjunction(
        equal(one.tag, other.tag),
        disjunction(
            conjunction(equal(one.tag, Tag.BOOL), equal(one.boolean, other.boolean)),
            conjunction(equal(one.tag, Tag.NUMBER), equal(one.number, other.number)),
            conjunction(equal(one.tag, Tag.TEXT), equal(one.text, other.text)),
            _same_inside(one, other, unclear),
        ),
    )


def _same_inside(one: Tagged, other: Tagged, unclear: Callable[[], Term]) -> Term:
    """Return that both hold other values, and the same ones."""
    both = [less_equal(Tag.LIST, tagged.tag) for tagged in (one, other)]
    return FALSE if FALSE in both else conjunction(*both, unclear())
