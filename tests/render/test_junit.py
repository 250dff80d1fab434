"""The format of JUnit reports, held against what the schema of Jenkins allows."""

from dataclasses import replace
from xml.etree import ElementTree

from stateous.grammar.diagnostic import Kind
from stateous.render.junit import junit
from tests.render.samples import OVERLAP, UNUSED, WHOLE

_COUNTS = {"tests", "failures", "errors"}
# Of each element: attributes it must have, attributes it may have, elements it may hold.
_ALLOWED: dict[str, tuple[set[str], set[str], set[str]]] = {
    "testsuites": (set(), {"name", "time"} | _COUNTS, {"testsuite"}),
    "testsuite": ({"name"} | _COUNTS, {"time", "skipped", "package", "file"}, {"testcase"}),
    "testcase": ({"name"}, {"time", "classname"}, {"error", "failure", "system-out"}),
    "error": (set(), {"type", "message"}, set()),
    "failure": (set(), {"type", "message"}, set()),
    "system-out": (set(), set(), set()),
}


def _read(text: str) -> ElementTree.Element:
    """Return the document, once it is sure that it is a valid one."""
    root = ElementTree.fromstring(text)
    assert root.tag == "testsuites"
    for element in root.iter():
        must, may, holds = _ALLOWED[element.tag]
        assert must <= set(element.attrib) <= must | may
        assert {child.tag for child in element} <= holds
    for counted in root.iter():
        if "tests" in counted.attrib:
            _check_counts(counted)
    return root


def _check_counts(element: ElementTree.Element) -> None:
    for key, tag in (("tests", "testcase"), ("failures", "failure"), ("errors", "error")):
        assert int(element.attrib[key]) == len(list(element.iter(tag)))


def test_each_file_is_a_suite_and_each_diagnostic_a_test() -> None:
    root = _read(junit((OVERLAP, UNUSED, WHOLE), files=["specs/sdlc.flow"]))
    assert [suite.attrib["name"] for suite in root] == ["specs/sdlc.flow", "a,b:c.flow"]
    assert [case.attrib["name"] for case in root[0]] == [
        "ST9001 no-such-path at specs/sdlc.flow:5:20",
        "ST9002 no-specs at specs/sdlc.flow:3:8",
    ]


def test_an_error_says_everything_that_is_known() -> None:
    [suite] = _read(junit((OVERLAP,)))
    error = suite[0].find("error")
    assert error is not None
    assert error.attrib == {"type": "ST9001", "message": "two guards on `failed` can both hold"}
    for said in (
        "specs/sdlc.flow:5:20: two guards on `failed` can both hold",
        "specs/sdlc.flow:4:20: this guard",
        "example: count(failed) = 2, payload.total = 3",
        "run: 1. start",
        "note: the engine would refuse the event",
        "help: write `otherwise` in place of the second guard",
    ):
        assert f"{said}\n" in f"{error.text}\n"


def test_what_a_proof_shows_is_a_failure_and_a_warning_is_none() -> None:
    finding = replace(OVERLAP, kind=Kind.FINDING)
    [suite] = _read(junit((finding, UNUSED)))
    assert [[child.tag for child in case] for case in suite] == [["failure"], ["system-out"]]
    assert suite.attrib["failures"] == "1"


def test_a_file_of_which_nothing_is_said_is_a_test_that_passed() -> None:
    [suite] = _read(junit((), files=["a.flow"]))
    assert (suite.attrib["tests"], suite.attrib["errors"]) == ("1", "0")
    assert suite[0].attrib == {"classname": "a.flow", "name": "verify"}


def test_nothing_at_all_is_a_document_without_suites() -> None:
    assert len(_read(junit(()))) == 0
