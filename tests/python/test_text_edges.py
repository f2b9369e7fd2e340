"""Where a name in text begins and ends: hyphens, glued words, signs without an address; whole addresses."""

import time
from typing import Any

import pytest

import acelabel
from acelabel import host, text

TLDS = {"de", "com", "jp", "рф", "рус", "example", "みんな", "la", "me"}

# A text, and what `to_ascii` makes of it. No label ends in a hyphen (RFC 5891 section 4.2.3.1).
HYPHENS = [
    ("<html><!-- см. https://пример.рф--><p>", "<html><!-- см. https://xn--e1afmkfd.xn--p1ai--><p>"),
    ("<!-- a@пример.рф-->", "<!-- a@xn--e1afmkfd.xn--p1ai-->"),
    ("<!--пример.рф-->", "<!--xn--e1afmkfd.xn--p1ai-->"),
    ("--host=ü.de --ü.de -ü.de", "--host=xn--tda.de --xn--tda.de -xn--tda.de"),
    ("<!-- пример.рф-->", "<!-- xn--e1afmkfd.xn--p1ai-->"),
    ("https://пример.рф- x", "https://xn--e1afmkfd.xn--p1ai- x"),
    ("https://пример.рф--https://ö.de", "https://xn--e1afmkfd.xn--p1ai--https://xn--nda.de"),
    ("ü.de->ö.de", "xn--tda.de->xn--nda.de"),
    ("a@ü.de->b@ö.de", "a@xn--tda.de->b@xn--nda.de"),
    ("ü.de- x, a@ü.de-- y", "xn--tda.de- x, a@xn--tda.de-- y"),
    ("(https://ü.de-) //ü.de-.", "(https://xn--tda.de-) //xn--tda.de-."),
    # A browser's host has the hyphen where a path, a port or the like follows.
    ("https://ü.de-/x", "https://xn--tda.de-/x"),
    ("https://ü-/x //ü-:80", "https://xn----dha/x //xn----dha:80"),
    # A port behind which the authority goes on is none, so the hyphen is no part of the name.
    ("//ü-:80x //ü-:80/x", "//xn--tda-:80x //xn----dha:80/x"),
    ("https://ü-\\x //ü-?q //ü-#f", "https://xn----dha\\x //xn----dha?q //xn----dha#f"),
    # Inside, it is a part of the name.
    ("a@ü-ö.de ü-ö.de", "a@xn----1gaq.de xn----1gaq.de"),
]


@pytest.mark.parametrize(("given", "expected"), HYPHENS)
def test_a_hyphen_never_ends_a_name(given: str, expected: str) -> None:
    assert text.to_ascii(given, tlds=TLDS) == expected


def test_a_hyphen_never_ends_an_alabel() -> None:
    assert text.to_unicode("<!-- a@xn--e1afmkfd.xn--p1ai-->") == "<!-- a@пример.рф-->"
    assert text.to_unicode("<!-- xn--e1afmkfd.xn--p1ai--> xn--tda- x") == "<!-- пример.рф--> ü- x"
    for line in ("a@example.com-", "<!-- https://bücher.de-->", "a@ü.de- x", "//a.example-,b"):
        assert not any(found.name.endswith("-") for found in text.find(line)), line
    for url in ("https://ü.de-/", "https://ü.de-?x", "https://ü.de-:8/", "https://ü.de-\\x"):
        assert text.find(url)[0].name == "ü.de-"
        assert host.of_url(url).unicode == "ü.de-"


# Kana, Han, Hangul and others right behind the domain of an address or a bare name.
GLUED = ["中", "まで", "こんいちは", "へ", "입니다", "ー", "и", "は。"]


@pytest.mark.parametrize("word", GLUED)
def test_a_word_of_another_script_is_no_part_of_a_name(word: str) -> None:
    for name in ("example.com", "support.jp", "a-b.example", "xn--tda.de", "köln.de"):
        line = f"see info@{name}{word} x"
        ascii_name = acelabel.to_ascii(name)
        for tlds in (None, TLDS):
            assert [found.name for found in text.find(line, tlds=tlds, kinds=["email_domain"])] == [name], line
            assert text.to_ascii(line, tlds=tlds) == line.replace(name, ascii_name)
        assert [found.name for found in text.find(f"see {name}{word} x", tlds=TLDS)] == [name]
        # A browser takes all of it for the host.
        (found,) = text.find(f"https://{name}{word.strip('。')}/", tlds=TLDS)
        assert (found.name, found.code) == (name + word.strip("。"), "mixed_scripts")


def test_a_last_label_of_one_script_is_whole() -> None:
    for tld in ["vermögensberater", "みんな", "ストア", "한국", "中文网", "рф", "भारत", "テスト", "セール中"]:
        name = f"x.{tld}"
        assert [found.name for found in text.find(f"a@{name} //{name}/")] == [name, name]
        assert [found.code for found in text.find(f"a@{name} //{name}/")] == [None, None]
    # A known top-level domain decides.
    mixed = acelabel.to_ascii("com中")
    assert text.find("a@x.com中", tlds={mixed})[0].name == "x.com中"
    # A U-label would be one with the word behind it.
    assert text.to_unicode("support@xn--r8jz45g.jpへ a@xn--p1aiи") == "support@例え.jpへ a@xn--p1aiи"
    # The word may be a local part.
    found = text.find("info@example.comまでtest@x.example")
    assert [(one.name, one.code) for one in found] == [("example.com", None), ("x.example", None)]


@pytest.mark.parametrize(
    "given",
    [
        *("@bücher.de x", "@kc512.みんな", "info@bücher.de @bücher.de bücher.de", "*@bücher.de", "@.bücher.de"),
        *("@bücher.de\tOK", '"@bücher.de"', "x:@bücher.de"),
    ],
)
def test_a_name_behind_a_bare_at_sign_goes_there_and_back(given: str) -> None:
    other = text.to_ascii(given, tlds=TLDS)
    assert other.isascii() or given == "@.bücher.de"
    assert text.to_unicode(other) == given
    for kind in ("bare", "email_domain"):
        found = text.find(given, tlds=TLDS, kinds=[kind])
        assert all(given[one.start - 1] != "@" or one.kind == kind for one in found)


def test_a_handle_is_no_name_without_top_level_domains() -> None:
    assert text.find("@bücher.de") == []
    assert [(one.name, one.kind) for one in text.find("@bücher.de", tlds=TLDS)] == [("bücher.de", "bare")]
    assert [one.kind for one in text.find("@user.de@b.example", tlds=TLDS)] == ["email_domain"]
    # The text before the sign may be of a local part.
    assert text.find('a..b@bücher.de "x"@bücher.de', tlds=TLDS, kinds=["bare"]) == []


@pytest.mark.parametrize("separator", ["#@#", "#@?#", "#@$#", "$@$", "?@?", "@@", "@ ", "@-", "#@%#"])
def test_a_word_is_a_local_part_only_if_a_domain_follows(separator: str) -> None:
    line = f"a.com,пример.рф,~www.bücher.de{separator}.ad"
    assert text.to_ascii(line, tlds=TLDS) == f"a.com,xn--e1afmkfd.xn--p1ai,~www.xn--bcher-kva.de{separator}.ad"
    assert text.to_unicode(f"xn--e1afmkfd.xn--p1ai{separator}.ad") == f"пример.рф{separator}.ad"
    assert text.find(f"a@b.de{separator}x", tlds=TLDS)[0].name == "b.de"


@pytest.mark.parametrize("octet", [*range(128, 256)])
def test_a_decimal_escape_makes_a_name_half_of_one(octet: int) -> None:
    for line in (f"a@m\\{octet}ller.example", f"//m\\{octet}ller.example/", f"from=<a@example.com\\{octet}x>"):
        (found,) = text.find(line, kinds=["email_domain", "url_host"])
        assert (found.is_escaped, found.decoded, found.code is None or found.kind == "url_host") == (True, None, True)
    # White space of JSON, and octets of ASCII, are none of letters.
    assert not text.find("a@example.com\\n")[0].is_escaped
    assert not text.find("a@example.com\\032x")[0].is_escaped


def test_user_information_before_a_host_of_punctuation_and_symbols_stays() -> None:
    for behind in ("+.🄲🄾🄼", "!ⓒ", "$.①"):
        url = f"https://bücher.de@{behind}/"
        assert text.to_ascii(url, tlds=TLDS) == url
        assert [(one.name, one.code) for one in text.find(url)] == [(behind, "authority_continues")]


def test_names_of_emoji_are_decoded_where_nothing_is_lost() -> None:
    for name, other in [("xn--ls8h.la", "💩.la"), ("xn--y3haa.klined.me", "☎☎☎.klined.me"), ("xn--yt8h.la", "📙.la")]:
        line = f"blocked {name} x"
        assert text.to_unicode(line) == line
        assert text.to_unicode(line, annotate=True) == f"blocked {name} ({other}) x"
        assert text.to_unicode(line, tlds=TLDS) == f"blocked {other} x"
        assert text.to_ascii(f"blocked {other} x", tlds=TLDS) == line
        rewriter = text.Rewriter("unicode", tlds=TLDS)
        assert (rewriter.feed(line.encode()) + rewriter.finish()).decode() == f"blocked {other} x"
    # In front of a letter it would be read as a bullet.
    arrow = acelabel.to_ascii("→x.la")
    assert text.to_unicode(arrow, tlds=TLDS) == arrow
    assert text.to_unicode("xn--ls8h.example", tlds={"de"}) == "xn--ls8h.example"


def test_the_local_part_of_an_address_is_told() -> None:
    for line, local in [
        ("ü a.b+c@d.example", "a.b+c"),
        ('ü "a b"@d.example', '"a b"'),
        ("<ü@d.example>", "ü"),
        ("b\\u00fc@d.example", "b\\u00fc"),
        ("https://x.example/ü?m=a=b@d.example", None),
    ]:
        found = [one for one in text.find(line) if one.kind == "email_domain"]
        assert [line[one.local_start : one.start - 1] for one in found] == ([] if local is None else [local])
    two = text.find("x a@b.example@c.example")
    assert [(one.local_start, one.code) for one in two] == [(2, "second_at_sign")] * 2
    assert text.find("//a.example")[0].local_start is None


def test_escaped_names_are_decoded() -> None:
    for line, decoded in [
        ("https://b\\u00fccher.de/", "bücher.de"),
        ("a@b%C3%BCcher.de", "bücher.de"),
        ("https://\\ud83d\\ude00.ws/", "😀.ws"),
        ("https://b%FCcher.de/", None),
        ("https://b\\u00fccher\\303.de/", None),
        ("https://bücher.de/", None),
    ]:
        assert text.find(line)[0].decoded == decoded, line
        assert text.find(line.encode())[0].decoded == (decoded if decoded is None else decoded.encode())


def test_what_is_decoded_comes_back() -> None:
    for behind in ("\u200bまで", "-입니다", "\u00adх", "_の", "☃の", "は"):
        line = f"a@xn--u9j.xn--q9jyb4c{behind}"
        assert text.to_ascii(text.to_unicode(line), tlds=TLDS) == line
    for before in ("→", "①", "★ → ", "№"):
        line = f"10.0.0.1 {before}xn--ls8h.la"
        assert text.to_ascii(text.to_unicode(line, tlds=TLDS), tlds=TLDS) == line
    found = text.find("a@пример.рфまで")
    assert [(one.name, one.code) for one in found] == [("пример.рфまで", "mixed_scripts")]


# A text, and the same without its addresses.
ADDRESSES = [
    ('"GET /unsubscribe?email=ann@bücher.example HTTP/1.1"', '"GET /unsubscribe?email=[address] HTTP/1.1"'),
    ("https://x.example/u/ann@bücher.example", "https://x.example/u/[address]"),
    ("POST /api/users/ann@bücher.example", "POST /api/users/[address]"),
    ("https://x.example/#a@b.example", "https://x.example/#[address]"),
    ("https://x.example/?x=1&to=a=b@c.example&y", "https://x.example/?x=1&to=[address]&y"),
    ("x+tag=y@c.example", "[address]"),
    ("bounces+max=kunde.example@list.example", "[address]"),
    ("a..b@b.example, a.@docomo.example; {a}@b.example", "[address], [address]; [address]"),
    ("user%40b.example a&#64;b.example a&#x40;b.example a\\u0040b.example", " ".join(["[address]"] * 4)),
    ("a@[192.0.2.1] a@[IPv6:2001:db8::1].", "[address] [address]."),
    ('"john doe"@bücher.example,b@c.example', "[address],[address]"),
    ('{"m": "\\"john doe\\"@bücher.example"}', '{"m": "[address]"}'),
    ('{"m": "b\\u00fcro@x.example\\u003e"}', '{"m": "[address]\\u003e"}'),
    ("\\u003cann@b.example\\u003e &lt;ann@b.example&gt;", "\\u003c[address]\\u003e &lt;[address]&gt;"),
    ("from=<a@m\\195\\188ller.example>, to=<b&uuml;@c.example>", "from=<[address]>, to=<[address]>"),
    ("a@b.example@c.example", "[address]"),
    ("info@bücher.example/support@müller.example", "[address]/[address]"),
    ("+49301234/info@bücher.example #tag/ann@b.example", "+49301234/[address] #tag/[address]"),
    ("mailto:a@b.example?cc=c@d.example", "mailto:[address]?cc=[address]"),
    # No address.
    ("imap://ann@bücher.example/INBOX", "imap://ann@bücher.example/INBOX"),
    ("/node_modules/@types/node #@#.ad x@ y", "/node_modules/@types/node #@#.ad x@ y"),
]


@pytest.mark.parametrize(("given", "expected"), ADDRESSES)
def test_addresses_are_cut_whole(given: str, expected: str) -> None:
    assert text.redact(given) == expected
    assert text.redact(given.encode()) == expected.encode()
    assert text.redact(expected) == expected


def test_options_of_redaction() -> None:
    line = "a@b.example https://u@c.example/d@e.example xn--tda.de f.com /logo@2x.png"
    assert text.redact(line, "X", kinds=None) == "X https://u@X/X X f.com /X"
    assert text.redact(line, "", tlds=TLDS) == " https://u@c.example/ xn--tda.de f.com /logo@2x.png"
    assert text.redact(line, "ü", kinds=["bare"], tlds=TLDS).count("ü") == 2
    assert text.redact("a[at]b(dot)example", defanged=True) == "[address]"
    assert text.redact(b"a@b\xfcc.example \xff") == b"[address] \xff"
    assert text.redact("none") is not None
    same = "no name"
    assert text.redact(same) is same
    with pytest.raises(TypeError, match="replacement"):
        text.redact("x", b"y")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="kinds"):
        text.redact("x", kinds=["name"])  # type: ignore[list-item]


UNITS = ["a@b=C3", "a@b&uuml;", "@[", "a@[", '"', "{", "}", '"a" ', "a@", "a@b.c ", "&#64;", "/a=b&", "?a=", "a.."]


@pytest.mark.parametrize("unit", [*UNITS, "\\u00fc", "a@b@", "%40", "xn--a@b "])
def test_the_time_of_redaction_is_linear(unit: str) -> None:
    def cost(size: int) -> float:
        line = "/x?" + unit * (size // len(unit)) + " x@b.example"
        times: list[float] = []
        for _ in range(3):
            begin = time.process_time()
            text.redact(line)
            times.append(time.process_time() - begin)
        return min(times)

    small, large = cost(50_000), cost(800_000)
    assert large < 64 * small + 0.05


def everywhere(line: str) -> list[tuple[Any, ...]]:
    return [(one.name, one.kind) for one in text.find(line, everywhere=True)]


def test_everywhere_an_at_sign_behind_a_local_part_marks_an_address() -> None:
    assert everywhere("/u/ann@b.example?c=d@e.example") == [
        ("b.example", "email_domain"),
        ("e.example", "email_domain"),
    ]
    assert everywhere("user%40b.example") == [("b.example", "email_domain")]
    assert text.find("/u/ann@b.example") == []
    # A known top-level domain is asked for in paths, where files have such names.
    assert text.find("/logo@2x.png a@b.png", everywhere=True, tlds=TLDS)[0][:4] == (15, 20, "email_domain", "b.png")
    line = "/u/ann@bücher.example user%40bücher.example"
    assert text.to_ascii(line, everywhere=True) == "/u/ann@xn--bcher-kva.example user%40bücher.example"


def test_what_a_glued_word_cuts_off_moves_no_beginning() -> None:
    """Rewritten again, the name would begin behind the dot of a label that an escape spoils."""
    for line in (
        "\\nxn--zca.--xn--p1ai.xn--ls8h",
        "\\nxn--p1ai.\u200bxn--zca.xрф",
        "\\nxn--p1ai.\u00adxn--zca.xn--рф",
        ".\u200bxn--zca.xрф",
    ):
        once = text.to_unicode(line)
        assert text.to_unicode(once) == once


def test_symbols_end_before_punctuation_that_a_hyphen_follows() -> None:
    found = [text.find(f"https://☃{behind}")[0].name for behind in ("", "-", "\u0f0b", "\u0f0b-", "\u0f0b-\u0f0b-")]
    assert found == ["☃"] * 5


def test_redaction_keeps_a_byte_order_mark() -> None:
    assert text.redact("\ufeffann@b.example, \ufeff@c.example") == "\ufeff[address], [address]"
    assert text.redact("\ufeffann@b.example".encode()) == "\ufeff[address]".encode()
    (found,) = text.find("\ufeffann@b.example")
    assert (found.local_start, found.start) == (1, 5)


def test_a_replacement_that_bytes_cannot_hold_is_refused() -> None:
    assert text.redact("ann@b.example", "\ud800") == "\ud800"
    with pytest.raises(ValueError, match="argument 'replacement' has a lone surrogate, which bytes cannot hold"):
        text.redact(b"ann@b.example", "\ud800")
