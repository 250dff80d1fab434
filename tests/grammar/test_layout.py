"""The offside rule: which line owns which, where lines begin and end, and what is kept."""

from stateous.grammar.flow.layout import Layout, Line, lay_out
from stateous.grammar.flow.words import FlowShape
from stateous.grammar.source import Source
from tests.flow_text import SOUND, mended, read, report, sound


def _layout(text: str) -> Layout:
    return lay_out(Source("test.flow", text), FlowShape())


def _tree(text: str) -> list[object]:
    """Return the lines' texts, each that owns others as a pair with them."""
    source = Source("test.flow", text)

    def shown(line: Line) -> object:
        own = source.text[line.start : line.end]
        return (own, [shown(child) for child in line.children]) if line.children else own

    return [shown(line) for line in lay_out(source, FlowShape()).lines]


def test_a_line_owns_what_is_indented_below_it() -> None:
    assert _tree(SOUND) == [
        ("workflow w", ["event done", "START -> a", ("state a", ["on done -> END"])])
    ]


def test_each_block_chooses_its_own_column() -> None:
    text = "workflow w\n    event done\n    START -> a\n    state a\n     on done -> END\n"
    assert sound(text).tree == sound(SOUND).tree


def test_blank_lines_and_comments_may_stand_at_any_column() -> None:
    text = SOUND.replace("\n", "\n\n   \n# at the left\n             # at the right\n")
    assert sound(text).tree == sound(SOUND).tree


def test_line_ends_of_windows_read_the_same() -> None:
    text = SOUND.replace("\n", "\r\n")
    assert sound(text).tree == sound(SOUND).tree
    assert [line.end for line in _layout(text).lines] == [len("workflow w")]


def test_a_file_without_a_last_line_end_reads_the_same() -> None:
    assert sound(SOUND.rstrip("\n")).tree == sound(SOUND).tree


def test_an_empty_file_has_no_lines() -> None:
    for text in ("", "\n", "  \n\n", "# a comment alone"):
        assert _layout(text).lines == ()
        assert report(read(text)) == []


def test_brackets_continue_a_line_to_their_end() -> None:
    text = (
        "workflow w\n  state a\n    on done when (\n      count(done) > 1 # often\n"
        "      and (\n        true)\n    ) -> END\n    on error -> END\n"
    )
    line = _layout(text).lines[0].children[0].children[0]
    assert text[line.start : line.end].startswith("on done when (\n")
    assert text[line.start : line.end].endswith(") -> END")
    assert len(sound(text).tree.workflows[0].states[0].lines) == 2


def test_a_list_of_assignments_may_stand_in_brackets_over_lines() -> None:
    long = 'workflow w\n  specification "s"\n    when e (\n      a = 1,\n      b = [\n        1,\n      ],\n    )\n'
    short = 'workflow w\n  specification "s"\n    when e a = 1, b = [1]\n'
    assert sound(long).tree == sound(short).tree


def test_signs_inside_text_and_comments_do_not_count() -> None:
    text = SOUND + '    on error -> FAIL "a ( # b" # it\'s ( `\n    on timeout -> END\n'
    assert len(sound(text).tree.workflows[0].states[0].lines) == 3


def test_each_comment_is_kept_once_at_its_line() -> None:
    text = (
        "# one\nworkflow w # two\n  # three\n  # four\n  state a # five\n"
        "    on done when ( # six\n      # seven\n      true) -> END # eight\n  # nine\n"
    )
    layout = _layout(text)
    workflow = layout.lines[0]
    state = workflow.children[0]
    on = state.children[0]
    lines = [workflow.comments, state.comments, on.comments, layout.comments]
    assert [[span.text for span in comments] for comments in lines] == [
        ["# one", "# two"],
        ["# three", "# four", "# five"],
        ["# six", "# seven", "# eight"],
        ["# nine"],
    ]


def test_lines_know_their_numbers_and_columns() -> None:
    state = _layout(SOUND).lines[0].children[2]
    assert (state.number, state.indent) == (4, 2)
    assert (state.children[0].number, state.children[0].indent) == (5, 4)


def test_deep_indentation_is_no_recursion() -> None:
    text = "".join(f"{' ' * depth}state s\n" for depth in range(3000))
    assert report(read(text))


def test_a_misplaced_state_keeps_its_lines_and_those_behind_it() -> None:
    text = SOUND.replace("  state a", "state a") + "  state b\n    on done -> a\n"
    parsed = read(text)
    assert [(s.name.text, len(s.lines)) for s in parsed.tree.workflows[0].states] == [
        ("a", 1),
        ("b", 1),
    ]
    assert [diagnostic.span.first.line for diagnostic in parsed.diagnostics] == [4]


def test_lines_that_share_a_wrong_column_share_a_report_and_a_fix() -> None:
    text = SOUND.replace("    on", "    timeout 6h\n      on") + (
        "      on error when (\n        true) -> END\n      on timeout -> END\n"
    )
    (diagnostic,) = read(text).diagnostics
    assert len(read(text).tree.workflows[0].states[0].lines) == 3
    assert mended(text, diagnostic.fix) == text.replace("\n      ", "\n    ")


def test_a_line_at_a_wrong_column_does_not_choose_the_column_of_its_block() -> None:
    text = "workflow w\n  context C\n  a: int\n    b: int\n  c: int\n"
    parsed = read(text)
    context = parsed.tree.workflows[0].context
    assert context is not None and context.fields is not None
    assert [field.name.text for field in context.fields] == ["a", "b", "c"]
    (diagnostic,) = parsed.diagnostics
    assert diagnostic.span.text == "a"
    assert (
        mended(text, diagnostic.fix)
        == "workflow w\n  context C\n    a: int\n    b: int\n    c: int\n"
    )


def test_a_fix_moves_a_block_with_its_head() -> None:
    text = SOUND.replace("  state a\n    on", "state a\n  on")
    (diagnostic,) = read(text).diagnostics
    assert mended(text, diagnostic.fix) == SOUND


def test_the_open_columns_are_listed_and_the_nearest_is_the_fix() -> None:
    text = SOUND + "   frobnicate\n"
    diagnostic = read(text).diagnostics[0]
    assert diagnostic.help == "a line can go on at column 1, 3 or 5"
    assert mended(text, diagnostic.fix) == SOUND + "    frobnicate\n"


def test_tabs_that_indent_a_whole_file_are_replaced_safely() -> None:
    tabs = SOUND.replace("  ", "\t")
    diagnostics = read(tabs).diagnostics
    fixes = [diagnostic.fix for diagnostic in diagnostics]
    assert all(fix is not None and fix.safe for fix in fixes)
    text = tabs
    for fix in reversed(fixes):
        text = mended(text, fix)
    assert text == SOUND


def test_a_tab_among_spaces_is_replaced_only_when_asked() -> None:
    (diagnostic,) = read(SOUND.replace("    on", "\t\ton")).diagnostics
    assert diagnostic.fix is not None
    assert not diagnostic.fix.safe


def test_the_first_line_of_a_block_is_blamed_where_the_second_stands_right() -> None:
    for indent in (1, 3):
        right = "type T\n  a: list of (\n      int)\n  b: int\n  c: int\n"
        wrong = right.replace("  a", " " * indent + "a")
        (diagnostic,) = read(wrong).diagnostics
        assert (diagnostic.code, diagnostic.span.text) == ("ST0006", "a")
        assert len(read(wrong).tree.types[0].fields) == 3
        assert not read(mended(wrong, diagnostic.fix)).diagnostics


def test_a_first_line_that_is_blamed_moves_with_what_stands_below_it() -> None:
    right = "workflow w\n  state a\n    on e -> a\n      set b = 1\n    on f -> a\n"
    wrong = right.replace("    on e -> a\n      set", "     on e -> a\n       set")
    (diagnostic,) = read(wrong).diagnostics
    assert mended(wrong, diagnostic.fix) == right


def test_a_block_may_still_be_indented_as_its_author_likes() -> None:
    assert (
        sound("type T\n    a: int\n    b: int\n").tree == sound("type T\n a: int\n b: int\n").tree
    )


def test_a_head_that_stands_too_deep_is_one_report_with_its_lines_or_without() -> None:
    for inner in ("    on", "      on"):
        text = SOUND.replace("  state a\n    on", f"    state a\n{inner}")
        (diagnostic,) = read(text).diagnostics
        assert diagnostic.span.text == "state"
        assert len(read(text).tree.workflows[0].states[0].lines) == 1
        assert mended(text, diagnostic.fix) == SOUND


def test_lines_that_nest_too_deep_are_refused_at_once() -> None:
    text = SOUND + "".join(f"{' ' * depth}more of it\n" for depth in range(6, 2000))
    parsed = read(text)
    assert [line.split()[1] for line in report(parsed)] == ["ST0014"]
    assert len(parsed.tree.workflows[0].states) == 1


def test_a_waiver_stands_at_the_column_of_its_line() -> None:
    (diagnostic,) = read(SOUND + '  allow ST1 "why"\n    on error -> END\n').diagnostics
    assert diagnostic.help == "an `allow` stands at the column of the line that it covers"
