"""The one module that knows Z3: asserted terms in, a model, a refutation or neither out.

A solver keeps frames of asserted terms. One that meets no text pushes and pops them in
one incremental Z3 solver; with texts each question goes to a fresh one, since Z3's
incremental core is slow on regular expressions. The budget is Z3's resource limit, so
that an answer does not depend on the machine; wall time only guards against a hang.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import z3

from stateous.compiler.values.pattern import Chars, Choice, Node, Repeat, Sequence, Text
from stateous.verifier.encoding.terms import LARGEST_CHARACTER, Constant, Op, Sort, Term

RESOURCES = 4_000_000
"""Z3's resource limit for one question: a second or two of work."""

WALL_MILLISECONDS = 20_000
"""The backstop for one question."""


@dataclass(frozen=True, slots=True)
class Refuted:
    """No values satisfy what was asserted: a proof."""


@dataclass(frozen=True, slots=True)
class Undecided:
    """The solver gave up, and why."""

    reason: str


class SolverFault(RuntimeError):
    """The solver broke down: it neither answered nor gave up."""


class Model:
    """Values that satisfy what was asserted."""

    def __init__(self, model: Any, translate: Callable[[Term], Any]) -> None:
        self._model = model
        self._translate = translate

    def value(self, term: Term) -> Constant:
        """Return the value of `term`: a bool, int, Fraction or str by its sort."""
        found = self._model.eval(self._translate(term), model_completion=True)
        match term.sort:
            case Sort.BOOL:
                return bool(z3.is_true(found))
            case Sort.INT:
                return int(found.as_long())
            case Sort.REAL:
                return Fraction(found.numerator_as_long(), found.denominator_as_long())
            case Sort.TEXT:
                return _text_of(found)

    def holds(self, term: Term) -> bool:
        """Tell whether the bool `term` is true."""
        return bool(self.value(term))


Outcome = Model | Refuted | Undecided


class Solver:
    """Asserted terms in frames, and questions about them."""

    def __init__(self, *, fresh: bool = False, resources: int = RESOURCES) -> None:
        self._translation = _Translation()
        self._fresh = fresh
        self._resources = resources
        self._asserted: list[Term] = []
        self._engine = self._new_engine()

    def add(self, *terms: Term) -> None:
        """Assert `terms` in the current frame."""
        self._asserted.extend(terms)
        if not self._fresh:
            self._assert(self._engine, terms)

    @contextmanager
    def frame(self) -> Iterator[None]:
        """Open a frame: what is asserted in it is forgotten at its end."""
        depth = len(self._asserted)
        if not self._fresh:
            self._engine.push()
        try:
            yield
        finally:
            del self._asserted[depth:]
            if not self._fresh:
                self._engine.pop()

    def ask(self, *terms: Term) -> Outcome:
        """Return whether `terms` can hold together with all that is asserted.

        Raises SolverFault.
        """
        if not terms:
            return self._check()
        with self.frame():
            self.add(*terms)
            return self._check()

    def _check(self) -> Outcome:
        """Return the answer about what is asserted. Raises SolverFault."""
        engine = self._engine
        if self._fresh:
            engine = self._new_engine()
            self._assert(engine, self._asserted)
        try:
            answer = engine.check()
        except z3.Z3Exception as error:
            raise SolverFault(str(error)) from error
        if answer == z3.unsat:
            return Refuted()
        if answer == z3.sat:
            return Model(engine.model(), self._translation.term)
        return Undecided(_reason(engine.reason_unknown()))

    def _assert(self, engine: Any, terms: Iterable[Term]) -> None:
        translation = self._translation
        for term in terms:
            z3.Z3_solver_assert(translation.ref, engine.solver, translation.term(term).ast)

    def _new_engine(self) -> Any:
        engine = z3.SimpleSolver(self._translation.context)
        engine.set("rlimit", self._resources)
        engine.set("timeout", WALL_MILLISECONDS)
        return engine


def _reason(given: str) -> str:
    if "canceled" in given or "resource" in given or "timeout" in given:
        return "the solver's budget ran out"
    return f"the solver gave up: {given.strip('() ')}"


# ------------------------------------------------------------------ translation
# By Z3's C functions: its Python operators check and coerce each operand, which would cost
# most of the time of a question. An `ExprRef` keeps its expression alive.


class _Translation:
    """Terms to expressions of a Z3 context of its own, each term once.

    What a context has seen before bears on how Z3 searches, and so on whether a budget is
    enough. With one of its own no answer depends on what else was verified.
    """

    def __init__(self) -> None:
        self.context = z3.Context()
        self.ref = self.context.ref()
        self._known: dict[Term, Any] = {}
        self._sorts: dict[Sort, Any] = {
            Sort.BOOL: z3.BoolSort(self.context),
            Sort.INT: z3.IntSort(self.context),
            Sort.REAL: z3.RealSort(self.context),
            Sort.TEXT: z3.StringSort(self.context),
        }

    def term(self, term: Term) -> Any:
        known = self._known.get(term)
        if known is None:
            known = self._known[term] = self._made(term, [self.term(arg) for arg in term.args])
        return known

    def _made(self, term: Term, args: list[Any]) -> Any:
        match term.op:
            case Op.CONST:
                return self._constant(term.value)
            case Op.VARIABLE:
                symbol = z3.Z3_mk_string_symbol(self.ref, str(term.value))
                return self._kept(z3.Z3_mk_const(self.ref, symbol, self._sorts[term.sort].ast))
            case Op.AND | Op.OR | Op.ADD:
                return self._kept(_FORMS[term.op](self.ref, len(args), _array(args)))
            case Op.AT_LEAST:
                return self._kept(z3.Z3_mk_atleast(self.ref, len(args), _array(args), term.value))
            case Op.SCALE:
                factors = _array([self._constant(term.value), *args])
                return self._kept(z3.Z3_mk_mul(self.ref, 2, factors))
            case Op.FLOOR_DIVIDE | Op.MODULO:
                return self._applied(term.op, [*args, self._constant(term.value)])
            case Op.PREFIX | Op.SUFFIX:
                return self._applied(term.op, args[::-1])
            case Op.CONTAINS if term.args[1].is_constant:
                # As a pattern, since Z3 settles it only so beside a pattern that is not matched.
                return z3.InRe(z3.SeqRef(args[0].ast, self.context), self._around(args[1]))
            case Op.IN_REGEX:
                assert isinstance(term.value, Text | Chars | Sequence | Choice | Repeat)
                return z3.InRe(z3.SeqRef(args[0].ast, self.context), self._regex(term.value))
            case Op.EQUAL if _is_number_constant(term):
                # Two bounds: an equation of ints costs Z3 ten times as much to refute.
                bounds = [self._applied(Op.LESS_EQUAL, each) for each in (args, args[::-1])]
                return self._kept(z3.Z3_mk_and(self.ref, 2, _array(bounds)))
            case Op.LESS | Op.LESS_EQUAL if term.args[0].sort is Sort.TEXT:
                return self._kept(_TEXT_ORDERS[term.op](self.ref, *(arg.ast for arg in args)))
            case _:
                return self._applied(term.op, args)

    def _applied(self, op: Op, args: list[Any]) -> Any:
        return self._kept(_FORMS[op](self.ref, *(arg.ast for arg in args)))

    def _kept(self, ast: Any) -> Any:
        """Return an expression that Z3 keeps as long as this reference to it lives."""
        return z3.ExprRef(ast, self.context)

    def _constant(self, value: object) -> Any:
        match value:
            case bool():
                return z3.BoolVal(value, self.context)
            case int():
                return self._number(value, Sort.INT)
            case Fraction():
                return self._number(value, Sort.REAL)
            case str():
                return self._text(value)
            case _:
                raise AssertionError(value)

    def _number(self, value: int | Fraction, sort: Sort) -> Any:
        return self._kept(z3.Z3_mk_numeral(self.ref, str(value), self._sorts[sort].ast))

    def _text(self, value: str) -> Any:
        # By code points, since Z3's text literals would read `\u{41}` as an escape.
        points = (z3.c_uint * len(value))(*map(ord, value))
        return z3.SeqRef(z3.Z3_mk_u32string(self.ref, len(value), points), self.context)

    def _regex(self, node: Node) -> Any:
        match node:
            case Text(text=text):
                return z3.Re(self._text(text))
            case Chars(ranges=ranges):
                known = [range_ for range_ in ranges if range_[0] <= LARGEST_CHARACTER]
                return self._union([self._range(*range_) for range_ in known])
            case Sequence(parts=parts):
                return self._joined([self._regex(part) for part in parts])
            case Choice(options=options):
                return self._union([self._regex(option) for option in options])
            case Repeat(item=item, least=least, most=most):
                return self._repeated(self._regex(item), least, most)

    def _around(self, part: Any) -> Any:
        """Return the pattern of the texts that contain `part`."""
        anything = z3.Full(z3.ReSort(self._sorts[Sort.TEXT]))
        return z3.Concat(anything, z3.Re(part), anything)

    def _range(self, first: int, last: int) -> Any:
        end = chr(min(last, LARGEST_CHARACTER))
        return z3.Range(self._text(chr(first)), self._text(end))

    def _union(self, options: list[Any]) -> Any:
        if not options:
            return z3.Empty(z3.ReSort(self._sorts[Sort.TEXT]))
        return options[0] if len(options) == 1 else z3.Union(*options)

    def _joined(self, parts: list[Any]) -> Any:
        if not parts:
            return z3.Re(self._text(""))
        return parts[0] if len(parts) == 1 else z3.Concat(*parts)

    def _repeated(self, item: Any, least: int, most: int | None) -> Any:
        if most is None:
            endless = z3.Star(item)
            return endless if least == 0 else self._joined([*[item] * least, endless])
        return z3.Loop(item, least, most) if most else z3.Re(self._text(""))


def _is_number_constant(term: Term) -> bool:
    return any(arg.is_constant and arg.sort in (Sort.INT, Sort.REAL) for arg in term.args)


def _array(items: list[Any]) -> Any:
    return (z3.Ast * len(items))(*(item.ast for item in items))


def _text_of(found: Any) -> str:
    context = found.ctx_ref()
    size = z3.Z3_get_string_length(context, found.ast)
    points = (z3.c_uint * size)()
    z3.Z3_get_string_contents(context, found.ast, size, points)
    return "".join(map(chr, points))


_FORMS: dict[Op, Callable[..., Any]] = {
    Op.NOT: z3.Z3_mk_not,
    Op.AND: z3.Z3_mk_and,
    Op.OR: z3.Z3_mk_or,
    Op.ITE: z3.Z3_mk_ite,
    Op.EQUAL: z3.Z3_mk_eq,
    Op.LESS: z3.Z3_mk_lt,
    Op.LESS_EQUAL: z3.Z3_mk_le,
    Op.ADD: z3.Z3_mk_add,
    Op.FLOOR_DIVIDE: z3.Z3_mk_div,
    Op.MODULO: z3.Z3_mk_mod,
    Op.FLOOR: z3.Z3_mk_real2int,
    Op.TO_REAL: z3.Z3_mk_int2real,
    Op.LENGTH: z3.Z3_mk_seq_length,
    Op.PREFIX: z3.Z3_mk_seq_prefix,
    Op.SUFFIX: z3.Z3_mk_seq_suffix,
    Op.CONTAINS: z3.Z3_mk_seq_contains,
}

_TEXT_ORDERS: dict[Op, Callable[..., Any]] = {
    Op.LESS: z3.Z3_mk_str_lt,
    Op.LESS_EQUAL: z3.Z3_mk_str_le,
}
