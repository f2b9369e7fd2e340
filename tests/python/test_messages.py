"""Messages state the fault that was found, name the character at fault, and say what would help."""

from collections.abc import Callable
from typing import Any

import pytest

import acelabel
from acelabel import AceError, Profile, alabel, email, host, is_valid, punycode, race, to_ascii
from acelabel.bootstring import PUNYCODE


def refusal(call: Callable[..., object], *arguments: object, **options: Any) -> AceError:
    with pytest.raises(AceError) as caught:
        call(*arguments, **options)
    return caught.value


@pytest.mark.parametrize(
    ("name", "profile", "code", "offset", "reason"),
    [
        ("www.\u0301a", "UTS46", "leading_combiner", 4, "the label begins with a combining mark: U+0301"),
        ("bü--x", "IDNA2008", "hyphen_3_4", 2, "the label has hyphens in its third and fourth positions"),
        ("ü-", "IDNA2008", "hyphen_start_end", 1, "the label begins or ends with a hyphen"),
        ("", "UTS46", "empty_domain", 0, "the domain name is empty"),
        ("a..b", "UTS46", "empty_label", 2, "the label is empty"),
        ("a_b", "UTS46", "std3_disallowed", 1, "'_' (U+005F) is not allowed in a host name"),
        ("a\tb", "UTS46", "std3_disallowed", 1, "U+0009 (TAB, invisible) is not allowed in a host name"),
        ("a'b", "UTS46", "std3_disallowed", 1, '"\'" (U+0027) is not allowed in a host name'),
        ("a\\b", "UTS46", "std3_disallowed", 1, "'\\' (U+005C) is not allowed in a host name"),
        ("☃", "IDNA2008", "disallowed_codepoint", 0, "'☃' (U+2603) is not allowed in a label"),
        ("a\u200cb", "UTS46", "contextj", 1, "not allowed here: U+200C (ZERO WIDTH NON-JOINER, invisible)"),
        ("l·m", "IDNA2008", "contexto", 1, "'·' (U+00B7) is not allowed in this context"),
        ("xn--ls8h=", "UTS46", "invalid_alabel", 8, "the Punycode of a U-label: '=' (U+003D)"),
        (
            "xn--a-.de",
            "UTS46",
            "invalid_alabel",
            0,
            "what follows is not the Punycode of a U-label; it encodes nothing beyond ASCII",
        ),
        ("xn---bbk", "UTS46", "non_canonical_alabel", 0, "the A-label decodes to text whose A-label is different"),
        ("1.א", "UTS46", "bidi_rule_1", 0, "which a name with right-to-left labels requires: '1' (U+0031)"),
        ("a\ud800", "UTS46", "surrogate", 1, "U+D800 is a surrogate, which is not a character"),
    ],
)
def test_the_reason_is_the_fault_that_was_found(name: str, profile: str, code: str, offset: int, reason: str) -> None:
    error = refusal(to_ascii, name, profile=getattr(acelabel, profile))
    assert (error.code, error.offset) == (code, offset)
    assert error.reason.endswith(reason)
    assert f": {error.reason}" in str(error)


@pytest.mark.parametrize(
    ("label", "reason"),
    [
        ("xn--example-", "; it encodes nothing beyond ASCII"),
        ("xn--", "; it encodes nothing beyond ASCII"),
        ("XN--XN---EPA", "; it decodes to text that begins with xn--, too"),
        ("xn--bcher-kv", "; the input ends inside an integer"),
        ("xn--99999999999999999999", "; an integer exceeds 64 bits"),
        ("xn--ｅxample-", ""),
    ],
)
def test_what_is_wrong_with_an_a_label(label: str, reason: str) -> None:
    reason = f"the label begins with xn-- but what follows is not the Punycode of a U-label{reason}"
    for name in (label, f"{label}.de", f"www.{label}。de"):
        error = refusal(to_ascii, name)
        assert (error.code, error.reason) == ("invalid_alabel", reason)
    assert refusal(to_ascii, f"a.{label}", profile=acelabel.IDNA2003).reason == reason
    if label.isascii():
        for end in ("", ":80", "/p", "?q", "#f"):
            assert refusal(host.of_url, f"https://u@ü.{label}{end}").reason == reason
        assert refusal(host.of_url, f"https://ü.{label}\\").reason.endswith("the Punycode of a U-label")
    assert AceError("invalid_alabel").reason.endswith("the Punycode of a U-label")


LEAVE_OUT = "; an A-label is ASCII: leave out the xn--: '"


@pytest.mark.parametrize("name", ["xn--müller.de", "www.XN--Müller", "xn--中文。cn"])
def test_the_prefix_before_a_u_label(name: str) -> None:
    assert LEAVE_OUT in str(refusal(to_ascii, name))
    assert is_valid(name.lower().replace("xn--", ""))


@pytest.mark.parametrize("name", ["xn--ls8h=", "xn--a_ü", "xn--ü\u0378", "xn--un\u0303", "xn--example-"])
def test_the_prefix_before_what_is_no_u_label(name: str) -> None:
    assert LEAVE_OUT not in str(refusal(to_ascii, name))


@pytest.mark.parametrize(
    ("name", "offset", "reason"),
    [
        ("xn--a_-yka.de", 0, "'_' (U+005F) is not allowed in a host name"),
        ("www.xn--a.de", 4, "U+0080 is not allowed in a label"),
    ],
)
def test_a_character_that_an_a_label_hides_is_named(name: str, offset: int, reason: str) -> None:
    error = refusal(to_ascii, name)
    assert error.offset == offset
    assert error.reason == f"{reason}; the decoded A-label contains it"


@pytest.mark.parametrize(
    ("call", "argument", "code", "offset"),
    [
        (to_ascii, "ü" * 70, "label_too_long", 0),
        (to_ascii, "ü." * 70, "domain_too_long", 62),
        (race.encode, "一倀" * 9, "label_too_long", 17),
        (punycode.decode, "ib9b", "surrogate", 0),
        (punycode.decode, "a-i023p", "code_point_too_large", 2),
        (race.decode_domain, "www.bq--adus52i", "label_separator", 4),
        (race.encode, "é\x99", "u0099_in_compressed_mode", 1),
    ],
)
def test_a_character_that_is_not_the_point_is_not_named(call: Any, argument: str, code: str, offset: int) -> None:
    error = refusal(call, argument)
    assert (error.code, error.offset) == (code, offset)
    assert error.codepoint is not None
    assert f"(U+{error.codepoint:04X})" not in str(error)


LABEL, NAME = "the label is longer than 63 characters", "the name is longer than 253 characters"


@pytest.mark.parametrize(
    ("call", "argument", "code", "reason"),
    [
        (to_ascii, "a" * 70, "label_too_long", f"{LABEL} (70 in ASCII form)"),
        (to_ascii, "www." + "ü" * 64 + "。de", "label_too_long", f"{LABEL} (70 in ASCII form)"),
        (alabel, "ü" * 64, "label_too_long", f"{LABEL} (70 in ASCII form)"),
        (race.decode, "bq--" + "a" * 60, "label_too_long", f"{LABEL} (64 in ASCII form)"),
        (to_ascii, "a." * 127 + "b", "domain_too_long", f"{NAME} (255 in ASCII form)"),
        (to_ascii, "ü." * 70, "domain_too_long", f"{NAME} (559 in ASCII form)"),
        # Profiles map it to forms of different lengths, and an error does not know its profile.
        (to_ascii, "ß" * 70, "label_too_long", f"{LABEL} in ASCII form"),
        (race.encode, "一倀" * 9, "label_too_long", f"{LABEL} in ASCII form"),
        (to_ascii, "ü" * 1_000_000, "label_too_long", f"{LABEL} in ASCII form"),
    ],
)
def test_a_length_is_told_where_it_is_known(call: Any, argument: str, code: str, reason: str) -> None:
    error = refusal(call, argument)
    assert (error.code, error.reason) == (code, reason)


def test_the_length_told_is_the_length_of_the_ascii_form() -> None:
    for count in range(60, 80):
        error = refusal(to_ascii, "ü" * count)
        assert f"({4 + len(punycode.encode('ü' * count))} in ASCII form)" in error.reason


URL = "this looks like a URL: pass only its host name"
ADDRESS = "this looks like an IP address, which is not a domain name"
PORT = "this looks like a host and a port, which host.of_url(text, bare=True) reads"
BLANK = "remove the white space around the name"


def only_before(part: str, character: str) -> str:
    return f"{part} is not part of a host name: pass only the part before '{character}'"


@pytest.mark.parametrize(
    ("text", "code", "offset", "hint"),
    [
        ("https://example.com/a", "std3_disallowed", 5, URL),
        ("//example.com", "std3_disallowed", 0, URL),
        ("https://example.com/" + "a" * 300, "std3_disallowed", 5, URL),
        ("user@example.com", "std3_disallowed", 4, "this looks like an e-mail address: pass only the part after '@'"),
        ("example.com:443", "std3_disallowed", 11, PORT),
        ("example.com:443/a", "std3_disallowed", 11, PORT),
        ("example.com/a", "std3_disallowed", 11, only_before("a path", "/")),
        ("example.com?a", "std3_disallowed", 11, only_before("a query", "?")),
        ("example.com#a", "std3_disallowed", 11, only_before("a fragment", "#")),
        ("[::1]", "std3_disallowed", 0, ADDRESS),
        ("::1", "std3_disallowed", 0, ADDRESS),
        ("2001:db8::1", "std3_disallowed", 4, ADDRESS),
        (" example.com", "std3_disallowed", 0, BLANK),
        ("example.com\t", "std3_disallowed", 11, BLANK),
        ("example.com\n", "std3_disallowed", 11, BLANK),
        ("   ", "std3_disallowed", 0, BLANK),
        ("example.com example.org", "std3_disallowed", 11, "pass one name at a time"),
        ("# example.com", "std3_disallowed", 0, "a comment is not a name: skip it"),
        ("  # example.com", "std3_disallowed", 0, "a comment is not a name: skip it"),
        ("example.com # here", "std3_disallowed", 11, "a comment is not part of a name: remove it"),
        ("a_b.de", "std3_disallowed", 1, "the profile acelabel.DNS allows it"),
        (
            *("*.a.de", "std3_disallowed", 0),
            "matches(name, pattern) takes it as the pattern, and the profile acelabel.DNS as a name",
        ),
    ],
)
def test_what_is_not_a_name_gets_a_hint_of_its_own(text: str, code: str, offset: int, hint: str) -> None:
    error = refusal(to_ascii, text)
    assert (error.code, error.offset) == (code, offset)
    assert f"; {hint}: '" in str(error)


@pytest.mark.parametrize("text", ["a_b.de", "bü_cher.de", "*.a.de", "*.bücher.de", "a.*.de", "a_b..de"])
@pytest.mark.parametrize("profile", ["UTS46", "IDNA2008", "DNS"])
def test_the_profile_dns_is_recommended_where_it_accepts_the_name(text: str, profile: str) -> None:
    rules: Profile = getattr(acelabel, profile)
    # A label with the prefix is never sent to DNS, where it may pass undecoded.
    helps = is_valid(text, profile=acelabel.DNS) and "xn--" not in text
    if is_valid(text, profile=rules):
        assert profile == "DNS"
        return
    error = refusal(to_ascii, text, profile=rules)
    assert error.code in ("std3_disallowed", "disallowed_codepoint", "empty_label")
    is_wildcard = text.startswith("*.")
    said = (
        "as the pattern, and the profile acelabel.DNS as a name: "
        if is_wildcard
        else "; the profile acelabel.DNS allows it: "
    )
    assert (said in str(error)) == helps
    assert not (helps and profile == "DNS")


def test_a_label_of_several_labels_is_sent_to_the_functions_for_names() -> None:
    error = refusal(alabel, "bücher.de")
    assert (error.code, error.offset) == ("label_separator", 6)
    assert "'.' (U+002E); to_ascii and to_unicode take whole domain names: '" in str(error)


def test_a_code_point_below_the_first_is_named() -> None:
    error = refusal(PUNYCODE.replace(initial_n=0x3000).encode, "aé")
    assert (error.code, error.offset) == ("below_initial_n", 1)
    assert error.reason == "'é' (U+00E9) is neither ASCII nor at least initial_n"


@pytest.mark.parametrize("call", [race.mode, race.encode])
def test_a_label_of_race_is_sent_to_the_function_that_reads_it(call: Any) -> None:
    advice = "; race.explain shows how an encoded label is made: '"
    for label in ("bq--af6p6yp7ml7wc", "BQ--AF6P6YP7ML7WC"):
        assert advice in str(refusal(call, label))
        assert race.explain(label).text == "żaba"
    for other in ("bq--a", "abc", "bq--" + "a" * 1_000):
        assert "race.explain" not in str(refusal(call, other))
    # A label that decodes to ASCII is refused by `explain`, too.
    assert "race.explain" not in str(refusal(race.decode, "bq--abqweyy"))


ENCODE = "encode takes text that is not ASCII"
WHOLE_OF_RACE = "race.decode_domain takes whole domain names"
OPAQUE = "text.to_ascii converts URLs of other schemes"


@pytest.mark.parametrize(
    ("call", "text", "hint"),
    [
        # The mapping of UTS #46 keeps what these profiles map or refuse.
        (acelabel.IDNA2003, "xn--strae-oqa.de", None),
        (acelabel.IDNA2008, "XN--LS8H.la", None),
        (
            acelabel.WHATWG,
            "b&#252;cher.example",
            "this looks written with character references of HTML: decode it first",
        ),
        (host.of_url, "a.example/b", "write https:// before a host"),
        (host.of_url, "//a.example", 'base_scheme="https" reads it'),
        (host.of_url, "hxxp://a.example", "this looks defanged: write 'http' for 'hxxp'"),
        (host.of_url, "HXXPS://a.example", "this looks defanged: write 'https' for 'hxxps'"),
        (host.of_url, "ssh://git@bücher.de/repo", OPAQUE),
        (host.of_url, " redis://a", OPAQUE),
        (host.of_url, "svn+ssh://a", OPAQUE),
        (host.of_url, "file://a", None),
        (host.of_url, "mailto:a@b.example", None),
        (host.of_url, "a b://c", None),
        (host.of_url, "a.example/b://c", None),
        (host.of_url, "/path", None),
        (host.of_url, "", None),
        (host.of_url, "https//a.example", None),
        (host.parse, "WSS://a.example", "host.of_url takes a URL"),
        (host.parse, "redis://x", URL),
        (email.to_ascii, "x@[2001:db8::1", "an IPv6 address in brackets begins with IPv6:"),
        (email.to_ascii, "x@[IPv6:2001:db8::1", None),
        (race.decode, "xn--bücher", None),
        (race.decode, "bq--ü", None),
        (race.decode, "żaba", ENCODE),
        (race.to_alabel, "żaba", ENCODE),
        (punycode.decode, "bücher", ENCODE),
        (punycode.trace_decode, "bücher", ENCODE),
        (race.decode_domain, "bq--ü.de", None),
        (race.decode, "www.BQ--abw7y3dmmvza.de", WHOLE_OF_RACE),
        (race.to_alabel, "www.bq--abw7y3dmmvza", WHOLE_OF_RACE),
        (race.explain, "bq--abw7y3dmmvza.de", WHOLE_OF_RACE),
        (race.decode_domain, "bq--abw7y3dmmv!.de", None),
        (race.decode, "www.example", None),
        (punycode.encode, "xn--\ud800", None),
        (punycode.decode, "xn--a!", "raw Punycode has no prefix: leave out the xn--"),
    ],
)
def test_a_hint_is_true_for_who_refused(call: Any, text: str, hint: str | None) -> None:
    error = refusal(to_ascii, text, profile=call) if isinstance(call, Profile) else refusal(call, text)
    assert f": {error.reason}{'' if hint is None else f'; {hint}'}: '" in str(error)


@pytest.mark.parametrize("number", [-1, 0x110000, 1 << 40])
@pytest.mark.parametrize("code", ["non_ascii", "invalid_alabel", "leading_combiner"])
def test_a_number_that_is_no_code_point_is_not_named(code: Any, number: int) -> None:
    assert AceError(code, 0, "a", codepoint=number).reason == AceError(code).reason
