"""The format SARIF 2.1.0."""

import json
from dataclasses import replace
from pathlib import PurePath
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from stateous.grammar.diagnostic import Diagnostic, Edit, Fix, Severity
from stateous.grammar.source import Source
from stateous.render.sarif import sarif
from stateous.rule_table import BY_CODE
from tests.render.samples import FIRST, OVERLAP, SPEC, UNUSED, WHOLE


def _object(required: dict[str, Any], optional: dict[str, Any] | None = None) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": {**required, **(optional or {})},
        "required": list(required),
        "additionalProperties": False,
    }


def _list(items: dict[str, Any]) -> dict[str, Any]:
    return {"type": "array", "items": items}


_TEXT = {"type": "string"}
_NUMBER = {"type": "integer", "minimum": 1}
_INDEX = {"type": "integer", "minimum": 0}
_BAG = {"type": "object"}
_LEVEL = {"enum": ["none", "note", "warning", "error"]}
_MESSAGE = _object({"text": _TEXT})
_FILE = _object({"uri": {"type": "string", "pattern": "^[!-~]+$"}}, {"uriBaseId": _TEXT})
_REGION = _object(
    {"startLine": _NUMBER, "startColumn": _NUMBER, "endLine": _NUMBER, "endColumn": _NUMBER}
)
_PLACE = _object({"artifactLocation": _FILE}, {"region": _REGION})
_LOCATION = _object({"physicalLocation": _PLACE}, {"message": _MESSAGE, "id": _INDEX})
_REPLACEMENT = _object({"deletedRegion": _REGION}, {"insertedContent": _object({"text": _TEXT})})
_CHANGE = _object({"artifactLocation": _FILE, "replacements": _list(_REPLACEMENT)})
_FIX = _object({"artifactChanges": _list(_CHANGE)}, {"description": _MESSAGE, "properties": _BAG})
_RULE = _object(
    {"id": _TEXT},
    {
        "name": _TEXT,
        "shortDescription": _MESSAGE,
        "fullDescription": _MESSAGE,
        "help": _object({"text": _TEXT}, {"markdown": _TEXT}),
        "defaultConfiguration": _object({"level": _LEVEL}),
        "properties": _BAG,
    },
)
_RESULT = _object(
    {"message": _MESSAGE, "ruleId": _TEXT, "level": _LEVEL},
    {
        "ruleIndex": _INDEX,
        "locations": _list(_LOCATION),
        "relatedLocations": _list(_LOCATION),
        "partialFingerprints": {"type": "object", "additionalProperties": _TEXT},
        "fixes": _list(_FIX),
        "properties": _BAG,
    },
)
_RUN = _object(
    {
        "tool": _object(
            {"driver": _object({"name": _TEXT}, {"version": _TEXT, "rules": _list(_RULE)})}
        ),
        "results": _list(_RESULT),
    },
    {"columnKind": {"const": "unicodeCodePoints"}, "originalUriBaseIds": _BAG},
)
# The part of the published schema that is used here, with nothing else allowed.
_LOG = _object({"version": {"const": "2.1.0"}, "runs": _list(_RUN)}, {"$schema": _TEXT})


def _run(*diagnostics: Diagnostic, folder: PurePath | None = None) -> dict[str, Any]:
    """Return the one run, once it is sure that the log is a valid one."""
    log = json.loads(sarif(diagnostics, folder=folder))
    Draft202012Validator(_LOG).validate(log)
    [run] = log["runs"]
    assert isinstance(run, dict)
    return run


def test_a_result_says_everything_that_the_diagnostic_says() -> None:
    [result] = _run(OVERLAP)["results"]
    file = {"uri": "specs/sdlc.flow", "uriBaseId": "%SRCROOT%"}
    assert list(result.pop("partialFingerprints")) == ["stateousFinding/v1"]
    assert result == {
        "ruleId": "ST9001",
        "ruleIndex": 0,
        "level": "error",
        "message": {
            "text": "two guards on `failed` can both hold\n\n"
            "write `otherwise` in place of the second guard"
        },
        "locations": [
            {
                "physicalLocation": {"artifactLocation": file, "region": _region(5, 20, 37)},
                "message": {"text": "also holds"},
            }
        ],
        "relatedLocations": [
            {
                "id": 0,
                "physicalLocation": {"artifactLocation": file, "region": _region(4, 20, 37)},
                "message": {"text": "this guard"},
            }
        ],
        "fixes": [
            {
                "description": {"text": "write `otherwise`"},
                "artifactChanges": [
                    {
                        "artifactLocation": file,
                        "replacements": [
                            {
                                "deletedRegion": _region(5, 15, 37),
                                "insertedContent": {"text": "otherwise"},
                            }
                        ],
                    }
                ],
                "properties": {"safe": True},
            }
        ],
        "properties": {
            "example": {"count(failed)": "2", "payload.total": "3"},
            "run": ["start", "`done` to `testing`", "`failed` to `coding`"],
            "notes": ["the engine would refuse the event"],
        },
    }


def _region(line: int, start: int, end: int) -> dict[str, int]:
    return {"startLine": line, "startColumn": start, "endLine": line, "endColumn": end}


def test_the_rules_are_those_of_the_table_that_results_name() -> None:
    run = _run(UNUSED, OVERLAP, OVERLAP, replace(WHOLE, code="ST0000"))
    rules = run["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == ["ST9001", "ST9002"]
    assert rules[0]["name"] == BY_CODE["ST9001"].name
    assert rules[0]["shortDescription"]["text"] == BY_CODE["ST9001"].summary
    assert [result.get("ruleIndex") for result in run["results"]] == [1, 0, 0, None]


def test_every_rule_of_the_table_can_be_described() -> None:
    found = [replace(UNUSED, code=code) for code in BY_CODE]
    assert len(_run(*found)["tool"]["driver"]["rules"]) == len(BY_CODE)


def test_nothing_found_is_a_run_without_results() -> None:
    assert _run()["results"] == []


def test_a_file_without_text_has_no_region() -> None:
    [result] = _run(WHOLE)["results"]
    assert result["level"] == "note"
    [location] = result["locations"]
    assert location["physicalLocation"] == {
        "artifactLocation": {"uri": "a%2Cb%3Ac.flow", "uriBaseId": "%SRCROOT%"}
    }


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("/home/me/a.flow", {"uri": "a.flow", "uriBaseId": "%SRCROOT%"}),
        ("/tmp/a.flow", {"uri": "file:///tmp/a.flow"}),
        ("../a.flow", {"uri": "../a.flow"}),
    ],
)
def test_a_uri_is_relative_where_it_can_be(name: str, file: dict[str, str]) -> None:
    found = Diagnostic("ST9001", Severity.ERROR, "it is wrong", Source(name, "x").span(0, 1))
    [result] = _run(found, folder=PurePath("/home/me"))["results"]
    [location] = result["locations"]
    assert location["physicalLocation"]["artifactLocation"] == file


def test_a_fingerprint_stays_when_lines_move() -> None:
    moved = Source(SPEC.name, "# new\n\n" + SPEC.text)
    shift = len(moved.text) - len(SPEC.text)
    place = moved.span(FIRST.start + shift, FIRST.end + shift)
    before, after = (
        _run(Diagnostic("ST9001", Severity.ERROR, "it is wrong", span))["results"][0]
        for span in (FIRST, place)
    )
    assert before["partialFingerprints"] == after["partialFingerprints"]
    assert before["locations"] != after["locations"]


def test_what_a_fix_puts_in_ends_its_lines_as_the_file_does() -> None:
    source = Source("a.flow", "a\r\nb\r\n")
    fix = Fix("mend it", (Edit(source.span(0, 1), "x\ny"),))
    found = Diagnostic("ST9001", Severity.ERROR, "it is wrong", source.span(0, 1), fix=fix)
    [result] = _run(found)["results"]
    [change] = result["fixes"][0]["artifactChanges"]
    assert change["replacements"][0]["insertedContent"] == {"text": "x\r\ny"}


def test_what_would_pass_for_a_placeholder_or_a_link_is_escaped() -> None:
    [result] = _run(replace(WHOLE, message="{0} {a: 1} [x](1) [1, 2]"))["results"]
    assert result["message"]["text"] == "{{0}} {a: 1} \\[x](1) [1, 2]"
