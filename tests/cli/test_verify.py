"""`stateous verify`, from its arguments to its exit code."""

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from stateous.cli.main import main
from stateous.compiler.check import Compiled
from stateous.compiler.verdict import Answer, Verdict
from stateous.grammar.diagnostic import Diagnostic, Edit, Fix, Kind, Severity
from stateous.verifier.verify import Verified

SDLC = Path(__file__).parents[2] / "specs" / "sdlc.flow"
LAST_LINE = re.compile(
    r"(\d+) checked, (\d+) proved, (\d+) violated, (\d+) unknown, (\d+) waived; "
    r"(\d+) files?, (\d+) workflows?, (\d+) specifications?; \d+\.\d\d s"
)


@pytest.fixture
def spec(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of a sound spec, in the current folder."""
    monkeypatch.chdir(tmp_path)
    shutil.copy(SDLC, tmp_path / "sdlc.flow")
    return tmp_path / "sdlc.flow"


def _change(spec: Path, old: str, new: str) -> None:
    text = spec.read_text(encoding="utf-8")
    assert old in text
    spec.write_text(text.replace(old, new, 1), encoding="utf-8")


def _counts(output: str) -> list[int]:
    found = LAST_LINE.fullmatch(output.splitlines()[-1])
    assert found is not None, output
    return [int(number) for number in found.groups()]


def test_a_sound_spec_is_proved(spec: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", "sdlc.flow"]) == 0
    output = capsys.readouterr().out
    checked, proved, *rest = _counts(output)
    assert checked == proved > 0
    assert rest == [0, 0, 0, 1, 1, 1]
    assert output.startswith(f"sdlc.flow: sdlc: proved {proved} (")


def test_an_overlap_exits_with_1_and_shows_both_lines(
    spec: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _change(spec, "on failed otherwise", "on failed when count(failed) < 5")
    assert main(["verify", "sdlc.flow"]) == 1
    output = capsys.readouterr().out
    assert "error[ST5" in output
    assert "count(failed) < 3" in output
    assert "count(failed) < 5" in output
    assert _counts(output)[2] > 0


def test_a_misspelt_name_exits_with_2_and_asks_what_was_meant(
    spec: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _change(spec, "on stuck", "on stukc")
    assert main(["verify", "sdlc.flow"]) == 2
    output = capsys.readouterr().out
    assert "--> sdlc.flow:" in output
    assert "`stuck`" in output
    assert _counts(output)[:2] == [0, 0]


def test_a_specification_that_fails_exits_with_1(
    spec: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _change(spec, "then count(failed) == 3", "then count(failed) == 4")
    assert main(["verify", "sdlc.flow"]) == 1
    assert "error[ST7" in capsys.readouterr().out


def test_a_refusal_counts_before_a_finding(spec: Path, tmp_path: Path) -> None:
    _change(spec, "then count(failed) == 3", "then count(failed) == 4")
    (tmp_path / "other.flow").write_text("workflow\n")
    assert main(["verify", "."]) == 2


def test_a_mistyped_path_exits_with_2_and_the_rest_is_verified(
    spec: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["verify", "sldc.flow", "sdlc.flow"]) == 2
    output = capsys.readouterr().out
    assert "did you mean `sdlc.flow`?" in output
    assert _counts(output)[5] == 1


def test_an_empty_folder_exits_with_2(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", str(tmp_path)]) == 2
    assert "no specs found" in capsys.readouterr().out


@pytest.mark.parametrize(
    "content", [b"", b"\xff\xfe", b"\x00", b"\t", b"workflow", b"(" * 10_000, b"\xef\xbb\xbf"]
)
def test_whatever_a_file_holds_is_answered_with_a_code(
    content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "odd.flow"
    path.write_bytes(content)
    assert main(["verify", str(path)]) in {0, 2}
    _counts(capsys.readouterr().out)


def test_json_is_alone_on_the_standard_output(
    spec: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _change(spec, "on stuck", "on stukc")
    assert main(["verify", "--format", "json", "sdlc.flow"]) == 2
    printed = capsys.readouterr()
    assert {found["filename"] for found in json.loads(printed.out)} == {"sdlc.flow"}
    _counts(printed.err)


@pytest.mark.parametrize("name", ["concise", "github"])
def test_other_formats_end_with_the_counts(
    name: str, spec: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _change(spec, "on stuck", "on stukc")
    assert main(["verify", "--format", name, "sdlc.flow"]) == 2
    output = capsys.readouterr().out
    assert "sdlc.flow" in output.splitlines()[0]
    _counts(output)


def test_colours_come_when_they_are_asked_for(
    spec: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["verify", "--color", "always", "sdlc.flow"]) == 0
    assert "\x1b[32mproved\x1b[0m" in capsys.readouterr().out
    assert main(["verify", "sdlc.flow"]) == 0
    assert "\x1b" not in capsys.readouterr().out


def test_what_a_python_spec_prints_is_kept_out_of_the_report(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "flow.py"
    path.write_text("print('loud')\n")
    assert main(["verify", "--format", "json", str(path)]) == 2
    json.loads(capsys.readouterr().out)


Answering = Callable[[Diagnostic], None]


@pytest.fixture
def answering(spec: Path, monkeypatch: pytest.MonkeyPatch) -> Answering:
    """Make the verifier answer with one diagnostic, whatever the spec says."""

    def answer(diagnostic: Diagnostic) -> None:
        def verify(compiled: Compiled, *, specifications: bool = True) -> Verified:
            verdict = Verdict(
                "exclusive", "sdlc", "testing on failed", Answer.UNKNOWN, "z3", (), diagnostic
            )
            return Verified(compiled, (verdict,), ())

        monkeypatch.setattr("stateous.cli.checking.verify", verify)

    return answer


def _diagnostic(spec: Path, severity: Severity, kind: Kind) -> Diagnostic:
    from stateous.grammar.source import Source

    place = Source(str(spec), "workflow sdlc\n").span(0, 8)
    return Diagnostic("ST9001", severity, "it is not known", place, kind=kind)


def test_an_unknown_exits_with_3_unless_it_was_said_that_it_need_not(
    spec: Path, answering: Answering, capsys: pytest.CaptureFixture[str]
) -> None:
    answering(_diagnostic(spec, Severity.ERROR, Kind.UNKNOWN))
    assert main(["verify", "sdlc.flow"]) == 3
    output = capsys.readouterr().out
    assert "it is not known" in output
    assert _counts(output)[:4] == [1, 0, 0, 1]
    assert main(["verify", "--unknown", "warn", "sdlc.flow"]) == 0


def test_warnings_exit_with_1_only_under_strict(spec: Path, answering: Answering) -> None:
    answering(_diagnostic(spec, Severity.WARNING, Kind.FINDING))
    assert main(["verify", "sdlc.flow"]) == 0
    assert main(["verify", "--strict", "sdlc.flow"]) == 1


def test_a_fault_of_ours_names_the_file(
    spec: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(*arguments: object, **options: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("stateous.cli.checking.verify", fail)
    assert main(["verify", "sdlc.flow"]) == 4
    assert "it happened on `sdlc.flow`" in capsys.readouterr().err


def test_fix_applies_what_is_safe_and_reports_what_remains(
    spec: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _change(spec, "retries 2", "retries 2;")
    assert main(["verify", "sdlc.flow"]) == 2
    assert "1 fix safe: `--fix` applies what is safe" in capsys.readouterr().out
    assert main(["verify", "--fix", "sdlc.flow"]) == 0
    assert "applied 1 fix in 1 file" in capsys.readouterr().out
    assert spec.read_text(encoding="utf-8") == SDLC.read_text(encoding="utf-8")


def test_fixes_that_are_in_each_others_way_are_applied_in_rounds(
    spec: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def verify(compiled: Compiled, *, specifications: bool = True) -> Verified:
        source = compiled.parsed.source
        wanted = [f"# {n}\n" for n in range(3) if f"# {n}\n" not in source.text]
        fixes = [Fix(line, (Edit(source.span(0, 0), line),), True) for line in wanted]
        place = source.span(0, 1)
        found = [Diagnostic("ST9001", Severity.ERROR, "x", place, fix=fix) for fix in fixes]
        return Verified(compiled, (), tuple(found))

    monkeypatch.setattr("stateous.cli.checking.verify", verify)
    assert main(["verify", "--fix", "sdlc.flow"]) == 0
    assert "applied 3 fixes in 1 file" in capsys.readouterr().out
    assert spec.read_text(encoding="utf-8").startswith("# 2\n# 1\n# 0\n")


def test_fixes_that_never_end_are_given_up(
    spec: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def verify(compiled: Compiled, *, specifications: bool = True) -> Verified:
        place = compiled.parsed.source.span(0, 0)
        fix = Fix("more", (Edit(place, "#\n"),), True)
        return Verified(compiled, (), (Diagnostic("ST9001", Severity.ERROR, "x", place, fix=fix),))

    monkeypatch.setattr("stateous.cli.checking.verify", verify)
    assert main(["verify", "--fix", "sdlc.flow"]) == 2
    output = capsys.readouterr().out
    assert "applied 20 fixes in 1 file" in output
    assert "1 fix safe: `--fix` applies more of them" in output


def test_a_file_that_may_only_be_read_is_reported_once_and_the_others_are_fixed(
    spec: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _change(spec, "retries 2", "retries 2;")
    shutil.copy(spec, "other.flow")
    spec.chmod(0o444)
    assert main(["verify", "--fix", "--format", "concise", "."]) == 2
    output = capsys.readouterr().out
    assert output.count("ST9007") == 1
    assert "applied 1 fix in 1 file" in output
    assert "retries 2;" in spec.read_text(encoding="utf-8")
    assert "retries 2;" not in Path("other.flow").read_text(encoding="utf-8")


def test_a_file_name_forges_no_lines(spec: Path, capsys: pytest.CaptureFixture[str]) -> None:
    spec.rename("x: w: proved 99\n.flow")
    assert main(["verify", "."]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 2
    assert lines[0].startswith("x: w: proved 99 .flow: sdlc: proved ")


def test_a_spec_that_is_not_read_is_not_passed(
    spec: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (spec.parent / "dangling.flow").symlink_to("gone")
    assert main(["verify", "."]) == 2
    assert "`dangling.flow` is a link that leads nowhere" in capsys.readouterr().out
