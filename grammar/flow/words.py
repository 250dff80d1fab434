"""The words that begin lines, block by block, taken from the grammar.

A block is named by the start rule of its lines. Most blocks' lines begin with a keyword;
the lines of some begin with a name or a value and are known by their form.
"""

import re
from functools import cache

from lark import Lark
from lark.grammar import NonTerminal, Terminal

from stateous.grammar.flow.parser import keyword, parser
from stateous.grammar.suggest import did_you_mean

ROOT = "file_line"

# How a block is called in a message.
BLOCK_NAMES = {
    "file_line": "the top level",
    "workflow_line": "a workflow",
    "state_line": "a state",
    "field_line": "a list of fields",
    "model_line": "a read model",
    "member_line": "an enum",
    "machine_line": "a state machine",
    "machine_state_line": "a state of a machine",
    "step_line": "a specification",
    "case_line": "a table",
    "anywhere_line": "`anywhere`",
    "effect_line": "the effects of a transition",
    "mapping_line": "the mapping of fields",
    "fold_line": "a fold of a read model",
}

# For each block, the block that a line of it opens, by the line's first word.
_OPENS = {
    "file_line": {
        "workflow": "workflow_line",
        "type": "field_line",
        "enum": "member_line",
        "command": "field_line",
        "event": "field_line",
        "readmodel": "model_line",
        "statemachine": "machine_line",
        "specification": "step_line",
    },
    "workflow_line": {
        "context": "field_line",
        "START": "effect_line",
        "trigger": "mapping_line",
        "deadline": "effect_line",
        "anywhere": "anywhere_line",
        **dict.fromkeys(
            ("state", "action", "decide", "wait", "approval", "parallel", "foreach"), "state_line"
        ),
        "specification": "step_line",
    },
    "state_line": dict.fromkeys(("on", "when", "otherwise"), "effect_line"),
    "anywhere_line": {"on": "effect_line"},
    "model_line": {"from": "fold_line"},
    "machine_line": {"state": "machine_state_line", "specification": "step_line"},
    "machine_state_line": {"entering": "mapping_line"},
    "step_line": {"cases": "case_line"},
}
# Where a line of unknown meaning stands, and everything below it.
_ANY = "any_line"

_WORD = re.compile(r"[A-Za-z][A-Za-z0-9_]*(?:-[A-Za-z0-9_]+)*")
_NAME = r"(?:[A-Za-z][A-Za-z0-9_]*|`[^`]*`)"
_FIELD = re.compile(rf"(?:(?:input|local|secret|identifier)\s+)*{_NAME}\s*:")
# Lines that are known by their form, whatever word they begin with.
FORMS = {
    "field_line": _FIELD,
    "model_line": _FIELD,
    "member_line": re.compile(rf"(?:{_NAME}|\"[^\"]*\"|'[^']*')\s*(?:#.*)?$"),
    "case_line": re.compile(r"[^|]*\||(?:\S+|\"[^\"]*\"|'[^']*')\s*(?:#.*)?$"),
}


def first_word(text: str) -> str | None:
    """Return the word that a line begins with, or None."""
    match = _WORD.match(text)
    return match.group() if match else None


def words_in(text: str) -> list[str]:
    """Return every word of a text that could be a name."""
    return _WORD.findall(text)


@cache
def words_of(block: str) -> frozenset[str]:
    """Return the keywords that a line of `block` may begin with."""
    return frozenset(_first_keywords(parser(), block))


class FlowShape:
    """What layout has to know of `.flow`; see `stateous.grammar.flow.columns.Shape`."""

    root = ROOT
    block_names = BLOCK_NAMES

    def opens(self, block: str, text: str) -> str | None:
        """Return the block that a line opens; any lines may stand below an unknown line."""
        if block == _ANY:
            return _ANY
        if block in FORMS and FORMS[block].match(text):
            return None
        opened = _OPENS.get(block, {})
        word = first_word(text) or ""
        if word in words_of(block):
            return opened.get(word)
        meant = did_you_mean(word, words_of(block))
        return opened.get(meant, _ANY) if meant else _ANY

    def fits(self, block: str, text: str) -> bool:
        """Tell whether a line may stand in a block, by its first words."""
        if block in FORMS and FORMS[block].match(text):
            return True
        return block == _ANY or first_word(text) in words_of(block)


def _first_keywords(made: Lark, rule: str) -> set[str]:
    """Return the keywords that can come first in a rule."""
    spelt = {terminal.name: keyword(terminal) for terminal in made.terminals}
    found: set[str] = set()
    seen: set[str] = set()
    waiting = [rule]
    while waiting:
        name = waiting.pop()
        if name in seen:
            continue
        seen.add(name)
        for production in made.rules:
            if production.origin.name != name or not production.expansion:
                continue
            first = production.expansion[0]
            if isinstance(first, NonTerminal):
                waiting.append(first.name)
            elif isinstance(first, Terminal) and (word := spelt.get(first.name)):
                found.add(word)
    return found
