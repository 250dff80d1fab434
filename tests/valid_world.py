"""What a valid file declares besides workflows, for `tests.valid_specs`."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from hypothesis import strategies as st

from stateous.grammar.syntax import (
    CommandDecl,
    Entering,
    EnumDecl,
    FactDecl,
    FieldDecl,
    Fold,
    Lookup,
    MachineDecl,
    MachineStateDecl,
    Name,
    NamedType,
    OnLine,
    ReadModelDecl,
    RoleDecl,
    SetEffect,
    ToState,
    TypeDecl,
    TypeUse,
    WithClause,
)
from tests.expressions import NOWHERE
from tests.valid_values import (
    ALLOWS,
    KEYS,
    NULL,
    Draw,
    Known,
    Names,
    Readable,
    Sort,
    condition,
    draw_sort,
    enum_sort,
    field_of,
    given,
    list_of,
    name,
    readable,
)

TITLES = st.sampled_from((None, None, "a title", 'it\'s "so" # no'))


@dataclass
class World:
    """What a file declares so far. `bank` gives the type of each field by its name."""

    draw: Draw
    names: Names
    bank: dict[str, Sort] = field(default_factory=dict)
    known: list[Known] = field(default_factory=list)
    enums: list[EnumDecl] = field(default_factory=list)
    types: list[TypeDecl] = field(default_factory=list)
    facts: list[FactDecl] = field(default_factory=list)
    commands: list[CommandDecl] = field(default_factory=list)
    roles: list[RoleDecl] = field(default_factory=list)
    models: list[ReadModelDecl] = field(default_factory=list)
    machines: list[MachineDecl] = field(default_factory=list)

    def some(self, items: Sequence[Any], least: int = 0, most: int = 2) -> list[Any]:
        """Return some of these, each once, in order."""
        most = min(most, len(items))
        if most < least or not items:
            return list(items[:least])
        picked = self.draw(
            st.lists(st.integers(0, len(items) - 1), min_size=least, max_size=most, unique=True)
        )
        return [items[index] for index in sorted(picked)]

    def one(self, items: Sequence[Any]) -> Any:
        """Return one of these."""
        return self.draw(st.sampled_from(items))

    def chance(self, of: int = 2) -> bool:
        """Return true once in so many times."""
        return bool(self.draw(st.integers(1, of)) == of)

    def fields(
        self, least: int, *, settled: bool = False, roles: bool = False
    ) -> tuple[FieldDecl, ...]:
        """Return fields of a body."""
        return tuple(
            field_of(self.draw, known, settled=settled, roles=roles)
            for known in self.some(self.known, least, 5 if roles else 3)
        )

    def assigned(self, fields: Iterable[FieldDecl], *, maps: bool = False) -> tuple[Any, ...]:
        """Return literals for fields."""
        return given(self.draw, fields, self.bank, maps=maps)

    def withs(self, fields: Iterable[FieldDecl]) -> tuple[WithClause, ...]:
        """Return `with` lines that give every field that needs it."""
        values = self.assigned(fields)
        if not values:
            return ()
        cut = self.draw(st.integers(0, len(values) - 1))
        parts = (values[:cut], values[cut:])
        return tuple(WithClause(p, allows=self.draw(ALLOWS), span=NOWHERE) for p in parts if p)

    def condition(self, reads: Sequence[Readable], *, timeless: bool = False) -> Any:
        """Return a condition over what may be read; a `timeless` one without `now`."""
        if timeless:
            reads = [found for found in reads if found.sort.kind not in ("datetime", "list")]
        return condition(self.draw, reads, self.names, self.bank)

    def lines(self) -> dict[str, Any]:
        """Return what every line has."""
        return {"allows": self.draw(ALLOWS), "span": NOWHERE}


# ------------------------------------------------------------------- types and data


def add_types(world: World) -> None:
    draw, names = world.draw, world.names
    for _ in range(draw(st.integers(0, 2))):
        members = tuple(names.bare() for _ in range(draw(st.integers(1, 3))))
        if world.chance(3):
            members = (*members, name("very high"))
        world.enums.append(EnumDecl(names.word(), draw(TITLES), members, **world.lines()))
    enums = [enum_sort(declaration) for declaration in world.enums]
    for _ in range(draw(st.integers(3, 6))):
        _know(world, draw_sort(draw, names, enums, ()))
    records: list[Sort] = []
    for _ in range(draw(st.integers(1, 2))):
        fields = world.fields(1)
        declaration = TypeDecl(names.word(), draw(TITLES), fields, **world.lines())
        world.types.append(declaration)
        use = TypeUse(NamedType(declaration.name, span=NOWHERE), span=NOWHERE)
        records.append(Sort("record", use, (), fields))
    for _ in range(draw(st.integers(1, 2))):
        _know(world, draw_sort(draw, names, enums, records))
    if world.chance():
        # What a `foreach` goes over.
        _know(world, list_of(draw, world.one(records)))


def _know(world: World, sort: Sort) -> None:
    known = Known(world.names.word(), sort)
    world.known.append(known)
    world.bank[known.name.text] = sort


def add_data(world: World) -> None:
    draw, names = world.draw, world.names
    key = Known(names.word(), draw(st.sampled_from(KEYS)))
    world.bank[key.name.text] = key.sort
    for _ in range(draw(st.sampled_from((0, 1, 2, 2)))):
        own = FieldDecl(key.name, key.sort.use, span=NOWHERE)
        fields = (own, *world.fields(0))
        world.facts.append(FactDecl(names.declared(), draw(TITLES), fields, **world.lines()))
    for _ in range(draw(st.integers(0, 2))):
        fields = world.fields(0)
        if world.chance():
            identifier = FieldDecl(key.name, key.sort.use, identifier=True, span=NOWHERE)
            fields = (identifier, *fields)
        world.commands.append(CommandDecl(names.word(), draw(TITLES), fields, **world.lines()))
    for _ in range(draw(st.sampled_from((0, 1, 1)))):
        world.roles.append(RoleDecl(names.word(), draw(TITLES), **world.lines()))
    if world.facts and not world.chance(3):
        _model(world, key.name)


def _model(world: World, key: Name) -> None:
    fields = world.fields(1, settled=True)
    folds = []
    for fact in world.some(world.facts, 1, 2):
        reads = readable("", fields, world.bank), readable("payload", fact.fields, world.bank)
        sets = tuple(_set(world, own, (*reads[0], *reads[1])) for own in world.some(fields, 1, 2))
        folds.append(Fold(fact.name, sets, **world.lines()))
    world.models.append(
        ReadModelDecl(
            world.names.word(), world.draw(TITLES), key, fields, tuple(folds), **world.lines()
        )
    )


def _set(world: World, own: FieldDecl, reads: Sequence[Readable]) -> SetEffect:
    return SetEffect((own.name,), value_for(world, own, reads), **world.lines())


def value_for(world: World, own: FieldDecl, reads: Sequence[Readable]) -> Any:
    """Return a value for a field: a literal, or what may be read there."""
    sort = world.bank[own.name.text]
    same = [found.expr for found in reads if found.sort is sort]
    plain = [v for v in sort.literals if type(v).__name__ != "MapLiteral"]
    return world.one([*plain, *same] or [NULL])


# ----------------------------------------------------------------------- machines


def machine(world: World, starts: Sequence[Any]) -> MachineDecl:
    """Return a state machine over the read model; `starts` are workflows, each with its fields."""
    draw, names, model = world.draw, world.names, world.models[0]
    states = [names.declared() for _ in range(draw(st.integers(1, 3)))]
    facts = [fact for fact in world.facts if fact.fields[0].name == model.key]
    reads = [r for r in readable("", model.fields, world.bank) if r.sort.kind != "datetime"]
    found = []
    for index, own in enumerate(states):
        final = index > 0 and world.chance(4)
        lines: list[OnLine] = []
        for fact in world.some(facts, 0, 2) if not final else ():
            lines += guarded(
                world,
                OnLine,
                (fact.name,),
                reads,
                lambda: ToState(world.one(states), span=NOWHERE),
                first=True,
            )
        entering = []
        effects: tuple[Literal["starts", "invokes"], ...] = ("invokes", "starts")
        for kind, targets in zip(effects, (world.commands, starts), strict=True):
            if targets and world.chance():
                target = world.one(targets)
                mappings = world.withs(target.fields)
                entering.append(Entering(kind, target.name, mappings, **world.lines()))
        found.append(
            MachineStateDecl(
                own, draw(TITLES), index == 0, final, tuple(entering), tuple(lines), **world.lines()
            )
        )
    lookup = Lookup(**world.lines()) if world.chance(4) else None
    made = MachineDecl(
        names.declared(), draw(TITLES), model.name, tuple(found), lookup, **world.lines()
    )
    return replace(made, name=name(made.name.text.replace("-", "_")))


def guarded(
    world: World,
    node: Any,
    head: tuple[Any, ...],
    reads: Sequence[Readable],
    target: Any,
    *,
    first: bool = False,
    effects: Any = None,
) -> list[Any]:
    """Return the lines of one group, which can stand beside each other."""
    below = effects or (lambda target: ())
    shape = world.draw(st.integers(0, 3))

    def line(when: Any, otherwise: bool, **more: Any) -> Any:
        to = target()
        below_it = {"effects": below(to)} if effects else {}
        return node(*head, when, otherwise, to, **below_it, **more, **world.lines())

    if shape < 2:
        return [line(None, False)]
    one = {"first": True} if first and shape == 3 else {}
    lines = [line(world.condition(reads), False, **one)]
    if world.chance():
        lines.append(line(world.condition(reads), False))
    return [*lines, line(None, True)]
