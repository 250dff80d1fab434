"""How single values and names are spelt in `.flow`."""

import re
from decimal import Decimal

_WORD = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
# Words that an expression reads as something else, everywhere or before `(` or in `then`.
_RESERVED = frozenset(("and", "or", "not", "in", "is", "true", "false", "null"))
_FUNCTIONS = frozenset(("any", "all", "count", "visited"))
_ENDINGS = frozenset(("ended", "END", "FAIL"))
_UNITS = (("d", 86_400), ("h", 3_600), ("m", 60), ("s", 1))
# Quotes are escaped apart, since only the one that encloses a text needs it.
_SPECIAL = re.compile(r"[\\\x00-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]")
_MOST_SHOWN = 40
_ESCAPES = {"\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}


def shown(found: str) -> str:
    """Return what an author wrote, for a message: shortened, and without hidden characters."""
    cut = found if len(found) <= _MOST_SHOWN else f"{found[:_MOST_SHOWN]}…"
    return "".join(
        character if character.isprintable() else f"\\u{ord(character):04x}" for character in cut
    )


def is_word(spelt: str) -> bool:
    """Tell whether this is a name without hyphens, so that it may stand behind a point."""
    return _WORD.fullmatch(spelt) is not None


def name(meant: str, *, called: bool = False, states_allowed: bool = False) -> str:
    """Return a bare name in an expression, in backquotes exactly where it needs them.

    `called`: it stands before `(`. `states_allowed`: where `ended` and the like may stand.
    """
    reserved = meant in _RESERVED or (called and meant in _FUNCTIONS)
    return f"`{meant}`" if reserved or (states_allowed and meant in _ENDINGS) else meant


def text(meant: str, quote: str = '"') -> str:
    """Return a text in quotes."""

    def escape(match: "re.Match[str]") -> str:
        return _ESCAPES.get(match.group(), f"\\u{ord(match.group()):04x}")

    return f"{quote}{_SPECIAL.sub(escape, meant).replace(quote, chr(92) + quote)}{quote}"


def number(value: int | Decimal) -> str:
    """Return a number without sign and without exponent."""
    return format(value, "f") if isinstance(value, Decimal) else str(value)


def duration(seconds: int) -> str:
    """Return a duration of whole seconds, the larger units first: `1d12h`."""
    spelt, left = "", seconds
    for unit, size in _UNITS:
        count, left = divmod(left, size)
        spelt += f"{count}{unit}" if count else ""
    return spelt
