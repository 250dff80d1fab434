"""What each format prints for the same three diagnostics, and for none."""

import json
from pathlib import PurePath
from textwrap import dedent
from time import process_time
from xml.etree import ElementTree

import pytest

from stateous.cli.options import FORMATS
from stateous.grammar.diagnostic import Diagnostic, Edit, Fix, Label, Severity
from stateous.grammar.source import Source
from stateous.render.formats import renderer
from tests.render.samples import FIRST, OVERLAP, UNUSED, WHOLE

EXPECTED = {
    "full": """\
        error[ST9001]: two guards on `failed` can both hold
         --> specs/sdlc.flow:5:20
          |
        4 |     on failed when count(failed) < 3 -> coding
          |                    ----------------- this guard
        5 |     on failed when count(failed) < 5 -> END
          |                    ^^^^^^^^^^^^^^^^^ also holds
          |
          = example: count(failed) = 2, payload.total = 3
          = run: 1. start
                 2. `done` to `testing`
                 3. `failed` to `coding`
          = note: the engine would refuse the event
          = help: write `otherwise` in place of the second guard
          = fix: write `otherwise` (safe: `--fix` applies it)
        5 -     on failed when count(failed) < 5 -> END
        5 +     on failed otherwise -> END
          = more: stateous explain ST9001

        warning[ST9002]: `passed` is never used
         --> specs/sdlc.flow:3:8
          |
        3 |     on passed -> END
          |        ^^^^^^
          |
          = more: stateous explain ST9002

        note[ST9003]: 100 % empty
         --> a,b:c.flow
          = more: stateous explain ST9003

    """,
    "concise": """\
        specs/sdlc.flow:5:20: error[ST9001] two guards on `failed` can both hold
        specs/sdlc.flow:3:8: warning[ST9002] `passed` is never used
        a,b:c.flow: note[ST9003] 100 % empty
    """,
    "github": (
        "::error title=stateous (ST9001),file=specs/sdlc.flow,line=5,col=20,endLine=5,"
        "endColumn=37::specs/sdlc.flow:5:20: ST9001 two guards on `failed` can both hold"
        "%0A  help: write `otherwise` in place of the second guard\n"
        "::warning title=stateous (ST9002),file=specs/sdlc.flow,line=3,col=8,endLine=3,"
        "endColumn=14::specs/sdlc.flow:3:8: ST9002 `passed` is never used\n"
        "::notice title=stateous (ST9003),file=a%2Cb%3Ac.flow"
        "::a,b:c.flow: ST9003 100 %25 empty\n"
    ),
}


@pytest.mark.parametrize("name", EXPECTED)
def test_a_format_prints_what_is_expected(name: str) -> None:
    assert renderer(name)((OVERLAP, UNUSED, WHOLE)) == dedent(EXPECTED[name])


@pytest.mark.parametrize("name", EXPECTED)
def test_a_format_prints_nothing_for_nothing(name: str) -> None:
    assert renderer(name)(()) == ""


def test_json_says_everything_that_the_diagnostic_says() -> None:
    [found] = json.loads(renderer("json")((OVERLAP,)))
    assert found == {
        "code": "ST9001",
        "name": "no-such-path",
        "severity": "error",
        "kind": "refusal",
        "message": "two guards on `failed` can both hold",
        "filename": "specs/sdlc.flow",
        "location": {"row": 5, "column": 20},
        "end_location": {"row": 5, "column": 37},
        "labels": [
            {
                "text": "also holds",
                "filename": "specs/sdlc.flow",
                "location": {"row": 5, "column": 20},
                "end_location": {"row": 5, "column": 37},
            },
            {
                "text": "this guard",
                "filename": "specs/sdlc.flow",
                "location": {"row": 4, "column": 20},
                "end_location": {"row": 4, "column": 37},
            },
        ],
        "witness": {
            "values": {"count(failed)": "2", "payload.total": "3"},
            "run": ["start", "`done` to `testing`", "`failed` to `coding`"],
        },
        "notes": ["the engine would refuse the event"],
        "help": "write `otherwise` in place of the second guard",
        "fix": {
            "applicability": "safe",
            "message": "write `otherwise`",
            "edits": [
                {
                    "content": "otherwise",
                    "filename": "specs/sdlc.flow",
                    "location": {"row": 5, "column": 15},
                    "end_location": {"row": 5, "column": 37},
                }
            ],
        },
    }


def test_json_of_nothing_is_an_empty_array() -> None:
    assert json.loads(renderer("json")(())) == []


def test_an_unknown_code_has_no_name_in_json() -> None:
    stray = Diagnostic("ST0000", Severity.ERROR, "it is wrong", FIRST)
    [found] = json.loads(renderer("json")((stray,)))
    assert found["name"] is None
    assert found["fix"] is None
    assert found["witness"] is None


def test_colours_add_escape_sequences_and_change_nothing_else() -> None:
    plain = renderer("full")((OVERLAP, UNUSED))
    coloured = renderer("full", colour=True)((OVERLAP, UNUSED))
    assert "\x1b[1;31merror[ST9001]\x1b[0m" in coloured
    assert "\x1b[1;33m^^^^^^\x1b[0m" in coloured
    assert _without_colours(coloured) == plain


def _without_colours(text: str) -> str:
    pieces = text.split("\x1b[")
    return pieces[0] + "".join(piece.partition("m")[2] for piece in pieces[1:])


def test_an_annotation_holds_nothing_that_a_terminal_obeys() -> None:
    place = Source("a\n\x1b\u202e.flow", "").span(0, 0)
    text = renderer("github")([Diagnostic("ST9001", Severity.ERROR, "b\x1b\n::c", place)])
    name = "a \u241b<U+202E>.flow"
    assert text == f"::error title=stateous (ST9001),file={name}::{name}: ST9001 b\u241b ::c\n"


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_that_can_be_asked_for_prints_something(name: str) -> None:
    assert "ST9001" in renderer(name)((OVERLAP,))


ODD = Diagnostic(
    "ST9001",
    Severity.ERROR,
    "a\x00b\x1b[0m \ud800 \ufffe ]]> <&>\"' é\U0001f600 {0} [x](y)\nz",
    Source('o\x00d\ud800 <&>"é.flow', "x\x00\n").span(0, 2),
    help="\x0b\u2028",
)


@pytest.mark.parametrize("name", ["json", "gitlab", "sarif", "junit", "github"])
@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8"])
def test_no_character_and_no_stream_breaks_a_document(name: str, encoding: str) -> None:
    text = renderer(name, files=["ok\x01\udcff.flow"])((ODD,))
    printed = text.encode(encoding, "backslashreplace").decode(encoding)
    if name == "junit":
        ElementTree.fromstring(printed)
    elif name == "github":
        assert printed.count("\n") == 1
    else:
        json.loads(printed)


@pytest.mark.parametrize("name", ["gitlab", "sarif", "junit", "github"])
def test_a_path_below_the_folder_is_told_from_there_on(name: str) -> None:
    place = Source("/home/me/project/specs/a.flow", "x").span(0, 1)
    found = Diagnostic("ST9001", Severity.ERROR, "it is wrong", place)
    text = renderer(name, files=[place.source.name], folder=PurePath("/home/me/project"))([found])
    assert "specs/a.flow" in text
    assert "/home" not in text


@pytest.mark.parametrize("name", FORMATS)
def test_thousands_of_diagnostics_on_one_long_line_are_printed_soon(name: str) -> None:
    source = Source("a.flow", "ab " * 66_667 + "\n")
    found = [
        Diagnostic(
            "ST9001",
            Severity.ERROR,
            "it is wrong",
            source.span(at, at + 2),
            (Label(source.span(at + 3, at + 5), "other"),),
            fix=Fix("mend it", (Edit(source.span(at, at + 2), "c"),)),
        )
        for at in range(0, 180_000, 90)
    ]
    started = process_time()
    assert renderer(name)(found).count("ST9001") >= 2_000
    assert process_time() - started < 8.0
