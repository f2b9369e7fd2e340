"""A program: what calls with hostile texts of a mebibyte take, on Linux.

Its argument is the group of functions: "names", "labels without bounds", "hosts" or "codecs". It prints a line for
each call: by how much the process is larger at the height of the call than before it, per octet of the text's UTF-8
and without the text itself; how many octets of memory the answer takes, also per octet; the kind of the text; and
the function. Where UTS #46 maps a text to a longer one, the longer one is the text.
"""

import sys
import unicodedata
from collections import Counter
from pathlib import Path

from public_calls import PROFILES, Call, codecs, drop_in, lists, names, with_octets
from test_hostile_names import MEBIBYTE, MEGABYTES

import acelabel
from acelabel.compat import idna

# Labels that are mapped to ASCII have no bound where DNS lengths are not verified.
MORE = {
    "wide letters": "ａ" * (MEBIBYTE // 3),
    "a wide letter before ASCII": "ａ" + "A" * MEBIBYTE,
    "a wide letter before what is refused": "ａ" + "%" * MEBIBYTE,
    "refused ASCII": "%" * MEBIBYTE,
    "accented capitals": "É" * (MEBIBYTE // 2),
    "soft hyphens in between": "a\u00ad" * (MEBIBYTE // 3),
    "marks of half width": "a" + "\uff9e" * (MEBIBYTE // 3),
    "labels that grow": "㍿." * (MEBIBYTE // 4),
    "labels full of problems": ("%" * 300 + ".") * (MEBIBYTE // 301),
    "labels of RACE": "bq--aduq." * (MEBIBYTE // 9),
}
NAMES = {kind: name for kind, (name, _) in MEGABYTES.items()} | MORE


def in_turn(first: int, last: int, count: int) -> str:
    """So many characters from one to another, over and over, in an order that is not theirs."""
    width = last - first
    return "".join(chr(first + place * 7919 % width) for place in range(count))


# One label that needs Punycode and is longer than DNS allows: only profiles that verify no lengths take it.
LETTERS = in_turn(0x4E00, 0x9C20, MEBIBYTE // 3)
LONG_LABELS = {
    "one label of many letters": LETTERS,
    "one label in Cyrillic": in_turn(0x430, 0x450, MEBIBYTE // 2),
    "one label mapped to six times as many": "㌖" * (MEBIBYTE // 3),
    "one A-label of many letters": "xn--" + acelabel.punycode.encode(LETTERS[: MEBIBYTE // 4]),
    "one label that is refused at its end": LETTERS + "\x80",
}

# A digit is an insertion where it is 0; behind a long literal part none of them is made where it belongs at once.
TEXTS = {
    "ASCII": "a" * MEBIBYTE,
    "hyphens": "-" * MEBIBYTE,
    "one letter": "ü" * (MEBIBYTE // 2),
    "Latin-1": in_turn(0xE0, 0xFF, MEBIBYTE // 2),
    "Latin-1 among ASCII": "aü" * (MEBIBYTE // 3),
    "Greek": in_turn(0x3B1, 0x3C9, MEBIBYTE // 2),
    "Chinese": in_turn(0x4E00, 0x9FFF, MEBIBYTE // 3),
    "beyond the first plane": in_turn(0x20000, 0x2A6DF, MEBIBYTE // 4),
    "ASCII before the last plane": "a" * MEBIBYTE + "\U0010fffd",
    "insertions behind a literal part": "b" * 20_000 + "-" + "a" * (MEBIBYTE - 20_000),
    "insertions of two cases": "b" * 20_000 + "-" + "aA" * (MEBIBYTE // 2 - 10_000),
    "insertions into a long literal part": "b" * (MEBIBYTE // 2) + "-" + "a" * (MEBIBYTE // 2),
    "half a name of RACE": "bq--" + "a" * MEBIBYTE,
    "A-label of insertions behind a literal part": "xn--" + "b" * 20_000 + "-" + "a" * (MEBIBYTE - 20_000),
    "a lone surrogate at the end": "ü" * (MEBIBYTE // 2) + "\ud800",
}


def groups(group: str) -> tuple[dict[str, str], list[tuple[str, Call]]]:
    texts, calls = {
        "hosts": (NAMES | LONG_LABELS | TEXTS, [names([acelabel.WHATWG])]),
        "names": (
            NAMES | LONG_LABELS,
            [names(profile for profile in PROFILES.values() if profile.verify_dns_length)],
        ),
        "labels without bounds": (NAMES | LONG_LABELS | TEXTS, [names([acelabel.WHATWG])]),
        "codecs": (TEXTS, [codecs(), lists(), drop_in(), with_octets()]),
    }[group]
    found = [(name, call) for named in calls for name, of_name in named.items() for call in of_name]
    return texts, [(name, call) for name, call in found if name.startswith("acelabel.host.") == (group == "hosts")]


def in_memory(line: str) -> int:
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return next(int(row.split()[1]) << 10 for row in status.splitlines() if row.startswith(line))


def size(found: object) -> int:
    """Return what the texts, lists and steps of an answer take."""
    match found:
        case acelabel.Inspection():
            labels = [part for label in found.labels for part in (label.input, label.alabel, label.ulabel)]
            parts = {id(part): part for part in (found.ascii, found.unicode, *labels) if part is not None}
            return sum(map(sys.getsizeof, parts.values()))
        case acelabel.punycode.Trace():
            # Five numbers for each step, and four octets for each code point.
            return len(found) * 40 + len(found.input) * 5
        case list() | tuple():
            items = {id(item): item for item in found}
            return sys.getsizeof(found) + sum(map(size, items.values()))
        case int() | bool() | None:
            return 32 if isinstance(found, int) and found > 256 else 0
        case _:
            return sys.getsizeof(found)


def size_in_utf8(text: str) -> int:
    return len(text.encode("utf-8", "surrogatepass"))


def mapped_size(text: str) -> int:
    """About what UTS #46 maps a text to, character by character: Python puts marks in order in quadratic time."""
    return sum(size_in_utf8(unicodedata.normalize("NFKC", each)) * count for each, count in Counter(text).items())


def main() -> None:
    texts, calls = groups(sys.argv[1])
    for kind, text in texts.items():
        octets = max(size_in_utf8(text), mapped_size(text) if sys.argv[1] != "codecs" else 0)
        for name, call in calls:
            # The most that was ever in memory is forgotten.
            Path("/proc/self/clear_refs").write_text("5", encoding="ascii")
            before = in_memory("VmRSS")
            found: object = None
            try:
                found = call(text)
            except (acelabel.AceError, idna.IDNAError, ValueError) as error:
                found = error
            used = in_memory("VmHWM") - before
            print(used / octets, size(found) / octets, kind, name, sep="\t")
            del found


if __name__ == "__main__":
    main()
