"""Every rule that the compiler can report."""

from stateous.compiler.expression_rules import EXPRESSION_RULES
from stateous.compiler.name_rules import NAME_RULES
from stateous.compiler.specification_rules import SPECIFICATION_RULES
from stateous.compiler.structure_rules import STRUCTURE_RULES
from stateous.compiler.type_rules import TYPE_RULES

RULES = (
    *NAME_RULES,
    *TYPE_RULES,
    *EXPRESSION_RULES,
    *STRUCTURE_RULES,
    *SPECIFICATION_RULES,
)
