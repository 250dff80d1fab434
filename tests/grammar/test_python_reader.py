"""A `flow.py` is run in this process, and whatever it does is told at the author's line."""

import os
import sys
from pathlib import Path

import pytest

from stateous.grammar.python.reader import read_python
from stateous.grammar.python.source_tree import python_file
from stateous.grammar.reader import read as read_spec
from tests.python_spec import PRELUDE, Said, only, read, said, workflow

SCHEMAS = """\
from pydantic import BaseModel


class Size(BaseModel):
    grams: int
"""


def test_a_sibling_module_is_imported_from_the_files_folder(tmp_path: Path) -> None:
    text = "from schemas import Size\n" + PRELUDE + 'flow.event("weighed", payload=Size)\n'
    parsed = read(tmp_path, text, schemas=SCHEMAS)
    assert [type_.name.text for type_ in parsed.tree.types] == ["Size"]


def test_a_package_beside_the_file_is_imported_too(tmp_path: Path) -> None:
    (tmp_path / "shop" / "models").mkdir(parents=True)
    (tmp_path / "shop" / "models" / "size.py").write_text(SCHEMAS, encoding="utf-8")
    text = "from shop.models.size import Size\n" + PRELUDE + 'flow.event("w", payload=Size)\n'
    assert workflow(tmp_path, text).events[-1].name.text == "w"
    assert "shop" not in sys.modules


def test_nothing_of_a_run_stays_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    modules, path = set(sys.modules), list(sys.path)
    text = "from schemas import Size\n" + PRELUDE
    read(tmp_path, text, schemas="import sys\nsys.path.append('/nowhere')\n" + SCHEMAS)
    left = [sys.modules[name] for name in set(sys.modules) - modules]
    assert [m for m in left if str(tmp_path) in str(getattr(m, "__file__", ""))] == []
    assert sys.path == path
    assert not list(tmp_path.rglob("__pycache__"))
    assert not sys.dont_write_bytecode


def test_a_sibling_is_read_anew_at_each_run(tmp_path: Path) -> None:
    text = "from schemas import Size\n" + PRELUDE + 'flow.event("weighed", payload=Size)\n'
    for name in ("grams", "pounds", "stones"):
        parsed = read(tmp_path, text, schemas=SCHEMAS.replace("grams", name))
        assert [field.name.text for field in parsed.tree.types[0].fields] == [name]


def test_a_sibling_goes_before_a_loaded_module_of_the_same_name(tmp_path: Path) -> None:
    other, own = tmp_path / "other", tmp_path / "own"
    other.mkdir()
    own.mkdir()
    (other / "sizes_of_parcels.py").write_text("Size = None\n", encoding="utf-8")
    sys.path.insert(0, str(other))
    try:
        import sizes_of_parcels as loaded  # type: ignore[import-not-found]

        text = "from sizes_of_parcels import Size\n" + PRELUDE
        workflow(own, text + 'flow.event("weighed", payload=Size)\n', sizes_of_parcels=SCHEMAS)
        assert sys.modules["sizes_of_parcels"] is loaded
    finally:
        sys.path.remove(str(other))
        sys.modules.pop("sizes_of_parcels", None)


def test_what_the_file_prints_goes_to_the_standard_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    workflow(tmp_path, "print('hello')\n" + PRELUDE)
    captured = capsys.readouterr()
    assert (captured.out, captured.err) == ("", "hello\n")


def test_a_file_may_be_named_like_a_module_of_pythons_own(tmp_path: Path) -> None:
    import json

    path = tmp_path / "json.py"
    path.write_text(PRELUDE, encoding="utf-8")
    assert read_python(path, "json.py").diagnostics == ()
    assert sys.modules["json"] is json


def test_the_main_guard_of_a_file_does_not_run(tmp_path: Path) -> None:
    added = 'if __name__ == "__main__":\n    raise SystemExit(1)\n'
    assert workflow(tmp_path, PRELUDE + added).name.text == "parcel"


@pytest.mark.parametrize(
    ("added", "column", "text", "message"),
    [
        ("size = 1 / 0", 8, "1 / 0", "ZeroDivisionError: division by zero"),
        ("import nowhere", 1, "import nowhere", "No module named 'nowhere'"),
        ("raise SystemExit(3)", 1, "raise SystemExit(3)", "SystemExit: 3"),
        ("flow.sate('x')", 1, "flow.sate", "has no attribute 'sate'"),
        ("flow.state()", 1, "flow.state()", "missing 1 required positional argument: 'name'"),
        ("flow.state('x', retry=1)", 1, "flow.state('x', retry=1)", "unexpected keyword"),
        ("raise ValueError('a\\nb')", 1, "raise ValueError('a\\nb')", "`ValueError: a`"),
        ("def f(): f()\nf()", 10, "f()", "RecursionError"),
    ],
)
def test_an_exception_is_told_at_the_innermost_line_of_the_file(
    tmp_path: Path, added: str, column: int, text: str, message: str
) -> None:
    diagnostic = only(read(tmp_path, f"{PRELUDE}{added}\n"))
    assert said(diagnostic) == Said("ST8012", 9, column, text)
    assert message in diagnostic.message


def test_an_interrupt_is_for_the_reader_and_not_a_fault_of_the_file(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        read(tmp_path, f"{PRELUDE}raise KeyboardInterrupt\n")


def test_an_exception_in_a_sibling_is_told_at_the_import_and_shown_where_it_began(
    tmp_path: Path,
) -> None:
    text = PRELUDE + "from schemas import Size\n"
    diagnostic = only(read(tmp_path, text, schemas="\n\nx = {}['grams']\n"))
    assert said(diagnostic) == Said("ST8012", 9, 1, "from schemas import Size")
    (label,) = diagnostic.labels
    assert (label.span.source.name, label.span.first.line) == ("schemas.py", 3)
    assert label.span.text == "{}['grams']"


def test_a_syntax_error_is_told_at_its_own_place(tmp_path: Path) -> None:
    diagnostic = only(read(tmp_path, PRELUDE + "x = (1,\ny = 2\n"))
    assert diagnostic.code == "ST8011"
    assert (diagnostic.span.first.line, diagnostic.span.text[:1]) == (9, "(")
    assert diagnostic.message == "not Python: '(' was never closed"


@pytest.mark.parametrize("text", ["x = ", "if True:", "é = $", "def f(:\n pass", "\tx\n y", "'"])
def test_every_syntax_error_has_a_place_inside_the_file(tmp_path: Path, text: str) -> None:
    diagnostic = only(read(tmp_path, text))
    assert diagnostic.code == "ST8011"
    assert 0 <= diagnostic.span.start <= diagnostic.span.end <= len(text)


def test_a_syntax_error_of_a_sibling_stands_in_the_sibling(tmp_path: Path) -> None:
    diagnostic = only(read(tmp_path, PRELUDE + "import schemas\n", schemas="class Size\n"))
    assert said(diagnostic) == Said("ST8011", 1, 11, "")
    assert diagnostic.span.source.name == "schemas.py"
    (label,) = diagnostic.labels
    assert label.span.text == "import schemas"


def test_a_null_character_is_a_diagnostic(tmp_path: Path) -> None:
    assert only(read(tmp_path, "x = 1\0\n")).code in ("ST8011", "ST8012")


def test_a_mistake_in_a_sibling_stands_in_the_sibling(tmp_path: Path) -> None:
    sibling = "from stateous import Workflow\nflow = Workflow('b a d')\n"
    diagnostic = only(read(tmp_path, "from parts import flow\n", parts=sibling))
    assert said(diagnostic) == Said("ST8109", 2, 18, "b a d")
    assert diagnostic.span.source.name == "parts.py"


def test_siblings_are_named_by_their_way_from_the_given_name(tmp_path: Path) -> None:
    (tmp_path / "parts.py").write_text("1 / 0\n", encoding="utf-8")
    path = tmp_path / "flow.py"
    path.write_text("import parts\n", encoding="utf-8")
    (label,) = only(read_python(path, "specs/sdlc/flow.py")).labels
    assert label.span.source.name == "specs/sdlc/parts.py"


def test_a_workflow_of_a_sibling_is_read_too(tmp_path: Path) -> None:
    found = workflow(tmp_path, "from parts import flow\n", parts=PRELUDE)
    assert found.name.text == "parcel"
    assert found.span.source.name == "parts.py"


@pytest.mark.parametrize(
    "text", ["", "x = 1\n", "from stateous import Workflow\nflows = [Workflow('parcel')]\n"]
)
def test_a_file_without_a_workflow_at_module_level_is_refused(tmp_path: Path, text: str) -> None:
    parsed = read(tmp_path, text)
    assert only(parsed).code == "ST8013"
    assert parsed.tree.workflows == ()


def test_a_mistake_that_the_file_catches_is_none(tmp_path: Path) -> None:
    added = "try:\n    flow.state('packing')\nexcept ValueError:\n    pass\n"
    assert len(workflow(tmp_path, PRELUDE + added).states) == 1


def test_a_file_is_found_through_a_link_by_its_own_folder(tmp_path: Path) -> None:
    real, links = tmp_path / "real", tmp_path / "links"
    real.mkdir()
    links.mkdir()
    (real / "schemas.py").write_text(SCHEMAS, encoding="utf-8")
    (real / "flow.py").write_text("from schemas import Size\n" + PRELUDE, encoding="utf-8")
    (links / "flow.py").symlink_to(real / "flow.py")
    assert read_python(links / "flow.py", "flow.py").diagnostics == ()


def test_the_classes_of_this_package_stay_the_same_when_a_file_lies_above_it() -> None:
    from stateous.grammar.python.workflow import Workflow

    root = Path(__file__).parent.parent.parent
    read_python(root / "specs" / "sdlc" / "flow.py", "flow.py")
    assert sys.modules["stateous.grammar.python.workflow"].__dict__["Workflow"] is Workflow


def test_an_unknown_encoding_is_a_diagnostic(tmp_path: Path) -> None:
    path = tmp_path / "flow.py"
    path.write_text("# -*- coding: rot13 -*-\n", encoding="utf-8")
    assert only(read_spec(path)).code == "ST8005"


@pytest.mark.parametrize(
    "text",
    [
        "class Own(Workflow):\n    def __init__(self) -> None:\n        pass\n\nflow = Own()\n",
        "\n\n\n\nflow = Workflow.__new__(Workflow)\n",
    ],
)
def test_a_workflow_that_was_not_initialised_is_told_where_it_is_made(
    tmp_path: Path, text: str
) -> None:
    diagnostic = only(read(tmp_path, "from stateous import Workflow\n" + text))
    assert diagnostic.message == "`flow` is a Workflow whose `__init__` was not run"
    assert diagnostic.span.first.line == 6


@pytest.mark.parametrize("name", ["__class__", "__eq__", "__hash__"])
def test_the_code_of_other_values_is_left_alone(tmp_path: Path, name: str) -> None:
    decorator = "    @property\n" if name == "__class__" else ""
    own = f"class Odd:\n{decorator}    def {name}(self, *other):\n        1 / 0\n\nodd = Odd()\n"
    assert workflow(tmp_path, own + PRELUDE).name.text == "parcel"


@pytest.mark.parametrize("path", ["None", "[]"])
def test_a_file_may_spoil_the_search_path(tmp_path: Path, path: str) -> None:
    before, entries = sys.path, list(sys.path)
    text = PRELUDE + f"import sys\nsys.path = {path}\n"
    assert workflow(tmp_path, text).name.text == "parcel"
    assert sys.path is before
    assert sys.path == entries


def test_what_other_processes_print_goes_to_the_standard_error(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    workflow(tmp_path, "import os\nos.system('echo one')\nos.write(1, b'two')\n" + PRELUDE)
    os.write(1, b"after")
    captured = capfd.readouterr()
    assert captured.out == "after"
    assert captured.err.split() == ["one", "two"]


def test_a_closed_standard_output_stays_closed(tmp_path: Path) -> None:
    saved = os.dup(1)
    os.close(1)
    try:
        workflow(tmp_path, "import os\nos.write(1, b'')\n" + PRELUDE)
        with pytest.raises(OSError, match="Bad file descriptor"):
            os.fstat(1)
    finally:
        os.dup2(saved, 1)
        os.close(saved)


@pytest.mark.parametrize("filename", ["/dev/zero", "/etc/passwd", "no such file"])
def test_places_lie_in_the_authors_file(tmp_path: Path, filename: str) -> None:
    text = PRELUDE + f"exec(compile('flow.state(1)', {filename!r}, 'exec'))\n"
    assert said(only(read(tmp_path, text))).line == 9
    text = PRELUDE + f"raise SyntaxError('x', ({filename!r}, 1, 1, 'x'))\n"
    assert only(read(tmp_path, text)).span.source.name == "flow.py"


def test_only_regular_files_are_read_for_places() -> None:
    assert python_file("/dev/zero").source.text == ""
