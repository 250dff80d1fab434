"""Reads the YAML notation: its nodes say lines of `.flow`, which are then read as such.

So every construct means the same in both, and gets the same diagnostics; each place is one
of the YAML file.
"""

from stateous.grammar.diagnostic import in_order
from stateous.grammar.flow.reader import read_flow
from stateous.grammar.parsed import Parsed
from stateous.grammar.source import Source
from stateous.grammar.syntax import File
from stateous.grammar.yaml.emitter import Emitter
from stateous.grammar.yaml.nodes import Pairs, Scalar, compose
from stateous.grammar.yaml.placing import moved, tree_at
from stateous.grammar.yaml.table import FILE


def read_yaml(source: Source) -> Parsed:
    """Read one file in the YAML notation. Never raises, whatever the text is."""
    root, faults = compose(source)
    whole = source.span(0, len(source.text))
    if root is None or (isinstance(root, Scalar) and root.is_null):
        return Parsed(source, File(span=whole), in_order(faults))
    out = Emitter()
    if isinstance(root, Pairs):
        given = out.keys(root, FILE, "a file")
        for word, form in FILE.items():
            if word in given:
                form.emit(out, 0, *given[word])
    else:
        out.wrong(root, "a mapping with keys such as `workflows`")
    flow = out.flow
    read = read_flow(Source(source.name, flow.text))
    if not flow.text:
        return Parsed(source, File(span=whole), in_order((*faults, *out.diagnostics)))
    found = (*faults, *out.diagnostics, *moved(read.diagnostics, flow.place))
    tree = tree_at(read.tree, flow.place)
    doubtful = read.doubtful | out.doubtful
    return Parsed(source, tree, in_order(found), frozenset(doubtful))
