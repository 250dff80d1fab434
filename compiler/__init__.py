"""From the syntax tree to the IR: names, types, guards, diagnostics."""
