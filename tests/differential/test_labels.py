"""Other implementations of IDNA answer the same, except for the differences listed by cause in label_differences.py.

An answer that no listed cause explains fails, and so does a cause that explains nothing. `ACELABEL_NAMES` says how many
names are asked, 60,000 if it is not set.
"""

import os
from collections import Counter
from dataclasses import replace
from functools import cache

import label_differences
import label_inputs
import peer_differences
import peers
import pytest
from label_cases import Case, asked
from label_differences import DIFFERENCES
from label_peers import PEERS, LabelPeer
from peer_differences import Row
from peer_rules import unicode_age

import acelabel

NAMES = int(os.environ.get("ACELABEL_NAMES", "60000"))
SEED = 5891
# By ICU these, too, tell when a character came.
AGED = ("ICU", "ICU 78", "libidn2", "ada-url", "can-ada")

REFUSALS = (
    *("invalid_alabel", "non_canonical_alabel", "not_nfc", "hyphen_3_4", "leading_combiner", "disallowed_codepoint"),
    *("contextj", "std3_disallowed", "label_too_long", "domain_too_long", "empty_label", "label_separator"),
    *(f"bidi_rule_{number}" for number in range(1, 7)),
)


@cache
def peer_named(name: str) -> LabelPeer:
    try:
        if name in AGED:
            unicode_age()
        return PEERS[name]()
    except peers.Missing as missing:
        pytest.skip(str(missing))


def cases(peer: LabelPeer) -> list[Case]:
    """The names on which the peer and we do not agree."""
    differing = []
    for name in label_inputs.names(NAMES, SEED):
        questions = [asked(peer, direction, name) for direction in peer.directions]
        differing += [case for case in questions if not case.agrees]
    return differing


def test_the_names_are_many_and_of_both_kinds() -> None:
    names = list(label_inputs.names(60_000, SEED))
    assert len(set(names)) > 40_000
    for profile in (acelabel.UTS46, acelabel.WHATWG, acelabel.IDNA2008, acelabel.IDNA2003, acelabel.DNS):
        accepted = sum(acelabel.is_valid(name, profile=profile) for name in names)
        assert 0.2 * len(names) < accepted < 0.8 * len(names)


@pytest.mark.parametrize("name", PEERS)
def test_peer_agrees_but_for_known_differences(name: str) -> None:
    peer = peer_named(name)
    occurred: Counter[str] = Counter()
    unexplained = []
    for case in cases(peer):
        reasons = label_differences.reasons(case)
        if reasons is None:
            unexplained.append((case.direction, case.name, case.ours, case.theirs))
        else:
            occurred.update(reasons)
    assert unexplained[:10] == []
    assert set(occurred) == {known.what for known in DIFFERENCES if name in known.peers}


@pytest.mark.parametrize("name", PEERS)
def test_a_refusal_of_ours_that_is_wrong_has_no_explanation(name: str) -> None:
    peer = peer_named(name)
    asked_of = [asked(peer, to, text) for text in label_inputs.names(500, SEED + 1) for to in peer.directions]
    # A domain that passes as ASCII may hold what is wrong elsewhere.
    passed = peer.profile.pass_ascii_domain
    accepted = [case for case in asked_of if case.agrees and case.code == "" and not (passed and case.name.isascii())]
    wrong = [replace(case, ours=(code, 0)) for case in accepted for code in REFUSALS]
    assert len(wrong) > 1_000
    assert [(case.name, case.ours) for case in wrong if label_differences.reasons(case) is not None] == []


def test_each_listed_difference_has_its_reason() -> None:
    """The list of the daily suite has a row for every cause of every peer, and no cause but these."""
    listed = {(row.peer, row.why) for row in peer_differences.LABELS}
    assert listed == {(peer, known.what) for known in DIFFERENCES for peer in known.peers}


@pytest.mark.parametrize(
    "row",
    [row for row in peer_differences.LABELS if row.peer in PEERS],
    ids=lambda row: f"{row.peer}-{row.input[:12]!a}",
)
def test_a_listed_difference_is_judged_as_listed(row: Row) -> None:
    assert label_differences.reasons(asked(peer_named(row.peer), row.direction, row.input)) == [row.why]
