"""The `.flow` notation: layout, grammar, messages."""
