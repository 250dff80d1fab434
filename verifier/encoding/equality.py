"""When two symbolic values are equal."""

from stateous.verifier.encoding.json_domain import as_tagged, same_json
from stateous.verifier.encoding.symbols import Entries, Items, Record, Scalar, Symbol, Tagged
from stateous.verifier.encoding.term_builder import (
    FALSE,
    conjunction,
    disjunction,
    equal,
    implies,
    integer,
    less,
    negation,
)
from stateous.verifier.encoding.terms import Term
from stateous.verifier.encoding.world import World


def same(world: World, one: Symbol, other: Symbol) -> Term:
    """Return that both are null, or neither is and they are equal."""
    neither = (negation(one.null), negation(other.null))
    return disjunction(
        conjunction(one.null, other.null),
        conjunction(*neither, _same_values(world, one, other)),
    )


def _same_values(world: World, one: Symbol, other: Symbol) -> Term:
    match one, other:
        case Scalar(kind="null"), _:
            return FALSE
        case _, Scalar(kind="null"):
            return FALSE
        case Scalar(value=a), Scalar(value=b):
            return equal(a, b)
        case Record(), Record():
            return conjunction(
                *(same(world, one.field(name), other.field(name)) for name in one.names)
            )
        case Items(), Items():
            return _same_items(world, one, other)
        case Entries(), Entries():
            return _same_entries(world, one, other)
        case Tagged(), Tagged():
            return same_json(one, other, lambda: _unclear(world, one, other))
        case Tagged(), Scalar():
            return same_json(one, as_tagged(world, other), lambda: FALSE)
        case Scalar(), Tagged():
            return same_json(other, as_tagged(world, one), lambda: FALSE)
        case _:
            return _unclear(world, one, other)


def _same_items(world: World, one: Items, other: Items) -> Term:
    if one.members is not None or other.members is not None:
        return _unclear(world, one, other)
    size = max(len(one.slots), len(other.slots))
    return conjunction(
        equal(one.length, other.length),
        *(
            implies(
                less(integer(index), one.length),
                same(world, one.slot(index), other.slot(index)),
            )
            for index in range(size if one.slots and other.slots else 0)
        ),
    )


def _same_entries(world: World, one: Entries, other: Entries) -> Term:
    """Return what must hold for two maps to be equal; the keys that nobody names are left open."""
    named = [key for key in one.named if key in other.named]
    pairs = [(one.named[key], other.named[key]) for key in named]
    return conjunction(
        equal(one.length, other.length),
        disjunction(equal(one.length, integer(0)), _unclear(world, one, other)),
        *(
            conjunction(equal(there, too), implies(there, same(world, value, its)))
            for (there, value), (too, its) in pairs
        ),
    )


def _unclear(world: World, one: Symbol, other: Symbol) -> Term:
    return world.unclear(
        "whether two lists, maps or JSON values are equal was left open", one, other
    )
