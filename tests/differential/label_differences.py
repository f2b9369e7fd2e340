"""Differences of other implementations of IDNA, each with a test that it is the one that has happened."""

from dataclasses import dataclass

import label_evidence as evidence
from label_cases import Case, asked_again
from label_evidence import Evidence
from peer_differences import LOWERS_ANEW

URL = ("can-ada", "ada-url")


@dataclass(frozen=True)
class Difference:
    """Something a peer does otherwise."""

    peers: tuple[str, ...]
    what: str
    evidence: Evidence


DIFFERENCES = [
    Difference(
        ("idna",),
        "what is ASCII as it comes keeps its letter case",
        lambda case: case.direction == "to_ascii" and case.theirs is not None and case.theirs.lower() == case.ours,
    ),
    Difference(
        ("idna", "libidn2", *URL),
        "the Bidi Rule is asked label by label",
        evidence.bidi_label_by_label,
    ),
    Difference(
        ("idna",),
        "bidi classes, marks and normalization are the interpreter's",
        evidence.older_interpreter,
    ),
    Difference(("idna", "ICU", "ICU 78"), "decoded names may be of any length", evidence.unverified_lengths),
    Difference(("ICU",), "characters that came after Unicode 15.0 are unassigned", evidence.came_after(15, 0)),
    Difference(("ICU 78",), "characters that came after Unicode 17.0 are unassigned", evidence.came_after(17, 0)),
    Difference(
        URL, "characters that came after Unicode 13.0 have no direction and are no marks", evidence.came_after(13, 0)
    ),
    Difference(
        ("libidn2",),
        "characters that came after the IDNA2008 tables of Unicode 11.0 are unassigned",
        evidence.came_after(11, 0),
    ),
    Difference(
        ("ICU", "libidn2", "can-ada"),
        "characters are mapped as before revision 33 of UTS #46",
        evidence.mapped_as_before,
    ),
    Difference(("ICU", "ICU 78"), "hyphens are counted in units of UTF-16", evidence.utf16_hyphens),
    Difference(
        URL,
        "a joiner after a virama, or anywhere between letters that join, ends all checks of the label",
        evidence.joiner_ends_checks,
    ),
    Difference(
        URL,
        "the joining types of letters are few",
        evidence.unknown_joining,
    ),
    Difference(("ada-url",), "an answer ends at the first NUL", evidence.ends_at_nul),
    Difference(
        URL,
        "a delimiter at the beginning of Punycode is dropped",
        evidence.dropped_delimiter,
    ),
    Difference(
        ("ada-url",),
        "canonical reordering stops short, so that the answer is not in NFC",
        evidence.out_of_order,
    ),
    Difference(
        ("can-ada",),
        "the Bidi Rule is asked of labels that begin with a right-to-left letter",
        evidence.bidi_after_right_to_left,
    ),
    Difference(
        ("can-ada",),
        "an A-label may be ASCII and a hyphen, or begin with xn-- again",
        evidence.fake_alabels,
    ),
    Difference(
        ("libidn2",),
        "a code point that IDNA2008 does not allow is refused after mapping, too",
        evidence.symbols,
    ),
    Difference(("libidn2",), "what the STD3 rules do not allow is dropped", evidence.drops_std3),
    Difference(
        ("libidn2",),
        "a neutral character that only marks follow may end a label",
        evidence.neutral_end,
    ),
    Difference(("libidn2",), "a label may be empty", evidence.empty_labels),
    Difference(
        ("libidn2",),
        "a right-to-left label may mix European and Arabic digits",
        evidence.mixed_digits,
    ),
    Difference(
        ("CPython",),
        "a label that is or becomes ASCII is handed out as it is",
        evidence.ascii_is_not_looked_at,
    ),
    Difference(
        ("CPython",),
        "the length of the whole name is not looked at",
        evidence.unverified_name,
    ),
    Difference(
        ("CPython",),
        "a label may hold a full stop after mapping",
        evidence.full_stop_inside,
    ),
    *(
        Difference(
            ("CPython",),
            "letters are put into a lower case that came after Unicode 3.2",
            evidence.lowers_anew,
        )
        for _ in range(LOWERS_ANEW)
    ),
    Difference(("CPython",), "marks that Unicode 3.2 does not know are reordered", evidence.reorders_anew),
]


def reasons(case: Case) -> list[str] | None:
    """Why a peer gives another answer; None if no reason explains it.

    That of a name is explained where that of each label by itself is, and the peer's answer is made of those it gives
    for the labels.
    """
    known = [one for one in DIFFERENCES if case.peer.name in one.peers]
    if direct := next(filter(None, (reasons_with(one, case) for one in known)), None):
        return direct
    return None if len(case.labels) == 1 else reasons_of_labels(case)


def reasons_with(difference: Difference, case: Case) -> list[str] | None:
    """A reason, and those for what it leaves to be explained."""
    left = difference.evidence(case)
    if isinstance(left, bool):
        return [difference.what] if left else None
    others = [] if left.agrees else reasons(left)
    return None if others is None else [difference.what, *others]


def reasons_of_labels(case: Case) -> list[str] | None:
    parts = [asked_again(case, label) if label else None for label in case.labels]
    # A label that is mapped to nothing is empty in the name, but alone it is no name.
    full = [part if part and part.code not in ("empty_domain", "empty_label") else None for part in parts]
    answers = [part.theirs if part else "" for part in full]
    theirs = None if None in answers else ".".join(answer or "" for answer in answers)
    differing = [part for part in full if part and not part.agrees]
    ours = ".".join(str(part.ours) if part else "" for part in full)
    is_ours_of_labels = ours == case.ours or (case.code != "" and any(part.code != "" for part in differing))
    if theirs != case.theirs or not differing or not is_ours_of_labels:
        return None
    found = [reasons(part) for part in differing]
    return None if None in found else [reason for part in found for reason in part or ()]
