"""One question to a peer about one name, and what the reasons for another answer are told by."""

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import Any

from label_peers import LabelPeer
from outcomes import Refusal, outcome
from peer_rules import unicode_age

import acelabel

SEPARATORS = re.compile("[.\u3002\uff0e\uff61]")


def without(text: str, unwanted: Callable[[str], bool]) -> str:
    return "".join(character for character in text if not unwanted(character))


@cache
def is_ignored(character: str) -> bool:
    """Return whether UTS #46 maps a character to nothing."""
    return outcome(lambda text: acelabel.to_ascii(text, profile=acelabel.WHATWG), character) == ("empty_domain", 0)


@dataclass
class Case:
    """One name in one direction: our outcome, and the peer's answer, None where it refuses."""

    peer: LabelPeer
    direction: str
    name: str
    ours: str | Refusal
    theirs: str | None

    @property
    def agrees(self) -> bool:
        return self.theirs == (self.ours if isinstance(self.ours, str) else None)

    @property
    def code(self) -> str:
        """The code of our refusal, empty where there is none."""
        return "" if isinstance(self.ours, str) else self.ours[0]

    @property
    def only_they_refuse(self) -> bool:
        return self.theirs is None and isinstance(self.ours, str)

    def ours_of(self, name: str, **changes: Any) -> str | None:
        """Our answer for a name under the peer's profile with some flags changed; None for a refusal."""
        answer = ours_of(replace(self.peer, profile=self.peer.profile.replace(**changes)), self.direction, name)
        return answer if isinstance(answer, str) else None

    def is_ours_with(self, **changes: Any) -> bool:
        """Return whether their answer is ours under the peer's profile with some flags changed."""
        return self.theirs is not None and self.theirs == self.ours_of(self.name, **changes)

    @cached_property
    def labels(self) -> list[str]:
        return SEPARATORS.split(self.name)

    @cached_property
    def mapped(self) -> list[str]:
        return [mapped(label) for label in self.labels]

    @cached_property
    def answered(self) -> list[str]:
        """The labels of their answer, A-labels decoded."""
        return decoded(self.theirs or "")


def mapped(label: str) -> str:
    """A label after compatibility mapping, its letter case aside."""
    return unicodedata.normalize("NFKC", without(label, is_ignored))


def decoded_label(label: str) -> str | None:
    """Return what an A-label decodes to, valid or not; None for any other label."""
    if label[:4].lower() != "xn--":
        return None
    text = outcome(acelabel.punycode.decode, label[4:].lower())
    return text if isinstance(text, str) else None


def decoded(answer: str) -> list[str]:
    """The labels of an answer, A-labels decoded."""
    return [decoded_label(label) or label for label in answer.split(".")]


@cache
def age(character: str) -> tuple[int, int]:
    return unicode_age()(character)


def ours_of(peer: LabelPeer, direction: str, name: str) -> str | Refusal:
    function = getattr(acelabel, direction)
    return outcome(lambda text: function(text, profile=peer.profile), name)


def asked(peer: LabelPeer, direction: str, name: str) -> Case:
    return Case(peer, direction, name, ours_of(peer, direction, name), peer.directions[direction](name))


def asked_again(case: Case, name: str) -> Case:
    """The same question about another name."""
    return asked(case.peer, case.direction, name)


def under(case: Case, **changes: Any) -> Case:
    """The same question under the peer's profile with some flags changed."""
    peer = replace(case.peer, profile=case.peer.profile.replace(**changes))
    return replace(case, peer=peer, ours=ours_of(peer, case.direction, case.name))
