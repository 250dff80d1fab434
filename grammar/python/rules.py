"""The rules of the Python notation: reading the file, and calls that can mean nothing."""

from stateous.grammar.diagnostic import Kind, Rule, Severity
from stateous.grammar.schema import model_rules

_PRELUDE = """\
from stateous import END, START, Workflow

flow = Workflow("parcel")
packing = flow.state("packing")
packed = flow.event("packed")
flow.transition(START, packing)
flow.transition(packing, END, on=packed)
flow.transition(packing, END, on="error")
"""


def _rule(code: str, name: str, summary: str, explanation: str, example: str | None) -> Rule:
    return Rule(code, name, Severity.ERROR, Kind.REFUSAL, summary, explanation, example, "python")


def _after_prelude(lines: str) -> str:
    """Return a whole file that is sound up to `lines`."""
    return _PRELUDE + lines


# -------------------------------------------------------------------- the file

PYTHON_SYNTAX = _rule(
    "ST8011",
    "python-syntax",
    "The file is not Python.",
    "A `.py` file is read as Python, so the words are Python's own. The place is where Python "
    "gave up, which may be a little behind the mistake: look for a bracket or a quote that is "
    "left open before it.",
    'from stateous import Workflow\n\nflow = Workflow("parcel"\nstate = flow.state("packing")\n',
)
PYTHON_RAISED = _rule(
    "ST8012",
    "python-raised",
    "The file's own code raised an exception while it was read.",
    "Reading a `flow.py` runs it. The place is the innermost line of the file itself, and a label "
    "shows the line in another file of yours where the exception began. Keep a flow file free of "
    "work: it declares, and everything else belongs in routines.",
    "import os\n\nfrom stateous import Workflow\n\n"
    'flow = Workflow(os.environ["NO_SUCH_VARIABLE"])\n',
)
NO_WORKFLOW = _rule(
    "ST8013",
    "python-no-workflow",
    "The file declares nothing: it has no workflow at module level, and nothing else.",
    "Every `Workflow` that a name of the module holds is read; one inside a function or a list is "
    'not found. Write `flow = Workflow("parcel")` at the left margin. A fact, a role, a type and '
    "the like count wherever they are declared, and a file may have these alone.",
    'from stateous import Workflow\n\n\ndef make() -> Workflow:\n    return Workflow("parcel")\n',
)

# ------------------------------------------------------------------- the calls

DECLARED_TWICE = _rule(
    "ST8101",
    "python-declared-twice",
    "A workflow, state, event, type or field of a model is declared a second time.",
    "Two declarations of one name would leave open which is meant. A workflow's name is used once "
    "in a file, and so is that of a type, a fact, a command and the like; the name of a state or "
    "an event once in its workflow, and the name that a field has in JSON, which may be an alias, "
    "once in its model. What a workflow has one of, such as its context, is said once.",
    _after_prelude('again = flow.state("packing")\n'),
)
OTHER_WORKFLOW = _rule(
    "ST8102",
    "other-workflow",
    "A state or event of another workflow is used.",
    "States and events belong to the workflow that declared them. Where two workflows have the "
    "same event, each declares its own.",
    _after_prelude(
        'other = Workflow("letter")\nlost = other.event("lost")\n'
        "flow.transition(packing, END, on=lost)\n"
    ),
)
OUT_OF_END = _rule(
    "ST8103",
    "transition-out-of-end",
    "A transition leaves END or FAIL.",
    "A token that has completed or failed never moves again. If more is to happen, put a state "
    "before the end, and let that state lead to it.",
    _after_prelude("flow.transition(END, packing, on=packed)\n"),
)
INTO_START = _rule(
    "ST8104",
    "transition-into-start",
    "A transition leads to START.",
    "START is where a token begins, once. To begin again, lead to the state that START leads to.",
    _after_prelude('flawed = flow.event("flawed")\nflow.transition(packing, START, on=flawed)\n'),
)
START_WITH_EVENT = _rule(
    "ST8105",
    "start-with-event",
    "A transition from START has an event.",
    "A token leaves START the moment it is started: no event can come before. Guards may choose "
    "where it goes, and they read the context.",
    'from stateous import START, Workflow\n\nflow = Workflow("parcel")\n'
    'packing = flow.state("packing")\npacked = flow.event("packed")\n'
    "flow.transition(START, packing, on=packed)\n",
)
NO_EVENT = _rule(
    "ST8106",
    "transition-without-event",
    "A transition from a state has no event.",
    "Only an event moves a token. Declare one and name it with `on`; `timeout` and `error` are "
    "always there.",
    _after_prelude("flow.transition(packing, END)\n"),
)
UNKNOWN_EVENT = _rule(
    "ST8107",
    "python-unknown-event",
    "The text given as an event is the name of none.",
    "`on` takes what `event` returned, or the name of an event that was declared before, or one "
    "of the engine's own: `timeout` and `error`, or an outlet of the state, such as `approved`. A handle cannot be misspelt, so prefer it.",
    _after_prelude('flow.transition(packing, END, on="paked")\n'),
)
RESERVED_WORD = _rule(
    "ST8108",
    "reserved-word",
    "A word of the language is declared as a workflow, state or event.",
    "`timeout`, `error` and `joined` are events that the engine fires by itself; use them by "
    "name, without declaring them. START, END, FAIL, STAY and REFUSE are where transitions lead.",
    _after_prelude('late = flow.event("timeout")\n'),
)
BAD_NAME = _rule(
    "ST8109",
    "python-bad-name",
    "A name has a character that names do not have, or is too long.",
    "Names go into files, addresses and generated code, so they are plain: an ASCII letter, then "
    "letters, digits and `_`, at most 64 in all. Workflows, states and events may have `-` "
    "between letters too. Put what people read in `title`.",
    _after_prelude('sent = flow.event("sent away")\n'),
)
BAD_DURATION = _rule(
    "ST8110",
    "python-bad-duration",
    "A text is not a duration, or a duration is out of range.",
    "A duration is a number and a unit, `30s`, `10m`, `6h`, `1d`, or a sum such as `1d12h`; from "
    "one second to ten years. A backoff is two of them, `1s..1m`.",
    _after_prelude('sending = flow.state("sending", timeout="six hours")\n'),
)
WHEN_AND_OTHERWISE = _rule(
    "ST8111",
    "when-and-otherwise",
    "A transition has both `when` and `otherwise`.",
    "`otherwise` stands for all that the guards of the same state and event leave over, so it has "
    "no guard of its own.",
    _after_prelude(
        'lost = flow.event("lost")\n'
        'flow.transition(packing, END, on=lost, when="visit < 3", otherwise=True)\n'
    ),
)
BAD_RETRIES = _rule(
    "ST8112",
    "bad-retries",
    "`retries` is not a whole number from 0, or a `backoff` stands without it.",
    "`retries=2` gives three attempts in all: the first, and two more. True and False are refused "
    "because they nearly always stand for something else.",
    _after_prelude('sending = flow.state("sending", retries=-1)\n'),
)
WRONG_ARGUMENT = _rule(
    "ST8113",
    "wrong-argument",
    "An argument is of a kind that the method does not take.",
    "The methods of `Workflow` have types, so a type checker finds such a mistake before the file "
    "is read.",
    _after_prelude('flow.transition("packing", END, on=packed)\n'),
)
NOT_A_MODEL = _rule(
    "ST8114",
    "not-a-model",
    "A context or payload is not a pydantic model class.",
    "The fields of a context and of a payload come from a model: a class that derives from "
    "`pydantic.BaseModel`, given itself and not as an instance.",
    _after_prelude('sent = flow.event("sent", payload=dict)\n'),
)
INTO_WITHOUT_PAYLOAD = _rule(
    "ST8115",
    "python-into-without-payload",
    "An event keeps a payload that it does not have.",
    "`into` declares the context field that keeps the payload of an event, so the event needs a "
    "`payload` model.",
    _after_prelude('sent = flow.event("sent", into="sending")\n'),
)
NO_VALUE = _rule(
    "ST8116",
    "no-value",
    "A step of a specification holds a value that the language has no literal for.",
    "Values are None, truths, finite numbers, texts, dates and times, UUIDs, members of an Enum, "
    "and lists and dictionaries of these. `then` takes a condition, or an outcome such as "
    '`completed` or `failed "why"`.',
    _after_prelude(
        'lost = flow.event("lost")\nflow.transition(packing, END, on=lost)\n'
        'run = flow.specification("a number that is none")\n'
        'run.given(context={}).when(lost, writes={"weight": float("nan")}).then_completed()\n'
    ),
)
DECIDE_WITH_EVENT = _rule(
    "ST8117",
    "decide-with-event",
    "A transition from a `decide` has an event, or neither `when` nor `otherwise`.",
    "The guards of a `decide` choose the moment a token comes to it: no event can come before, and "
    "each of its transitions has a guard or is the one for all the rest.",
    _after_prelude('sort = flow.decide("sort")\nflow.transition(sort, END, on=packed)\n'),
)

RULES = (
    PYTHON_SYNTAX,
    PYTHON_RAISED,
    NO_WORKFLOW,
    DECLARED_TWICE,
    OTHER_WORKFLOW,
    OUT_OF_END,
    INTO_START,
    START_WITH_EVENT,
    NO_EVENT,
    UNKNOWN_EVENT,
    RESERVED_WORD,
    BAD_NAME,
    BAD_DURATION,
    WHEN_AND_OTHERWISE,
    BAD_RETRIES,
    WRONG_ARGUMENT,
    NOT_A_MODEL,
    INTO_WITHOUT_PAYLOAD,
    NO_VALUE,
    DECIDE_WITH_EVENT,
    *model_rules.RULES,
)
