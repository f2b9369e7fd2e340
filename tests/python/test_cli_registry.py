"""`acelabel registry` and `--rules`: labels by the rules of a registry."""

import json
import os
from pathlib import Path

import pytest
from command_line import run
from test_registry import rule_set

RULES = rule_set(
    '<range first-cp="0061" last-cp="007A"/><char cp="002D" not-when="first"/><char cp="00FC"/>'
    '<char cp="00DF"><var cp="0073 0073" type="allocatable"/></char>'
    '<char cp="0073 0073"><var cp="00DF" type="blocked"/></char>',
    '<rule name="first"><look-behind><start/></look-behind><anchor/></rule>',
    meta="<version>7</version>",
)
NOT = "not_in_repertoire at offset 1: 'ö' (U+00F6) is not in the repertoire"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("rules.xml").write_bytes(RULES)
    Path("greek.xml").write_bytes(rule_set('<range first-cp="03B1" last-cp="03C9"/>'))
    Path("labels.txt").write_text("a\n", "utf-8")
    Path("labels.csv").write_text("id,label\n1,straße\n2,möbel\n3,\n", "utf-8")


def ask(question: str, *arguments: str, stdin: bytes = b"") -> tuple[int, str, str]:
    status, output, messages = run("registry", question, "--rules", "rules.xml", *arguments, stdin=stdin)
    return status, output.decode(), messages


def test_labels_are_checked() -> None:
    assert ask("check", "straße", "xn--strae-oqa", "XN--STRAE-OQA") == (0, "valid\n" * 3, "")
    status, output, messages = ask("check", stdin="tür\nmöbel\n-a\n".encode())
    assert (status, output) == (1, "valid\n\n\n")
    assert f"line 2: {NOT}\n    möbel\n     ^\n" in messages
    assert "line 3: context at offset 0: '-' (U+002D) is not allowed in this context: first" in messages
    assert messages.endswith("2 of 3 refused: context 1, not_in_repertoire 1\n")
    assert ask("check", "--errors", "keep", "-s", "möbel") == (1, "möbel\n", "")
    # Offsets are those of U-labels.
    assert "1: not_in_repertoire: 'ö'" in ask("check", "xn--mbel-5qa")[2]
    assert "disallowed_codepoint at offset 0" in ask("check", "xn--a")[2]


def test_several_rule_sets() -> None:
    status, output, _ = ask("check", "--rules", "greek.xml", "tür", "αβ", "aβ")
    assert (status, output) == (1, "valid\nvalid\n\n")


def test_variants_and_keys() -> None:
    assert ask("variants", "straße", "haus") == (0, "strasse\tallocatable\n\n\n", "")
    assert ask("variants", "--limit", "2", "ssss")[1].splitlines() == ["ssß\tblocked", "ßss\tblocked", "# 2 of 4", ""]
    assert ask("variants", "möbel", "-s") == (1, f"{NOT}\n\n", "")
    assert ask("index", "straße", "strasse", "haus") == (0, "strasse\nstrasse\nhaus\n", "")
    assert ask("index", "-s", "möbel") == (1, "\n", "")


def test_objects_of_json() -> None:
    rows = [json.loads(row) for row in ask("check", "--json", "straße", "möbel")[1].splitlines()]
    assert [(row["eligible"], row["ascii"], row["version"]) for row in rows] == [
        (True, "xn--strae-oqa", "7"),
        (False, "xn--mbel-5qa", "7"),
    ]
    assert rows[0]["error"] is None
    assert (rows[1]["error"]["code"], rows[1]["error"]["message"]) == ("not_in_repertoire", NOT)
    assert rows[1]["problems"][0]["offset"] == 1
    row = json.loads(ask("variants", "--json", "straße")[1])
    assert (row["count"], row["exact"]) == (1, True)
    assert row["variants"] == [
        {"ascii": "strasse", "unicode": "strasse", "disposition": "allocatable", "types": ["allocatable"]}
    ]
    assert json.loads(ask("index", "--json", "straße")[1])["index"] == "strasse"


def test_columns_of_files() -> None:
    of_column = "--column", "label", "labels.csv"
    status, output, messages = ask("check", "--into", "says", *of_column)
    assert (status, output) == (1, "id,label,says\n1,straße,valid\n2,möbel,\n3,,\n")
    assert f"labels.csv: row 2: {NOT}" in messages
    assert ask("index", "--errors", "keep", *of_column)[1] == "id,label\n1,strasse\n2,möbel\n3,\n"
    assert ask("variants", *of_column)[1] == f"strasse\tallocatable\n\n{NOT}\n\n"
    Path("labels.jsonl").write_text('{"label":"straße"}\n', "utf-8")
    assert ask("index", "--column", "label", "labels.jsonl")[1] == '{"label":"strasse"}\n'


@pytest.mark.parametrize(
    "command", [("registry", "check", "a"), ("lookalikes", "--labels", "labels.txt", "labels.csv")]
)
def test_faults_of_the_file(command: tuple[str, ...]) -> None:
    Path("bad.xml").write_bytes(RULES.replace(b"00FC", b"FC"))
    status, output, messages = run(*command, "--rules", "bad.xml")
    fault = "a code point is not written as one: 4 to 6 hexadecimal digits up to 10FFFF"
    assert (status, output, messages) == (2, b"", f"acelabel: bad.xml: line 3: invalid_code_point: {fault}\n")
    status, _, messages = run(*command, "--rules", "none.xml")
    assert (status, messages) == (2, f"acelabel: none.xml: {os.strerror(2)}\n")
    assert run(*command, "--rules", "-").messages.endswith("--rules must be a file, not standard input\n")


def test_rules_are_needed_and_not_written_to() -> None:
    assert run("registry", "check", "a").status == 2
    status, _, messages = ask("check", "a", "--output", "rules.xml")
    assert (status, messages) == (2, "acelabel: rules.xml: the input and the output are the same file\n")
    assert Path("rules.xml").read_bytes() == RULES


def test_watched_names_by_rules() -> None:
    Path("brands.txt").write_text("füssen.de\n", "utf-8")
    arguments = "lookalikes", "-s", "--watch", "brands.txt"
    found = run(*arguments, "--rules", "rules.xml", stdin="füßen.de\nfüsen.de\n".encode())
    assert (found.status, found.output.decode()) == (1, "füßen.de\tfüssen.de\tvariant\n")
    greek = run(*arguments, "--rules", "greek.xml", stdin=b"haus.de\n")
    assert (greek.status, greek.output) == (0, b"")
