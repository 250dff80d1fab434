"""The format of GitLab's Code Quality reports."""

import json

from stateous.grammar.diagnostic import Diagnostic, Severity
from stateous.grammar.source import Source
from stateous.render.gitlab import gitlab
from tests.render.samples import FIRST, OVERLAP, UNUSED, WHOLE


def test_a_remark_has_what_gitlab_asks_for() -> None:
    first, second, third = json.loads(gitlab((OVERLAP, UNUSED, WHOLE)))
    fingerprint = first.pop("fingerprint")
    assert len(fingerprint) == 32
    assert first == {
        "description": "two guards on `failed` can both hold "
        "(write `otherwise` in place of the second guard)",
        "check_name": "ST9001",
        "severity": "major",
        "location": {"path": "specs/sdlc.flow", "lines": {"begin": 5, "end": 5}},
    }
    assert (second["severity"], third["severity"]) == ("minor", "info")
    assert third["location"] == {"path": "a,b:c.flow", "lines": {"begin": 1, "end": 1}}


def test_no_two_remarks_have_one_fingerprint() -> None:
    same = Diagnostic("ST9001", Severity.ERROR, "it is wrong", FIRST)
    remarks = json.loads(gitlab([same] * 5))
    assert len({remark["fingerprint"] for remark in remarks}) == 5


def test_nothing_found_is_an_empty_array() -> None:
    assert json.loads(gitlab(())) == []


def test_a_path_has_no_detours() -> None:
    place = Source("./specs/../a.flow", "x").span(0, 1)
    [remark] = json.loads(gitlab([Diagnostic("ST9001", Severity.ERROR, "it is wrong", place)]))
    assert remark["location"]["path"] == "a.flow"
