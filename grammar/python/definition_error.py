"""The exception for a mistake that a call of the Python notation makes."""

from stateous.grammar.diagnostic import Diagnostic


class DefinitionError(ValueError):
    """A call that can mean nothing: raised at once, at the line that made the mistake.

    `diagnostic` says the same with a code and a place, as for any other notation.
    """

    def __init__(self, diagnostic: Diagnostic) -> None:
        """Keep the diagnostic; its message, and its way out, are the text of the error."""
        parts = (diagnostic.message, diagnostic.help)
        super().__init__("; ".join(part for part in parts if part) + f" [{diagnostic.code}]")
        self.diagnostic = diagnostic
