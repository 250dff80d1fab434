"""Where each character of a scalar's text stands in the file."""

from stateous.grammar.source import Edits, Span
from stateous.grammar.yaml.nodes import Scalar

_SPACES = " \t\r\n"
_HEX = {"x": 2, "u": 4, "U": 8}


class ScalarPlace:
    """Maps offsets in a scalar's text to places in the file.

    Where quotes hold escapes that cannot be followed, every part is the scalar as a whole.
    """

    def __init__(self, scalar: Scalar) -> None:
        self.scalar = scalar
        span = scalar.span
        self._shift: int | None = None
        self._offsets: list[int] | None = None
        if span.text == scalar.text and scalar.style is None:
            self._shift = span.start
        elif span.text[1:-1] == scalar.text and scalar.style in ("'", '"'):
            self._shift = span.start + 1
        else:
            self._offsets = _aligned(scalar)
        one_to_one = self._shift is not None and not (scalar.style is None and scalar.in_flow)
        self.edits: Edits = "plain" if one_to_one or scalar.style == "|" else "none"

    def span(self, start: int, end: int) -> Span:
        """Return the place of a part of the text."""
        source = self.scalar.span.source
        if self._shift is not None:
            return Span(source, self._shift + start, self._shift + end, self.edits)
        if self._offsets is not None:
            first = self._offsets[start]
            last = self._offsets[end - 1] + 1 if end > start else first
            return Span(source, first, last, self.edits)
        return Span(source, self.scalar.span.start, self.scalar.span.end, "none")


def _aligned(scalar: Scalar) -> list[int] | None:
    """Return the offset of each character, and of the end; None where they cannot be told."""
    text, at, end = scalar.span.source.text, scalar.span.start, scalar.span.end
    if scalar.style in ("|", ">"):
        at = text.find("\n", at) + 1
    elif scalar.style in ("'", '"'):
        at, end = at + 1, end - 1
    found: list[int] = []
    for character in scalar.text:
        if at < end and text[at] != character and text[at] in _SPACES:
            # Indentation, and line ends that a space stands for.
            first = at
            while at < end and text[at] in _SPACES and text[at] != character:
                at += 1
            if character in " \n" and (at >= end or text[at] != character):
                found.append(first)
                continue
        if at >= end:
            if character != "\n":
                return None
            found.append(end)
            continue
        length = 1
        if scalar.style == "'" and text.startswith("''", at):
            length = 2
        elif scalar.style == '"' and text[at] == "\\":
            length = 2 + _HEX.get(text[at + 1 : at + 2], 0)
        elif text[at] != character:
            return None
        found.append(at)
        at += length
    found.append(min(at, end))
    return found
