"""The sound and the faulty texts that inputs are made from."""

from functools import cache
from pathlib import Path

from stateous.grammar.flow.reader import read_flow
from stateous.grammar.source import Source
from stateous.grammar.yaml.writer import write_yaml

ROOT = Path(__file__).parent.parent.parent
SPECS = ROOT / "specs"
CORPUS = ROOT / "tests" / "corpus"


@cache
def specs() -> dict[str, str]:
    """Return each sound spec by its path: those in `.flow` as they stand and in YAML, too."""
    found: dict[str, str] = {}
    for path in sorted(SPECS.rglob("*.flow")):
        text = path.read_text(encoding="utf-8")
        found[str(path)] = text
        parsed = read_flow(Source(str(path), text))
        found[f"{path}.yaml"] = write_yaml(parsed.tree)
    for path in sorted(SPECS.rglob("*.flow.yaml")):
        found[str(path)] = path.read_text(encoding="utf-8")
    return found


@cache
def corpus() -> dict[str, str]:
    """Return the other texts, most of which hold one mistake, by path."""
    paths = sorted((*CORPUS.rglob("*.flow"), *CORPUS.rglob("*.flow.yaml")))
    return {str(path): path.read_bytes().decode("utf-8") for path in paths}
