"""`when` and `otherwise` of a transition."""

from stateous.grammar.diagnostic import Diagnostic
from stateous.grammar.python import arguments
from stateous.grammar.python.call_site import CallSite
from stateous.grammar.python.rules import WHEN_AND_OTHERWISE
from stateous.grammar.syntax import Expr


def guard(site: CallSite, when: object, otherwise: object, said: list[Diagnostic]) -> Expr | None:
    """Return the guard of a transition; None without one, and with `otherwise`."""
    arguments.truth(site.argument("otherwise"), otherwise, "`otherwise`")
    if when is None:
        return None
    if otherwise:
        message = "a transition has `when` or `otherwise`, not both"
        help = "`otherwise` holds when no guard of its state and event does"
        raise arguments.refuse(WHEN_AND_OTHERWISE, site.argument("otherwise"), message, help)
    return arguments.expression(site.argument("when"), when, "a guard", said)
