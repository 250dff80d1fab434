"""Write the pages of the manual that are made from the code. `make docs` runs it."""

from pathlib import Path

from stateous.rule_page import manual
from stateous.rule_table import RULES

DOCS = Path(__file__).parent


def main() -> None:
    """Write each generated page."""
    (DOCS / "rules.md").write_text(manual(RULES), encoding="utf-8")


if __name__ == "__main__":
    main()
