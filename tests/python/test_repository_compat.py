"""docs/migration.md says what the code says."""

import re
from pathlib import Path
from typing import get_args

import clients_of_idna
import test_compat_idna_alias
from compat_idna_differences import DIFFERENCES

from acelabel.compat.idna import _errors, core

PAGE = (Path(__file__).parents[2] / "docs" / "migration.md").read_text("utf-8")


def rows(heading: str) -> list[list[str]]:
    (section,) = re.findall(rf"^### {heading}\n(.*?)(?=^##|\Z)", PAGE, re.M | re.S)
    found = [line.strip("| ").split(" | ") for line in section.splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in row] for row in found[2:]]


def test_the_differences_are_those_of_the_suite() -> None:
    written = [[cell.replace("`", "") for cell in row] for row in rows("What is different")]
    assert written == [[row.what.replace("`", ""), row.why.replace("`", "")] for row in DIFFERENCES]


def test_the_codes_are_those_of_the_exceptions() -> None:
    codes = {code.strip("`"): family.strip("`") for code, family, *_ in rows("Codes")}
    assert set(codes) == set(get_args(core._ErrorCode)) - {"unknown_codepoint"}
    for code, family in codes.items():
        assert _errors._family_of(code).__name__ == family


def test_the_lines_for_other_libraries_are_those_that_the_tests_run() -> None:
    (lines,) = re.findall(r"^```python\n(import sys\n.*?)^```", PAGE, re.M | re.S)
    assert test_compat_idna_alias.ALIAS.removesuffix("del idna\n").strip() == lines.strip()


def test_the_suites_are_those_that_the_page_names() -> None:
    (sentence,) = re.findall(r"`nox -s compat -- clients` runs the test suites of (.*?) in this way", PAGE, re.S)
    named = re.split(r",\s+| and ", re.sub(r" \(.*?\)", "", " ".join(sentence.split())))
    assert [name.lower() for name in named] == [suite.package for suite in clients_of_idna.SUITES]
