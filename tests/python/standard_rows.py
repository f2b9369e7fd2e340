"""The rows of vectors/, made by rules: `python tests/python/standard_rows.py` writes the files anew.

The first judge says what each row answers. docs/differences.md is made from the rows by implementations_asked.py.
"""

import json
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any

import race_rows
from judge_steps import CODES, PROFILES, ZWJ, ZWNJ, judged, mapped, rows_of
from judge_steps import words as words_of
from punycode_steps import encode

VECTORS = Path(__file__).parents[2] / "vectors"
DOTS = ".\u3002\uff0e\uff61"
# A letter or sign of each Bidi class that is allowed in a label of UTS #46.
OF_BIDI_CLASS = {
    "L": "a",
    "R": "\u05d0",
    "AL": "\u0627",
    "AN": "\u0661",
    "EN": "1",
    "ES": "-",
    "CS": "\u060c",
    "ET": "\u20ac",
    "ON": "\u2603",
    "NSM": "\u0301",
    "BN": "\u0605",
}
# A letter or mark of each Joining_Type, and a virama.
OF_JOINING_TYPE = {
    "U": "a",
    "R": "\u0627",
    "D": "\u0628",
    "L": "\ua872",
    "T": "\u064b",
    "C": "\u0640",
    "virama": "\u094d",
}
Names = Iterator[str]


def statuses() -> Names:
    """The first and the last code point of each run of those that the standards treat alike, between letters."""
    runs: list[tuple[range, tuple[str, ...]]] = []
    for codes, words in rows_of("table.txt"):
        facts = tuple(word for word in words if not word.startswith(("text=", "NFC_QC")))
        if runs and runs[-1][1] == facts and runs[-1][0].stop == codes.start:
            codes = range(runs.pop()[0].start, codes.stop)
        runs.append((codes, facts))
    for codes, facts in runs:
        letter = "\u05d0" if facts[2] in ("R", "AL", "AN") else "a"
        for code in sorted({codes[0], codes[-1]}):
            yield letter + chr(code) + letter


def ascii_characters() -> Names:
    """Every ASCII character at each place of a label."""
    for character in map(chr, range(0x80)):
        yield from (pattern.replace("*", character) for pattern in ("*", "*a", "a*", "a*a", "ab*a", "ü*ü"))


def bidi_classes() -> Names:
    """Pairs of Bidi classes at each place of a label, and across two labels."""
    patterns = (
        "{}{}",
        "\u05d0{}{}",
        "{}{}\u05d0",
        "\u05d0{}{}\u05d0",
        "a{}{}",
        "{}{}.\u05d0",
        "\u05d0.{}{}",
        "{}a.{}\u05d0",
        # A mark at the end, behind what may not stand there.
        "\u05d0{}{}\u05b0",
        "\u05d0.\u00fc{}{}",
        "\u05d0.\u00fc{}{}\u0301",
    )
    for one, other in product(OF_BIDI_CLASS.values(), repeat=2):
        yield from (pattern.format(one, other) for pattern in patterns)


def joiners() -> Names:
    """Both joiners between all Joining_Types, with transparent marks on either side or none."""
    kinds = OF_JOINING_TYPE.values()
    for before, after, joiner, marks in product(kinds, kinds, (ZWNJ, ZWJ), ("", "\u064b")):
        yield from (before + marks + joiner + after, before + joiner + marks + after)
    for joiner in (ZWNJ, ZWJ):
        yield from (joiner, f"a{joiner}", f"{joiner}a", f"\u0915\u094d{joiner}", f"\u0915\u094d{joiner}\u0937")


def contexts() -> Names:
    """The code points of RFC 5892 appendix A.3 to A.9 between those that matter to them."""
    neighbours = ("", "l", "a", "\u03b1", "\u05d0", "\u30ab", "\u3042", "\u4e2d", "\u0661", "\u06f1")
    for character, before, after in product("\u00b7\u0375\u05f3\u05f4\u30fb\u0660\u06f0", neighbours, neighbours):
        yield before + character + after


def dots() -> Names:
    """Every separator at each place, and characters that hold a full stop or are none."""
    yield from DOTS
    for one, other in product(DOTS, repeat=2):
        yield from (f"ü{one}b{other}", f"a{one}{other}b", f"{one}a{other}ü", f"a{one}\u00ad{other}b")
    for near in "\u2024\u2025\u2026\u2488\u3002\ufe12\ufe52\uff0e\uff61\u06d4\u0701\u1362\u104a\u00b7":
        yield from (f"ü{near}b", near, f"{near}b", f"ü{near}")


def prefixes() -> Names:
    """The prefix in every case and width, before payloads of each kind."""
    for first, second, hyphen, other in product("xX\uff58\uff38", "nN\uff4e\uff2e", "-\uff0d", "-\uff0d\u2010"):
        for payload in ("bcher-kva", "", "-", "a", "BCHER-KVA"):
            yield f"{first}{second}{hyphen}{other}{payload}"


def lengths() -> Names:
    """Labels and names at every border of their lengths."""
    yield from ("", "a" * 1001)
    for count in range(60, 67):
        yield from (letter * count for letter in "a中")
        yield from (f"{'a' * (count - 7)}ü", f"{'ü' * (count - 7)}", "xn--" + "a" * (count - 4), f"b.{'a' * count}.c")
    for count in range(50, 62):
        yield from ("ü" + "a" * count, "中" * count, "\U00020000" * (count - 40))
    for last, end in product(range(56, 65), ("", ".", "\u3002", "..")):
        yield ".".join(["a" * 63] * 3 + ["b" * last]) + end
        yield ".".join(["a" * 63] * 2 + ["ü" + "a" * 55, "b" * last]) + end


def neighbours() -> Names:
    """Hyphens and dots, alone and beside each other, at each place of a name of each length up to 35."""
    for count in range(1, 36):
        name = ("az09m" * 7)[:count]
        yield name
        for place, marks in product(range(count), ("-", ".", "--", "..", "-.", ".-")):
            yield f"{name[:place]}{marks}{name[place + len(marks) :]}"


def payloads() -> Names:
    """A-labels that decode to a code point of each kind, and what is no Punycode."""
    kinds: dict[tuple[str, ...], int] = {}
    for codes, words in rows_of("table.txt"):
        if codes[0] >= 0x80 and not 0xD800 <= codes[0] < 0xE000:
            kinds.setdefault(tuple(word for word in words if not word.startswith("text=")), codes[0])
    for code in kinds.values():
        yield from (f"xn--{encode(text)}" for text in (f"a{chr(code)}a", chr(code), f"\u05d0{chr(code)}\u05d0"))
    for code in (0x7F, 0x80, 0xD7FF, 0xD800, 0xDBFF, 0xDC00, 0xDFFF, 0xE000, 0xFFFE, 0xFFFF, 0x10000, 0x10FFFF):
        yield from (f"xn--{encode(text)}" for text in (chr(code), f"a{chr(code)}"))
    good = "bcher-kva"
    yield from (f"xn--{good[:place]}{sign}{good[place:]}" for place in range(10) for sign in "-9za_.=ü")
    yield from (
        f"xn--{text}" for text in ("99999999", "ls8h=", "0", "a-", "a-b", "-a", "--", "xn--bcher-kva", "xn---epa")
    )
    for text in ("Bücher", "u\u0308", "ﬁ", "\u0301a", "-ü", "ü-", "ab--ü", "faß", "βόλος", "a.ü", "aüA", "\u212a"):
        yield from (f"xn--{encode(text)}", f"XN--{encode(text).upper()}", text)


def compositions() -> Names:
    """Marks in and out of order, what composes and what does not, and letters whose case changes in several ways."""
    marks = ("\u0301", "\u0323", "\u0327", "\u0338", "\u0345", "\u3099", "\u05b0", "\u094d", "\u093c", "\u20dd")
    letters = ("e", "a", "\u05d0", "か", "क", "=", "<", "ω", "\u1100", "한")
    for letter, one, other in product(letters, ("", *marks), ("", *marks)):
        yield letter + one + other
    for cased in "ßẞςΣσıİKÅΩǅŉǰΐᾳᾼᏣꭰⴀႠᲐ\u04c0\u2132\u2183\U00010400\u1e9b\u1fe4\u03f4\u2126":
        yield from (cased, f"a{cased}", f"{cased}a.b")


def directions() -> Names:
    """Characters that are mapped to a text of other Bidi classes, where these classes matter."""
    kinds: dict[tuple[str, ...], list[str]] = {}
    for codes, facts in rows_of("table.txt"):
        for character in map(chr, codes) if facts[1] == "Mapped" else ():
            after = tuple(dict.fromkeys(words_of(one)[2] for one in mapped(character)))
            if after != (facts[2],):
                kinds.setdefault((facts[2], *after), []).append(character)
    patterns = ("{}", "a{}b", "a{}", "{}1", "1{}", "\u05d0{}", "{}\u05d0", "{}-", "-{}", "\u05d0.{}")
    for classes, characters in sorted(kinds.items()):
        # Of those that become right-to-left letters, all.
        few = characters if classes == ("L", "R") else [characters[0], characters[-1]]
        yield from (pattern.format(one) for one in few for pattern in patterns)


# Texts that a rule of labels is about: some break it at a place of a label, others call for it and satisfy it. A rule
# that ends the walk over a label too early, or is asked at the wrong time, hides what another one has to find.
PIECES = (
    *("z", "u\u0308", "\u00fc", "\u00c4", "\u00ad", "\u0301", "\u0903", "\ufffd", "\u2603", "_\u00e4", "xn--h"),
    *("ab--c", "b--c", "-d", "d-", "d-d", "y" * 59, "e\u200cf", "e\u200df", "\u0915\u094d\u200c", "\u0915\u094d\u200d"),
    *("\u0628\u200c\u0628", "g\u00b7g", "l\u00b7l", "\u30fb", "\u30ab\u30fb", "\u05d0\u05f3", "\u05d0", "\u0627"),
    *("1", "\u0661", "\u06f1", "\u05d01\u0661", "\u05d01--\u0661", "\u0221"),
)


def pairs() -> Names:
    """Each two pieces that rules of labels are about, beside each other, as they are and in an A-label."""
    for one, other in product(PIECES, repeat=2):
        yield one + other
        if not (one + other).isascii():
            yield f"xn--{encode(one + other)}"
    for piece in PIECES:
        yield from (f"\u05d0.{piece}", f"{piece}.\u05d0", f"xn--4db.{piece}", f"{piece}.xn--4db")


RULES = (
    *(statuses, ascii_characters, bidi_classes, directions, joiners, contexts),
    *(dots, prefixes, lengths, neighbours, payloads, compositions, pairs),
)
KINDS = {rule.__name__: rule for rule in RULES}


def file_of(kind: str) -> str:
    """The content of a file: a row per line, with the answer of the first judge for each profile."""
    rule: Callable[[], Iterable[str]] = (KINDS | race_rows.RULES)[kind]
    judges: dict[str, Callable[[str], str | frozenset[str]]]
    judges = {name: partial(judged, rules=rules) for name, rules in PROFILES.items()}
    clauses = list(CODES)
    if kind in race_rows.RULES:
        judges, clauses = {"RACE": race_rows.JUDGES[kind]}, list(race_rows.CODES)
    lines = []
    for name in dict.fromkeys(rule()):
        answers = [judge(name) for judge in judges.values()]
        packed = [one if isinstance(one, str) else sorted(map(clauses.index, one)) for one in answers]
        lines.append(json.dumps([name, packed[:1] if all(one == packed[0] for one in packed) else packed]))
    head = {"about": rule.__doc__ or "", "profiles": list(judges), "clauses": clauses}
    parts = [f"{json.dumps(key)}: {json.dumps(value)},\n" for key, value in head.items()]
    return "{\n" + "".join(parts) + '"rows": [\n' + ",\n".join(lines) + "\n]}\n"


Answer = tuple[str | None, list[str]]


def answers_of(content: dict[str, Any]) -> Iterator[tuple[str, str, Answer]]:
    """Name, profile, and the form or else the clauses that refuse it, of the content of a file."""
    count = len(content["profiles"])
    for name, answers in content["rows"]:
        for profile, answer in zip(content["profiles"], answers * (count if len(answers) == 1 else 1), strict=True):
            is_form = isinstance(answer, str)
            yield name, profile, (answer, []) if is_form else (None, [content["clauses"][at] for at in answer])


def main() -> None:
    VECTORS.mkdir(exist_ok=True)
    for kind in KINDS | race_rows.RULES:
        (VECTORS / f"{kind}.json").write_text(file_of(kind), "ascii")


if __name__ == "__main__":
    main()
