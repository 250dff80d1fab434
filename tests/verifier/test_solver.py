"""The solver adapter: texts by code points, frames, budgets, and terms against plain Python."""

from collections.abc import Mapping
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from stateous.compiler.values.regex import automaton, parse
from stateous.verifier.encoding import term_builder as build
from stateous.verifier.encoding.solver import Model, Refuted, Solver, Undecided
from stateous.verifier.encoding.term_builder import FALSE, TRUE
from stateous.verifier.encoding.terms import Constant, Op, Sort, Term

X = build.variable("x", Sort.INT)
Y = build.variable("y", Sort.INT)
R = build.variable("r", Sort.REAL)
P = build.variable("p", Sort.BOOL)
T = build.variable("t", Sort.TEXT)


@pytest.mark.parametrize("text", ["", "a", "\\u{41}", "\\x41", '"', "é", "\U0001f600", "a\x00b\n"])
def test_a_text_goes_in_and_comes_out_as_it_is(text: str) -> None:
    model = Solver(fresh=True).ask(build.equal(T, build.text(text)))
    assert isinstance(model, Model)
    assert model.value(T) == text


def test_what_is_asserted_in_a_frame_is_forgotten_at_its_end() -> None:
    for fresh in (False, True):
        solver = Solver(fresh=fresh)
        solver.add(build.less(build.integer(0), X))
        with solver.frame():
            solver.add(build.less(X, build.integer(1)))
            assert isinstance(solver.ask(), Refuted)
        assert isinstance(solver.ask(), Model)
        assert isinstance(solver.ask(build.less(X, build.integer(1))), Refuted)
        assert isinstance(solver.ask(), Model)


def test_a_budget_that_runs_out_is_no_proof() -> None:
    solver = Solver(resources=2_000)
    pigeons = [[build.variable(f"{p} in {h}", Sort.BOOL) for h in range(9)] for p in range(10)]
    solver.add(*(build.disjunction(*row) for row in pigeons))
    for hole in range(9):
        column = tuple(row[hole] for row in pigeons)
        solver.add(build.negation(build.at_least(2, column)))
    assert solver.ask() == Undecided("the solver's budget ran out")


def test_no_two_solvers_share_what_z3_remembers_of_earlier_work() -> None:
    one, other = Solver(), Solver()
    assert one._engine.ctx is not other._engine.ctx


def test_an_equation_of_numbers_holds_for_that_number_alone() -> None:
    for variable, constant in ((X, build.integer(5)), (R, build.rational(Fraction(5, 2)))):
        solver = Solver()
        solver.add(build.equal(variable, constant))
        model = solver.ask()
        assert isinstance(model, Model)
        assert model.value(variable) == constant.value
        assert isinstance(solver.ask(build.less(variable, constant)), Refuted)
        assert isinstance(solver.ask(build.less(constant, variable)), Refuted)


@pytest.mark.parametrize(
    "pattern", ["", "a*", "(ab|c)+d?", "[^a-c]{2,3}", ".", "a{0}b{2,}", r"\d\w\s"]
)
def test_a_pattern_means_to_the_solver_what_it_means_to_the_automaton(pattern: str) -> None:
    texts = [
        "",
        "a",
        "b",
        "aa",
        "ab",
        "abc",
        "abd",
        "cd",
        "d",
        "xyz",
        "bb",
        "bbb",
        "\n",
        "1a ",
        "é",
    ]
    for text in texts:
        term = build.in_regex(build.text(text), parse(pattern))
        matches = automaton(pattern).matches(text)
        assert isinstance(Solver(fresh=True).ask(term), Model) == matches


# ------------------------------------------------------------------------ laws
# A term over variables is given the values of a small assignment. The builder, which may
# fold all of it, and the solver, to which the variables are equations, must agree with Python.

_INTS = st.integers(-7, 7)
Assignment = Mapping[str, Constant]


def _ints(leaves: SearchStrategy[Term]) -> SearchStrategy[Term]:
    divisors = st.integers(1, 4)
    return st.recursive(
        leaves,
        lambda inner: st.one_of(
            st.builds(build.add, inner, inner),
            st.builds(build.subtract, inner, inner),
            st.builds(build.scale, _INTS, inner),
            st.builds(build.floor_divide, inner, divisors),
            st.builds(build.modulo, inner, divisors),
        ),
        max_leaves=5,
    )


def _evaluated(term: Term, values: Assignment) -> Constant:
    """Return the value of a term of ints and bools, by Python's own arithmetic."""
    args = [_evaluated(arg, values) for arg in term.args]
    number = term.value if isinstance(term.value, int) else 0
    match term.op:
        case Op.CONST:
            assert isinstance(term.value, bool | int)
            return term.value
        case Op.VARIABLE:
            return values[str(term.value)]
        case Op.ADD:
            return sum(int(arg) for arg in args)
        case Op.SCALE:
            return number * int(args[0])
        case Op.FLOOR_DIVIDE:
            return int(args[0]) // number
        case Op.MODULO:
            return int(args[0]) % number
        case Op.NOT:
            return not args[0]
        case Op.AND:
            return all(args)
        case Op.OR:
            return any(args)
        case Op.AT_LEAST:
            return sum(map(bool, args)) >= number
        case Op.LESS:
            return int(args[0]) < int(args[1])
        case Op.LESS_EQUAL:
            return int(args[0]) <= int(args[1])
        case Op.EQUAL:
            return args[0] == args[1]
        case Op.ITE:
            return args[1] if args[0] else args[2]
        case _:
            raise AssertionError(term.op)


_NUMBERS = _ints(st.sampled_from((X, Y)) | _INTS.map(build.integer))
_CONDITIONS = st.recursive(
    st.one_of(
        st.just(P),
        st.sampled_from((TRUE, FALSE)),
        st.builds(build.less, _NUMBERS, _NUMBERS),
        st.builds(build.less_equal, _NUMBERS, _NUMBERS),
        st.builds(build.equal, _NUMBERS, _NUMBERS),
    ),
    lambda inner: st.one_of(
        st.builds(build.negation, inner),
        st.builds(build.conjunction, inner, inner),
        st.builds(build.disjunction, inner, inner),
        st.builds(build.implies, inner, inner),
        st.builds(build.equal, inner, inner),
        st.builds(build.ite, inner, inner, inner),
        st.builds(lambda terms: build.at_least(2, tuple(terms)), st.lists(inner, max_size=4)),
    ),
    max_leaves=6,
)


@settings(max_examples=200, deadline=None)
@given(_CONDITIONS, _INTS, _INTS, st.booleans())
def test_a_term_means_to_the_solver_what_it_means_to_python(
    term: Term, x: int, y: int, p: bool
) -> None:
    solver = Solver()
    solver.add(build.equal(X, build.integer(x)), build.equal(Y, build.integer(y)))
    solver.add(P if p else build.negation(P))
    value = _evaluated(term, {"x": x, "y": y, "p": p})
    assert isinstance(solver.ask(term), Model) == value
    assert isinstance(solver.ask(build.negation(term)), Refuted) == value


@settings(max_examples=200, deadline=None)
@given(_ints(_INTS.map(build.integer)))
def test_the_builder_folds_what_is_constant(term: Term) -> None:
    assert term.is_constant


@given(st.fractions(-9, 9, max_denominator=8), st.integers(1, 5))
def test_division_of_reals_is_floored(number: Fraction, divisor: int) -> None:
    quotient = build.floor_divide(build.rational(number), divisor)
    rest = build.modulo(build.rational(number), divisor)
    assert (quotient.value, rest.value) == (number // divisor, number % divisor)
    solver = Solver()
    solver.add(build.equal(R, build.rational(number)))
    model = solver.ask()
    assert isinstance(model, Model)
    assert model.value(build.floor_divide(R, divisor)) == number // divisor
    assert model.value(build.modulo(R, divisor)) == number % divisor
