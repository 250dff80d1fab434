"""Defaults of models are fixed values: factories are called, and one that varies is refused."""

from pathlib import Path

import pytest

from stateous.compiler.check import check
from stateous.grammar.printer import flow
from tests.python_spec import MODELS, context_fields, only, read

BEFORE = """\
import itertools, random, secrets, time as clock

numbers = itertools.count()


class Size(BaseModel):
    grams: int = Field(validation_alias="weight", serialization_alias="mass")
    unit: str = Field("g", exclude=True)

    @computed_field
    @property
    def heavy(self) -> bool:
        return self.grams > 9


class Colour(Enum):
    RED = "red"


def failing():
    raise ValueError("first line\\nsecond line")


def endless():
    return endless()


def leaving():
    raise SystemExit(3)


def today():
    return datetime.now(UTC).date()


def itself():
    found = []
    found.append(found)
    return found

"""
ENDING = """
flow = Workflow("parcel", context=Context)
done = flow.event("done")
packing = flow.state("packing")
flow.transition(START, packing)
flow.transition(packing, END, on=done)
flow.transition(packing, END, on="error")
"""

FIXED = [
    ("f: Size = Size(weight=1)", '{weight: 1, unit: "g"}'),
    ("f: Size = Field(default_factory=lambda: Size(weight=1))", '{weight: 1, unit: "g"}'),
    ("f: list[Size] = Field(default_factory=lambda: [Size(weight=2)])", '[{weight: 2, unit: "g"}]'),
    (
        "f: datetime = Field(default_factory=lambda: datetime(2026, 1, 1, tzinfo=UTC))",
        '"2026-01-01T00:00:00Z"',
    ),
    ("f: int = Field(default_factory=lambda: random.Random(4).randint(1, 9))", "4"),
    ("f: Any = Field(default_factory=lambda: {Colour.RED: (1, None)})", "{red: [1, null]}"),
    ("f: SecretStr = SecretStr('abc')", '"abc"'),
    ("f: set[str] = {'b', 'a', 'c'}", '["a", "b", "c"]'),
    ("f: Path = Path('a/b')", '"a/b"'),
    ("f: HttpUrl = HttpUrl('https://example.org')", '"https://example.org/"'),
    ("f: time = time(8, 30)", '"08:30:00"'),
    ("f: dict[int, str] = {1: 'x'}", '{"1": "x"}'),
]


@pytest.mark.parametrize(("line", "expected"), FIXED, ids=[line for line, _ in FIXED])
def test_a_default_is_the_value_that_would_have_arrived(
    tmp_path: Path, line: str, expected: str
) -> None:
    default = context_fields(tmp_path, line, before=BEFORE)["f"].default
    assert default is not None
    assert flow(default) == expected


REFUSED = [
    ("f: UUID = Field(default_factory=uuid4)", "is another value at each call"),
    ("f: int = Field(default_factory=lambda: next(numbers))", "is another value at each call"),
    ("f: float = Field(default_factory=clock.time)", "is another value at each call"),
    (
        "f: date = Field(default_factory=date.today)",
        "reads `date.today`, which gives another value at another time",
    ),
    (
        "f: date = Field(default_factory=today)",
        "reads `datetime.now`, which gives another value at another time",
    ),
    (
        "f: int = Field(default_factory=lambda: random.choice([1, 1]))",
        "reads `random.getrandbits`, which gives another value at another time",
    ),
    (
        "f: str = Field(default_factory=lambda: secrets.token_hex(4)[:0])",
        "reads `os.urandom`, which gives another value at another time",
    ),
    ("f: int = Field(default_factory=lambda data: data['g'])", "is worked out from other fields"),
    ("f: int = Field(default_factory=failing)", "cannot be worked out: ValueError: first line"),
    ("f: int = Field(default_factory=leaving)", "cannot be worked out: SystemExit: 3"),
    ("f: Any = Field(default_factory=object)", "cannot be written as JSON"),
    ("f: Any = Field(default_factory=itself)", "nests too deep"),
    ("f: Any = {(1, 2): 3}", "has a key that is no text: tuple"),
]


@pytest.mark.parametrize(("line", "expected"), REFUSED, ids=[line for line, _ in REFUSED])
def test_a_default_without_a_fixed_value_is_refused_at_its_field(
    tmp_path: Path, line: str, expected: str
) -> None:
    text = f"{MODELS}\n{BEFORE}\nclass Context(BaseModel):\n    {line}\n{ENDING}"
    diagnostic = only(read(tmp_path, text))
    assert (diagnostic.code, diagnostic.span.text) == ("ST8204", "f")
    assert diagnostic.message == f"the default of `f` {expected}"


def test_a_factory_that_calls_itself_without_end_is_refused(tmp_path: Path) -> None:
    line = "f: int = Field(default_factory=endless)"
    text = f"{MODELS}\n{BEFORE}\nclass Context(BaseModel):\n    {line}\n{ENDING}"
    diagnostic = only(read(tmp_path, text))
    assert diagnostic.code == "ST8204"
    assert "RecursionError" in diagnostic.message


BREAKING = [
    ("f: int = Field(3, ge=5)", "the default of `f` must be at least 5, got 3"),
    (
        "f: int = Field(default_factory=lambda: 3, ge=5)",
        "the default of `f` must be at least 5, got 3",
    ),
    ("f: int = 'x'", 'the default of `f` must be an int, got "x"'),
    ("f: list[int] = ['x']", 'the default of `f[0]` must be an int, got "x"'),
]


@pytest.mark.parametrize(("line", "message"), BREAKING, ids=[line for line, _ in BREAKING])
def test_a_default_that_breaks_its_own_type_is_refused_at_its_field(
    tmp_path: Path, line: str, message: str
) -> None:
    text = f"{MODELS}\n{BEFORE}\nclass Context(BaseModel):\n    {line}\n{ENDING}"
    (found,) = [d for d in check(read(tmp_path, text)).diagnostics if d.is_error]
    assert (found.code, found.span.text, found.message) == ("ST3008", "f", message)


def test_a_watched_factory_leaves_the_profile_of_the_process_as_it_was(tmp_path: Path) -> None:
    import sys

    before = sys.getprofile()
    context_fields(tmp_path, "f: list[int] = Field(default_factory=list)")
    assert sys.getprofile() is before
