"""Names that are one host for programs of IDNA2003."""

import pickle

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import acelabel
from acelabel import display

# Spellings of one text for Python's codec of IDNA2003, and some that are none.
SPELLINGS = [
    ["ss", "ß", "ẞ", "SS", "s\u200ds"],
    ["σ", "ς", "Σ"],
    ["é", "e\u0301", "e\u200d\u0301", "É", "e"],
    ["क्ष", "क्\u200dष", "क्\u200cष"],
    ["a", "A", "а", "a\u200c"],
    ["x", "y"],
]
PIECES = st.sampled_from(SPELLINGS).flatmap(lambda row: st.tuples(st.sampled_from(row), st.sampled_from(row)))


def oracle(name: str) -> bytes | None:
    """The name that CPython's codec asks DNS for. Its Unicode 3.2 lacks the capital sharp s."""
    try:
        return name.replace("ẞ", "ß").encode("idna").lower()
    except UnicodeError:
        return None


@pytest.mark.parametrize(("similar", "distance"), [(False, 0), (True, 0), (True, 1)])
@pytest.mark.parametrize(
    ("watched", "asked"),
    [
        *(("strasse.example", "straße.example"), ("straße.example", "strasse.example")),
        *(("fussball.de", "FUẞBALL.de"), ("fußball.de", "FUSSBALL.DE."), ("strasse.example", "xn--strae-oqa.example")),
        *(("βόλος.gr", "βόλοσ.gr"), ("βόλοσ.gr", "ΒΌΛΟς.gr"), ("google.com", "GOO\u200dGLE.com")),
        *(("क्ष.com", "क्\u200dष.com"), ("क्\u200dष.com", "क्ष.com"), ("क्\u200cष.com", "क्\u200dष.com")),
        *(("strasse.example", "https://u@straße.example:80/x"), ("strasse.example", "see www.straße.example!")),
    ],
)
def test_names_of_one_host_are_found(watched: str, asked: str, similar: bool, distance: int) -> None:
    watchlist = display.Watchlist([watched], similar=similar, distance=distance)
    for twin in (watchlist, pickle.loads(pickle.dumps(watchlist))):
        hits = [(hit.target, hit.how, hit.score) for hit in twin.lookup(asked)]
        assert hits == [(watched, "variant", 1.0)]


def test_a_watched_name_is_no_variant_of_another() -> None:
    both = display.Watchlist(["strasse.example", "straße.example"])
    for name in "strasse.example", "straße.example", "www.STRAẞE.example", "STRASSE.example.":
        assert both.lookup(name) == []
    allowing = display.Watchlist(["strasse.example"], labels=["strasse"], allow=["straße.example"])
    assert allowing.lookup("www.straße.example") == []


def test_variants_of_labels_and_look_alikes_of_variants() -> None:
    watchlist = display.Watchlist(labels=["strasse", "fußball"])
    for name, expected in {
        "straße.com": [("strasse", "variant", 1.0, (0, 6))],
        "www.straße.evil.com": [("strasse", "variant", 0.95, (4, 10))],
        "my-straße-shop.com": [("strasse", "variant", 0.9, (3, 9))],
        "fussball.com": [("fußball", "variant", 1.0, (0, 8))],
        "my-fussball.com": [("fußball", "variant", 0.9, (3, 11))],
        "fußball.com": [("fußball", "label", 0.8, (0, 7))],
        # Other letters beside, Cyrillic and a digit.
        "strаße.com": [("strasse", "skeleton", 1.0, (0, 6))],
        "fussbаll.com": [("fußball", "skeleton", 1.0, (0, 8))],
        "fu5sball.com": [("fußball", "similar", 0.9, (0, 8))],
        "fusball.com": [],
    }.items():
        assert [(hit.target, hit.how, hit.score, hit.span) for hit in watchlist.lookup(name)] == expected, name
    # A label that is found is not shown.
    assert display.to_display("straße.com", watchlist=watchlist) == "xn--strae-oqa.com"
    assert display.to_display("maße.com", watchlist=watchlist) == "maße.com"


@given(st.lists(PIECES, min_size=1, max_size=5), st.booleans())
def test_variants_are_those_of_another_codec(pieces: list[tuple[str, str]], is_label: bool) -> None:
    watched, asked = ("".join(spellings) for spellings in zip(*pieces, strict=True))
    assume(acelabel.is_valid(watched, profile=acelabel.DNS) and oracle(asked) is not None)
    watchlist = display.Watchlist(labels=[watched]) if is_label else display.Watchlist([f"{watched}.com"])
    kinds = {hit.how for hit in watchlist.lookup(f"{asked}.com")}
    is_same = acelabel.to_unicode(watched, errors="keep") == acelabel.to_unicode(asked, errors="keep")
    if oracle(watched) != oracle(asked):
        assert not kinds & {"variant", "label"}
    elif is_same:
        assert kinds == ({"label"} if is_label else set())
    else:
        assert kinds == {"variant"}
