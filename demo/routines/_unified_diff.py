"""Apply a unified diff to a folder, without git and without guessing.

A hunk must stand exactly at its line, with exactly its context; else nothing is changed.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

_HUNK = re.compile(r"@@ -(\d+)(?:,(\d+))? \+\d+(?:,(\d+))? @@")


class PatchError(Exception):
    """A patch that cannot be read, or does not fit the files."""


@dataclass(frozen=True, slots=True)
class Hunk:
    """Replace the lines `before`, which begin at line `start` (from 1), by `after`."""

    start: int
    before: tuple[str, ...]
    after: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FilePatch:
    """The hunks for one file; `name` is its path in the folder."""

    name: str
    hunks: tuple[Hunk, ...]


def apply_patch(folder: Path, patch: str) -> tuple[str, ...]:
    """Apply `patch` to the files in `folder`; return the names of those it changed.

    Raises PatchError, before any file is written.
    """
    changed = {}
    for file in read_patch(patch):
        path = _inside(folder, file.name)
        changed[path] = _patched(file, path.read_text(encoding="utf-8"))
    for path, text in changed.items():
        path.write_text(text, encoding="utf-8")
    return tuple(path.relative_to(folder.resolve()).as_posix() for path in changed)


def read_patch(patch: str) -> tuple[FilePatch, ...]:
    """Return what `patch` says, file by file. Raises PatchError."""
    files = []
    lines = patch.splitlines()
    at = 0
    while at < len(lines):
        if not lines[at].startswith("--- "):
            raise PatchError(f"line {at + 1}: expected `--- a/...`")
        name = _name(lines, at + 1)
        hunks, at = _read_hunks(lines, at + 2)
        files.append(FilePatch(name, hunks))
    return tuple(files)


def _name(lines: list[str], at: int) -> str:
    """Return the path on a line `+++ b/path`."""
    if at >= len(lines) or not lines[at].startswith("+++ b/"):
        raise PatchError(f"line {at + 1}: expected `+++ b/...`")
    return lines[at].removeprefix("+++ b/").split("\t")[0]


def _read_hunks(lines: list[str], at: int) -> tuple[tuple[Hunk, ...], int]:
    """Return the hunks that begin at index `at`, and the index after them."""
    hunks = []
    while at < len(lines) and (head := _HUNK.match(lines[at])):
        old, new = (1 if n is None else int(n) for n in head.group(2, 3))
        before, after, at = _read_body(lines, at + 1, old, new)
        hunks.append(Hunk(int(head[1]), before, after))
    if not hunks:
        raise PatchError(f"line {at + 1}: expected `@@ -n,n +n,n @@`")
    return tuple(hunks), at


def _read_body(
    lines: list[str], at: int, old: int, new: int
) -> tuple[tuple[str, ...], tuple[str, ...], int]:
    """Return `old` lines to take away and `new` to put there, and the index after them."""
    before: list[str] = []
    after: list[str] = []
    while len(before) < old or len(after) < new:
        mark, text = (lines[at][:1], lines[at][1:]) if at < len(lines) else ("", "")
        if mark not in ("-", "+", " "):
            raise PatchError(f"line {at + 1}: the hunk ends too early")
        if mark != "+":
            before.append(text)
        if mark != "-":
            after.append(text)
        at += 1
    return tuple(before), tuple(after), at


def _inside(folder: Path, name: str) -> Path:
    """Return the existing file `name` in `folder`; a path that leads out of it is refused."""
    path = (folder / name).resolve()
    if not path.is_relative_to(folder.resolve()):
        raise PatchError(f"`{name}` leads out of the checkout")
    if not path.is_file():
        raise PatchError(f"`{name}` is not in the checkout")
    return path


def _patched(patch: FilePatch, text: str) -> str:
    """Return `text` with all hunks applied."""
    return "".join(f"{line}\n" for line in _patched_lines(patch, text.splitlines()))


def _patched_lines(patch: FilePatch, lines: list[str]) -> Iterator[str]:
    """Yield the lines of the file after its hunks, which are in order."""
    done = 0
    for hunk in patch.hunks:
        start = hunk.start - 1
        end = start + len(hunk.before)
        if start < done or tuple(lines[start:end]) != hunk.before:
            raise PatchError(f"`{patch.name}`: line {hunk.start} is not what the patch expects")
        yield from lines[done:start]
        yield from hunk.after
        done = end
    yield from lines[done:]
