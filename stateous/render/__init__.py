"""Renderers of diagnostics: pure functions, one module for each format."""
