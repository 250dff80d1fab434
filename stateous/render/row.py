"""One line of the screen, written piece by piece in any order."""

from itertools import groupby

from stateous.render.display import character_width
from stateous.render.style import Paint, Role


class Row:
    """Cells by column, each a character and its role; what is put later wins."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self._cells: dict[int, tuple[str, Role]] = {}

    def put(self, column: int, text: str, role: Role) -> None:
        """Write `text` from `column` (from 0) on."""
        last = column
        for character in text:
            size = character_width(character)
            if size:
                self._cells[column] = (character, role)
                last = column
            elif last in self._cells:
                before, own = self._cells[last]
                self._cells[last] = (before + character, own)
            column += size

    def painted(self, paint: Paint) -> str:
        """Return the line, each run of one role painted as a whole."""
        runs = groupby(self._filled(), key=_role)
        return "".join(paint("".join(text for text, _ in run), role) for role, run in runs)

    def _filled(self) -> list[tuple[str, Role]]:
        """Return the cells from left to right, with blanks where nothing was put."""
        filled: list[tuple[str, Role]] = []
        blank: tuple[str, Role] = (" ", "plain")
        at = 0
        for column in sorted(self._cells):
            text, role = self._cells[column]
            filled += [blank] * (column - at)
            filled.append((text, role))
            at = column + character_width(text[0])
        return filled


def _role(cell: tuple[str, Role]) -> Role:
    """Return the role of a cell."""
    return cell[1]
