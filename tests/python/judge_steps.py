"""The first judge of vectors/: the standards step by step, with the tables of src/unicode as text.

It returns the form that a name has in ASCII, or every clause that refuses it. Its IDNA2003 has the tables of Unicode
3.2 that the interpreter has.
"""

import re
import stringprep
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from punycode_steps import decode, encode

UNICODE = Path(__file__).parents[2] / "src" / "unicode"
SEPARATORS = re.compile("[.\u3002\uff0e\uff61]")
# Forbidden domain code points: URL Standard, section 3.3.
FORBIDDEN = frozenset(map(chr, range(0x21))) | frozenset("#/:<>?@[\\]^|%\x7f")
# Capital letters since Unicode 16.0, which not every interpreter knows.
NEW_CAPITALS = re.compile(
    "[\u1c89\ua7cb\ua7cc\ua7ce\ua7d2\ua7d4\ua7da\ua7dc\ua7dd\ua7e2\uab6c\uab6d"
    "\U00010d50-\U00010d65\U00016ea0-\U00016eb8\U0001df40-\U0001df7e]"
)
ZWNJ, ZWJ = "\u200c\u200d"


@dataclass(frozen=True)
class Rules:
    """A profile by the flags in which the profiles of vectors/ differ."""

    family: str = "uts46"
    check_hyphens: bool = False
    use_std3: bool = True
    verify_length: bool = True
    root_dot: bool = True
    is_url: bool = False
    pass_ascii_domain: bool = False
    deny_number: bool = False
    rfc5895: bool = False


IDNA2008 = Rules("idna2008", check_hyphens=True)
PROFILES = {
    "UTS46": Rules(),
    "WHATWG": Rules(use_std3=False, verify_length=False, is_url=True, pass_ascii_domain=True),
    "WHATWG_STRICT": Rules(check_hyphens=True, root_dot=False, is_url=True, deny_number=True),
    "IDNA2008": IDNA2008,
    "IDNA2008_MAPPED": replace(IDNA2008, rfc5895=True),
    "IDNA2003": Rules("idna2003"),
}

# The clauses that refuse, and the codes of ours that each stands for.
BIDI_RULES = tuple(f"bidi_rule_{number}" for number in range(1, 7))
CODES: dict[str, tuple[str, ...]] = {
    "UTS #46 4.1 V1: not in NFC": ("not_nfc", "disallowed_codepoint"),
    "UTS #46 4.1 V2: hyphens in third and fourth place": ("hyphen_3_4", "invalid_alabel"),
    "UTS #46 4.1 V3: a hyphen at an end": ("hyphen_start_end",),
    "UTS #46 4.1 V4: begins with xn--": ("invalid_alabel",),
    "UTS #46 4.1 V6: begins with a combining mark": ("leading_combiner",),
    "UTS #46 4.1 V7: a code point that is not valid": ("disallowed_codepoint", "surrogate"),
    "UTS #46 4.1 U1: ASCII that STD3 does not allow": ("std3_disallowed",),
    "UTS #46 4 P4: no Punycode of a label": ("invalid_alabel", "non_canonical_alabel"),
    "UTS #46 4.2 A4_1: a name of 1 to 253 characters": ("domain_too_long", "empty_domain"),
    "UTS #46 4.2 A4_2: a label of 1 to 63 characters": ("label_too_long", "empty_label", "empty_domain"),
    "URL 3.3: an empty domain": ("empty_domain",),
    "URL 3.3: a forbidden domain code point": ("disallowed_codepoint", "std3_disallowed"),
    "URL 3.5: ends in a number": ("ends_in_number",),
    "RFC 5890 2.3.2.1: no A-label": ("invalid_alabel", "non_canonical_alabel"),
    "RFC 5891 4.1: not in NFC": ("not_nfc",),
    "RFC 5891 4.2.3.1: hyphens": ("hyphen_3_4", "hyphen_start_end", "invalid_alabel"),
    "RFC 5891 4.2.3.2: begins with a combining mark": ("leading_combiner",),
    "RFC 5892 2: a code point that is not PVALID": ("disallowed_codepoint", "surrogate"),
    "RFC 5892 A.1: ZERO WIDTH NON-JOINER": ("contextj",),
    "RFC 5892 A.2: ZERO WIDTH JOINER": ("contextj",),
    "RFC 5892 A.3 to A.9: a code point out of context": ("contexto",),
    "RFC 1034 3.1: a label of 1 to 63 characters": ("label_too_long", "empty_label", "empty_domain"),
    "RFC 1034 3.1: a name of 1 to 253 characters": ("domain_too_long", "empty_domain"),
    "RFC 3490 4.1: ASCII that STD3 does not allow": ("std3_disallowed", "hyphen_start_end", "invalid_alabel"),
    "RFC 3490 4.1: begins with xn--": ("invalid_alabel",),
    "RFC 3490 4.2: not the ASCII form of what it stands for": (
        *(
            "invalid_alabel",
            "non_canonical_alabel",
            "disallowed_codepoint",
            "unassigned",
            "std3_disallowed",
            "surrogate",
        ),
        *("hyphen_start_end", "label_separator", "not_nfc", *BIDI_RULES),
    ),
    "RFC 3491 5: prohibited output": ("disallowed_codepoint", "surrogate", "std3_disallowed"),
    "RFC 3454 6: right-to-left and left-to-right": BIDI_RULES,
    "RFC 3491 7: unassigned in Unicode 3.2": ("unassigned",),
} | {f"RFC 5893 2, rule {number}": (f"bidi_rule_{number}",) for number in range(1, 7)}


def clause(start: str) -> str:
    (found,) = (known for known in CODES if known.startswith(start))
    return found


@cache
def rows_of(file: str) -> list[tuple[range, list[str]]]:
    """The rows of a table: code points, and words."""
    found = []
    for line in (UNICODE / file).read_text("utf-8").splitlines():
        if not line.startswith("#"):
            codes, *words = line.split(" ")
            first, _, last = codes.partition("..")
            found.append((range(int(first, 16), int(last or first, 16) + 1), words))
    return found


@cache
def facts() -> list[list[str]]:
    """The words of each code point: derived property, status, Bidi class, and others."""
    return [words for codes, words in rows_of("table.txt") for _ in codes]


@cache
def mappings() -> dict[str, str]:
    rows = rows_of("mappings.txt")
    return {chr(codes[0]): "".join(chr(int(word, 16)) for word in words[1:] if word) for codes, words in rows}


def words(character: str) -> list[str]:
    return facts()[ord(character)]


def mapped(character: str) -> str:
    """Return what UTS #46 maps a character to: what the table leaves out is folded by NFKC_Casefold (section 7)."""
    match words(character)[1]:
        case "Ignored":
            return ""
        case "Mapped":
            folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFD", character).casefold())
            return mappings().get(character, folded)
    return character


def bidi_clauses(label: str) -> Iterator[int]:
    """The numbers of the conditions of RFC 5893 section 2 that a label breaks."""
    kinds = [words(character)[2] for character in label]
    is_rtl, is_ltr = kinds[0] in ("R", "AL"), kinds[0] == "L"
    ends = [kind for kind in kinds if kind != "NSM"][-1:]
    if not is_rtl and not is_ltr:
        yield 1
    if is_rtl and not {*kinds} <= {"R", "AL", "AN", "EN", "ES", "CS", "ET", "ON", "BN", "NSM"}:
        yield 2
    if is_rtl and ends and ends[0] not in ("R", "AL", "EN", "AN"):
        yield 3
    if is_rtl and {"EN", "AN"} <= {*kinds}:
        yield 4
    if is_ltr and not {*kinds} <= {"L", "EN", "ES", "CS", "ET", "ON", "BN", "NSM"}:
        yield 5
    if is_ltr and ends and ends[0] not in ("L", "EN"):
        yield 6


def bidi_refused(labels: list[str]) -> set[str]:
    """The rule is asked of all labels of a name that has a right-to-left one (RFC 5893 section 1.4)."""
    if not any(words(character)[2] in ("R", "AL", "AN") for label in labels for character in label):
        return set()
    return {clause(f"RFC 5893 2, rule {number}") for label in labels if label for number in bidi_clauses(label)}


def joining(character: str) -> str:
    known = {"DualJoining": "D", "LeftJoining": "L", "RightJoining": "R", "Transparent": "T", "JoinCausing": "C"}
    return next((known[word] for word in words(character) if word in known), "U")


def joiner_refused(label: str) -> set[str]:
    """RFC 5892 appendix A.1 and A.2."""
    found = set()
    for place, character in enumerate(label):
        if character not in (ZWNJ, ZWJ) or (place and "ccc=9" in words(label[place - 1])):
            continue
        before = [kind for kind in map(joining, label[:place]) if kind != "T"][-1:]
        after = [kind for kind in map(joining, label[place + 1 :]) if kind != "T"][:1]
        if character == ZWJ:
            found.add(clause("RFC 5892 A.2"))
        elif before not in (["L"], ["D"]) or after not in (["R"], ["D"]):
            found.add(clause("RFC 5892 A.1"))
    return found


def in_context(label: str, place: int) -> bool:
    """RFC 5892 appendix A.3 to A.9."""
    character, before, after = label[place], label[place - 1 : place], label[place + 1 : place + 2]
    match character:
        case "\u00b7":
            return (before, after) == ("l", "l")
        case "\u0375":
            return after != "" and "Greek" in words(after)
        case "\u05f3" | "\u05f4":
            return before != "" and "Hebrew" in words(before)
        case "\u30fb":
            return any("Japanese" in words(one) for one in label)
    others = range(0x6F0, 0x6FA) if "\u0660" <= character <= "\u0669" else range(0x660, 0x66A)
    return not any(ord(one) in others for one in label)


def length_refused(labels: list[str], rules: Rules) -> set[str]:
    given = labels[:-1] if rules.root_dot and len(labels) > 1 and labels[-1] == "" else labels
    found = {clause("RFC 1034 3.1: a label") for label in given if not 1 <= len(label) <= 63}
    if not 1 <= len(".".join(given)) <= 253:
        found.add(clause("RFC 1034 3.1: a name"))
    return found


def judged(name: str, rules: Rules) -> str | frozenset[str]:
    """The ASCII form of a name, or the clauses that refuse it."""
    family: Callable[[str, Rules], tuple[list[str], set[str]]]
    family = {"uts46": of_uts46, "idna2008": of_idna2008, "idna2003": of_idna2003}[rules.family]
    if rules.pass_ascii_domain and name.isascii():
        labels, refused = [name.lower()], set[str]()
    else:
        labels, refused = family(name, rules)
    if rules.is_url:
        refused |= url_refused(".".join(labels), rules)
    return frozenset(refused) if refused else ".".join(labels)


def url_refused(form: str, rules: Rules) -> set[str]:
    found = {clause("URL 3.3: a forbidden")} if FORBIDDEN & {*form} else set()
    if form == "":
        found.add(clause("URL 3.3: an empty"))
    if rules.deny_number and re.search(r"(^|\.)([0-9]+|0x[0-9a-f]*)\.?$", form):
        found.add(clause("URL 3.5"))
    return found


def of_uts46(name: str, rules: Rules) -> tuple[list[str], set[str]]:
    """UTS #46 sections 4 to 4.2."""
    labels = unicodedata.normalize("NFC", "".join(map(mapped, name))).split(".")
    shown, forms, refused = [], [], set()
    for label in labels:
        text: str | None = label
        if label.startswith("xn--"):
            text = decode(label[4:])
            if text is None or text.isascii():
                refused.add(clause("UTS #46 4 P4"))
                forms.append(label)
                continue
        assert text is not None
        refused |= uts46_refused(text, rules)
        shown.append(text)
        forms.append(text if text.isascii() else f"xn--{encode(text)}")
    refused |= bidi_refused(shown)
    if rules.verify_length:
        refused |= {
            clause("UTS #46 4.2 A4_2" if "label" in one else "UTS #46 4.2 A4_1") for one in length_refused(forms, rules)
        }
    return forms, refused


def uts46_refused(label: str, rules: Rules) -> set[str]:
    """The criteria of UTS #46 section 4.1, but for V5 (no label has a full stop here) and V9 (the Bidi Rule)."""
    asked = {
        "V1": label != unicodedata.normalize("NFC", label),
        "V2": rules.check_hyphens and label[2:4] == "--",
        "V3": rules.check_hyphens and "-" in (label[:1], label[-1:]),
        "V4": not rules.check_hyphens and label.startswith("xn--"),
        "V6": label != "" and "mark" in words(label[0]),
        "V7": any(words(character)[1] not in ("Valid", "Deviation") for character in label),
        "U1": rules.use_std3 and re.search(r"[^a-z0-9\x80-\U0010ffff-]", label) is not None,
    }
    return {clause(f"UTS #46 4.1 {number}") for number, is_broken in asked.items() if is_broken} | joiner_refused(label)


def rfc5895(name: str) -> str:
    """RFC 5895 section 2: letter case, width, NFC."""
    narrow = (unicodedata.normalize("NFKC", one) if wide(one) else one for text in map(small, name) for one in text)
    return unicodedata.normalize("NFC", "".join(narrow))


def small(character: str) -> str:
    """The small letter; those of Cherokee are not PVALID, so that its capitals stay (docs/profiles.md)."""
    if "\u13a0" <= character <= "\u13f5":
        return character
    return mapped(character) if NEW_CAPITALS.match(character) else character.lower()


def wide(character: str) -> bool:
    return re.match("<(wide|narrow)>", unicodedata.decomposition(character)) is not None


def of_idna2008(name: str, rules: Rules) -> tuple[list[str], set[str]]:
    """RFC 5891 section 4, of each label; its dots are those of RFC 3490 section 3.1."""
    labels = SEPARATORS.split(rfc5895(name) if rules.rfc5895 else name)
    shown, forms, refused = [], [], set()
    for label in labels:
        text: str | None = label.lower() if label.isascii() else label
        if label.isascii() and label[:4].lower() == "xn--":
            text = decode(label[4:].lower())
            if text is None or text.isascii() or f"xn--{encode(text)}" != label.lower():
                refused.add(clause("RFC 5890 2.3.2.1"))
                forms.append(label)
                continue
        assert text is not None
        refused |= idna2008_refused(text)
        shown.append(text)
        forms.append(text if text.isascii() else f"xn--{encode(text)}")
    refused |= bidi_refused(shown) | length_refused(forms, rules)
    return forms, refused


def idna2008_refused(label: str) -> set[str]:
    derived = [words(character)[0] for character in label]
    asked = {
        "RFC 5891 4.1": label != unicodedata.normalize("NFC", label),
        "RFC 5891 4.2.3.1": "-" in (label[:1], label[-1:]) or label[2:4] == "--",
        "RFC 5891 4.2.3.2": label != "" and "mark" in words(label[0]),
        "RFC 5892 2": any(kind not in ("PVALID", "CONTEXTJ", "CONTEXTO") for kind in derived),
        "RFC 5892 A.3": not all(in_context(label, at) for at, kind in enumerate(derived) if kind == "CONTEXTO"),
    }
    return {clause(start) for start, is_broken in asked.items() if is_broken} | joiner_refused(label)


def of_idna2003(name: str, rules: Rules) -> tuple[list[str], set[str]]:
    """RFC 3490 section 4.1 of each label, and section 4.2 of those with the prefix."""
    forms, refused = [], set()
    for label in SEPARATORS.split(name):
        form, against = to_ascii_2003(label)
        if form.startswith("xn--") and prepared(label)[0].isascii():
            text = decode(form[4:])
            again = ("", {"?"}) if text is None or text.isascii() else to_ascii_2003(text)
            if again != (form, set()) or prepared(text or "")[0] != text:
                against = against | {clause("RFC 3490 4.2")}
        if label and not form:
            # The label of the root is empty before it is prepared.
            against = against | {clause("RFC 1034 3.1: a label")}
        forms.append(form)
        refused |= against
    return forms, refused | length_refused(forms, rules)


def prepared(label: str) -> tuple[str, set[str]]:
    """Nameprep (RFC 3491), of a label that is not ASCII, and the clauses that refuse it."""
    if label.isascii():
        return label.lower(), set()
    kept = "".join(map_table_b2(one) for one in label if not stringprep.in_table_b1(one))
    text = unicodedata.ucd_3_2_0.normalize("NFKC", kept)
    tables = ("c12", "c22", "c3", "c4", "c5", "c6", "c7", "c8", "c9")
    prohibited = any(getattr(stringprep, f"in_table_{table}")(one) for table in tables for one in text)
    right, left = ([table(one) for one in text] for table in (stringprep.in_table_d1, stringprep.in_table_d2))
    asked = {
        "RFC 3491 5": prohibited,
        "RFC 3454 6": any(right) and (any(left) or not right[0] or not right[-1]),
        "RFC 3491 7": any(stringprep.in_table_a1(one) for one in label + text),
    }
    return text, {clause(start) for start, is_broken in asked.items() if is_broken}


def map_table_b2(character: str) -> str:
    """RFC 3454 table B.2, without the small letters that Unicode has had since."""
    text = stringprep.map_table_b2(character)
    return character if any(map(stringprep.in_table_a1, text)) else text


def to_ascii_2003(label: str) -> tuple[str, set[str]]:
    """ToASCII with UseSTD3ASCIIRules, without AllowUnassigned."""
    text, refused = prepared(label)
    if re.search(r"[\x00-,./:-@\[-`{-\x7f]|^-|-$", text):
        refused.add(clause("RFC 3490 4.1: ASCII"))
    if text.isascii():
        return text, refused
    if text.startswith("xn--"):
        refused.add(clause("RFC 3490 4.1: begins"))
    return f"xn--{encode(text)}", refused
