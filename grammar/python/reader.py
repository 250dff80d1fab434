"""The reader of the Python notation. It runs the author's file, in this process."""

from collections.abc import Callable
from pathlib import Path
from types import ModuleType

from stateous.grammar.diagnostic import Diagnostic, in_order
from stateous.grammar.parsed import Parsed
from stateous.grammar.python.definition_error import DefinitionError
from stateous.grammar.python.faults import raised
from stateous.grammar.python.loading import importing_from, run
from stateous.grammar.python.rules import NO_WORKFLOW
from stateous.grammar.python.source_tree import PythonFile, PythonRun, decoded, during
from stateous.grammar.python.workflow import Workflow
from stateous.grammar.schema.model_types import Tree, tree_of
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
    python_run = PythonRun(_names(filename, name), {str(filename): file})
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
        module = run(file.source.text, str(filename))
    except DefinitionError as error:
        return _no_tree(file, error.diagnostic)
    except KeyboardInterrupt:
        raise  # the person at the terminal, and not the file, asks to stop
    except BaseException as error:  # noqa: BLE001 - an author's file may raise anything
        return _no_tree(file, raised(error, str(filename), filename.parent))
    workflows = _workflows(module)
    if workflows:
        return tree_of(workflows, file.source, filename.parent)
    help = 'write `flow = Workflow("name")` at the left margin'
    message = "the file has no workflow at module level"
    return _no_tree(file, NO_WORKFLOW.at(file.line(1), message, help=help))


def _workflows(module: ModuleType) -> list[Workflow]:
    """Return the workflows that the names of a module hold, in order, each once."""
    found = (value for value in vars(module).values() if isinstance(value, Workflow))
    return list(dict.fromkeys(found))


def _no_tree(file: PythonFile, diagnostic: Diagnostic) -> Tree:
    """Return an empty tree: half a workflow would only bring forth faults that it has not."""
    whole = Span(file.source, 0, len(file.source.text), "none")
    return Tree(File((), (), (), span=whole), (diagnostic,))
