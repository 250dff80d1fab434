"""Text in, syntax tree with spans out; and the tree back to text."""
