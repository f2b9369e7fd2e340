"""The laws of names, for every str and every profile."""

import random
import re

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st
from inputs import any_str
from kept_labels import kept_label, shows_more_than_a_name
from label_inputs import any_name
from outcomes import outcome

import acelabel
from acelabel import AceError, Profile, _native

CODES = frozenset(_native.error_codes())
NAMED = {
    "UTS46": acelabel.UTS46,
    "WHATWG": acelabel.WHATWG,
    "IDNA2008": acelabel.IDNA2008,
    "IDNA2003": acelabel.IDNA2003,
    "DNS": acelabel.DNS,
}
PROFILES = [
    *NAMED.values(),
    acelabel.UTS46.replace(check_hyphens=True, transitional_processing=True),
    acelabel.UTS46.replace(check_bidi=False, check_joiners=False, use_std3_ascii_rules=False, verify_dns_length=False),
    acelabel.UTS46.replace(ignore_invalid_punycode=True),
    acelabel.IDNA2003.replace(allow_unassigned=True, use_std3_ascii_rules=False),
    acelabel.DNS.replace(verify_dns_length=False),
]
SEPARATORS = re.compile("[.\u3002\uff0e\uff61]")
GENERATED = 3_000

profiles = st.sampled_from(PROFILES)
names = st.one_of(st.builds(any_name, st.randoms(use_true_random=False)), any_str)


def generated() -> list[str]:
    rng = random.Random(46)
    return [any_name(rng) for _ in range(GENERATED)]


def check_both_directions(name: str, profile: Profile) -> None:
    """Both accept or both refuse, alike; results are fixed points and lead to each other."""
    ascii_form = outcome(lambda text: acelabel.to_ascii(text, profile=profile), name)
    unicode_form = outcome(lambda text: acelabel.to_unicode(text, profile=profile), name)
    if isinstance(ascii_form, tuple) or isinstance(unicode_form, tuple):
        assert ascii_form == unicode_form
        return
    assert ascii_form.isascii()
    # With transitional processing ß is mapped, but an A-label that holds it stays: UTS #46 section 4, step 4.
    forms = (ascii_form,) if profile.transitional_processing else (ascii_form, unicode_form)
    for form in forms:
        assert acelabel.to_ascii(form, profile=profile) == ascii_form
        assert acelabel.to_unicode(form, profile=profile) == unicode_form


@given(names, profiles)
@example("xn--bcher-kva.de.", acelabel.UTS46)
@example("ß", acelabel.UTS46)
def test_forms_are_fixed_points(name: str, profile: Profile) -> None:
    check_both_directions(name, profile)


@pytest.mark.parametrize("profile", PROFILES, ids=repr)
def test_forms_of_generated_names_are_fixed_points(profile: Profile) -> None:
    for name in generated():
        check_both_directions(name, profile)


@given(any_str, profiles)
@example("\u00ad", acelabel.WHATWG)
def test_a_refusal_is_an_ace_error_that_points_into_the_name(name: str, profile: Profile) -> None:
    for function in (acelabel.to_ascii, acelabel.to_unicode, acelabel.alabel, acelabel.ulabel):
        try:
            function(name, profile=profile)
        except AceError as error:
            assert error.code in CODES
            assert error.text == name
            assert error.offset is not None
            assert 0 <= error.offset <= len(name)


@given(any_str)
def test_comparing_refuses_with_ace_errors_only(name: str) -> None:
    canonical = outcome(acelabel.canonical, name)
    assert isinstance(canonical, tuple) or acelabel.canonical(canonical) == canonical
    assert acelabel.same_name(name, name)


@given(names, profiles)
@example("xn--a.bücher.de", acelabel.UTS46)
@example("\ud800.bücher..de", acelabel.DNS)
@example("a_.\u00ad", acelabel.UTS46)
@example("A_.B c.ü", acelabel.UTS46)
@example("\u00ad", acelabel.WHATWG)
@example("a..", acelabel.WHATWG)
@example(".", acelabel.WHATWG)
def test_keep_converts_the_labels_that_can_be_and_leaves_the_others(name: str, profile: Profile) -> None:
    inspection = acelabel.inspect(name, profile=profile)
    assume(inspection.label_count == len(inspection.labels))
    for function, form in ((acelabel.to_ascii, "alabel"), (acelabel.to_unicode, "ulabel")):
        kept = function(name, profile=profile, errors="keep")
        forms = {label: getattr(label, form) for label in inspection.labels}
        refused = [label.input for label, form in forms.items() if form is None]
        if any(map(shows_more_than_a_name, refused)):
            assert kept == name
            continue
        expected = [kept_label(label.input, profile) if form is None else form for label, form in forms.items()]
        # Behind the last label there may be the root, which no label reports.
        is_rooted = len(SEPARATORS.split(name)) > len(expected) and name != ""
        # A label that is mapped to nothing is not a name by itself, so it is kept.
        assert kept == (".".join(expected + [""] * is_rooted) or name)


@given(names, profiles)
@example("ü." * 45 + ".", acelabel.UTS46)
@example("a.\u00ad", acelabel.UTS46)
@example("\u00ad", acelabel.WHATWG)
def test_inspect_agrees_on_what_is_valid(name: str, profile: Profile) -> None:
    inspection = acelabel.inspect(name, profile=profile)
    form = outcome(lambda text: acelabel.to_ascii(text, profile=profile), name)
    assert inspection.valid == isinstance(form, str) == acelabel.is_valid(name, profile=profile)
    assert inspection.ascii == (form if isinstance(form, str) else None)
    refusals = [(error.code, error.offset) for error in inspection.errors]
    assert (form in refusals) == isinstance(form, tuple)
    assert isinstance(form, tuple) or refusals == []
    assert isinstance(str(inspection) + repr(inspection) + inspection._repr_html_(), str)


@given(st.lists(names, max_size=8), profiles)
def test_lists_are_single_calls(batch: list[str], profile: Profile) -> None:
    for many, one in ((acelabel.to_ascii_many, acelabel.to_ascii), (acelabel.to_unicode_many, acelabel.to_unicode)):
        answers = [outcome(lambda text, one=one: one(text, profile=profile), name) for name in batch]
        nulls = [answer if isinstance(answer, str) else None for answer in answers]
        assert many(batch, profile=profile, errors="null") == nulls
        kept = [one(name, profile=profile, errors="keep") for name in batch]
        assert many(batch, profile=profile, errors="keep") == kept
        refusals = [answer for answer in answers if isinstance(answer, tuple)]
        expected = refusals[0] if refusals else nulls
        assert outcome(lambda texts, many=many: many(texts, profile=profile), batch) == expected
