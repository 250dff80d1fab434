"""Read models: what is known of a subject, and how facts fold into it."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from stateous.compiler import ir
from stateous.compiler.mapping import slot_at
from stateous.compiler.names import Names, unknown
from stateous.compiler.records import record_of
from stateous.compiler.rules.machines import FACT_WITHOUT_KEY, KEY_NOT_SETTLED, MODEL_WITHOUT_VALUE
from stateous.compiler.rules.names import DECLARED_TWICE, UNKNOWN_FACT
from stateous.compiler.type_use import NamedTypes
from stateous.compiler.types import Field, RecordType, Slot
from stateous.compiler.typing.expressions import value
from stateous.compiler.typing.kinds import BROKEN, comparable
from stateous.compiler.typing.reading import follow
from stateous.compiler.typing.scope import Report, Scope, Vocabulary
from stateous.compiler.world import World
from stateous.grammar.diagnostic import Diagnostic, Label
from stateous.grammar.printer import canonical
from stateous.grammar.source import Span
from stateous.grammar.syntax import Fold, Name, ReadModelDecl, SetEffect

Places = dict[ir.Place, Span]


def readmodel_record(
    declaration: ReadModelDecl, world: World, named: NamedTypes, names: Names, report: Report
) -> RecordType:
    """Return the record of a read model, its key first; report what is wrong with its fields."""
    key = declaration.key.text
    record = record_of(declaration, named, names, report)
    for field in declaration.fields:
        if field.name.text == key:
            what = f"`{key}` is the key, which is a field by itself"
            report(KEY_NOT_SETTLED.at(field.name.span, what, help="remove this line"))
        elif field.default is None and not field.type.nullable:
            what = f"`{field.name.text}` starts without a value"
            help_ = "give it a default, or a `?`"
            report(MODEL_WITHOUT_VALUE.at(field.name.span, what, help=help_))
    slot = _key_slot(declaration, world, report)
    if record is BROKEN:
        return BROKEN
    own = tuple(field for field in record.fields if field.name != key)
    return RecordType(record.name, (Field(key, slot, role="input"), *own))


def _key_slot(declaration: ReadModelDecl, world: World, report: Report) -> Slot:
    """Return the type of the key: that of the facts that feed the read model."""
    found: list[tuple[Name, Slot]] = []
    for fold in declaration.folds:
        record = world.facts.get(fold.event.text)
        field = record.field(declaration.key.text) if record is not None else None
        if field is not None:
            found.append((fold.event, field.slot))
    if not found:
        if not declaration.folds and not world.names.incomplete:
            what = f"no fact feeds `{declaration.name.text}`, so its key has no type"
            help_ = "write `from Event` below it"
            report(KEY_NOT_SETTLED.at(declaration.key.span, what, help=help_))
        return Slot(BROKEN)
    first, slot = found[0]
    for event, other in found[1:]:
        if not comparable(slot.type, other.type):
            report(_other_key(declaration.key, event, first))
    return Slot(slot.type)


def _other_key(key: Name, event: Name, first: Name) -> Diagnostic:
    return KEY_NOT_SETTLED.at(
        event.span,
        f"`{key.text}` of `{event.text}` is of another type than in `{first.text}`",
        labels=(Label(first.span, "the other is here"),),
        help="give both the same type",
    )


def carries_key(name: Name, key: str, world: World, report: Report) -> RecordType:
    """Return the record of a fact that tells of a subject; report one that is none."""
    record = world.facts.get(name.text)
    if record is None:
        report(unknown_fact(name, world))
        return BROKEN
    field = record.field(key)
    if record is not BROKEN and (field is None or field.slot.nullable):
        how = "has no field" if field is None else "may come without"
        report(
            FACT_WITHOUT_KEY.at(
                name.span,
                f"`{name.text}` {how} `{key}`, which tells the subject",
                help=f"add the field `{key}` to the fact"
                if field is None
                else f"take the `?` from its field `{key}`",
            )
        )
    return record


def unknown_fact(name: Name, world: World) -> Diagnostic:
    """Return that a name is no fact."""
    others = world.names.sorts_but("a fact")
    return unknown(UNKNOWN_FACT, name, "a fact", world.facts, known_as=others)


def lower_readmodel(
    declaration: ReadModelDecl, world: World, report: Report, places: Places
) -> ir.ReadModel:
    """Return a read model of the IR, and report what is wrong with its folds."""
    name = declaration.name.text
    places[("readmodel", name)] = declaration.name.span
    record = world.readmodels.get(name, BROKEN)
    _folds_once(declaration, report)
    folds = []
    for number, fold in enumerate(declaration.folds):
        places[("fold", name, number)] = fold.span
        folds.append(_fold(fold, declaration, record, world, report))
    return ir.ReadModel(name, declaration.title, declaration.key.text, record, tuple(folds))


def _folds_once(declaration: ReadModelDecl, report: Report) -> None:
    first: dict[str, Name] = {}
    for fold in declaration.folds:
        other = first.setdefault(fold.event.text, fold.event)
        if other is not fold.event:
            report(
                DECLARED_TWICE.at(
                    fold.event.span,
                    f"`from {fold.event.text}` stands twice",
                    labels=(Label(other.span, "the first is here"),),
                    help="write all `set` lines below one",
                )
            )


def _fold(
    fold: Fold, declaration: ReadModelDecl, record: RecordType, world: World, report: Report
) -> ir.Fold:
    payload = carries_key(fold.event, declaration.key.text, world, report)
    scope = replace(model_scope(record, world, report), position="fold", payload=payload)
    scope = replace(scope, event=fold.event.text, sets=True)
    sets = _sets(fold.sets, declaration.key.text, record, scope)
    return ir.Fold(fold.event.text, tuple(sets))


def _sets(
    sets: Iterable[SetEffect], key: str, record: RecordType, scope: Scope
) -> Iterator[ir.Set]:
    for line in sets:
        if line.path[0].text == key:
            what = f"`{key}` is the key, which facts alone give"
            scope.report(KEY_NOT_SETTLED.at(line.path[0].span, what, help="remove this line"))
            continue
        end = follow(Slot(record), line.path, scope)
        if end is None:
            continue
        slot = slot_at(record, line.path) or Slot(end[0], nullable=True)
        found = value(line.value, slot, scope)
        if found is not None:
            path = tuple(part.text for part in line.path)
            yield ir.Set(path, found, canonical(line.value))


def model_scope(record: RecordType, world: World, report: Report) -> Scope:
    """Return what stands for a read model may read: its fields, bare."""
    nothing: frozenset[str] = frozenset()
    vocabulary = Vocabulary(
        record.name, nothing, nothing, world.types, world.enums, world.names.incomplete
    )
    return Scope("machine", vocabulary, BROKEN, False, report, model=record)
