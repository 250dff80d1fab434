"""A generated host, as its user meets it: commands, answers, refusals."""

import json
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from stateous.codegen import package
from stateous.runtime.local.main import main
from tests.packages import compiled, write
from tests.runtime.local.hosts import (
    CODING,
    ROUTINES,
    SPEC,
    TESTING,
    command,
    environment,
    host_in,
    spawn,
)

CONTEXT = '{"repo": "acme/api", "key": "s3cr3t"}'


def ask(folder: Path, *arguments: str) -> int:
    """Run a command of the host in this process; not for `run`, which imports the package."""
    return main(folder, folder / "build/loop.json", arguments)


def refused(result: "subprocess.CompletedProcess[str]", code: str) -> bool:
    return result.returncode == 2 and result.stderr.startswith(f"error[{code}]: ")


def test_a_token_runs_from_its_start_to_its_end(tmp_path: Path) -> None:
    host = host_in(tmp_path)
    started = command(host, "start", "T-1", "--context", CONTEXT)
    assert (started.returncode, started.stdout) == (0, "T-1 started in coding\n")
    run = command(host, "run", "--until-idle")
    assert (run.returncode, run.stdout) == (0, "")
    assert run.stderr.splitlines()[-1] == "T-1: completed"
    assert "T-1: event_accepted passed: failed = 0\n" in run.stderr
    assert "T-1: event_accepted done\n" in run.stderr
    page = command(host, "show", "T-1").stdout
    assert "T-1 is completed in testing (visit 3)" in page
    assert '  log = "c1c2c3"' in page and "s3cr3t" not in page
    assert command(host, "check").stdout == "1 token agrees with its ledger\n"


def test_the_usual_database_is_kept_out_of_version_control(tmp_path: Path) -> None:
    host_in(tmp_path)
    ask(tmp_path, "start", "T", "--context", CONTEXT)
    assert (tmp_path / ".stateous/loop.db").exists()
    assert (tmp_path / ".stateous/.gitignore").read_text() == "*\n"


def test_show_lists_tokens_and_prints_json(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    host_in(tmp_path)
    assert ask(tmp_path, "show") == 0
    assert capsys.readouterr().out == "no tokens yet: start one with `start ID`\n"
    ask(tmp_path, "start", "T-1", "--context", CONTEXT)
    ask(tmp_path, "fire", "t-1", "done")
    assert capsys.readouterr().out == "T-1 started in coding\nT-1 is in testing\n"
    ask(tmp_path, "show")
    assert capsys.readouterr().out.splitlines()[1].split()[:4] == ["T-1", "active", "testing", "1"]
    ask(tmp_path, "show", "T-1", "--json")
    token = json.loads(capsys.readouterr().out)
    assert token["context"]["key"] == "(secret)" and token["counts"] == {"done": 1}
    assert [row["number"] for row in token["history"]] == list(range(1, 9))


def test_show_draws_the_path_of_a_token(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    host_in(tmp_path)
    ask(tmp_path, "start", "T", "--context", CONTEXT)
    for event, payload in (("done", "null"), ("failed", '{"failed": 2}')):
        ask(tmp_path, "fire", "T", event, "--payload", payload)
    capsys.readouterr()
    ask(tmp_path, "show", "T", "--graph")
    assert capsys.readouterr().out == (
        "stateDiagram-v2\n"
        "    direction LR\n"
        "    [*] --> coding: x1\n"
        "    coding --> testing: done x1\n"
        "    coding --> [*]: stop\n"
        "    coding --> FAIL: error\n"
        "    testing --> coding: failed [count('failed') < 3] x1\n"
        "    testing --> FAIL: failed [otherwise]\n"
        "    testing --> [*]: passed\n"
        "    testing --> [*]: stop\n"
        "    testing --> coding: timeout\n"
        "    classDef visited fill:#dbeafe,stroke:#1d4ed8\n"
        "    class testing visited\n"
        "    classDef current fill:#bbf7d0,stroke:#15803d,stroke-width:3px\n"
        "    class coding current\n"
    )


def test_text_of_a_user_cannot_steer_the_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    host_in(tmp_path)
    ask(tmp_path, "start", "T", "--context", '{"repo": "\\u001b[31mred\\u202e"}')
    ask(tmp_path, "show", "T")
    shown = capsys.readouterr().out
    assert "\x1b" not in shown and "\u202e" not in shown


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["start", "a b"], 2, "error[ST9309]: 'a b' is no id of a token"),
        (["start", "T", "--context", "{"], 2, "error[ST9312]: --context is no JSON: expecting"),
        (["start", "T", "--context", "[]"], 2, "error[ST9312]: --context holds no JSON object"),
        (["start", "T", "--context-file", "no"], 2, "error[ST9312]: no cannot be read:"),
        (["start", "T"], 1, "error[ST9313]: refused (type): `ctx.repo` must be given"),
        (["fire", "T", "done"], 2, "error[ST9310]: there is no token `T`"),
        (["show", "T"], 2, "error[ST9310]: there is no token `T`"),
        (["fire", "there", "passed"], 1, "error[ST9313]: refused (type): `payload.failed`"),
        (["fire", "there", "nothing"], 1, "error[ST9313]: refused (unknown_event): `nothing` is"),
        (["fire", "there", "error"], 1, "error[ST9313]: refused (unknown_event): `error` is an"),
        (["start", "there", "--context", '{"repo": "x"}'], 2, "error[ST9311]: `there` was started"),
    ],
)
def test_what_cannot_be_done_is_said_with_a_code(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
    code: int,
    message: str,
) -> None:
    host_in(tmp_path)
    ask(tmp_path, "start", "there", "--context", CONTEXT)
    capsys.readouterr()
    assert ask(tmp_path, *arguments) == code
    said = capsys.readouterr()
    assert said.err.startswith(message) and said.out == ""


@pytest.mark.parametrize(
    "arguments", [["run", "--poll", "0"], ["run", "--at-once", "0"], ["run", "--poll", "x"], []]
)
def test_arguments_that_mean_nothing_are_refused(tmp_path: Path, arguments: list[str]) -> None:
    host_in(tmp_path)
    with pytest.raises(SystemExit) as raised:
        ask(tmp_path, *arguments)
    assert raised.value.code == 2


def test_a_missing_routine_is_named_with_the_file_to_write(tmp_path: Path) -> None:
    host = host_in(tmp_path)
    (tmp_path / "routines/testing.py").unlink()
    run = command(host, "run", "--until-idle")
    assert refused(run, "ST9304")
    assert "`testing` has no routine" in run.stderr and "write routines/testing.py" in run.stderr


def test_two_routines_of_one_state_are_refused(tmp_path: Path) -> None:
    host = host_in(tmp_path, {**ROUTINES, "again.py": CODING})
    run = command(host, "run", "--until-idle")
    assert refused(run, "ST9305")
    assert "in routines/again.py and in routines/coding.py" in run.stderr


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("import nothing_of_that_name\n", "routines/coding.py, line 1: does not import: ModuleNot"),
        ("def x(:\n", "coding.py, line 1: does not import: SyntaxError"),
        ("\nraise SystemExit(0)\n", "routines/coding.py, line 2: does not import: SystemExit"),
    ],
)
def test_a_routine_that_does_not_import_is_named_with_its_line(
    tmp_path: Path, text: str, said: str
) -> None:
    run = command(host_in(tmp_path, {**ROUTINES, "coding.py": text}), "run", "--until-idle")
    assert refused(run, "ST9306") and said in run.stderr


def test_a_routine_may_have_the_name_of_a_module_of_python(tmp_path: Path) -> None:
    spec = SPEC.replace("coding", "json").replace("json failed", "coding failed")
    json_routine = "import json as standard\n" + CODING.replace("coding", "json")
    body = json_routine.replace("return", "standard.dumps({})\n    return", 1)
    host = host_in(tmp_path, {"json.py": body, "testing.py": TESTING}, spec)
    command(host, "start", "T", "--context", CONTEXT)
    assert command(host, "run", "--until-idle").stderr.endswith("T: completed\n")


def test_files_that_begin_with_an_underscore_are_no_routines(tmp_path: Path) -> None:
    host = host_in(tmp_path, {**ROUTINES, "_shared.py": "raise RuntimeError\n"})
    assert command(host, "run", "--until-idle").returncode == 0


def test_a_contract_of_another_graph_is_refused(tmp_path: Path) -> None:
    host = host_in(tmp_path)
    other = compiled(SPEC.replace("count(failed) < 3", "count(failed) < 9"))
    write([a for a in package.emit(other, "x") if a.path.endswith(".json")], tmp_path)
    assert refused(command(host, "run", "--until-idle"), "ST9303")


def test_a_log_that_nobody_reads_stops_no_work(tmp_path: Path) -> None:
    host = host_in(tmp_path)
    command(host, "start", "T", "--context", CONTEXT)
    run = spawn(host, "run", "--until-idle")
    assert run.stderr is not None
    run.stderr.close()
    assert run.wait(60) == 0
    assert "T is completed" in command(host, "show", "T").stdout


def test_an_answer_that_nobody_reads_is_no_error(tmp_path: Path) -> None:
    host = host_in(tmp_path)
    command(host, "start", "T", "--context", CONTEXT)
    show = spawn(host, "show", "T")
    assert show.stdout is not None and show.stderr is not None
    show.stdout.close()
    assert show.wait(60) == 0 and show.stderr.read() == ""


@pytest.mark.parametrize(
    ("text", "code"), [(None, "ST9301"), ("{", "ST9101"), ('{"stateous": 9}', "ST9102")]
)
def test_a_graph_file_that_cannot_be_used_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str | None, code: str
) -> None:
    host_in(tmp_path)
    path = tmp_path / "build/loop.json"
    path.unlink()
    if text is not None:
        path.write_text(text)
    assert ask(tmp_path, "show") == 2
    assert capsys.readouterr().err.startswith(f"error[{code}]: loop.json")


WAITING = """
import threading
from pathlib import Path

from stateous import Context, on_state

from contract import Ticket, events, outcomes, states


@on_state(states.coding)
def coding(ctx: Context[Ticket]) -> outcomes.coding:
    Path(ctx.model.repo, "running").touch()
    while not Path(ctx.model.repo, "go").exists():
        threading.Event().wait(0.01)
    return events.stop()
"""


def wait_for(path: Path) -> None:
    """Wait until a file is there."""
    for _ in range(3000):
        if path.exists():
            return
        threading.Event().wait(0.01)
    raise AssertionError(f"{path.name} did not appear")


def test_while_one_run_works_others_may_start_fire_and_show_but_not_run(tmp_path: Path) -> None:
    host = host_in(tmp_path, {**ROUTINES, "coding.py": WAITING})
    command(host, "start", "T-1", "--context", json.dumps({"repo": str(tmp_path)}))
    run = spawn(host, "run", "--until-idle")
    wait_for(tmp_path / "running")
    assert refused(command(host, "run"), "ST9307")
    assert command(host, "start", "T-2", "--context", CONTEXT).returncode == 0
    assert command(host, "fire", "T-2", "stop").returncode == 0
    assert "T-2" in command(host, "show").stdout
    (tmp_path / "go").touch()
    assert run.wait(60) == 0
    assert command(host, "run", "--until-idle").returncode == 0


def test_a_signal_lets_what_runs_end_and_ends_the_host(tmp_path: Path) -> None:
    host = host_in(tmp_path, {**ROUTINES, "coding.py": WAITING})
    command(host, "start", "T-1", "--context", json.dumps({"repo": str(tmp_path)}))
    run = spawn(host, "run")
    wait_for(tmp_path / "running")
    run.terminate()
    with pytest.raises(subprocess.TimeoutExpired):
        run.wait(0.3)
    (tmp_path / "go").touch()
    assert run.wait(60) == 0
    assert "T-1 is completed" in command(host, "show", "T-1").stdout


def test_a_host_of_the_full_format_loads_neither_parser_nor_solver(tmp_path: Path) -> None:
    host = host_in(tmp_path)
    command(host, "start", "T", "--context", CONTEXT)
    code = (
        "import runpy, sys\n"
        f"sys.argv = [{str(host)!r}, 'run', '--until-idle']\n"
        "try:\n"
        f"    runpy.run_path({str(host)!r}, run_name='__main__')\n"
        "except SystemExit as end:\n"
        "    assert end.code == 0\n"
        "print(*{name.partition('.')[0] for name in sys.modules})\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", code],
        env=environment(),
        capture_output=True,
        text=True,
        check=True,
    )
    assert "T: completed" in run.stderr
    loaded = set(run.stdout.split())
    assert not loaded & {"jinja2", "lark", "networkx", "rich", "click", "z3"}


def test_a_host_of_the_plain_format_reads_its_guards_from_their_text(tmp_path: Path) -> None:
    spec = """
workflow loop
  context Ticket
    n: int = 0
  event done
  START -> coding
  state coding
    on done when ctx.n < 3 -> coding
    on done otherwise -> END
"""
    routine = """
from stateous import Context, on_state
from contract import Ticket, events, states


@on_state(states.coding)
async def coding(ctx: Context[Ticket]) -> events.done:
    ctx["n"] = ctx.model.n + 1
    return events.done()
"""
    host = host_in(tmp_path, {"coding.py": routine}, spec)
    assert json.loads((tmp_path / "build/loop.json").read_text())["stateous"] == 1
    command(host, "start", "T")
    assert command(host, "run", "--until-idle").stderr.count("entered coding") == 2
