"""The rules of the command itself: paths it is given, files it writes. Codes ST9xxx."""

from stateous.grammar.diagnostic import Kind, Rule, Severity

NO_SUCH_PATH = Rule(
    code="ST9001",
    name="no-such-path",
    severity=Severity.ERROR,
    kind=Kind.REFUSAL,
    summary="A path that was given leads to no file and no folder that can be read.",
    explanation=(
        "A gate that silently checks nothing is worse than none, so a path that does not "
        "exist, or that is neither a regular file nor a folder, ends the command with exit "
        "code 2. Correct the path; where a file of a similar name lies in the same folder, "
        "the message names it."
    ),
    example=None,
)

NO_SPECS = Rule(
    code="ST9002",
    name="no-specs",
    severity=Severity.ERROR,
    kind=Kind.REFUSAL,
    summary="A folder that was given holds no spec.",
    explanation=(
        "In a folder, and in the folders below it, the files that count are those whose name "
        "ends in `.flow`, and Python files named `flow.py`. Folders whose name begins with a "
        "dot, virtual environments and `node_modules` are passed over, and links to folders "
        "are not followed. Give the folder that holds your specs, or name the files."
    ),
    example=None,
)

NOT_WRITTEN = Rule(
    code="ST9003",
    name="not-written",
    severity=Severity.ERROR,
    kind=Kind.REFUSAL,
    summary="A file could not be written.",
    explanation=(
        "Each file is written beside its place and then moved there, so that a file is either "
        "the old one or the new one, never half of each. What the system answered stands in "
        "the message. A file is never written outside the output folder: a link inside it "
        "that leads elsewhere is refused."
    ),
    example=None,
)

NAME_TAKEN = Rule(
    code="ST9004",
    name="name-taken",
    severity=Severity.ERROR,
    kind=Kind.REFUSAL,
    summary="Two workflows would be written to the same file.",
    explanation=(
        "A graph file is named after its workflow, so two workflows of one name cannot go to "
        "one folder: the second would silently replace the first. Rename one of the two, or "
        "compile them in two calls with different folders after `-o`."
    ),
    example=None,
)

DIFFERS = Rule(
    code="ST9005",
    name="generated-file-differs",
    severity=Severity.ERROR,
    kind=Kind.FINDING,
    summary="A generated file is not what the spec yields today.",
    explanation=(
        "`stateous generate --check` writes nothing and compares instead: a file that is "
        "missing, or that differs from what would be written, is reported, and the exit code "
        "is 1. Run the same command without `--check`, look at the change and keep it."
    ),
    example=None,
)

NOT_OURS = Rule(
    code="ST9006",
    name="not-a-generated-file",
    severity=Severity.ERROR,
    kind=Kind.REFUSAL,
    summary="A file that was not generated lies where one would be written.",
    explanation=(
        "A generated file says in its first line that it is one. A file without that line is "
        "taken to be yours and is never replaced. Move it, or give another folder after `-o`."
    ),
    example=None,
)

READ_ONLY = Rule(
    code="ST9007",
    name="read-only-file",
    severity=Severity.ERROR,
    kind=Kind.REFUSAL,
    summary="A file that `--fix` or `fmt` would change may not be written.",
    explanation=(
        "A file without permission to write is meant to stay as it is, so `--fix` and `fmt` "
        "leave it, whoever runs the command: fixes are shown and not applied. Allow writing, with "
        "`chmod u+w FILE`, or make the change yourself."
    ),
    example=None,
)

LEFT_OUT = Rule(
    code="ST9008",
    name="findings-left-out",
    severity=Severity.NOTE,
    kind=Kind.REFUSAL,
    summary="A file has more findings than are shown.",
    explanation=(
        "Of one file, the formats for people show 200 findings and the formats for programs "
        "10,000, errors first. Those that are left out count for the exit code and in the last "
        "line, and `--fix` applies their fixes, too. Most often one mistake near the beginning "
        "explains many of them: mend the first, and look again. `--max-findings N` shows N "
        "findings of each file, and `--max-findings 0` all of them."
    ),
    example=None,
)

NOT_GENERATED = Rule(
    code="ST9009",
    name="not-generated",
    severity=Severity.ERROR,
    kind=Kind.REFUSAL,
    summary="A workflow uses a construct that the generated host does not run yet.",
    explanation=(
        "The host of this version runs states with a task, lines on events, guards, timeouts and "
        "retries. A workflow that uses more is read, checked and proved, and `stateous compile` writes "
        "its graph file, which names what it needs under `requires`; but a host that left a construct "
        "out would run another process, so none is generated."
    ),
    example=None,
)

INTERNAL = Rule(
    code="ST9999",
    name="internal-error",
    severity=Severity.ERROR,
    kind=Kind.INTERNAL,
    summary="The command met a fault of its own.",
    explanation=(
        "Nothing is said about the spec, and nothing was proved: exit code 4. It is never the "
        "author's fault. Run the command again with `STATEOUS_DEBUG=1` in the environment, "
        "and report what it then prints together with the spec."
    ),
    example=None,
)

RULES: tuple[Rule, ...] = (
    NO_SUCH_PATH,
    NO_SPECS,
    NOT_WRITTEN,
    NAME_TAKEN,
    DIFFERS,
    NOT_OURS,
    READ_ONLY,
    LEFT_OUT,
    NOT_GENERATED,
    INTERNAL,
)
