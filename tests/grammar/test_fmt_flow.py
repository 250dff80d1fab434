"""The one style: an equal tree, every comment once at its statement, and no second change."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from stateous.grammar.flow.formatter import format_flow
from stateous.grammar.printer import print_flow
from tests.flow_text import read, sound
from tests.trees import files

_BEGINNINGS = ("", " ", "# ", ' é ( " ')
_SLOW = [HealthCheck.too_slow, HealthCheck.data_too_large]


def _formatted(text: str) -> str:
    text = format_flow(read(text)) or ""
    assert format_flow(read(text)) == text
    return text


@st.composite
def _decorated(draw: st.DrawFn) -> tuple[str, int]:
    """Return a sound text with comments, blank lines and odd spacing, and how many comments."""
    width = draw(st.sampled_from((1, 2, 4)))
    rows: list[str] = []
    comments = 0

    def comment() -> str:
        nonlocal comments
        comments += 1
        return f"#{draw(st.sampled_from(_BEGINNINGS))}c{comments}."

    def ornaments() -> None:
        for ornament in draw(st.lists(st.sampled_from(("blank", "blank", "comment")), max_size=2)):
            space = " " * draw(st.integers(0, 7))
            rows.append(space + comment() if ornament == "comment" else space)

    for row in print_flow(draw(files())).splitlines():
        ornaments()
        body = row.lstrip(" ")
        indentation = " " * ((len(row) - len(body)) // 2 * width)
        beside = draw(st.sampled_from(("", "", "", "  ", " #")))
        rows.append(
            indentation + body + beside.replace("#", "") + (comment() if "#" in beside else "")
        )
    ornaments()
    end = draw(st.sampled_from(("\n", "\r\n")))
    return end.join(rows) + draw(st.sampled_from(("", end))), comments


@given(_decorated())
@settings(max_examples=100, deadline=None, suppress_health_check=_SLOW)
def test_the_tree_and_each_comment_stay_and_a_second_time_changes_nothing(
    decorated: tuple[str, int],
) -> None:
    text, comments = decorated
    before = read(text)
    assert not [found for found in before.diagnostics if found.is_error]
    once = format_flow(before)
    assert once is not None
    after = read(once)
    assert not [found for found in after.diagnostics if found.is_error]
    assert after.tree == before.tree
    assert [once.count(f"c{number}.") for number in range(1, comments + 1)] == [1] * comments
    assert format_flow(after) == once
    assert "\n\n\n" not in once
    assert "\r" not in once
    assert once == "" or (once.endswith("\n") and not once.endswith("\n\n"))
    assert not any(row.endswith(" ") for row in once.split("\n"))


def test_one_style() -> None:
    text = """\
# the file



workflow   w   'a "title"'   # beside the head
    event   `done` :Result   into `last`
    event b


    # above START
    START->a
    state a
        timeout 1h

        # above the line
        on done->END # all of
        on b when(ctx.x==1)->END    # it
    # the end of the workflow
type Result
  n:int?>=0
# the end
"""
    assert (
        _formatted(text)
        == """\
# the file

workflow w "a \\"title\\""  # beside the head
  event done: Result into last
  event b

  # above START
  START -> a

  state a
    timeout 1h

    # above the line
    on done -> END               # all of
    on b when ctx.x == 1 -> END  # it
  # the end of the workflow

type Result
  n: int? >= 0
# the end
"""
    )


def test_comments_in_brackets_go_above_their_statement() -> None:
    text = """\
workflow w
  event done
  START -> a
  state a
    on done when ( # first
      ctx.a # second
      # third
      and ctx.b
    ) -> END # fourth
"""
    assert _formatted(text).splitlines()[-5:] == [
        "  state a",
        "    # first",
        "    # second",
        "    # third",
        "    on done when ctx.a and ctx.b -> END  # fourth",
    ]


def test_long_lines_are_broken_at_assignments_values_and_operands() -> None:
    long = "x" * 50
    text = f"""\
workflow w
  event done
  START -> a
  state a
    on done when ctx.{long} and (ctx.b or ctx.c) and ctx.{long} -> END
  specification "s"
    given context a = "{long}", b = ["{long}", {{k: "{long}"}}]
"""
    assert _formatted(text).endswith(f"""\
    on done when (
      ctx.{long}
      and (ctx.b or ctx.c)
      and ctx.{long}
    ) -> END

  specification "s"
    given context (
      a = "{long}",
      b = [
        "{long}",
        {{k: "{long}"}},
      ],
    )
""")


def test_tables_are_aligned() -> None:
    text = """\
specification "s"
  given context a = <a>, b = <longer>
  then <c>
  cases
    a|longer | c
    1 | "x"|refused   # no
    # above the second
    1000||completed
"""
    assert _formatted(text).endswith("""\
  cases
    a    | longer | c
    1    | "x"    | refused  # no
    # above the second
    1000 |        | completed
""")


def test_a_table_stays_where_it_stands() -> None:
    text = """\
specification "s"
  # the rows
  cases
    a
    # one
    1
  # the steps
  given context a = <a>
"""
    assert _formatted(text) == text


@pytest.mark.parametrize(
    "text",
    ["workflow\n", "workflow w\n\tevent a\n", 'enum E\n  a\n  "b\n'],
    ids=["syntax", "layout", "characters"],
)
def test_what_cannot_be_read_is_not_formatted(text: str) -> None:
    assert format_flow(read(text)) is None


@pytest.mark.parametrize(
    ("text", "formatted"), [("", ""), ("\n\n", ""), ("# a\n\n\n# b", "# a\n\n# b\n")]
)
def test_files_without_a_line_are_formatted_too(text: str, formatted: str) -> None:
    assert _formatted(text) == formatted


def test_backquotes_stand_exactly_where_they_are_needed() -> None:
    text = """\
workflow `state`
  event `on`
  START -> `STAY`
  state `STAY`
    writes `nothing`, `writes`
    on `on` when ctx.`when` == `not` -> `END`
  state `END`
"""
    assert sound(_formatted(text)).tree == sound(text).tree
    assert (
        _formatted(text)
        == """\
workflow state
  event on

  START -> `STAY`

  state STAY
    writes `nothing`, writes
    on on when ctx.when == `not` -> `END`

  state END
"""
    )
