"""docs/compat-idna.md says what the code says."""

import re
from pathlib import Path
from typing import get_args

from compat_idna_differences import DIFFERENCES

from acelabel.compat.idna import core

PAGE = (Path(__file__).parents[2] / "docs" / "compat-idna.md").read_text("utf-8")


def rows(heading: str) -> list[list[str]]:
    (section,) = re.findall(rf"^## {heading}\n(.*?)(?=^## |\Z)", PAGE, re.M | re.S)
    found = [line.strip("| ").split(" | ") for line in section.splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in row] for row in found[2:]]


def test_the_differences_are_those_of_the_suite() -> None:
    written = [[cell.replace("`", "") for cell in row] for row in rows("What is different")]
    assert written == [[row.what.replace("`", ""), row.why.replace("`", "")] for row in DIFFERENCES]


def test_the_codes_are_those_of_the_exceptions() -> None:
    codes = {code.strip("`"): family.strip("`") for code, family, *_ in rows("Codes")}
    assert set(codes) == set(core._MESSAGES) <= set(get_args(core._ErrorCode))
    for code, family in codes.items():
        assert type(core._refusal(code)).__name__ == family  # type: ignore[arg-type]
