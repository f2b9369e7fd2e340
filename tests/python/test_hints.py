"""Hints of messages and notes on valid names: what a text was taken for, and what was likely meant."""

import json
import unicodedata
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import acelabel
from acelabel import AceError, Profile, email, inspect, is_valid, punycode, race, to_ascii
from acelabel._native import likely_mistake

VECTORS = Path(__file__).parent.parent / "vectors"


def meant(name: str, mistake: str) -> str | None:
    """The name that is meant where a name looks like a mistake; None if it looks like no such one."""
    said, found, name = (likely_mistake(name) or "").partition("; '")
    return name.removesuffix("' may be meant") if found and mistake in said else None


def misread(name: str) -> str | None:
    return meant(name, "Latin-1")


def dashed(name: str) -> str | None:
    return meant(name, "dash")


def marked(name: str) -> str | None:
    return meant(name, "punctuation")


def message(text: str, profile: Profile = acelabel.UTS46) -> str:
    with pytest.raises(AceError) as caught:
        to_ascii(text, profile=profile)
    assert acelabel.inspect(text, profile=profile).notes == ()
    return str(caught.value).rpartition(": ")[0]


EMAIL = "this looks like an e-mail address: pass only the part after '@'"
ENCLOSED = "pass only the part between '@' and '>'"
URL = "this looks like a URL: pass only its host name"
ADDRESS = "this looks like an IP address, which is not a domain name"
NETWORK = "this looks like an IP network, which is not a domain name"
ONE = "pass one name at a time"
DNS = "the profile acelabel.DNS allows it"
QUOTES, BRACKETS = "remove the quotation marks around the name", "remove the brackets around the name"
PERCENT, REFERENCE = "this looks percent-encoded", "this looks written with character references of HTML"
WORD, QUOTED = "this looks like an encoded word of a mail header", "this looks like quoted-printable"
ESCAPES = "this looks written with escapes"


def defanged(mark: str, meant: str = ".") -> str:
    return f"this looks defanged: write {meant!r} for {mark!r}"


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("user+tag@x.example", EMAIL),
        ("john_doe@x.example", EMAIL),
        ("a b@x.example", EMAIL),
        ("o'neil@x.example", EMAIL),
        ("a*b@x.example", EMAIL),
        ('"a b"@x.example', EMAIL),
        ("a,b;c@x.example", EMAIL),
        ("{a}~b@x.example", EMAIL),
        ("mailto:a@x.example", EMAIL),
        ("user:word@x.example", "a user is not part of a host name: pass only the part after '@'"),
        ("Büro <info@bücher.example>", ENCLOSED),
        ("<info@bücher.example>", ENCLOSED),
        ("a_b.example c@x.example", None),
        ("x.example/a@b", "a path is not part of a host name: pass only the part before '/'"),
        ("b%C3%BCcher.example", PERCENT),
        ("exa%6Dple.example", PERCENT),
        ("100%.example", None),
        ("&#1087;.example", REFERENCE),
        ("b&#xFC;cher.example", REFERENCE),
        ("b&uuml;cher.example", REFERENCE),
        ("a&b.example", None),
        ("a& b;.example", None),
        ("=?utf-8?q?=C3=A9?=.example", WORD),
        ("=?UTF-8?B?w6k=?=", WORD),
        ("b=C3=BCcher.example", QUOTED),
        ("a=b.example", None),
        (r"b\u00fccher.example", ESCAPES),
        (r"b\195\188cher.example", ESCAPES),
        (r"evil\.example", ESCAPES),
        (r"a\b.example", None),
        ("вирус[.]рф", defanged("[.]")),
        ("вирус(.)рф", defanged("(.)")),
        ("вирус{.}рф", defanged("{.}")),
        ("вирус[ . ]рф", defanged("[ . ]")),
        ("вирус[dot]рф", defanged("[dot]")),
        ("вирус(DOT)рф", defanged("(DOT)")),
        ("вирус[.рф", defanged("[.")),
        ("вирус.]рф", defanged("]")),
        ("hxxp[:]//вирус.рф", defanged("[:]", ":")),
        ("a[at]вирус.рф", defanged("[at]", "@")),
        ("a[@]вирус.рф", defanged("[@]", "@")),
        ("a[b]c.example", None),
        ("http:example.example", URL),
        ("https://b%C3%BCcher.example", URL),
        ("hxxps://вирус[.]рф", URL),
        (r"https:\\u@вирус.рф:80", URL),
        (r"https:\/\/вирус.рф:80", URL),
        ("https:/u:p@вирус.рф", URL),
        ("view-source:https://вирус.рф:80", URL),
        ("вирус.рф:80:80", None),
        ("https:&#47;&#47;a.example:80", None),
        ("::1 localhost", ADDRESS),
        ("2001:db8::1%eth0", ADDRESS),
        ("2001:db8::/32", ADDRESS),
        ("[::1]", ADDRESS),
        ("[2001:db8::1%25eth0]", ADDRESS),
        ("[192.0.2.1]", ADDRESS),
        ("[IPv6:::1]", ADDRESS),
        ("[2001:db8::/32]", ADDRESS),
        ("::ffff:192.0.2.1", ADDRESS),
        ("a.b:c:d", None),
        ("00:1a:2b:3c:4d:5e", None),
        ("[ab.cd]", BRACKETS),
        ("[dead.beef]", BRACKETS),
        ("[bücher.example]", BRACKETS),
        ("(bücher.example)", BRACKETS),
        ("<bücher.example>", BRACKETS),
        ("'bücher.example'", QUOTES),
        ('"bücher.example"', QUOTES),
        ("`bücher.example`", QUOTES),
        ("'bücher.example", None),
        ("192.0.2.0/24", NETWORK),
        ("192.0.2/24", "a path is not part of a host name: pass only the part before '/'"),
        ("a.example,b.example", ONE),
        ("a.example;b.example", ONE),
        ("a.example,", "remove the ',' after the name"),
        ("a.example; ", "remove the ';' after the name"),
        ("a.example\u3000b.example", ONE),
        ("a.example\x85", "remove the white space around the name"),
        ("\x1ca.example", None),
        ("a.example\x1f", None),
        ("bücher\u00a0.example", "remove the white space at the dot"),
        ("bücher. example", "remove the white space at the dot"),
        (".bücher.example", "remove the dot at the beginning"),
        ("。bücher.example", "remove the dot at the beginning"),
        ("..", None),
        ("a..b", None),
        ("ü_b.example", DNS + " in labels that are ASCII only"),
        ("_dmarc.bücher.example", DNS),
        ("a_b.xn--bcher-kva.example", DNS),
        ("a_b.xn--a.example", None),
        ("*.xn--example-.example", None),
        ("a*b.example", None),
    ],
)
def test_a_text_that_is_no_name_is_told_what_it_looks_like(text: str, hint: str | None) -> None:
    said = message(text)
    if hint is None:
        assert not any(word in said for word in ("looks", "remove", "pass", "allows"))
    else:
        assert f"; {hint}" in said
        assert said.count(";") - text.count(";") <= 2


def test_a_display_name_is_no_part_of_an_address() -> None:
    with pytest.raises(AceError, match="a display name is not part of an address: pass only what '<' and '>' enclose"):
        email.to_ascii("Büro <info@bücher.example>")


def test_an_a_label_is_sent_away_from_race() -> None:
    with pytest.raises(AceError, match="this is an A-label: to_unicode decodes it"):
        race.decode("xn--bcher-kva")
    with pytest.raises(AceError) as caught:
        race.decode("bcher-kva")
    assert "A-label" not in str(caught.value)


@pytest.mark.parametrize("quote", ["'", '"', "'\""])
def test_an_excerpt_that_holds_a_quotation_mark_has_the_other_ones(quote: str) -> None:
    with pytest.raises(AceError) as caught:
        to_ascii(f"ü{quote}")
    assert str(caught.value)[-1] == ('"' if quote == "'" else "'")


@given(st.text(alphabet="aü._*@<>:/%&=?#;,()[]{}'\" \\x0-–Ã¼\u00a0\u200e⑷", max_size=40))
def test_a_hint_for_dns_is_true_and_no_message_fails(text: str) -> None:
    for profile in (acelabel.UTS46, acelabel.IDNA2008, acelabel.IDNA2003):
        try:
            to_ascii(text, profile=profile)
        except AceError as error:
            said = str(error)
            assert said.isprintable()
            if f"{DNS}: " in said or f"{DNS}, " in said:
                assert is_valid(text, profile=acelabel.DNS)


@pytest.mark.parametrize(
    ("text", "profile", "reason"),
    [
        ("⑷.example", "UTS46", "is not allowed in a host name; it is mapped to '(4)'"),
        ("a℀.example", "IDNA2003", "is not allowed in a host name; it is mapped to 'a/c'"),
        ("¨.example", "UTS46", "is not allowed in a host name; it is mapped to a text with a space"),
        ("a\u00a0b", "UTS46", "is not allowed in a host name; it is mapped to a space"),
        ("⑷.example", "IDNA2008", "is not allowed in a label"),
        ("xn--8i7caa", "UTS46", "'ｗ' (U+FF57) is mapped by UTS #46, so no A-label holds it"),
        (
            f"xn--{punycode.encode(chr(0xAD) + 'ü')}",
            "UTS46",
            "U+00AD (SOFT HYPHEN, invisible) is ignored by UTS #46, so no A-label holds it",
        ),
        ("exam\u200eple", "UTS46", "U+200E (LEFT-TO-RIGHT MARK, invisible) is not allowed in a label"),
        ("a\u2028b", "UTS46", "U+2028 (LINE SEPARATOR, invisible) is not allowed in a label"),
        ("a\ufe0fb", "IDNA2008", "U+FE0F (VARIATION SELECTOR-16, invisible) is not allowed in a label"),
        ("a\u3164b", "IDNA2008", "'\u3164' (U+3164, HANGUL FILLER, invisible) is not allowed in a label"),
        ("a\u0378b", "UTS46", "U+0378 is not allowed in a label"),
        ("a\u0301b☃", "IDNA2008", "'☃' (U+2603) is not allowed in a label"),
    ],
)
def test_a_character_that_is_mapped_or_invisible(text: str, profile: str, reason: str) -> None:
    rules: Profile = getattr(acelabel, profile)
    error = inspect(text, profile=rules).errors[-1]
    assert error.reason.endswith(reason)


def test_an_a_label_of_each_character_that_is_mapped_says_so() -> None:
    count, rules = 0, acelabel.UTS46.replace(use_std3_ascii_rules=False)
    for code_point in range(0x80, 0x3000):
        character = chr(code_point)
        error = inspect(f"xn--{punycode.encode(f'中{character}')}").errors[:1]
        if not error or error[0].code != "disallowed_codepoint":
            continue
        to = acelabel.codepoint(character, profile=rules).to
        target = None if to == character else to
        said = error[0].reason
        count += target is not None
        assert ("is mapped by" in said, "is ignored by" in said) == (bool(target), target == "")
        if target is not None:
            # The mapping of UTS #46 is made of NFKC and case folding, or it is nothing.
            folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", character).casefold())
            assert target in ("", folded) or unicodedata.name(character, "") == "" or code_point in EXCEPTIONS
    assert count > 1_500


# Where UTS #46 differs from NFKC and case folding.
EXCEPTIONS = {0x1E9E, 0x2F868, 0x2024}


@pytest.mark.parametrize(
    ("text", "offset", "character"),
    [("xn--iñvalid", 5, "ñ"), ("www.xn--中文", 8, "中"), ("XN--aÉ-b", 5, "É"), ("xn--a_ü", 6, "ü")],
)
def test_the_letter_in_a_payload_is_pointed_at(text: str, offset: int, character: str) -> None:
    for profile in (acelabel.UTS46, acelabel.WHATWG, acelabel.DNS, acelabel.IDNA2003):
        for convert in (to_ascii, acelabel.to_unicode):
            with pytest.raises(AceError) as caught:
                convert(text, profile=profile)
            error = caught.value
            assert (error.code, error.offset, chr(error.codepoint or 0)) == ("invalid_alabel", offset, character)
            assert error.reason.endswith(f"is not the Punycode of a U-label: '{character}' (U+{ord(character):04X})")
        assert inspect(text, profile=profile).errors == (error,)
        assert acelabel.to_ascii_many([text], profile=profile, errors="null") == [None]


LANGUAGES = [
    "bücher", "straße", "größe", "çağdaş", "ığdır", "şişli", "źle", "łódź", "ćma", "święto", "őszi", "útközben",
    "čas", "řeka", "ďábel", "ťukat", "ňadra", "ēka", "ģimene", "naïve", "façade", "château", "crème", "garçon",
    "œuvre", "señor", "mañana", "ação", "irmã", "lições", "þing", "æðey", "smørrebrød", "ålesund", "tiếng",
    "việt", "ơn", "səhər", "ŋgala", "hesẽ", "ŵyn", "tŷ", "ġar", "ħobż", "ċentru", "și", "țară",
]  # fmt: skip
OTHER_SCRIPTS = [
    "пример", "київ", "мінск", "παράδειγμα", "λόγος", "דוגמה", "مثال", "مورد", "उदाहरण", "例え", "テスト", "测试",
    "測試", "한국", "예", "ตัวอย่าง", "օրինակ", "მაგალითი", "ምሳሌ", "ඕ", "උදාහරණ", "😀", "❤", "☃", "ᐊᒪᐅ",
]  # fmt: skip


def read_wrong(text: str, encoding: str) -> str:
    """Return UTF-8 as it is read as Latin-1 or Windows-1252; octets that this does not define are kept."""
    return "".join(
        bytes([octet]).decode("latin-1" if octet in b"\x81\x8d\x8f\x90\x9d" else encoding) for octet in text.encode()
    )


@pytest.mark.parametrize("encoding", ["latin-1", "cp1252"])
@pytest.mark.parametrize("word", LANGUAGES + OTHER_SCRIPTS)
def test_text_that_was_read_wrong_is_known(word: str, encoding: str) -> None:
    wrong = read_wrong(word, encoding)
    for before, behind in (("", ""), ("www.", ".example"), ("ü.", "。рф")):
        assert misread(f"{before}{wrong}{behind}") == f"{before}{word}{behind}"
    assert misread(read_wrong(wrong, encoding)) == word
    if is_valid(f"{wrong}.example"):
        (note,) = inspect(f"{wrong}.example").notes
        assert note.endswith(f"; '{word}.example' may be meant")


def test_each_small_letter_that_was_read_wrong_is_known_inside_a_word() -> None:
    letters = [chr(code) for code in range(0xDF, 0x250) if chr(code).islower() and is_valid(f"a{chr(code)}")]
    letters += [chr(code) for code in range(0x1E00, 0x1F00) if chr(code).islower() and is_valid(f"a{chr(code)}")]
    assert len(letters) > 250
    for letter, encoding in product(letters, ("latin-1", "cp1252")):
        for word in (f"na{letter}ne", f"na{letter}"):
            assert misread(read_wrong(word, encoding)) == word


@pytest.mark.parametrize("word", ["MÜLLER", "Österreich", "ÎLE", "ÑANDÚ", "Škoda", "STRAßE", "Ürün"])
def test_capital_letters_that_were_read_wrong_are_known(word: str) -> None:
    assert misread(read_wrong(word, "cp1252")) == word


# Letters that Windows-1252 has, and signs that brands and titles have beside them.
ALPHABETS = {
    "cs sk sl": "áäéíóôúýšž", "et fi smi": "äâåöõüšž", "fr": "àâæçéèêëîïôœùûüÿ", "pt gn": "ãáâàçéêíóôõúüñ",
    "is fo da no sv": "áðéíóúýþæöøå", "de nl": "äöüßëïé", "es ca it": "ñáéèíïòóúüçàù", "cy": "âêîôûáéäëïöü",
    "ga br gd": "ñùáéíóúàèìò",
}  # fmt: skip


def correct_labels() -> Iterator[str]:
    for letters in ALPHABETS.values():
        for label in map("".join, product([*letters, "n", ""], repeat=4)):
            yield from (label, label.upper(), label.title())
        for letter, sign, before, behind in product(letters, "®™©²³°ªº…’–—·´", ("caf", "n", ""), ("bar", "s", "é", "")):
            label = f"{before}{letter}{sign}{behind}"
            yield from (label, label.upper())


def test_correct_names_are_not_said_to_be_read_wrong() -> None:
    wrong = {label for label in correct_labels() if misread(label) is not None}
    assert wrong == set()


def test_names_of_the_vectors_are_no_mistakes() -> None:
    rows = json.loads((VECTORS / "display_browsers.json").read_text("utf-8"))["rows"]
    names = [row["name"] for row in rows]
    names += (VECTORS / "LinkDetectionTest-17.0.0.txt").read_text("utf-8").split()
    names += [
        "naïve.example",
        "ÃO.pt",
        "café–bar.fr",
        "VÝŠKA.cz",
        "ÚŽAS.cz",
        "TÉŽ.cz",
        "NESCAFÉ®.com",
        "È·É.fr",
        "Â.fr",
    ]
    assert len(names) > 1_500
    assert [name for name in names if misread(name) or dashed(name)] == []
    # Texts of the test for links have names between brackets, and sentences.
    assert [name for name in names if marked(name) and not set(name) & set("⸠⸡…")] == ["·l.com"]


def test_a_prefix_with_any_dash_is_known() -> None:
    dashes = [c for c in map(chr, range(0x80, 0x10000)) if unicodedata.category(c) == "Pd"] + ["\u2212", "\u02d7"]
    # These two are mapped to a hyphen, so that two of them are right.
    dashes = [dash for dash in dashes if dash not in "\ufe63\uff0d"]
    assert len(dashes) > 20
    for dash in dashes:
        assert dashed(f"www。xn{dash}e1afmkfd.Xn{dash}p1ai") == "www。xn--e1afmkfd.Xn--p1ai"
        for typed in (f"xn{dash}", f"xn{dash}{dash}", f"xn-{dash}", f"xn{dash}-"):
            assert dashed(f"www.{typed}bcher-kva.de") == "www.xn--bcher-kva.de"
    label = to_ascii("а-б")
    assert label.startswith("xn----")
    assert dashed(label.replace("--", "–")) == label


@pytest.mark.parametrize(
    "name",
    ["xn-bcher-kva.de", "xn–a.de", "xn–bar.de", "maxn–bcher-kva.de", "xn－－bcher-kva.de", "xn--bcher-kva.de", "xn–"],
)
def test_a_dash_that_makes_no_a_label_is_none_of_a_prefix(name: str) -> None:
    assert dashed(name) is None


def test_a_name_that_a_hint_quotes_cannot_change_the_line() -> None:
    text = read_wrong("bü\u202echer\nx", "cp1252")
    with pytest.raises(AceError) as caught:
        to_ascii(text)
    assert str(caught.value).isprintable()


@pytest.mark.parametrize(
    ("name", "right"),
    [
        *(
            ("例子.中国，", "例子.中国"),
            ("例子，.中国", "例子.中国"),
            ("例子.中国！", "例子.中国"),
            ("（例子.中国）", "例子.中国"),
        ),
        *(("‘ndd.fr’", "ndd.fr"), ("“bücher.example”", "bücher.example"), ("store.example.com”", "store.example.com")),
        *(
            ("«ü».example", "ü.example"),
            ("「日本」.jp", "日本.jp"),
            ("•ü.example", "ü.example"),
            ("●ü.example", "ü.example"),
        ),
        *(("ü.example；", "ü.example"), ("→“ü.example", None), ("https：／／ü.example", None)),
    ],
)
def test_a_mark_around_a_name_is_known(name: str, right: str | None) -> None:
    assert marked(name) == right
    if right is not None and is_valid(name, profile=acelabel.WHATWG):
        (note,) = inspect(name, profile=acelabel.WHATWG).notes
        assert note == f"has quotation marks or other punctuation at an end of a label; '{right}' may be meant"
    if right is not None:
        with pytest.raises(AceError, match="quotation marks or other punctuation"):
            to_ascii(name, profile=acelabel.IDNA2008)


@pytest.mark.parametrize(
    "name",
    [
        *("ü.example", "❤.example", "●.example", "i❤u.example", "a·b.cat", "l·l.cat", "ü。example。", "ａ．example"),
        *(
            "ü\u3000",
            "l’été.example",
            "“",
            "“”.example",
            "日本ー.jp",
            "ü-.example",
            "例え。テスト",
            "²ü.example",
            "ü™.example",
        ),
        "“" + "ü" * 300,
    ],
)
def test_a_mark_in_its_place_is_no_mistake(name: str) -> None:
    assert marked(name) is None
