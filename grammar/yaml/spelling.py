"""How values are spelt in YAML: in quotes exactly where a reader could take them otherwise."""

import re
from collections.abc import Mapping, Sequence

# What readers of YAML 1.1 or 1.2 take for something else than a text.
_OTHER = re.compile(
    r"(?:~|null|true|false|yes|no|on|off|y|n|=|<<)"
    r"|[-+]?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?"
    r"|[-+.]?[0-9][-+0-9_.:eExXoOa-fA-F]*(?:[ tT][-+0-9:.zZ ]*)?"
    r"|[-+]?\.(?:inf|nan)",
    re.IGNORECASE,
)
# Of these, what all take for the same.
_AGREED = re.compile(r"true|false|(?:0|[1-9][0-9]*)(?:\.[0-9]+)?")
_INDICATORS = "-?:,[]{}#&*!|>'\"%@`"


class Inline(tuple[str | None, ...]):
    """A short list, written `[a, b]`."""

    __slots__ = ()


class Words(str):
    """Words of `.flow`, which may be a number or a truth value to other readers of YAML."""

    __slots__ = ()


def scalar(value: str | None, *, in_flow: bool = False) -> str:
    """Return a text as YAML, in quotes where it needs them; None is `null`."""
    if value is None:
        return "null"
    if _is_plain(value, in_flow):
        return value
    if not value.isprintable():
        return _escaped(value)
    if '"' in value or "\\" in value:
        return "'" + value.replace("'", "''") + "'"
    return f'"{value}"'


def _is_plain(value: str, in_flow: bool) -> bool:
    if not value or value != value.strip() or not value.isprintable():
        return False
    if value[0] in _INDICATORS or ": " in value or " #" in value or value.endswith(":"):
        return False
    if in_flow and any(character in value for character in ",[]{}:"):
        return False
    if isinstance(value, Words) and _AGREED.fullmatch(value):
        return True
    return _OTHER.fullmatch(value) is None


def _escaped(value: str) -> str:
    def one(character: str) -> str:
        if character in '"\\':
            return f"\\{character}"
        if character.isprintable():
            return character
        short = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}.get(character)
        code = ord(character)
        return short or (f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}")

    return '"' + "".join(map(one, value)) + '"'


def document(value: Mapping[str, object]) -> str:
    """Return a mapping as the text of a file, with a blank line between its parts."""
    parts = ("".join(f"{line}\n" for line in _pair(key, value[key])) for key in value)
    return "\n".join(parts)


def _pair(key: str, value: object) -> list[str]:
    spelt = "on" if isinstance(key, Key) else scalar(key)
    if value is None:
        return [f"{spelt}:"]
    if isinstance(value, str | Inline) or not value:
        return [f"{spelt}: {_short(value)}"]
    return [f"{spelt}:", *(f"  {line}" for line in _rows(value))]


def _rows(value: object) -> list[str]:
    if isinstance(value, Mapping):
        return [line for key in value for line in _pair(key, value[key])]
    assert isinstance(value, Sequence)
    rows: list[str] = []
    for item in value:
        if isinstance(item, str | Inline) or not item:
            rows.append(f"- {_short(item)}")
        else:
            first, *rest = _rows(item)
            rows += [f"- {first}", *(f"  {line}" for line in rest)]
    return rows


def _short(value: object) -> str:
    if isinstance(value, Inline):
        return "[" + ", ".join(scalar(item, in_flow=True) for item in value) + "]"
    if isinstance(value, str) or value is None:
        return scalar(value)
    return "{}" if isinstance(value, Mapping) else "[]"


class Key(str):
    """The key `on`, which stands without quotes: it means the same, however it is read."""

    __slots__ = ()
