"""The fields of pydantic models are types of the language."""

from pathlib import Path

import pytest

from stateous.compiler.check import Compiled, check
from stateous.compiler.types import RecordType, described
from stateous.grammar.diagnostic import Severity
from stateous.grammar.flow.reader import read_flow
from stateous.grammar.source import Source
from tests.python_spec import MODELS, Said, context_fields, only, read, said

BEFORE = """\
class Colour(Enum):
    RED = "red"
    DARK_BLUE = "dark blue"


class Grade(IntEnum):
    LOW = 1
    HIGH = 3


class Size(BaseModel):
    grams: int


class Weight(TypedDict):
    grams: int
    unit: NotRequired[str]


T = TypeVar("T")


class Page(BaseModel, Generic[T]):
    items: list[T]


class Flavour(StrEnum):
    SWEET = "sweet"


class Wish(RootModel[list[Size]]):
    pass


@dataclass
class Line:
    sku: str
    pieces: int = 1


Code = TypeAliasType("Code", Annotated[str, Field(min_length=2)] | None)


def positive(value: int) -> int:
    return value


class Checked(BaseModel):
    low: int
    high: int

    @model_validator(mode="after")
    def ordered(self) -> "Checked":
        return self

"""
DECLARED = """\
enum Colour
  red
  "dark blue"

type Size
  grams: int

type Weight
  grams: int
  unit: text?

type Page_int_
  items: list of int

type Page_Page_int__
  items: list of Page_int_

type Line
  sku: text
  pieces: int = 1

enum Flavour
  sweet

"""


FLOW_ENDING = """\
  event done
  START -> packing
  state packing
    on done -> END
"""


def _ending(context: str) -> str:
    """Return the rest of a file, which makes its workflow whole."""
    return (
        f'flow = Workflow("parcel", context={context})\n'
        'done = flow.event("done")\npacking = flow.state("packing")\n'
        "flow.transition(START, packing)\nflow.transition(packing, END, on=done)\n"
    )


def _context(compiled: Compiled) -> RecordType:
    assert compiled.program is not None, compiled.diagnostics
    context = compiled.program.workflows[0].context
    assert context is not None
    return context


def _from_python(folder: Path, line: str) -> RecordType:
    text = f"{MODELS}\n{BEFORE}\nclass Context(BaseModel):\n    {line}\n\n"
    return _context(check(read(folder, text + _ending("Context"))))


def _from_flow(line: str) -> RecordType:
    text = f"{DECLARED}workflow parcel\n  context Context\n    {line}\n{FLOW_ENDING}"
    return _context(check(read_flow(Source("spec.flow", text))))


# Each case: a line of a model, and the same field in the text notation.
SAME = [
    ("f: str", "f: text"),
    ("f: int", "f: int"),
    ("f: float", "f: number"),
    ("f: Decimal", "f: decimal"),
    ("f: bool", "f: bool"),
    ("f: date", "f: date"),
    ("f: datetime", "f: datetime"),
    ("f: timedelta", "f: duration"),
    ("f: UUID", "f: uuid"),
    ("f: Any", "f: json"),
    ("f: object", "f: json"),
    ("f: Colour", "f: Colour"),
    ("f: Literal['a', 'b']", "f: one of a, b"),
    ("f: Literal['a']", "f: one of a"),
    ("f: Literal['a', None]", "f: (one of a)?"),
    ("f: Size", "f: Size"),
    ("f: Weight", "f: Weight"),
    ("f: Page[int]", "f: Page_int_"),
    ("f: list[int]", "f: list of int"),
    ("f: list[Size | None]", "f: list of (Size?)"),
    ("f: dict[str, int]", "f: map of int"),
    ("f: dict", "f: map of json"),
    ("f: list", "f: list of json"),
    ("f: set[str]", "f: list of text unique"),
    ("f: frozenset[Colour]", "f: list of Colour unique"),
    ("f: Annotated[list[int], Unique()]", "f: list of int unique"),
    (
        "f: Annotated[list[Size], Unique(), UniqueBy('grams')]",
        "f: list of Size unique unique by grams",
    ),
    ("f: tuple[int, int]", "f: list of int items 2..2"),
    ("f: tuple[int, ...]", "f: list of int"),
    ("f: str | None", "f: text?"),
    ("f: str | None = None", "f: text?"),
    ("f: str | None = 'x'", 'f: text? = "x"'),
    ("f: int = None", "f: int?"),
    ("f: Colour | None = None", "f: Colour?"),
    ("f: int = 3", "f: int = 3"),
    ("f: int = -3", "f: int = -3"),
    ("f: float = 0.1", "f: number = 0.1"),
    ("f: bool = False", "f: bool = false"),
    ("f: Decimal = Decimal('1.50')", "f: decimal = 1.5"),
    ("f: date = date(2026, 1, 31)", 'f: date = "2026-01-31"'),
    ("f: timedelta = timedelta(hours=36)", "f: duration = 1d12h"),
    ("f: timedelta = timedelta(0)", 'f: duration = "PT0S"'),
    ("f: Colour = Colour.RED", "f: Colour = red"),
    ("f: Size = Size(grams=1)", "f: Size = {grams: 1}"),
    ("f: list[int] = []", "f: list of int = []"),
    ("f: list[int] = Field(default_factory=list)", "f: list of int = []"),
    (
        "f: set[str] = Field(default_factory=lambda: {'b', 'a'})",
        'f: list of text unique = ["a", "b"]',
    ),
    ("f: Size = Field(default_factory=lambda: Size(grams=2))", "f: Size = {grams: 2}"),
    ("f: Annotated[int, Field(ge=0, le=9)]", "f: int between 0 and 9"),
    ("f: Annotated[int, Field(gt=0, lt=9)]", "f: int > 0 < 9"),
    ("f: Annotated[int, Field(multiple_of=5)]", "f: int multiple of 5"),
    ("f: Annotated[float, Field(ge=0.1)]", "f: number >= 0.1"),
    ("f: Annotated[int | None, Field(ge=1)] = None", "f: int? >= 1"),
    ("f: Annotated[int, Field(ge=1)] | None = None", "f: int? >= 1"),
    (
        "f: Annotated[Decimal, Field(ge=Decimal('0.1'), decimal_places=2)]",
        "f: decimal >= 0.1 multiple of 0.01",
    ),
    (
        "f: Annotated[Decimal, Field(lt=Decimal('0.12345678901234567'))] | None = None",
        "f: decimal? < 0.12345678901234567",
    ),
    ("f: Annotated[date, Field(ge=date(2026, 1, 1))]", 'f: date >= "2026-01-01"'),
    ("f: Annotated[timedelta, Field(gt=timedelta(hours=1))]", "f: duration > 1h"),
    (
        "f: Annotated[datetime, Field(lt=datetime.fromisoformat('2026-01-01T01:00:00+01:00'))]",
        'f: datetime < "2026-01-01T00:00:00Z"',
    ),
    ("f: Annotated[str, Field(min_length=1, max_length=80)]", "f: text length 1..80"),
    ("f: Annotated[str, Field(max_length=80)]", "f: text length ..80"),
    ("f: Annotated[list[int], Field(min_length=1)]", "f: list of int items 1.."),
    ("f: list[Annotated[int, Field(ge=0)]]", "f: list of (int >= 0)"),
    ("f: Annotated[str, Field(pattern='^[A-Z]{3}$')]", 'f: text matching "[A-Z]{3}"'),
    ("f: Annotated[str, Field(pattern='[A-Z]')]", r'f: text matching "[\\s\\S]*[A-Z][\\s\\S]*"'),
    ("f: Annotated[str, Field(pattern='^a|b$')]", r'f: text matching "a[\\s\\S]*|[\\s\\S]*b"'),
    ("f: Annotated[str, Input()]", "input f: text"),
    ("f: Annotated[str, Input]", "input f: text"),
    ("f: Annotated[int, Local()] = 0", "local f: int = 0"),
    ("f: Annotated[int | None, Local()] = None", "local f: int?"),
    ("f: Annotated[int, Local()] | None = None", "local f: int?"),
    ("f: Annotated[str, Secret()]", "secret f: text"),
    ("f: Annotated[Size, Input(), Secret()]", "input secret f: Size"),
    ("f: SecretStr", "secret f: text"),
    ("f: int = Field(alias='g')", "g: int"),
    ("f: int = Field(validation_alias='g', serialization_alias='h')", "g: int"),
    ("f: Literal[1, 2, 3]", "f: int between 1 and 3"),
    ("f: Flavour = Flavour.SWEET", "f: Flavour = sweet"),
    ("f: Literal[Colour.RED]", "f: one of red"),
    ("f: Literal['auto'] | Colour", 'f: one of auto, red, "dark blue"'),
    ("f: Literal['auto'] | str", "f: text"),
    ("f: UUID | str", "f: text"),
    ("f: int | float", "f: number"),
    ("f: Line", "f: Line"),
    ("f: Line = Field(default_factory=lambda: Line('a'))", 'f: Line = {sku: "a", pieces: 1}'),
    ("f: Wish", "f: list of Size"),
    ("f: Wish = Wish([Size(grams=1)])", "f: list of Size = [{grams: 1}]"),
    ("f: Code", "f: text? length 2.."),
    ("f: Page[Page[int]]", "f: Page_Page_int__"),
    ("f: conlist(int, min_length=1, max_length=3)", "f: list of int items 1..3"),
    ("f: conset(int, max_length=3)", "f: list of int items ..3 unique"),
    ("f: Sequence[int]", "f: list of int"),
    ("f: deque[int]", "f: list of int"),
    ("f: Mapping[str, int]", "f: map of int"),
    ("f: defaultdict[str, list[int]]", "f: map of (list of int)"),
    ("f: Annotated[int, Field(strict=True)]", "f: int"),
    ("f: Annotated[int, Field(exclude=True)]", "f: int"),
    ("f: Annotated[int, Field(json_schema_extra={'minimum': 7})]", "f: int >= 7"),
    ("f: SecretOf[int]", "secret f: int"),
    ("f: SecretStr = SecretStr('abc')", 'secret f: text = "abc"'),
    (
        "f: Annotated[Decimal, Field(multiple_of=Decimal('0.005'), decimal_places=2)]",
        "f: decimal multiple of 0.01",
    ),
    ("f: Annotated[int, Field(title='F', description='d', examples=[1])]", "f: int"),
]


@pytest.mark.parametrize(("python", "flow"), SAME, ids=[python for python, _ in SAME])
def test_a_field_of_a_model_is_the_field_of_the_text_notation(
    tmp_path: Path, python: str, flow: str
) -> None:
    assert _from_python(tmp_path, python) == _from_flow(flow)


# Each case: a line of a model, the type that it is read as, and the note that is kept.
WIDER = [
    ("f: int | str", "json", "it is a choice between several types"),
    ("f: float | str", "json", "it is a choice between several types"),
    ("f: Callable[[int], int]", "json", "it has no JSON Schema: core_schema.CallableSchema"),
    ("f: None", "json", "it is always null"),
    ("f: float = Field(ge=float('nan'))", "number", "`minimum` is not checked"),
    ("f: float = Field(le=float('inf'))", "number", "`maximum` is not checked"),
    ("f: Literal[1, 5]", "int", "only `1`, `5` are allowed"),
    ("f: Grade", "int", "only `1`, `3` are allowed"),
    ("f: Literal[True]", "bool", "only `true` is allowed"),
    ("f: Literal['a', 1]", "json", 'only `"a"`, `1` are allowed'),
    ("f: tuple[int, str]", "list of json", "each place has a type of its own"),
    ("f: list[int | str]", "list of json", "its items: it is a choice between several types"),
    ("f: dict[str, bytes]", "map of text", "its values: the format `binary` is not checked"),
    ("f: time", "text", "the format `time` is not checked"),
    (
        "f: Annotated[time, Field(ge=time(8))]",
        "text",
        "the format `time` is not checked; `minimum` is not checked",
    ),
    ("f: bytes", "text", "the format `binary` is not checked"),
    (
        "f: Annotated[bytes, Field(max_length=3)]",
        "text",
        "the format `binary` is not checked; how many bytes it has is not checked",
    ),
    ("f: Path", "text", "the format `path` is not checked"),
    ("f: Json[int]", "text", "that it is the text of a JSON value is not checked"),
    ("f: complex", "text", "that it is a complex number is not checked"),
    ("f: NaiveDatetime", "text", "that it is a datetime without an offset is not checked"),
    ("f: PastDate", "date", "that it is in the past is not checked"),
    ("f: UUID4", "uuid", "that its version is 4 is not checked"),
    ("f: type[int]", "json", "it has no JSON Schema: core_schema.IsSubclassSchema"),
    ("f: Literal[1, 1.5]", "number", "only `1`, `1.5` are allowed"),
    ("f: date | datetime", "text", "which of several forms it has is not checked"),
    ("f: Annotated[int | float, Field(ge=1)]", "number", "`ge=1` is not checked"),
    ("f: dict[int, str]", "map of text", "its keys: that each is of type `int` is not checked"),
    (
        "f: dict[Literal['a', 'b'], int]",
        "map of int",
        'its keys: only `"a"`, `"b"` are allowed',
    ),
    (
        "f: dict[Annotated[str, Field(pattern='^a$')], int]",
        "map of int",
        "its keys: their constraints are not checked",
    ),
    (
        "f: tuple[Annotated[int, Field(ge=0)], Annotated[int, Field(le=5)]]",
        "list of int",
        "each place has a type of its own",
    ),
    ("f: constr(to_lower=True)", "text", "it is not put in lower case"),
    (
        "f: Annotated[str, Field(pattern=re.compile('a', re.I))]",
        "text",
        "the pattern `a` has flags: it is not checked",
    ),
    ("f: Annotated[int, AfterValidator(positive)]", "int", "its validator `positive` is not run"),
    ("f: Annotated[int, BeforeValidator(lambda x: x)]", "int", "a validator is not run"),
    ("f: Annotated[int, PlainValidator(positive)]", "json", "its validator `positive` is not run"),
    (
        "f: list[Annotated[int, WrapValidator(lambda v, h: h(v))]]",
        "list of int",
        "its items: a validator is not run",
    ),
    (
        "f: int = Field(validation_alias=AliasChoices('f', 'g'))",
        "int",
        "it may not be given as `g`",
    ),
    ("f: HttpUrl", "text", "the format `uri` is not checked"),
    (
        "f: Annotated[str, Field(pattern='^\\\\bx')]",
        "text",
        "the pattern `^\\bx` is not checked",
    ),
    (
        "f: Annotated[dict[str, int], Field(min_length=1)]",
        "map of int",
        "`minProperties` is not checked",
    ),
    (
        "f: Annotated[Decimal, Field(max_digits=5)]",
        "decimal",
        "at most 5 digits are allowed, which is not checked",
    ),
]


@pytest.mark.parametrize(("line", "type_", "note"), WIDER, ids=[line for line, *_ in WIDER])
def test_what_the_language_cannot_say_is_a_wider_type_with_a_note(
    tmp_path: Path, line: str, type_: str, note: str
) -> None:
    (field,) = _from_python(tmp_path, line).fields
    assert (described(field.slot.type), field.note) == (type_, note)


def test_a_validator_of_a_model_is_noted_at_each_of_its_fields(tmp_path: Path) -> None:
    (field,) = _from_python(tmp_path, "f: Checked").fields
    assert isinstance(field.slot.type, RecordType)
    notes = [inner.note for inner in field.slot.type.fields]
    assert notes == ["of `Checked`: its validator `ordered` is not run"] * 2


def test_computed_fields_are_no_fields(tmp_path: Path) -> None:
    lines = "f: int\n@computed_field\n@property\ndef g(self) -> int: return 1"
    assert list(context_fields(tmp_path, lines)) == ["f"]


@pytest.mark.parametrize(
    ("config", "names"),
    [
        ("alias_generator=str.upper", ["F"]),
        ("alias_generator=str.upper, populate_by_name=True", ["F"]),
        ("alias_generator=str.upper, validate_by_alias=False, validate_by_name=True", ["f"]),
    ],
)
def test_a_field_has_the_name_under_which_its_value_arrives(
    tmp_path: Path, config: str, names: list[str]
) -> None:
    lines = f"model_config = ConfigDict({config})\nf: int"
    assert list(context_fields(tmp_path, lines)) == names


def test_keys_that_a_model_allows_beside_its_fields_are_warned_of(tmp_path: Path) -> None:
    body = 'class Context(BaseModel, extra="allow"):\n    f: int'
    diagnostic = only(read(tmp_path, f"{MODELS}\n{body}\n\n" + _ending("Context")))
    assert (diagnostic.code, diagnostic.span.text) == ("ST8207", "Context")
    assert diagnostic.severity is Severity.WARNING


def test_a_choice_that_takes_null_takes_null(tmp_path: Path) -> None:
    fields = context_fields(tmp_path, "a: int | str\nb: int | str | None = None")
    assert [field.type.nullable for field in fields.values()] == [False, True]


def _refused(folder: Path, body: str, use: str = "context=Context") -> Said:
    text = f"{MODELS}\n{BEFORE}\n{body}\n\n"
    return said(only(read(folder, text + f'flow = Workflow("parcel", {use})\n')))


LINE = MODELS.count("\n") + BEFORE.count("\n") + 4
"""The line of the first field of a class `Context` that follows the models."""


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("f: UUID = Field(default_factory=uuid4)", Said("ST8204", LINE, 5, "f")),
        (
            "f: int = Field(default_factory=lambda data: 1)",
            Said("ST8204", LINE, 5, "f"),
        ),
        ("f: Any = object()", Said("ST8204", LINE, 5, "f")),
        ("f: Any = Field(default_factory=lambda: 1 / 0)", Said("ST8204", LINE, 5, "f")),
        ("f: float = float('nan')", Said("ST8204", LINE, 5, "f")),
        ("f: int = Field(alias='net weight')", Said("ST8203", LINE, 5, "f")),
        ("größe: int", Said("ST8203", LINE, 5, "größe")),
        (
            "f: int = Field(validation_alias=AliasPath('g', 'h'))",
            Said("ST8206", LINE, 5, "f"),
        ),
    ],
)
def test_a_field_that_cannot_be_kept_is_told_at_its_line(
    tmp_path: Path, line: str, expected: Said
) -> None:
    assert _refused(tmp_path, f"class Context(BaseModel):\n    {line}") == expected


def test_a_model_that_names_an_undefined_class_is_told_at_its_use(tmp_path: Path) -> None:
    found = _refused(tmp_path, 'class Context(BaseModel):\n    f: "Nowhere"')
    assert (found.code, found.text) == ("ST8205", "Context")


def test_a_model_may_name_a_class_that_is_defined_later(tmp_path: Path) -> None:
    text = (
        f'{MODELS}\nclass Box(BaseModel):\n    size: "Later"\n\n'
        "class Later(BaseModel):\n    grams: int\n\n"
        'flow = Workflow("parcel", context=Box)\n'
    )
    assert read(tmp_path, text).diagnostics == ()


def test_two_classes_of_one_name_are_refused(tmp_path: Path) -> None:
    text = (
        f"{MODELS}\nfrom sizes import Size as Other\n{BEFORE}\n{_ending('Other')}"
        'flow.transition(packing, END, on=flow.event("e", payload=Size))\n'
    )
    parsed = read(
        tmp_path, text, sizes="from pydantic import BaseModel\nclass Size(BaseModel):\n    x: int\n"
    )
    assert {diagnostic.code for diagnostic in parsed.diagnostics} == {"ST8202"}
    assert {diagnostic.span.source.name for diagnostic in parsed.diagnostics} == {
        "flow.py",
        "sizes.py",
    }
    assert not {d.code for d in check(parsed).diagnostics if d.is_error} - {"ST8202"}


def test_an_alias_that_contains_itself_is_refused_with_the_way_round(tmp_path: Path) -> None:
    body = (
        "from typing_extensions import TypeAliasType\n"
        'Tree = TypeAliasType("Tree", "list[Tree]")\n\n'
        "class Context(BaseModel):\n    tree: Tree"
    )
    text = f"{MODELS}\n{body}\n\n"
    diagnostic = only(read(tmp_path, text + 'flow = Workflow("parcel", context=Context)\n'))
    assert (diagnostic.code, diagnostic.span.text) == ("ST8201", "tree")
    assert diagnostic.message == "the type of `tree` contains itself: `Tree` → `Tree`"


def test_a_model_that_contains_itself_is_refused_as_in_the_text_notation(tmp_path: Path) -> None:
    text = f'{MODELS}\nclass Box(BaseModel):\n    inner: "Box | None" = None\n\n' + _ending("Box")
    flow = f"type Box\n  inner: Box?\n\nworkflow parcel\n  context Box\n{FLOW_ENDING}"
    (python,) = [d for d in check(read(tmp_path, text)).diagnostics if d.is_error]
    (other,) = [d for d in check(read_flow(Source("s.flow", flow))).diagnostics if d.is_error]
    assert (python.code, python.message) == (other.code, other.message)
    assert python.span.text == "inner"


def test_a_field_stands_in_the_file_that_declares_it_also_when_inherited(tmp_path: Path) -> None:
    sibling = "from pydantic import BaseModel\nclass Base(BaseModel):\n    size: int\n"
    text = (
        "from schemas import Base\nfrom stateous import Workflow\n\n\n"
        "class Box(Base):\n    colour: str\n\n\n"
        'flow = Workflow("parcel", context=Box)\n'
    )
    parsed = read(tmp_path, text, schemas=sibling)
    context = parsed.tree.workflows[0].context
    assert context is not None and context.fields is not None
    places = [
        (f.span.source.name, f.span.first.line, f.span.first.column, f.span.text)
        for f in context.fields
    ]
    assert places == [("schemas.py", 3, 5, "size"), ("flow.py", 6, 5, "colour")]


def test_a_context_that_is_used_elsewhere_too_is_a_type_of_its_own(tmp_path: Path) -> None:
    text = (
        f"{MODELS}\n{BEFORE}\nclass Box(BaseModel):\n    size: Size\n\n"
        'flow = Workflow("parcel", context=Box)\nflow.event("e", payload=Box)\n'
        'other = Workflow("letter", context=Size)\n'
    )
    parsed = read(tmp_path, text)
    assert [type_.name.text for type_ in parsed.tree.types] == ["Box", "Size"]
    assert [w.context and w.context.fields for w in parsed.tree.workflows] == [None, None]


def test_types_come_in_the_order_in_which_they_are_used(tmp_path: Path) -> None:
    text = (
        f"{MODELS}\n{BEFORE}\nclass Zebra(BaseModel):\n    size: Size\n    page: Page[Colour]\n\n"
        "class Ant(BaseModel):\n    weight: Weight\n\n"
        'flow = Workflow("parcel")\nflow.event("z", payload=Zebra)\nflow.event("a", payload=Ant)\n'
    )
    parsed = read(tmp_path, text)
    names = [type_.name.text for type_ in parsed.tree.types]
    assert names == ["Zebra", "Size", "Page_Colour_", "Ant", "Weight"]
    assert [enum.name.text for enum in parsed.tree.enums] == ["Colour"]


def test_two_fields_of_one_alias_are_refused(tmp_path: Path) -> None:
    body = "class Context(BaseModel):\n    f: int = Field(alias='x')\n    g: str = Field(alias='x')"
    assert _refused(tmp_path, body) == Said("ST8101", LINE, 5, "f")


@pytest.mark.parametrize("schema", ['{"$ref": "#/$defs/Nowhere"}', '{"type": "object"}'])
def test_a_schema_of_the_authors_own_that_leads_nowhere_is_refused(
    tmp_path: Path, schema: str
) -> None:
    body = (
        "class Context(BaseModel):\n    @classmethod\n"
        f"    def __get_pydantic_json_schema__(cls, core, handler):\n        return {schema}"
    )
    assert _refused(tmp_path, body).code == "ST8205"
