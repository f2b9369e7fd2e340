"""docs/migration.md: a profile that answers as the standard codec `idna`, but for the rows listed there.

The other direction of the comparison, from names to their ASCII forms, is also made by test_labels.py.
"""

import unicodedata
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import label_differences
import label_inputs
import label_peers
from label_cases import asked
from label_differences import DIFFERENCES
from outcomes import Refusal, outcome

import acelabel
from acelabel import IDNA2003

PAGE = Path(__file__).parents[2] / "docs" / "migration.md"
LIKE_CODEC = IDNA2003.replace(use_std3_ascii_rules=False, allow_unassigned=True)
NAMES = 30_000
SEED = 3490
LENGTHS = ("empty_domain", "empty_label", "label_too_long", "domain_too_long")


def by_codec(name: str) -> str | None:
    try:
        return name.encode("ascii").decode("idna")
    except UnicodeError:
        return None


def by_us(name: str, **changes: Any) -> str | Refusal:
    return outcome(lambda text: acelabel.to_unicode(text, profile=LIKE_CODEC.replace(**changes)), name)


def is_newer_than_3_2(character: str) -> bool:
    """Return whether a character, or its lower case, came after Unicode 3.2."""
    return any(unicodedata.ucd_3_2_0.category(c) == "Cn" for c in character + character.lower())


def other_case(name: str, theirs: str | None) -> bool:
    """In lower case both say the same, or differ for another reason."""
    return name != name.lower() and (theirs or "").lower() != "" and explained(name.lower())


def lengths(name: str, theirs: str | None) -> bool:
    ours = by_us(name)
    return ours[0] in LENGTHS and theirs == (answer(by_us(name, verify_dns_length=False)) or theirs)


def separator_inside(name: str, theirs: str | None) -> bool:
    return by_us(name)[0] == "label_separator" and any(dot in (theirs or "") for dot in "\u3002\uff0e\uff61")


def newer_letters(name: str, theirs: str | None) -> bool:
    """The codec encodes its answer once more and finds another A-label."""
    ours = answer(by_us(name)) or ""
    moved = [c for c in ours if is_newer_than_3_2(c) and (c.lower() != c or unicodedata.combining(c))]
    return theirs is None and moved != []


LATE = "Lower case and marks that came after Unicode 3.2"
LOWER_CASE = "letters are put into a lower case that came after Unicode 3.2"
# The rows of the page, each with a test that it explains the answer for a name that is decoded.
DECODING: dict[str, Callable[[str, str | None], bool]] = {
    "Letter case": other_case,
    "Lengths": lengths,
    "Full stops inside a label": separator_inside,
    LATE: newer_letters,
}
# The same of a name that is encoded, for the causes of label_differences.py.
ENCODING = {
    "a label that is or becomes ASCII is handed out as it is": ("Letter case", "A-labels"),
    "the length of the whole name is not looked at": ("Lengths",),
    "a label may hold a full stop after mapping": ("Full stops inside a label",),
    LOWER_CASE: (LATE,),
    "marks that Unicode 3.2 does not know are reordered": (LATE,),
}


def answer(of: str | Refusal) -> str | None:
    return of if isinstance(of, str) else None


def explained(name: str) -> bool:
    theirs = by_codec(name)
    return theirs == answer(by_us(name)) or any(evidence(name, theirs) for evidence in DECODING.values())


def rows() -> list[str]:
    """The first cells of the table of differences."""
    lines = PAGE.read_text("utf-8").partition("## What differs\n")[2].partition("\n## ")[0].splitlines()
    return [line.split("|")[1].strip() for line in lines if line.startswith("| ") and "---" not in line][1:]


def test_the_page_lists_every_difference() -> None:
    assert set(rows()) == {*DECODING, *(title for titles in ENCODING.values() for title in titles)}
    # The lower case is a cause in older releases of CPython alone.
    causes = {known.what for known in DIFFERENCES if "CPython" in known.peers}
    assert set(ENCODING) == causes | {LOWER_CASE}


def test_names_are_encoded_as_by_the_codec() -> None:
    peer = label_peers.cpython()
    assert peer.profile == LIKE_CODEC
    cases = [asked(peer, "to_ascii", name) for name in label_inputs.names(NAMES, SEED)]
    differing = [case for case in cases if not case.agrees]
    assert 10 * len(differing) < 3 * len(cases)
    assert [case.name for case in differing if label_differences.reasons(case) is None] == []


def test_names_are_decoded_as_by_the_codec() -> None:
    found: Counter[str] = Counter()
    kept = (acelabel.to_ascii(name, profile=LIKE_CODEC, errors="keep") for name in label_inputs.names(NAMES, SEED))
    for name in filter(str.isascii, kept):
        theirs = by_codec(name)
        if theirs != answer(by_us(name)):
            causes = [title for title, evidence in DECODING.items() if evidence(name, theirs)]
            assert causes != [], (name, theirs, by_us(name))
            found.update(causes)
    assert set(found) == set(DECODING)


def test_a_good_name_goes_both_ways() -> None:
    """Lower-case names that hold nothing newer than Unicode 3.2, and that both accept, have the same two forms."""
    both = 0
    for name in label_inputs.names(NAMES, SEED):
        ascii_form = answer(outcome(lambda text: acelabel.to_ascii(text, profile=LIKE_CODEC), name))
        unicode_form = answer(by_us(ascii_form or "")) or ""
        if ascii_form is None or any(map(is_newer_than_3_2, unicode_form)):
            continue
        assert ascii_form.encode("ascii").decode("idna") == unicode_form
        assert name.encode("idna").decode("ascii").lower() == ascii_form
        both += 1
    assert both > NAMES // 3
