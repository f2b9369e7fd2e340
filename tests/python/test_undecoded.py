"""Labels with xn-- that are no A-labels: which profiles refuse them, which pass them, and that none decodes them."""

import random

import pytest
from hypothesis import given
from label_inputs import any_name
from names_and_profiles import NAMED, names, profiles
from outcomes import outcome

import acelabel
from acelabel import DNS, IDNA2003, IDNA2008, UTS46, WHATWG, WHATWG_STRICT, Profile, to_ascii, to_unicode

# Labels that were found in service, with what is wrong with them under UTS #46.
OLD = {
    "xn--hjdarna07-b07a": "disallowed_codepoint",
    "xn--z9e": "leading_combiner",
    "xn--board-ngr": "leading_combiner",
    "xn--9ba": "disallowed_codepoint",
    "xn----5da7e": "disallowed_codepoint",
    "xn--mstockstter4-q8a": "disallowed_codepoint",
    "xn--pqk": "disallowed_codepoint",
    "xn--fx-3s9cx68e-jpnet": "bidi_rule_5",
    "xn--bia2yab-7z6c": "contextj",
    "xn--72czcrhaj7cpt0ed1dxb4mb1s1": "invalid_alabel",
    "xn--": "invalid_alabel",
    "xn---": "invalid_alabel",
    "xn--example-": "invalid_alabel",
    "xn--xn---epa": "invalid_alabel",
}


@pytest.mark.parametrize("label", OLD)
def test_dns_passes_a_fake_a_label_undecoded(label: str) -> None:
    name = f"{label.upper()}.xn--bcher-kva.example"
    assert to_ascii(name, profile=DNS) == acelabel.canonical(name) == name.lower()
    # The other labels are decoded.
    assert to_unicode(name, profile=DNS) == f"{label}.bücher.example"
    assert to_ascii(f"{label}.bücher.example", profile=DNS) == name.lower()
    found = acelabel.inspect(name, profile=DNS)
    assert (found.valid, found.errors) == (True, ())
    assert [part.kind for part in found.labels] == ["fake_alabel", "a_label", "nr_ldh"]
    passed = found.labels[0]
    assert (passed.valid, passed.errors, passed.alabel, passed.ulabel) == (True, (), label, label)
    assert passed.problems[0].code == OLD[label]
    assert (passed.problems[0].label_index, passed.problems[0].text) == (0, name)
    assert acelabel.same_name(name, name.lower() + ".")


@pytest.mark.parametrize("label", OLD)
@pytest.mark.parametrize("profile", [UTS46, WHATWG_STRICT, WHATWG.replace(pass_ascii_domain=False)], ids=repr)
def test_verifying_profiles_refuse_it(label: str, profile: Profile) -> None:
    for convert in (to_ascii, to_unicode):
        refusal = outcome(lambda name, convert=convert: convert(name, profile=profile), f"a.{label}")
        assert isinstance(refusal, tuple)
    found = acelabel.inspect(f"a.{label}", profile=profile)
    assert (found.valid, found.labels[1].kind, found.labels[1].problems) == (False, "fake_alabel", ())
    if profile == UTS46:
        assert found.errors[0].code == OLD[label]


def test_what_dns_still_refuses() -> None:
    for name, refusal in {
        "xn--a!": ("invalid_alabel", 5),
        "xn--a b": ("invalid_alabel", 5),
        "xn--ls8h=": ("invalid_alabel", 8),
        # Not ASCII as it comes.
        "xn--ü": ("invalid_alabel", 4),
        "ｘn--a": ("disallowed_codepoint", 0),
        "xn--" + "a" * 60: ("label_too_long", 63),
    }.items():
        assert outcome(lambda text: to_ascii(text, profile=DNS), name) == refusal


def test_the_root_is_a_name_of_dns() -> None:
    for root in (".", "\u3002"):
        assert to_ascii(root, profile=DNS) == to_unicode(root, profile=DNS) == acelabel.canonical(root) == "."
        assert acelabel.is_valid(root, profile=DNS)
        found = acelabel.inspect(root, profile=DNS)
        assert (found.valid, found.ascii, found.unicode, found.errors) == (True, ".", ".", ())
        assert not acelabel.same_name(root, "")
        assert not acelabel.same_name(root, "a")
        assert acelabel.same_name(root, ".")
    for name in ("..", "", "a..", ".a", "\u00ad."):
        assert not acelabel.is_valid(name, profile=DNS)
    assert not acelabel.is_valid(".")
    assert not acelabel.is_valid(".", profile=DNS.replace(allow_root_dot=False))


@pytest.mark.parametrize(
    ("name", "profile", "kinds"),
    [
        ("www.r3---sn-ab.Bücher.XN--BCHER-KVA.xn--a", UTS46, "nr_ldh ldh u_label a_label fake_alabel"),
        ("www.r3---sn-ab.Bücher.XN--BCHER-KVA.xn--a", DNS, "nr_ldh ldh u_label a_label fake_alabel"),
        ("_dmarc.*.-a.a-.ＷＷＷ", DNS, "other other other other nr_ldh"),
        ("*._a.-a", DNS, "other other other"),
        ("xn--n3h.xn--fa-hia", IDNA2008, "fake_alabel a_label"),
        ("xn--n3h.xn--fa-hia", IDNA2003, "a_label fake_alabel"),
        ("a b.\u0301", UTS46, "other other"),
        ("xn--ü", UTS46, "other"),
        ("a_b..xn--8i7caa", WHATWG, "other other fake_alabel"),
        ("1.123", UTS46, "nr_ldh nr_ldh"),
    ],
)
def test_kinds_of_labels(name: str, profile: Profile, kinds: str) -> None:
    labels = acelabel.inspect(name, profile=profile).labels
    assert [label.kind for label in labels] == kinds.split()
    assert [label.to_dict()["kind"] for label in labels] == kinds.split()


def test_a_label_that_cannot_be_decoded_and_is_ignored_says_why() -> None:
    lenient = UTS46.replace(ignore_invalid_punycode=True)
    label = acelabel.inspect("xn--a-0", profile=lenient).labels[0]
    assert (label.valid, label.kind, [problem.code for problem in label.problems]) == (
        True,
        "fake_alabel",
        ["invalid_alabel"],
    )


def check_kinds(name: str, profile: Profile) -> None:
    """Return what `inspect` says of labels follows from the forms, and a fake A-label has a problem or an error."""
    found = acelabel.inspect(name, profile=profile)
    for label in found.labels:
        assert not label.problems or (label.valid and not label.errors and label.kind == "fake_alabel")
        if label.kind == "fake_alabel":
            assert label.input[:4].lower() == "xn--" or (label.alabel or "").startswith("xn--")
            assert label.problems or label.errors
        elif label.kind in ("a_label", "u_label"):
            assert label.alabel is not None
            assert label.alabel.startswith("xn--")
            assert label.input.isascii() == (label.kind == "a_label")
        elif label.kind != "other":
            assert label.alabel is not None
            assert not label.alabel.startswith("xn--")


def check_decoding(name: str, profile: Profile) -> None:
    """No profile decodes an A-label that its text does not encode to; the verifying ones refuse it."""
    shown = outcome(lambda text: to_unicode(text, profile=profile), name)
    if isinstance(shown, tuple):
        return
    ascii_form = to_ascii(name, profile=profile)
    pairs = list(zip(ascii_form.split("."), shown.split("."), strict=True))
    for encoded, text in pairs:
        if encoded != text:
            assert encoded == acelabel.alabel(text, profile=profile.replace(transitional_processing=False))
    left = [text for _, text in pairs if text.startswith("xn--")]
    assert not left or profile.pass_ascii or profile.pass_ascii_domain or profile.ignore_invalid_punycode
    if left and not profile.pass_ascii:
        assert name.isascii() or not profile.pass_ascii_domain


@given(names, profiles)
def test_no_profile_decodes_a_fake_a_label(name: str, profile: Profile) -> None:
    check_decoding(name, profile)
    check_kinds(name, profile)


@pytest.mark.parametrize("profile", NAMED.values(), ids=NAMED)
def test_no_profile_decodes_a_fake_a_label_of_generated_names(profile: Profile) -> None:
    rng = random.Random(5890)
    for name in (any_name(rng) for _ in range(1_500)):
        check_decoding(name, profile)
        check_kinds(name, profile)


@given(names, profiles)
def test_a_label_by_itself_is_the_whole_domain(label: str, profile: Profile) -> None:
    for of_label, of_name in ((acelabel.alabel, to_ascii), (acelabel.ulabel, to_unicode)):
        answer = outcome(lambda text, of_label=of_label: of_label(text, profile=profile), label)
        if label == "" or answer[0] == "label_separator":
            continue
        expected = outcome(lambda text, of_name=of_name: of_name(text, profile=profile), label)
        # An empty name is one empty label.
        assert answer == expected or (answer, expected) == (("empty_label", 0), ("empty_domain", 0))
