"""Waivers put to use: findings that an `allow` line covers are taken out of the report."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import date

from stateous.compiler.verdict import Answer
from stateous.compiler.waivers import apply, stale_findings
from stateous.grammar.diagnostic import Rule, in_order
from stateous.verifier.verify import Verified


def waive(verified: Verified, rules: Mapping[str, Rule], today: date, *, whole: bool) -> Verified:
    """Return what is left of a report on the day `today`; `rules` are all rules by code.

    A verdict whose finding is waived is no longer violated, but waived. A waiver that waives
    nothing is reported where the `whole` of the checks has run: else nobody can tell.
    """
    compiled = verified.compiled
    if not compiled.waivers:
        return verified
    applied = apply(verified.diagnostics, compiled.waivers, rules, today)
    left = set(applied.kept)
    verdicts = tuple(
        replace(verdict, answer=Answer.WAIVED)
        if verdict.diagnostic is not None and verdict.diagnostic not in left
        else verdict
        for verdict in verified.verdicts
    )
    stale = stale_findings(applied.stale) if whole and compiled.program is not None else ()
    own = tuple(diagnostic for diagnostic in compiled.diagnostics if diagnostic in left)
    return Verified(replace(compiled, diagnostics=own), verdicts, in_order((*applied.kept, *stale)))
