"""Master files: the rows of tests/vectors/zones.json, a second reading of random files, pieces, and refusals."""

import re
import threading
from time import process_time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from known_answers import load
from zone_judge import to_ascii as judged

import acelabel
from acelabel import AceError, zone

VECTORS = load("zones.json")
ROWS = VECTORS["zones"]


def forms(row: dict[str, Any]) -> tuple[str, str]:
    """The file of a row, and its ASCII form."""
    marked = re.compile("«(.*?)»")
    return marked.sub(r"\1", row["zone"]), marked.sub(lambda label: VECTORS["forms"][label[1]], row["zone"]).translate(
        {0x3002: ".", 0xFF0E: "."}
    )


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["about"])
def test_a_row_has_its_ascii_form(row: dict[str, Any]) -> None:
    text, ascii_form = forms(row)
    assert zone.to_ascii(text) == judged(text) == ascii_form
    assert zone.to_ascii(text.encode()) == ascii_form.encode()
    assert zone.to_ascii(ascii_form) is ascii_form
    if row.get("round_trip", True):
        assert zone.to_unicode(ascii_form) == text
        assert zone.to_unicode(text) is text


@pytest.mark.parametrize("row", [row for row in ROWS if row.get("peer", True)], ids=lambda row: row["about"])
def test_a_peer_reads_ascii_names_that_are_right(row: dict[str, Any]) -> None:
    dns = pytest.importorskip("dns.zone").dns

    def read(file: str, codec: Any) -> Any:
        options = {"relativize": False, "check_origin": False, "idna_codec": codec}
        return dns.zone.from_text(f"$TTL 60\n{file}", origin="origin.example.", **options)

    text, ascii_form = forms(row)
    # The first one takes no name that is not ASCII, the second one converts its labels that are not.
    ascii_only, converts = dns.name.IDNACodec(), dns.name.IDNA2008Codec(uts_46=True, allow_pure_ascii=True)
    assert read(zone.to_ascii(text), ascii_only) == read(ascii_form if row.get("peer") == "ascii" else text, converts)


def in_pieces(pieces: list[bytes], rewriter: zone.Rewriter) -> bytes:
    return b"".join([*map(rewriter.feed, pieces), rewriter.finish()])


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["about"])
def test_pieces_make_no_difference(row: dict[str, Any]) -> None:
    text, ascii_form = (form.encode() for form in forms(row))
    back = zone.to_unicode(ascii_form)
    for cut in range(len(text) + 1):
        assert in_pieces([text[:cut], text[cut:]], zone.Rewriter("ascii")) == ascii_form
    for cut in range(len(ascii_form) + 1):
        assert in_pieces([ascii_form[:cut], ascii_form[cut:]], zone.Rewriter("unicode")) == back
    assert in_pieces([bytes([octet]) for octet in text], zone.Rewriter("ascii")) == ascii_form


PARTS = [
    *" \t\n\r;\"()\\.@$*",
    *("\n", "\n", " ", " ", "\\\n", "\\046", "\\195\\188", "\\;", "\\999", "\ufeff", "。", "\\。", "；"),
    *("ü", "büro", "Bü", "ß", "a", "b_", "bü_", "xn--tda", "xn--a", "\\120n--tda", "\\#", "3", "1h"),
    *("IN", "ch", "CLASS3", "NS", "mx", "MX 1", "SOA", "TYPE15", "HIP", "IPSECKEY 1 3 1", "AMTRELAY 1 0 3", "TXT"),
    *("$ORIGIN ", "$include f ", "$TTL ", "$GENERATE 1-2 ", "\\$"),
]  # fmt: skip


@given(st.lists(st.sampled_from(PARTS), max_size=24).map("".join), st.data())
def test_a_second_reading_finds_the_same_names(text: str, data: st.DataObject) -> None:
    made = zone.to_ascii(text, errors="keep")
    assert made == judged(text)
    assert zone.to_ascii(made, errors="keep") == made
    octets = text.encode()
    cuts = sorted(data.draw(st.lists(st.integers(0, len(octets)), max_size=3)))
    pieces = [octets[start:end] for start, end in zip([0, *cuts], [*cuts, len(octets)], strict=True)]
    assert in_pieces(pieces, zone.Rewriter("ascii", errors="keep")) == made.encode()
    back = zone.to_unicode(made, errors="keep")
    assert in_pieces([made.encode()], zone.Rewriter("unicode", errors="keep")) == back.encode()


def outcome(text: str, errors: str) -> str:
    try:
        return zone.to_ascii(text, errors=errors)  # type: ignore[arg-type]
    except AceError as error:
        return error.code


@given(st.lists(st.sampled_from(PARTS), max_size=16).map("".join))
def test_a_file_is_refused_where_a_label_is_kept_or_a_mark_has_no_counterpart(text: str) -> None:
    raised, kept = outcome(text, "raise"), outcome(text, "keep")
    rewriter = zone.Rewriter("ascii", errors="keep")
    in_pieces([text.encode()], rewriter)
    assert raised == kept if raised not in acelabel.CODES else rewriter.kept
    found = zone.problems(text)
    assert raised == kept if not found else raised == found[0].code


@pytest.mark.parametrize(
    ("text", "code", "offset", "label_index"),
    [
        ("@ A 1\nbü_ro A 1", "std3_disallowed", 8, 0),
        ("@ MX 10 a.ü.bü_ro", "std3_disallowed", 14, 2),
        ("ü\\999 A 1", "invalid_escape", 1, 0),
        ("@ MX 1 x.ü\\25", "invalid_escape", 10, 1),
        ("ü\\255 A 1", "invalid_utf8", 1, 0),
        ("ü\\.ö A 1", "label_separator", 1, 0),
        ("\\195\\188ü\\195\\188_ A 1", "std3_disallowed", 17, 0),
        (f"@ NS {'ü' * 64}", "label_too_long", 5, 0),
        ("$GENERATE 1-2 a$.ü$ A 1", "std3_disallowed", 18, 1),
        ("ü\ud800 A 1", "surrogate", 1, 0),
        ("@ SOA ü (\n ö ( ) 1", "unbalanced", 8, None),
        ("@ A 1 ) ; (", "unbalanced", 6, None),
        ('ö TXT "ü\nb', "unbalanced", 6, None),
    ],
)
def test_refusals_point_into_the_file(text: str, code: str, offset: int, label_index: int | None) -> None:
    for begun in ("", "ü A 1 ; é\n"):
        with pytest.raises(AceError) as caught:
            zone.to_ascii(begun + text)
        error = caught.value
        assert (error.code, error.offset, error.label_index) == (code, len(begun) + offset, label_index)
        octets = (begun + text).encode("utf-8", "surrogatepass")
        before = len((begun + text[:offset]).encode("utf-8", "surrogatepass"))
        with pytest.raises(AceError) as caught:
            zone.to_ascii(octets)
        assert (caught.value.code, caught.value.offset, caught.value.text) == (code, before, octets.decode("latin-1"))
        with pytest.raises(AceError) as caught:
            in_pieces([bytes([octet]) for octet in octets], rewriter := zone.Rewriter("ascii"))
        assert rewriter.refused_line == 1 + octets.count(b"\n", 0, before)
        assert (caught.value.code, caught.value.offset, caught.value.text) == (code, before, None)
    assert zone.to_ascii(text, errors="keep") == judged(text)


REFUSED = (
    'é A 1\n@ MX 10 a.ü.bü_ro ; ü_\n) bü\\999 NS ü_.x.ü_\n@ TXT ü_\n$GENERATE 1-2 é$ A 1\n@ SOA é_ (\n ü_ 1\n "ü_\n\n'
)
PLACES: list[tuple[int, str, int, Any, Any, Any]] = [
    (2, "bü_ro", 2, "std3_disallowed", 2, ord("_")),
    (3, ") bü", 0, "unbalanced", None, None),
    (3, "bü\\", 2, "invalid_escape", 0, None),
    (3, "ü_.x", 1, "std3_disallowed", 0, ord("_")),
    (3, "ü_\n@", 1, "std3_disallowed", 2, ord("_")),
    (5, "é$", 1, "std3_disallowed", 0, ord("$")),
    (6, "é_ (", 1, "std3_disallowed", 0, ord("_")),
    (7, "ü_ 1", 1, "std3_disallowed", 0, ord("_")),
    (8, '"ü_', 0, "unbalanced", None, None),
]


def test_problems_have_their_lines_and_places() -> None:
    expected = [
        zone.Problem(line, REFUSED.index(at) + more, code, label, point)
        for line, at, more, code, label, point in PLACES
    ]
    assert zone.problems(REFUSED) == expected
    octets = REFUSED.encode()
    in_octets = [one._replace(offset=len(REFUSED[: one.offset].encode())) for one in expected]
    assert zone.problems(octets) == in_octets
    # Each is what is raised if nothing is wrong before it.
    with pytest.raises(AceError) as caught:
        zone.to_ascii(REFUSED)
    error = caught.value
    assert (error.offset, error.code, error.label_index, error.codepoint) == expected[0][1:]
    for size in (1, 2, 7, len(octets)):
        rewriter, found = zone.Rewriter("ascii", errors="keep"), []
        for start in range(0, len(octets), size):
            rewriter.feed(octets[start : start + size])
            found += rewriter.problems
        rewriter.finish()
        assert found + rewriter.problems == in_octets
        assert rewriter.feed(b"@ NS a\n") is not None
        assert rewriter.problems == []


def test_problems_of_the_other_direction_and_of_no_file() -> None:
    file = "xn--tda A 1\nxn--a.xn--0 A 1\n)"
    mark = zone.Problem(3, 28, "unbalanced", None, None)
    assert zone.problems(file, "unicode") == zone.problems(file) == [mark]
    assert zone.problems(file, "unicode", profile=acelabel.UTS46) == [
        zone.Problem(2, 12, "disallowed_codepoint", 0, 0x80),
        zone.Problem(2, 18, "invalid_alabel", 1, None),
        mark,
    ]
    assert zone.problems("") == zone.problems(b"") == []
    escaped = r"b\195\188_ro A 1"
    assert zone.problems(escaped) == []
    assert zone.problems(escaped, escapes="utf8") == [zone.Problem(1, 9, "std3_disallowed", 0, ord("_"))]
    with pytest.raises(ValueError, match="argument 'to' must be 'ascii' or 'unicode', not 'punycode'"):
        zone.problems("", "punycode")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="argument 'text' must be str or bytes, not bytearray"):
        zone.problems(bytearray())  # type: ignore[arg-type]


def test_every_problem_of_a_long_file_is_listed_in_linear_time() -> None:
    """Places of characters are counted on from problem to problem, over portions of four mebibytes, too."""
    file = "ü_ A 1 ; é\n" * 400_000
    start = process_time()
    found = zone.problems(file)
    assert process_time() - start < 20
    assert [(one.line, one.offset) for one in found] == [(line + 1, 11 * line + 1) for line in range(400_000)]


def test_octets_that_are_not_utf8() -> None:
    with pytest.raises(AceError, match="invalid_utf8 at offset 8"):
        zone.to_ascii(b"@ MX 10 \xfcro ; \xfc")
    assert zone.to_ascii(b"@ A 1 ; \xfc") == b"@ A 1 ; \xfc"
    assert zone.to_ascii(b"\xc3\xbc.\xfc A 1", errors="keep") == b"xn--tda.\xfc A 1"


def test_to_unicode_refuses_by_the_profile() -> None:
    text = "xn--a.xn--tda A 1"
    assert zone.to_unicode(text) == "xn--a.ü A 1"
    with pytest.raises(AceError, match="at offset 0"):
        zone.to_unicode(text, profile=acelabel.UTS46)
    assert zone.to_unicode(text, profile=acelabel.UTS46, errors="keep") == "xn--a.ü A 1"
    assert zone.to_unicode("\\120n--tda XN--TDA\nXN--TDA. A 1") == "ü XN--TDA\nü. A 1"


@pytest.mark.parametrize(
    "label",
    [
        r"xn--bro-hoa\.x",
        r"xn--a\032b",
        r"xn--tda\@",
        r"xn--a\195\188",
        r"xn--\$",
        "xn--a/b",
        "xn--aü",
        f"xn--{'a' * 70}",
    ],
)
def test_an_a_label_that_is_not_valid_stays_whatever_it_holds(label: str) -> None:
    text = f"{label} IN A 192.0.2.1\n@ IN NS {label}.xn--tda.\n"
    assert zone.to_unicode(text) == text.replace("xn--tda.", "ü.")
    rewriter = zone.Rewriter("unicode")
    assert in_pieces([text.encode()], rewriter) == text.replace("xn--tda.", "ü.").encode()
    assert (rewriter.count, rewriter.kept) == (1, 2)
    if label.isascii():
        assert zone.to_ascii(text) is text
    with pytest.raises(AceError, match="at offset"):
        zone.to_unicode(text, profile=acelabel.UTS46)


def test_what_a_profile_brings_in_is_escaped() -> None:
    loose = acelabel.UTS46.replace(use_std3_ascii_rules=False)
    made = zone.to_ascii("a；b.ü\\032x A 1", profile=loose)
    assert made == "a\\;b." + acelabel.alabel("ü x", profile=loose).replace(" ", "\\032") + " A 1"
    assert zone.to_unicode(made, profile=loose) == "a\\;b.ü\\032x A 1"


def test_a_rewriter_goes_on_after_a_refusal() -> None:
    rewriter = zone.Rewriter("ascii")
    assert rewriter.feed("ü A 1\nb".encode()) == b"xn--tda A 1\n"
    with pytest.raises(AceError, match="at offset 10"):
        rewriter.feed("ü_ A 1\n".encode())
    assert rewriter.feed("ü A 1\n".encode()) + rewriter.finish() == b"xn--b-eha A 1\n"
    assert in_pieces(["ö NS ü".encode()], rewriter) == b"xn--nda NS xn--tda"
    assert (rewriter.count, rewriter.kept, rewriter.refused_line) == (4, 0, 2)
    keeping = zone.Rewriter("ascii", errors="keep")
    assert in_pieces(["ü_.ü NS ü".encode()], keeping) == "ü_.xn--tda NS xn--tda".encode()
    assert (keeping.count, keeping.kept) == (2, 1)


def test_all_is_counted() -> None:
    rewriter = zone.Rewriter("ascii", errors="keep")
    file = '; ü\nü TXT ü "ü" a "b" ; b\nb\\195\\188ro URI 1 1 "ü"\n$UNKNOWN ü\nbü_ NS "ü\n'.encode()
    assert in_pieces([bytes([octet]) for octet in file], rewriter) == file.replace("\nü".encode(), b"\nxn--tda", 1)
    assert (rewriter.count, rewriter.kept, rewriter.escaped, rewriter.others) == (1, 2, 1, 6)
    back = zone.Rewriter("unicode")
    in_pieces([b"xn--a.xn--tda NS xn--a\n$GENERATE 1-2 a$.xn--tda A 1"], back)
    assert (back.count, back.kept, back.others) == (2, 2, 0)


def test_a_number_in_a_label_is_refused_under_every_profile() -> None:
    loose = acelabel.UTS46.replace(use_std3_ascii_rules=False)
    text = "$GENERATE 1-2 ü${0,2} NS ü\\$"
    with pytest.raises(AceError, match="at offset 15"):
        zone.to_ascii(text, profile=loose)
    made = zone.to_ascii(text, profile=loose, errors="keep")
    assert made == "$GENERATE 1-2 ü${0,2} NS " + acelabel.alabel("ü$", profile=loose).replace("$", "\\$")


def test_wrong_arguments() -> None:
    with pytest.raises(ValueError, match="argument 'to' must be 'ascii' or 'unicode', not 'punycode'"):
        zone.Rewriter("punycode")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="argument 'errors' must be 'raise' or 'keep'"):
        zone.to_ascii("", errors="null")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="argument 'escapes' must be 'keep' or 'utf8', not 'octal'"):
        zone.to_ascii("", escapes="octal")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="argument 'escapes' must be 'keep' or 'utf8', not 'UTF8'"):
        zone.Rewriter("ascii", escapes="UTF8")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="argument 'text' must be str or bytes, not int"):
        zone.to_ascii(1)  # type: ignore[type-var]
    with pytest.raises(TypeError, match="argument 'piece' must be bytes, not str"):
        zone.Rewriter("ascii").feed("ü")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="argument 'profile' must be"):
        zone.to_unicode("", profile=1)  # type: ignore[arg-type]


def test_threads_share_a_rewriter() -> None:
    rewriter = zone.Rewriter("ascii")
    made: list[bytes] = []
    threads = [
        threading.Thread(target=lambda: made.extend(rewriter.feed("ü A 1\n".encode()) for _ in range(200)))
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (b"".join(made) + rewriter.finish(), rewriter.count) == (b"xn--tda A 1\n" * 800, 800)


@pytest.mark.parametrize("part", ["ü", "ü.", "\\", "ü\\1", "(", '"', ";", "ü ", "\n", "\\195\\188", "ü\\.", "xn--tda."])
def test_time_is_linear(part: str) -> None:
    """Eight times as much takes less than thirty times as long; in pieces of one octet, too."""

    def seconds(size: int) -> float:
        octets = (part * size).encode()[:size]
        start = process_time()
        zone.to_ascii(octets, errors="keep")
        zone.to_unicode(octets, errors="keep")
        rewriter = zone.Rewriter("ascii", errors="keep")
        for octet in octets[: size // 8]:
            rewriter.feed(bytes([octet]))
        rewriter.finish()
        return process_time() - start

    small, large = (min(seconds(size) for _ in range(3)) for size in (40_000, 320_000))
    assert large < 30 * small
