"""Typed expressions: from the syntax tree to guards, by the rules of kinds."""
