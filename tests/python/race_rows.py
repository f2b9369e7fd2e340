"""The rows of vectors/ about RACE (draft-ietf-idn-race-03): one judge encodes, one decodes and asks for one spelling.

standard_rows.py writes them beside the others.
"""

import base64
import re
from collections.abc import Callable, Iterator

CODES: dict[str, tuple[str, ...]] = {
    "RACE 2.2: nothing to encode": ("empty",),
    "RACE 2.2: letters, digits and hyphens alone": ("all_std13",),
    "RACE 2.2.1: a surrogate that has no other half": ("surrogate",),
    "RACE 2.2.3: more than 36 octets": ("label_too_long",),
    "RACE 2.4.1 step 6: U+0099 in a compressed mode": ("u0099_in_compressed_mode",),
    "RACE 2.1: no prefix": ("no_prefix",),
    "RACE 2.5: no Base32 of octets": ("bad_base32_char", "bad_base32_length", "nonzero_padding", "non_ascii"),
    "RACE 2.3: not the label of its text": (
        *("too_short", "surrogate_row", "d8_odd_length", "d8_but_compressible", "trailing_escape", "escape_in_row0"),
        *("all_escaped", "all_std13", "surrogate", "u0099_in_compressed_mode", "label_too_long"),
    ),
}
STD13 = re.compile("[A-Za-z0-9-]+")


def encoded(text: str) -> str | frozenset[str]:
    """Sections 2.2, 2.4.1 and 2.5: the label, or the clauses that refuse the text."""
    units = text.encode("utf-16-be", "surrogatepass")
    pairs = list(zip(units[::2], units[1::2], strict=True))
    rows = {upper for upper, _ in pairs} - {0}
    asked = {
        "RACE 2.2: nothing": text == "",
        "RACE 2.2: letters": STD13.fullmatch(text) is not None,
        "RACE 2.2.1": any(0xD800 <= ord(one) < 0xE000 for one in text),
    }
    octets = units
    if len(rows) < 2:
        (row,) = rows or {0}
        asked["RACE 2.4.1"] = (0, 0x99) in pairs
        special = {0xFF: b"\xff\x99"}
        octets = b"".join(
            special.get(lower, bytes([lower])) if upper == row else bytes([0xFF, lower]) for upper, lower in pairs
        )
    asked["RACE 2.2.3"] = len(octets) > 35
    header = 0xD8 if len(rows) > 1 else next(iter(rows), 0)
    refused = {next(known for known in CODES if known.startswith(start)) for start, broken in asked.items() if broken}
    return frozenset(refused) or f"bq--{base64.b32encode(bytes([header]) + octets).decode().rstrip('=').lower()}"


def decoded(label: str) -> str | frozenset[str]:
    """Sections 2.3, 2.4.2 and 2.5, bit by bit: the text, or the clauses. A text has one label alone."""
    if not label.lower().startswith("bq--"):
        return frozenset({"RACE 2.1: no prefix"})
    values = ["abcdefghijklmnopqrstuvwxyz234567".find(one) for one in label[4:].lower()]
    bits = "".join(f"{value:05b}" for value in values)
    octets = [int(bits[at : at + 8], 2) for at in range(0, len(bits) // 8 * 8, 8)] if -1 not in values else []
    if -1 in values or len(bits) % 8 >= 5 or "1" in bits[len(bits) // 8 * 8 :]:
        return frozenset({"RACE 2.5: no Base32 of octets"})
    row, *rest = octets or [0]
    units: list[int] = []
    while rest:
        one = rest.pop(0)
        second = rest.pop(0) if (row == 0xD8 or one == 0xFF) and rest else None
        if row == 0xD8:
            units.append(one * 256 + (second or 0))
        elif one == 0xFF:
            units.append(row * 256 + 0xFF if second == 0x99 else second or 0)
        else:
            units.append(row * 256 + one)
    text = b"".join(unit.to_bytes(2, "big") for unit in units).decode("utf-16-be", "surrogatepass")
    return text if encoded(text) == label.lower() else frozenset({"RACE 2.3: not the label of its text"})


def race_texts() -> Iterator[str]:
    """Texts of each row, alone and beside row 00, of each length at the border, and with the octets FF and 99."""
    for row in range(256):
        letters = [chr(row * 256 + lower) for lower in (0x00, 0x61, 0x98, 0x99, 0x9A, 0xFE, 0xFF)]
        yield from letters
        yield from (f"{letter}a" for letter in letters)
        yield letters[1] + letters[-1] * 2 + "b\u00ff"
    for count in range(15, 38):
        yield from (letter * count for letter in ("ü", "中", "Z"))
        yield from ("\u0100" * count + "a", "\u01ff" * (count // 2), "中文" * (count // 2), "\U00020000" * (count // 4))
    yield from ("", "a-b", "-", "a b", "\ud800", "\udc00a", "a\ud800\u4e2d", "\U0001f600", "a\U0010ffff", "a.ü")


def race_labels() -> Iterator[str]:
    """The labels of some texts, in both cases, with every damage of one character."""
    yield from ("", "bq-", "bq--", "xn--abc", "bq--a", "bq--aa", "bq--aaa", "bq--3aaaa", "bq--3b", "bq--ü")
    for text in ("żaba", "中文", "ü", "\u01ff\u0100", "日本", "\U0001f600", "\u00ff\u00e9"):
        label = str(encoded(text))
        yield from (label, label.upper(), label[:-1], label + "a")
        for place in range(len(label)):
            yield from (label[:place] + other + label[place + 1 :] for other in "a7z1-")
    for octets in (
        "00ff99",
        "0099",
        "0061",
        "00ff61",
        "01ff61",
        "01ff",
        "01ff99",
        "d8",
        "d861",
        "d80061",
        "d94e61",
        "dc00",
    ):
        yield f"bq--{base64.b32encode(bytes.fromhex(octets)).decode().rstrip('=').lower()}"


JUDGES: dict[str, Callable[[str], str | frozenset[str]]] = {"race_texts": encoded, "race_labels": decoded}
RULES: dict[str, Callable[[], Iterator[str]]] = {"race_texts": race_texts, "race_labels": race_labels}
