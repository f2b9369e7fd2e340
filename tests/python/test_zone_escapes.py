"""`escapes="utf8"`: the labels that servers write as `\\195\\188` are read as letters, beside a judge of its own."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_zone import PARTS, in_pieces
from zone_judge import to_ascii as judged

import acelabel
from acelabel import AceError, zone


def as_servers_write(text: str) -> str:
    """The file with its octets beyond ASCII as escapes, as BIND, NSD, ldns, PowerDNS and dig write them."""
    return "".join(chr(octet) if octet < 128 else f"\\{octet:03}" for octet in text.encode())


FILE = """\
$ORIGIN bücher.example.
@ 3600 IN SOA ns.größe.example. host\\.master.büro. ( 1 2
  3 4 5 )
büro IN MX 10 post.пример.рф.
_dmarc.straße IN CNAME 例え
*.ü ALIAS ü.ö
"""


def test_a_zone_through_a_server_is_that_of_its_letters() -> None:
    written = as_servers_write(FILE)
    assert written.isascii()
    made = zone.to_ascii(written, escapes="utf8")
    assert made == zone.to_ascii(FILE) == zone.to_ascii(FILE, escapes="utf8") == judged(written, "utf8")
    assert zone.to_ascii(made, escapes="utf8") is made
    assert zone.to_unicode(made) == FILE
    assert zone.to_unicode(written) is written
    assert zone.to_ascii(written) is written
    assert zone.to_ascii(written.encode(), escapes="utf8") == made.encode()


@pytest.mark.parametrize(
    ("label", "made"),
    [
        (r"b\195\188ro", "xn--bro-hoa"),
        (r"\195\188", "xn--tda"),
        (r"B\195\156RO", "xn--bro-hoa"),
        (r"u\204\136", "xn--tda"),
        (r"\240\159\152\128", "xn--e28h"),
        # An escape of a character of ASCII means that this character is not what it is elsewhere.
        *[
            (label, label)
            for label in [r"b\195\188ro\.x", r"\195\188\032x", r"\195\188\@", r"\195\188\098", r"\\\195\188"]
        ],
        # No UTF-8: Latin-1, half a character, a surrogate, more octets than are needed, and wrong escapes.
        *[
            (label, label)
            for label in [r"b\252ro", r"\195", r"\195x\188", r"\237\160\128", r"\192\175", r"\195\188\999"]
        ],
        *[(label, label) for label in [r"\195\188\25", "a", r"a\.b", r"\032"]],
    ],
)
def test_which_escapes_are_letters(label: str, made: str) -> None:
    text = f"x.{label} IN CNAME {label}.y\n"
    assert zone.to_ascii(text, escapes="utf8") == text.replace(label, made) == judged(text, "utf8")
    rewriter = zone.Rewriter("ascii", escapes="utf8")
    assert in_pieces([bytes([octet]) for octet in text.encode()], rewriter) == text.replace(label, made).encode()
    is_beyond_ascii = re.search(r"\\(?:1[3-9]|2)", label) is not None
    counts = (2, 0, 0) if made != label else (0, 0, 2 * is_beyond_ascii)
    assert (rewriter.count, rewriter.escaped, rewriter.kept) == counts
    # Without the option they stay, and those that it would read are counted by themselves.
    rewriter = zone.Rewriter("ascii")
    assert in_pieces([text.encode()], rewriter) == text.encode()
    assert (rewriter.count, rewriter.escaped, rewriter.kept) == (0, counts[0], counts[2])


@pytest.mark.parametrize(
    ("text", "code", "offset", "label_index"),
    [
        (r"b\195\188_ro A 192.0.2.1", "std3_disallowed", 9, 0),
        (r"@ NS a.\195\188\227\128\130x", "label_separator", 15, 1),
        (r"xn--\195\188 A 192.0.2.1", "invalid_alabel", 4, 0),
        (r"@ MX 10 " + r"\195\188" * 70, "label_too_long", 8, 0),
        (r"$GENERATE 1-2 \195\188$ A 192.0.2.1", "std3_disallowed", 22, 0),
    ],
)
def test_letters_that_are_refused(text: str, code: str, offset: int, label_index: int) -> None:
    with pytest.raises(AceError) as caught:
        zone.to_ascii(text, escapes="utf8")
    assert (caught.value.code, caught.value.offset, caught.value.label_index) == (code, offset, label_index)
    assert zone.to_ascii(text, escapes="utf8", errors="keep") == text == judged(text, "utf8")
    assert zone.to_ascii(text) is text


def test_only_names_are_read() -> None:
    text = r"""; b\195\188ro
a TXT "b\195\188ro" b\195\188ro
$INCLUDE b\195\188ro.db b\195\188ro
a CAA 0 issue b\195\188ro
"""
    made = text.replace(r".db b\195\188ro", ".db xn--bro-hoa")
    assert zone.to_ascii(text, escapes="utf8") == made
    assert zone.to_ascii(r"b\195\188ro\227\128\130x.a", errors="keep", escapes="utf8").endswith("x.a")


def test_a_rewriter_of_the_other_direction_takes_the_option_and_reads_no_escapes() -> None:
    rewriter = zone.Rewriter("unicode", escapes="utf8")
    text = rb"b\195\188ro.xn--tda A 192.0.2.1"
    assert in_pieces([text], rewriter) == text.replace(b"xn--tda", "ü".encode())
    assert (rewriter.count, rewriter.escaped, rewriter.kept) == (1, 0, 0)
    with pytest.raises(TypeError, match="escapes"):
        zone.to_unicode("", escapes="utf8")  # type: ignore[call-arg]


ESCAPED = [
    "\\195\\188",
    "\\195",
    "\\188",
    "\\252",
    "\\227\\128\\130",
    "\\240\\159\\152\\128",
    "\\032",
    "\\128",
    "\\.",
    ".",
]


@given(st.lists(st.sampled_from([*PARTS, *ESCAPED]), max_size=24).map("".join), st.data())
def test_a_second_reading_finds_the_same_letters(text: str, data: st.DataObject) -> None:
    made = zone.to_ascii(text, errors="keep", escapes="utf8")
    assert made == judged(text, "utf8")
    assert zone.to_ascii(made, errors="keep", escapes="utf8") == made
    octets = text.encode()
    cuts = sorted(data.draw(st.lists(st.integers(0, len(octets)), max_size=3)))
    pieces = [octets[start:end] for start, end in zip([0, *cuts], [*cuts, len(octets)], strict=True)]
    rewriter = zone.Rewriter("ascii", errors="keep", escapes="utf8")
    assert in_pieces(pieces, rewriter) == made.encode()
    assert rewriter.escaped == 0
    plain = zone.Rewriter("ascii", errors="keep")
    in_pieces([octets], plain)
    # Who has nothing to read has no use for the option.
    assert plain.escaped > 0 or zone.to_ascii(text, errors="keep") == made


@given(st.text(st.characters(codec="utf-8", exclude_characters="\\"), min_size=1, max_size=12))
def test_names_come_back_from_escapes(text: str) -> None:
    try:
        label = acelabel.ulabel(text, profile=acelabel.UTS46)
    except AceError:
        return
    written = as_servers_write(label)
    made = zone.to_ascii(f"{written} A 192.0.2.1", escapes="utf8")
    assert made == zone.to_ascii(f"{label} A 192.0.2.1") == f"{acelabel.alabel(label)} A 192.0.2.1"
    assert zone.to_unicode(made) == f"{label} A 192.0.2.1"
