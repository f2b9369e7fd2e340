"""Python codecs for the raw encodings: `acelabel-punycode` and `acelabel-race`.

`register()` makes them known to `str.encode`, `bytes.decode` and the functions of the standard module `codecs`. Nothing
is registered on import, and the standard codecs `punycode` and `idna` stay what they are.

A text of Bootstring or RACE is one whole: a character anywhere in it may move every digit that follows. The incremental
forms therefore hold everything back until `final=True`. Files opened with the built-in `open` can be read this way but
not written, since they never tell the codec that the text has ended; a `codecs.getwriter` takes a text in one `write`.

The only error handling is `"strict"`. Any other is a `UnicodeError`, not an `AceError`, as with the standard `idna`.
"""

# ruff: noqa: A002 - `input` and `object` are what the protocol of the standard module calls them.

import codecs
import io
from bisect import bisect_left
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from acelabel import punycode, race

if TYPE_CHECKING:
    from codecs import _ReadableStream, _WritableStream

    from _typeshed import ReadableBuffer

    _Encode = Callable[[str, str], tuple[bytes, int]]
    _Decode = Callable[[ReadableBuffer, str], tuple[str, int]]

__all__ = ["register"]


def __dir__() -> list[str]:
    return sorted(__all__)


def register() -> None:
    """Make the codecs `acelabel-punycode` and `acelabel-race` known to Python. Calling it again changes nothing.

    Encoding and decoding raise `AceError` with the codes of `punycode.encode`, `punycode.decode`, `race.encode` and
    `race.decode`.
    """
    try:
        codecs.lookup("acelabel-punycode")
    except LookupError:
        codecs.register(_find)


def _find(name: str) -> codecs.CodecInfo | None:
    """Answer Python's search; the name arrives in lower case, with underscores for hyphens and spaces."""
    if name == "acelabel_punycode":
        return _codec_info("acelabel-punycode", punycode.encode, punycode.decode)
    return _codec_info("acelabel-race", race.encode, race.decode) if name == "acelabel_race" else None


def _codec_info(name: str, encode: Callable[[str], str], decode: Callable[[bytes], str]) -> codecs.CodecInfo:
    def encode_whole(text: str, errors: str = "strict") -> tuple[bytes, int]:
        _only_strict(errors)
        return encode(text).encode("ascii"), len(text)

    def decode_whole(data: "ReadableBuffer", errors: str = "strict") -> tuple[str, int]:
        _only_strict(errors)
        # Python hands over memory views too; by way of one, an int is a TypeError and not that many zeros.
        octets = bytes(memoryview(data))
        return decode(octets), len(octets)

    return codecs.CodecInfo(
        encode=encode_whole,
        decode=decode_whole,
        streamreader=partial(_StreamReader, decode_whole),
        streamwriter=partial(_StreamWriter, encode_whole),
        incrementalencoder=partial(_IncrementalEncoder, encode_whole),
        incrementaldecoder=partial(_IncrementalDecoder, decode_whole),
        name=name,
    )


def _only_strict(errors: str) -> None:
    if errors != "strict":
        raise UnicodeError(f'error handling {errors!r} is not supported: there is only "strict"')


# A state holds what has come so far up to this size, in octets. A longer one is a number.
_WHOLE_STATE = 1024


class _Held:
    """The octets that an incremental codec holds back, in one log that only grows.

    `io.TextIOWrapper` asks for the state before every chunk and keeps it, so a state that held all that has come would
    make reading quadratic. A long state is therefore a number, which stands for a length of this log. Such a state is
    good for the codec that gave it, also after the end of a text, as `tell` of a file decodes its way back and forth.
    When other octets overwrite the log, the states behind that place are refused from then on.
    """

    def __init__(self) -> None:
        self._log = bytearray()
        self._length = 0
        # The longest length that a good state stands for.
        self._given = 0
        # A number is a base and a length. Each time the log is overwritten below `_given` begins another base, greater
        # than all numbers before. A generation in higher bits would not do: `tell` wants a number of 32 bits.
        self._bases = [0]
        # Where the log was overwritten when the base with the next index began.
        self._cuts: list[int] = []

    def __len__(self) -> int:
        return self._length

    def __bytes__(self) -> bytes:
        with memoryview(self._log) as log:
            return bytes(log[: self._length])

    def add(self, octets: bytes) -> None:
        end = self._length + len(octets)
        # After a state was put back, the same octets come again, and states behind them stay good.
        again = bytes(self._log[self._length : end])
        if octets.startswith(again):
            self._log += octets[len(again) :]
        else:
            self._overwrite_from(self._length)
            self._log += octets
        self._length = end

    def _overwrite_from(self, cut: int) -> None:
        del self._log[cut:]
        if self._given <= cut:
            return
        base = self._bases[-1] + self._given
        if cut > _WHOLE_STATE:
            self._bases.append(base)
            self._cuts.append(cut)
            self._given = cut
        else:
            self._bases, self._cuts, self._given = [base], [], 0

    def number(self) -> int:
        """The number that stands for what has come, for a state that is too long to hold it."""
        self._given = max(self._given, self._length)
        return self._bases[-1] + self._length

    def go_to(self, number: int) -> None:
        """Go back or forth to the length that a number stands for."""
        index = bisect_left(self._bases, number) - 1
        length = number - self._bases[index] if index >= 0 else 0
        if not _WHOLE_STATE < length <= min([self._given, *self._cuts[index:]]):
            raise io.UnsupportedOperation("a long state can be put back only where it was taken")
        self._length = length

    def reset(self) -> None:
        self._length = 0
        if not self._given:
            # No state leads back to what has come.
            self._log.clear()

    def begin_with(self, octets: bytes) -> None:
        self._length = 0
        self.add(octets)


class _IncrementalEncoder(codecs.IncrementalEncoder):
    def __init__(self, whole: "_Encode", errors: str = "strict") -> None:
        super().__init__(errors)
        self._whole = whole
        self._held = _Held()

    def encode(self, input: str, final: bool = False) -> bytes:
        self._held.add(input.encode("utf-8", "surrogatepass"))
        if not final:
            return b""
        text = bytes(self._held).decode("utf-8", "surrogatepass")
        self.reset()
        return self._whole(text, self.errors)[0] if text else b""

    def reset(self) -> None:
        self._held.reset()

    def getstate(self) -> int:
        # The protocol asks for an integer, 0 at the beginning. The octet in front keeps a leading U+0000 and says what
        # follows: all, or a number.
        if not self._held:
            return 0
        if len(self._held) > _WHOLE_STATE:
            return int.from_bytes(b"\x02" + self._held.number().to_bytes(8, "big"), "big")
        return int.from_bytes(b"\x01" + bytes(self._held), "big")

    def setstate(self, state: int | str) -> None:
        state = int(state)
        octets = state.to_bytes((state.bit_length() + 7) // 8, "big")
        if octets[:1] == b"\x02":
            self._held.go_to(int.from_bytes(octets[1:], "big"))
        else:
            self._held.begin_with(octets[1:])


class _IncrementalDecoder(codecs.IncrementalDecoder):
    def __init__(self, whole: "_Decode", errors: str = "strict") -> None:
        super().__init__(errors)
        self._whole = whole
        self._held = _Held()

    def decode(self, input: "ReadableBuffer", final: bool = False) -> str:
        self._held.add(bytes(memoryview(input)))
        if not final:
            return ""
        data = bytes(self._held)
        self.reset()
        return self._whole(data, self.errors)[0] if data else ""

    def reset(self) -> None:
        self._held.reset()

    def getstate(self) -> tuple[bytes, int]:
        # A number is never 0, and 0 says that the state is the octets.
        return (b"", self._held.number()) if len(self._held) > _WHOLE_STATE else (bytes(self._held), 0)

    def setstate(self, state: tuple[bytes, int]) -> None:
        octets, number = state
        if number:
            self._held.go_to(number)
        else:
            self._held.begin_with(octets)


class _StreamWriter(codecs.StreamWriter):
    def __init__(self, whole: "_Encode", stream: "_WritableStream", errors: str = "strict") -> None:
        super().__init__(stream, errors)
        self._whole = whole
        self._written = False

    def encode(self, input: str, errors: str = "strict") -> tuple[bytes, int]:
        return self._whole(input, errors)

    def write(self, object: str) -> None:
        # A second text behind the first would read as one other text.
        if self._written:
            raise io.UnsupportedOperation("a text is written in one piece; reset() begins another")
        super().write(object)
        self._written = True

    def reset(self) -> None:
        super().reset()
        self._written = False


class _StreamReader(codecs.StreamReader):
    def __init__(self, whole: "_Decode", stream: "_ReadableStream", errors: str = "strict") -> None:
        super().__init__(stream, errors)
        self._whole = whole
        self._filled = False

    def decode(self, input: "ReadableBuffer", errors: str = "strict") -> tuple[str, int]:
        return self._whole(input, errors)

    def read(self, size: int = -1, chars: int = -1, firstline: bool = False) -> str:
        # A part of the octets decodes to another text, so all are read before the first character is given out.
        if not self._filled:
            data = self.stream.read()
            self.charbuffer = self.decode(data, self.errors)[0] if data else ""
            self._filled = True
        return super().read(size, chars, firstline)

    def reset(self) -> None:
        super().reset()
        self._filled = False
