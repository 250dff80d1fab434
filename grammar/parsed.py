"""What a reader returns: the first stage of the pipeline."""

from dataclasses import dataclass

from stateous.grammar.diagnostic import Diagnostic
from stateous.grammar.source import Source
from stateous.grammar.syntax import File, Use


@dataclass(frozen=True)
class Parsed:
    """One file, read. `tree` holds every part that could be read, also when others could not.

    `doubtful` are the names that stand on lines that could not be read: a later pass does
    not call such a name unknown, since its declaration may be on that line. `used` are the
    files that it uses, and those that they use, each once; `used_by` is, for each of them,
    the `use` line of this file that leads there.
    """

    source: Source
    tree: File
    diagnostics: tuple[Diagnostic, ...] = ()
    doubtful: frozenset[str] = frozenset()
    used: tuple["Parsed", ...] = ()
    used_by: tuple[Use, ...] = ()
