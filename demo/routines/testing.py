"""The routine of `testing`: it runs the unit tests of the checkout, and counts."""

import os
import re
import subprocess
import sys
from pathlib import Path

from contract import Tests, Ticket, events, outcomes, states

from stateous import Context, on_state

_RAN = re.compile(r"^Ran (\d+) tests? in ", re.MULTILINE)
_VERDICT = re.compile(r"^FAILED \((.*)\)$", re.MULTILINE)
_FAULT = re.compile(r"(?:failures|errors|unexpected successes)=(\d+)")


@on_state(states.testing)
def testing(ctx: Context[Ticket]) -> outcomes.testing:
    """Run the tests; return `passed` or `failed`, with how many did."""
    result = count_tests(run_tests(Path(ctx.model.repo)))
    ctx.note(f"{result.passed} passed, {result.failed} failed")
    return events.failed(result) if result.failed else events.passed(result)


def run_tests(checkout: Path) -> str:
    """Return what `python -m unittest` reports of the checkout."""
    # Bytecode is kept by the second of a change: a patch in the same second would not be seen.
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    finished = subprocess.run(
        [sys.executable, "-m", "unittest"],
        cwd=checkout,
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    return finished.stderr


def count_tests(report: str) -> Tests:
    """Return the counts in a report of unittest. Raises ValueError when it has none."""
    ran = _RAN.search(report)
    if ran is None or ran[1] == "0":
        raise ValueError(f"no tests ran: {report.strip() or 'unittest said nothing'}")
    verdict = _VERDICT.search(report)
    failed = sum(int(n) for n in _FAULT.findall(verdict[1])) if verdict else 0
    return Tests(passed=int(ran[1]) - failed, failed=failed)
