"""A profile is a value: what it is made of, how it is changed, and what it leaves as it is."""

import copy
import inspect
import pickle
import re
from typing import Any

import pytest
from hypothesis import given
from names_and_profiles import FLAGS, NAMED, flags, profiles

import acelabel
from acelabel import DNS, IDNA2003, IDNA2008, UTS46, WHATWG, AceError, Profile, to_ascii, to_unicode


def values(profile: Profile) -> dict[str, Any]:
    return {name: getattr(profile, name) for name in ("rules", "unicode", *FLAGS)}


def refusal(name: str, profile: Profile) -> tuple[str, int | None]:
    with pytest.raises(AceError) as caught:
        to_ascii(name, profile=profile)
    return caught.value.code, caught.value.offset


def test_a_profile_without_arguments_is_the_default() -> None:
    assert Profile() == UTS46
    assert values(Profile()) == {
        name: parameter.default for name, parameter in inspect.signature(Profile).parameters.items()
    }
    assert to_ascii("Bücher.de") == to_ascii("Bücher.de", profile=UTS46)
    assert len({*NAMED.values()}) == 6


def test_the_flags_are_those_of_one_table() -> None:
    """The table of src/profile.rs makes the arguments, the attributes, the parts of a pickle and the documentation."""
    assert len(FLAGS) == 16
    names = ["rules", "unicode", *FLAGS]
    attributes = {name for name in dir(Profile) if not name.startswith("_")} - {"replace"}
    assert attributes == {*names}
    assert [*inspect.signature(UTS46.replace).parameters] == names
    assert [*UTS46.__reduce__()[1][2]] == names
    documented = re.findall(r"^    (\w+): ", inspect.getdoc(Profile) or "", re.M)
    assert documented[: len(names)] == names
    for name in FLAGS:
        assert str(inspect.getdoc(getattr(Profile, name))) in str(inspect.getdoc(Profile))


@given(profiles, flags)
def test_replace_changes_what_it_names_and_nothing_else(profile: Profile, changes: dict[str, Any]) -> None:
    before = values(profile)
    if changes.get("rules") == "idna2003":
        changes = changes | {"unicode": None}
    assert values(profile.replace(**changes)) == before | changes
    assert values(profile) == before
    assert Profile(**before | changes) == profile.replace(**changes)
    assert profile.replace() == profile


@given(profiles, profiles)
def test_equality_and_hash_go_by_the_flags(one: Profile, other: Profile) -> None:
    assert (one == other) == (values(one) == values(other))
    assert (one != other) == (values(one) != values(other))
    if one == other:
        assert hash(one) == hash(other)
    assert one != values(one)


@given(profiles)
def test_pickle_copy_and_repr_give_it_back(profile: Profile) -> None:
    for protocol in range(2, 6):
        assert pickle.loads(pickle.dumps(profile, protocol)) == profile
    assert copy.copy(profile) == copy.deepcopy(profile) == profile
    assert eval(repr(profile), {"acelabel": acelabel}) == profile


def test_repr_is_short() -> None:
    assert [repr(profile) for profile in NAMED.values()] == [f"acelabel.{name}" for name in NAMED]
    assert repr(DNS.replace(verify_dns_length=False)) == "acelabel.DNS.replace(verify_dns_length=False)"
    assert repr(Profile(rules="idna2008", check_hyphens=True)) == "acelabel.IDNA2008"


@pytest.mark.parametrize("make", [Profile, UTS46.replace])
def test_wrong_flags(make: Any) -> None:
    for wrong in ({"check_bidy": True}, {"check_bidi": 1}, {"check_bidi": None}, {"rules": None}, {"rules": b"uts46"}):
        with pytest.raises(TypeError):
            make(**wrong)
    with pytest.raises(TypeError):
        make(True)
    for rules in ("UTS46", "", "idna"):
        with pytest.raises(ValueError, match="argument 'rules' must be") as caught:
            make(rules=rules)
        assert not isinstance(caught.value, AceError)


@pytest.mark.parametrize("flag", ["rules", "unicode", *FLAGS])
def test_a_profile_does_not_change(flag: str) -> None:
    with pytest.raises(AttributeError):
        setattr(UTS46, flag, getattr(DNS, flag))
    with pytest.raises(AttributeError):
        delattr(UTS46, flag)


@pytest.mark.parametrize("wrong", [None, b"UTS46", True, {"rules": "uts46"}, Profile])
def test_what_is_no_profile_is_a_type_error(wrong: Any) -> None:
    for function in (to_ascii, to_unicode, acelabel.alabel, acelabel.ulabel, acelabel.is_valid, acelabel.inspect):
        # A plain name too, which needs no rules.
        for name in ("example", "bücher"):
            with pytest.raises(TypeError):
                function(name, profile=wrong)
    for many in (acelabel.to_ascii_many, acelabel.to_unicode_many):
        with pytest.raises(TypeError):
            many([], profile=wrong)


# Each flag decides about a name: the base, the name, and what the base without and with the flag answers.
EFFECTS: list[tuple[str, Profile, str, str | tuple[str, int], str | tuple[str, int]]] = [
    ("check_hyphens", UTS46, "a.b-", "a.b-", ("hyphen_start_end", 3)),
    ("check_hyphens", UTS46, "r3---a.de", "r3---a.de", ("hyphen_3_4", 2)),
    ("check_bidi", UTS46, "0א.com", "xn--0-0hc.com", ("bidi_rule_1", 0)),
    ("check_joiners", UTS46, "a\u200cb", "xn--ab-j1t", ("contextj", 1)),
    ("use_std3_ascii_rules", UTS46, "_a.de", "_a.de", ("std3_disallowed", 0)),
    ("use_std3_ascii_rules", IDNA2003, "-a.de", "-a.de", ("hyphen_start_end", 0)),
    ("verify_dns_length", UTS46, "a..b", "a..b", ("empty_label", 2)),
    ("verify_dns_length", UTS46, "a" * 64, "a" * 64, ("label_too_long", 63)),
    ("allow_root_dot", UTS46, "bücher.de.", ("empty_label", 10), "xn--bcher-kva.de."),
    ("allow_root_dot", DNS, "example.com.", ("empty_label", 12), "example.com."),
    ("allow_root_dot", WHATWG, "example.com.", "example.com.", "example.com."),
    ("transitional_processing", UTS46, "faß.de", "xn--fa-hia.de", "fass.de"),
    ("ignore_invalid_punycode", UTS46, "b.xn--a-0.de", ("invalid_alabel", 2), "b.xn--a-0.de"),
    ("pass_ascii", UTS46, "_a.de", ("std3_disallowed", 0), "_a.de"),
    ("pass_ascii_domain", UTS46, "_a.XN--A", ("std3_disallowed", 0), "_a.xn--a"),
    ("deny_url_code_points", WHATWG, "ü|b", "xn--|b-wka", ("disallowed_codepoint", 1)),
    ("deny_end_in_number", UTS46, "127。1", "127.1", ("ends_in_number", 4)),
    ("refuse_ignored", UTS46, "b.a\u00adb.de", "b.ab.de", ("ignored_codepoint", 3)),
    ("refuse_compatibility", IDNA2003, "b.ﬁ.de", "b.fi.de", ("compatibility_codepoint", 2)),
    ("rfc5895_mapping", IDNA2008, "Ü.de", ("disallowed_codepoint", 0), "xn--tda.de"),
    ("allow_unassigned", IDNA2003, "ȡ.de", ("unassigned", 0), "xn--6la.de"),
]


@pytest.mark.parametrize(("flag", "base", "name", "without", "with_it"), EFFECTS)
def test_every_flag_has_its_effect(
    flag: str,
    base: Profile,
    name: str,
    without: str | tuple[str, int],
    with_it: str | tuple[str, int],
) -> None:
    for value, expected in ((False, without), (True, with_it)):
        changes: dict[str, Any] = {flag: value}
        profile = base.replace(**changes)
        if isinstance(expected, str):
            assert to_ascii(name, profile=profile) == expected
        else:
            assert refusal(name, profile) == expected


def test_no_flag_is_without_an_effect() -> None:
    assert {row[0] for row in EFFECTS} == {*FLAGS}


@pytest.mark.parametrize(
    "profile", [acelabel.WHATWG.replace(pass_ascii=True), acelabel.DNS.replace(pass_ascii_domain=True)]
)
def test_a_domain_that_passes_is_decoded_whole_or_not(profile: Profile) -> None:
    """URL Standard, "domain to Unicode": no other flag is asked about a domain in ASCII."""
    for name, form in (("xn--a.xn--tda", "xn--a.xn--tda"), ("XN--TDA.ab", "ü.ab"), ("xn--a", "xn--a"), (".", ".")):
        assert acelabel.to_unicode(name, profile=profile) == form
        assert acelabel.to_unicode(name, profile=profile, errors="keep") == form
        assert acelabel.inspect(name, profile=profile).unicode in (form, None)
        assert acelabel.text.to_unicode(f"//{name}/", profile=profile) == f"//{form}/"
