"""What the reader says about each file of `invalid/` that breaks a rule of the notation.

A file holds one mistake, and beside it stands what is reported, a line for each
diagnostic. `python -m tests.corpus.regenerate` writes the expected reports anew, to be
reviewed as a diff.
"""

from pathlib import Path

from tests.flow_text import read, report

INVALID = Path(__file__).parent / "invalid"
AREAS = ("layout", "lexical", "expression", "line", "type", "step", "later")


def cases() -> list[Path]:
    """Return the files whose mistake the reader finds, in the order of their names."""
    paths = sorted(INVALID.glob("*.flow"))
    return [path for path in paths if path.name.split("-")[0] in AREAS]


def text_of(path: Path) -> str:
    """Return the text of a file, with its line ends as they stand there."""
    return path.read_bytes().decode("utf-8")


def actual(path: Path) -> str:
    """Return the report on a file, as the expected one is kept."""
    return "".join(f"{line}\n" for line in report(read(text_of(path))))


def main() -> None:
    """Write the expected report of each file."""
    for path in cases():
        path.with_suffix(".expected").write_text(actual(path), encoding="utf-8")


if __name__ == "__main__":
    main()
