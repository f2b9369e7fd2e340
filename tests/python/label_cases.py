"""One question to a peer about one name, and what the reasons for another answer are told by."""

import re
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

from label_peers import LabelPeer, unicode_age
from outcomes import Refusal, outcome

import acelabel

SEPARATORS = re.compile("[.\u3002\uff0e\uff61]")


def without(text: str, unwanted: Callable[[str], bool]) -> str:
    return "".join(character for character in text if not unwanted(character))


@cache
def is_ignored(character: str) -> bool:
    """Whether UTS #46 maps a character to nothing."""
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
        function = getattr(acelabel, self.direction)
        answer = outcome(lambda text: function(text, profile=self.peer.profile.replace(**changes)), name)
        return answer if isinstance(answer, str) else None

    def is_ours_with(self, **changes: Any) -> bool:
        """Whether their answer is ours under the peer's profile with some flags changed."""
        return self.theirs is not None and self.theirs == self.ours_of(self.name, **changes)

    @cached_property
    def labels(self) -> list[str]:
        return SEPARATORS.split(self.name)

    @cached_property
    def texts(self) -> list[str]:
        """The labels as they come, compatibility mapped, and what A-labels decode to."""
        mapped = [unicodedata.normalize("NFKC", without(label, is_ignored)) for label in self.labels]
        return [*self.labels, *mapped, *decoded(mapped)]

    @cached_property
    def characters(self) -> frozenset[str]:
        return frozenset("".join(self.texts))


def decoded(labels: list[str]) -> Iterator[str]:
    for label in labels:
        if label[:4].lower() == "xn--":
            text = outcome(acelabel.punycode.decode, label[4:].lower())
            if isinstance(text, str):
                yield text


@cache
def age(character: str) -> tuple[int, int]:
    return unicode_age()(character)


def has_newer(case: Case, newest: tuple[int, int] = (15, 0)) -> bool:
    """Whether a character came after a version of Unicode."""
    return any(age(character) > newest for character in case.characters)


def alone(case: Case, label: str) -> Case:
    """The same question about one label of the name."""
    function = getattr(acelabel, case.direction)
    ours = outcome(lambda text: function(text, profile=case.peer.profile), label)
    return Case(case.peer, case.direction, label, ours, case.peer.directions[case.direction](label))
