"""A second reading of master files, by one regular expression for words: what `acelabel.zone` is compared with."""

import re
from collections.abc import Iterator

import acelabel
from acelabel import AceError, labels

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
    "IPSECKEY": [3], "AMTRELAY": [3], "TYPE15": [1],
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
    network = re.compile(r"IN|CH|HS|CS|NONE|ANY|INTERNET|CHAOS|HESIOD|CLASS[0-9]+", re.I)
    for _ in range(2):
        for pattern in [ttl, network]:
            if words and pattern.fullmatch(words[0][0]):
                words = words[1:]
                ttl, network = [re.compile("(?!)") if one is pattern else one for one in (ttl, network)]
    kind = words[0][0].upper() if words else ""
    data = words[1:]
    if not data or data[0][0] == "\\#":
        return found
    if kind in GATEWAY and (len(data) <= GATEWAY[kind] or not re.fullmatch("0*3", data[GATEWAY[kind]][0])):
        return found
    return found + [word for place, word in enumerate(data) if place in NAMES.get(kind, []) and word["word"]]


def label_to_ascii(label: str, *, generates: bool) -> str:
    """The A-label of a label that is not ASCII; the label itself where it is refused."""
    if label.isascii() or (generates and "$" in re.sub(r"\\.", "", label)):
        return label
    try:
        return labels.escape(acelabel.alabel(labels.unescape(label), profile=acelabel.DNS))
    except AceError:
        return label


def to_ascii(zone: str) -> str:
    """The file with every label that is not ASCII as its A-label, where it has one."""
    made, end = "", 0
    mark = len(zone) - len(zone.removeprefix("\ufeff"))
    for entry in entries(zone[mark:]):
        for word in names(entry):
            name = word[0]
            if not name.isascii():
                parts = LABEL.findall(name)
                name = "".join(
                    label_to_ascii(label, generates=generates(entry)) + ("." if dot else "") for label, dot in parts
                )
            made += zone[end : mark + word.start()] + name
            end = mark + word.end()
    return made + zone[end:]
