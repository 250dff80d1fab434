"""The graph file's form: read back, typed guards as JSON, schemas, diagrams."""
