"""Laws of `inspect`: no problem twice, the promised order, and what is valid is what `to_ascii` accepts."""

import random
import sys
import unicodedata

import pytest
from hypothesis import example, given
from label_inputs import any_name
from names_and_profiles import NAMED, names, profiles

import acelabel
from acelabel import UTS46, AceError, Profile, inspect, to_ascii

Problem = tuple[str, int | None, int | None, int | None]


def problems(errors: tuple[AceError, ...]) -> list[Problem]:
    return [(error.code, error.offset, error.codepoint, error.label_index) for error in errors]


def check(name: str, profile: Profile) -> None:
    found = inspect(name, profile=profile)
    told = problems(found.errors)
    assert len(told) == len(set(told))
    # The first is the error of to_ascii, and the others follow label by label.
    assert [label or 0 for _, _, _, label in told[1:]] == sorted(label or 0 for _, _, _, label in told[1:])
    try:
        to_ascii(name, profile=profile)
    except AceError as error:
        assert problems((error,)) == told[:1]
    else:
        assert told == []
    assert found.valid == (told == [])
    for label in found.labels:
        of_label = problems(label.errors)
        assert len(of_label) == len(set(of_label))
        assert set(of_label) <= set(told)
        passed = problems(label.problems)
        assert len(passed) == len(set(passed))
        # A problem of a label that passes is none of the name.
        assert not passed or not of_label


@given(names, profiles)
@example("㈵.com", UTS46)
@example("ﷺ", UTS46)
@example("aﰡ", UTS46)
@example("𝟏𝟐ﷺ.aﷺ", UTS46)
def test_the_laws(name: str, profile: Profile) -> None:
    check(name, profile)


@pytest.mark.parametrize("profile", NAMED.values(), ids=NAMED)
def test_the_laws_of_generated_names(profile: Profile) -> None:
    rng = random.Random(9)
    for _ in range(1_500):
        check(any_name(rng), profile)


@pytest.mark.parametrize("profile", [UTS46, acelabel.IDNA2003], ids=repr)
def test_the_laws_of_characters_that_are_mapped_to_several(profile: Profile) -> None:
    """One character of the input may stand for several that are refused, and Bidi looks at each of them."""
    several = [c for c in map(chr, range(sys.maxunicode)) if len(unicodedata.normalize("NFKC", c)) > 1]
    assert len(several) > 1_000
    for character in several[::3]:
        check(f"{character}.a{character}.א{character}1{character}", profile)
