"""docs/migration.md: a profile that answers as the standard codec `idna`, but for the rows listed there.

`nox -s laws -- peers` compares both on 30,000 generated names, and assigns every difference to one of these rows.
"""

from pathlib import Path

import pytest
from outcomes import outcome
from peer_differences import LOWERS_ANEW

import acelabel
from acelabel import IDNA2003

PAGE = Path(__file__).parents[2] / "docs" / "migration.md"
LIKE_CODEC = IDNA2003.replace(use_std3_ascii_rules=False, allow_unassigned=True)
ENCODE, DECODE = "encode", "decode"
LATE = "Lower case and marks that came after Unicode 3.2"

# Title of a row of the page, direction, name, answer of the codec (None: it refuses), and ours (or code and offset).
DIFFERENCES: list[tuple[str, str, str, str | None, str | tuple[str, int]]] = [
    ("Letter case", ENCODE, "WWW.Example", "WWW.Example", "www.example"),
    ("Letter case", DECODE, "WWW.Example", "WWW.Example", "www.example"),
    ("A-labels", ENCODE, "xn--example-", "xn--example-", ("invalid_alabel", 0)),
    ("A-labels", ENCODE, "ｘn--example-", "xn--example-", ("invalid_alabel", 0)),
    ("Lengths", ENCODE, "bücher." * 40, "xn--bcher-kva." * 40, ("domain_too_long", 126)),
    ("Lengths", ENCODE, "", "", ("empty_domain", 0)),
    ("Lengths", DECODE, "a" * 64, "a" * 64, ("label_too_long", 63)),
    ("Full stops inside a label", ENCODE, "ü…", "xn--...-goa", ("label_separator", 1)),
    ("Full stops inside a label", DECODE, "xn--1-93t", "1\u3002", ("label_separator", 0)),
    (LATE, ENCODE, "ᏣᎳᎩ", "xn--tz9ata7l", "xn--f9dt7l"),
    (LATE, DECODE, "xn--f9dt7l", None, "ᏣᎳᎩ"),
    (LATE, ENCODE, "क\u1dc0\u094d", "xn--11b6i776d", "xn--11b6i676d"),
    (LATE, DECODE, "xn--11b6i676d", None, "क\u1dc0\u094d"),
]


# The rows that are so with the codec of this interpreter.
PRESENT = [row for row in DIFFERENCES if LOWERS_ANEW or "ᏣᎳᎩ" not in row]


@pytest.mark.parametrize("row", PRESENT, ids=lambda row: f"{row[0]}-{row[1]}-{row[2][:12]!a}")
def test_a_difference(row: tuple[str, str, str, str | None, str | tuple[str, int]]) -> None:
    _, direction, name, codec, ours = row
    convert = acelabel.to_ascii if direction == ENCODE else acelabel.to_unicode
    theirs: str | None
    try:
        theirs = name.encode("idna").decode("ascii") if direction == ENCODE else name.encode("ascii").decode("idna")
    except UnicodeError:
        theirs = None
    assert theirs == codec
    assert outcome(lambda text: convert(text, profile=LIKE_CODEC), name) == ours
    assert theirs != ours


def test_the_page_lists_them() -> None:
    lines = PAGE.read_text("utf-8").partition("## What differs\n")[2].partition("\n## ")[0].splitlines()
    titles = [line.split("|")[1].strip() for line in lines if line.startswith("| ") and "---" not in line][1:]
    assert titles == list(dict.fromkeys(row[0] for row in DIFFERENCES))
