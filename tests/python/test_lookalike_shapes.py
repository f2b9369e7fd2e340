"""Letters that rule sets of registries know as variants: of one shape, or left out with a reason."""

import json
import unicodedata
from pathlib import Path
from typing import Any

from acelabel import display, security

SHAPES = Path(__file__).resolve().parent.parent / "vectors" / "shapes"


def shapes() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((SHAPES / "variants-shapes.json").read_text("utf-8"))["pairs"]
    return found


def left_out() -> dict[str, list[list[str]]]:
    groups = json.loads((SHAPES / "variants-left-out.json").read_text("utf-8"))["groups"]
    return {group["reason"]: group["pairs"] for group in groups}


def text(codes: str) -> str:
    return "".join(chr(int(code, 16)) for code in codes.split())


def is_found(watched: str, asked: str) -> bool:
    return bool(display.Watchlist([f"{watched}.com"]).lookup(f"{asked}.com"))


def test_each_pair_of_letters_is_found_or_left_out_with_a_reason() -> None:
    out = {(pair[0], pair[1]) for pairs in left_out().values() for pair in pairs}
    one_way = set()
    for row in shapes():
        pair, (first, second, third, fourth) = (row["a"], row["b"]), row["labels"]
        ways = {is_found(first, second), is_found(third, fourth)}
        assert (True in ways) == (pair not in out), row
        if len(ways) == 2:
            one_way.add(pair)
    assert out <= {(row["a"], row["b"]) for row in shapes()}
    # Rows with a direction: a digit, a Devanagari letter and the eyelash.
    assert one_way == {("0039", "06F9"), ("0914", "0975"), ("002D 092F", "0931 094D 092F")}


def test_the_reasons_hold() -> None:
    out = left_out()
    assert list(out) == ["same digit", "transitive only", "Han", "the same letter"]
    for one, other in out["same digit"]:
        assert unicodedata.digit(text(one)) == unicodedata.digit(text(other))
    for one, other in out["Han"]:
        assert any(unicodedata.name(text(side)).startswith("CJK UNIFIED") for side in (one, other))
    for one, other, third in out["transitive only"]:
        sides, through = (text(one), text(other)), text(third)
        alike = [
            through in security.confusables(side) if len(side) == 1 else is_found(f"x{side}x", f"x{through}x")
            for side in sides
        ]
        values = [unicodedata.digit(side, None) if len(side) == 1 else None for side in (*sides, through)]
        assert any(alike)
        assert all(alike) or (values[2] is not None and values[2] in values[:2])
    for one, other in out["the same letter"]:
        assert unicodedata.name(text(one)).split()[0] == unicodedata.name(text(other)).split()[0]
