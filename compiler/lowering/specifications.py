"""Specifications: their names, rows and order. The values meet the door when a step runs."""

from collections.abc import Callable, Iterable
from dataclasses import replace

from stateous.compiler import ir
from stateous.compiler.lowering.frame import Frame, Places
from stateous.compiler.lowering.outcomes import lower_outcome
from stateous.compiler.lowering.stage import Stage, is_then
from stateous.compiler.lowering.steps import lower_move
from stateous.compiler.machines import machine_scope
from stateous.compiler.names import place_of
from stateous.compiler.readmodels import model_scope
from stateous.compiler.rules.specifications import GIVEN_LATE, GIVEN_TWICE
from stateous.compiler.typing.kinds import BROKEN
from stateous.compiler.typing.scope import Report, Scope
from stateous.compiler.world import World
from stateous.grammar.diagnostic import Diagnostic
from stateous.grammar.flow.syntax_rules import EMPTY_BLOCK
from stateous.grammar.source import Span
from stateous.grammar.syntax import (
    File,
    GivenCall,
    GivenClock,
    GivenContext,
    GivenFact,
    GivenState,
    MachineDecl,
    Row,
    SpecificationDecl,
    Step,
)
from stateous.grammar.tables import rows_of

_Put = Callable[..., None]
_Given = GivenContext | GivenState | GivenClock | GivenFact | GivenCall
_GivenOnce = GivenContext | GivenState | GivenClock


def workflow_specifications(frame: Frame) -> tuple[ir.Specification, ...]:
    """Return the specifications of a workflow; each row of a table is one."""
    declared = frame.workflow.specifications
    stage = Stage("workflow", frame.at("then"), frame.world, workflow=frame.workflow)
    stage = replace(stage, payloads=frame.signature.payloads)

    def put(span: Span, kind: str, *path: int) -> None:
        frame.put(span, kind, *path)

    return _lower_all(declared, stage, put)


def machine_specifications(
    machine: MachineDecl, world: World, report: Report, places: Places
) -> tuple[ir.Specification, ...]:
    """Return the specifications of a state machine."""
    if not machine.specifications:
        return ()
    scope = replace(machine_scope(machine, world, _silent), position="machine then", report=report)
    stage = Stage("machine", scope, world, machine=machine)

    def put(span: Span, kind: str, *path: int) -> None:
        places[(f"machine {kind}", machine.name.text, *path)] = span

    return _lower_all(machine.specifications, stage, put)


def file_specifications(
    tree: File, world: World, report: Report, places: Places
) -> tuple[ir.Specification, ...]:
    """Return the specifications at the top level of a file."""
    scope = replace(model_scope(BROKEN, world, report), position="machine then", model=None)

    def put(span: Span, kind: str, *path: int) -> None:
        places[(f"file {kind}", *path)] = span

    return _lower_all(tree.specifications, Stage("file", scope, world), put)


def _silent(_: Diagnostic) -> None:
    """Take what has been reported already."""


def _lower_all(
    declared: Iterable[SpecificationDecl], stage: Stage, put: _Put
) -> tuple[ir.Specification, ...]:
    found: list[ir.Specification] = []
    for specification in declared:
        _check_order(specification, stage.scope)
        report = stage.scope.report
        told: set[tuple[str, tuple[str, int, int]]] = set()
        numbers = _row_numbers(specification)
        for row, steps in rows_of(specification, report):
            index = len(found)
            put(row.span if row is not None else specification.name.span, "specification", index)
            for number, step in enumerate(steps):
                put(step.span, "step", index, number)
            once = replace(stage, scope=replace(stage.scope, report=_once(report, told)))
            lowered = tuple(_step(step, once) for step in steps)
            place = numbers.get(place_of(row.span)) if row is not None else None
            found.append(ir.Specification(specification.name.value, lowered, place))
    return tuple(found)


def _row_numbers(specification: SpecificationDecl) -> dict[tuple[str, int, int], int]:
    """Return the number of each row, from 1, by its place."""
    rows: tuple[Row, ...] = specification.cases.rows if specification.cases is not None else ()
    return {place_of(row.span): number for number, row in enumerate(rows, 1)}


def _once(report: Report, told: set[tuple[str, tuple[str, int, int]]]) -> Report:
    """Return a report that says what lies in steps which rows share for the first row alone."""

    def report_once(diagnostic: Diagnostic) -> None:
        key = (diagnostic.code, place_of(diagnostic.span))
        if key not in told:
            told.add(key)
            report(diagnostic)

    return report_once


def _step(step: Step, stage: Stage) -> ir.Step:
    return lower_outcome(step, stage) if is_then(step) else lower_move(step, stage)


def _check_order(specification: SpecificationDecl, scope: Scope) -> None:
    """Report a `given` behind another kind of step, and a second one of its own kind."""
    if not specification.steps and not scope.vocabulary.incomplete:
        what = f"specification `{specification.name.value}` has no steps"
        scope.report(EMPTY_BLOCK.at(specification.name.span, what))
    begun = False
    seen: set[object] = set()
    for step in specification.steps:
        if not isinstance(step, _Given):
            begun = True
            continue
        key: object = type(step) if isinstance(step, _GivenOnce) else None
        if isinstance(step, GivenCall):
            key = step.function.value
        if begun:
            what = "a `given` stands before every `when` and `then`"
            help_ = "move it up, or write a second specification"
            scope.report(GIVEN_LATE.at(step.span, what, help=help_))
        elif key is not None and key in seen:
            what = "this is given already"
            scope.report(GIVEN_TWICE.at(step.span, what, help="keep one of the two"))
        seen.add(key)
