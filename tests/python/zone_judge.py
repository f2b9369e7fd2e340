"""A second reading of master files, by one regular expression for words: what `acelabel.zone` is compared with."""

import re
from collections.abc import Iterator
from typing import Literal

import acelabel
from acelabel import AceError, labels

Escapes = Literal["keep", "utf8"]
WORD = re.compile(
    r"""(?P<blank>[ \t]+) | (?P<end>[\r\n]) | (?P<comment>;[^\n]*) | (?P<quoted>"(?:\\.|[^"\\])*(?:"|\\?\Z)) |
    (?P<mark>[()]) | (?P<word>(?:\\[^\r\n]|\\(?=[\r\n]|\Z)|[^ \t\r\n;"()\\])+)""",
    re.S | re.X,
)
LABEL = re.compile(r"((?:\\.|[^\\.。．｡]|\\\Z)*)([.。．｡]?)", re.S)
NAMES = {
    "NS": [0], "MD": [0], "MF": [0], "CNAME": [0], "SOA": [0, 1], "MB": [0], "MG": [0], "MR": [0], "PTR": [0],
    "MINFO": [0, 1], "MX": [1], "RP": [0, 1], "AFSDB": [1], "RT": [1], "NSAP-PTR": [0], "SIG": [7], "PX": [1, 2],
    "NXT": [0], "SRV": [3], "NAPTR": [5], "KX": [1], "A6": [2], "DNAME": [0], "RRSIG": [7], "NSEC": [0],
    "TALINK": [0, 1], "SVCB": [1], "HTTPS": [1], "DSYNC": [3], "LP": [1], "HIP": list(range(3, 99)),
    "IPSECKEY": [3], "AMTRELAY": [3], "TYPE15": [1], "ALIAS": [0], "ANAME": [0], "TYPE65401": [0], "AWS ALIAS": [1],
}  # fmt: skip
GATEWAY = {"IPSECKEY": 1, "AMTRELAY": 2}


def entries(zone: str) -> Iterator[list[re.Match[str]]]:
    """The words of each entry, parentheses left out."""
    entry: list[re.Match[str]] = []
    depth = 0
    for word in WORD.finditer(zone):
        if word["end"] and depth == 0:
            yield entry
            entry = []
            continue
        if word["mark"]:
            depth = depth + 1 if word[0] == "(" else max(depth - 1, 0)
        if word["mark"] or not (word["end"] or word["comment"]):
            entry.append(word)
    yield entry


def generates(entry: list[re.Match[str]]) -> bool:
    """True for an entry that makes many records, with a number in the place of `$`."""
    words = [word[0] for word in entry if word["word"] or word["quoted"]]
    return bool(words) and not entry[0]["blank"] and words[0].upper() == "$GENERATE"


def names(entry: list[re.Match[str]]) -> list[re.Match[str]]:
    """The words of an entry that are names."""
    has_owner = not entry[0]["blank"] if entry else False
    words = [word for word in entry if word["word"] or word["quoted"]]
    found: list[re.Match[str]] = []
    if has_owner and words:
        first, *words = words
        if generates(entry):
            if len(words) < 2:
                return []
            # The range comes before the owners.
            _, first, *words = words
        elif first[0].startswith("$"):
            place = {"$ORIGIN": 0, "$INCLUDE": 1}.get(first[0].upper(), len(words))
            return [word for word in words[place : place + 1] if word["word"]]
        found += [first] if first["word"] else []
    ttl = re.compile(r"[0-9][0-9smhdw]*", re.I)
    network = re.compile(r"IN|CH|HS|CS|NONE|ANY|INTERNET|CHAOS|HESIOD|CLASS[0-9]+|AWS", re.I)
    read: list[str] = []
    for _ in range(2):
        for pattern in [ttl, network]:
            if words and pattern.fullmatch(words[0][0]):
                read.append(words[0][0].upper())
                words = words[1:]
                ttl, network = [re.compile("(?!)") if one is pattern else one for one in (ttl, network)]
    kind = ("AWS " * ("AWS" in read)) + (words[0][0].upper() if words else "")
    data = words[1:]
    if not data or data[0][0] == "\\#":
        return found
    if kind in GATEWAY and (len(data) <= GATEWAY[kind] or not re.fullmatch("0*3", data[GATEWAY[kind]][0])):
        return found
    return found + [word for place, word in enumerate(data) if place in NAMES.get(kind, []) and word["word"]]


def letters(label: str) -> str | None:
    """The text of an ASCII label whose escapes are those of UTF-8 beyond ASCII; None for other labels."""
    numbers = [int(number) for number in re.findall(r"\\([0-9]{3})", label)]
    rest = re.sub(r"\\[0-9]{3}", "", label)
    if not numbers or "\\" in rest or not all(128 <= number < 256 for number in numbers):
        return None
    octets = re.sub(r"\\([0-9]{3})", lambda escape: chr(int(escape[1])), label).encode("latin-1")
    try:
        return octets.decode()
    except UnicodeDecodeError:
        return None


def label_to_ascii(label: str, *, generates: bool, escapes: Escapes = "keep") -> str:
    """The A-label of a label that is not ASCII; the label itself where it is refused."""
    if generates and "$" in re.sub(r"\\.", "", label):
        return label
    try:
        if not label.isascii():
            text = labels.unescape(label)
        elif escapes == "keep" or (text := letters(label) or "") == "":
            return label
        return labels.escape(acelabel.alabel(text, profile=acelabel.DNS))
    except AceError:
        return label


def to_ascii(zone: str, escapes: Escapes = "keep") -> str:
    """The file with every label that is not ASCII as its A-label, where it has one."""
    made, end = "", 0
    mark = len(zone) - len(zone.removeprefix("\ufeff"))
    for entry in entries(zone[mark:]):
        is_of_many = generates(entry)
        for word in names(entry):
            name = word[0]
            parts = LABEL.findall(name)
            other = [
                label_to_ascii(label, generates=is_of_many, escapes=escapes) + ("." if dot else "")
                for label, dot in parts
            ]
            made += zone[end : mark + word.start()] + "".join(other)
            end = mark + word.end()
    return made + zone[end:]
