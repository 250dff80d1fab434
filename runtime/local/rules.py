"""The rules of a generated host: its folder, its database, its commands. Codes ST93xx."""

from stateous.grammar.diagnostic import Kind, Rule, Severity


def _rule(code: str, name: str, summary: str, explanation: str, kind: Kind = Kind.REFUSAL) -> Rule:
    """A rule that no spec alone can break, so that it has no example."""
    return Rule(
        code=code,
        name=name,
        severity=Severity.ERROR,
        kind=kind,
        summary=summary,
        explanation=explanation,
        example=None,
    )


NO_GRAPH = _rule(
    "ST9301",
    "no-graph",
    "The graph file of a host cannot be read.",
    "A host reads `build/<workflow>.json` beside it, and that file is missing or unreadable. "
    "Generate the package again from its spec.",
)
GRAPH_CHANGED = _rule(
    "ST9302",
    "graph-changed",
    "The database holds tokens of a graph with another structure.",
    "A token goes on along the graph that it started on. Timeouts, retries and backoffs may "
    "change under running tokens; states, events, transitions, guards and types may not. "
    "Let the tokens end on the old graph, or start a new database with `--database`.",
)
CONTRACT_OUTDATED = _rule(
    "ST9303",
    "contract-outdated",
    "`contract.py` belongs to another graph than the one in `build/`.",
    "Routines are checked against the contract and run against the graph, so the two must "
    "come from the same spec. Generate the package again; routines are left as they are.",
)
ROUTINE_MISSING = _rule(
    "ST9304",
    "routine-missing",
    "A state has no routine.",
    "Each state has a task, and nothing but its routine does it: without one, tokens would "
    "wait there for ever. Write a function marked `@on_state(states.S)` in `routines/`, or "
    "generate the package again, which writes a file for each state that has none.",
)
ROUTINE_TWICE = _rule(
    "ST9305",
    "routine-twice",
    "A state has two routines.",
    "Which of the two runs would depend on the order of files. Remove the mark from one.",
)
ROUTINE_BROKEN = _rule(
    "ST9306",
    "routine-broken",
    "A file of the package does not import.",
    "`contract.py` and every file in `routines/` whose name does not begin with `_` are imported "
    "when a host starts. The message says what Python answered, and where.",
)
ALREADY_RUNNING = _rule(
    "ST9307",
    "already-running",
    "Another `run` works on this database.",
    "One process at a time does the work of a database, so that no task is done twice. "
    "`start`, `fire` and `show` may be used beside it. Stop the other one first.",
)
NOT_A_DATABASE = _rule(
    "ST9308",
    "not-a-database",
    "The file is not a database of this host.",
    "It is no SQLite file, belongs to another program or another workflow, or was written "
    "by a newer version. Nothing was changed. Choose another file with `--database`.",
)
BAD_TOKEN_ID = _rule(
    "ST9309",
    "bad-token-id",
    "The id of a token is not well formed.",
    "An id has 1 to 128 characters: ASCII letters, digits, `.`, `_` and `-`, the first a "
    "letter or a digit. Ids that differ in case only are the same.",
)
NO_SUCH_TOKEN = _rule(
    "ST9310",
    "no-such-token",
    "No token has this id.",
    "`show` without an id lists the tokens. Start one with `start ID`.",
)
TOKEN_EXISTS = _rule(
    "ST9311",
    "token-exists",
    "A token of this id was started before, with another context.",
    "An id names one run for ever. Starting it again with the same context changes nothing "
    "and is no error, so that a start whose answer was lost can be repeated.",
)
BAD_ARGUMENT = _rule(
    "ST9312",
    "bad-host-argument",
    "What was given as context or payload is not a JSON object.",
    'Give an object, such as `--context \'{"repo": "acme/api"}\'`, or a file that holds one. '
    "Numbers are exact; NaN and keys given twice are refused.",
)
STEP_REFUSED = _rule(
    "ST9313",
    "step-refused",
    "The token refused what it was asked.",
    "A start whose context breaks its type, or an event that the token's state cannot take, "
    "changes nothing. The message gives the reason; a refused event is in the history too.",
    Kind.FINDING,
)
LEDGER_BROKEN = _rule(
    "ST9314",
    "ledger-broken",
    "The ledger and a token disagree.",
    "`check` replays each token's ledger and compares the result with the token, row by row "
    "and hash by hash. A difference means that something other than this host wrote to the "
    "database, or that the disk lost data. Restore a copy.",
    Kind.FINDING,
)

DATABASE_UNAVAILABLE = _rule(
    "ST9315",
    "database-unavailable",
    "The database cannot be read or written now.",
    "The disk is full, the file may not be written, or another process has kept it locked for "
    "half a minute. What was committed before is kept, and a step that was not is undone as a "
    "whole. Mend the cause and give the command again.",
)
DATABASE_DAMAGED = _rule(
    "ST9316",
    "database-damaged",
    "The database holds what no host writes.",
    "The disk lost or changed a part of the file, or another program wrote to it. Nothing goes "
    "on from such a row, since it would go on from a guess. `check` says more; restore a copy.",
)
ANSWER_LOST = _rule(
    "ST9317",
    "answer-lost",
    "The answer of a command cannot be printed.",
    "Standard output leads to a full disk, or to something else that takes no text. What the "
    "command did to a token is done and kept: `show` tells, once there is room.",
)

RULES: tuple[Rule, ...] = (
    NO_GRAPH,
    GRAPH_CHANGED,
    CONTRACT_OUTDATED,
    ROUTINE_MISSING,
    ROUTINE_TWICE,
    ROUTINE_BROKEN,
    ALREADY_RUNNING,
    NOT_A_DATABASE,
    BAD_TOKEN_ID,
    NO_SUCH_TOKEN,
    TOKEN_EXISTS,
    BAD_ARGUMENT,
    STEP_REFUSED,
    LEDGER_BROKEN,
    DATABASE_UNAVAILABLE,
    DATABASE_DAMAGED,
    ANSWER_LOST,
)
