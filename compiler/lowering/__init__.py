"""The last pass: from the tree to the IR, with the place of each part."""

from stateous.compiler.lowering.frame import Places
from stateous.compiler.lowering.specifications import file_specifications, machine_specifications
from stateous.compiler.lowering.workflow import lower

__all__ = ["Places", "file_specifications", "lower", "machine_specifications"]
