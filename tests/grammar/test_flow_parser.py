"""The tables of the parser: without conflicts, and kept in a cache that may fail."""

import hashlib
import os
import pickle
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from lark import Lark

from stateous.grammar.flow import parser as flow_parser
from stateous.grammar.flow.expectations import expectation
from stateous.grammar.flow.parser import STARTS, grammar_text, make_parser, parser
from stateous.grammar.flow.words import BLOCK_NAMES
from tests.flow_text import SOUND

SMALL = 'state_line: "on" /[a-z]+/\n%ignore " "'
READ = (
    "from stateous.grammar.flow.reader import read_flow\n"
    "from stateous.grammar.source import Source\n"
    f"parsed = read_flow(Source('a', {SOUND!r}))\n"
    "assert not parsed.diagnostics and parsed.tree.workflows\n"
)


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a cache folder that is not there yet, for the parser of a small grammar."""
    monkeypatch.setattr(flow_parser, "grammar_text", lambda: SMALL)
    monkeypatch.setattr(flow_parser, "STARTS", ("state_line",))
    monkeypatch.setattr(flow_parser, "user_cache_path", lambda *_, **__: tmp_path / "stateous")
    monkeypatch.setattr(flow_parser, "parser", parser.__wrapped__)
    return tmp_path / "stateous"


def _parses() -> bool:
    made = flow_parser.parser()
    return made.parse("on done", "state_line").data == "state_line"


def _kept(cache: Path) -> Path:
    (path,) = cache.iterdir()
    return path


def test_the_grammar_has_no_conflicts() -> None:
    assert make_parser(grammar_text(), strict=True).parse("a", "expr")


def test_each_block_has_a_start_rule_and_a_name() -> None:
    assert set(STARTS) == {*BLOCK_NAMES, "expr"}


def test_every_terminal_can_be_named_to_an_author() -> None:
    seen = [terminal for terminal in parser().terminals if not terminal.name.startswith("__")]
    assert len(seen) > 50
    for terminal in seen:
        said = expectation({terminal.name})
        assert said is not None
        assert "_" not in said


def test_tables_are_kept_for_the_user_alone(cache: Path) -> None:
    assert _parses()
    assert stat.S_IMODE(cache.stat().st_mode) == 0o700
    assert stat.S_IMODE(_kept(cache).stat().st_mode) == 0o600


def test_kept_tables_are_used(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert _parses()

    def fail(*_: object, **__: object) -> None:
        raise AssertionError("the tables were made anew")

    monkeypatch.setattr(flow_parser, "make_parser", fail)
    assert _parses()


@pytest.mark.parametrize("content", [b"", b"\n", b"nonsense\nmore", b"0" * 64 + b"\n\x80\x04."])
def test_broken_tables_are_made_anew(cache: Path, content: bytes) -> None:
    assert _parses()
    _kept(cache).write_bytes(content)
    assert _parses()
    assert _kept(cache).read_bytes() != content


class _Sabotage:
    def __reduce__(self) -> tuple[object, tuple[str]]:
        return os.mkdir, ("ran",)


def test_tables_that_would_run_something_do_not(
    cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert _parses()
    tables = pickle.dumps({"data": _Sabotage(), "memo": {}})
    digest = hashlib.sha256(tables).hexdigest().encode()
    _kept(cache).write_bytes(digest + b"\n" + tables)
    monkeypatch.chdir(tmp_path)
    assert _parses()
    assert not (tmp_path / "ran").exists()


def test_a_pipe_in_place_of_the_tables_is_not_waited_for(cache: Path) -> None:
    assert _parses()
    path = _kept(cache)
    path.unlink()
    os.mkfifo(path)
    assert _parses()


def test_tables_that_others_may_write_are_not_loaded(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert _parses()
    _kept(cache).chmod(0o666)
    loaded: list[object] = []
    monkeypatch.setattr(Lark, "load", loaded.append)
    assert _parses()
    assert loaded == []


def test_tables_of_another_user_are_not_loaded(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert _parses()
    monkeypatch.setattr(os, "getuid", lambda: os.geteuid() + 1)
    loaded: list[object] = []
    monkeypatch.setattr(Lark, "load", loaded.append)
    assert _parses()
    assert loaded == []


@pytest.mark.parametrize("home", ["/dev/null", "/proc/nowhere"])
def test_a_text_is_read_without_any_folder_that_can_be_written(home: str) -> None:
    environment = {"HOME": home, "XDG_CACHE_HOME": f"{home}/cache", "PATH": os.environ["PATH"]}
    done = subprocess.run([sys.executable, "-c", READ], env=environment, check=False)
    assert done.returncode == 0
