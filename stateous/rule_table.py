"""Every rule of every layer, by code: the source of `explain`, the manual and reports.

Each layer declares the rules that it reports beside its checks, so that no layer has to
know another; this module joins them. Codes are permanent: one that is no longer reported
is never given to another rule.
"""

from collections.abc import Mapping
from types import MappingProxyType

from stateous import command_rules
from stateous.compiler.rules import graph as graph_rules
from stateous.compiler.rules import table as compiler_rules
from stateous.grammar import file_rules, table_rules
from stateous.grammar.diagnostic import Rule
from stateous.grammar.flow import rules as grammar_rules
from stateous.grammar.python import rules as python_rules
from stateous.grammar.suggest import did_you_mean
from stateous.grammar.yaml import rules as yaml_rules
from stateous.runtime.local import rules as host_rules
from stateous.verifier import rules as verifier_rules

RULES: tuple[Rule, ...] = tuple(
    sorted(
        (
            *grammar_rules.RULES,
            *file_rules.RULES,
            *table_rules.TABLE_RULES,
            *python_rules.RULES,
            *yaml_rules.RULES,
            *compiler_rules.RULES,
            *graph_rules.RULES,
            *verifier_rules.RULES,
            *host_rules.RULES,
            *command_rules.RULES,
        ),
        key=lambda rule: rule.code,
    )
)
"""Every rule, in the order of the codes."""

BY_CODE: Mapping[str, Rule] = MappingProxyType({rule.code: rule for rule in RULES})
"""The rules by code."""

_BY_NAME = {rule.name: rule for rule in RULES}


def find(word: str) -> Rule | None:
    """Return the rule whose code or name is `word`, in any case."""
    return BY_CODE.get(word.upper()) or _BY_NAME.get(word.lower())


def nearest(word: str) -> str | None:
    """Return the code or the name that is nearest to `word`, if one is near."""
    return did_you_mean(word, (*BY_CODE, *_BY_NAME))
