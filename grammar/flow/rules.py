"""Every rule that reading a `.flow` text, or an expression, can report."""

from stateous.grammar.flow.expression_rules import EXPRESSION_RULES
from stateous.grammar.flow.layout_rules import LAYOUT_RULES
from stateous.grammar.flow.lexical_rules import LEXICAL_RULES
from stateous.grammar.flow.syntax_rules import SYNTAX_RULES

RULES = (*LAYOUT_RULES, *LEXICAL_RULES, *SYNTAX_RULES, *EXPRESSION_RULES)
