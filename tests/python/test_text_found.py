"""The sequences of names that `text.find` and `files.find` return: what they have of lists, and what they are."""

import copy
import json
import pickle
import re
import weakref
from bisect import bisect_right
from operator import itemgetter
from pathlib import Path
from typing import Any

import pytest
from command_line import run
from hypothesis import given
from hypothesis import strategies as st

from acelabel import files, text

TEXTS: list[Any] = [
    'ü //bücher.example/, "a b"@c.example and hxxp://d[.]example 例@e.example b%C3%BCcher.example',
    b"//a.example b@c.example //d_e.example/ xn--bcher-kva //x.example,y",
    "",
    b"nothing",
]
SEQUENCES = [text.find(one, defanged=True) for one in TEXTS]
SEQUENCES += [files.find("192.0.2.1 a.example bücher.example\n", format="hosts")]  # type: ignore[list-item]
each_sequence = pytest.mark.parametrize("names", SEQUENCES, ids=lambda names: f"{len(names)} names")


@each_sequence
def test_it_has_what_lists_have(names: Any) -> None:
    items = list(names)
    assert (len(names), bool(names), repr(names), str(names)) == (len(items), bool(items), repr(items), str(items))
    assert [names[place] for place in range(len(items))] == items == [*names]
    assert [names[place] for place in range(-len(items), 0)] == items
    assert list(reversed(names)) == items[::-1]
    assert sorted(names, key=itemgetter(1), reverse=True) == items[::-1]
    for part in (slice(None), slice(1, 3), slice(None, None, -1), slice(-2, 9), slice(4, 1, -2), slice(2, 1)):
        assert names[part] == items[part]
        assert type(names[part]) is type(names)
    for place, one in enumerate(items):
        assert (one in names, names.index(one), names.count(one)) == (True, place, 1)
        assert names.index(one, place) == place
    assert ("x" in names, names.count("x")) == (False, 0)
    with pytest.raises(ValueError, match=r"^$"):
        names.index("x")
    for place in (len(items), -len(items) - 1):
        with pytest.raises(IndexError, match="index out of range"):
            names[place]
    for other in ("0", 1.0, None):
        with pytest.raises(TypeError):
            names[other]


@each_sequence
def test_it_equals_lists_of_the_same_items(names: Any) -> None:
    items = list(names)
    one: list[Any] = [1]
    for same in (items, names[:], names):
        assert names == same
        assert same == names
        assert (names != same) is False
    for different in ([*items, 1], [*items[1:], 1], tuple(items), "x"):
        assert names != different
        assert different != names
    assert (names + one, one + names, names + names) == (items + one, one + items, items + items)
    for other in ((1,), "x", None):
        with pytest.raises(TypeError):
            names + other
        with pytest.raises(TypeError):
            other + names
    with pytest.raises(TypeError):
        hash(names)


@each_sequence
def test_it_is_pickled_and_copied_as_a_list(names: Any) -> None:
    items = list(names)
    copies = [pickle.loads(pickle.dumps(names, protocol)) for protocol in range(pickle.HIGHEST_PROTOCOL + 1)]
    for one in (*copies, copy.copy(names), copy.deepcopy(names), names.copy()):
        assert one == items
        assert type(one) is list
    with pytest.raises(TypeError):
        json.dumps(names)


@each_sequence
def test_it_cannot_be_changed(names: Any) -> None:
    with pytest.raises(TypeError):
        names[0] = 1
    with pytest.raises(TypeError):
        del names[:]
    with pytest.raises(AttributeError):
        names.x = 1


def test_its_types_have_names() -> None:
    found: text.FoundNames[bytes] = text.find(b"//a.example/")
    places: files.Places[str] = files.find("a.example\n", format="hosts")
    assert (type(found), type(places)) == (text.FoundNames, files.Places)
    match found:
        case [text.Found(name=name)]:
            assert name == b"a.example"
        case _:
            raise AssertionError(found)


def test_it_keeps_the_text_and_a_list_does_not() -> None:
    class Watched(str):
        __slots__ = ("__weakref__",)

    watched = Watched("see //a.example/ ü")
    seen = weakref.ref(watched)
    names = text.find(watched)
    # Methods of a derived class do not decide what comes out, so that a plain text is kept.
    del watched
    assert seen() is None
    assert names[0].name == "a.example"
    assert type(names[0].name) is str


parts = st.lists(
    st.sampled_from(
        ["//", "\\/\\/", "@", '"@', '"', " ", "\n", ".", "a", "de", "xn--tda", "ü", "|@a.de", "/", "<", "\\", "%", "1"]
    ),
    max_size=30,
).map("".join)


@given(parts, st.text(max_size=5), st.booleans())
def test_each_kind_alone_gives_what_all_give(most: str, rest: str, has_tlds: bool) -> None:
    """Marks that are not sought are passed over: the others are found where they are found with them."""
    string, tlds = most + rest, {"de"} if has_tlds else None
    both: list[Any] = [string, string.encode(errors="surrogatepass")]
    for one in both:
        found = text.find(one, tlds=tlds)
        for kind in text.KINDS:
            assert text.find(one, tlds=tlds, kinds=[kind]) == [name for name in found if name.kind == kind]
        assert text.find(one, tlds=tlds, kinds=[]) == []


def expected_lines(path: str, octets: bytes, defanged: bool) -> bytes:
    """The lines of the command, from the names of the function."""
    lines, begins = b"", [0, *(feed.end() for feed in re.finditer(b"\n", octets))]
    for found in text.find(octets, defanged=defanged):
        line = bisect_right(begins, found.start)
        column = found.start - begins[line - 1] + 1
        code = f":{found.code}".encode() if found.code else b""
        lines += b"%b:%d:%d:%b:%b%b\n" % (path.encode(), line, column, found.kind.encode(), found.name, code)
    return lines


@pytest.mark.parametrize("defanged", [False, True])
def test_the_command_writes_the_places_of_the_function(tmp_path: Path, defanged: bool) -> None:
    line = b"\xff //a_b.example/ a@b.example hxxp://c[.]example/ //x%C3%BC.example //xn--tda.example,x \xc3\xbc\n\n"
    octets = line * 9_000 + b"no end //d.example"
    path = tmp_path / "a\nlog"
    path.write_bytes(octets)
    shown = str(path).replace("\n", "\\n")
    found = run("find", *["--defanged"] * defanged, str(path), "-", stdin=b"//e.example\n")
    expected = expected_lines(shown, octets, defanged) + b"-:1:3:url_host:e.example\n"
    assert found.output == expected
    (escaped,) = re.findall(r"written as escapes, as they stand here: ([\d,]+)", found.messages)
    assert escaped == f"{sum(one.is_escaped for one in text.find(octets, defanged=defanged)):,}"
