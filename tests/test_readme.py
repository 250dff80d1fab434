"""The commands that the documents show are real, and print what stands there.

A block marked `console` holds commands behind `$ ` and what they print. A line `...` stands
for any lines, and a time for any time. Commands of `stateous`, `cat`, `cd` and `echo $?` are
run, block by block, in a copy of the specs and examples; of the others only their existence is held.
"""

import os
import re
import shlex
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
TIME = re.compile(r"\b\d+\.\d+ s\b")
OTHER_PROGRAMS = {"git", "make", "pip", "pipx", "python", "python3", "source", "uv"}


@dataclass(frozen=True)
class Example:
    """A command, and what it prints."""

    command: str
    output: str


def _examples(block: str) -> list[Example]:
    """Return the commands of a block."""
    parts = re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]
    return [Example(*part.partition("\n")[::2]) for part in parts]


def _blocks() -> list[tuple[str, str]]:
    return [
        (f"{document.relative_to(ROOT)}, block {number}", block)
        for document in DOCUMENTS
        for number, block in enumerate(BLOCK.findall(document.read_text(encoding="utf-8")), 1)
    ]


def _targets() -> set[str]:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    return set(re.findall(r"^([a-z]+):", makefile, re.MULTILINE))


def _pattern(output: str) -> re.Pattern[str]:
    """Return what the output has to match."""
    lines = [
        r"(?:.*\n)*?" if line == "..." else re.escape(TIME.sub("TIME", line)) + "\n"
        for line in output.rstrip().splitlines()
    ]
    return re.compile("".join(lines))


class Shell:
    """Runs commands one after the other, as a person would type them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.exit_code = 0

    def run(self, command: str) -> str:
        """Run a command, and return what it prints."""
        words = shlex.split(command, comments=True)
        match words:
            case ["cd", folder]:
                self.folder = self.folder / folder
                assert self.folder.is_dir()
                return ""
            case ["echo", "$?"]:
                return f"{self.exit_code}\n"
            case ["cat", *names]:
                return "".join((self.folder / name).read_text("utf-8") for name in names)
            case ["stateous", *arguments]:
                return self._stateous(arguments)
            case ["make", *targets]:
                assert set(targets) <= _targets()
            case _:
                assert words[0] in OTHER_PROGRAMS, command
        return ""

    def _stateous(self, arguments: list[str]) -> str:
        run = subprocess.run(
            [sys.executable, "-m", "stateous", *arguments],
            cwd=self.folder,
            check=False,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env={**os.environ, "NO_COLOR": "1", "COLUMNS": "80"},
        )
        self.exit_code = run.returncode
        return run.stdout


def _is_compared(command: str) -> bool:
    return command.split(maxsplit=1)[0] in {"stateous", "cat", "echo"}


@pytest.mark.parametrize(("name", "block"), _blocks(), ids=[name for name, _ in _blocks()])
def test_a_block_shows_what_its_commands_print(name: str, block: str, tmp_path: Path) -> None:
    for examples in ("specs", "docs/examples"):
        shutil.copytree(ROOT / examples, tmp_path / examples)
    shell = Shell(tmp_path)
    for example in _examples(block):
        printed = TIME.sub("TIME", shell.run(example.command))
        printed = "".join(f"{line.rstrip()}\n" for line in printed.rstrip().splitlines())
        if _is_compared(example.command):
            assert _pattern(example.output).fullmatch(printed), f"{example.command}\n{printed}"


def test_the_daily_things_are_targets_of_make() -> None:
    assert {"demo", "test", "check", "bench", "docs"} <= _targets()


def test_what_the_readme_tells_to_make_can_be_made() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert set(re.findall(r"`make ([a-z]+)`", readme)) <= _targets()


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_links_between_documents_lead_somewhere(document: Path) -> None:
    links = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", document.read_text(encoding="utf-8"))
    assert [link for link in links if not (document.parent / link).exists()] == []
