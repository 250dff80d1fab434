"""How deep an expression or a type nests, told without recursion.

Brackets and operators are counted apart: neither may nest deeper than `MAX_DEPTH`.
"""

from lark import Tree

from stateous.grammar.flow.reading import Branch, Node, bounds

MAX_DEPTH = 100
# Their operands are applied one after another: each makes the tree deeper by one.
_LEFT_DEEP = frozenset(("sum", "product"))
_BRACKETS = frozenset(("brackets", "bracketed_type"))
_OPERATORS = frozenset(
    (
        *("list", "map", "member_of", "member_call", "call", "quantifier", "negative", "chain"),
        *("membership", "non_membership", "null_test", "non_null_test", "negation"),
        *("conjunction", "disjunction", "list_of", "map_of"),
    )
)


def too_deep(root: Node) -> Branch | None:
    """Return the first node that nests too deep, or None."""
    start, end = bounds(root)
    if end - start <= MAX_DEPTH:
        return None
    waiting: list[tuple[Node | None, int, int]] = [(root, 0, 0)]
    while waiting:
        node, brackets, operators = waiting.pop()
        if not isinstance(node, Tree):
            continue
        brackets += node.data in _BRACKETS
        operators += node.data in _OPERATORS
        if node.data in _LEFT_DEEP:
            operators += len(node.children) // 2
        if max(brackets, operators) > MAX_DEPTH:
            return node
        waiting.extend((child, brackets, operators) for child in reversed(node.children))
    return None
