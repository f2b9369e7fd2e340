"""The Python codecs: known to Python once registered, whole texts only, strict only."""

import codecs
import io
import itertools
import subprocess
import sys
import tracemalloc
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st
from inputs import texts
from outcomes import outcome

import acelabel.codecs
from acelabel import AceError, punycode, race

PAIRS = [
    ("acelabel-punycode", "bücher", b"bcher-kva"),
    ("acelabel-race", "żaba", b"bq--af6p6yp7ml7wc"),
]
both = pytest.mark.parametrize(("name", "text", "encoded"), PAIRS)


@pytest.fixture(autouse=True, scope="module")
def _registered() -> Iterator[None]:
    acelabel.codecs.register()
    yield
    codecs.unregister(acelabel.codecs._find)


def test_nothing_is_registered_on_import() -> None:
    program = "import acelabel.codecs; ''.encode('acelabel-punycode')"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False, timeout=300)
    assert "LookupError: unknown encoding: acelabel-punycode" in done.stderr


def test_registering_again_changes_nothing() -> None:
    first = codecs.lookup("acelabel-punycode")
    acelabel.codecs.register()
    assert codecs.lookup("acelabel-punycode") is first
    codecs.unregister(acelabel.codecs._find)
    try:
        with pytest.raises(LookupError):
            codecs.lookup("acelabel-punycode")
    finally:
        acelabel.codecs.register()


def test_the_standard_codecs_stay_what_they_are() -> None:
    assert codecs.lookup("punycode").name == "punycode"
    assert codecs.lookup("idna").name == "idna"
    # A surrogate passes through the standard one, and not through this one.
    assert "\ud800".encode("punycode") == b"ib9b"


@both
def test_methods_of_str_and_bytes(name: str, text: str, encoded: bytes) -> None:
    assert text.encode(name) == encoded
    assert encoded.decode(name) == text
    assert bytearray(encoded).decode(name) == text
    assert str(memoryview(encoded), name) == text


@both
def test_functions_of_the_standard_module(name: str, text: str, encoded: bytes) -> None:
    assert codecs.encode(text, name) == encoded
    assert codecs.decode(encoded, name) == text
    assert codecs.lookup(name).name == name
    assert codecs.lookup(name.upper().replace("-", "_")).encode(text) == (encoded, len(text))
    assert codecs.lookup(name).decode(encoded) == (text, len(encoded))


@pytest.mark.parametrize(
    ("name", "text", "code", "offset"),
    [("acelabel-punycode", "a\ud800", "surrogate", 1), ("acelabel-race", "abc", "all_std13", 0)],
)
def test_encoding_raises_the_error_itself(name: str, text: str, code: str, offset: int) -> None:
    with pytest.raises(AceError) as caught:
        text.encode(name)
    assert type(caught.value) is AceError
    assert (caught.value.code, caught.value.offset, caught.value.text) == (code, offset, text)


@pytest.mark.parametrize(
    ("name", "data", "code", "offset"),
    [("acelabel-punycode", b"ab!cd", "invalid_digit", 2), ("acelabel-race", b"bq--a1", "bad_base32_char", 5)],
)
def test_decoding_raises_the_error_itself(name: str, data: bytes, code: str, offset: int) -> None:
    with pytest.raises(AceError) as caught:
        data.decode(name)
    assert type(caught.value) is AceError
    assert (caught.value.code, caught.value.offset, caught.value.text) == (code, offset, data.decode("latin-1"))


@both
@pytest.mark.parametrize("errors", ["ignore", "replace", "surrogateescape", "no-such-handler"])
def test_there_is_only_strict(name: str, text: str, encoded: bytes, errors: str) -> None:
    info = codecs.lookup(name)
    with pytest.raises(UnicodeError, match=f"'{errors}' is not supported") as caught:
        info.encode(text, errors)
    assert not isinstance(caught.value, AceError)
    with pytest.raises(UnicodeError, match=f"'{errors}' is not supported"):
        info.decode(encoded, errors)


@both
def test_another_type_is_a_type_error(name: str, text: str, encoded: bytes) -> None:
    info = codecs.lookup(name)
    with pytest.raises(TypeError):
        info.encode(encoded)  # type: ignore[arg-type]
    for wrong in (text, 3):
        with pytest.raises(TypeError):
            info.decode(wrong)  # type: ignore[arg-type]


@given(texts, st.lists(st.integers(0, 60), max_size=5))
def test_in_pieces_comes_out_what_comes_out_at_once(text: str, cuts: list[int]) -> None:
    def pieces_of(length: int) -> list[slice]:
        places = sorted({0, length, *(cut for cut in cuts if cut <= length)})
        return [slice(*pair) for pair in itertools.pairwise(places)]

    encoded = punycode.encode(text).encode()
    encoder = codecs.getincrementalencoder("acelabel-punycode")()
    assert [encoder.encode(text[piece]) for piece in pieces_of(len(text))].count(b"") == len(pieces_of(len(text)))
    assert encoder.encode("", final=True) == encoded
    decoder = codecs.getincrementaldecoder("acelabel-punycode")()
    for piece in pieces_of(len(encoded)):
        assert decoder.decode(encoded[piece]) == ""
    assert decoder.decode(b"", final=True) == text


@both
def test_after_the_end_begins_another_text(name: str, text: str, encoded: bytes) -> None:
    encoder, decoder = codecs.getincrementalencoder(name)(), codecs.getincrementaldecoder(name)()
    for _ in range(2):
        assert encoder.encode(text, final=True) == encoded
        assert decoder.decode(encoded, final=True) == text
    assert encoder.encode("", final=True) == b""
    assert decoder.decode(b"", final=True) == ""


def test_nothing_comes_out_of_an_empty_file() -> None:
    """The one text of which the incremental codec of RACE makes something else than the codec of whole texts."""
    assert (outcome("".encode, "acelabel-race"), outcome(codecs.decode, b"", "acelabel-race")) == (
        ("empty", 0),
        ("no_prefix", 0),
    )
    assert codecs.getincrementalencoder("acelabel-race")().encode("", final=True) == b""
    assert codecs.getincrementaldecoder("acelabel-race")().decode(b"", final=True) == ""
    assert "".encode("acelabel-punycode") == b""


@pytest.mark.parametrize(("name", "code"), [("acelabel-punycode", "surrogate"), ("acelabel-race", "surrogate")])
def test_a_refused_text_leaves_nothing_behind(name: str, code: str) -> None:
    encoder = codecs.getincrementalencoder(name)()
    encoder.encode("ż")
    with pytest.raises(AceError) as caught:
        encoder.encode("\ud800", final=True)
    assert (caught.value.code, caught.value.offset) == (code, 1)
    assert encoder.getstate() == 0
    assert encoder.encode("żaba", final=True) == "żaba".encode(name)


@both
def test_reset_forgets(name: str, text: str, encoded: bytes) -> None:
    encoder, decoder = codecs.getincrementalencoder(name)(), codecs.getincrementaldecoder(name)()
    encoder.encode("!")
    decoder.decode(b"!")
    encoder.reset()
    decoder.reset()
    assert encoder.encode(text, final=True) == encoded
    assert decoder.decode(encoded, final=True) == text


@pytest.mark.parametrize("end", ["final", "reset"])
def test_what_came_is_not_kept_behind_the_end(end: str) -> None:
    length = 1 << 20
    encoder = codecs.getincrementalencoder("acelabel-punycode")()
    decoder = codecs.getincrementaldecoder("acelabel-punycode")()
    tracemalloc.start()
    try:
        encoder.encode("a" * length, final=end == "final")
        decoder.decode(b"a" * length + b"-", final=end == "final")
        if end == "reset":
            encoder.reset()
            decoder.reset()
        assert tracemalloc.get_traced_memory()[0] < length // 16
    finally:
        tracemalloc.stop()


@given(st.text(st.characters(), max_size=20), st.text(max_size=5))
def test_a_state_can_be_put_back(begun: str, other: str) -> None:
    encoder = codecs.getincrementalencoder("acelabel-punycode")()
    assert encoder.getstate() == 0
    encoder.encode(begun)
    state = encoder.getstate()
    assert isinstance(state, int)
    encoder.encode(other)
    encoder.setstate(state)
    # A lone surrogate is refused by both.
    assert outcome(lambda: encoder.encode("ü", final=True).decode()) == outcome(lambda: punycode.encode(begun + "ü"))

    decoder = codecs.getincrementaldecoder("acelabel-punycode")()
    assert decoder.getstate() == (b"", 0)
    encoded = punycode.encode(begun).encode()
    decoder.decode(encoded[:3])
    kept = decoder.getstate()
    assert kept == (encoded[:3], 0)
    decoder.decode(b"!")
    decoder.setstate(kept)
    assert decoder.decode(encoded[3:], final=True) == begun


def test_a_state_keeps_surrogates_and_zeros() -> None:
    encoder = codecs.getincrementalencoder("acelabel-punycode")()
    encoder.encode("\0\ud800")
    encoder.setstate(encoder.getstate())
    with pytest.raises(AceError) as caught:
        encoder.encode("", final=True)
    assert (caught.value.code, caught.value.offset, caught.value.text) == ("surrogate", 1, "\0\ud800")


def test_a_long_state_never_stands_for_other_data() -> None:
    decoder, encoder = (
        getattr(codecs, f"getincremental{kind}")("acelabel-punycode")() for kind in ("decoder", "encoder")
    )
    decoder.decode(b"a" * 2000 + b"-kva")
    encoder.encode("a" * 2000)
    states = decoder.getstate(), encoder.getstate()
    for codec, other, state in (decoder.decode, b"b" * 3000, states[0]), (encoder.encode, "b" * 3000, states[1]):
        codec.__self__.reset()
        codec(other)
        for _ in range(2):
            with pytest.raises(io.UnsupportedOperation):
                codec.__self__.setstate(state)
            later = codec.__self__.getstate()
            assert later != state
            codec.__self__.setstate(later)


def test_a_long_state_stays_good_below_what_was_overwritten() -> None:
    decoder = codecs.getincrementaldecoder("acelabel-punycode")()
    decoder.decode(b"a" * 2000)
    first = decoder.getstate()
    gone = []
    for octets in (b"bbb", b"ccc", b"ddddd"):
        decoder.decode(octets)
        gone.append(decoder.getstate())
        decoder.setstate(first)
    assert len({first, *gone}) == 4
    for state in gone[:2]:
        with pytest.raises(io.UnsupportedOperation):
            decoder.setstate(state)
    decoder.setstate(gone[2])
    assert decoder.decode(b"-", final=True) == "a" * 2000 + "d" * 5
    decoder.setstate(first)
    assert decoder.decode(b"-", final=True) == "a" * 2000


@pytest.mark.parametrize("number", [-2, -1, 1, 1024, 2001, 2**70])
def test_a_number_that_is_no_state_is_refused_at_once(number: int) -> None:
    decoder = codecs.getincrementaldecoder("acelabel-punycode")()
    decoder.decode(b"a" * 2000)
    state = decoder.getstate()
    with pytest.raises(io.UnsupportedOperation):
        decoder.setstate((b"", number))
    assert decoder.getstate() == state


@both
def test_a_file_is_read(name: str, text: str, encoded: bytes) -> None:
    with io.TextIOWrapper(io.BytesIO(encoded), encoding=name) as file:
        assert file.read() == text
        assert file.read() == ""
    with io.TextIOWrapper(io.BytesIO(b""), encoding=name) as file:
        assert file.read() == ""


def test_a_long_file_is_read_in_any_way() -> None:
    lines = ["ü" * 5_000 + "\n", "日本\n"]
    encoded = punycode.encode("".join(lines)).encode()
    assert list(io.TextIOWrapper(io.BytesIO(encoded), encoding="acelabel-punycode", newline="\n")) == lines
    reader = codecs.getreader("acelabel-punycode")
    assert list(reader(io.BytesIO(encoded))) == lines
    assert reader(io.BytesIO(encoded)).read() == "".join(lines)
    piecewise = reader(io.BytesIO(encoded))
    assert [piecewise.read(7, 2), piecewise.read(1, 1)] == ["üü", "ü"]
    piecewise.seek(0)
    assert piecewise.readline() == lines[0]


@both
def test_a_stream_takes_one_text(name: str, text: str, encoded: bytes) -> None:
    stream = io.BytesIO()
    writer = codecs.getwriter(name)(stream)
    writer.write(text)
    assert stream.getvalue() == encoded
    with pytest.raises(io.UnsupportedOperation, match="in one piece"):
        writer.write(text)
    writer.reset()
    writer.write(text)
    assert stream.getvalue() == encoded * 2


def test_a_refused_text_is_not_written() -> None:
    stream = io.BytesIO()
    writer = codecs.getwriter("acelabel-race")(stream)
    with pytest.raises(AceError) as caught:
        writer.write("abc")
    assert (caught.value.code, caught.value.offset) == ("all_std13", 0)
    writer.write("żaba")
    assert stream.getvalue() == race.encode("żaba").encode()
