"""The path of a token through its graph, from its ledger."""

from collections import Counter
from collections.abc import Iterable

from stateous.compiler.graph.diagram import Path
from stateous.runtime.kernel.token import Token
from stateous.runtime.local.ledger import Row


def path_of(token: Token, rows: Iterable[Row]) -> Path:
    """Return which transitions a token took, how often, and where it is."""
    lines = (row.data.get("line") for row in rows)
    taken = Counter(line for line in lines if isinstance(line, int))
    current = None if token.ended else token.state
    return Path(taken, frozenset(token.visits), current)
