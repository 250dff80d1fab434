"""Imports go one way, and what is slow to load is loaded only where it is used."""

import pkgutil
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import stateous.runtime

ROOT = Path(__file__).parent.parent
HEAVY = {"jinja2", "lark", "networkx", "pydantic", "rich", "z3"}
SOLVER = {"jinja2", "lark", "networkx", "z3"}


def _loaded(code: str) -> set[str]:
    """Run `code` in a process of its own; return the top-level names of what it loaded."""
    report = f"import sys\n{code}\nprint(*{{name.partition('.')[0] for name in sys.modules}})"
    run = subprocess.run(
        [sys.executable, "-c", report], cwd=ROOT, check=True, capture_output=True, text=True
    )
    return set(run.stdout.splitlines()[-1].split())


def _command(*arguments: str) -> str:
    return f"from stateous.cli.main import main\nmain({list(arguments)!r})"


def test_the_floors_lean_only_on_those_below(tmp_path: Path) -> None:
    # The tool does not walk linked folders, so it gets a copy in which they are real.
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "stateous", tmp_path / "stateous", ignore=ignored)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    lint = (
        "import sys; from importlinter.cli import lint_imports; "
        "sys.exit(lint_imports(config_filename='pyproject.toml', no_cache=True))"
    )
    run = subprocess.run(
        [sys.executable, "-c", lint], cwd=tmp_path, check=False, capture_output=True, text=True
    )
    assert run.returncode == 0, run.stdout + run.stderr
    assert "0 broken" in run.stdout


@pytest.mark.parametrize("arguments", [["--help"], ["verify", "--help"], ["compile", "--help"]])
def test_help_loads_nothing_heavy(arguments: list[str]) -> None:
    assert not _loaded(_command(*arguments)) & HEAVY


def test_explaining_a_code_loads_nothing_heavy() -> None:
    assert not _loaded(_command("explain", "ST9001")) & HEAVY


def test_running_tokens_loads_neither_parser_nor_solver() -> None:
    found = pkgutil.walk_packages(stateous.runtime.__path__, "stateous.runtime.")
    names = sorted(module.name for module in found)
    assert not _loaded(f"import {', '.join(names)}") & SOLVER
