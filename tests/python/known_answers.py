"""The known answers of tests/vectors, which the tests of the crate read too."""

import json
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).resolve().parent.parent / "vectors"


def load(name: str) -> dict[str, Any]:
    """The content of one file."""
    with (FOLDER / name).open(encoding="utf-8") as file:
        content: dict[str, Any] = json.load(file)
    return content


def runs(value: str | list[list[Any]]) -> str:
    """A string, or the string that runs of `[text, count]` make up."""
    if isinstance(value, str):
        return value
    return "".join(text * count for text, count in value)


def text_of(row: dict[str, Any]) -> str:
    """The input of a row: a string, runs, or code points that no JSON string can hold."""
    if "input_code_points" in row:
        return "".join(map(chr, row["input_code_points"]))
    return runs(row["input"])
