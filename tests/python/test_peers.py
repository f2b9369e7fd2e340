"""Other implementations, as they are installed: they agree on words of every language, and differ where a list says so.

The list is peer_differences.py. That nothing is missing from it, `nox -s laws -- peers` finds out.
"""

from collections.abc import Callable

import label_inputs
import label_peers
import peer_differences
import peers
import pytest
from outcomes import Refusal, outcome
from peer_differences import DECODE, ENCODE, LABELS, Row

import acelabel
from acelabel import punycode

Functions = tuple[Callable[[str], str | None], Callable[[str], str | Refusal]]


def functions(peer: str, direction: str) -> Functions:
    """Return what a peer answers, and what acelabel does."""
    try:
        if direction in (ENCODE, DECODE):
            codec = peers.PEERS[peer]()
            theirs = codec.encode if direction == ENCODE else codec.decode
            return theirs, lambda text: outcome(getattr(punycode, direction), text)
        other = label_peers.PEERS[peer]()
    except peers.Missing as missing:
        pytest.skip(str(missing))
    ours = getattr(acelabel, direction)
    return other.directions[direction], lambda name: outcome(lambda text: ours(text, profile=other.profile), name)


def rows() -> list[Row]:
    """The rows of the peers that this platform and interpreter may have."""
    labels = [row for row in LABELS if row.peer in label_peers.PEERS]
    return labels + [row for row in peer_differences.PUNYCODE if row.peer in peers.PEERS]


@pytest.mark.parametrize("row", rows(), ids=lambda row: f"{row.peer}-{row.direction}-{row.input[:12]!a}")
def test_a_difference(row: Row) -> None:
    theirs, ours = functions(row.peer, row.direction)
    assert theirs(row.input) == row.theirs
    assert ours(row.input) == row.ours
    assert row.theirs != row.ours


def words_agree(peer: str, direction: str) -> None:
    theirs, ours = functions(peer, direction)
    listed = {row.input for row in rows() if (row.peer, row.direction) == (peer, direction)}
    words = {word for word in label_inputs.words() if not word.isascii()}
    assert len(words) > 240
    if direction == DECODE:
        words = {punycode.encode(word) for word in words}
    answers = ((word, theirs(word), ours(word)) for word in words)
    differing = {word for word, their, our in answers if their != (our if isinstance(our, str) else None)}
    assert differing == words & listed


@pytest.mark.parametrize("direction", [ENCODE, DECODE])
@pytest.mark.parametrize("peer", peers.PEERS)
def test_words_of_every_language_have_the_same_punycode(peer: str, direction: str) -> None:
    words_agree(peer, direction)


@pytest.mark.parametrize("peer", label_peers.PEERS)
def test_words_of_every_language_have_the_same_labels(peer: str) -> None:
    words_agree(peer, "to_ascii")


@pytest.mark.parametrize("peer", [peer for peer in ("idna", "ICU", "ICU 78") if peer in label_peers.PEERS])
def test_words_of_every_language_come_back(peer: str) -> None:
    words_agree(peer, "to_unicode")


def test_cpython_reads_past_what_is_no_digit_when_told_to_replace() -> None:
    """Texts that `errors="strict"` refuses as we do get an answer with `errors="replace"`."""
    assert outcome(punycode.decode, "ls8h=") == ("invalid_digit", 4)
    assert peers.cpython().decode("ls8h=") is None
    assert b"ls8h=".decode("punycode", "replace") == "💩"
