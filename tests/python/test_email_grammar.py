"""Addresses of e-mail: which are valid (RFC 5321 section 4.1.2, RFC 6531 section 3.3), and which are refused."""

import ipaddress
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from known_answers import load, text_of

import acelabel
from acelabel import AceError, email
from acelabel._native import email_rules

VECTORS = load("email.json")
PAGE = (Path(__file__).resolve().parents[2] / "docs" / "email.md").read_text("utf-8")
PROFILES = [
    acelabel.UTS46,
    acelabel.WHATWG,
    acelabel.WHATWG_STRICT,
    acelabel.IDNA2008,
    acelabel.IDNA2003,
    acelabel.DNS,
]
RULES = acelabel.UTS46.replace(check_hyphens=True, allow_root_dot=False)
CONTROLS = [*map(chr, (*range(0x20), *range(0x7F, 0xA0))), "\ud800", "\udbff", "\udc00", "\udfff"]

# An address, the code and offset of each problem.
INVALID = [
    ("a@-bücher.example", [("hyphen_start_end", 2)]),
    ("a@bücher-.example", [("hyphen_start_end", 8)]),
    ("a@ab--c.example", [("hyphen_3_4", 4)]),
    ("a@example.com.", [("empty_label", 14)]),
    ("a@example。", [("empty_label", 10)]),
    ("m\ny@example.com", [("invalid_local_part", 1)]),
    ("<a@example.com>", [("invalid_local_part", 0), ("std3_disallowed", 14)]),
    ("a\r\nRCPT TO:<x>@b.example", [("invalid_local_part", 1)]),
    ("a\x00@b", [("invalid_local_part", 1)]),
    ("\x7f@b", [("invalid_local_part", 0)]),
    ("a @b", [("invalid_local_part", 1)]),
    (" a@b", [("invalid_local_part", 0)]),
    ("D\t<a@b", [("invalid_local_part", 1)]),
    ('a"@"b@c.example', [("invalid_local_part", 1)]),
    ('"a"b@c', [("invalid_local_part", 3)]),
    ('"a".b@c', [("invalid_local_part", 3)]),
    ('a."b"@c', [("invalid_local_part", 2)]),
    ('""@c', [("invalid_local_part", 1)]),
    ('"\\ü"@c', [("invalid_local_part", 2)]),
    ('"a\x01"@c', [("invalid_local_part", 2)]),
    (".a@c", [("invalid_local_part", 0)]),
    ("a.@c", [("invalid_local_part", 1)]),
    ("a..b@c", [("invalid_local_part", 2)]),
    ("ü..b@c", [("invalid_local_part", 2)]),
    ("a\\b@c", [("invalid_local_part", 1)]),
    ("a(b)@c", [("invalid_local_part", 1)]),
    ("a,b@c", [("invalid_local_part", 1)]),
    ("\ud800@c", [("invalid_local_part", 0)]),
    ("a\x85@c", [("invalid_local_part", 1)]),
    ("a b c@ü.de", [("invalid_local_part", 1)]),
    ("mailto:a@ü.de", [("invalid_local_part", 6)]),
    ("@ü.de", [("empty_local_part", 0)]),
    ("@a_b.de", [("empty_local_part", 0), ("std3_disallowed", 2)]),
    ("a..b@c_d", [("invalid_local_part", 2), ("std3_disallowed", 6)]),
    ("a@[xn--x]", [("invalid_address_literal", 3)]),
    ("a@[127.0.0.300]", [("invalid_address_literal", 11)]),
    ("ü@[IPv6:::1%eth0]", [("invalid_address_literal", 10)]),
    ("a@[2001:db8::1]", [("invalid_address_literal", 3)]),
    ("a@[X400:foo]", [("invalid_address_literal", 3)]),
    ("a@[tag:!Z^~]", [("invalid_address_literal", 3)]),
    ("a@[1.2.3.4]x", [("invalid_address_literal", 11)]),
    ("a@x[1.2.3.4]", [("std3_disallowed", 3), ("std3_disallowed", 11)]),
]


def faults(address: str, profile: acelabel.Profile = acelabel.UTS46) -> list[tuple[str, int | None]]:
    return [(error.code, error.offset) for error in email.inspect(address, profile=profile).errors]


@pytest.mark.parametrize(("address", "expected"), INVALID)
def test_what_is_not_an_address_is_not_valid(address: str, expected: list[tuple[str, int]]) -> None:
    found = email.inspect(address)
    assert faults(address) == expected
    assert (found.valid, found.ascii, found.unicode) == (False, None, None)
    codes = {code for code, _ in expected}
    of_local_part = {"empty_local_part", "invalid_local_part", "local_part_too_long"}
    assert (found.local_valid, found.domain_valid) == (not codes & of_local_part, codes <= of_local_part)
    assert all(error.text == address for error in found.errors)


@pytest.mark.parametrize("profile", PROFILES)
def test_profiles_do_not_change_what_rfc_5321_asks_of_ascii(profile: acelabel.Profile) -> None:
    for address in (
        "a@_x.example",
        "a@*.example",
        "a@b..c",
        "a@-b",
        "a@b.",
        "a@" + "b" * 64,
        "a@b\r\nc",
        "a@b c",
        "a@xn--a",
    ):
        assert not email.inspect(address, profile=profile).domain_valid, address
    assert email.inspect("a@b-1.example", profile=profile).valid
    lenient = profile.replace(use_std3_ascii_rules=False, verify_dns_length=False)
    assert email_rules(lenient) == email_rules(profile)


def test_the_rules_for_domains_are_those_that_the_page_shows() -> None:
    assert email_rules(acelabel.UTS46) == RULES
    assert "UTS46.replace(check_hyphens=True, allow_root_dot=False)" in PAGE


@pytest.mark.parametrize("source", ["email_validator", "json_schema"])
def test_answers_of_others(source: str) -> None:
    rows = VECTORS[source]
    assert len(rows) == {"email_validator": 319, "json_schema": 34}[source]
    wrong = [row for row in rows if email.inspect(text_of(row)).valid != (row["valid"] is not ("differs" in row))]
    assert wrong == []


def test_each_other_answer_has_its_reason_on_the_page() -> None:
    table = PAGE.split("## Other answers")[1]
    reasons = re.findall(r"^\| ([^|]+?) \|", table, re.M)[2:]
    given = {
        row["differs"] for source in ("email_validator", "json_schema") for row in VECTORS[source] if "differs" in row
    }
    assert len(given) == 9
    assert {*reasons} >= given


@pytest.mark.parametrize("profile", [*PROFILES, *(profile.replace(use_std3_ascii_rules=False) for profile in PROFILES)])
def test_no_control_character_and_no_surrogate_is_converted(profile: acelabel.Profile) -> None:
    for control in CONTROLS:
        local_parts = [f"{control}a@ü", f"a{control}@ü", f'"{control}"@ü', f'"\\{control}"@ü', f"a{control}@[1.2.3.4]"]
        for address in [*local_parts, f"a@b{control}c", f"a@{control}", f"a@ü{control}", f"a@[{control}]"]:
            for call in (email.to_ascii, email.to_unicode):
                with pytest.raises(AceError) as caught:
                    call(address, profile=profile)
                assert caught.value.offset == address.index(control) or control not in address[: address.index("@")]
            assert not email.inspect(address, profile=profile).valid


# The grammar as the standards write it. A local part has no control character either, and no white space in front.
ATEXT = r"[A-Za-z0-9!#$%&'*+\-/=?^_`{|}~\xa0-\ud7ff\ue000-\U0010ffff]"
QTEXT = r"[ !#-\[\]-~\xa0-\ud7ff\ue000-\U0010ffff]|\\[ -~]"
LOCAL_PART = re.compile(rf'(?!\s){ATEXT}+(\.{ATEXT}+)*|"({QTEXT})+"')


@given(st.text(st.sampled_from('ab.."\\" @(ü\x85\x00\n\x7f\ud800\U0010ffff\ud7ff\ue000\xa0,'), min_size=1, max_size=9))
def test_a_local_part_is_judged_as_its_grammar_does(local_part: str) -> None:
    found = email.inspect(local_part + "@b")
    if found.local_part is None:
        # There is no `@` outside quotation marks, or a second one.
        assert "@" in local_part or '"' in local_part
        return
    assert found.local_part == local_part
    is_valid = LOCAL_PART.fullmatch(local_part) is not None
    assert (found.local_valid, found.valid, found.domain_valid) == (is_valid, is_valid, True)
    if is_valid:
        assert email.to_ascii(found.input) == found.ascii


HEX, NUMBER = "[0-9A-Fa-f]{1,4}", "[0-9]{1,3}"


def is_literal(content: str) -> bool:
    """Return what RFC 5321 section 4.1.3 allows between the brackets, by the module ipaddress."""
    four = [number for number in content.split(".") if re.fullmatch(NUMBER, number) and int(number) < 256]
    if len(four) == 4 == len(content.split(".")):
        return True
    # No other tag is registered.
    if content[:5].lower() != "ipv6:":
        return False
    try:
        rest = content[5:]
        # The module reads neither leading zeros in numbers nor a scope as section 4.1.3 does.
        head, colon, last = rest.rpartition(":")
        if colon and "." in last and is_literal(last):
            rest = head + colon + ".".join(str(int(number)) for number in last.split("."))
        ipaddress.IPv6Address(rest)
        groups = [group for group in rest.split(":") if group]
        return "%" not in rest and ("::" not in rest or len(groups) + ("." in rest) <= 6)
    except ValueError:
        return False


@given(
    st.sampled_from(["", "IPv6:", "ipV6:", "IPv6", "tag:", "-:"]),
    st.lists(
        st.sampled_from(["1", "abcd", ":", "::", ".", "1.2.3.4", "256", "007", "G", "%", "1:2:3", "ffff0"]), max_size=9
    ),
)
def test_an_address_literal_is_judged_as_its_grammar_does(tag: str, parts: list[str]) -> None:
    content = tag + "".join(parts)
    address = f"a@[{content}]"
    found = email.inspect(address)
    assert found.valid is is_literal(content), content
    assert (found.domain, found.local_valid) == (None, True)
    assert found.ascii == (address if found.valid else None)
    for error in found.errors:
        assert error.code == "invalid_address_literal"
        assert 2 < (error.offset or 0) < len(address)


def test_a_local_part_has_64_octets_at_most() -> None:
    for local_part in ("a" * 64, "ü" * 32, '"' + "a" * 62 + '"', "\U0001f600" * 16):
        assert email.inspect(local_part + "@ü").valid
        for longer in (local_part + "a", local_part[0] + "ü" + local_part[1:]):
            if LOCAL_PART.fullmatch(longer):
                assert [code for code, _ in faults(longer + "@ü")] == ["local_part_too_long"]
                # No octet of the character at the offset is among the first 64, or it does not end there.
                (_, offset), *_ = faults(longer + "@ü")
                assert offset is not None
                assert len(longer[:offset].encode()) <= 64 < len(longer[: offset + 1].encode())
    found = email.inspect("a" * 65 + "@ü")
    assert (found.local_valid, found.domain_valid, found.valid) == (False, True, False)
    # It is converted all the same: whether a host takes it is known to the host.
    assert email.to_ascii("a" * 65 + "@ü") == "a" * 65 + "@xn--tda"


def test_an_address_has_254_octets_at_most() -> None:
    name = ".".join(["b" * 63] * 3)
    for local_part, last, octets in (
        ("a" * 61, "c", 255),
        ("a" * 60, "c", 254),
        ("ü" * 30, "c", 254),
        ("ü" * 30, "cd", 255),
    ):
        address = f"{local_part}@{name}.{last}"
        assert len(address.encode()) == octets
        expected = [] if octets == 254 else [("address_too_long", len(address) - 1)]
        assert faults(address) == expected
        assert email.to_ascii(address) == address
    # As it is given it fits, with A-labels it does not.
    name = ".".join(["中"] * 31)
    assert len(acelabel.to_ascii(name)) == 247
    assert faults("a" * 6 + "@" + name) == []
    assert faults("a" * 7 + "@" + name) == [("address_too_long", 8)]
    found = email.inspect("a" * 7 + "@" + name)
    assert (found.local_valid, found.domain_valid, found.valid) == (True, True, False)
    # As it is given it does not fit, and this is told once.
    wide = "a@" + ".".join(["ａ" * 40] * 3)
    assert faults(wide) == [("address_too_long", 87)]


@given(st.text(st.sampled_from('aü.-@"\\ <>[]:1中\n\ud800_＠\xad'), max_size=12), st.sampled_from(PROFILES))
def test_what_is_valid_is_converted(address: str, profile: acelabel.Profile) -> None:
    found = email.inspect(address, profile=profile)
    try:
        converted = email.to_ascii(address, profile=profile)
    except AceError as error:
        assert not found.valid
        # A local part has one fault at most, the first.
        if profile in (acelabel.UTS46, acelabel.IDNA2008):
            assert error in found.errors or error.code == "invalid_local_part" == found.errors[0].code
        return
    if found.valid:
        assert (found.ascii, found.unicode) == (converted, email.to_unicode(address, profile=profile))
        assert email.inspect(converted, profile=profile).valid
        assert email.to_ascii(converted, profile=profile) == converted


@pytest.mark.parametrize(
    ("call", "address", "hint"),
    [
        (email.to_ascii, "Büro <info@bücher.de>", "display name"),
        (email.to_ascii, '"Büro, Wien" <info@bücher.de>', "display name"),
        (email.to_ascii, "<info@bücher.de>", "display name"),
        (email.inspect, "Büro <info@bücher.de>", "display name"),
        (email.inspect, "mailto:info@bücher.de", "mailto:"),
        (email.inspect, " info@bücher.de", "white space"),
        (email.to_ascii, "info@bücher.de ", "white space"),
        (email.to_ascii, "a@b.de, info@bücher.de", "one address"),
        (email.inspect, "a@[2001:db8::1]", "IPv6:"),
    ],
)
def test_hints(call: Any, address: str, hint: str) -> None:
    with pytest.raises(AceError, match=hint) as caught:
        raise call(address).errors[0]
    assert hint not in caught.value.reason
