"""The status of each character and what is mapped: judged by UTS #46, RFC 5895, and the conversions."""

import json
import pickle
import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from names_and_profiles import NAMED, names, profiles

import acelabel
from acelabel import (
    DNS,
    IDNA2008,
    IDNA2008_MAPPED,
    UTS46,
    WHATWG,
    AceError,
    Codepoint,
    LabelReport,
    Mapped,
    Profile,
    codepoint,
    inspect,
    to_ascii,
    to_unicode_many,
)

# Every character of which the interpreter knows what it is, but for most ideographs.
RANGES = (range(0x3400), range(0x3400, 0xA000, 61), range(0xA000, 0x20000), range(0x20000, 0x2F800, 997))
ASSIGNED = [
    character
    for character in map(
        chr, (*(unit for units in RANGES for unit in units), *range(0x2F800, 0x2FA20), *range(0xE0000, 0xE0200))
    )
    if unicodedata.category(character) not in ("Cn", "Cs", "Co")
]
# Nothing composes with this letter, so that a mark does not begin the label.
LETTER = "中"
# Code points, of which UTS #46 derives the status "ignored" (the property Default_Ignorable_Code_Point).
IGNORABLE = re.compile(
    "[\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff"
    "\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)


def lenient(profile: Profile) -> Profile:
    """The rules without those that ask for the neighbours of a character."""
    return profile.replace(check_bidi=False, check_joiners=False, check_hyphens=False, use_std3_ascii_rules=False)


def converted(characters: list[str], profile: Profile) -> list[str | None]:
    """The text in the place of each character, or None if it is refused."""
    found = to_unicode_many([LETTER + character for character in characters], profile=profile, errors="null")
    return [None if text is None else text.removeprefix(LETTER) for text in found]


def refusal(name: str, profile: Profile) -> tuple[str, int | None]:
    with pytest.raises(AceError) as caught:
        to_ascii(name, profile=profile)
    return caught.value.code, caught.value.offset


def put_together(name: str, label: LabelReport) -> str:
    """The label with the text of each mapped character in its place."""
    changed = {one.offset: one.to for one in label.mapped}
    return "".join(changed.get(offset, name[offset]) for offset in range(label.start, label.end))


def nfkc_casefold(character: str) -> str:
    """The toNFKC_Casefold of the Unicode Standard (section 3.13), which UTS #46 section 7 derives its mapping from."""
    text = unicodedata.normalize("NFD", character)
    for _ in range(2):
        text = unicodedata.normalize("NFKC", IGNORABLE.sub("", text.casefold()))
    return text


def rfc5895(character: str) -> str:
    """The mapping of RFC 5895 section 2, steps 1 to 3: letter case, width, NFC."""
    wide = re.compile("<(?:wide|narrow)> ([0-9A-F]+)")
    small = (wide.fullmatch(unicodedata.decomposition(one)) or one for one in character.lower())
    return unicodedata.normalize("NFC", "".join(one if isinstance(one, str) else chr(int(one[1], 16)) for one in small))


def test_the_mapping_is_the_one_that_uts46_derives() -> None:
    """UTS #46 section 7: NFKC_Casefold, but for the separators and for U+1E9E, which keeps to U+00DF."""
    count = 0
    for character in ASSIGNED:
        found = codepoint(character, profile=lenient(UTS46))
        if found.status in ("valid", "mapped", "ignored") and character not in "\u1e9e\u3002\uff61":
            assert found.to == nfkc_casefold(character), ascii(character)
            assert found.status == ("valid" if found.to == character else "mapped" if found.to else "ignored")
            count += found.to != character
    assert count > 6_000
    assert [codepoint(character).to for character in "\u1e9e\u3002\uff61"] == ["ß", ".", "."]
    deviations = [character for character in ASSIGNED if codepoint(character).status == "deviation"]
    assert deviations == ["ß", "ς", "\u200c", "\u200d"]
    transitional = UTS46.replace(transitional_processing=True)
    assert [codepoint(character, profile=transitional).to for character in deviations] == ["ss", "σ", "", ""]


def test_idna2008_mapped_is_rfc5895_before_idna2008() -> None:
    characters = [character for character in ASSIGNED if not "\u13a0" <= character <= "\u13f5"]
    judged = converted([rfc5895(character) for character in characters], lenient(IDNA2008))
    assert dict(zip(characters, converted(characters, lenient(IDNA2008_MAPPED)), strict=True)) == dict(
        zip(characters, judged, strict=True)
    )
    # Capital letters of Cherokee are PVALID, their small letters are not.
    cherokee = [*map(chr, range(0x13A0, 0x13F6))]
    assert converted(cherokee, IDNA2008_MAPPED) == converted(cherokee, IDNA2008) == cherokee
    for name in ("BÜCHER。Example", "bu\u0308cher．example", "ｂüｃｈｅｒ｡example"):
        assert to_ascii(name, profile=IDNA2008_MAPPED) == f"xn--bcher-kva.{'example'}"
    for name in ("oﬃce", "①", "ü\u00ad", "ſ", "x²", "ü_"):
        assert refusal(name, IDNA2008_MAPPED)[0] == "disallowed_codepoint"
    for text, code in (("u\u0308", "not_nfc"), ("Ü", "disallowed_codepoint")):
        assert refusal(f"xn--{acelabel.punycode.encode(text)}", IDNA2008_MAPPED)[0] in (code, "non_canonical_alabel")


@pytest.mark.parametrize("profile", NAMED.values(), ids=NAMED)
def test_the_status_agrees_with_the_conversions(profile: Profile) -> None:
    characters = [*ASSIGNED, *map(chr, range(0xE0200, 0x110000, 4_001)), "\u0378", "\ufdd0", "\ud800"]
    rules = lenient(profile)
    for character, text in zip(characters, converted(characters, rules), strict=True):
        found = codepoint(character, profile=rules)
        # The rules of IDNA2008 ask for the neighbours of these, whatever the flags are.
        in_context = profile.rules == "idna2008" and character in "·\u0375\u0387׳״\u200c\u200d"
        assert found.to == text or (in_context and text is None), ascii(character)
        assert (found.to is None) == (found.status == "disallowed")
        assert found == codepoint(ord(character), profile=rules)


@pytest.mark.parametrize("profile", NAMED.values(), ids=NAMED)
def test_the_flags_refuse_what_is_listed_and_nothing_else(profile: Profile) -> None:
    rules = lenient(profile)
    codes = {
        "ignored": "ignored_codepoint",
        "compatibility": "compatibility_codepoint",
        "width": "compatibility_codepoint",
    }
    strict = rules.replace(refuse_ignored=True, refuse_compatibility=True)
    seen = set()
    for character in ASSIGNED[::3]:
        label = inspect(LETTER + character, profile=rules).labels[0]
        kinds = [one.kind for one in label.mapped]
        if label.valid and kinds:
            seen.update(kinds)
            errors = inspect(LETTER + character, profile=strict).errors
            expected = [(codes[kind], 1, ord(character)) for kind in kinds if kind in codes]
            assert [(error.code, error.offset, error.codepoint) for error in errors] == expected, ascii(character)
    maps = profile.rules != "idna2008" or profile.rfc5895_mapping
    assert seen >= ({"case", "width", "separator"} if maps else {"separator"})


def test_the_refusals_come_with_exact_offsets() -> None:
    strict = UTS46.replace(refuse_ignored=True, refuse_compatibility=True)
    for name, code, offset in [
        ("e\u200bvil.example", "ignored_codepoint", 1),
        ("www.\xad", "ignored_codepoint", 4),
        ("\xad.example", "ignored_codepoint", 0),
        ("www.oﬃce.example", "compatibility_codepoint", 5),
        ("ab\uff21\xad", "compatibility_codepoint", 2),
        ("xn--bu\xadcher", "ignored_codepoint", 6),
        ("\u212aelvin", "compatibility_codepoint", 0),
        ("ü" * 30 + "\ufeff" * 4000, "ignored_codepoint", 30),
    ]:
        assert refusal(name, strict) == (code, offset)
    for name in ("BÜCHER。example", "bu\u0308cher．example", "xn--bcher-kva", "EXAMPLE.com"):
        assert to_ascii(name, profile=strict) == to_ascii(name)


@given(names, profiles)
def test_the_mapped_characters_put_together_are_the_label(name: str, profile: Profile) -> None:
    for label in inspect(name, profile=profile).labels:
        offsets = [one.offset for one in label.mapped]
        assert offsets == sorted(set(offsets))
        assert all(ord(name[one.offset]) == one.codepoint for one in label.mapped)
        assert all((one.kind == "separator") == (one.offset == label.end) for one in label.mapped)
        if label.valid:
            whole = put_together(name, label)
            assert whole in (label.ulabel, label.alabel) or (whole == label.input and whole.isascii())


# A label that stands for the root has no report.
ROOTS = {
    "a.\xad": [(2, "ignored")],
    "a.\u200b": [(2, "ignored")],
    "日｡\u180b": [(1, "separator"), (2, "ignored")],
    "Ω．\ufe0f": [(0, "case"), (1, "separator"), (2, "ignored")],
    "a.b。\xad\u200b": [(3, "separator"), (4, "ignored"), (5, "ignored")],
    "a。": [(1, "separator")],
    "a.": [],
}


@pytest.mark.parametrize("name", ROOTS)
@pytest.mark.parametrize("profile", [UTS46, DNS, WHATWG, UTS46.replace(allow_root_dot=False)], ids=repr)
def test_what_vanishes_behind_the_last_dot_is_listed(name: str, profile: Profile) -> None:
    *others, last = inspect(name, profile=profile).labels
    assert [(one.offset, one.kind) for one in last.mapped] == ROOTS[name]
    assert all(one.to == ("" if one.kind == "ignored" else one.to) for one in last.mapped)
    assert not any(label.mapped for label in others)
    strict = profile.replace(refuse_ignored=True)
    ignored = [offset for offset, kind in ROOTS[name] if kind == "ignored"]
    if ignored:
        assert refusal(name, strict) == ("ignored_codepoint", ignored[0])
        found = inspect(name, profile=strict).errors[0]
        assert (found.code, found.offset) == ("ignored_codepoint", ignored[0])


def test_many_characters_behind_the_last_dot() -> None:
    assert [one.offset for one in inspect("a." + "\xad" * 9).labels[0].mapped] == [*range(2, 11)]
    found = inspect("A" * 40 + "." + "\xad" * 100_000).labels[0].mapped
    assert [one.offset for one in found] == [*range(40), *range(41, 257)]
    # There is no room for them.
    assert [one.offset for one in inspect("\xad" * 300 + "a." + "\xad").labels[0].mapped] == [*range(256)]
    # They stand behind a label that is not looked at.
    assert not any(label.mapped for label in inspect("a." * 200 + "\xad", profile=WHATWG).labels)
    assert inspect("a." * 127 + "\xad", profile=WHATWG).labels[-1].mapped[0].offset == 254


@given(
    st.tuples(names, st.text(".。．｡\xad\u200b\u180b\ufe0f\u200d", max_size=4)).map("".join),
    st.one_of(st.sampled_from([*NAMED.values()]), profiles),
)
def test_the_mapped_characters_put_together_are_the_name(name: str, profile: Profile) -> None:
    found = inspect(name, profile=profile)
    if not found.valid or len(found.labels) < found.label_count:
        return
    changed = {one.offset: one.to for label in found.labels for one in label.mapped}
    whole = "".join(changed.get(offset, character) for offset, character in enumerate(name))
    assert to_ascii(whole, profile=profile) == found.ascii
    # Nothing of it is left to be mapped, but for the letter case of a domain in ASCII that passes as it is.
    again = inspect(whole, profile=profile)
    assert (again.ascii, again.unicode) == (found.ascii, found.unicode)
    assert not any(label.mapped for label in again.labels) or profile.pass_ascii_domain
    # RFC 3490 has no root behind a last label that is mapped to nothing.
    assert len(whole.split(".")) == len(found.labels) + whole.endswith(".") or profile.rules == "idna2003"


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("e\u200bvil", [(1, "ignored", "")]),
        ("BÜ", [(0, "case", "b"), (1, "case", "ü")]),
        ("Ab", [(0, "case", "a")]),
        ("İx", [(0, "case", "i\u0307")]),
        ("ｱＡ", [(0, "width", "ア"), (1, "width", "a")]),
        ("ｶﾞ", [(0, "width", "ガ"), (1, "width", "")]),
        (
            "①ﬁª\u212a",
            [
                (0, "compatibility", "1"),
                (1, "compatibility", "fi"),
                (2, "compatibility", "a"),
                (3, "compatibility", "k"),
            ],
        ),
        ("u\u0308ü", [(0, "composition", "ü"), (1, "composition", "")]),
        ("U\u0308", [(0, "case", "ü"), (1, "composition", "")]),
        ("\u0958", [(0, "composition", "\u0915\u093c")]),
        (
            "q\u0307\xad\u0323Q",
            [(1, "composition", "\u0323\u0307"), (2, "ignored", ""), (3, "composition", ""), (4, "case", "q")],
        ),
        ("bücher。x", [(6, "separator", ".")]),
        ("xn--bcher-kva", []),
        ("bücher", []),
    ],
)
def test_kinds(name: str, expected: list[tuple[int, str, str]]) -> None:
    label = inspect(f"www.{name}").labels[1]
    assert [(one.offset - 4, one.kind, one.to) for one in label.mapped] == expected


def test_they_are_values() -> None:
    inspection = inspect("e\u200bvil.example")
    (one,) = inspection.labels[0].mapped
    assert one == Mapped(offset=1, codepoint=0x200B, kind="ignored", to="")
    assert repr(one) == "Mapped(offset=1, codepoint=8203, kind='ignored', to='')"
    found = codepoint("ﬁ")
    assert found == Codepoint(status="mapped", to="fi", idna2008="DISALLOWED", bidi="L", joining="U")
    for value in (one, found, inspection.labels[0]):
        assert pickle.loads(pickle.dumps(value)) == value
        with pytest.raises(AttributeError):
            value.to = "x"  # type: ignore[misc]
    told = json.loads(json.dumps(inspection.to_dict()))["labels"][0]["mapped"]
    assert told == [{"offset": 1, "codepoint": 0x200B, "kind": "ignored", "to": ""}]
    assert "mapped   U+200B at 1 (ignored)" in str(inspection)
    assert "U+200B at 1 (ignored)" in inspection._repr_html_()
    assert "mapped" not in str(inspect("Bücher"))
    assert "and 12 more" in str(inspect("Ａ" * 20))
    assert (codepoint("ب").bidi, codepoint("ب").joining, codepoint("\u200d").idna2008) == ("AL", "D", "CONTEXTJ")


@pytest.mark.parametrize("wrong", ["", "ab", -1, 0x110000, 1 << 70])
def test_what_is_no_code_point_is_a_value_error(wrong: str | int) -> None:
    with pytest.raises(ValueError, match="argument 'character' must be") as caught:
        codepoint(wrong)
    assert not isinstance(caught.value, AceError)


@pytest.mark.parametrize("wrong", [None, b"a", 1.0])
def test_what_is_neither_str_nor_int_is_a_type_error(wrong: object) -> None:
    with pytest.raises(TypeError, match="argument 'character' must be str or int"):
        codepoint(wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("piece", ["\u200b", "A", "ü\u0308", "ﷺ", "\u0323\u0307", "ﬁ.", "\xad.", "。"])
@pytest.mark.parametrize("profile", [WHATWG, WHATWG.replace(refuse_ignored=True, refuse_compatibility=True)], ids=repr)
def test_a_mebibyte(piece: str, profile: Profile) -> None:
    """Linear, or the time would be over; the lists end where they say."""
    found = inspect("ü" + piece * (2**20 // len(piece.encode())), profile=profile)
    listed = [len(label.mapped) for label in found.labels]
    assert max(listed) <= 257
    assert sum(listed) <= 1_024 + 2 * len(listed)
