"""Writes syntax trees as `.flow` text."""

from stateous.grammar.printer.expressions import canonical, flow
from stateous.grammar.printer.files import print_flow

__all__ = ["canonical", "flow", "print_flow"]
