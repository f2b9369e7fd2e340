"""Work that grows with the input grows linearly: codecs, traces, the text of errors. It is counted, not timed."""

import codecs
import io
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import pairwise
from typing import Any

import pytest

import acelabel
import acelabel.codecs
from acelabel import AceError, display, punycode, security
from acelabel.bootstring import PUNYCODE


@pytest.fixture(autouse=True)
def _registered() -> Iterator[None]:
    acelabel.codecs.register()
    yield
    codecs.unregister(acelabel.codecs._find)


def han(count: int) -> str:
    """A text whose code points differ and are inserted far from each other."""
    return "".join(chr(0x4E00 + index * 7919 % 20_000) for index in range(count))


def grows_linearly(work: Callable[[int], int], sizes: tuple[int, ...]) -> bool:
    """Return whether twice the size is at most twice the work, give or take a tenth. A square would be four times."""
    amounts = [work(size) for size in sizes]
    return all(more <= 2.2 * less for less, more in pairwise(amounts))


class CountingDecoder:
    """An incremental decoder that counts the octets of its states, which `io.TextIOWrapper` copies for each chunk."""

    octets = 0

    def __init__(self, errors: str = "strict") -> None:
        self._decoder = codecs.getincrementaldecoder("acelabel-punycode")(errors)
        self.decode, self.reset, self.setstate = self._decoder.decode, self._decoder.reset, self._decoder.setstate

    def getstate(self) -> tuple[bytes, int]:
        state = self._decoder.getstate()
        CountingDecoder.octets += len(state[0])
        return state


@pytest.fixture
def _counting_codec() -> Iterator[None]:
    whole = codecs.lookup("acelabel-punycode")
    decoder: Any = CountingDecoder
    encoder = whole.incrementalencoder
    counting = codecs.CodecInfo(whole.encode, whole.decode, None, None, encoder, decoder, "acelabel-counting")

    def find(name: str) -> codecs.CodecInfo | None:
        return counting if name == "acelabel_counting" else None

    codecs.register(find)
    yield
    codecs.unregister(find)


@pytest.mark.usefixtures("_counting_codec")
def test_reading_a_file_takes_states_of_linear_size() -> None:
    def work(mebibytes: int) -> int:
        CountingDecoder.octets = 0
        encoded = b"a" * (mebibytes << 20) + b"-tda"
        with io.TextIOWrapper(io.BytesIO(encoded), encoding="acelabel-counting") as file:
            line = file.readline()
        assert len(line) == (mebibytes << 20) + 1
        return CountingDecoder.octets + (mebibytes << 20)

    assert grows_linearly(work, (1, 2, 4))
    assert work(4) < 5 << 20


def test_an_encoder_has_states_of_bounded_size() -> None:
    encoder = codecs.getincrementalencoder("acelabel-punycode")()
    for _ in range(100):
        encoder.encode("ü" * 1_000)
        state = encoder.getstate()
        assert isinstance(state, int)
        assert state.bit_length() <= 8 * 1_025


def test_a_long_state_is_put_back() -> None:
    text = han(5_000)
    encoded = punycode.encode(text).encode()
    decoder = codecs.getincrementaldecoder("acelabel-punycode")()
    encoder = codecs.getincrementalencoder("acelabel-punycode")()
    decoder.decode(encoded[:4_000])
    encoder.encode(text[:2_000])
    kept, state = decoder.getstate(), encoder.getstate()
    for rest in ("ä", "ö"):
        decoder.decode(encoded[4_000:5_000])
        decoder.setstate(kept)
        assert decoder.decode(encoded[4_000:], final=True) == text
        decoder.setstate(kept)
        encoder.setstate(state)
        assert encoder.encode(rest, final=True).decode() == punycode.encode(text[:2_000] + rest)
        encoder.setstate(state)
    other = codecs.getincrementaldecoder("acelabel-punycode")()
    with pytest.raises(io.UnsupportedOperation, match="only where it was taken"):
        other.setstate(kept)


@pytest.mark.parametrize("read", [1, 100, 3_000])
def test_a_file_tells_its_place_and_goes_back_to_it(read: int) -> None:
    text = "".join(f"{line}\n" for line in (han(700), "bücher", han(3_000), "日本"))
    encoded = punycode.encode(text).encode()
    with io.TextIOWrapper(io.BytesIO(encoded), encoding="acelabel-punycode", newline="\n") as file:
        assert file.read(read) == text[:read]
        place = file.tell()
        assert file.read() == text[read:]
        file.seek(place)
        assert file.read() == text[read:]
        file.seek(0)
        assert file.readline() == text[:701]
        file.seek(place)
        assert file.read() == text[read:]


def as_data(trace: punycode.Trace) -> str:
    return str(trace.to_dict())


@pytest.mark.parametrize("show", [str, as_data, punycode.Trace._repr_html_])
def test_a_trace_is_shown_in_linear_size(show: Callable[[punycode.Trace], str]) -> None:
    sizes = (4_000, 8_000, 16_000)
    encoded = {size: punycode.encode(han(size)) for size in sizes}
    assert grows_linearly(lambda size: len(show(punycode.trace_decode(encoded[size]))), sizes)
    assert grows_linearly(lambda size: len(show(punycode.trace_encode(han(size)))), sizes)
    assert grows_linearly(lambda size: len(show(PUNYCODE.trace_decode(encoded[size]))), sizes)
    assert len(show(punycode.trace_decode(encoded[4_000]))) < 1_000_000


def test_one_step_of_a_trace_is_one_object() -> None:
    trace = punycode.trace_encode("ü" * 200_000)
    # If each call made every step, these would be 4e10 objects, and the test would not end.
    assert sum(trace[index].i for index in range(200_000)) == sum(range(200_000))
    assert trace[-1] == trace[199_999]
    assert len(trace[5:1_000_000:50_000]) == 4


@pytest.mark.parametrize("unit", ["a_", "_", "ü", "ü.", "https://", " ", "#", "xn--", "\u0301", ":"])
def test_the_text_of_an_error_does_not_grow(unit: str) -> None:
    lengths = set()
    for count in (2_000, 20_000, 200_000):
        with pytest.raises(AceError) as caught:
            acelabel.to_ascii(unit * count)
        lengths.add(len(str(caught.value)))
    assert max(lengths) < 400
    assert max(lengths) - min(lengths) <= 8


LETTERS = ["example.", ".", "a", "0", "þ", "ł.", "\u0301", "\u0301\u0323", "a\u0301.", "а", "раураl.", "aа", "ӏ."]
RIGHT_TO_LEFT = ["א", "א.", "א(", "(ב)", "\u202bא", "\u2067א", "א\u2029", "א1", "א$", "\ufdfa", "각", "\0", "\ud800"]
WATCHLIST = display.Watchlist(["paypal.com", "müller.de", "a.b.c.d", "þ", "пример.рф"])


def watched(text: str) -> None:
    """Make a watchlist of a text, which may be no name."""
    with suppress(AceError):
        display.Watchlist([text])


SHOWING: dict[str, Callable[[str], object]] = {
    "to_display": display.to_display,
    "report": lambda text: str(display.report(text, watchlist=WATCHLIST)),
    "lookup": WATCHLIST.lookup,
    "Watchlist": watched,
    "skeleton": security.skeleton,
    "ltr": lambda text: security.bidi_skeleton(text, "ltr"),
    "rtl": lambda text: security.bidi_skeleton(text, "rtl"),
    "confusable": lambda text: security.confusable(text, text + "a"),
    "resolved_scripts": security.resolved_scripts,
    "restriction_level": security.restriction_level,
    "mixed_numbers": security.mixed_numbers,
    "identifier_types": security.identifier_types,
    "identifier_status": security.identifier_status,
}


def seconds(work: Callable[[str], object], text: str) -> float:
    """The least time of some calls, in seconds of this process."""
    times = []
    for _ in range(3):
        start = time.process_time()
        work(text)
        times.append(time.process_time() - start)
    return min(times)


@pytest.mark.measures_time
@pytest.mark.parametrize("unit", [*LETTERS, *RIGHT_TO_LEFT], ids=ascii)
@pytest.mark.parametrize("call", SHOWING)
def test_what_is_shown_takes_no_quadratic_time(call: str, unit: str) -> None:
    """Over a range of 64 sizes, so that timers and allocators tell little: linear work is 64 times, a square 4,096."""
    work, short = SHOWING[call], unit * (8_192 // len(unit))
    # No less than what a timer tells.
    assert seconds(work, short * 64) < 512 * max(seconds(work, short), 20e-6)
