"""Characters in older versions of Unicode, and their status, mapping and direction: the tables of src/unicode as text,
as the first judge of vectors/ reads them (tests/python/judge_steps.py), and the age of characters in ages.txt."""

import re
import stringprep
import unicodedata
from functools import cache
from pathlib import Path

from cells import Steps, Version
from judge_steps import mapped, words

# Disallowed before Unicode 16.0, with a mapping or valid since.
NEW_IN_16 = re.compile(
    "[\u04c0\u10a0-\u10c5\u115f\u1160\u17b4\u17b5\u1806\u180e\u2061-\u2063\u206a-\u206f\u2132\u2183\u3164\uffa0"
    "\U0001d173-\U0001d17a\U0002f868\U0002f874\U0002f91f\U0002f95f\U0002f9bf]"
)
SHARP_S = "\N{LATIN CAPITAL LETTER SHARP S}"
DEVIATIONS = {"\u00df": "ss", "\u03c2": "\u03c3", "\u200c": "", "\u200d": ""}
# Before Unicode 16.0 the STD3 rules took three signs for what they are made of, too.
OLD_STD3 = re.compile("[^a-z0-9\x80-\U0010ffff-]|[\u2260\u226e\u226f]")
STD3 = re.compile("[^a-z0-9\x80-\U0010ffff-]")
OLD_DIRECTIONS = dict.fromkeys("\u1b3a\u1b3c\u1b42\U0001171e", "NSM") | dict.fromkeys(
    "\U0001d6c1\U0001d6fb\U0001d735\U0001d76f\U0001d7a9", "L"
)
RIGHT = {"R", "AL", "AN"}
NEUTRAL = {"ES", "CS", "ET", "ON", "BN"}
LEFT_LABEL = {"L", "EN", "NSM", *NEUTRAL}
RIGHT_LABEL = {*RIGHT, "EN", "NSM", *NEUTRAL}


@cache
def ages() -> dict[str, Version]:
    """Since when a character is assigned, if since later than Unicode 11.0."""
    found = {}
    for line in Path(__file__).with_name("ages.txt").read_text("ascii").splitlines():
        version, *runs = line.split(" ")
        if version != "#":
            major, minor = map(int, version.split("."))
            for run in runs:
                first, _, last = run.partition("-")
                for code in range(int(first, 16), int(last or first, 16) + 1):
                    found[chr(code)] = (major, minor)
    return found


def age(character: str) -> Version:
    return ages().get(character, (0, 0))


@cache
def letter(character: str, version: Version, transitional: bool) -> str | None:
    """The text that UTS #46 of a version of Unicode makes of a character; None where it is disallowed."""
    if age(character) > version or (version < (16, 0) and NEW_IN_16.match(character)):
        return None
    if character == SHARP_S and (transitional or version < (15, 1)):
        return "ss"
    if transitional and character in DEVIATIONS:
        return DEVIATIONS[character]
    return None if words(character)[1] == "Disallowed" else mapped(character)


def all_mapped(name: str, version: Version, transitional: bool = False) -> str | None:
    """A name after mapping; None where a character is disallowed."""
    parts = [letter(character, version, transitional) for character in name]
    return None if None in parts else "".join(part for part in parts if part)


def nfc(text: str) -> str:
    return unicodedata.normalize("NFC", text)


def normal(text: str, steps: Steps) -> str:
    """NFC; as ada 4 has it, a text stays as it is where no two neighbours change places and no two make one letter."""
    return text if steps.loose_marks and is_loosely_normal(text) else nfc(text)


def is_loosely_normal(text: str) -> bool:
    starter, last = "", 0
    for one in text:
        rank = unicodedata.combining(one)
        if 0 < rank < last or (starter and (last == 0 or last < rank) and makes_one(starter, one)):
            return False
        if rank == 0:
            starter = one
        last = rank
    return True


def has_distant_pair(text: str) -> bool:
    """True if marks stand between two letters that would make one."""
    first, is_distant = "", False
    for one in unicodedata.normalize("NFKD", text):
        if unicodedata.combining(one):
            is_distant = True
            continue
        is_pair = first != "" and makes_one(first, one)
        if is_pair and is_distant:
            return True
        first, is_distant = nfc(first + one) if is_pair else one, False
    return False


def makes_one(first: str, second: str) -> bool:
    """True if two characters are the canonical decomposition of one."""
    together = nfc(first + second)
    parts = f"{ord(first):04X} {ord(second):04X}"
    return len(together) == 1 and (unicodedata.decomposition(together) == parts or "\uac00" <= together <= "\ud7a3")


@cache
def of_std3(character: str) -> bool:
    """True if a character is of those that STD3 alone forbids: it is or becomes ASCII that is not LDH, or did."""
    return OLD_STD3.search(mapped(character).replace(".", "")) is not None


def is_mark(character: str, steps: Steps) -> bool:
    return "mark" in words(character) and age(character) <= steps.properties


def direction(character: str, steps: Steps) -> str:
    """Bidi_Class; empty for a character that the program does not know."""
    if age(character) > steps.properties:
        return ""
    return OLD_DIRECTIONS.get(character, words(character)[2]) if steps.old_directions else words(character)[2]


def breaks_bidi(kinds: list[str]) -> bool:
    """RFC 5893 section 2, of the directions of a label."""
    ends = [kind for kind in kinds if kind != "NSM"][-1:]
    if kinds[0] == "L":
        return not ({*kinds} <= LEFT_LABEL and ends[0] in ("L", "EN"))
    right = {*kinds} <= RIGHT_LABEL and ends[0] in {*RIGHT, "EN"} and not {*kinds} >= {"EN", "AN"}
    return kinds[0] not in ("R", "AL") or not right


def small_2003(character: str, version: Version) -> str:
    """RFC 3454 table B.2, and behind Unicode 3.2 the small letters of a version."""
    text = stringprep.map_table_b2(character)
    is_new = any(map(stringprep.in_table_a1, text))
    return character if is_new and (version == (3, 2) or age(character) > version) else text
