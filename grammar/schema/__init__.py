"""JSON Schema as types, and the schemas of pydantic models."""
