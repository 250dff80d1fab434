"""The words that begin lines, block by block, taken from the grammar.

A block is named by the start rule of its lines. Most blocks' lines begin with a keyword;
the lines of two begin with a name and are known by their form.
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
    "member_line": "an enum",
    "step_line": "a specification",
}

# The block that a line opens, by its first word.
_OPENS = {
    "workflow": "workflow_line",
    "type": "field_line",
    "enum": "member_line",
    "context": "field_line",
    "state": "state_line",
    "specification": "step_line",
}

# Words of the wider language that are not in this version. For each block: those that begin
# a line (FIRST); those that come behind an arrow (TARGET); those that come second behind a
# certain first word; and those that come anywhere further on (INSIDE). The last entry is for
# lines below one that owns no block in this version.
FIRST, TARGET, INSIDE = "first", "target", "inside"
LEAF = "leaf_line"
_LATER: dict[str, dict[str, str]] = {
    "file_line": {
        FIRST: "use command event role readmodel statemachine specification allow",
    },
    "workflow_line": {
        FIRST: "for action decide wait approval parallel foreach trigger deadline anywhere "
        "invariant never always eventually allow",
        TARGET: "STAY REFUSE",
        INSIDE: "as first",
    },
    "state_line": {
        FIRST: "ensures after entering allow",
        TARGET: "STAY REFUSE",
        INSIDE: "as first",
    },
    "field_line": {FIRST: "allow"},
    "member_line": {FIRST: "allow"},
    "step_line": {
        FIRST: "cases",
        "given": "fact call",
        "when": "fact child",
        "then": "emitted nothing invokes starts waiting",
        INSIDE: "as by",
    },
    LEAF: {FIRST: "set emit call with allow"},
}
_ANY = "any_line"

_WORD = re.compile(r"[A-Za-z][A-Za-z0-9_]*(?:-[A-Za-z0-9_]+)*")
_NAME = r"(?:[A-Za-z][A-Za-z0-9_]*|`[^`]*`)"
_FORMS = {
    "field_line": re.compile(rf"(?:(?:input|local|secret|identifier)\s+)*{_NAME}\s*:"),
    "member_line": re.compile(rf"(?:{_NAME}|\"[^\"]*\"|'[^']*')\s*(?:#.*)?$"),
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


def later_words(block: str, where: str = FIRST) -> frozenset[str]:
    """Return the words that cannot yet stand in a line of `block`.

    `where` is FIRST, TARGET or INSIDE, or the first word of a line that they come second on.
    """
    return frozenset(_LATER.get(block, {}).get(where, "").split())


class FlowShape:
    """What layout has to know of `.flow`; see `stateous.grammar.flow.columns.Shape`."""

    root = ROOT
    block_names = BLOCK_NAMES

    def opens(self, block: str, text: str) -> str | None:
        """Return the block that a line opens; any lines may stand below an unknown line."""
        if block == _ANY:
            return _ANY
        if block in _FORMS and self.fits(block, text):
            return None
        word = first_word(text) or ""
        if word in words_of(block):
            return _OPENS.get(word)
        if word in later_words(block):
            return _ANY
        meant = did_you_mean(word, words_of(block))
        return _OPENS.get(meant, _ANY) if meant else _ANY

    def fits(self, block: str, text: str) -> bool:
        """Tell whether a line may stand in a block, by its first words."""
        if block in _FORMS:
            return _FORMS[block].match(text) is not None
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
