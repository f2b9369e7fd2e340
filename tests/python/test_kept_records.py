"""Records with `errors="keep"`: one that is more than a name is left whole, and of a name the refused labels."""

import json
import sys
import unicodedata

import pytest
from command_line import run
from hypothesis import example, given
from hypothesis import strategies as st
from inputs import any_str
from kept_labels import LISTS, RECORDS, ROWS, folded, is_in_no_name
from label_inputs import any_name

import acelabel
from acelabel import Profile, same_name, to_ascii, to_ascii_many, to_unicode, to_unicode_many

PROFILES = [
    acelabel.UTS46,
    acelabel.WHATWG,
    acelabel.WHATWG_STRICT,
    acelabel.IDNA2008,
    acelabel.IDNA2003,
    acelabel.DNS,
]
names = st.one_of(st.builds(any_name, st.randoms(use_true_random=False)), any_str)


@pytest.mark.parametrize("profile", PROFILES, ids=repr)
@pytest.mark.parametrize("record", RECORDS)
def test_a_record_that_is_more_than_a_name_stays_whole(record: str, profile: Profile) -> None:
    assert not acelabel.is_valid(record, profile=profile)
    for one, many in ((to_ascii, to_ascii_many), (to_unicode, to_unicode_many)):
        assert one(record, profile=profile, errors="keep") == record
        assert many([record, "ü", record], profile=profile, errors="keep")[::2] == [record, record]


@pytest.mark.parametrize("profile", [acelabel.UTS46, acelabel.IDNA2008, acelabel.IDNA2003, acelabel.DNS], ids=repr)
@pytest.mark.parametrize("record", LISTS)
def test_a_list_of_names_stays_whole(record: str, profile: Profile) -> None:
    assert to_ascii(record, profile=profile, errors="keep") == record
    assert to_unicode(record, profile=profile, errors="keep") == record


def test_what_a_profile_accepts_is_converted() -> None:
    lax = acelabel.UTS46.replace(use_std3_ascii_rules=False)
    assert to_ascii("a b.ü", profile=lax, errors="keep") == to_ascii("a b.ü", profile=lax) == "a b.xn--tda"
    assert to_ascii("a,b.ü", profile=acelabel.WHATWG, errors="keep") == "a,b.xn--tda"
    # Where another label is refused, too.
    assert to_ascii("a b.xn--a.ü", profile=lax, errors="keep") == "a b.xn--a.xn--tda"


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        # RFC 1035 section 5.1: three digits, or a character that is neither a letter nor a digit.
        (r"My\032Printer\032\(2\)._ipp._tcp.ü", r"my\032printer\032\(2\)._ipp._tcp.xn--tda"),
        (r"john\.doe.ü", r"john\.doe.xn--tda"),
        ("a\\ b.ü", "a\\ b.xn--tda"),
        (r"a\03b.ü", r"a\03b.ü"),
        (r"a\b.ü", r"a\b.ü"),
        (r"\\server.ü\share", r"\\server.ü\share"),
        ("a\\\u3000b.ü", "a\\\u3000b.ü"),
        ("a\uff3c032b.ü", "a\uff3c032b.ü"),
        (r"a\032 b.ü", r"a\032 b.ü"),
    ],
)
def test_an_escape_of_a_zone_file_is_part_of_a_name(name: str, kept: str) -> None:
    assert to_ascii(name, errors="keep") == kept


def test_every_character_that_no_name_holds() -> None:
    characters = [c for c in map(chr, range(sys.maxunicode + 1)) if unicodedata.category(c) != "Cn"]
    characters = [c for c in characters if c not in ".\u3002\uff0e\uff61\\"]
    records = [f"_{character}x.ü" for character in characters]
    kept = zip(records, to_ascii_many(records, errors="keep"), strict=True)
    whole = {character for character, (record, form) in zip(characters, kept, strict=True) if form == record}
    assert whole == set(filter(is_in_no_name, characters))
    assert whole >= set(" \t\n\r/:@#?[]%\u0085\u00a0\u1680\u2028\u3000：／＠＃？［］％\u2100\u2101")
    assert len(whole) > 300


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("XN--A.de", "xn--a.de"),
        ("_DMARC.Bücher.DE", "_dmarc.xn--bcher-kva.de"),
        ("A_Ü.B_C", "a_Ü.b_c"),
        ("A..B", "a..b"),
        ("X" * 64, "x" * 64),
    ],
)
def test_ascii_letters_of_labels_that_are_refused_are_kept_in_lower_case(name: str, kept: str) -> None:
    """RFC 4343 section 3, RFC 5891 section 3.1."""
    assert to_ascii(name, errors="keep") == to_ascii_many([name], errors="keep")[0] == kept
    assert to_unicode(name, errors="keep") == kept.replace("xn--bcher-kva", "bücher")
    assert same_name(name, kept)


def test_idna2008_maps_nothing_that_it_keeps() -> None:
    """In lower case the label would be a valid one."""
    for name, kept in (("Bücher.A_B", "Bücher.a_b"), ("bücher.A_B", "xn--bcher-kva.a_b")):
        assert to_ascii(name, profile=acelabel.IDNA2008, errors="keep") == kept


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("xn--a.de", "XN--A.de"),
        ("xn--9ba.example", "XN--9BA.example"),
        ("foo:80", "FOO:80"),
        ("x" * 64, "X" * 64),
        ("a..b", "A..B."),
        ("ü_a.xn--tda", "ü_A.Ü"),
    ],
)
def test_names_that_differ_in_ascii_case_are_the_same(one: str, other: str) -> None:
    assert same_name(one, other)


def test_only_ascii_is_folded_in_labels_that_are_refused() -> None:
    assert not same_name("ü_a", "Ü_a")
    assert not same_name("\u212a_", "k_")


@given(names, st.sampled_from(PROFILES))
@example("XN--A.de", acelabel.UTS46)
@example("A b.XN--A", acelabel.UTS46)
def test_a_list_has_each_name_in_one_case(name: str, profile: Profile) -> None:
    upper, lower = "".join(c.upper() if c.isascii() else c for c in name), folded(name)
    assert same_name(upper, lower)
    if profile == acelabel.IDNA2008 and not name.isascii():
        return
    for convert in (to_ascii, to_unicode):
        one, other = (convert(text, profile=profile, errors="keep") for text in (upper, lower))
        # A record that is more than a name stays as it came.
        assert one == other or (one == upper and other == lower)
        assert convert(one, profile=profile, errors="keep") == one


@given(names, names)
def test_two_names_are_the_same_where_they_are_kept_alike(one: str, other: str) -> None:
    kept = [to_ascii(name, profile=acelabel.DNS, errors="keep") for name in (one, other)]
    if kept[0] == kept[1]:
        assert same_name(one, other)


def objects(output: bytes) -> list[dict[str, object]]:
    return [json.loads(line) for line in output.decode().splitlines()]


def test_the_command_keeps_records_whole() -> None:
    records = [row for row in ROWS if row is not None and "\u2028" not in row]
    kept = [to_ascii(row, errors="keep") for row in records]
    result = run("to-ascii", "--errors", "keep", stdin="\n".join(records).encode())
    assert (result.status, result.output.decode().removesuffix("\n").split("\n")) == (1, kept)
    rows = objects(run("to-ascii", "--errors", "keep", "--json", stdin="\n".join(records).encode()).output)
    assert [row["ascii"] for row in rows] == kept
    table = "\n".join(json.dumps({"host": row}) for row in records).encode()
    result = run("to-ascii", "--errors", "keep", "--format", "jsonl", "--column", "host", stdin=table)
    assert [row["host"] for row in objects(result.output)] == kept


@pytest.mark.parametrize(
    "name", ["１２７.0.0.1", "127。0。0。1", "ü.１", "foo.0x1F", "xn--a.0XF.", "a_b.３", "1.2.3.08"]
)
def test_a_name_that_ends_in_a_number_stays_whole(name: str) -> None:
    """Its labels, converted, would be the address that the profile refuses."""
    strict = acelabel.WHATWG_STRICT
    assert not acelabel.is_valid(name, profile=strict)
    for convert in (to_ascii, to_unicode):
        assert convert(name, profile=strict, errors="keep") == name
