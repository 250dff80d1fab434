"""The rules for files that cannot be read, whatever their notation."""

from stateous.grammar.diagnostic import Kind, Rule, Severity


def _rule(code: str, name: str, summary: str, explanation: str, example: str | None = None) -> Rule:
    return Rule(code, name, Severity.ERROR, Kind.REFUSAL, summary, explanation, example)


_SOUND = """\
workflow sdlc
  event done
  START -> coding
  state coding
    on done -> END
"""


NO_SUCH_FILE = _rule(
    "ST8001",
    "no-such-file",
    "There is no file of that name.",
    "The path is taken from the folder in which the command runs. Where a file of nearly the same "
    "name lies in the same folder, the message names it.",
)
NOT_A_FILE = _rule(
    "ST8002",
    "not-a-file",
    "The path is a folder, or something else that is no file.",
    "A spec is one file. Give the path of the file itself: `specs/sdlc.flow`, not `specs`.",
)
UNREADABLE_FILE = _rule(
    "ST8003",
    "unreadable-file",
    "The file is there, but the system does not let it be read.",
    "The message ends with the system's own words. Most often the permissions of the file, or of "
    "a folder above it, are too narrow for the user who runs the command.",
)
FILE_TOO_LARGE = _rule(
    "ST8004",
    "file-too-large",
    "The file is larger than any spec can sensibly be.",
    "A spec has at most 8 MiB (8,388,608 bytes). A larger file is nearly always something else: a "
    "log, or data. Data does not belong in a spec: let a routine read it.",
)
NOT_UTF8 = _rule(
    "ST8005",
    "not-utf-8",
    "The file is not text in UTF-8.",
    "Specs are UTF-8, with or without a byte order mark. The message names the first byte that "
    "is no UTF-8, and its place. Save the file as UTF-8 in your editor, or convert it.",
)
UNKNOWN_NOTATION = _rule(
    "ST8006",
    "unknown-notation",
    "The end of the file's name tells no notation.",
    "`.flow` is the text notation, `.flow.yaml` (or `.flow.yml`) the YAML notation and `.py` the Python "
    "notation. A file with another ending is "
    "not read at all, since guessing could run a file as Python that was never meant to be.",
)
LINE_TOO_LONG = _rule(
    "ST8007",
    "line-too-long",
    "A line is longer than any line that somebody wrote.",
    "A line of a spec has at most 1,048,576 characters. A longer one is nearly always data, or a "
    "file that a program wrote without line ends. The message names the line; it is not shown. "
    "Write one statement a line, and let a routine read data.",
)

USE_PATH = _rule(
    "ST8021",
    "use-path",
    "The path behind `use` is none that may stand there.",
    "`use` names a file by its path, from the folder of the file that uses it. The path is relative, "
    "and ends in `.flow` or `.flow.yaml`; a file in the Python notation is run when it is read, so "
    "only another one may use it.",
    'use "/specs/orders.flow"\n' + _SOUND,
)
USE_MISSING = _rule(
    "ST8022",
    "use-missing",
    "The file behind `use` cannot be read.",
    "The path is taken from the folder of the file that uses it, and has to lead to a regular file "
    "that can be read. The message says what is in the way.",
    'use "orders/facts.flow"\n' + _SOUND,
)
USE_FAULTY = _rule(
    "ST8023",
    "use-faulty",
    "A file that is used has errors.",
    "A file is compiled with all that it uses. What is wrong with a file that is used is not "
    "listed here: the first of its errors is shown. Check that file by itself to see them all.",
)
USE_MANY = _rule(
    "ST8024",
    "use-many",
    "A file uses more files than a spec can sensibly have.",
    "A file and all that it uses, directly or through others, are at most 500 files.",
)

RULES = (
    NO_SUCH_FILE,
    NOT_A_FILE,
    UNREADABLE_FILE,
    FILE_TOO_LARGE,
    NOT_UTF8,
    UNKNOWN_NOTATION,
    LINE_TOO_LONG,
    USE_PATH,
    USE_MISSING,
    USE_FAULTY,
    USE_MANY,
)
