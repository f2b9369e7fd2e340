"""The second judge of vectors/: the standards as patterns, with the tables of PyPI's `idna` and of the interpreter.

It says the ASCII form of a name, or None where any rule refuses it. It shares no line and no table with judge_steps.py,
except for Unicode 3.2 in IDNA2003.
"""

import encodings.idna
import importlib
import re
import stringprep
import unicodedata
from bisect import bisect_right
from functools import cache
from typing import Any

# One letter for each Bidi class.
LETTERS = {
    "L": "L",
    "R": "R",
    "AL": "R",
    "AN": "N",
    "EN": "E",
    "NSM": "m",
    **dict.fromkeys(("ES", "CS", "ET", "ON", "BN"), "n"),
}
BIDI_LABEL = re.compile("(?![RNnEm]*N[RNnEm]*E|[RNnEm]*E[RNnEm]*N)R[RNEnm]*(?<=[RNE])m*|L[LEnm]*(?<=[LE])m*")
CONTEXTS = (
    (re.compile("\u00b7"), re.compile("(?<=l)\u00b7(?=l)")),
    (re.compile("\u0375"), re.compile("\u0375(?=G)")),
    (re.compile("[\u05f3\u05f4]"), re.compile("(?<=H)[\u05f3\u05f4]")),
)
DIGITS = re.compile("(?s)(?=.*[\u0660-\u0669])(?=.*[\u06f0-\u06f9])")
FORBIDDEN = re.compile(r"[\x00-\x20\x7f#%/:<>?@\[\\\]^|]")
# Its Bidi_Class has been L since Unicode 16.0.
CHANGED = "\u1b3a"
PREFIX = re.compile("xn--", re.IGNORECASE)


class UnknownCharacter(Exception):
    """The interpreter does not know a character."""


@cache
def of_idna(module: str) -> Any:
    return importlib.import_module(f"idna.{module}")


def contains(ranges: Any, character: str) -> bool:
    return bool(of_idna("intranges").intranges_contain(ord(character), ranges))


@cache
def is_of_script(script: str, character: str) -> bool:
    return contains(of_idna("idnadata").scripts[script], character)


@cache
def is_allowed(character: str) -> bool:
    classes = of_idna("idnadata").codepoint_classes
    return any(contains(classes[kind], character) for kind in ("PVALID", "CONTEXTJ", "CONTEXTO"))


def status(character: str) -> tuple[str, str | None]:
    """The status of UTS #46 (V, M, D, I or X) and the mapping."""
    tables = of_idna("uts46data")
    place = ord(character) if ord(character) < 256 else bisect_right(tables.uts46_starts, ord(character)) - 1
    return chr(tables.uts46_statuses[place]), tables.uts46_replacements[place]


def bidi_letter(character: str) -> str:
    kind = unicodedata.bidirectional(character)
    if not kind or character in CHANGED:
        raise UnknownCharacter
    return LETTERS.get(kind, "x")


@cache
def joining_letter(character: str) -> str:
    types = of_idna("idnadata").joining_types
    virama = unicodedata.combining(character) == 9
    return "V" if virama else next((kind for kind, ranges in types.items() if contains(ranges, character)), "U")


def joiners_fit(label: str) -> bool:
    """RFC 5892 appendix A.1 and A.2: every joiner is behind a virama, or U+200C where letters join over it."""
    if not re.search("[\u200c\u200d]", label):
        return True
    kinds = "".join({"\u200c": "-", "\u200d": "+"}.get(one) or joining_letter(one) for one in label)
    # A virama is transparent to what joins, and a joiner between is not.
    left = re.sub("(?<=V)[-+]|(?<=[LD])(?P<before>[TV]*)-(?=[TV]*[RD])", r"\g<before>", kinds)
    while left != kinds:
        kinds, left = left, re.sub("(?<=V)[-+]|(?<=[LD])(?P<before>[TV]*)-(?=[TV]*[RD])", r"\g<before>", left)
    return not re.search("[-+]", left)


def bidi_fits(labels: list[str]) -> bool:
    kinds = ["".join(map(bidi_letter, label)) for label in labels if label]
    return not re.search("[RN]", "".join(kinds)) or all(BIDI_LABEL.fullmatch(kind) for kind in kinds)


def begins_with_mark(label: str) -> bool:
    category = unicodedata.category(label[:1] or "a")
    if category == "Cn":
        raise UnknownCharacter
    return category.startswith("M")


def is_normal(text: str) -> bool:
    return unicodedata.is_normalized("NFC", text)


def from_punycode(label: str) -> str | None:
    """The text of a label, if it is not ASCII and has this form and no other."""
    try:
        text = label[4:].encode("ascii").decode("punycode")
        return text if not text.isascii() and to_punycode(text) == label else None
    except (UnicodeError, OverflowError, ValueError):
        return None


def to_punycode(text: str) -> str:
    return text if text.isascii() else "xn--" + text.encode("punycode").decode("ascii")


def lengths_fit(name: str, root_dot: bool) -> bool:
    name = re.sub(r"(?<=.)\.\Z", "", name) if root_dot else name
    return re.fullmatch(r"(?=.{1,253}\Z)[^.]{1,63}(\.[^.]{1,63})*", name, re.DOTALL) is not None


def uts46(name: str, hyphens: bool, std3: bool, lengths: bool, root_dot: bool = True) -> str | None:
    statuses = ((one, *status(one)) for one in name)
    mapped = "".join({"M": other or "", "I": ""}.get(kind, one) for one, kind, other in statuses)
    labels = unicodedata.normalize("NFC", mapped).split(".")
    texts = [from_punycode(label) if PREFIX.match(label) else label for label in labels]
    shown = [text for text in texts if text is not None]
    refused = "^-|-$|^..--" if hyphens else "^xn--"
    is_good = len(shown) == len(texts) and all(
        is_normal(text)
        and not begins_with_mark(text)
        and not re.search(refused, text)
        and not (std3 and re.search(r"[\x00-,/:-`{-\x7f]", text))
        and all(status(one)[0] in "VD" for one in text)
        and joiners_fit(text)
        for text in shown
    )
    form = ".".join(map(to_punycode, shown)) if is_good and bidi_fits(shown) else None
    return None if form is None or (lengths and not lengths_fit(form, root_dot)) else form


def whatwg(name: str) -> str | None:
    form = name.lower() if name.isascii() else uts46(name, hyphens=False, std3=False, lengths=False)
    return form if form and not FORBIDDEN.search(form) else None


def valid_domain(name: str) -> str | None:
    form = uts46(name, hyphens=True, std3=True, lengths=True, root_dot=False)
    return None if form and re.search(r"(?:^|\.)(?:\d+|0x[\da-f]*)\Z", form) else form


def contexto_fits(label: str) -> bool:
    greek = "".join("G" if is_of_script("Greek", one) and one != "\u0375" else one for one in label)
    hebrew = "".join("H" if is_of_script("Hebrew", one) and one not in "\u05f3\u05f4" else one for one in greek)
    # A neighbour may be of the script and out of context itself.
    if re.search("\u0375\u0375|[\u05f3\u05f4]{2}", label):
        raise UnknownCharacter
    japanese = any(is_of_script(script, one) for script in ("Hiragana", "Katakana", "Han") for one in label)
    return (
        all(len(some.findall(hebrew)) == len(good.findall(hebrew)) for some, good in CONTEXTS)
        and not DIGITS.search(label)
        and ("\u30fb" not in label or japanese)
    )


def idna2008(name: str) -> str | None:
    labels = [label.lower() if label.isascii() else label for label in re.split("[.\u3002\uff0e\uff61]", name)]
    texts = [from_punycode(label) if label.startswith("xn--") and label.isascii() else label for label in labels]
    shown = [text for text in texts if text is not None]
    is_good = len(shown) == len(texts) and all(
        is_normal(text)
        and not begins_with_mark(text)
        and not re.search("^-|-$|^..--", text)
        and all(map(is_allowed, text))
        and contexto_fits(text)
        and joiners_fit(text)
        for text in shown
    )
    form = ".".join(map(to_punycode, shown)) if is_good and bidi_fits(shown) else None
    return form if form is not None and lengths_fit(form, root_dot=True) else None


def idna2008_mapped(name: str) -> str | None:
    """RFC 5895 section 2."""
    if any(unicodedata.category(character) == "Cn" for character in name):
        raise UnknownCharacter
    lower = re.sub("[^\u13a0-\u13f5]", lambda found: found[0].lower(), name)
    halves = (unicodedata.decomposition(one) for one in lower)
    parts = zip(lower, halves, strict=True)
    narrow = (chr(int(of.split()[1], 16)) if of.startswith(("<wide>", "<narrow>")) else one for one, of in parts)
    return idna2008(unicodedata.normalize("NFC", "".join(narrow)))


def idna2003(name: str) -> str | None:
    forms = [of_label_2003(label) for label in re.split("[.\u3002\uff0e\uff61]", name)]
    known = [form for form in forms if form is not None]
    return ".".join(known) if len(known) == len(forms) and lengths_fit(".".join(known), root_dot=True) else None


def of_label_2003(label: str, verifies: bool = True) -> str | None:
    # CPython maps capital letters whose small letters came after Unicode 3.2.
    if any(stringprep.in_table_a1(one.lower()[0]) and not stringprep.in_table_a1(one) for one in label):
        raise UnknownCharacter
    try:
        text = label.lower() if label.isascii() else encodings.idna.nameprep(label)
    except UnicodeError:
        return None
    unassigned = any(map(stringprep.in_table_a1, label + text)) and not label.isascii()
    if unassigned or re.search(r"[\x00-,./:-`{-\x7f]|\A-|-\Z", text):
        return None
    form = to_punycode(text)
    if label and not text:
        return None
    if not text.isascii():
        return None if text.startswith("xn--") else form
    if not (verifies and form.startswith("xn--")):
        return form
    decoded = from_punycode(form)
    return form if decoded and of_label_2003(decoded, verifies=False) == form else None


PROFILES = {
    "UTS46": lambda name: uts46(name, hyphens=False, std3=True, lengths=True),
    "WHATWG": whatwg,
    "WHATWG_STRICT": valid_domain,
    "IDNA2008": idna2008,
    "IDNA2008_MAPPED": idna2008_mapped,
    "IDNA2003": idna2003,
}


def judged(name: str, profile: str) -> str | None:
    """The ASCII form of a name, or None; raises UnknownCharacter where this judge cannot tell."""
    return PROFILES[profile](name)
