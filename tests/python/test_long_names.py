"""Long names are read and answered on another way than those of usual length; what is said is the same."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from names_and_profiles import names

import acelabel
from acelabel import DNS, IDNA2003, IDNA2008, UTS46, WHATWG, AceError

# Here each label is converted on its own.
LABELS_ALONE = [profile.replace(check_bidi=False) for profile in (UTS46, WHATWG, IDNA2008, IDNA2003, DNS)]
LONG = 1_025


@given(names, st.sampled_from(LABELS_ALONE))
def test_a_long_name_is_converted_as_its_parts_are(name: str, profile: acelabel.Profile) -> None:
    # Neither first nor last, for there `*` and the dot of the root are what they are nowhere else.
    times = LONG // (len(name) + 1) + 1
    long = ".".join(["a", *[name] * times, "a"])
    for function in (acelabel.to_ascii, acelabel.to_unicode):
        kept = function(f"a.{name}.a", profile=profile, errors="keep").removeprefix("a.").removesuffix(".a")
        assert function(long, profile=profile, errors="keep") == ".".join(["a", *[kept] * times, "a"])
    assert acelabel.same_name(long, acelabel.to_ascii(long, profile=DNS, errors="keep") + ".")
    assert not acelabel.same_name(long, long + "a")


@pytest.mark.parametrize("unit", ["a%", "é%", "中%", "💩%", "\udc80", "\udc80💩", "ÿ\ud800"])
@pytest.mark.parametrize("function", ["to_ascii", "to_unicode"])
def test_what_is_kept_comes_back_as_it_is(unit: str, function: str) -> None:
    long = unit * LONG
    assert getattr(acelabel, function)(long, profile=UTS46, errors="keep") == long


@pytest.mark.parametrize(
    "before",
    ["ａ", "ａ" + "\u00ad" * 300, "\u00ad" * 70_000 + "ａ", "㎝" * 100, "e\u00ad\u0301" * 9, "e" + "\u0301" * 5_000],
)
def test_a_problem_far_behind_is_found_at_its_place(before: str) -> None:
    """In a label that is mapped to ASCII, or that needs Punycode."""
    name = before + "A" * 5_000 + "%"
    with pytest.raises(AceError) as caught:
        acelabel.to_ascii(name, profile=WHATWG)
    assert (caught.value.code, caught.value.offset) == ("disallowed_codepoint", len(name) - 1)


def test_an_inspection_names_a_bounded_number_of_problems() -> None:
    found = acelabel.inspect(".".join(["%" * 300] * 100), profile=WHATWG)
    assert [len(label.errors) for label in found.labels] == [256] * 4 + [1] * 96
