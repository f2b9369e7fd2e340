"""SARIF 2.1.0, the Static Analysis Results Interchange Format of OASIS: what review tools read."""

import json
from pathlib import PurePath
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import acelabel
from acelabel.cli.findings import FINGERPRINT, TOOL, Finding, NotChecked
from acelabel.cli.screen import as_utf8, unhidden

if TYPE_CHECKING:
    from collections.abc import Iterable

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/schemas/sarif-schema-2.1.0.json"


def log(findings: "Iterable[Finding]", unchecked: "Iterable[NotChecked]") -> str:
    """A log of one run: its findings, those that a comment silences among them, and what was not checked."""
    from acelabel.lint import RULES

    numbers = {rule.name: number for number, rule in enumerate(RULES)}
    rules = [
        {
            "id": rule.name,
            "shortDescription": {"text": rule.sentence},
            "defaultConfiguration": {"level": rule.severity},
        }
        for rule in RULES
    ]
    driver = {"name": TOOL, "version": acelabel.__version__, "rules": rules}
    notifications = [_notification(one) for one in unchecked]
    invocation: dict[str, Any] = {"executionSuccessful": not notifications}
    if notifications:
        invocation["toolExecutionNotifications"] = notifications
    run = {
        "tool": {"driver": driver},
        "invocations": [invocation],
        "columnKind": "unicodeCodePoints",
        "newlineSequences": ["\r\n", "\n"],
        "results": [_result(finding, numbers) for finding in findings],
    }
    # Characters beyond ASCII are written as escapes, so that nothing is hidden.
    return json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2) + "\n"


def _result(finding: Finding, numbers: dict[str, int]) -> dict[str, Any]:
    problem = finding.problem
    place = _location(finding.path)
    place["physicalLocation"]["region"] = _region(finding)
    if finding.field is not None:
        place["logicalLocations"] = [{"name": unhidden(finding.field)}]
    result = {
        "ruleId": problem.rule,
        "ruleIndex": numbers[problem.rule],
        "level": problem.severity,
        "message": {"text": unhidden(problem.message)},
        "locations": [place],
        "partialFingerprints": {FINGERPRINT: finding.fingerprint},
    }
    return result | ({"suppressions": [{"kind": "inSource"}]} if finding.is_silenced else {})


def _notification(unchecked: NotChecked) -> dict[str, Any]:
    message = f"{unhidden(unchecked.why)}. It was not checked"
    return {"level": "error", "message": {"text": message}, "locations": [_location(unchecked.path)]}


def _location(path: str) -> dict[str, Any]:
    return {"physicalLocation": {"artifactLocation": {"uri": _uri(path)}}}


def _region(finding: Finding) -> dict[str, int]:
    if finding.field is not None:
        return {"startLine": finding.line}
    last = finding.inside.rpartition("\n")
    end = finding.problem.column + len(finding.inside) if not last[1] else len(last[2]) + 1
    more = {"endLine": finding.line + finding.inside.count("\n")} if last[1] else {}
    return {"startLine": finding.line, "startColumn": finding.problem.column, **more, "endColumn": end}


def _uri(path: str) -> str:
    """The reference of a path (RFC 3986). Octets that are no UTF-8 are percent-encoded as they are."""
    if path == "-":
        return "stdin"
    found = PurePath(path)
    if found.is_absolute():
        return found.as_uri()
    return quote(as_utf8(found.as_posix()).encode(errors="surrogateescape"))
