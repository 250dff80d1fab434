"""Smart constructors of terms: they fold constants and flatten, and keep the meaning.

Whoever builds a term calls these; nothing else makes a `Term`. What a constructor folds
away, the solver need not see, and a guard that is plainly true or false shows as `TRUE`
or `FALSE`.
"""

from collections.abc import Iterable
from fractions import Fraction
from math import floor

from stateous.compiler.values.pattern import Node
from stateous.verifier.encoding.terms import Constant, Op, Sort, Term

TRUE = Term(Op.CONST, Sort.BOOL, (), True)
FALSE = Term(Op.CONST, Sort.BOOL, (), False)


def boolean(value: bool) -> Term:
    """Return the constant `value`."""
    return TRUE if value else FALSE


def integer(value: int) -> Term:
    """Return the int constant `value`."""
    return Term(Op.CONST, Sort.INT, (), value)


def rational(value: int | Fraction) -> Term:
    """Return the real constant `value`."""
    return Term(Op.CONST, Sort.REAL, (), Fraction(value))


def text(value: str) -> Term:
    """Return the text constant `value`."""
    return Term(Op.CONST, Sort.TEXT, (), value)


def variable(name: str, sort: Sort) -> Term:
    """Return the variable `name`; one name and sort is one variable."""
    return Term(Op.VARIABLE, sort, (), name)


def constant(sort: Sort, value: Constant) -> Term:
    """Return the constant `value` of a sort."""
    match value:
        case bool():
            return boolean(value)
        case str():
            return text(value)
        case _:
            return rational(value) if sort is Sort.REAL else integer(int(value))


# ---------------------------------------------------------------------- logic


def negation(term: Term) -> Term:
    """Return the opposite of `term`."""
    if term.is_constant:
        return boolean(not term.value)
    if term.op is Op.NOT:
        return term.args[0]
    return Term(Op.NOT, Sort.BOOL, (term,))


def conjunction(*terms: Term) -> Term:
    """Return that all of `terms` hold."""
    return _junction(Op.AND, terms, TRUE, FALSE)


def disjunction(*terms: Term) -> Term:
    """Return that one at least of `terms` holds."""
    return _junction(Op.OR, terms, FALSE, TRUE)


def _junction(op: Op, terms: Iterable[Term], unit: Term, zero: Term) -> Term:
    flat: dict[Term, None] = {}
    for term in terms:
        for part in term.args if term.op is op else (term,):
            if part == zero:
                return zero
            if part != unit:
                flat[part] = None
    if not flat:
        return unit
    return next(iter(flat)) if len(flat) == 1 else Term(op, Sort.BOOL, tuple(flat))


def implies(premise: Term, conclusion: Term) -> Term:
    """Return that `conclusion` holds wherever `premise` does."""
    return disjunction(negation(premise), conclusion)


def at_least(number: int, terms: tuple[Term, ...]) -> Term:
    """Return that `number` at least of the bools `terms` hold, each counted by its place."""
    number -= sum(term == TRUE for term in terms)
    unsure = tuple(term for term in terms if not term.is_constant)
    if number <= 0:
        return TRUE
    if number > len(unsure):
        return FALSE
    return Term(Op.AT_LEAST, Sort.BOOL, unsure, number)


def ite(condition: Term, then: Term, other: Term) -> Term:
    """Return `then` where `condition` holds, else `other`; both of one sort."""
    if condition.is_constant:
        return then if condition.value else other
    if then == other:
        return then
    if then.sort is Sort.BOOL:
        return conjunction(implies(condition, then), disjunction(condition, other))
    return Term(Op.ITE, then.sort, (condition, then, other))


# ---------------------------------------------------------------- comparisons


def equal(left: Term, right: Term) -> Term:
    """Return that both are the same; an int opposite a real is made one."""
    left, right = _same_sort(left, right)
    if left == right:
        return TRUE
    if left.is_constant and right.is_constant:
        return FALSE
    if left.sort is Sort.BOOL and (left.is_constant or right.is_constant):
        constant, other = (left, right) if left.is_constant else (right, left)
        return other if constant.value else negation(other)
    return Term(Op.EQUAL, Sort.BOOL, (left, right))


def less(left: Term, right: Term) -> Term:
    """Return that `left` comes before `right`: by value, texts by code point."""
    left, right = _same_sort(left, right)
    if left.is_constant and right.is_constant:
        return boolean(_before(left.value, right.value))
    return FALSE if left == right else Term(Op.LESS, Sort.BOOL, (left, right))


def less_equal(left: Term, right: Term) -> Term:
    """Return that `left` does not come after `right`."""
    left, right = _same_sort(left, right)
    if left.is_constant and right.is_constant:
        return boolean(not _before(right.value, left.value))
    return TRUE if left == right else Term(Op.LESS_EQUAL, Sort.BOOL, (left, right))


def _before(left: Constant | Node | None, right: Constant | Node | None) -> bool:
    if isinstance(left, str) and isinstance(right, str):
        return left < right
    assert isinstance(left, int | Fraction) and isinstance(right, int | Fraction)
    return left < right


def _same_sort(left: Term, right: Term) -> tuple[Term, Term]:
    if left.sort is right.sort:
        return left, right
    return to_real(left), to_real(right)


# ----------------------------------------------------------------- arithmetic


def to_real(term: Term) -> Term:
    """Return the number as a real."""
    if term.sort is Sort.REAL:
        return term
    if term.is_constant:
        return rational(_number(term))
    return Term(Op.TO_REAL, Sort.REAL, (term,))


def add(left: Term, right: Term) -> Term:
    """Return the sum; an int beside a real is made one."""
    left, right = _same_sort(left, right)
    if left.is_constant and right.is_constant:
        return constant(left.sort, _number(left) + _number(right))
    for zero, other in ((left, right), (right, left)):
        if zero.is_constant and not zero.value:
            return other
    parts = [term.args if term.op is Op.ADD else (term,) for term in (left, right)]
    return Term(Op.ADD, left.sort, (*parts[0], *parts[1]))


def scale(factor: int | Fraction, term: Term) -> Term:
    """Return `factor` times `term`: an int only when both are."""
    sort = Sort.INT if isinstance(factor, int) and term.sort is Sort.INT else Sort.REAL
    term = term if sort is Sort.INT else to_real(term)
    if term.is_constant:
        return constant(sort, factor * _number(term))
    if not factor:
        return constant(sort, 0)
    return term if factor == 1 else Term(Op.SCALE, sort, (term,), factor)


def subtract(left: Term, right: Term) -> Term:
    """Return `left` minus `right`."""
    return add(left, scale(-1, right))


def floor_divide(term: Term, divisor: int) -> Term:
    """Return `term // divisor`, floored: an int; `divisor` is positive."""
    if term.sort is Sort.REAL:
        return _floor(scale(Fraction(1, divisor), term))
    if term.is_constant:
        return integer(floor(_number(term)) // divisor)
    return term if divisor == 1 else Term(Op.FLOOR_DIVIDE, Sort.INT, (term,), divisor)


def modulo(term: Term, divisor: int) -> Term:
    """Return `term % divisor`, of the sign of the positive `divisor`, in the sort of `term`."""
    if term.sort is Sort.REAL:
        return subtract(term, scale(divisor, to_real(floor_divide(term, divisor))))
    if term.is_constant:
        return integer(floor(_number(term)) % divisor)
    return integer(0) if divisor == 1 else Term(Op.MODULO, Sort.INT, (term,), divisor)


def _floor(term: Term) -> Term:
    if term.is_constant:
        return integer(floor(_number(term)))
    return Term(Op.FLOOR, Sort.INT, (term,))


def _number(term: Term) -> int | Fraction:
    assert isinstance(term.value, int | Fraction)
    return term.value


# ---------------------------------------------------------------------- texts


def length(term: Term) -> Term:
    """Return how many code points the text has."""
    if isinstance(term.value, str) and term.is_constant:
        return integer(len(term.value))
    return Term(Op.LENGTH, Sort.INT, (term,))


def text_test(op: Op, whole: Term, part: Term) -> Term:
    """Return `PREFIX`, `SUFFIX` or `CONTAINS` of `whole` and `part`."""
    if not (whole.is_constant and part.is_constant):
        return Term(op, Sort.BOOL, (whole, part))
    assert isinstance(whole.value, str) and isinstance(part.value, str)
    if op is Op.PREFIX:
        return boolean(whole.value.startswith(part.value))
    if op is Op.SUFFIX:
        return boolean(whole.value.endswith(part.value))
    return boolean(part.value in whole.value)


def in_regex(term: Term, pattern: Node) -> Term:
    """Return that the whole text matches `pattern`."""
    return Term(Op.IN_REGEX, Sort.BOOL, (term,), pattern)
