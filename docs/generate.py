"""Write what is made from the code: pages of the manual, and the JSON Schema of specs in YAML."""

from pathlib import Path

from stateous.grammar.yaml.json_schema import schema_text
from stateous.rule_page import manual
from stateous.rule_table import RULES

DOCS = Path(__file__).parent
SCHEMAS = DOCS.parent / "grammar" / "yaml" / "schemas"


def main() -> None:
    """Write each generated page."""
    (DOCS / "rules.md").write_text(manual(RULES), encoding="utf-8")
    (SCHEMAS / "flow.schema.json").write_text(schema_text(), encoding="utf-8")


if __name__ == "__main__":
    main()
