"""Every rule that the compiler can report."""

from stateous.compiler.rules.expressions import EXPRESSION_RULES
from stateous.compiler.rules.lines import LINE_RULES
from stateous.compiler.rules.machines import MACHINE_RULES
from stateous.compiler.rules.names import NAME_RULES
from stateous.compiler.rules.properties import PROPERTY_RULES
from stateous.compiler.rules.specifications import SPECIFICATION_RULES
from stateous.compiler.rules.states import STATE_RULES
from stateous.compiler.rules.structure import STRUCTURE_RULES
from stateous.compiler.rules.types import TYPE_RULES

RULES = (
    *NAME_RULES,
    *TYPE_RULES,
    *EXPRESSION_RULES,
    *STRUCTURE_RULES,
    *STATE_RULES,
    *LINE_RULES,
    *SPECIFICATION_RULES,
    *MACHINE_RULES,
    *PROPERTY_RULES,
)
