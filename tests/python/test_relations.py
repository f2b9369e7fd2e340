"""Two names: below a zone, and matched by a pattern, beside slow judges made of the text of the standards."""

import random
from typing import Any

import pytest
from label_inputs import any_name
from names_and_profiles import NAMED
from outcomes import outcome

import acelabel
from acelabel import DNS, UTS46, WHATWG, AceError, Profile, is_below, matches, matches_any, to_ascii

MEBIBYTE = 1 << 20


def labels(name: str, profile: Profile = UTS46) -> list[str]:
    """The labels of a name in ASCII, none for the root (RFC 1034 section 3.1)."""
    if name in (".", "。", "．", "｡"):
        return []
    ascii_form = to_ascii(name, profile=profile)
    return ascii_form.removesuffix(".").split(".")


def is_below_slowly(name: str, zone: str, *, equal: bool = True, profile: Profile = UTS46) -> bool:
    """RFC 1034 section 3.1: a domain is a subdomain of another if its last labels are those of the other."""
    of_name, of_zone = labels(name, profile), labels(zone, profile)
    if "*" in "".join(of_zone):
        raise AceError("std3_disallowed", None, zone)
    above = len(of_name) - len(of_zone)
    return of_name[max(above, 0) :] == of_zone and (above > 0 or equal)


def matches_slowly(name: str, pattern: str, *, profile: Profile = UTS46) -> bool:
    """RFC 9525 section 6.3: labels in order, and "*" as the complete content of the left-most label."""
    first, *rest = pattern.replace("。", ".").split(".")
    of_name = labels(name, profile)
    if first != "*":
        return of_name == labels(pattern, profile)
    of_rest = labels(".".join(rest), profile) if rest not in ([], [""]) else []
    is_address = acelabel.ends_in_number(name, profile=profile)
    return of_name[1:] == of_rest and bool(of_name) and not is_address


BELOW = [
    ("api.BÜCHER.de.", "xn--bcher-kva.de", True),
    ("api.xn--bcher-kva.de", "Bücher。DE.", True),
    ("bücher.de", "bücher.de", True),
    ("kochbücher.de", "bücher.de", False),
    ("xn--kochbcher-geb.de", "xn--bcher-kva.de", False),
    ("de", "bücher.de", False),
    ("a-b.example", "b.example", False),
    ("example", ".", True),
    ("a.b.c.", "。", True),
    (".", ".", True),
    (".", "example", False),
    ("192.0.2.1", "2.1", True),
]


@pytest.mark.parametrize(("name", "zone", "expected"), BELOW)
def test_a_name_below_a_zone(name: str, zone: str, expected: bool) -> None:
    assert is_below(name, zone) == is_below(name, zone, profile=DNS) == expected
    assert is_below(name, zone, equal=False) == (expected and not acelabel.same_name(name, zone))


# Of RFC 9525 section 6.3, and of RFC 6125 section 6.4.3, of which it takes the examples away.
MATCHES = [
    ("foo.example.com", "*.example.com", True),
    ("bar.foo.example.com", "*.example.com", False),
    ("example.com", "*.example.com", False),
    ("www.example.com", "WWW.example.com.", True),
    ("xn--bcher-kva.example.com", "*.example.com", True),
    ("www.bücher.de", "*.xn--bcher-kva.de", True),
    ("www.xn--bcher-kva.de", "*。BÜCHER.de", True),
    ("wwwbücher.de", "*.bücher.de", False),
    ("localhost", "*", True),
    ("a.localhost", "*", False),
    (".", "*", False),
    ("example.com", "*.com", True),
    ("10.0.0.1", "*.0.0.1", False),
    ("foo.0x1", "*.0x1", False),
    ("10.0.0.1", "10.0.0.1", True),
    ("www.אב", "*.אב", True),
]


@pytest.mark.parametrize(("name", "pattern", "expected"), MATCHES)
def test_a_pattern_and_a_name(name: str, pattern: str, expected: bool) -> None:
    assert matches(name, pattern) == matches(name, pattern, profile=DNS) == expected


NO_PATTERNS = {
    "*.*.com": 2,
    "www.*.com": 4,
    "f*.com": 1,
    "*f.com": 0,
    "**.com": 0,
    "f*o.com": 1,
    "www.com.*": 8,
    "ü*.com": 1,
    "＊.com": 0,
    "a.﹡.com": 2,
}


@pytest.mark.parametrize("pattern", NO_PATTERNS)
@pytest.mark.parametrize("profile", [UTS46, DNS, WHATWG], ids=repr)
def test_what_is_no_pattern_is_refused(pattern: str, profile: Profile) -> None:
    with pytest.raises(AceError) as caught:
        matches("www.com", pattern, profile=profile)
    error = caught.value
    label = sum(character == "." for character in pattern[: NO_PATTERNS[pattern]])
    found = (error.code, error.offset, error.label_index, error.text, error.codepoint)
    assert found == ("std3_disallowed", NO_PATTERNS[pattern], label, pattern, ord(pattern[NO_PATTERNS[pattern]]))


NO_ZONES = ["*.evil.example", "*", "*.", "*evil.example", "＊.evil.example", "﹡.evil.example"]


@pytest.mark.parametrize("zone", NO_ZONES)
@pytest.mark.parametrize("profile", NAMED.values(), ids=NAMED)
def test_a_wildcard_is_no_zone_under_any_profile(zone: str, profile: Profile) -> None:
    """It would hold no name, and a list of names that are denied would deny none."""
    for equal in (True, False):
        with pytest.raises(AceError) as caught:
            is_below("a.evil.example", zone, profile=profile, equal=equal)
        error = caught.value
        assert error.code == ("disallowed_codepoint" if profile.rules == "idna2008" else "std3_disallowed")
        assert (error.offset, error.label_index, error.text, error.codepoint) == (0, 0, zone, ord(zone[0]))
    if zone == "*.evil.example":
        advice = "matches(name, pattern) takes it as the pattern"
        assert advice in str(error)


def test_a_wildcard_is_a_name_and_a_low_line_is_no_wildcard() -> None:
    assert is_below("*.evil.example", "evil.example", profile=DNS)
    assert is_below("a._tcp.evil.example", "_tcp.evil.example", profile=DNS)
    assert not is_below("*.evil.example", "good.example", profile=DNS)


REFUSED = {"": ("empty_domain", 0), "*..": ("empty_label", 2), "xn--*.com": ("invalid_alabel", 4)}


@pytest.mark.parametrize("pattern", REFUSED)
def test_other_patterns_that_are_refused(pattern: str) -> None:
    assert outcome(lambda text: matches("a", text), pattern) == REFUSED[pattern]


def test_the_error_is_that_of_the_name_that_is_refused() -> None:
    for one, other in [("a..b", "b"), ("b", "a..b"), ("a.b", "*.a..b")]:
        for function in (is_below, matches):
            with pytest.raises(AceError) as caught:
                function(one, other)
            assert caught.value.text in (one, other)
    assert outcome(lambda text: matches("a", text), "*.ü.a_b") == ("std3_disallowed", 5)
    assert is_below("_a.ü", "xn--tda", profile=DNS)


# Presented identifiers that are not valid, as public reports have them.
NOT_VALID = [
    *("{service-instance}.example.com", "f*.com", "https://a.example.com", "a..b", "xn--a.example.com", "", "*..", " "),
    *("*.*.example.com", "www.*.com", "a@example.com", "\ud800", "_a.example.com", "x" * 64, "a." * 200),
]


@pytest.mark.parametrize("pattern", NOT_VALID, ids=ascii)
def test_a_pattern_that_is_not_valid_is_passed_over(pattern: str) -> None:
    """RFC 9525 section 6.3; `matches` refuses it."""
    with pytest.raises(AceError):
        matches("host1.example.com", pattern)
    assert not matches_any("host1.example.com", [pattern])
    assert matches_any("host1.example.com", [pattern, "*.example.com"])
    assert matches_any("host1.example.com", iter([pattern, pattern, "HOST1.example.com."]))
    # Equal texts are no match if they are no names.
    assert not matches_any("a", [pattern])


@pytest.mark.parametrize("name", ["", "a..b", "*.example.com", "{x}.example", "xn--a"])
@pytest.mark.parametrize("patterns", [[], ["*.example.com"], ["a..b", "*"]])
def test_a_name_of_a_search_has_to_be_valid(name: str, patterns: list[str]) -> None:
    with pytest.raises(AceError) as caught:
        matches_any(name, patterns)
    assert outcome(lambda text: matches(text, "example.com"), name) == (caught.value.code, caught.value.offset)
    assert caught.value.text == name


def test_a_search_agrees_with_each_pattern() -> None:
    patterns = [pattern for _, pattern, _ in MATCHES]
    for name, _, _ in MATCHES:
        for profile in (UTS46, DNS, WHATWG):
            assert matches_any(name, patterns, profile=profile) == any(
                matches(name, pattern, profile=profile) for pattern in patterns
            )
            for pattern in patterns:
                expected = matches(name, pattern, profile=profile)
                assert matches_any(name, {pattern}, profile=profile) == expected
    assert matches_any("_a.example", ["_a.example"], profile=DNS)
    assert not matches_any("a.example", [])


@pytest.mark.parametrize(
    ("patterns", "message"),
    [
        ("*.example", "argument 'patterns' must be an iterable of str, not a single str"),
        (b"*.example", "argument 'patterns' must be an iterable of str, not a single bytes"),
        (None, "argument 'patterns' must be an iterable of str, not NoneType"),
        (["a..b", b"a"], "item 1 must be str, not bytes: decode it first"),
        ([("DNS", "a.example")], "item 0 must be str, not tuple"),
    ],
)
def test_patterns_are_an_iterable_of_str(patterns: Any, message: str) -> None:
    with pytest.raises(TypeError) as caught:
        matches_any("a.example", patterns)
    assert str(caught.value) == message


def judged(judge: Any, *arguments: str, profile: Profile) -> object:
    try:
        return judge(*arguments, profile=profile)
    except AceError:
        return "refused"


def test_random_names_are_judged_as_the_standards_say() -> None:
    rng = random.Random(35)
    parts = ["a", "B", "ü", "xn--tda", "1", "*", "", "xn--a", "ß", "א", "0x1", "a b", "faß"]
    counts = {True: 0, False: 0, "refused": 0}
    for _ in range(20_000):
        one, other = (".".join(rng.choices(parts, k=rng.randint(1, 3))) for _ in range(2))
        if rng.random() < 0.4:
            one = rng.choice(["a.", "ü.", ""]) + other.removeprefix("*.")
        if rng.random() < 0.2:
            other = f"*.{other}"
        profile = rng.choice([UTS46, DNS])
        assert judged(is_below, one, other, profile=profile) == judged(is_below_slowly, one, other, profile=profile)
        if "*" in other.removeprefix("*.") or other == "*..":
            continue
        found = judged(matches, one, other, profile=profile)
        # As parts of a name, labels beside a right-to-left one are held to its rules.
        if not (other.startswith("*.") and "א" in other):
            assert found == judged(matches_slowly, one, other, profile=profile), (one, other)
        counts[found] += 1
    assert min(counts.values()) > 500


def test_the_laws_of_relations_on_hostile_names() -> None:
    rng, valid = random.Random(9525), 0
    for _ in range(5_000):
        name = any_name(rng)
        try:
            key = acelabel.canonical(name)
        except AceError as error:
            for call in (is_below, matches):
                with pytest.raises(AceError) as caught:
                    call(name, "example", profile=DNS)
                assert caught.value == error
            continue
        valid += 1
        assert acelabel.canonical(key) == key
        if "*" not in key:
            assert is_below(name, key, profile=DNS)
            assert is_below(key, name, profile=DNS)
        assert is_below(name, ".", profile=DNS)
        assert is_below(name, ".", equal=False, profile=DNS) == (key != ".")
        assert matches(name, key, profile=DNS) or "*" in key
        _, dot, behind = key.partition(".")
        if dot and behind and "*" not in behind:
            assert is_below(name, behind, equal=False, profile=DNS)
            assert matches(name, f"*.{behind}", profile=DNS) == (not acelabel.ends_in_number(name, profile=DNS))
    assert valid > 500


HOSTILE = ["a." * (MEBIBYTE // 2), "*." * (MEBIBYTE // 2), "." * MEBIBYTE, "ü" * (MEBIBYTE // 2), "\u00ad" * 524_288]


@pytest.mark.parametrize("text", HOSTILE, ids=lambda text: text[:2])
def test_a_mebibyte_is_answered(text: str) -> None:
    for function in (is_below, matches):
        for profile in (UTS46, DNS, WHATWG):
            outcome(lambda name, function=function, profile=profile: function(name, "example", profile=profile), text)
            outcome(lambda name, function=function, profile=profile: function("example", name, profile=profile), text)
    assert not matches_any("example", [text])
    assert matches("a." * 1000 + "b", "*." + "a." * 999 + "b", profile=WHATWG)
