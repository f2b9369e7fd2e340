"""What other implementations of IDNA do otherwise: each difference with the test of whether it is what has happened."""

import encodings.idna
import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache

from label_cases import Case, alone, decoded, has_newer, is_ignored, without
from outcomes import outcome

import acelabel

# What UTS #46 maps, ignores or takes otherwise since Unicode 15.1 and 16.0, of the code points that 15.0 knows.
CHANGED_SINCE_15 = frozenset(
    "\u04c0\u115f\u1160\u17b4\u17b5\u1806\u180e\u1e9e\u2061\u2062\u2063\u2132\u2183\u2260\u3164\uffa0"
    "\U0002f868\U0002f874\U0002f91f\U0002f95f\U0002f9bf"
) | frozenset(
    chr(code)
    for first, last in ((0x10A0, 0x10C5), (0x206A, 0x206F), (0x226E, 0x226F), (0x1D173, 0x1D17A))
    for code in range(first, last + 1)
)


AS_BEFORE = "characters are mapped as before revision 33 of UTS #46"
# The one character that is mapped to something else since; the others were refused.
SHARP_S = "\N{LATIN CAPITAL LETTER SHARP S}"


@dataclass(frozen=True)
class Difference:
    """Something a peer does otherwise."""

    peers: tuple[str, ...]
    what: str
    explains: Callable[[Case], bool]


def refuses_what_changed(case: Case) -> bool:
    return case.theirs is None and not CHANGED_SINCE_15.isdisjoint(case.characters)


def labels_alone_are_good(case: Case) -> bool:
    """Whether each label by itself, but for an empty one, is accepted."""
    return all(case.ours_of(f"a.{label}") is not None for label in case.labels if label)


def bidi_label_by_label(case: Case) -> bool:
    return (
        case.code.startswith("bidi_rule")
        and case.theirs is not None
        and case.theirs.lower() == (case.ours_of(case.name, check_bidi=False) or "").lower()
        and labels_alone_are_good(case)
    )


def unverified_lengths(case: Case) -> bool:
    return (
        case.direction == "to_unicode"
        and case.code in ("label_too_long", "domain_too_long")
        and (case.is_ours_with(verify_dns_length=False) or case.is_ours_with(verify_dns_length=False, check_bidi=False))
    )


def utf16_hyphens(case: Case) -> bool:
    """The third and fourth unit of UTF-16 are no third and fourth character where a supplementary one stands before."""
    supplementary = any(ord(character) > 0xFFFF for text in case.texts for character in text[:3])
    return supplementary and (
        case.only_they_refuse
        or (case.code == "hyphen_3_4" and case.is_ours_with(check_hyphens=False))
        or (case.direction == "to_unicode" and case.is_ours_with(check_hyphens=False, verify_dns_length=False))
    )


def has_joiner(case: Case) -> bool:
    return not case.characters.isdisjoint("\u200c\u200d")


def interpreter_is_older(case: Case) -> bool:
    """Whether CPython's own tables do not know a character, and so give it no bidi class."""
    return any(not unicodedata.bidirectional(character) for character in case.characters)


def is_symbolic(case: Case) -> bool:
    """Whether IDNA2008 itself refuses our answer."""
    return isinstance(outcome(lambda name: acelabel.to_ascii(name, profile=acelabel.IDNA2008), str(case.ours)), tuple)


@cache
def has_std3_disallowed(character: str) -> bool:
    """Whether a character is or becomes ASCII that is no letter, digit or hyphen."""
    return any(
        part.isascii() and not part.isalnum() and part not in "-."
        for form in ("NFKC", "NFD")
        for part in unicodedata.normalize(form, character)
    )


def drops_std3(case: Case) -> bool:
    kept = without(case.name, has_std3_disallowed)
    lenient: list[dict[str, bool]] = [{}, {"check_bidi": False}]
    forms = [case.ours_of(kept, verify_dns_length=lengths, **flags) for flags in lenient for lengths in (True, False)]
    return kept != case.name and (case.theirs in forms or (case.theirs == "" and all(map(is_ignored, kept))))


def prepared(label: str) -> str | None:
    """A label after CPython's own nameprep."""
    try:
        return label if label.isascii() else encodings.idna.nameprep(label)
    except UnicodeError:
        return None


def ascii_is_not_looked_at(case: Case) -> bool:
    """Whether a label that is or becomes ASCII is handed out as it is."""
    given = prepared(case.name)
    return given is not None and given.isascii() and case.theirs == given


def is_out_of_order(case: Case) -> bool:
    """Whether their answer has the marks that ours has, but in another order."""
    answers = (str(case.ours), case.theirs or "")
    ours, theirs = (unicodedata.normalize("NFD", "".join(decoded(answer.split(".")))) for answer in answers)
    return case.theirs is not None and sorted(ours) == sorted(theirs)


def has_new_lower_case(character: str) -> bool:
    """Whether today's lower case of a character is not that of RFC 3454 table B.2."""
    return character.lower() != character and outcome(keeps_2003, character) == character


def keeps_2003(text: str) -> str:
    return acelabel.to_unicode(text, profile=acelabel.IDNA2003.replace(allow_unassigned=True))


def lowered(case: Case) -> str:
    return "".join(c.lower() if has_new_lower_case(c) else c for c in case.name)


def lowers_anew(case: Case) -> bool:
    text = lowered(case)
    return text != case.name and case.theirs == case.ours_of(text)


def reorders_anew(case: Case) -> bool:
    """Whether our answer is theirs once today's combining classes have put its marks into order."""
    answers = (case.ours_of(lowered(case)) or "", case.theirs or "")
    ours, theirs = (list(decoded(answer.split("."))) for answer in answers)
    return ours != theirs and [unicodedata.normalize("NFC", text) for text in ours] == theirs


DIFFERENCES = [
    Difference(
        ("idna",),
        "what is ASCII as it comes keeps its letter case",
        lambda case: case.direction == "to_ascii" and case.theirs is not None and case.theirs.lower() == case.ours,
    ),
    Difference(("idna", "libidn2", "can-ada", "ada-url"), "the Bidi Rule is asked label by label", bidi_label_by_label),
    Difference(
        ("idna",),
        "bidi classes, marks and normalization are the interpreter's",
        lambda case: interpreter_is_older(case) and (case.theirs is None) != (case.code != ""),
    ),
    Difference(("idna", "ICU"), "decoded names may be of any length", unverified_lengths),
    Difference(
        ("ICU",),
        "characters that came after Unicode 15.0 are unassigned",
        lambda case: case.only_they_refuse and has_newer(case),
    ),
    Difference(
        ("can-ada", "ada-url"),
        "characters that came after Unicode 13.0 have no direction and are no marks",
        lambda case: (
            has_newer(case, (13, 0))
            and (
                case.only_they_refuse
                or (case.code.startswith("bidi_rule") and case.is_ours_with(check_bidi=False))
                or (case.code == "leading_combiner" and case.theirs is not None)
            )
        ),
    ),
    Difference(
        ("libidn2",),
        "characters that came after the IDNA2008 tables of Unicode 11.0 are unassigned",
        lambda case: case.only_they_refuse and has_newer(case, (11, 0)),
    ),
    Difference(
        ("ICU", "libidn2", "can-ada"),
        AS_BEFORE,
        refuses_what_changed,
    ),
    Difference(
        ("ICU",),
        "a last label that is mapped to nothing is taken for that of the root",
        lambda case: case.code == "empty_label" and case.theirs is not None and case.theirs[-1] == ".",
    ),
    Difference(("ICU",), "hyphens are counted in units of UTF-16", utf16_hyphens),
    Difference(
        ("ada-url",),
        "A-labels are not proven where the whole name is ASCII",
        lambda case: case.name.isascii() and case.theirs == case.name.lower(),
    ),
    Difference(
        ("can-ada", "ada-url"),
        "one joiner in its place ends all checks of the label",
        lambda case: has_joiner(case) and case.is_ours_with(check_bidi=False, check_joiners=False),
    ),
    Difference(
        ("can-ada", "ada-url"),
        "the joining types of letters are few",
        lambda case: has_joiner(case) and case.only_they_refuse,
    ),
    Difference(
        ("ada-url",),
        "a name ends at the first NUL",
        lambda case: "\0" in case.name and case.code != "" and case.theirs is not None,
    ),
    Difference(
        ("can-ada", "ada-url"),
        "a delimiter at the beginning of Punycode is dropped",
        lambda case: case.theirs is not None and re.search(r"\bxn---", case.theirs) is not None,
    ),
    Difference(
        ("ada-url",),
        "canonical reordering stops short, so that the answer is not in NFC",
        is_out_of_order,
    ),
    Difference(
        ("can-ada",),
        "the Bidi Rule is asked of labels that begin with a right-to-left letter",
        lambda case: case.code in ("bidi_rule_1", "bidi_rule_5", "bidi_rule_6") and case.is_ours_with(check_bidi=False),
    ),
    Difference(
        ("can-ada",),
        "an A-label may be ASCII and a hyphen, or begin with xn-- again",
        lambda case: (
            case.code == "invalid_alabel"
            and case.theirs is not None
            and re.fullmatch("xn--(.*-|xn--.*)", case.theirs) is not None
        ),
    ),
    Difference(
        ("libidn2",),
        "a code point that IDNA2008 does not allow is refused after mapping, too",
        lambda case: case.only_they_refuse and is_symbolic(case),
    ),
    Difference(
        ("libidn2",),
        "what the STD3 rules do not allow is dropped",
        lambda case: case.theirs is not None and drops_std3(case),
    ),
    Difference(
        ("libidn2",),
        "a neutral character that only marks follow may end a label",
        lambda case: (
            case.code in ("bidi_rule_3", "bidi_rule_6")
            and case.is_ours_with(check_bidi=False)
            and any(text and unicodedata.category(text[-1]) == "Mn" for text in case.texts)
        ),
    ),
    Difference(
        ("libidn2",),
        "a label may be empty",
        lambda case: (
            case.code == "empty_label"
            and (
                case.theirs == ""
                or case.is_ours_with(verify_dns_length=False)
                or case.is_ours_with(verify_dns_length=False, check_bidi=False)
            )
        ),
    ),
    Difference(
        ("libidn2",),
        "a right-to-left label may mix European and Arabic digits",
        lambda case: case.code == "bidi_rule_4" and case.is_ours_with(check_bidi=False),
    ),
    Difference(("CPython",), "a label that is or becomes ASCII is handed out as it is", ascii_is_not_looked_at),
    Difference(
        ("CPython",),
        "the length of the whole name is not looked at",
        lambda case: case.code == "domain_too_long" and case.theirs is not None and len(case.theirs) > 253,
    ),
    Difference(
        ("CPython",),
        "a label may hold a full stop after mapping",
        lambda case: (
            case.theirs is not None and any("." in unicodedata.normalize("NFKC", label) for label in case.labels)
        ),
    ),
    Difference(
        ("CPython",),
        "letters are put into a lower case that came after Unicode 3.2",
        lowers_anew,
    ),
    Difference(("CPython",), "marks that Unicode 3.2 does not know are reordered", reorders_anew),
]


def reasons(case: Case) -> list[str] | None:
    """Why a peer gives another answer; None if no reason explains it.

    That of a name is explained where that of each label by itself is, and the peer's answer is made of those it gives
    for the labels.
    """
    known = [one for one in DIFFERENCES if case.peer.name in one.peers]
    if direct := next((one.what for one in known if one.explains(case)), None):
        return [direct]
    if SHARP_S in case.name and any(one.what == AS_BEFORE for one in known):
        return with_others(AS_BEFORE, replace(alone(case, case.name.replace(SHARP_S, "ss")), theirs=case.theirs))
    return None if len(case.labels) == 1 else reasons_of_labels(case)


def with_others(reason: str, rest: Case) -> list[str] | None:
    """A reason, and those for what it leaves unexplained."""
    others = [] if rest.agrees else reasons(rest)
    return None if others is None else [reason, *others]


def reasons_of_labels(case: Case) -> list[str] | None:
    parts = [alone(case, label) if label else None for label in case.labels]
    # A label that is mapped to nothing is empty in the name, but alone it is no name.
    full = [part if part and part.code not in ("empty_domain", "empty_label") else None for part in parts]
    answers = [part.theirs if part else "" for part in full]
    theirs = None if None in answers else ".".join(answer or "" for answer in answers)
    differing = [part for part in full if part and not part.agrees]
    if theirs != case.theirs or not differing:
        return None
    found = [reasons(part) for part in differing]
    return None if None in found else [reason for part in found for reason in part or ()]
