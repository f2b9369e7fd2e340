"""Other implementations answer the same, except for differences that are listed here one by one with their reason.

An answer that no listed reason explains fails, and so does a reason that explains nothing.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

import generated
import peer_differences
import peers
import pytest
from generated import threshold
from inputs import PUNYCODE_CHARACTERS
from outcomes import Refusal, outcome
from peer_differences import Row
from peers import PEERS

from acelabel import punycode
from acelabel.bootstring import PUNYCODE as ANY_INTEGERS

Ours = str | Refusal
Theirs = str | None

DIGITS = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789")
LETTERS_DIGITS_HYPHEN_UNDERSCORE = DIGITS | {"-", "_"}


@dataclass(frozen=True)
class Difference:
    """Something a peer does otherwise, and the test of whether that is what has happened."""

    peers: tuple[str, ...]
    direction: str
    what: str
    explains: Callable[[str, Ours, Theirs], bool]


def is_refusal(ours: Ours, code: str) -> bool:
    return isinstance(ours, tuple) and ours[0] == code


def integers_of(form: str) -> str:
    """Return what stands behind the last delimiter that delimits."""
    place = form.rfind("-")
    return form[place + 1 :] if place > 0 else form


def literal_of(form: str) -> str:
    return form[: max(form.rfind("-"), 0)]


def encoded_as_any_integers(text: str) -> str:
    return ANY_INTEGERS.encode_code_points([ord(character) for character in text])


def decoded_as_any_integers(form: str) -> str | None:
    digits = integers_of(form)
    integers = outcome(ANY_INTEGERS.decode_code_points, form.removesuffix(digits) + digits.lower())
    return "".join(map(chr, integers)) if isinstance(integers, list) else None


def has_high_surrogate(text: str) -> bool:
    return any("\ud800" <= character <= "\udbff" for character in text)


def joined(text: str) -> str:
    """The text as UTF-16 has it, where two surrogates may be a pair."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")


def widest_delta(text: str) -> int:
    return max((step.delta for step in punycode.trace_encode(text)), default=0)


def widest_integer(form: str) -> int:
    """The largest sum or weight that the loop of section 6.2 holds while it decodes a form."""
    widest, i, bias = 0, 0, 72
    for step in punycode.trace_decode(form):
        weight = 1
        for place, digit in enumerate(step.digits, 1):
            i += PUNYCODE_CHARACTERS.index(digit.lower()) * weight
            weight *= 36 - threshold(36 * place, bias) if place < len(step.digits) else 1
            widest = max(widest, i, weight)
        i, bias = step.i + 1, step.bias
    return widest


DIFFERENCES = [
    Difference(
        ("CPython",),
        "encode",
        "surrogates are encoded like any code point",
        lambda text, ours, theirs: is_refusal(ours, "surrogate") and theirs == encoded_as_any_integers(text),
    ),
    Difference(
        ("CPython",),
        "decode",
        "surrogates are decoded like any code point",
        lambda form, ours, theirs: is_refusal(ours, "surrogate") and theirs == decoded_as_any_integers(form),
    ),
    Difference(
        ("CPython",),
        "decode",
        "a delimiter at offset 0 is dropped, not read as a digit",
        lambda form, ours, theirs: (
            ours == ("invalid_digit", 0) and form.rfind("-") == 0 and theirs == peers.cpython().decode(form[1:])
        ),
    ),
    Difference(
        ("libidn", "libidn2"),
        "encode",
        "low surrogates are encoded like any code point",
        lambda text, ours, theirs: (
            is_refusal(ours, "surrogate") and not has_high_surrogate(text) and theirs == encoded_as_any_integers(text)
        ),
    ),
    Difference(
        ("libidn", "libidn2"),
        "decode",
        "low surrogates are decoded like any code point",
        lambda form, ours, theirs: (
            is_refusal(ours, "surrogate")
            and theirs is not None
            and not has_high_surrogate(theirs)
            and theirs == decoded_as_any_integers(form)
        ),
    ),
    Difference(
        ("libidn", "libidn2"),
        "encode",
        "deltas stop at 2**32",
        lambda text, ours, theirs: isinstance(ours, str) and theirs is None and widest_delta(text) >= 2**32,
    ),
    Difference(
        ("libidn", "libidn2"),
        "decode",
        "integers stop at 2**32",
        lambda form, ours, theirs: isinstance(ours, str) and theirs is None and widest_integer(form) >= 2**32,
    ),
    Difference(
        ("libidn",),
        "decode",
        "U+0016 to U+002F, the delimiter at offset 0 among them, are read as digits",
        lambda form, ours, theirs: (
            not isinstance(ours, str)
            and theirs is not None
            and any("\x16" <= character <= "\x2f" for character in integers_of(form))
        ),
    ),
    Difference(
        ("libidn2",),
        "decode",
        "the underscore is read as a digit",
        lambda form, ours, theirs: not isinstance(ours, str) and theirs is not None and "_" in integers_of(form),
    ),
    Difference(
        ("libidn2",),
        "decode",
        "empty input is refused",
        lambda form, ours, theirs: form == "" and ours == "" and theirs is None,
    ),
    Difference(
        ("libidn2",),
        "decode",
        "all-basic text is refused",
        lambda form, ours, theirs: isinstance(ours, str) and theirs is None and form == f"{ours}-",
    ),
    Difference(
        ("libidn2",),
        "decode",
        "a literal part that holds anything but letters, digits, hyphen and underscore is refused",
        lambda form, ours, theirs: (
            isinstance(ours, str)
            and theirs is None
            and not LETTERS_DIGITS_HYPHEN_UNDERSCORE.issuperset(literal_of(form))
        ),
    ),
    Difference(
        ("ICU",),
        "encode",
        "its text is UTF-16, in which two surrogates are a pair",
        lambda text, ours, theirs: is_refusal(ours, "surrogate") and theirs == outcome(punycode.encode, joined(text)),
    ),
    Difference(
        ("ICU",),
        "encode",
        "texts end at 1,000 units",
        lambda text, ours, theirs: isinstance(ours, str) and theirs is None and len(text.encode("utf-16-le")) > 2_000,
    ),
    Difference(
        ("ICU",),
        "decode",
        "forms end at 2,000 units",
        lambda form, ours, theirs: isinstance(ours, str) and theirs is None and len(form) > 2_000,
    ),
    Difference(
        ("ICU",),
        "decode",
        "integers stop at 2**31",
        lambda form, ours, theirs: (
            isinstance(ours, str) and theirs is None and len(form) <= 2_000 and widest_integer(form) >= 2**31
        ),
    ),
]


@cache
def ours_of(direction: str) -> list[tuple[str, Ours]]:
    """Every input with our answer."""
    if direction == "encode":
        return [(text, outcome(punycode.encode, text)) for text in generated.texts()]
    return [(form, outcome(punycode.decode, form.encode("latin-1"))) for form in generated.forms()]


def peer_named(name: str) -> peers.Peer:
    try:
        return PEERS[name]()
    except peers.Missing as missing:
        pytest.skip(str(missing))


@pytest.mark.parametrize("direction", ["encode", "decode"])
def test_the_inputs_are_many_and_of_both_kinds(direction: str) -> None:
    answers = ours_of(direction)
    assert len(answers) >= 100_000
    assert len(set(answers)) > 60_000
    accepted = sum(isinstance(ours, str) for _, ours in answers)
    assert 0.3 * len(answers) < accepted < 0.97 * len(answers)


@pytest.mark.parametrize("direction", ["encode", "decode"])
@pytest.mark.parametrize("name", PEERS)
def test_peer_agrees_but_for_known_differences(name: str, direction: str) -> None:
    peer = peer_named(name)
    known = [known for known in DIFFERENCES if name in known.peers and known.direction == direction]
    answer = peer.encode if direction == "encode" else peer.decode
    occurred: Counter[str] = Counter()
    unexplained = []
    for text, ours in ours_of(direction):
        theirs = answer(text)
        if theirs == (ours if isinstance(ours, str) else None):
            continue
        reason = next((one.what for one in known if one.explains(text, ours, theirs)), None)
        if reason is None:
            unexplained.append((text, ours, theirs))
        else:
            occurred[reason] += 1
    assert unexplained[:10] == []
    assert set(occurred) == {one.what for one in known}


def test_each_listed_difference_has_its_reason() -> None:
    """The list of the daily suite has a row for every cause of every peer, and no cause but these."""
    listed = {(row.peer, row.direction, row.why) for row in peer_differences.PUNYCODE}
    assert listed == {(peer, known.direction, known.what) for known in DIFFERENCES for peer in known.peers}


@pytest.mark.parametrize("row", peer_differences.PUNYCODE, ids=lambda row: f"{row.peer}-{row.input[:12]!a}")
def test_a_listed_difference_is_judged_as_listed(row: Row) -> None:
    known = [known for known in DIFFERENCES if row.peer in known.peers and known.direction == row.direction]
    assert [one.what for one in known if one.explains(row.input, row.ours, row.theirs)] == [row.why]
