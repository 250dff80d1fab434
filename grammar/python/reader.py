"""The reader of the Python notation. It runs the author's file, in this process."""

import ast
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

from stateous.grammar.diagnostic import Diagnostic, in_order
from stateous.grammar.parsed import Parsed
from stateous.grammar.python.definition_error import DefinitionError
from stateous.grammar.python.faults import raised
from stateous.grammar.python.loading import importing_from
from stateous.grammar.python.loading import run as run_text
from stateous.grammar.python.rules import NO_WORKFLOW
from stateous.grammar.python.source_tree import (
    PythonFile,
    PythonRun,
    current_run,
    decoded,
    during,
)
from stateous.grammar.python.whole_tree import whole_tree
from stateous.grammar.python.workflow import Workflow
from stateous.grammar.schema.model_types import Tree
from stateous.grammar.source import Source, Span
from stateous.grammar.syntax import File


def read_python(path: Path, name: str) -> Parsed:
    """Read a `flow.py`, which diagnostics call `name`, by running it.

    During the run the file's folder is the first place to import from, and what the file
    prints goes to the standard error. Nothing stays behind: no module, no byte code. Raises
    OSError when the file cannot be read, and UnicodeDecodeError when it is neither in UTF-8
    nor in the encoding that it declares.
    """
    filename = path.resolve()
    file = PythonFile(Source(name, decoded(filename.read_bytes())))
    python_run = PythonRun(_names(filename, name), {str(filename): file}, author=filename)
    with during(python_run), importing_from(filename.parent):
        tree = _tree(file, filename)
    return Parsed(file.source, tree.file, in_order(tree.diagnostics), tree.doubtful)


def _names(filename: Path, name: str) -> Callable[[str], str]:
    """Return how diagnostics name a file: by its way from the author's file, if one leads down."""

    def named(other: str) -> str:
        path = Path(other)
        if not path.is_relative_to(filename.parent):
            return other
        return str(Path(name).parent / path.relative_to(filename.parent))

    return named


def _tree(file: PythonFile, filename: Path) -> Tree:
    try:
        module = run_text(file.source.text, str(filename))
    except DefinitionError as error:
        return _no_tree(file, error.diagnostic)
    except KeyboardInterrupt:
        raise  # the person at the terminal, and not the file, asks to stop
    except BaseException as error:  # noqa: BLE001 - an author's file may raise anything
        return _no_tree(file, raised(error, str(filename), filename.parent))
    workflows = _workflows(module)
    for variable, workflow in workflows.items():
        if not workflow.is_declared:
            return _no_tree(file, _undeclared(file, variable))
    run = current_run()
    declared = () if run is None else tuple(run.declared)
    if workflows or declared:
        return whole_tree(list(workflows.values()), declared, file.source, filename.parent)
    help = 'write `flow = Workflow("name")` at the left margin'
    message = "the file has no workflow at module level"
    return _no_tree(file, NO_WORKFLOW.at(file.line(1), message, help=help))


def _workflows(module: ModuleType) -> dict[str, Workflow]:
    """Return the workflows of a module by the first names that hold them, in order, each once.

    Only the types of other values are looked at: their own code may do anything.
    """
    found = {n: v for n, v in vars(module).items() if issubclass(type(v), Workflow)}
    first: dict[int, str] = {}
    for variable, workflow in found.items():
        first.setdefault(id(workflow), variable)
    return {variable: found[variable] for variable in first.values()}


def _undeclared(file: PythonFile, variable: str) -> Diagnostic:
    message = f"`{variable}` is a Workflow whose `__init__` was not run"
    help = "call `super().__init__(name)` in the `__init__` of its class"
    return NO_WORKFLOW.at(_assigned(file, variable), message, help=help)


def _assigned(file: PythonFile, variable: str) -> Span:
    """Return the last statement at the left margin that gives a variable its value."""
    span = file.line(1)
    for node in file.tree.body:
        targets = node.targets if isinstance(node, ast.Assign) else ()
        if any(isinstance(target, ast.Name) and target.id == variable for target in targets):
            span = file.place(node)
    return span


def _no_tree(file: PythonFile, diagnostic: Diagnostic) -> Tree:
    """Return an empty tree: half a workflow would only bring forth faults that it has not."""
    whole = Span(file.source, 0, len(file.source.text), "none")
    return Tree(File((), (), (), span=whole), (diagnostic,))
