"""Addresses of e-mail: the domain is converted, the local part is not touched."""

import re
import sqlite3
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import acelabel
import acelabel.sqlite
from acelabel import AceError, email

# An address, and its two forms.
CONVERTED = [
    ("почта@пример.рф", "почта@xn--e1afmkfd.xn--p1ai", "почта@пример.рф"),
    ("post@xn--bcher-kva.example", "post@xn--bcher-kva.example", "post@bücher.example"),
    ("Post@BÜCHER.Example", "Post@xn--bcher-kva.example", "Post@bücher.example"),
    # A local part may be anything: xn-- means nothing in it.
    ("xn--bcher-kva@a.example", "xn--bcher-kva@a.example", "xn--bcher-kva@a.example"),
    ("bücher@bücher.example", "bücher@xn--bcher-kva.example", "bücher@bücher.example"),
    ("Büro+a.b.c@ü", "Büro+a.b.c@xn--tda", "Büro+a.b.c@ü"),
    ('"a b"@ü.example', '"a b"@xn--tda.example', '"a b"@ü.example'),
    ('"a@b"@ü.example', '"a@b"@xn--tda.example', '"a@b"@ü.example'),
    ('"a\\"@\\\\"@ü.example', '"a\\"@\\\\"@xn--tda.example', '"a\\"@\\\\"@ü.example'),
    ("a@ü。example", "a@xn--tda.example", "a@ü.example"),
    # IP addresses in brackets are not names.
    ("a@[192.0.2.1]", "a@[192.0.2.1]", "a@[192.0.2.1]"),
    ("ü@[IPv6:2001:db8::1]", "ü@[IPv6:2001:db8::1]", "ü@[IPv6:2001:db8::1]"),
]

# An address, the code, the offset, and the label of the domain.
REFUSED = [
    ("", "missing_at_sign", 0, None),
    ("bücher.example", "missing_at_sign", 14, None),
    ('"a@b', "missing_at_sign", 4, None),
    ('"a\\"@b', "missing_at_sign", 6, None),
    ('a"@b', "missing_at_sign", 4, None),
    # A local part that makes another address, or a command, of this one.
    ("a\r\nRCPT TO:<x>@b.example", "invalid_local_part", 1, None),
    ('a"@"b@c.example', "invalid_local_part", 1, None),
    ('"a"b@c', "invalid_local_part", 3, None),
    ('"a@".b@ü', "invalid_local_part", 4, None),
    ("\ud800@ü", "invalid_local_part", 0, None),
    ("@", "empty_local_part", 0, None),
    ("@ü", "empty_local_part", 0, None),
    ("a@b@c", "second_at_sign", 3, None),
    ("@@", "second_at_sign", 1, None),
    ('"a@b"@c@d', "second_at_sign", 7, None),
    ("a@", "empty_domain", 2, 0),
    ("ü@.a", "empty_label", 2, 0),
    ("ü@a..b", "empty_label", 4, 1),
    ("日本@ü.a_b", "std3_disallowed", 6, 1),
    ("a@[192.0.2.1", "invalid_address_literal", 12, None),
    # Only dcontent (RFC 5321 section 4.1.3) stands in the brackets of an address.
    ("a@[]", "invalid_address_literal", 3, None),
    ("a@[ü]", "invalid_address_literal", 3, None),
    ("a@[x]y]", "invalid_address_literal", 5, None),
    ("a@[x[y]", "invalid_address_literal", 4, None),
    ("a@[x\\y]", "invalid_address_literal", 4, None),
    ("a@[x y]", "invalid_address_literal", 4, None),
    ("a@[", "invalid_address_literal", 3, None),
    ("a@b c", "std3_disallowed", 3, 0),
    ("a@b.xn--a", "disallowed_codepoint", 4, 1),
    ("a@\ud800", "surrogate", 2, 0),
    ("a@" + "b" * 64, "label_too_long", 65, 0),
    ("ü@" + "ü." * 32, "domain_too_long", 64, 31),
]


@pytest.mark.parametrize(("address", "ascii_form", "unicode_form"), CONVERTED)
def test_only_the_domain_is_converted(address: str, ascii_form: str, unicode_form: str) -> None:
    assert email.to_ascii(address) == ascii_form
    assert email.to_unicode(address) == email.to_unicode(ascii_form) == unicode_form
    found = email.inspect(address)
    assert (found.valid, found.ascii, found.unicode) == (True, ascii_form, unicode_form)
    assert found.local_part == address[: len(found.local_part or "")]
    assert email.needs_smtputf8(address) is found.needs_smtputf8 is (not str(found.local_part).isascii())


@pytest.mark.parametrize(("address", "code", "offset", "label_index"), REFUSED)
@pytest.mark.parametrize("call", [email.to_ascii, email.to_unicode], ids=["to_ascii", "to_unicode"])
def test_refusals(call: Any, address: str, code: str, offset: int, label_index: int | None) -> None:
    with pytest.raises(AceError) as caught:
        call(address)
    error = caught.value
    assert (error.code, error.offset, error.label_index, error.text) == (code, offset, label_index, address)
    assert email.inspect(address).errors[0] == error
    assert not email.inspect(address).valid


class Odd(str):
    """Its methods lie."""

    def __str__(self) -> str:
        return "x"

    def __getitem__(self, _key: object) -> str:
        return "x"

    def isascii(self) -> bool:
        return True

    def startswith(self, *_: object) -> bool:
        return True


def test_methods_of_a_derived_class_decide_nothing() -> None:
    assert email.needs_smtputf8(Odd("ü@b.example"))
    for address in ("ü@Ü.example", "ü@[192.0.2.1]", "ü@b.example"):
        for call in (email.to_ascii, email.to_unicode, email.canonical):
            assert (call(Odd(address)), type(call(Odd(address)))) == (call(address), str)
        assert email.inspect(Odd(address)) == email.inspect(address)


def test_needs_smtputf8_does_not_look_at_the_domain() -> None:
    assert email.needs_smtputf8("почта@xn--e1afmkfd.xn--p1ai") is True
    assert email.needs_smtputf8("a@..ü") is False
    with pytest.raises(AceError) as caught:
        email.needs_smtputf8("a")
    assert (caught.value.code, caught.value.offset) == ("missing_at_sign", 1)


def test_inspect_lists_every_problem() -> None:
    rules = acelabel.UTS46.replace(check_hyphens=True, allow_root_dot=False)
    found = email.inspect("ü@a_b.ü\u200c", profile=acelabel.UTS46)
    assert [(error.code, error.offset, error.label_index) for error in found.errors] == [
        ("std3_disallowed", 3, 0),
        ("contextj", 7, 1),
    ]
    assert found.domain == acelabel.inspect("a_b.ü\u200c", profile=rules)
    assert found.input == found.errors[0].text == "ü@a_b.ü\u200c"
    assert (found.ascii, found.unicode, found.local_part, found.needs_smtputf8) == (None, None, "ü", True)
    assert email.inspect("a@[::1]").domain is None
    assert email.inspect("a@b@c")[1:] == (None, None, None, None, None, found[:0] + email.inspect("a@b@c").errors)


def test_messages() -> None:
    with pytest.raises(AceError) as caught:
        email.to_ascii("a@b@c")
    assert str(caught.value) == (
        "second_at_sign at offset 3: the address has a second @ outside quotation marks: 'a@b»@«c'"
    )
    with pytest.raises(AceError) as caught:
        email.to_ascii("someone@" + "b" * 64)
    # The length of a label is not told wrong.
    assert caught.value.reason == "the label is longer than 63 characters in ASCII form"


def test_an_empty_quoted_local_part_is_called_that() -> None:
    (error,) = email.inspect('""@example.com').errors
    assert (error.code, error.offset, error.reason) == ("invalid_local_part", 1, "the quoted local part is empty")
    assert str(error) == "invalid_local_part at offset 1: the quoted local part is empty: '\"»\"«@example.com'"
    # These are not empty.
    for address in ('""a@example.com', '"" @example.com', 'a""@example.com'):
        assert "empty" not in str(email.inspect(address).errors[0])


# White_Space (Unicode), but for control characters, which no address has.
WHITE = " \u00a0\u1680\u2000\u2005\u200a\u2028\u2029\u202f\u205f\u3000"


@pytest.mark.parametrize("white", [*WHITE, *"\t\n\v\f\r\x85", "  \u3000"], ids=ascii)
@pytest.mark.parametrize("profile", ["uts46", "whatwg", "idna2008", "idna2003", "dns"])
def test_white_space_is_refused_at_both_ends_alike(white: str, profile: str) -> None:
    calls: list[Any] = [email.to_ascii, email.to_unicode, email.inspect]
    for address in ("a@ü.de", "ü@[192.0.2.1]", "é@example"):
        front, behind = white + address, address + white
        for call in calls:
            refusals = []
            for text in (front, behind):
                try:
                    refusals += call(text, profile=profile).errors
                except AceError as error:
                    refusals.append(error)
            assert [error.offset for error in refusals][:2] == [0, len(address)]
            assert refusals[0].code == "invalid_local_part"
            assert all("; remove the white space around the address: " in str(error) for error in refusals[:2])
        for text in (front, behind):
            with pytest.raises(AceError, match="remove the white space around the address"):
                email.canonical(text)
            with pytest.raises(AceError, match="remove the white space around the address") as caught:
                email.same_address(address, text)
            assert caught.value.index == 1


def test_white_space_at_an_end_has_no_key_in_a_column() -> None:
    """SQLite needs no package; all columns have the same work."""
    connection = sqlite3.connect(":memory:")
    acelabel.sqlite.register(connection)
    for address in (" a@ü.de", "a@ü.de ", "\u3000a@ü.de", "a@ü.de\u3000", "a@ü.de"):
        (key,) = connection.execute("select try_email_canonical(?)", (address,)).fetchone()
        assert key == ("a@xn--tda.de" if address == "a@ü.de" else None)


def test_white_space_inside_an_address_is_not_at_its_end() -> None:
    assert email.to_ascii('" a "@ü.de') == '" a "@xn--tda.de'
    assert email.to_ascii("a \u3000b@ü.de") == "a \u3000b@xn--tda.de"
    assert email.inspect("a\u3000b@ü.de").valid
    for address in ("a@ü .de", "a@ü. de", "a@ü.de b"):
        with pytest.raises(AceError) as caught:
            email.to_ascii(address)
        assert "around the address" not in str(caught.value)


def test_profiles() -> None:
    assert email.to_ascii("a@_x.ü", profile=acelabel.DNS) == "a@_x.xn--tda"
    assert email.to_unicode("a@xn--i-7iq.example") == "a@i❤.example"
    with pytest.raises(AceError) as caught:
        email.to_unicode("a@xn--i-7iq.example", profile=acelabel.IDNA2008)
    assert (caught.value.code, caught.value.offset, caught.value.codepoint) == ("disallowed_codepoint", 2, 0x2764)


def test_what_does_not_change_is_returned_as_the_object_that_came() -> None:
    address = "someone@example.com"
    assert email.to_ascii(address) is address
    derived = type("Derived", (str,), {"startswith": None})("ü@ü")
    assert (type(email.to_ascii(derived)), email.to_ascii(derived)) == (str, "ü@xn--tda")
    assert type(email.inspect(derived).input) is str


@pytest.mark.parametrize("call", [email.to_ascii, email.to_unicode, email.inspect, email.needs_smtputf8])
def test_wrong_types(call: Any) -> None:
    with pytest.raises(TypeError, match=r"^argument 'address' must be str, not bytes: decode it first$"):
        call(b"a@b")
    if call is not email.needs_smtputf8:
        with pytest.raises(TypeError, match="argument 'profile' must be"):
            call("a@b", profile=b"dns")


@given(st.text(max_size=12), st.text(max_size=12), st.booleans())
def test_an_address_is_a_local_part_and_a_domain(local_part: str, domain: str, is_quoted: bool) -> None:
    if is_quoted:
        local_part = '"' + local_part.replace("\\", "\\\\").replace('"', '\\"') + '"'
    elif not local_part or set(local_part) & set('@"') or "@" in domain:
        return
    if "@" in domain or domain.startswith("[") or re.search(r"^\s|[\x00-\x1f\x7f-\x9f\ud800-\udfff]", local_part):
        return
    try:
        expected = acelabel.to_ascii(domain)
    except AceError as error:
        with pytest.raises(AceError) as caught:
            email.to_ascii(f"{local_part}@{domain}")
        assert (caught.value.code, caught.value.label_index) == (error.code, error.label_index)
        assert caught.value.offset == (error.offset or 0) + len(local_part) + 1
    else:
        assert email.to_ascii(f"{local_part}@{domain}") == f"{local_part}@{expected}"


@pytest.mark.parametrize("special", '(),;"')
@pytest.mark.parametrize(
    "profile",
    [
        *("whatwg", acelabel.UTS46.replace(use_std3_ascii_rules=False), acelabel.DNS.replace(pass_ascii_domain=True)),
        acelabel.WHATWG.replace(use_std3_ascii_rules=True),
    ],
    ids=str,
)
def test_no_domain_becomes_more_than_one_in_a_header(special: str, profile: acelabel.Profile) -> None:
    """RFC 5322 section 3.2.3: a special ends an atom. Its wide form is mapped to it."""
    for character in (special, chr(ord(special) + 0xFEE0)):
        for convert in (email.to_ascii, email.to_unicode):
            with pytest.raises(AceError) as caught:
                convert(f"a@b.c{character}victim", profile=profile)
            facts = (caught.value.offset, caught.value.codepoint, caught.value.label_index)
            assert facts == (5, ord(character), 1)
            is_mapped_beside_std3 = character != special and caught.value.code == "std3_disallowed"
            assert caught.value.code == "disallowed_codepoint" or is_mapped_beside_std3


# A domain has none of these in its ASCII form (URL Standard, section 3.1, "forbidden domain code point").
FORBIDDEN = {*map(chr, range(0x21)), *"#/:<>?@[\\]^|%", "\x7f"}
DOMAINS = st.one_of(
    st.text(max_size=12),
    st.text("aA.üÜß。xn-_ <,\u0308\u200d", max_size=9),
    st.sampled_from(["bücher.example.", "XN--BCHER-KVA.example", "BU\u0308CHER。Example", ".", "[::1]", "[IPv6:A::]"]),
)
LOCAL_PARTS = st.one_of(st.sampled_from(["a", "A", '"a@b"', "é", "e\u0301"]), st.text(max_size=6))


def judged(local_part: str, domain: str) -> str | None:
    """The spelling of an address by the text of docs/email.md, None where it is refused."""
    if domain.startswith("["):
        return f"{local_part}@{domain}" if re.fullmatch(r"\[[!-Z^-~]+\]", domain) else None
    try:
        name = acelabel.to_ascii(domain, profile=acelabel.DNS)
    except AceError:
        return None
    return None if set(name) & FORBIDDEN else f"{local_part}@{name if name == '.' else name.removesuffix('.')}"


def spelled(address: str) -> str | None:
    """The canonical spelling of an address, None where it is refused at an offset inside it."""
    try:
        return email.canonical(address)
    except AceError as error:
        assert error.offset is not None
        assert 0 <= error.offset <= len(address)
        return None


@given(LOCAL_PARTS, DOMAINS)
def test_the_canonical_spelling_keeps_the_local_part(local_part: str, domain: str) -> None:
    is_quoted = local_part == '"a@b"'
    if "@" in domain or not (is_quoted or re.fullmatch(r'(?!\s)[^@"\x00-\x1f\x7f-\x9f\ud800-\udfff]+', local_part)):
        return
    spelling = spelled(f"{local_part}@{domain}")
    assert spelling == judged(local_part, domain)
    # It is a fixed point.
    assert spelling is None or email.canonical(spelling) == spelling


@given(LOCAL_PARTS, DOMAINS, LOCAL_PARTS, DOMAINS, st.booleans())
def test_addresses_are_the_same_exactly_when_they_are_spelled_alike(
    one: str, domain: str, other: str, other_domain: str, is_same: bool
) -> None:
    pair = f"{one}@{domain}", f"{one if is_same else other}@{other_domain}"
    spellings = [spelled(address) for address in pair]
    if None in spellings:
        with pytest.raises(AceError) as caught:
            email.same_address(*pair)
        assert caught.value.index == spellings.index(None)
    else:
        assert email.same_address(*pair) is (spellings[0] == spellings[1])


def test_refused_addresses_have_no_canonical_spelling() -> None:
    assert email.same_address("é@b.example", "e\u0301@b.example") is False
    assert email.canonical("a@_x.BÜCHER.de.") == "a@_x.xn--bcher-kva.de"
    for address, code, offset in [
        ("a@b@c", "second_at_sign", 3),
        ("ü@a..b", "empty_label", 4),
        ("ü@a b", "std3_disallowed", 3),
        ("ü@a\r\nb", "std3_disallowed", 3),
    ]:
        with pytest.raises(AceError) as caught:
            email.same_address("a@b", address)
        assert (caught.value.code, caught.value.offset, caught.value.index) == (code, offset, 1)
        assert caught.value.text == address
    with pytest.raises(TypeError, match=r"^argument 'address' must be str, not bytes: decode it first$"):
        email.canonical(b"a@b")  # type: ignore[arg-type]
