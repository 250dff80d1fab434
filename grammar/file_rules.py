"""The rules for files that cannot be read, whatever their notation."""

from stateous.grammar.diagnostic import Kind, Rule, Severity


def _rule(code: str, name: str, summary: str, explanation: str) -> Rule:
    return Rule(code, name, Severity.ERROR, Kind.REFUSAL, summary, explanation, None)


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
    "A spec has at most 10 MB. A larger file is nearly always something else: a log, or data. "
    "Data does not belong in a spec: let a routine read it.",
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
    "`.flow` is the text notation and `.py` the Python notation. A file with another ending is "
    "not read at all, since guessing could run a file as Python that was never meant to be.",
)

RULES = (NO_SUCH_FILE, NOT_A_FILE, UNREADABLE_FILE, FILE_TOO_LARGE, NOT_UTF8, UNKNOWN_NOTATION)
