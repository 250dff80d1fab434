"""`python -m tests.corpus.regenerate` writes all reports anew, to be reviewed as a diff."""

from tests.corpus.reports import INVALID, cases, expected, report


def main() -> None:
    """Write the report on each file, and remove those of files that are gone."""
    kept = {expected(case) for case in cases()}
    for stale in set(INVALID.glob("*.expected")) - kept:
        stale.unlink()
    for case in cases():
        expected(case).write_text(report(case), encoding="utf-8")


if __name__ == "__main__":
    main()
