"""The `stateous` command: one module for each subcommand."""
