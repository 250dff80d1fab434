"""The format of JUnit reports, which build servers show as tests that failed."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import PurePath
from xml.etree import ElementTree

from stateous.grammar.diagnostic import Diagnostic, Kind
from stateous.grammar.printable import printable
from stateous.render.excerpt import location
from stateous.render.full import remarks
from stateous.render.places import relative
from stateous.rule_table import BY_CODE

_FAILURE, _ERROR = "failure", "error"


def junit(
    diagnostics: Sequence[Diagnostic],
    *,
    files: Iterable[str] = (),
    folder: PurePath | None = None,
) -> str:
    """Return an XML document with a suite for each file and a test for each diagnostic.

    What a proof or a run shows is a failure; any other error is an error. A warning or a
    note is a test that passed and printed something. `files` are the names of all files that
    were read: one of which nothing is said is a suite with one test that passed.

    Everything outside of ASCII is a reference, so that no stream can make it another document.
    """
    suites = [_suite(name, own, folder) for name, own in _by_file(diagnostics, files).items()]
    root = ElementTree.Element("testsuites", {"name": "stateous", **_counts(suites)})
    root.extend(suites)
    ElementTree.indent(root)
    data: bytes = ElementTree.tostring(root, encoding="us-ascii", xml_declaration=True)
    return f"{data.decode()}\n"


def _by_file(
    diagnostics: Iterable[Diagnostic], files: Iterable[str]
) -> Mapping[str, list[Diagnostic]]:
    """Group diagnostics by file; one of which nothing is said has none."""
    groups: dict[str, list[Diagnostic]] = {name: [] for name in files}
    for diagnostic in diagnostics:
        groups.setdefault(diagnostic.span.source.name, []).append(diagnostic)
    return groups


def _suite(
    name: str, diagnostics: Sequence[Diagnostic], folder: PurePath | None
) -> ElementTree.Element:
    """Return the suite of one file."""
    place = printable(relative(name, folder))
    tests = [_test(diagnostic, place) for diagnostic in diagnostics] or [_case("verify", place)]
    counts = {
        "tests": len(tests),
        "failures": sum(test.find(_FAILURE) is not None for test in tests),
        "errors": sum(test.find(_ERROR) is not None for test in tests),
    }
    listed = {key: str(number) for key, number in counts.items()}
    suite = ElementTree.Element("testsuite", {"name": place, **listed})
    suite.extend(tests)
    return suite


def _counts(suites: Iterable[ElementTree.Element]) -> dict[str, str]:
    """Return the counts of all suites together."""
    listed = list(suites)
    keys = ("tests", "failures", "errors")
    return {key: str(sum(int(suite.attrib[key]) for suite in listed)) for key in keys}


def _case(name: str, place: str) -> ElementTree.Element:
    """Return a test that passed."""
    return ElementTree.Element("testcase", {"classname": place, "name": name})


def _test(diagnostic: Diagnostic, place: str) -> ElementTree.Element:
    """Return the test of one diagnostic."""
    where = location(diagnostic.span, place)
    rule = BY_CODE.get(diagnostic.code)
    name = f"{diagnostic.code} {rule.name}" if rule else diagnostic.code
    test = _case(f"{name} at {where}", place)
    message = printable(diagnostic.message)
    if diagnostic.is_error:
        tag = _FAILURE if diagnostic.kind is Kind.FINDING else _ERROR
        attributes = {"type": diagnostic.code, "message": message}
        ElementTree.SubElement(test, tag, attributes).text = _text(diagnostic, where)
    else:
        text = _text(diagnostic, where)
        ElementTree.SubElement(test, "system-out").text = f"{diagnostic.severity.value}: {text}"
    return test


def _text(diagnostic: Diagnostic, where: str) -> str:
    """Return what is said: place and message, other places, and every remark."""
    lines = [f"{where}: {printable(diagnostic.message)}"]
    lines += [f"{location(at.span)}: {printable(at.text)}" for at in diagnostic.labels]
    for title, text in remarks(diagnostic):
        lines += [f"{title}: {printable(line)}" for line in text.splitlines()]
    return "\n".join(lines)
