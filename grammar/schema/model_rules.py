"""The rules for types that come from pydantic models, or from any other JSON Schema."""

from dataclasses import replace

from stateous.grammar.diagnostic import Kind, Rule, Severity

_EXAMPLE = """\
{imports}
from stateous import END, START, Workflow

{classes}

flow = Workflow("parcel", context={context})
packing = flow.state("packing")
packed = flow.event("packed"{payload})
flow.transition(START, packing)
flow.transition(packing, END, on=packed)
flow.transition(packing, END, on="error")
"""


def _rule(code: str, name: str, summary: str, explanation: str, example: str | None) -> Rule:
    return Rule(code, name, Severity.ERROR, Kind.REFUSAL, summary, explanation, example, "python")


def _example(
    classes: str,
    *,
    imports: str = "from pydantic import BaseModel\n",
    context: str = "Parcel",
    payload: str = "",
) -> str:
    return _EXAMPLE.format(imports=imports, classes=classes, context=context, payload=payload)


RECURSIVE_MODEL = _rule(
    "ST8201",
    "recursive-model",
    "The type of a field contains itself.",
    "A proof needs values of bounded depth, so a type may not contain itself, also not through "
    "another type. Keep such a value in a field of any JSON value (`typing.Any`): a routine can "
    "read it as a model, and the guards see only what the spec says of it.",
    _example(
        '\nclass Tree(RootModel[list["Tree"]]):\n    pass\n\n\n'
        "class Parcel(BaseModel):\n    contents: Tree\n",
        imports="from pydantic import BaseModel, RootModel\n",
    ),
)
SAME_NAME_MODELS = _rule(
    "ST8202",
    "same-name-models",
    "Two different models have the same name.",
    "A type is known by the name of its class: in messages, in the graph file and in the code that "
    "is generated for routines. Rename one of the classes.",
    _example(
        "\nclass Size(BaseModel):\n    width: int\n\n\nWide = Size\n\n\n"
        "class Size(BaseModel):\n    height: int\n",
        context="Wide",
        payload=", payload=Size",
    ),
)
UNSPELLABLE_NAME = _rule(
    "ST8203",
    "unspellable-name",
    "A model, or a field of one, has a name that the language cannot spell.",
    "Guards name fields, and files name types, so the names are plain: an ASCII letter, then "
    "letters, digits and `_`, at most 64 in all. The name that counts is the one that arrives in "
    "JSON: the alias, where the field has one.",
    _example(
        '\nclass Parcel(BaseModel):\n    weight: int = Field(alias="net weight")\n',
        imports="from pydantic import BaseModel, Field\n",
    ),
)
VARYING_DEFAULT = _rule(
    "ST8204",
    "varying-default",
    "A default is not the same value each time, or cannot be written down.",
    "A spec holds each default as a value, which every token gets. A `default_factory` that gives "
    "another value at each call, such as `uuid4`, that reads a clock, such as `date.today`, or that "
    "reads other fields, cannot be held so; nor can one that raises. Let a routine write the "
    "field, or give it when the token starts.",
    _example(
        "\nclass Parcel(BaseModel):\n    label: UUID = Field(default_factory=uuid4)\n",
        imports="from uuid import UUID, uuid4\n\nfrom pydantic import BaseModel, Field\n",
    ),
)
MODEL_WITHOUT_SCHEMA = _rule(
    "ST8205",
    "model-without-schema",
    "pydantic cannot give the JSON Schema of a model.",
    "The fields are read from the model's JSON Schema. The message ends with pydantic's own words; "
    "most often a field names a class that is not defined or not imported.",
    _example('\nclass Parcel(BaseModel):\n    content: "Content"\n'),
)

NESTED_ALIAS = _rule(
    "ST8206",
    "nested-alias",
    "A field is read from inside the value of another field.",
    "An `AliasPath` of several keys takes a value out of another one while a model is read. The "
    "door keeps values as they arrive, so such a field would never be given. Declare the outer "
    "value as a field, with a model of its own, and let guards read the inner one by its path.",
    _example(
        "\nclass Parcel(BaseModel):\n"
        '    weight: int = Field(validation_alias=AliasPath("size", "grams"))\n',
        imports="from pydantic import AliasPath, BaseModel, Field\n",
    ),
)
EXTRA_FIELDS = replace(
    _rule(
        "ST8207",
        "extra-fields",
        "A model allows keys that are no fields, which the door refuses.",
        "A record has the fields that it declares and no others, whatever the model's `extra` says: a "
        "misspelt key is refused instead of lost. Where the keys are not known beforehand, "
        "keep them in a field of type `dict[str, Any]`.",
        _example(
            '\nclass Parcel(BaseModel, extra="allow"):\n    weight: int\n',
        ),
    ),
    severity=Severity.WARNING,
)

RULES = (
    RECURSIVE_MODEL,
    SAME_NAME_MODELS,
    UNSPELLABLE_NAME,
    VARYING_DEFAULT,
    MODEL_WITHOUT_SCHEMA,
    NESTED_ALIAS,
    EXTRA_FIELDS,
)
