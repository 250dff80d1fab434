"""What an author typed as Python source: a literal, and nothing else."""

import ast
import keyword
import subprocess
import sys

from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic_core import SchemaValidator, core_schema

from stateous.codegen.python_names import file_stem, identifiers
from stateous.codegen.python_text import (
    Bracket,
    call,
    comment,
    docstring,
    laid_out,
    quoted,
    sequel,
    subscript,
)
from stateous.codegen.rust_pattern import rust_pattern
from stateous.compiler.values.regex import automaton

TEXTS = st.text() | st.text("\"'\\{}%#\n\r\t x\u2028", max_size=12)


@given(TEXTS)
def test_a_literal_means_the_text(text: str) -> None:
    assert ast.literal_eval(quoted(text)) == text


@given(TEXTS)
def test_a_docstring_is_one_text_and_no_code(text: str) -> None:
    (statement,) = ast.parse(docstring(text)).body
    assert isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
    assert statement.value.value == (" ".join(text.split()) or "…")


@given(TEXTS)
def test_a_comment_stays_on_its_line(text: str) -> None:
    assert ast.parse(f"# {comment(text)}\nx = 1").body[0].lineno == 2
    assert f"# {comment(text)}".splitlines() == [f"# {comment(text)}"]


@given(st.lists(st.text(max_size=5) | st.sampled_from(["class", "a-b", "a_b", "None"]), max_size=6))
def test_names_become_different_identifiers(names: list[str]) -> None:
    found = identifiers(names, {"taken"})
    assert len(set(found)) == len(names)
    assert all(name.isidentifier() and not keyword.iskeyword(name) for name in found)
    assert "taken" not in found and not any(name.startswith("_") for name in found)


def test_a_name_that_needs_no_change_keeps_its_spelling() -> None:
    assert identifiers(["a-b", "a_b", "class"]) == ("a_b_", "a_b", "class_")


def test_names_that_differ_in_case_are_different_files() -> None:
    assert identifiers(["Done", "done"], ignore_case=True) == ("Done", "done_")


@given(st.text(max_size=8))
def test_a_file_name_leads_nowhere_else(name: str) -> None:
    assert set(file_stem(name)) <= set(
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-"
    )
    assert file_stem(name)


PATTERNS = st.lists(
    st.sampled_from(["a", ".", r"\d", r"\W", "[^a-c]", "[+-]", "(a|é)", "b{2,3}", "c?", r"\."]),
    max_size=4,
).map("".join)


@given(PATTERNS, st.text("ab.c9+é\n", max_size=4))
@settings(deadline=None)
def test_a_pattern_means_the_same_to_pydantic(pattern: str, text: str) -> None:
    schema = core_schema.str_schema(pattern=rust_pattern(pattern))
    found = SchemaValidator(schema).isinstance_python(text)
    assert found == automaton(pattern).matches(text)


def test_code_is_laid_out_as_the_formatter_would() -> None:
    long = [f"argument_number_{i}=1" for i in range(6)]
    statements = [
        sequel("x = ", call("f", "a", "b")),
        sequel("x = ", call("function", *long)),
        sequel(
            "x: ", subscript("dict", "str", subscript("list", "A" * 60)), " = ", call("f", *long)
        ),
        sequel("x = ", Bracket("[", tuple(f'"{"y" * 30}{i}"' for i in range(4)), "]")),
        sequel("x = ", call("outer", call("inner", *long), "b" * 70)),
    ]
    text = "".join(f"{laid_out(statement)}\n" for statement in statements)
    formatted = subprocess.run(
        [sys.executable, "-m", "ruff", "format", "--isolated", "-"],
        input=text,
        capture_output=True,
        text=True,
        check=True,
    )
    assert formatted.stdout == text
