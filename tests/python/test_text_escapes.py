"""Names in text that are escaped, stand beside escapes, or are cut by octets that are not UTF-8."""

from typing import Any

import pytest

from acelabel import text

# A text, and the name that is found in it. None of them is rewritten.
ESCAPED = [
    ("a@ü\\u00fccher.example", "email_domain", "ü\\u00fccher.example"),
    ("a@xn--tda%C3%BC.example", "email_domain", "xn--tda%C3%BC.example"),
    ("a@b\\u00fccher.example", "email_domain", "b\\u00fccher.example"),
    ("a@b%FCcher.ü", "email_domain", "b%FCcher.ü"),
    ("a@\\ud83d\\ude00.ü", "email_domain", "\\ud83d\\ude00.ü"),
    ("xn--tda.b\\u00fccher.example", "bare", "xn--tda.b\\u00fccher.example"),
    ("b\\u00fccher.xn--tda", "bare", "b\\u00fccher.xn--tda"),
    ("\\u00fcxn--tda.xn--tda", "bare", "\\u00fcxn--tda.xn--tda"),
    ("xn--tda%2Eü.xn--tda", "bare", "xn--tda%2Eü.xn--tda"),
    ("//ü.b\\u00fccher.example/", "url_host", "ü.b\\u00fccher.example"),
    ("//ü\\u3002example/", "url_host", "ü\\u3002example"),
    # Here a letter follows in a notation that is not read.
    ("a@b\\303\\274cher.example", "email_domain", "b"),
    ("a@b\\xc3\\xbccher.example", "email_domain", "b"),
    ("to=x@b\\x{FC}cher.example", "email_domain", "b"),
    ("a@b&uuml;cher.example", "email_domain", "b"),
    ("a@xn--tda&#252;cher.example", "email_domain", "xn--tda"),
    ("a@b=C3=BCcher.example", "email_domain", "b"),
    ("a@paypal.com=2Eevil.example", "email_domain", "paypal.com"),
    ("<a@xn--e1a=\nfmkfd>", "email_domain", "xn--e1a"),
    ("https://paypal.com.\\145vil.example/", "url_host", "paypal.com"),
    ("https://paypal.com.=\nevil", "url_host", "paypal.com"),
    ("https://xn--tda\\u{fc}b/", "url_host", "xn--tda"),
    ("https://xn--tda=\t\nb/", "url_host", "xn--tda"),
    ("https://xn--tda\\55b/", "url_host", "xn--tda"),
    ("https://xn--tda\\N{LATIN SMALL LETTER A}b/", "url_host", "xn--tda"),
]


@pytest.mark.parametrize(("given", "kind", "name"), ESCAPED)
def test_an_escaped_name_is_reported_and_not_rewritten(given: str, kind: Any, name: str) -> None:
    start = given.index(name)
    assert [one[:6] for one in text.find(given)] == [(start, start + len(name), kind, name, True, None)]
    assert text.to_ascii(given, tlds={"example"}) is text.to_unicode(given) is given


# A joiner between a letter and an escape.
JOINED = ["\\u9ad9", "%C3%BC", "\\u00b7ü", "\u200b\\u00fc", "\u00ad&uuml;", "&#252;"]


@pytest.mark.parametrize("escape", JOINED)
@pytest.mark.parametrize("mark", ["a@", "https://"])
def test_a_name_before_a_joiner_and_an_escape_is_half_of_one(mark: str, escape: str) -> None:
    line = f"{mark}日・{escape}x.example/"
    found = text.find(line)[0]
    assert (found.name[0], found.is_escaped) == ("日", True)
    assert text.to_ascii(line, tlds={"example"}) is line
    # Where nothing of a name follows, it is whole.
    assert text.to_ascii(f"{mark}日・\\n") != f"{mark}日・\\n"


# The second half of a name: before it stands a letter in such a notation.
HALVES = [
    *(f"m{letter}ller.xn--tda" for letter in ("&uuml;", "&shy;", "&#252;", "&#xfc;", "\\x{FC}", "\\u{fc}", "=C3=BC")),
    "www.m\\N{LATIN SMALL LETTER U WITH DIAERESIS}ller.xn--tda",
]
# Such a character ends a name.
ENDS = ["&lt;", "&nbsp;", "&#160;", "&#x201e;", "&#59;", "x{41}", "=bc.", "C3=bc.", "&amp;", ";", "a;"]


@pytest.mark.parametrize("given", HALVES)
def test_a_bare_name_behind_an_escape_is_half_of_one(given: str) -> None:
    found = text.find(given)[-1]
    assert (given[found.start :].endswith("ller.xn--tda"), found.is_escaped) == (True, True)
    assert text.to_ascii(given, tlds={"xn--tda"}) is text.to_unicode(given) is given


@pytest.mark.parametrize("before", ENDS)
def test_a_bare_name_behind_what_ends_a_name_is_whole(before: str) -> None:
    assert text.to_ascii(f"m{before}büro.example", tlds={"example"}) == f"m{before}xn--bro-hoa.example"


# References of HTML end where their digits do; browsers remove tabs, and an at sign makes user information.
LONGER = [
    "https://xn--tda_=C3=BCcher.example/",
    "https://xn--tda&frac12;b/",
    "https://xn--tda.&#101;vil.example/",
    "https://xn--tda&#252b/",
    "https://xn--tda&#x9;b/",
    "https://xn--tda&#64;b/",
    "https://xn--tda&#37;C3&#37;BC.example/",
]


@pytest.mark.parametrize("given", LONGER)
def test_a_name_before_an_escape_in_a_longer_authority_stays(given: str) -> None:
    (found,) = text.find(given)
    assert (found.name.rstrip("."), found.is_escaped, found.code) == ("xn--tda", True, "authority_continues")
    assert text.to_unicode(given) is given


@pytest.mark.parametrize("unit", [*map(ord, "!$%&'()*+,-.:;=@_{|}~"), 0x09, 0x0A, 0xE9, 0x101])
@pytest.mark.parametrize("notation", ["&#{};", "&#x{:x};", "&#0{};"])
def test_a_numeric_reference_does_not_hide_what_follows_in_the_authority(unit: int, notation: str) -> None:
    written = notation.format(unit)
    # Browsers decode the references of an attribute first, and visit a host of evil.example each time.
    for given in (f"https://a.example{written}.evil.example/", f"https://a.example{written}u@evil.example:8/"):
        assert [found.code for found in text.find(f'<a href="{given}">')] == ["authority_continues"], given
    # A quotation mark or bracket written so ends a URL in the source of a page.
    for mark in ("&#34;", "&#x3e;", "&#32;"):
        assert text.find(f"https://a.example{mark}")[0].code is None


@pytest.mark.parametrize("before", ["", "u@", "a.example@"])
def test_a_host_that_begins_with_a_numeric_reference_is_found(before: str) -> None:
    for begin in ("&#101;", "&#x65", "&#x65;"):
        (found,) = text.find(f'<a href="https://{before}{begin}vil.example:80/x">')
        assert (found.name, found.code) == (f"{begin}vil.example", "authority_continues")


def test_an_escaped_bare_name_needs_a_known_top_level_domain() -> None:
    for name in ("b%C3%BCcher.example", "b\\u00fccher.example"):
        assert text.find(name) == text.find(name, tlds={"other"}) == []
        assert text.find(name, tlds={"example"}) == [
            text.Found(0, len(name), "bare", name, True, decoded="bücher.example")
        ]


# A text with a name that is not escaped beside an escape, and its ASCII form.
BESIDE_ESCAPES = [
    ("a@ü.de\\u003e", "a@xn--tda.de\\u003e"),
    ("a@ü.de%20x", "a@xn--tda.de%20x"),
    ("\\u003ca href=//ü.de\\u003e", "\\u003ca href=//xn--tda.de\\u003e"),
    ("//ü.de\\u002fü.de", "//xn--tda.de\\u002fü.de"),
    ("//ü.de\\u003fü.de", "//xn--tda.de\\u003fü.de"),
    ("//\\u00fc:\\u00fc@ü.de/", "//\\u00fc:\\u00fc@xn--tda.de/"),
    ("//%C3%BC@ü.de/", "//%C3%BC@xn--tda.de/"),
    ("//ü.de:\\u0038/", "//xn--tda.de:\\u0038/"),
    ("//ü.de\\u003a80/", "//xn--tda.de\\u003a80/"),
    ("//ü.de\\u0027 x", "//xn--tda.de\\u0027 x"),
    ('"http:\\/\\/ü.de\\/ü.de\\/\\/ü.de"', '"http:\\/\\/xn--tda.de\\/ü.de\\/\\/ü.de"'),
    ('"http:\\/\\/ü@ü.de:80\\/"', '"http:\\/\\/ü@xn--tda.de:80\\/"'),
    ("//a\\u0040ü.de/", "//a\\u0040ü.de/"),
]


@pytest.mark.parametrize(("given", "expected"), BESIDE_ESCAPES)
def test_an_escape_that_is_not_of_a_name_ends_it(given: str, expected: str) -> None:
    assert text.to_ascii(given) == expected
    assert all(not one.is_escaped for one in text.find(given))


def test_bare_names_beside_escapes() -> None:
    assert text.to_unicode("\\u003cxn--tda.de\\u003e") == "\\u003cü.de\\u003e"
    assert text.to_unicode("xn--tda.b\\u0040b.de xn--tda\\u0040b.de") == "xn--tda.b\\u0040b.de xn--tda\\u0040b.de"
    assert text.to_unicode("http:\\/\\/a.de\\/b\\u00fc.xn--tda.de") == "http:\\/\\/a.de\\/b\\u00fc.xn--tda.de"
    everywhere = text.find("//a.de/b\\u00fc.xn--tda.de", everywhere=True)
    assert [(one.name, one.is_escaped) for one in everywhere] == [("a.de", False), ("b\\u00fc.xn--tda.de", True)]


# Octets that are not UTF-8, and the names that are found.
CUT = [
    (b"http://www.b\xfccher.de/x a@b\xfccher.de", []),
    (b"http://xn--tda\xfcx.de/", []),
    (b"http://\xfcxn--tda.de:80/xn--tda", []),
    (b"a@xn--tda\xfc", []),
    (b"a@\xfc.xn--tda", []),
    (b"a@xn--tda.\xfc\xfcx.xn--tda. xn--tda", [b"xn--tda"]),
    (b"www.xn--tda.b\xfccher.xn--tda", []),
    (b"http://\xfc:x@xn--tda.de/", [b"xn--tda.de"]),
    (b"http://xn--tda.de:\xfc/", [b"xn--tda.de"]),
    (b"http://xn--tda.de/\xfc \xff xn--tda \xff", [b"xn--tda.de", b"xn--tda"]),
]


@pytest.mark.parametrize(("given", "names"), CUT)
def test_a_name_that_an_octet_cuts_is_none(given: bytes, names: list[bytes]) -> None:
    for tlds in (None, {"de"}):
        assert [one.name for one in text.find(given, tlds=tlds)] == names
    assert text.to_unicode(given).count("ü".encode()) == len(names)


@pytest.mark.parametrize("before", ["\\n", "\\t", "x\\r\\n", "Bcc:\\n", "\\u003a", "x\\u0020", "", "to ", ":"])
@pytest.mark.parametrize("local_part", ["a b", "ab", "a@b", "é"])
def test_a_quoted_local_part_stands_behind_an_escape_of_json(before: str, local_part: str) -> None:
    """RFC 8259 section 7: what is white space or a sign when it is read ends no word."""
    line = f'{{"to":"{before}\\"{local_part}\\"@ü.example"}}'
    assert [(found.kind, found.name) for found in text.find(line)] == [("email_domain", "ü.example")]
    assert text.to_ascii(line) == line.replace("ü.example", "xn--tda.example")


@pytest.mark.parametrize("before", ["n", "\\\\n", "\\u00fc", "."])
def test_a_quotation_behind_a_letter_is_no_local_part(before: str) -> None:
    assert text.find(f'{{"to":"{before}\\"a b\\"@ü.example"}}') == []


@pytest.mark.parametrize("reference", ["&#58;", "&#46;", "&#x3b;", "&amp;"])
def test_the_end_of_a_reference_separates_no_urls(reference: str) -> None:
    given = f"https://a.example{reference}//xn--tda.example/"
    assert [found.name.rstrip(".") for found in text.find(given)] == ["a.example"]
    assert text.to_unicode(given) is given


@pytest.mark.parametrize("reference", ["&#58", "&#58;", "&#44", "&#96;", "&#x60;", "&#130;"])
def test_a_reference_in_user_information_gives_no_clean_host(reference: str) -> None:
    for given in (f"https://evil.example{reference}@good.example/", f"https://evil.example:{reference}@good.example"):
        assert [found.code for found in text.find(given)] == ["authority_continues"]


def test_a_reference_in_a_long_line_ends_no_authority() -> None:
    for behind in ("&#58" + "$" * 70_000, "&#58;" + "u" * 70_000):
        found = text.find(f'"https://a.example{behind}@b.example/"')
        assert all(one.code == "authority_continues" for one in found)
