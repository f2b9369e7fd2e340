"""Labels and domain names: what is answered, what is refused and where, and what becomes of what is kept."""

import inspect
import pickle
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from names_and_profiles import NAMED, names, profiles

import acelabel
from acelabel import (
    DNS,
    IDNA2003,
    IDNA2008,
    UTS46,
    WHATWG,
    AceError,
    Profile,
    alabel,
    canonical,
    is_valid,
    same_name,
    to_ascii,
    to_ascii_many,
    to_unicode,
    to_unicode_many,
    ulabel,
)


def refused(call: Callable[[], object]) -> AceError:
    with pytest.raises(AceError) as caught:
        call()
    return caught.value


def answer(function: Callable[..., str], name: str, profile: Profile) -> str | AceError:
    try:
        return function(name, profile=profile)
    except AceError as error:
        return error


@pytest.mark.parametrize("profile", NAMED.values(), ids=NAMED)
@pytest.mark.parametrize("name", ["example", "www.example.com", "a.b.", "a-b.c-d.example", "a" * 63 + ".de", "1.2.3.4"])
def test_a_plain_name_is_its_own_object(name: str, profile: Profile) -> None:
    assert to_ascii(name, profile=profile) is name
    assert to_unicode(name, profile=profile) is name
    assert to_ascii_many([name], profile=profile)[0] is name
    assert to_unicode_many([name], profile=profile)[0] is name
    assert is_valid(name, profile=profile)


def test_a_name_of_a_subclass_becomes_a_str() -> None:
    class Name(str):
        pass

    for name in ("example.com", "bücher.de"):
        assert type(to_ascii(Name(name))) is str
        assert to_ascii(Name(name)) == to_ascii(name)


REFUSED = [
    ("xn--example-.org", "invalid_alabel", 0, 0, 0x78),
    ("xn--a.de", "disallowed_codepoint", 0, 0, 0x80),
    ("xn--", "invalid_alabel", 0, 0, 0x78),
    ("xn--xn---epa", "invalid_alabel", 0, 0, 0x78),
    ("example.com＃@evil.com", "std3_disallowed", 11, 1, 0xFF03),
    ("xn--ls8h=", "invalid_alabel", 8, 0, 0x3D),
    ("www.xn--example-.org", "invalid_alabel", 4, 1, 0x78),
    ("bücher.XN--A.de", "disallowed_codepoint", 7, 1, 0x80),
    ("", "empty_domain", 0, 0, None),
    ("a..b", "empty_label", 2, 1, 0x2E),
    (".a", "empty_label", 0, 0, 0x2E),
    ("日本。\ud800", "surrogate", 3, 1, 0xD800),
    ("a." * 128, "domain_too_long", 254, 127, 0x61),
    ("b." + "a" * 64, "label_too_long", 65, 1, 0x61),
    ("a\u200cb", "contextj", 1, 0, 0x200C),
    ("مثال.123", "bidi_rule_1", 5, 1, 0x31),
    ("www.\u0301a", "leading_combiner", 4, 1, 0x301),
]


@pytest.mark.parametrize(("name", "code", "offset", "label_index", "codepoint"), REFUSED)
def test_refused(name: str, code: str, offset: int, label_index: int, codepoint: int | None) -> None:
    for function in (to_ascii, to_unicode):
        error = refused(lambda function=function: function(name))  # type: ignore[misc]
        assert (error.code, error.offset, error.label_index, error.codepoint) == (code, offset, label_index, codepoint)
        assert error.text == name
        assert pickle.loads(pickle.dumps(error)) == error
    assert not is_valid(name)


@pytest.mark.parametrize(
    ("name", "profile", "ascii_form", "unicode_form"),
    [
        ("XN--BCHER-KVA.de", UTS46, "xn--bcher-kva.de", "bücher.de"),
        ("bücher。de", UTS46, "xn--bcher-kva.de", "bücher.de"),
        ("bücher．de｡", UTS46, "xn--bcher-kva.de.", "bücher.de."),
        ("faß.de", UTS46, "xn--fa-hia.de", "faß.de"),
        ("faß.de", IDNA2003, "fass.de", "fass.de"),
        ("faß.de", IDNA2008, "xn--fa-hia.de", "faß.de"),
        ("_dmarc.bücher.de", DNS, "_dmarc.xn--bcher-kva.de", "_dmarc.bücher.de"),
        ("*.BÜCHER.de", DNS, "*.xn--bcher-kva.de", "*.bücher.de"),
        ("a..💩", WHATWG, "a..xn--ls8h", "a..💩"),
        ("😀.𐐀.com", UTS46, "xn--e28h.xn--hj8c.com", "😀.𐐨.com"),
    ],
)
def test_answered(name: str, profile: Profile, ascii_form: str, unicode_form: str) -> None:
    assert to_ascii(name, profile=profile) == ascii_form
    assert to_unicode(name, profile=profile) == unicode_form
    assert is_valid(name, profile=profile)


@pytest.mark.parametrize(
    ("name", "ascii_form", "unicode_form"),
    [
        ("_dmarc.xn--bcher-kva.de", "_dmarc.xn--bcher-kva.de", "_dmarc.bücher.de"),
        ("*.xn--bcher-kva.de", "*.xn--bcher-kva.de", "*.bücher.de"),
        ("xn--a.bücher.de", "xn--a.xn--bcher-kva.de", "xn--a.bücher.de"),
        ("XN--A.Bücher。DE", "xn--a.xn--bcher-kva.de", "xn--a.bücher.de"),
        ("b\ud800.Bücher", "b\ud800.xn--bcher-kva", "b\ud800.bücher"),
        ("", "", ""),
        ("..", "..", ".."),
    ],
)
def test_kept(name: str, ascii_form: str, unicode_form: str) -> None:
    assert to_ascii(name, errors="keep") == ascii_form
    assert to_unicode(name, errors="keep") == unicode_form
    assert to_ascii_many([name], errors="keep") == [ascii_form]
    assert to_unicode_many([name], errors="keep") == [unicode_form]


@given(names, profiles)
def test_all_functions_agree_on_what_is_valid(name: str, profile: Profile) -> None:
    ascii_form, unicode_form = answer(to_ascii, name, profile), answer(to_unicode, name, profile)
    assert is_valid(name, profile=profile) == isinstance(ascii_form, str)
    assert to_ascii_many([name], profile=profile, errors="null") == [
        ascii_form if isinstance(ascii_form, str) else None
    ]
    assert to_ascii_many([name], profile=profile, errors="keep") == [to_ascii(name, profile=profile, errors="keep")]
    assert to_unicode_many([name], profile=profile, errors="keep") == [to_unicode(name, profile=profile, errors="keep")]
    if isinstance(ascii_form, AceError):
        assert unicode_form == ascii_form
        assert ascii_form.text == name
        assert 0 <= (ascii_form.offset or 0) <= len(name)
        return
    assert ascii_form.isascii()
    assert isinstance(unicode_form, str)
    assert to_ascii(name, profile=profile, errors="keep") == ascii_form
    assert to_unicode(name, profile=profile, errors="keep") == unicode_form


@given(names, st.sampled_from([*NAMED.values()]))
def test_results_are_stable(name: str, profile: Profile) -> None:
    ascii_form, unicode_form = answer(to_ascii, name, profile), answer(to_unicode, name, profile)
    if isinstance(ascii_form, str) and isinstance(unicode_form, str):
        assert to_ascii(ascii_form, profile=profile) == ascii_form
        assert to_ascii(unicode_form, profile=profile) == ascii_form


def test_labels() -> None:
    assert alabel("bücher") == alabel("Bücher") == alabel("XN--BCHER-KVA") == "xn--bcher-kva"
    assert ulabel("xn--bcher-kva") == ulabel("BÜCHER") == "bücher"
    assert alabel("WWW") == ulabel("WWW") == "www"
    assert alabel("_dmarc", profile=DNS) == "_dmarc"
    assert alabel("faß", profile=IDNA2003) == "fass"


@pytest.mark.parametrize(
    ("label", "code", "offset", "codepoint"),
    [
        ("", "empty_label", 0, None),
        ("a.b", "label_separator", 1, 0x2E),
        ("bücher。", "label_separator", 6, 0x3002),
        ("b\ud800", "surrogate", 1, 0xD800),
        ("xn--a", "disallowed_codepoint", 0, 0x80),
        ("xn--", "invalid_alabel", 0, 0x78),
        ("a_b", "std3_disallowed", 1, 0x5F),
    ],
)
def test_a_label_by_itself_has_no_index(label: str, code: str, offset: int, codepoint: int | None) -> None:
    for function in (alabel, ulabel):
        error = refused(lambda function=function: function(label))  # type: ignore[misc]
        assert (error.code, error.offset, error.codepoint) == (code, offset, codepoint)
        assert (error.text, error.label_index) == (label, None)


@given(names, profiles)
def test_a_label_is_a_name_of_one_label(name: str, profile: Profile) -> None:
    label = name.translate(dict.fromkeys(map(ord, ".。．｡")))
    for of_label, of_name in ((alabel, to_ascii), (ulabel, to_unicode)):
        one, other = answer(of_label, label, profile), answer(of_name, label, profile)
        if isinstance(one, str) or isinstance(other, str):
            # A text that is mapped to nothing is a label, but not a name.
            assert one == other or (one == "" and isinstance(other, AceError))
        elif label and (one.code, other.code) != ("empty_label", "empty_domain"):
            # Where lengths are not verified, one that is mapped to nothing is an empty label, or an empty name.
            assert (one.code, one.offset) == (other.code, other.offset)


def test_canonical() -> None:
    for spelling in ("bücher.de", "BÜCHER.DE.", "XN--BCHER-KVA.de", "bücher。de｡"):
        assert canonical(spelling) == "xn--bcher-kva.de"
    assert canonical("_dmarc.example.") == "_dmarc.example"
    assert canonical("example.com") == "example.com"
    # A name that DNS can hold, whatever its A-labels hold (RFC 5890 section 2.3.2.1); and the root (RFC 1034).
    assert canonical("A.XN--A.") == "a.xn--a"
    assert canonical(".") == canonical("。") == "."
    error = refused(lambda: canonical("a.b c"))
    assert (error.code, error.offset, error.label_index, error.text) == ("std3_disallowed", 3, 1, "a.b c")


def test_same_name() -> None:
    assert same_name("bücher.de", "XN--BCHER-KVA.de.")
    assert same_name("_dmarc.Bücher.de", "_DMARC.xn--bcher-kva。de")
    assert same_name("xn--a.Bücher", "xn--a.bücher.")
    assert same_name("\ud800", "\ud800")
    assert not same_name("bücher.de", "bucher.de")
    assert not same_name("faß.de", "fass.de")
    assert same_name("xn--a", "XN--A")
    assert same_name(".", "。")
    assert not same_name("", ".")
    assert not same_name("", "a")


@given(names, names)
def test_two_names_are_the_same_where_their_canonical_spelling_is(one: str, other: str) -> None:
    assert same_name(one, one)
    assert same_name(one, other) == same_name(other, one)
    try:
        expected = canonical(one) == canonical(other)
    except AceError:
        return
    assert same_name(one, other) == expected


SINGLE: list[Callable[[Any], object]] = [to_ascii, to_unicode, alabel, ulabel, is_valid, canonical, acelabel.inspect]


@pytest.mark.parametrize("function", SINGLE, ids=lambda function: function.__name__)
@pytest.mark.parametrize("wrong", [None, b"example", bytearray(b"a"), 1, ["example"]])
def test_a_name_is_a_str(function: Callable[[Any], object], wrong: Any) -> None:
    with pytest.raises(TypeError):
        function(wrong)
    with pytest.raises(TypeError):
        same_name("a", wrong)
    with pytest.raises(TypeError):
        same_name(wrong, "a")


@pytest.mark.parametrize("function", [to_ascii, to_unicode])
def test_errors_is_one_of_two(function: Any) -> None:
    for wrong in ("null", "strict", "", "KEEP"):
        with pytest.raises(ValueError, match="argument 'errors' must be 'raise' or 'keep'") as caught:
            function("bücher", errors=wrong)
        assert not isinstance(caught.value, AceError)
    for wrong_type in (None, 1, b"raise"):
        with pytest.raises(TypeError):
            function("bücher", errors=wrong_type)
    with pytest.raises(TypeError):
        function("bücher", UTS46)


@pytest.mark.parametrize(("many", "one"), [(to_ascii_many, to_ascii), (to_unicode_many, to_unicode)])
def test_many(many: Any, one: Any) -> None:
    good = ["bücher.de", "example.com", "XN--BCHER-KVA", "日本語。jp"]
    assert many(good) == many(iter(good)) == many(name for name in good) == [one(name) for name in good]
    assert many([]) == []
    assert many(["_dmarc.ü", "a b.ü"], profile=DNS, errors="null") == [one("_dmarc.ü", profile=DNS), None]
    assert many(["xn--a.ü"], errors="keep") == [one("xn--a.ü", errors="keep")]
    error = refused(lambda: many([*good, "a.xn--a", 1]))
    assert (error.code, error.offset, error.label_index, error.text) == ("disallowed_codepoint", 2, 1, "a.xn--a")
    for wrong in ("example", b"example", None, 1, ["a", 1], [b"a"]):
        for errors in ("raise", "null", "keep"):
            with pytest.raises(TypeError):
                many(wrong, errors=errors)
    with pytest.raises(ValueError, match="argument 'errors' must be"):
        many(good, errors="ignore")


def test_functions_say_where_they_belong() -> None:
    for name in ("to_ascii", "to_unicode", "to_ascii_many", "to_unicode_many", "alabel", "ulabel", "is_valid"):
        function = getattr(acelabel, name)
        assert (function.__module__, function.__qualname__) == ("acelabel", name)
        assert pickle.loads(pickle.dumps(function)) is function
        assert inspect.signature(function).parameters["profile"].kind is inspect.Parameter.KEYWORD_ONLY
    assert str(inspect.signature(canonical)) == "(domain)"
    assert str(inspect.signature(same_name)) == "(a, b)"


def test_names_may_be_given_by_keyword() -> None:
    assert to_ascii(domain="ü") == alabel(label="ü") == canonical(domain="ü") == "xn--tda"
    assert same_name(a="ü", b="xn--tda")


def test_the_unicode_version_is_one_of_three_numbers() -> None:
    assert [number.isdecimal() for number in acelabel.unicode_version.split(".")] == [True] * 3


def test_memory_of_a_long_name_is_not_reused() -> None:
    """A long name between short ones changes neither."""
    long = "ü." * 2_000
    for name in ("bücher.de", long, "bücher.de", "faß.de"):
        kept = to_ascii(name, errors="keep")
        assert kept == name.replace("ü.", "xn--tda.").replace("bücher", "xn--bcher-kva").replace("faß", "xn--fa-hia")
