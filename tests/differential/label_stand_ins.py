"""Characters put in the place of others, to see whether it is those that two implementations do not agree about.

A stand-in has been in Unicode since 3.2 at the latest, IDNA2008 allows it, and every rule of labels takes it for what
it takes the other character for: a letter or a mark, of that direction, joining and composing as that one does.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable
from functools import cache

from label_cases import SEPARATORS, decoded_label, mapped
from outcomes import outcome

import acelabel

STAND_INS = "ა中\u05b0\u0901\u093f\u094dאبا\u02b9۱٠"
# Each tells some stand-ins apart: as first and last character, between right-to-left letters, in a label without them
# of a name with them.
CONTEXTS = ("{}", "a{}", "{}a", "א{}", "א{}א", "א{}1", "{}א", "a{}.א", "{}a.א")
# And these some more, where there is a stand-in of that kind: beside joiners and the middle dot of Katakana.
RARE_CONTEXTS = ("a{}\u200d", "ب{}\u200cب", "ب\u200c{}")
MIDDLE_DOT = "{}\u30fba"
# Labels, and between them what separates them.
PARTS = re.compile(f"({SEPARATORS.pattern})")
LENIENT = acelabel.UTS46.replace(verify_dns_length=False)


def codes(contexts: Iterable[str], character: str, profile: acelabel.Profile = LENIENT) -> tuple[str, ...]:
    """Return what the rules make of a character in each context: a code, or nothing where it may stand there."""
    names = (context.format(character) for context in contexts)
    answers = [outcome(lambda name: acelabel.to_ascii(name, profile=profile), name) for name in names]
    return tuple("" if isinstance(answer, str) else answer[0] for answer in answers)


def is_reordered(character: str) -> bool:
    """Return whether normalization puts a mark before one of class 234."""
    text = f"中\u035d{character}"
    return not str(outcome(lambda name: acelabel.to_unicode(name, profile=LENIENT), text)).startswith(text[:2])


@cache
def facts(character: str) -> tuple[object, ...]:
    (dotted,) = codes((MIDDLE_DOT,), character, acelabel.IDNA2008)
    return codes(CONTEXTS, character), codes(RARE_CONTEXTS, character), is_reordered(character), dotted == ""


@cache
def stand_in(character: str) -> str:
    """The stand-in that is most like a character, or the character itself if there is none."""
    alike = [one for one in STAND_INS if facts(one)[0] == facts(character)[0]]
    return max(alike, key=lambda one: likeness(one, character), default=character)


def likeness(one: str, other: str) -> int:
    return sum(fact == of_other for fact, of_other in zip(facts(one), facts(other), strict=True))


def exchanged(name: str, change: Callable[[str], str]) -> str:
    """A name with every character changed, inside of A-labels as well. Labels without such a character stay."""
    return "".join(part if place % 2 else exchanged_label(part, change) for place, part in enumerate(PARTS.split(name)))


def exchanged_label(label: str, change: Callable[[str], str]) -> str:
    label = "".join(map(change, label))
    text = decoded_label(mapped(label)) or ""
    changed = "".join(map(change, text))
    if changed == text:
        return label
    # A stand-in may be of another combining class.
    ordered = unicodedata.normalize("NFC", changed)
    return ordered if ordered.isascii() else "xn--" + acelabel.punycode.encode(ordered)
