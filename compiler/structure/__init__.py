"""What the shape of a file shows by itself, without types and without a proof."""

from stateous.compiler.structure.inspect import inspect

__all__ = ["inspect"]
