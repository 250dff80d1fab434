"""Choices between records, each as one record that has the fields of all of them.

The language has no type for a choice: docs/decisions has the reasons for this one. What the
records have in common stays; a field of only some of them may be null; and what the record
does not hold of the choice is said in notes.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from stateous.grammar.schema.shape import as_schema, closed_values, is_record
from stateous.grammar.source import Span
from stateous.grammar.syntax import FieldDecl, Name, NamedType, OneOf, TypeDecl, TypeUse

_LONGEST_NAME = 64


@dataclass(frozen=True)
class RecordChoice:
    """A choice between the records `variants`; the field `tag` tells which one it is."""

    name: Name
    tag: str
    variants: tuple[str, ...]


@dataclass
class RecordChoices:
    """The choices between records that were met in a set of definitions, each once."""

    definitions: Mapping[str, object]
    found: dict[tuple[str, tuple[str, ...]], RecordChoice] = field(default_factory=dict)

    def name_of(self, variants: Sequence[str], tag: str, definition: str | None, span: Span) -> str:
        """Return the name of the record for a choice, which may be a definition's own.

        `span` is where the choice stands, for one that has no definition.
        """
        key = (tag, tuple(variants))
        if key not in self.found:
            text = definition or self._free_name(variants)
            self.found[key] = RecordChoice(Name(text, span=span), tag, tuple(variants))
        return self.found[key].name.text

    def _free_name(self, variants: Sequence[str]) -> str:
        joined = "Or".join(variants)
        stem = joined if len(joined) <= _LONGEST_NAME - 3 else f"{variants[0][:50]}OrOther"
        taken = {*self.definitions, *(choice.name.text for choice in self.found.values())}
        names = (stem, *(f"{stem}{number}" for number in range(2, len(taken) + 3)))
        return next(name for name in names if name not in taken)


def tag_of(
    definitions: Mapping[str, object], variants: Sequence[str], declared: object
) -> str | None:
    """Return the field that tells the records apart: the declared one, or one that must.

    A field that no one declared must be given in each record, and no two records may share
    a value of it.
    """
    closed = [_closed_fields(definitions, variant) for variant in variants]
    if isinstance(declared, str):
        return declared if all(declared in fields for fields in closed) else None
    for name in closed[0]:
        values = [fields[name] for fields in closed if name in fields]
        every = [value for some in values for value in some]
        required = all(name in _required(definitions[variant]) for variant in variants)
        if required and len(values) == len(closed) and len(set(every)) == len(every):
            return name
    return None


def tag_values(
    definitions: Mapping[str, object], variants: Sequence[str], tag: str
) -> list[object]:
    """Return the values of the field that tells records apart, each once."""
    fields = (_closed_fields(definitions, variant)[tag] for variant in variants)
    return [value for _, value in dict.fromkeys(pair for some in fields for pair in some)]


def _closed_fields(
    definitions: Mapping[str, object], variant: str
) -> dict[str, list[tuple[type, object]]]:
    """Return the fields with a closed set of plain values, and these with their types."""
    found = {}
    for name, schema in as_schema(as_schema(definitions[variant])["properties"]).items():
        ref = as_schema(schema).get("$ref")
        target = definitions.get(ref.rpartition("/")[2]) if isinstance(ref, str) else schema
        values = None if is_record(target) else closed_values(target)
        if values and all(isinstance(value, str | int | bool) for value in values):
            found[name] = [(type(value), value) for value in values]
    return found


def _required(schema: object) -> Sequence[object]:
    required = as_schema(schema).get("required")
    return required if isinstance(required, list) else ()


def merged(choice: RecordChoice, tag: FieldDecl, variants: Sequence[TypeDecl]) -> TypeDecl:
    """Return the record for a choice; `tag` is the field that tells its variants apart."""
    names = dict.fromkeys(field.name.text for record in variants for field in record.fields)
    fields = tuple(
        tag if name == choice.tag else _merged(list(_of_name(name, variants)), len(variants))
        for name in names
    )
    return TypeDecl(choice.name, None, fields, span=choice.name.span)


def _of_name(name: str, variants: Sequence[TypeDecl]) -> Iterator[tuple[str, FieldDecl]]:
    """Yield the records that have a field, with it."""
    for record in variants:
        for declared in record.fields:
            if declared.name.text == name:
                yield record.name.text, declared


def _merged(found: Sequence[tuple[str, FieldDecl]], variants: int) -> FieldDecl:
    fields = [declared for _, declared in found]
    first, everywhere = fields[0], len(found) == variants
    use, notes = _common_type(found)
    default = first.default
    if not everywhere or any(other.default != default for other in fields):
        lost = [f"`{record}`" for record, other in found if other.default is not None]
        notes += [f"its default in {', '.join(lost)} is not filled in"] * bool(lost)
        default = None
    if not everywhere:
        notes.append(f"only {_listed([record for record, _ in found])} has it")
    may_be_missing = default is None and any(
        other.default is not None or other.type.nullable for other in fields
    )
    own_notes = [other.note for other in fields if other.note is not None]
    return replace(
        first,
        type=replace(use, nullable=use.nullable or may_be_missing or not everywhere),
        default=default,
        secret=any(other.secret for other in fields),
        note="; ".join(dict.fromkeys((*own_notes, *notes))) or None,
    )


def _common_type(found: Sequence[tuple[str, FieldDecl]]) -> tuple[TypeUse, list[str]]:
    """Return the type that takes every value of the records' own types, and what it leaves out."""
    uses = [declared.type for _, declared in found]
    first, nullable = uses[0], any(use.nullable for use in uses)
    common = tuple(c for c in first.constraints if all(c in use.constraints for use in uses))
    bases = list(dict.fromkeys(use.type for use in uses))
    where = _listed([record for record, _ in found])
    if len(bases) == 1:
        same = all(len(use.constraints) == len(common) for use in uses)
        notes = [] if same else [f"its limits differ between {where}"]
        return replace(first, nullable=nullable, constraints=common), notes
    texts = [base for base in bases if isinstance(base, OneOf)]
    if len(texts) == len(bases):
        members = tuple(dict.fromkeys(member for base in texts for member in base.members))
        both = replace(texts[0], members=members)
        return replace(first, type=both, nullable=nullable), [f"its values differ between {where}"]
    json = NamedType(Name("json", span=first.span), span=first.span)
    return (
        TypeUse(json, nullable, span=first.span),
        [f"its type differs between {where}"],
    )


def _listed(names: Sequence[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)
