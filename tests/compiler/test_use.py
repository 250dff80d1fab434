"""`use`: files that are compiled together, each read once."""

from pathlib import Path

import pytest

from stateous.compiler.check import Compiled, check_path

SHARED = """\
enum Level
  low
  high
type Tests
  failed: int
event OrderPlaced
  order: uuid
role Manager
"""
MAIN = """\
use "shared.flow"
workflow w
  context Ticket
    level: Level
  event done: Tests
  START -> a
  state a
    on done when payload.failed > 1 and ctx.level == high -> END
    on done otherwise -> a
"""


def compiled(folder: Path, files: dict[str, str], name: str = "main.flow") -> Compiled:
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")
    return check_path(folder / name, name)


def said(found: Compiled) -> list[str]:
    return [f"{d.span.source.name} {d.code} {d.message}" for d in found.diagnostics]


def test_what_another_file_declares_may_be_named(tmp_path: Path) -> None:
    found = compiled(tmp_path, {"main.flow": MAIN, "shared.flow": SHARED})
    assert said(found) == []
    assert found.program is not None
    assert [record.name for record in found.program.records] == ["Tests"]
    (used,) = found.program.used
    assert [fact.name for fact in used.facts] == ["OrderPlaced"]
    assert [role.name for role in used.roles] == ["Manager"]


def test_the_path_is_taken_from_the_folder_of_the_file(tmp_path: Path) -> None:
    files = {
        "specs/main.flow": MAIN.replace("shared.flow", "../types/all.flow"),
        "types/all.flow": 'use "shared.flow"\n',
        "types/shared.flow": SHARED,
    }
    found = compiled(tmp_path, files, "specs/main.flow")
    assert said(found) == []
    assert [used.source.name for used in found.parsed.used] == [
        "types/all.flow",
        "types/shared.flow",
    ]


def test_files_may_use_each_other_and_are_read_once(tmp_path: Path) -> None:
    files = {
        "main.flow": 'use "again.flow"\n' + MAIN,
        "shared.flow": 'use "main.flow"\n' + SHARED,
        "again.flow": 'use "shared.flow"\nuse "again.flow"\n',
    }
    found = compiled(tmp_path, files)
    assert said(found) == []
    assert len(found.parsed.used) == 2


def test_a_name_is_declared_once_over_all_files(tmp_path: Path) -> None:
    found = compiled(
        tmp_path, {"main.flow": MAIN + "type Tests\n  x: int\n", "shared.flow": SHARED}
    )
    assert said(found) == ["main.flow ST2010 type `Tests` is declared twice"]
    labels = found.diagnostics[0].labels
    assert [(label.span.source.name, label.span.first.line) for label in labels] == [
        ("main.flow", 10),
        ("shared.flow", 4),
    ]


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("/etc/passwd.flow", "ST8021 the path of a file that is used is relative"),
        ("shared.txt", "ST8021 `shared.txt` is no path of a spec"),
        (
            "shared.py",
            "ST8021 a file in the Python notation runs when it is read, so only another one may use it",
        ),
        ("sharde.flow", "ST8022 there is no file `sharde.flow`"),
        ("folder.flow", "ST8022 `folder.flow` is a folder"),
    ],
)
def test_a_path_that_leads_to_no_file_is_refused(tmp_path: Path, path: str, message: str) -> None:
    (tmp_path / "folder.flow").mkdir()
    files = {"main.flow": MAIN.replace("shared.flow", path), "shared.flow": SHARED}
    first, *_ = compiled(tmp_path, files).diagnostics
    assert f"{first.code} {first.message}" == message
    assert first.span.text == f'"{path}"'


def test_a_missing_file_makes_no_name_unknown(tmp_path: Path) -> None:
    assert len(compiled(tmp_path, {"main.flow": MAIN}).diagnostics) == 1


@pytest.mark.parametrize(
    ("broken", "label"),
    [
        (SHARED + "tipe X\n", None),
        (SHARED + "type X\n  x: intt\n  y: numbr\n", "ST2003: `intt` is not a type"),
    ],
)
def test_a_used_file_with_errors_is_said_once_with_its_first(
    tmp_path: Path, broken: str, label: str | None
) -> None:
    found = compiled(tmp_path, {"main.flow": MAIN, "shared.flow": broken})
    assert said(found) == ["main.flow ST8023 `shared.flow` has errors"]
    (shown,) = found.diagnostics[0].labels
    assert shown.span.source.name == "shared.flow"
    assert label is None or shown.text == label


def test_a_fault_in_a_file_that_a_used_file_uses_stands_at_the_own_line(tmp_path: Path) -> None:
    files = {
        "main.flow": MAIN,
        "shared.flow": 'use "deep.flow"\n' + SHARED,
        "deep.flow": "type X\n  x: intt\n",
    }
    assert said(compiled(tmp_path, files)) == ["main.flow ST8023 `deep.flow` has errors"]
    files["deep.flow"] = "type X\n  x: int\n"
    files["shared.flow"] = 'use "dep.flow"\n' + SHARED
    assert said(compiled(tmp_path, files)) == ["main.flow ST8023 `shared.flow` has errors"]


def test_a_workflow_of_another_file_runs_as_a_child(tmp_path: Path) -> None:
    child = """\
workflow rate
  context Rating
    title: text
  event done
  START -> rating
  state rating
    on done -> END
"""
    main = """\
use "child.flow"
workflow review
  context Review
    title: text
  START -> both
  parallel both runs rate
    passing title
    on joined -> END
"""
    found = compiled(tmp_path, {"main.flow": main, "child.flow": child})
    assert said(found) == []
    assert found.program is not None
    assert [w.name for w in found.program.workflows] == ["review"]
    assert [w.name for used in found.program.used for w in used.workflows] == ["rate"]
