"""What stops a command of a host: a rule, what broke it, and the way out."""

from stateous.grammar.diagnostic import Rule


class Fault(Exception):
    """A command cannot go on. `message` is one phrase; `help` says the way out."""

    def __init__(self, rule: Rule, message: str, help: str | None = None) -> None:
        super().__init__(f"{rule.code}: {message}")
        self.rule = rule
        self.message = message
        self.help = help

    @property
    def code(self) -> str:
        """The code of the rule."""
        return self.rule.code
