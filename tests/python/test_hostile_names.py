"""Names that broke other implementations, and a megabyte of everything that is hard to read.

Each CVE of an IDNA or URL implementation has its trigger built here, with the exact answer of every profile.
"""

import pytest
from outcomes import Refusal, outcome

import acelabel

PROFILES = {
    "UTS46": acelabel.UTS46,
    "WHATWG": acelabel.WHATWG,
    "IDNA2008": acelabel.IDNA2008,
    "IDNA2003": acelabel.IDNA2003,
    "DNS": acelabel.DNS,
}
Answer = str | Refusal
MEBIBYTE = 1 << 20
TOO_LONG = ("label_too_long", 0)


def answers(name: str) -> dict[str, Answer]:
    """Return the answer of each profile for a name; both directions and `inspect` must agree about it."""
    found: dict[str, Answer] = {}
    for title, profile in PROFILES.items():
        answer = outcome(lambda text, profile=profile: acelabel.to_ascii(text, profile=profile), name)
        unicode_form = outcome(lambda text, profile=profile: acelabel.to_unicode(text, profile=profile), name)
        assert isinstance(answer, tuple) == isinstance(unicode_form, tuple)
        assert isinstance(answer, str) or answer == unicode_form
        assert acelabel.inspect(name, profile=profile).valid == isinstance(answer, str)
        found[title] = answer
    return found


def all_but(common: Answer, **others: Answer) -> dict[str, Answer]:
    return dict.fromkeys(PROFILES, common) | others


def passed(name: str, common: Answer, **others: Answer) -> dict[str, Answer]:
    """A name in ASCII that WHATWG and DNS pass undecoded."""
    return all_but(common, WHATWG=name.lower(), DNS=name.lower()) | others


def a_label(text: str) -> str:
    """`xn--` and Punycode, whether or not that is an A-label."""
    return "xn--" + acelabel.punycode.encode(text)


def no_url_syntax(offset: int) -> dict[str, Answer]:
    """Mapping makes ASCII syntax: refused where the character stands that is mapped."""
    disallowed = ("disallowed_codepoint", offset)
    return all_but(("std3_disallowed", offset), WHATWG=disallowed, IDNA2008=disallowed)


LONG_A_LABEL = a_label("é" * 513)
DOTS = "xn--" + "a" * 40 + "." * 600
TRIGGERS = {
    # More code points than the 512 that the stack had room for, and dots written behind the end.
    "CVE-2022-3602": (LONG_A_LABEL, all_but(("label_too_long", 63), WHATWG=LONG_A_LABEL)),
    "CVE-2022-3786": (DOTS, passed(DOTS, ("disallowed_codepoint", 0), DNS=("empty_label", 45))),
    # The length was looked at when nameprep and normalization were done, in quadratic time.
    "CVE-2022-45061": ("ü" * 100_000, all_but(TOO_LONG, WHATWG=a_label("ü" * 100_000))),
    # Contextual rules scanned the whole label for each of its characters.
    "CVE-2024-3651": ("\u0660" * 25_000, all_but(TOO_LONG, WHATWG=("bidi_rule_1", 0))),
    "CVE-2024-3651-katakana": (
        "\u30fb" * 25_000 + "漢",
        all_but(TOO_LONG, WHATWG=a_label("\u30fb" * 25_000 + "漢")),
    ),
    "CVE-2026-45409": ("\u06f0" * 25_000 + "\u0660", all_but(TOO_LONG, WHATWG=("bidi_rule_1", 0))),
    "CVE-2026-45409-joiners": (
        "क\u094d\u200d" * 10_000,
        all_but(TOO_LONG, WHATWG=a_label("क\u094d\u200d" * 10_000)),
    ),
    # A second spelling of an ASCII label.
    "CVE-2024-12224": ("www.xn--example-", passed("www.xn--example-", ("invalid_alabel", 4))),
    "CVE-2026-39821": ("xn--example-.org", passed("xn--example-.org", ("invalid_alabel", 0))),
    "CVE-2026-46644": ("XN--EXAMPLE-.org", passed("XN--EXAMPLE-.org", ("invalid_alabel", 0))),
    # A digit computed by subtraction before it was compared, and integers that leave their type.
    "CVE-2017-14062": ("xn--a-/", all_but(("invalid_alabel", 6), WHATWG=("disallowed_codepoint", 6))),
    "CVE-2017-14062-control": ("xn--a-\x10b", all_but(("invalid_alabel", 6), WHATWG=("disallowed_codepoint", 6))),
    "CVE-2017-14062-overflow": ("xn--99999999999999999999", passed("xn--99999999999999999999", ("invalid_alabel", 0))),
    # A-labels of what mapping or normalization would change.
    "CVE-2019-12290": (
        a_label("Ü"),
        passed(a_label("Ü"), ("disallowed_codepoint", 0), IDNA2003=("non_canonical_alabel", 0)),
    ),
    "CVE-2019-12290-nfd": (
        a_label("u\u0308"),
        passed(a_label("u\u0308"), ("not_nfc", 0), IDNA2003=("non_canonical_alabel", 0)),
    ),
    # A name whose encoded form is longer than the buffer.
    "CVE-2019-18224": (
        ".".join(["ü" * 20] * 12),
        all_but(
            ("domain_too_long", 189),
            WHATWG=".".join([a_label("ü" * 20)] * 12),
        ),
    ),
    # Text that is not well-formed.
    "CVE-2015-2059": ("ab\udc80cd", all_but(("surrogate", 2))),
    "CVE-2016-6263": ("\udfff" * 5, all_but(("surrogate", 0))),
    # A label of exactly 64 octets, read beyond its end; and a NUL.
    "CVE-2016-6261": ("a" * 64, all_but(("label_too_long", 63), WHATWG="a" * 64)),
    "CVE-2016-6262": ("ü\0", no_url_syntax(1)),
    # Normalization makes / ? # @ : and %.
    "CVE-2019-0657": ("example.com＃@evil.com", no_url_syntax(11)),
    "CVE-2019-2816": ("a：80.example", no_url_syntax(1)),
    "CVE-2019-9636": ("example.com＃.evil.com", no_url_syntax(11)),
    "CVE-2019-9636-account-of": ("a℀.example", no_url_syntax(1)),
    "CVE-2019-9636-question": ("a？b.example", no_url_syntax(1)),
    "CVE-2019-10160": ("user＠evil.com", no_url_syntax(4)),
    "CVE-2019-10160-slash": ("evil.com／.example.com", no_url_syntax(8)),
    # Two spellings of one name.
    "CVE-2022-42916": ("curl。example", all_but("curl.example")),
    "CVE-2022-43551": ("curl｡example．", all_but("curl.example.")),
    # The prefix before what is not ASCII.
    "CVE-2026-21712": ("xn--iñvalid.com", all_but(("invalid_alabel", 5))),
}


@pytest.mark.parametrize("cve", TRIGGERS)
def test_every_profile_answers_the_trigger(cve: str) -> None:
    name, expected = TRIGGERS[cve]
    assert answers(name) == expected


def test_every_advisory_has_its_trigger() -> None:
    """One implementation after the other: OpenSSL, CPython, idna, idna (Rust), x/net, Symfony, libidn2, libidn, .NET,
    Java, CPython again, curl, Node."""
    years = {
        2015: {2059},
        2016: {6261, 6262, 6263},
        2017: {14062},
        2019: {12290, 18224, 657, 2816, 9636, 10160},
        2022: {3602, 3786, 45061, 42916, 43551},
        2024: {3651, 12224},
        2026: {45409, 39821, 46644, 21712},
    }
    known = {(int(cve.split("-")[1]), int(cve.split("-")[2])) for cve in TRIGGERS}
    assert known == {(year, number) for year, numbers in years.items() for number in numbers}


@pytest.mark.parametrize("other", ["curl。example", "CURL｡example", "curl．example.", "ｃurl.example"])
def test_two_spellings_are_one_name(other: str) -> None:
    """CVE-2022-42916 and CVE-2022-43551: a list of names that is asked with another spelling must find the name."""
    assert acelabel.canonical(other) == "curl.example"
    assert acelabel.same_name(other, "curl.example")


SYLLABLES = "\u1100\u1161\u11a8" * (MEBIBYTE // 9)
MEGABYTES = {
    "one ASCII label": ("a" * MEBIBYTE, all_but(("label_too_long", 63), WHATWG="a" * MEBIBYTE)),
    "one label": ("ü" * (MEBIBYTE // 2), all_but(TOO_LONG, WHATWG=a_label("ü" * (MEBIBYTE // 2)))),
    "ASCII labels": ("a." * (MEBIBYTE // 2), all_but(("domain_too_long", 254), WHATWG="a." * (MEBIBYTE // 2))),
    "labels": ("ü." * (MEBIBYTE // 3), all_but(("domain_too_long", 62), WHATWG="xn--tda." * (MEBIBYTE // 3))),
    "A-labels": (
        "xn--tda." * (MEBIBYTE // 8),
        all_but(("domain_too_long", 248), WHATWG="xn--tda." * (MEBIBYTE // 8)),
    ),
    "no A-labels": (
        "xn--a." * (MEBIBYTE // 6),
        passed("xn--a." * (MEBIBYTE // 6), ("disallowed_codepoint", 0), DNS=("domain_too_long", 252)),
    ),
    "dots": ("." * MEBIBYTE, all_but(("empty_label", 0), WHATWG="." * MEBIBYTE)),
    "one A-label": (
        "xn--" + "a" * MEBIBYTE,
        all_but(("label_too_long", 63), WHATWG="xn--" + "a" * MEBIBYTE),
    ),
    "combining marks": (
        "a" + "\u0301" * (MEBIBYTE // 2),
        all_but(TOO_LONG, WHATWG=a_label("á" + "\u0301" * (MEBIBYTE // 2 - 1))),
    ),
    "marks out of order": ("\u0301\u0327" * (MEBIBYTE // 4), all_but(TOO_LONG, WHATWG=("leading_combiner", 1))),
    "joiners": (
        "क\u094d" + "\u200d" * (MEBIBYTE // 3),
        all_but(TOO_LONG, WHATWG=("contextj", 3), IDNA2003="xn--11b6i"),
    ),
    "non-joiners": (
        "ب" + "\u200c" * (MEBIBYTE // 3),
        all_but(TOO_LONG, WHATWG=("contextj", 1), IDNA2003="xn--ngb"),
    ),
    "digits of both kinds": ("\u0660\u06f0" * (MEBIBYTE // 4), all_but(TOO_LONG, WHATWG=("bidi_rule_1", 0))),
    "digits in Hebrew": ("א" + "1\u0661" * (MEBIBYTE // 3), all_but(TOO_LONG, WHATWG=("bidi_rule_4", 2))),
    "labels of both directions": (
        "א.1." * (MEBIBYTE // 5),
        all_but(("domain_too_long", 100), WHATWG=("bidi_rule_1", 2)),
    ),
    "nothing after mapping": (
        "\u00ad" * (MEBIBYTE // 2),
        all_but(("empty_label", 0), WHATWG=("empty_domain", 0), IDNA2008=TOO_LONG),
    ),
    "Hangul parts": (SYLLABLES, all_but(TOO_LONG, WHATWG=a_label("각" * (MEBIBYTE // 9)))),
    # Each is mapped to eighteen.
    "ligatures": ("\ufdfa" * (MEBIBYTE // 3), all_but(TOO_LONG, WHATWG=("disallowed_codepoint", 0))),
}


@pytest.mark.parametrize("kind", MEGABYTES)
def test_a_mebibyte_is_answered(kind: str) -> None:
    name, expected = MEGABYTES[kind]
    assert MEBIBYTE - 8 <= len(name.encode()) <= MEBIBYTE + 8
    assert answers(name) == expected


@pytest.mark.parametrize("kind", MEGABYTES)
def test_a_mebibyte_can_be_kept(kind: str) -> None:
    """As many labels come out as went in."""
    name, _ = MEGABYTES[kind]
    for profile in PROFILES.values():
        for function in (acelabel.to_ascii, acelabel.to_unicode):
            assert function(name, profile=profile, errors="keep").count(".") == name.count(".")
