"""Named rules of single programs that no flag says: ada's and Go's joiners, ada's Bidi Rule, Go's Punycode."""

import re

from judge_steps import joining, words
from letters import LEFT_LABEL, RIGHT, RIGHT_LABEL
from punycode_steps import decode

# Letters that, as ada knows them, join before and behind U+200C, and viramas that it does not know.
ADA_BEFORE = re.compile(
    "[\u0620\u0626\u0628\u062a-\u062e\u0633-\u063f\u0641-\u0647\u0649-\u064a\u066e-\u066f\u0679-\u0687"
    "\u069a-\u06bf\u06c1-\u06c2\u06cc\u06ce\u06d0-\u06d1\u06fa-\u06fc\u06ff\u0712-\u0714\u071a-\u071d"
    "\u071f-\u0727\u0729\u072b\u072d-\u072e\u074e-\u0758\u075c-\u0766\u0850-\u0853\u0855\u08a0"
    "\u08a2-\u08a9\u1807\u1820-\u1877\u1887-\u18a8\u18aa\ua840-\ua872]"
)
ADA_AFTER = re.compile(
    "[\u0620\u0622-\u063f\u0641-\u064a\u066e-\u066f\u0671-\u0673\u0679-\u06d3\u06d5\u06ee-\u06ef"
    "\u06fa-\u06fc\u06ff\u0710\u0712-\u072f\u074d-\u0766\u0850-\u0855\u08a0\u08a2-\u08ac\u1807"
    "\u1820-\u1877\u1887-\u18a8\u18aa\ua840-\ua871]"
)
ADA_NO_VIRAMA = frozenset("\u1715\U00011070\U000113ce\U000113cf\U000113d0\U00011f41\U00011f42\U0001612f")
# x/net/idna: state, kind of letter, next state; "start" where there is none.
GO_JOINERS: dict[str, dict[str, str]] = {
    "start": {"L": "before", "D": "before", "N": "fail", "J": "fail", "V": "virama"},
    "virama": {"L": "before", "D": "before"},
    "before": {"L": "before", "D": "before", "T": "before", "N": "after", "J": "fail", "V": "before virama"},
    "before virama": {"L": "before", "D": "before", "T": "before"},
    "after": {"L": "fail", "D": "before", "T": "after", "R": "start", "N": "fail", "J": "fail", "V": "after"},
}


def ada_joiners(text: str) -> bool | None:
    """True if ada takes a label for its first joiner, after which it looks at nothing; None where there is none."""
    place = next((place for place, one in enumerate(text) if one in "\u200c\u200d"), None)
    if place is None:
        return None
    if place and "ccc=9" in words(text[place - 1]) and text[place - 1] not in ADA_NO_VIRAMA:
        return True
    before, after = text[:place], text[place + 1 :]
    return text[place] == "\u200c" and bool(ADA_BEFORE.search(before) and ADA_AFTER.search(after))


def ada_2_bidi(kinds: list[str]) -> bool:
    """True if ada 2 refuses a label with right-to-left characters; the last one of a left-to-right label passes."""
    last = max((place for place, kind in enumerate(kinds) if kind != "NSM"), default=0)
    if kinds[0] == "L":
        return not {*kinds[:last]} <= LEFT_LABEL
    known = {*kinds[: last + 1]}
    return not known <= RIGHT_LABEL or kinds[last] not in {*RIGHT, "EN"} or known >= {"EN", "AN"}


def go_joiners(text: str) -> bool:
    """Go's automaton: a letter that joins nothing ends what is asked of it."""
    state = "start"
    for one in text:
        kinds = [{"\u200c": "N", "\u200d": "J"}.get(one, joining(one)), *("V" for _ in range("ccc=9" in words(one)))]
        for kind in kinds:
            if state == "fail":
                return False
            state = GO_JOINERS[state].get(kind, "start")
    return state not in ("fail", "after")


def go_decode(form: str) -> str | None:
    """Go copies what is before the last hyphen, be it ASCII or not, and takes an empty payload."""
    basic, hyphen, rest = form.rpartition("-")
    if not form or (hyphen and not rest):
        return basic if basic or not form else None
    if hyphen and not basic:
        return None
    plain = decode("a" * len(basic) + "-" * bool(basic) + rest)
    letters = iter(basic)
    return None if plain is None else "".join(next(letters) if one == "a" else one for one in plain)
