"""Where a name ends in text: the rules of docs/text.md, and every punctuation mark, symbol and number."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import acelabel
from acelabel import text

CATEGORIES = json.loads((Path(__file__).parents[1] / "vectors" / "general_categories.json").read_text("utf-8"))
# Punctuation that joins letters.
JOINING = "\u00b7\u0375\u05f3\u05f4\u0f0b\u30a0\u30fb"
CONTINUES = "authority_continues"
X = "xn--tda.example"

# A text, and what is found in it: name, kind and code.
WORDS = ("n/a", "192.0.2.0/24", "2001:db8::/32")
# White space and a colon may be escaped before two slashes, or be references without a semicolon.
BEFORE_SLASHES = (
    "",
    "http:",
    "src=",
    "(",
    '"',
    "x: ",
    "\\u0022",
    "\ufeff",
    "x\\n",
    "x\\t",
    "http&#58",
    "&#9",
    "http%3A",
)
FOUND: list[tuple[str, Any]] = [
    # The punctuation of a sentence, of every script.
    ("देखें https://उदाहरण.भारत। फिर", [("उदाहरण.भारत", "url_host", None)]),
    ("पत्र a@उदाहरण.भारत। फिर", [("उदाहरण.भारत", "email_domain", None)]),
    ("https://bücher.example።", [("bücher.example", "url_host", None)]),
    ("https://אב.com؟", [("אב.com", "url_host", None)]),
    ("https://مثال.إختبار، ثم", [("مثال.إختبار", "url_host", None)]),
    # Symbols and numbers behind the last letter; what UTS #46 makes letters of might be read as more of the host.
    ("https://bücher.example✓", [("bücher.example", "url_host", None)]),
    ("https://bücher.example👨\u200d👩 x", [("bücher.example", "url_host", None)]),
    ("https://bücher.example™ x", [("bücher.example", "url_host", CONTINUES)]),
    ("https://bücher.example²", [("bücher.example", "url_host", CONTINUES)]),
    ("https://allowed.coⓜ", [("allowed.co", "url_host", CONTINUES)]),
    ("a@bücher.example™", [("bücher.example", "email_domain", None)]),
    ("https://☃.example x", [("☃.example", "url_host", None)]),
    ("https://💩.la", [("💩.la", "url_host", None)]),
    ("https://💩 x", [("💩", "url_host", None)]),
    ("https://i❤/", [("i❤", "url_host", None)]),
    ("https://i❤:80", [("i❤", "url_host", None)]),
    # Characters that UTS #46 removes.
    ("https://example.com\u00ad.evil.example", [("example.com\u00ad.evil.example", "url_host", None)]),
    ("https://büch\u00ader.example/", [("büch\u00ader.example", "url_host", None)]),
    ("https://bücher.example\ufeff x", [("bücher.example", "url_host", None)]),
    ("https://\u00adbücher.example\u00ad/", [("bücher.example", "url_host", None)]),
    ("a@\u2060bücher\u200b.example\u200b", [("bücher\u200b.example", "email_domain", None)]),
    ("\ufeffxn--tda\u00ad.example\u00ad", [("xn--tda\u00ad.example", "bare", None)]),
    # Local parts of any length, as in addresses to which mailing lists send back.
    *((f"{'b' * size}@ü.example", [("ü.example", "email_domain", None)]) for size in (64, 65, 5000)),
    ("ü" * 40 + "@ü.example", [("ü.example", "email_domain", None)]),
    (f'"{"b " * 60}"@ü.example', [("ü.example", "email_domain", None)]),
    # A user of a social network has no path, unless two labels say that it is a host.
    *((f"@anna{rest}https://ü.example", [("ü.example", "url_host", None)]) for rest in ("?", ".?", ".#")),
    ("@anna.b/https://ü.example", []),
    # Punctuation of ASCII that RFC 3986 allows in a registered name.
    *((f"https://{X}{mark}", [(X, "url_host", None)]) for mark in "!$&'()*+,;=~[]"),
    *((f"https://{X}{mark}b", [(X, "url_host", CONTINUES)]) for mark in "!$&'()*+,;=~[]{}"),
    *((f"https://{X}{mark}b", [(X, "url_host", None)]) for mark in '/?#\\"<>^`| \t'),
    (f"1,https://{X},200", [(X, "url_host", CONTINUES)]),
    (f"https://{X}&quot;", [(X, "url_host", CONTINUES)]),
    (f'&lt;a href="https://{X}&gt;', [(X, "url_host", CONTINUES)]),
    (f"https://{X}%22%3E", [(X, "url_host", None)]),
    (f"https://{X}\\u0027\\u003e", [(X, "url_host", None)]),
    (f"https://{X}%41", [(f"{X}%41", "url_host", None)]),
    ("http://a.example,http://b.example", [("a.example", "url_host", CONTINUES), ("b.example", "url_host", None)]),
    ("//a.example:80;ftp:\\/\\/b.example", [("a.example", "url_host", CONTINUES), ("b.example", "url_host", None)]),
    # A port, and what is none.
    ("https://a.example:80/", [("a.example", "url_host", None)]),
    ("https://a.example: x", [("a.example", "url_host", None)]),
    ("https://a.example.:80 https://a.example. x", [("a.example.", "url_host", None), ("a.example", "url_host", None)]),
    ("https://a.example:80.evil.example", [("a.example", "url_host", CONTINUES)]),
    ("https://a.example:x", [("a.example", "url_host", CONTINUES)]),
    # Punctuation that UTS #46 allows.
    ("https://l’oréal.example/x", [("l", "url_host", CONTINUES)]),
    ("https://paypal.com–x.evil.example", [("paypal.com", "url_host", CONTINUES)]),
    ("https://col·legi.example·", [("col·legi.example", "url_host", None)]),
    ("https://例・え.example・", [("例・え.example", "url_host", None)]),
    ("https://a\u2800b.example/", [("a", "url_host", CONTINUES)]),
    # Brackets are no part of user information.
    (
        "[a](https://www.example.com)[b](mailto:c@example.net)",
        [("www.example.com", "url_host", CONTINUES), ("example.net", "email_domain", None)],
    ),
    (f"![i](https://{X})[x](mailto:a@b.example)", [(X, "url_host", CONTINUES), ("b.example", "email_domain", None)]),
    ("https://[::1]:80/ //u@[::1]/ //[::1],x", []),
    # Emphasis of Markdown.
    *((f"{mark}https://{X}{mark}", [(X, "url_host", None)]) for mark in ("*", "_", "**", "__", "~~", "`")),
    # Marked names that the profile refuses.
    ("x@a_b.bücher.example", [("a_b.bücher.example", "email_domain", "std3_disallowed")]),
    ("a@xn--a.example", [("xn--a.example", "email_domain", "disallowed_codepoint")]),
    ("http://sub_domain.example.com", [("sub_domain.example.com", "url_host", "std3_disallowed")]),
    ("http://.foo.example.com/", [(".foo.example.com", "url_host", "empty_label")]),
    ("//../x //... a@.. //- ", [("-", "url_host", None)]),
    # Two slashes in the middle of a path or of Base64 are no mark.
    *((f"{before}//{X}/", [(X, "url_host", None)]) for before in BEFORE_SLASHES),
    *(
        (f"{before}//büro.xn--tda", [])
        for before in (
            "INBOX",
            "maildir:~",
            "k=v",
            "b=dz+",
            "./mail",
            "$HOME",
            "s",
            "@рф",
            "x™",
            "C:\\temp",
            "a\\\\n",
        )
    ),
    # Quoted local parts, behind any mark.
    *((f'{mark}"a@b"@{X}›', [(X, "email_domain", None)]) for mark in ["", *"‹<(,;:=[，>|…«'*{、。/ "]),
    (f'x"a"@{X}', [(X, "bare", None)]),
    # Hosts that stand inside them.
    *(
        (f'To: "{inside}"@{X}', [(X, "email_domain", None)])
        for inside in (f"see //{X}/x", f"http://{X}", "//", f"x@{X}")
    ),
    # A mark that closes a quotation opens no other one.
    *((f'{quoted} //{X} "@c.example"', [(X, "url_host", None)]) for quoted in ('"(a)"', '"/"', '"a: "', '"\\"/"')),
    ('{"a":"b \\"/\\", \\"@c.example\\""}', []),
    (f'{{"a":"b \\"/\\", \\"@c\\"@{X}"}}', [(X, "email_domain", None)]),
    # A slash between words begins no path where new text begins.
    *((f"x{mark}n/a,c@{X}", [(X, "email_domain", None)]) for mark in " \t\r\x0b\xa0\u3000\"<>^`{|},;('[="),
    *((f"x{mark}n/a,c@{X}", []) for mark in ":?."),
    *((f"{before}\\/{word},c@{X}", [(X, "email_domain", None)]) for before, word in (("n", "a"), ("192.0.2.0", "24"))),
    *((f'"x\\{letter}{word},c@{X}"', [(X, "email_domain", None)]) for letter, word in zip("tnr", WORDS, strict=True)),
    (f"\\u003cn/a@{X}\\u003e", [(X, "email_domain", None)]),
    *((f"{network}/64,c@{X}", [(X, "email_domain", None)]) for network in ("::1", "::", "2001:db8::1", "::ffff:0:0")),
    *((f"{other}/64,c@{X}", []) for other in ("std::1", "x:1", "a.b", "fe80::1::2")),
    # White space of JSON.
    *((f'"to\\{letter}{X}"', [(X, "bare", None)]) for letter in "bfnrt"),
]


@pytest.mark.parametrize(("line", "found"), FOUND)
def test_where_names_end(line: str, found: list[tuple[str, str, str | None]]) -> None:
    assert [(one.name, one.kind, one.code) for one in text.find(line)] == found
    in_octets = [(one.name.decode(), one.kind, one.code) for one in text.find(line.encode())]
    assert in_octets == found


# A text and its other form: of both directions, what the text does not have stays.
REWRITTEN = [
    ("https://xn--bcher\u00ad-kva.example", "to_unicode", "https://bücher.example"),
    ("a@xn--bcher\u00ad-kva.example\u00ad", "to_unicode", "a@bücher.example\u00ad"),
    ("https://bü\u00adcher.example", "to_ascii", "https://xn--bcher-kva.example"),
    ("mailto:a@büch\u00ader.example", "to_ascii", "mailto:a@xn--bcher-kva.example"),
    ("https://xn--mgbh0fb.xn--kgbechtv، ثم", "to_unicode", "https://مثال.إختبار، ثم"),
    ("https://bücher.example\ufeff x", "to_ascii", "https://xn--bcher-kva.example\ufeff x"),
    # Text that follows a host in its authority is left alone.
    ("https://example.com$xn--p1ai.ru", "to_unicode", "https://example.com$xn--p1ai.ru"),
    ("https://a&xn--p1ai", "to_unicode", "https://a&xn--p1ai"),
    ("https://xn--tda.a,xn--p1ai.b", "to_unicode", "https://ü.a,xn--p1ai.b"),
    ("http://ü,ö.example", "to_ascii", "http://xn--tda,ö.example"),
    ("https://a)[xn--p1ai](xn--p1ai)", "to_unicode", "https://a)[рф](рф)"),
    ("1,https://bücher.example,x", "to_ascii", "1,https://xn--bcher-kva.example,x"),
    # All labels of a host, or none; other names label by label.
    ("//xn--a.xn--tda/ a@xn--a.xn--tda xn--a.xn--tda", "to_unicode", "//xn--a.xn--tda/ a@xn--a.ü xn--a.ü"),
    ("//xn--a.ü/ a@xn--a.ü", "to_ascii", "//xn--a.ü/ a@xn--a.xn--tda"),
    ("//1.xn--4db/ a@1.xn--4db", "to_unicode", "//1.xn--4db/ a@1.א"),
    ("//_x.ü/ //a_b.ü", "to_ascii", "//_x.xn--tda/ //a_b.xn--tda"),
    # No U-label that would be read as another one.
    ("//xn--i-7iq //xn--i-7iq/ a@xn--i-7iq", "to_unicode", "//xn--i-7iq //i❤/ a@xn--i-7iq"),
    ("//xn--ab-41t/ a@xn--ab-c6t.example", "to_unicode", "//xn--ab-41t/ a@xn--ab-c6t.example"),
    # A path begins behind a name with a dot alone: an A-label has none in its U-label.
    ("mailto:xn--p1ai?xn--4dbc", "to_unicode", "mailto:рф?אב"),
    ("xn--4dbc#xn--p1ai a.xn--4dbc#xn--p1ai", "to_unicode", "אב#рф a.אב#xn--p1ai"),
    ("XN--BCHER-KVA//xn--tda", "to_unicode", "bücher//xn--tda"),
    ("@xn--tda=a@xn--i-7iq.de", "to_unicode", "@ü=a@i❤.de"),
    ("@xn--tda.de?xn--tda @ü.de?xn--tda", "to_unicode", "@ü.de?xn--tda @ü.de?xn--tda"),
]


@pytest.mark.parametrize(("line", "how", "other"), REWRITTEN)
def test_what_is_rewritten(line: str, how: str, other: str) -> None:
    assert getattr(text, how)(line) == other
    assert getattr(text, how)(other) == other


# Bare names: whole, or not at all. A text, and what is found with a list of top-level domains.
BARE = [
    ("☃.example.org", ["☃.example.org"]),
    ("i❤ü.ws", ["i❤ü.ws"]),
    ("➡.ws/x", ["➡.ws"]),
    ("↑↑ba.ws", ["↑↑ba.ws"]),
    ("☃xn--tda.net", ["☃xn--tda.net"]),
    ("a→ü.ws", ["a→ü.ws"]),
    # A list bullet, an arrow, a number or a sign in front of a word is a reason to cut.
    *((f"{mark}ü.ws", ["ü.ws"]) for mark in "•→‣●■☐☑✓✗★⇒①№€§·—"),
    ("ü.ws™ ü.ws✓ ü.ws。", ["ü.ws", "ü.ws", "ü.ws"]),
    ("№xn--e1afmkfd.xn--p1ai", ["xn--e1afmkfd.xn--p1ai"]),
    ("C:\\bücher.ws \\nü.ws", []),
]


@pytest.mark.parametrize(("line", "names"), BARE)
def test_bare_names_are_whole(line: str, names: list[str]) -> None:
    assert [one.name for one in text.find(line, tlds={"org", "ws", "net"})] == names


def test_a_symbol_is_not_cut_from_an_alabel() -> None:
    assert text.to_unicode("☃xn--tda.net i❤xn--tda.net") == "☃xn--tda.net i❤xn--tda.net"
    assert text.to_unicode("→xn--tda.net") == "→ü.net"


PROFILES = [acelabel.UTS46, acelabel.DNS, acelabel.WHATWG, acelabel.IDNA2003]


@pytest.mark.parametrize("profile", PROFILES, ids=str)
def test_where_a_name_ends_does_not_depend_on_the_profile(profile: acelabel.Profile) -> None:
    for line, found in FOUND:
        places = [(one.start, one.end) for one in text.find(line, profile=profile) if one.kind != "bare"]
        default = [(one.start, one.end) for one in text.find(line) if one.kind != "bare"]
        assert places == default, ascii((line, found))


def of(category: str) -> list[str]:
    """All characters beyond ASCII of a category of Unicode 17."""
    return [chr(unit) for first, last in CATEGORIES[category] for unit in range(first, last + 1)]


def hosts(characters: list[str], before: str, behind: str) -> Iterator[tuple[str, text.Found[str], str]]:
    """Each character, what is found in a line with it, and the line in ASCII."""
    lines = [f"{before}пример.рф{character}{behind}" for character in characters]
    found = text.find("\n".join(lines), kinds=["url_host", "email_domain"])
    assert len(found) == len(lines)
    return zip(characters, found, text.to_ascii("\n".join(lines)).split("\n"), strict=True)


@pytest.mark.parametrize("before", ["https://", "a@"])
@pytest.mark.parametrize("behind", ["", " x", ", x"])
@pytest.mark.parametrize(("category", "count"), [("P", 833), ("S", 8608), ("No", 915)])
def test_every_mark_and_symbol_behind_a_host_is_outside(before: str, behind: str, category: str, count: int) -> None:
    characters = of(category)
    assert len(characters) == count
    for character, found, other in hosts(characters, before, behind):
        assert found.name == "пример.рф", ascii(character)
        assert other == f"{before}xn--e1afmkfd.xn--p1ai{character}{behind}", ascii(character)
        # Of these, UTS #46 makes letters or digits of some.
        assert found.code is None or (found.code == CONTINUES and is_letter(character)), ascii(character)


WITHOUT_BIDI = acelabel.WHATWG.replace(check_bidi=False)


def is_letter(symbol: str) -> bool:
    """Return whether UTS #46 makes letters or digits of a symbol; or IDNA2008 does (RFC 5892 section 2.6)."""
    return symbol in "\u06fd\u06fe" or acelabel.to_unicode(symbol, profile=WITHOUT_BIDI).isalnum()


def test_terminal_punctuation_is_punctuation() -> None:
    # So that the rows above are about Link_Term of UTS #58, too.
    assert {*of("Terminal_Punctuation")} <= {*of("P")}


def test_punctuation_ends_a_host_whatever_follows() -> None:
    joined = []
    for character, found, _ in hosts(of("P"), "https://", "ю.example/"):
        if found.name == f"пример.рф{character}ю.example":
            joined.append(character)
        elif character in "\u3002\uff0e\uff61":
            assert found.name == f"пример.рф{character}ю.example"
        else:
            assert (found.name, found.code) == ("пример.рф", CONTINUES), ascii(character)
    assert {*joined} == {*JOINING, *"\u3002\uff0e\uff61"} - {*"\u0375"}
    # It is a symbol of category Sk.
    assert "\u0375" in of("S")


@pytest.mark.parametrize("category", ["Nd", "Nl"])
def test_digits_are_of_a_host(category: str) -> None:
    for character, found, _ in hosts(of(category), "https://", " x"):
        is_allowed = acelabel.is_valid(character, profile=WITHOUT_BIDI)
        assert found.name in (f"пример.рф{character}", *([] if is_allowed else ["пример.рф"])), ascii(character)


def test_no_blank_is_brought_in() -> None:
    for blank in "\u2800\U00013441\U00013442\U00016fe4\U0001d159":
        label = "xn--" + acelabel.punycode.encode(f"a{blank}b")
        for line in (f"//{label}.example/", f"a@{label}.example", label):
            assert text.to_unicode(line) == line


TLDS: list[Any] = [["COM"], {".com"}, {"com."}, {"рф", "com"}, ("XN--P1AI", "Com"), {"com": 1}, frozenset({"com"})]


@pytest.mark.parametrize("tlds", TLDS)
def test_top_level_domains_in_every_spelling(tlds: Any) -> None:
    expected = "see xn--bcher-kva.com, " + ("xn--e1afmkfd.xn--p1ai" if len(tlds) == 2 else "пример.рф")
    for _ in range(2):
        assert text.to_ascii("see bücher.com, пример.рф", tlds=tlds) == expected
    assert text.to_ascii("see bücher.com", tlds=[]) == "see bücher.com"


@pytest.mark.parametrize("tld", ["", ".", "co.uk", "*.ck", "# Version", "..com", "a b", "x" * 64])
def test_what_is_no_top_level_domain_is_refused(tld: str) -> None:
    for call in (lambda: text.find("", tlds={"com", tld}), lambda: text.Rewriter("ascii", tlds=[tld])):
        with pytest.raises(
            ValueError, match="argument 'tlds' must hold top-level domains such as 'com', not "
        ) as caught:
            call()
        assert type(caught.value) is ValueError


@pytest.mark.parametrize("tlds", [{1}, [b"com"], [["com"]], (None,), iter(["com"]), b"com"])
def test_what_is_no_set_of_str_is_a_wrong_type(tlds: Any) -> None:
    with pytest.raises(TypeError, match="argument 'tlds' must be a set of str"):
        text.find("", tlds=tlds)
