"""A choice between models is one record with the fields of all of them."""

from pathlib import Path

import pytest

from stateous.compiler.check import check
from stateous.grammar.parsed import Parsed
from stateous.grammar.printer import flow
from stateous.grammar.syntax import EnumDecl, FieldDecl, ListOf, MapOf, NamedType, OneOf, TypeUse
from tests.python_spec import MODELS, read

BEFORE = """\
class Cat(BaseModel):
    kind: Literal["cat"]
    name: str
    lives: int = 9


class Dog(BaseModel):
    kind: Literal["dog"] = "dog"
    name: str
    barks: bool


class Fish(BaseModel):
    kind: Literal["fish"]
    name: int


class Plain(BaseModel):
    name: str


class Pet(RootModel[Annotated[Cat | Dog, Field(discriminator="kind")]]):
    pass


Beast = TypeAliasType("Beast", Annotated[Cat | Dog, Field(discriminator="kind")])


class Leaf(BaseModel):
    kind: Literal["leaf"]


class Node(BaseModel):
    kind: Literal["node"]
    inner: "list[Annotated[Leaf | Node, Field(discriminator='kind')]]"


class Mild(BaseModel):
    version: Literal[1]
    size: Annotated[int, Field(ge=1, le=5)]
    way: Literal["a"]
    unit: str = "g"
    count: int = 1
    key: Annotated[str, Secret()]


class Sharp(BaseModel):
    version: Literal[2]
    size: Annotated[int, Field(ge=1, le=6)]
    way: Literal["b"] | None
    unit: str = "g"
    count: int
    key: str


class Deep(BaseModel):
    kind: Literal["deep"]
    pet: Annotated[Cat | Dog, Field(discriminator="kind")]

"""
ENDING = """
flow = Workflow("parcel", context=Context)
done = flow.event("done")
packing = flow.state("packing")
flow.transition(START, packing)
flow.transition(packing, END, on=done)
flow.transition(packing, END, on="error")
"""
CHOICE = "it is one of {} by its `kind`: which fields go with which is not checked"
CAT_OR_DOG = CHOICE.format("`Cat`, `Dog`")


def _read(folder: Path, *lines: str) -> Parsed:
    fields = "".join(f"    {line}\n" for line in lines)
    return read(folder, f"{MODELS}\n{BEFORE}\nclass Context(BaseModel):\n{fields}{ENDING}")


def _spelt(use: TypeUse) -> str:
    match use.type:
        case NamedType(name=name):
            base = name.text
        case OneOf(members=members):
            base = "one of " + ", ".join(member.text for member in members)
        case ListOf(item=item):
            base = f"list of {_spelt(item)}"
        case MapOf(value=value):
            base = f"map of {_spelt(value)}"
    limits = (" ".join((c.kind, *map(flow, c.arguments))) for c in use.constraints)
    return " ".join((base + "?" * use.nullable, *limits))


def _line(field: FieldDecl) -> str:
    default = "" if field.default is None else f" = {flow(field.default)}"
    secret = "secret " if field.secret else ""
    return f"{secret}{field.name.text}: {_spelt(field.type)}{default}"


def _declared(parsed: Parsed) -> dict[str, list[str]]:
    """Return the fields of each type, and of the context, as the text notation spells them."""
    assert parsed.diagnostics == ()
    context = parsed.tree.workflows[0].context
    assert context is not None and context.fields is not None
    found = {type_.name.text: type_.fields for type_ in parsed.tree.types}
    types = {**found, "Context": context.fields}
    return {name: [_line(field) for field in fields] for name, fields in types.items()}


def _notes(parsed: Parsed, type_: str) -> dict[str, str | None]:
    (found,) = [t for t in parsed.tree.types if t.name.text == type_]
    return {field.name.text: field.note for field in found.fields}


PET = ["kind: one of cat, dog", "name: text", "lives: int?", "barks: bool?"]


@pytest.mark.parametrize(
    ("line", "name", "field"),
    [
        ("f: Cat | Dog = Field(discriminator='kind')", "CatOrDog", "CatOrDog"),
        (
            "f: list[Annotated[Cat | Dog, Field(discriminator='kind')]]",
            "CatOrDog",
            "list of CatOrDog",
        ),
        (
            "f: dict[str, Annotated[Cat | Dog, Field(discriminator='kind')]]",
            "CatOrDog",
            "map of CatOrDog",
        ),
        (
            "f: Annotated[Cat | Dog, Field(discriminator='kind')] | None = None",
            "CatOrDog",
            "CatOrDog?",
        ),
        ("f: Pet", "Pet", "Pet"),
        ("f: Beast | None", "Beast", "Beast?"),
    ],
)
def test_a_choice_has_the_fields_of_its_models(
    tmp_path: Path, line: str, name: str, field: str
) -> None:
    parsed = _read(tmp_path, line)
    assert _declared(parsed) == {name: PET, "Context": [f"f: {field}"]}
    assert _notes(parsed, name) == {
        "kind": None,
        "name": None,
        "lives": "its default in `Cat` is not filled in; only `Cat` has it",
        "barks": "only `Dog` has it",
    }
    assert [d for d in check(parsed).diagnostics if d.is_error] == []


def test_the_field_says_what_is_not_checked(tmp_path: Path) -> None:
    parsed = _read(tmp_path, "f: Pet", "g: list[Pet]")
    context = parsed.tree.workflows[0].context
    assert context is not None and context.fields is not None
    assert [field.note for field in context.fields] == [CAT_OR_DOG, f"its items: {CAT_OR_DOG}"]


def test_no_discriminator_is_needed_where_a_required_field_tells_the_models_apart(
    tmp_path: Path,
) -> None:
    assert _declared(_read(tmp_path, "f: Cat | Fish"))["CatOrFish"] == [
        "kind: one of cat, fish",
        "name: json",
        "lives: int?",
    ]


@pytest.mark.parametrize("choice", ["Cat | Plain", "Cat | int", "Cat | Dog | Plain", "Cat | Dog"])
def test_models_that_nothing_surely_tells_apart_are_any_json_value(
    tmp_path: Path, choice: str
) -> None:
    parsed = _read(tmp_path, f"f: {choice}")
    assert _declared(parsed) == {"Context": ["f: json"]}


def test_fields_keep_what_all_models_have_in_common(tmp_path: Path) -> None:
    parsed = _read(tmp_path, "f: Mild | Sharp")
    assert _declared(parsed)["MildOrSharp"] == [
        "version: int >= 1 <= 2",
        "size: int >= 1",
        "way: one of a, b?",
        'unit: text = "g"',
        "count: int?",
        "secret key: text",
    ]
    assert _notes(parsed, "MildOrSharp") == {
        "version": None,
        "size": "its limits differ between `Mild`, `Sharp`",
        "way": "its values differ between `Mild`, `Sharp`",
        "unit": None,
        "count": "its default in `Mild` is not filled in",
        "key": None,
    }


def test_a_default_of_a_choice_is_one_of_the_record(tmp_path: Path) -> None:
    parsed = _read(tmp_path, "f: Pet = Pet(Cat(kind='cat', name='Tom'))")
    assert _declared(parsed)["Context"] == ['f: Pet = {kind: "cat", name: "Tom", lives: 9}']
    assert [d for d in check(parsed).diagnostics if d.is_error] == []


def test_a_choice_inside_a_choice_is_a_record_too(tmp_path: Path) -> None:
    declared = _declared(_read(tmp_path, "f: Deep | Fish", "g: Pet"))
    assert declared["DeepOrFish"] == ["kind: one of deep, fish", "pet: Pet?", "name: int?"]
    # One choice has one record, by the name that the author gave it.
    assert declared["Context"] == ["f: DeepOrFish", "g: Pet"]


def test_one_model_may_be_in_a_choice_and_alone(tmp_path: Path) -> None:
    assert list(_declared(_read(tmp_path, "f: Pet", "g: Cat"))) == ["Cat", "Pet", "Context"]


def test_a_record_does_not_take_the_name_of_a_model(tmp_path: Path) -> None:
    before = "class CatOrDog(BaseModel):\n    a: int\n"
    text = f"{MODELS}\n{BEFORE}\n{before}\nclass Context(BaseModel):\n"
    text += "    f: Cat | Dog = Field(discriminator='kind')\n    g: CatOrDog\n"
    declared = _declared(read(tmp_path, text + ENDING))
    assert declared["Context"] == ["f: CatOrDog2", "g: CatOrDog"]


def test_a_choice_that_contains_itself_is_refused_at_the_line_where_it_does(
    tmp_path: Path,
) -> None:
    found = [d for d in check(_read(tmp_path, "f: Node")).diagnostics if d.is_error]
    assert [(d.code, d.span.text) for d in found] == [("ST3001", "inner")]


def test_members_of_enums_tell_models_apart_too(tmp_path: Path) -> None:
    before = (
        'class Way(Enum):\n    AIR = "air"\n    SEA = "sea"\n\n\n'
        "class Plane(BaseModel):\n    way: Literal[Way.AIR]\n    wings: int\n\n\n"
        "class Ship(BaseModel):\n    way: Literal[Way.SEA]\n    hold: int\n"
    )
    text = f"{MODELS}\n{before}\nclass Context(BaseModel):\n    f: Plane | Ship\n    g: Way\n"
    parsed = read(tmp_path, text + ENDING)
    assert _declared(parsed)["PlaneOrShip"] == ["way: one of air, sea", "wings: int?", "hold: int?"]
    assert [type(enum) for enum in parsed.tree.enums] == [EnumDecl]
