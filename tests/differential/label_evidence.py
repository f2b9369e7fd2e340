"""Evidence that a difference has the cause it is listed under.

Evidence is True or False, or else another question, in which the cause is out of the way: on that one the two have to
agree, or to differ for causes that are listed, too.
"""

import encodings.idna
import re
import unicodedata
from collections.abc import Callable
from dataclasses import replace
from functools import cache

from label_cases import SEPARATORS, Case, age, asked_again, decoded, decoded_label, is_ignored, under, without
from label_peers import LabelPeer
from label_stand_ins import exchanged, stand_in
from outcomes import outcome
from peer_rules import breaks_bidi_rule, joiner_in_place, joining_type

import acelabel

Evidence = Callable[[Case], "bool | Case"]

# Code points of Unicode 15.0 that UTS #46 maps, ignores or takes otherwise since Unicode 15.1 and 16.0.
CHANGED_SINCE_15 = frozenset(
    "\u04c0\u115f\u1160\u17b4\u17b5\u1806\u180e\u2061\u2062\u2063\u2132\u2183\u2260\u3164\uffa0"
    "\U0002f868\U0002f874\U0002f91f\U0002f95f\U0002f9bf"
) | frozenset(
    chr(code)
    for first, last in ((0x10A0, 0x10C5), (0x206A, 0x206F), (0x226E, 0x226F), (0x1D173, 0x1D17A))
    for code in range(first, last + 1)
)
# The one character that is mapped to something else since; the others were refused.
SHARP_S = "\N{LATIN CAPITAL LETTER SHARP S}"
ZWNJ, _ = JOINERS = "\u200c\u200d"
VIRAMA = 9
TOO_LONG = ("label_too_long", "domain_too_long")
RIGHT_TO_LEFT = ("R", "AL")
NEUTRAL, MARK = ("ON", "ES", "ET", "CS", "BN"), "NSM"


def left_with(case: Case, change: Callable[[str], str]) -> bool | Case:
    """Return what is left with characters changed in a way that does not matter to us."""
    left = asked_again(case, exchanged(case.name, change))
    one_refuses = (case.theirs is None) != (case.code != "")
    return left if one_refuses and left.name != case.name and left.code == case.code else False


def labels_alone_are_good(case: Case, labels: list[str]) -> bool:
    """Return whether each label by itself, but for an empty one, is accepted."""
    return all(case.ours_of(f"a.{label}") is not None for label in labels if label)


def is_rightly_bidi(case: Case) -> bool:
    """Return whether we refuse for the Bidi Rule, and the rule is broken."""
    known = ["".join(c if unicodedata.bidirectional(c) else stand_in(c) for c in text) for text in case.answered]
    return case.code.startswith("bidi_rule") and breaks_bidi_rule(known)


def bidi_label_by_label(case: Case) -> bool:
    answer = case.ours_of(case.name, check_bidi=False)
    return (
        is_rightly_bidi(case)
        and case.theirs is not None
        and case.theirs.lower() == (answer or "").lower()
        and labels_alone_are_good(case, case.labels)
    )


def bidi_after_right_to_left(case: Case) -> bool:
    asked_of = [text for text in case.answered if unicodedata.bidirectional(text[:1] or "a") in RIGHT_TO_LEFT]
    return is_rightly_bidi(case) and case.is_ours_with(check_bidi=False) and labels_alone_are_good(case, asked_of)


def is_too_long(case: Case) -> bool:
    """Return whether we refuse for the length of a label or of the name, and it is too long."""
    ascii_case = replace(case, direction="to_ascii")
    answer = ascii_case.ours_of(case.name, verify_dns_length=False, check_bidi=False, check_hyphens=False) or ""
    if case.code == "domain_too_long":
        return len(answer.removesuffix(".")) > 253
    return case.code == "label_too_long" and max(map(len, answer.split("."))) > 63


def unverified_lengths(case: Case) -> bool | Case:
    return case.direction == "to_unicode" and is_too_long(case) and under(case, verify_dns_length=False)


def unverified_name(case: Case) -> bool | Case:
    is_of_name = case.code == "domain_too_long" and case.theirs is not None
    return is_of_name and is_too_long(case) and under(case, verify_dns_length=False)


def older_interpreter(case: Case) -> bool | Case:
    """CPython's own tables do not know a character, and so give it no bidi class."""
    return left_with(case, lambda c: c if unicodedata.bidirectional(c) else stand_in(c))


def came_after(*version: int) -> Evidence:
    def settled(character: str) -> str:
        if age(character) <= version:
            return character
        text = current(character)
        return text if all(age(c) <= version for c in text) else stand_in(character)

    def evidence(case: Case) -> bool | Case:
        return left_with(case, settled) or differs_in_places_of(case, lambda c: age(c) > version)

    return evidence


def differs_in_places_of(case: Case, moves: Callable[[str], bool]) -> bool:
    """Return whether both answers are the same characters, and those that stay are in the same order."""
    if not isinstance(case.ours, str) or case.theirs is None:
        return False
    pairs = list(zip(decoded(case.ours), case.answered, strict=False))
    return all(sorted(ours) == sorted(theirs) for ours, theirs in pairs) and all(
        without(ours, moves) == without(theirs, moves) for ours, theirs in pairs
    )


@cache
def current(character: str) -> str:
    """Return what UTS #46 maps a character to."""
    answer = outcome(lambda text: acelabel.to_unicode(text, profile=acelabel.WHATWG), character)
    if isinstance(answer, str):
        return answer
    return "" if answer[0] == "empty_domain" else character


def mapped_now(character: str) -> str:
    """Return what a character of those that changed is mapped to, or a stand-in if it is valid since."""
    if character not in CHANGED_SINCE_15:
        return character
    text = current(character)
    return stand_in(character) if text == character else text


def narrow_sign(character: str) -> str:
    """The signs that U+0338 makes one of those characters of, as ASCII."""
    narrow = unicodedata.normalize("NFKC", character)
    return narrow if narrow in ("<", "=", ">") else character


def mapped_as_before(case: Case) -> bool | Case:
    if SHARP_S in case.name:
        left = asked_again(case, case.name.replace(SHARP_S, "ss"))
        is_for_lengths = left.code in ("", *TOO_LONG)
        return (case.theirs is not None or is_for_lengths) and replace(left, theirs=case.theirs)
    composed = replace(case, name=unicodedata.normalize("NFC", "".join(map(narrow_sign, case.name))))
    return case.only_they_refuse and (left_with(case, mapped_now) or left_with(composed, mapped_now))


def has_hyphens(units: str | bytes) -> bool:
    return units[2:4] == "--" if isinstance(units, str) else units[4:8] == b"-\0-\0"


def utf16_hyphens(case: Case) -> bool | Case:
    """The third and fourth unit of UTF-16 are no third and fourth character where a supplementary one stands before."""
    if case.code == "hyphen_3_4":
        hyphened = [text for text in case.answered if has_hyphens(text)]
        are_late = all(not has_hyphens(text.encode("utf-16-le")) for text in hyphened)
        return case.theirs is not None and hyphened != [] and are_late and under(case, check_hyphens=False)
    return case.only_they_refuse and left_with(case, lambda c: stand_in(c) if ord(c) > 0xFFFF else c)


def passes_with_joiner(text: str) -> bool:
    """Return whether the first joiner comes after a virama, or has a letter that joins on either side, however far."""
    place = next((place for place, character in enumerate(text) if character in JOINERS), 0)
    if place and unicodedata.combining(text[place - 1]) == VIRAMA:
        return True
    before, after = text[:place], text[place + 1 :]
    joins = any(joining_type(c) in "LD" for c in before) and any(joining_type(c) in "RD" for c in after)
    return text[place : place + 1] == ZWNJ and joins


def joiner_ends_checks(case: Case) -> bool:
    checked = [text for text in case.answered if not passes_with_joiner(text)]
    is_right = not all(map(joiners_are_in_place, case.answered)) if case.code == "contextj" else is_rightly_bidi(case)
    return (
        is_right
        and len(checked) < len(case.answered)
        and case.is_ours_with(check_bidi=False, check_joiners=False)
        and labels_alone_are_good(case, checked)
    )


def joiners_are_in_place(text: str) -> bool:
    return all(joiner_in_place(text, place) for place, character in enumerate(text) if character in JOINERS)


def unknown_joining(case: Case) -> bool | Case:
    are_in_place = all(map(joiners_are_in_place, decoded(str(case.ours))))
    return case.only_they_refuse and are_in_place and left_with(case, lambda c: "" if c in JOINERS else c)


def ends_at_nul(case: Case) -> bool:
    lenient: list[dict[str, bool]] = [{}, {"check_bidi": False}, {"check_bidi": False, "check_joiners": False}]
    answers = [case.ours_of(case.name, deny_url_code_points=False, **flags) for flags in lenient]
    if case.name.isascii():
        answers.append(case.name.lower())
    return "\0" in case.name and any(case.theirs == answer.split("\0")[0] for answer in answers if answer)


def left_with_labels(case: Case, change: Callable[[str], str]) -> bool | Case:
    """Return what is left with labels changed, in the name and in the answer alike."""
    pairs = zip(case.labels, (label.lower() for label in case.mapped), strict=True)
    labels = [label if change(mapped) == mapped else change(mapped) for label, mapped in pairs]
    if case.theirs is None or labels == case.labels:
        return False
    left = asked_again(case, ".".join(labels))
    return left if left.theirs == ".".join(map(change, case.theirs.split("."))) else False


def dropped_delimiter(case: Case) -> bool | Case:
    return left_with_labels(case, lambda label: re.sub("^xn---([a-z0-9]+)$", r"xn--\1", label))


def is_fake(label: str) -> bool:
    """Return whether an A-label decodes to ASCII, or to what looks like an A-label."""
    text = decoded_label(label)
    return text is not None and (text.isascii() or text.startswith("xn--"))


def fake_alabels(case: Case) -> bool | Case:
    return left_with_labels(case, lambda label: "a" if is_fake(label) else label)


def out_of_order(case: Case) -> bool | Case:
    """Their answer decodes to what is ours after normalization, but not before; or they take it for normalized."""
    if case.code == "not_nfc":
        return left_with_labels(case, lambda label: "a" if taken_for_normal(label, case.peer) else label)
    answers = (case.ours_of(case.name), case.ours_of(case.name, check_bidi=False, check_joiners=False))
    normal = [unicodedata.normalize("NFC", text) for text in case.answered]
    return normal != case.answered and any(normal == decoded(answer) for answer in answers if answer)


def taken_for_normal(label: str, peer: LabelPeer) -> bool:
    text = decoded_label(label) or ""
    return text != unicodedata.normalize("NFC", text) and peer.directions["to_ascii"](text) == label


@cache
def is_symbol(character: str) -> bool:
    profile = acelabel.IDNA2008.replace(check_bidi=False)
    refusal = outcome(lambda label: acelabel.to_ascii(label, profile=profile), f"a{character}a")
    return not isinstance(refusal, str) and refusal[0] == "disallowed_codepoint"


def symbols(case: Case) -> bool | Case:
    """IDNA2008 does not allow a character of our answer."""
    if not isinstance(case.ours, str) or case.theirs is not None:
        return False
    return left_with(replace(case, name=case.ours), lambda c: stand_in(c) if is_symbol(c) else c)


@cache
def has_std3_disallowed(character: str) -> bool:
    """Return whether a character is or becomes ASCII that is no letter, digit or hyphen."""
    return any(
        part.isascii() and not part.isalnum() and part not in "-."
        for form in ("NFKC", "NFD")
        for part in unicodedata.normalize(form, character)
    )


def drops_std3(case: Case) -> bool | Case:
    kept = without(case.name, has_std3_disallowed)
    is_dropped = kept != case.name and case.theirs is not None
    return is_dropped and replace(asked_again(case, kept), theirs=case.theirs)


def neutral_end(case: Case) -> bool:
    """Without the neutral characters before the last marks of a label we agree to it."""
    fixed = [without_neutral_end(text) for text in case.answered]
    return (
        is_rightly_bidi(case)
        and any(unicodedata.bidirectional(text[-1:] or "a") == MARK for text in case.answered)
        and case.is_ours_with(check_bidi=False)
        and case.ours_of(".".join(fixed)) is not None
    )


def without_neutral_end(text: str) -> str:
    kept = text
    while kept and unicodedata.bidirectional(kept[-1]) in (*NEUTRAL, MARK):
        kept = kept[:-1]
    return kept + "".join(c for c in text[len(kept) :] if unicodedata.bidirectional(c) == MARK)


def empty_labels(case: Case) -> bool | Case:
    if case.code not in ("empty_label", "empty_domain") or case.theirs is None:
        return False
    is_rooted = len(case.labels) > 1 and all(map(is_ignored, case.labels[-1]))
    given = case.labels[:-1] if is_rooted else case.labels
    labels = [label for label in given if not all(map(is_ignored, label))]
    answered = [label for label in case.theirs.split(".") if label]
    if labels == given:
        return False
    if not labels:
        return not answered
    return replace(asked_again(case, ".".join(labels)), theirs=".".join(answered))


def mixed_digits(case: Case) -> bool:
    digits = exchanged(case.name, lambda c: "۱" if unicodedata.bidirectional(c) == "AN" else c)
    return is_rightly_bidi(case) and case.is_ours_with(check_bidi=False) and case.ours_of(digits) is not None


def prepared(label: str) -> str | None:
    """A label after CPython's own nameprep."""
    try:
        return label if label.isascii() else encodings.idna.nameprep(label)
    except UnicodeError:
        return None


def is_provable(label: str) -> bool:
    """Return whether CPython's own ToUnicode takes an ASCII label, and for a single one."""
    try:
        # It may know the prefix in lower case only.
        text = encodings.idna.ToUnicode(label.lower())
    except UnicodeError:
        return False
    return SEPARATORS.search(text) is None


def ascii_is_not_looked_at(case: Case) -> bool:
    given = prepared(case.name)
    if given is None or not given.isascii() or case.theirs != given:
        return False
    return case.ours == given.lower() or not all(map(is_provable, given.split(".")))


def has_full_stop(character: str) -> bool:
    return "." in unicodedata.normalize("NFKC", character)


def full_stop_inside(case: Case) -> bool | Case:
    """Their answer has more full stops than the name has separators."""
    left = asked_again(case, exchanged(case.name, lambda c: "ა" if has_full_stop(c) else c))
    has_more = case.theirs is not None and case.theirs.count(".") >= len(case.labels)
    return has_more and left.name != case.name and left


def has_new_lower_case(character: str) -> bool:
    """Return whether today's lower case of a character is not that of RFC 3454 table B.2."""
    return character.lower() != character and outcome(keeps_2003, character) == character


def keeps_2003(text: str) -> str:
    return acelabel.to_unicode(text, profile=acelabel.IDNA2003.replace(allow_unassigned=True))


def lowered(case: Case) -> str:
    return "".join(c.lower() if has_new_lower_case(c) else c for c in case.name)


def lowers_anew(case: Case) -> bool:
    left = asked_again(case, lowered(case))
    is_for_letters = left.code in ("", *TOO_LONG) or left.code.startswith("bidi_rule")
    return left.name != case.name and left.agrees and is_for_letters


def reorders_anew(case: Case) -> bool:
    """Return whether our answer is theirs once today's combining classes have put its marks into order."""
    answer = case.ours_of(lowered(case)) or ""
    ours = decoded(answer)
    return ours != case.answered and [unicodedata.normalize("NFC", text) for text in ours] == case.answered
