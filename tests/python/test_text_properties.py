"""Laws of names inside text, on texts made of what names, addresses, URLs and zone files are made of."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

import acelabel
from acelabel import AceError, text

# Of a str with so many characters only lines that may change are encoded.
LONG = 4_096

PARTS = [
    *(
        "xn--bcher-kva",
        "XN--BCHER-KVA",
        "bücher",
        "BÜCHER",
        "пример.рф",
        "xn--e1afmkfd",
        "xn--p1ai",
        "xn--",
        "xn--a",
        "example",
    ),
    *(
        ".",
        "..",
        "@",
        "//",
        "/",
        ":",
        "?",
        "#",
        " ",
        "\n",
        '"',
        "\\",
        "%",
        "[",
        "]",
        "(",
        ")",
        "-",
        "--",
        "_",
        "*",
        ",",
    ),
    *(
        "。",
        "．",
        "｡",
        "http://",
        "mailto:",
        "a",
        "1",
        "\\u00fc",
        "\\u003e",
        "\\/",
        "%C3%BC",
        "\\032",
        "«",
        "日本",
        "é",
        "\u0301",
        "\u200d",
    ),
    *("❤", "“", "xn--4dbcagdahymbxekheh6e0a7fei0b", "xn--i-7iq", ";", "=", "&", "\x00", "\ud800", "💩"),
]
TEXTS = st.lists(st.sampled_from(PARTS) | st.text(max_size=3), max_size=40).map("".join)
OPTIONS = st.fixed_dictionaries(
    {
        "everywhere": st.booleans(),
        "tlds": st.sampled_from([None, {"example", "xn--p1ai"}]),
        "kinds": st.sampled_from([None, *text.KINDS]).map(lambda kind: kind and [kind]),
        "profile": st.sampled_from([acelabel.UTS46, acelabel.DNS, acelabel.IDNA2008, acelabel.WHATWG]),
    }
)
DELIMITERS = ' \t\n/@:?#"\\[]()<>%,;=&'


def octets(line: str) -> bytes:
    return line.encode("utf-8", "surrogatepass")


def without_tlds(options: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in options.items() if name != "tlds"}


@given(TEXTS, OPTIONS)
def test_str_and_bytes_are_the_same_text(line: str, options: dict[str, Any]) -> None:
    assert octets(text.to_ascii(line, **options)) == text.to_ascii(octets(line), **options)
    assert octets(text.to_unicode(line, **without_tlds(options))) == text.to_unicode(
        octets(line), **without_tlds(options)
    )
    found, in_octets = text.find(line, **options), text.find(octets(line), **options)
    assert [(one.kind, octets(one.name), *one[4:7]) for one in found] == [one[2:7] for one in in_octets]
    starts = [one.local_start if one.local_start is None else len(octets(line[: one.local_start])) for one in found]
    assert starts == [one.local_start for one in in_octets]
    decoded = [one.decoded if one.decoded is None else octets(one.decoded) for one in found]
    assert decoded == [one.decoded for one in in_octets]
    assert [one.name for one in found] == [line[one.start : one.end] for one in found]


@given(st.sampled_from("aé日💩"), TEXTS, TEXTS, OPTIONS, st.booleans())
def test_picked_lines_of_a_long_str_are_those_of_its_octets(
    character: str, before: str, after: str, options: dict[str, Any], annotate: bool
) -> None:
    """Only lines that may change are encoded where a str is long."""
    line = f"{before}\n{'x' * LONG}{character}\n{after}"
    given = {**options, "annotate": annotate}
    assert octets(text.to_ascii(line, **given)) == text.to_ascii(octets(line), **given)
    assert octets(text.to_unicode(line, **without_tlds(given))) == text.to_unicode(octets(line), **without_tlds(given))


@given(st.sampled_from("aé日💩"))
def test_a_long_str_in_which_nothing_changes_is_returned_itself(character: str) -> None:
    line = f"xn-- {character}{'x' * LONG}"
    for convert in (text.to_ascii, text.to_unicode):
        assert convert(line) is line
        derived = Derived(line)
        assert type(convert(derived)) is str
        assert convert(derived) == line


class Derived(str):
    """Its methods must not decide what comes out."""

    __slots__ = ()

    def __getitem__(self, _: Any) -> str:
        return "wrong"

    def __len__(self) -> int:
        return 1


@given(TEXTS, OPTIONS)
def test_names_stand_in_their_order_and_do_not_overlap(line: str, options: dict[str, Any]) -> None:
    places = [place for one in text.find(line, **options) for place in (one.start, one.end)]
    assert places == sorted(places)
    assert all(line[start:end] for start, end in zip(places[::2], places[1::2], strict=True))


@given(TEXTS, OPTIONS)
def test_top_level_domains_hide_no_name(line: str, options: dict[str, Any]) -> None:
    assert set(text.find(line, **without_tlds(options))) <= set(text.find(line, **options))


WORDS = [
    "GET",
    "日本",
    "(see)",
    "„x“",
    "x=1",
    "\n",
    "ü",
    "\ud800",
    "a/b",
    "xn--",
    "_xn--bcher-kva",
    "1.2.3.4",
    "://",
    "@",
]
NAMES = ["//{}", "https://{}:80/é?q", "a@{}", "mailto:ü@{}", '"a b"@{}', "{}", "//u:p@{}/", "<{}>", "{}.", "see:{},"]
LABELS = ["xn--bcher-kva", "bücher", "xn--e1afmkfd", "plain", "XN--BCHER-KVA.a"]
HOSTS = st.lists(st.sampled_from(LABELS), min_size=1, max_size=3).map(lambda labels: ".".join([*labels, "example"]))
LINES = st.lists(st.sampled_from(WORDS) | st.builds(str.format, st.sampled_from(NAMES), HOSTS), max_size=12).map(
    " ".join
)


def without_names(line: str) -> list[str]:
    """Return what is left of a text where the names are cut out."""
    found = text.find(line, tlds={"example"})
    starts, ends = [one.start for one in found], [one.end for one in found]
    return [line[start:end] for start, end in zip([0, *ends], [*starts, len(line)], strict=True)]


@given(LINES)
def test_the_text_with_the_names_cut_out_is_unchanged(line: str) -> None:
    for other in (text.to_unicode(line), text.to_ascii(line, tlds={"example"})):
        assert without_names(other) == without_names(line)


@given(TEXTS, OPTIONS)
def test_no_delimiter_comes_or_goes(line: str, options: dict[str, Any]) -> None:
    for other in (text.to_ascii(line, **options), text.to_unicode(line, **without_tlds(options))):
        assert [c for c in other if c in DELIMITERS] == [c for c in line if c in DELIMITERS]


@given(TEXTS, OPTIONS, st.booleans(), st.booleans(), st.lists(st.integers(1, 30), min_size=1, max_size=8))
def test_any_split_gives_the_same(
    line: str, options: dict[str, Any], annotate: bool, isolate: bool, sizes: list[int]
) -> None:
    whole = octets(line)
    for to in ("unicode", "ascii"):
        rewriter = text.Rewriter(to, annotate=annotate, isolate=isolate, **options)
        came, at = b"", 0
        for turn in range(len(whole)):
            size = sizes[turn % len(sizes)]
            came += rewriter.feed(whole[at : at + size])
            at += size
        came += rewriter.finish()
        if to == "unicode":
            assert came == text.to_unicode(whole, annotate=annotate, isolate=isolate, **without_tlds(options))
        else:
            assert came == text.to_ascii(whole, annotate=annotate, **options)


def is_valid_alabel(label: str) -> bool:
    try:
        return acelabel.alabel(label).startswith("xn--")
    except AceError:
        return False


CANONICAL = st.text(st.characters(min_codepoint=0xA1, max_codepoint=0x24FF), min_size=1, max_size=8)


@given(CANONICAL, st.sampled_from(["//{}", "http://{}.example/x", "to a@{}.example.", "<a@{}>", "//u@{}:80/?q"]))
def test_marked_names_go_back(label: str, form: str) -> None:
    if not is_valid_alabel(label):
        return
    line = form.format(acelabel.alabel(label))
    assert text.to_ascii(text.to_unicode(line)) == line


@given(TEXTS)
def test_what_is_found_in_a_kind_is_what_is_found_of_all(line: str) -> None:
    everything = text.find(line)
    by_kind = [one for kind in text.KINDS for one in text.find(line, kinds=[kind])]
    assert sorted(by_kind) == sorted(everything)
