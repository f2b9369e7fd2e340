"""Python codecs for the raw encodings: `acelabel-punycode` and `acelabel-race`.

`register()` makes them known to `str.encode`, `bytes.decode` and the functions of the standard module `codecs`. Nothing
is registered on import, and the standard codecs `punycode` and `idna` stay what they are.

A text of Bootstring or RACE is one whole: a character anywhere in it may move every digit that follows. The incremental
forms therefore hold everything back until `final=True`. Files opened with the built-in `open` can be read this way but
not written, since they never tell the codec that the text has ended; a `codecs.getwriter` takes a text in one `write`.

The only error handling is `"strict"`. Any other is a `UnicodeError` that is no `AceError`, as with the standard `idna`.
"""

# ruff: noqa: A002 - `input` and `object` are what the protocol of the standard module calls them.

import codecs
import io
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
    match name:
        case "acelabel_punycode":
            return _codec_info("acelabel-punycode", punycode.encode, punycode.decode)
        case "acelabel_race":
            return _codec_info("acelabel-race", race.encode, race.decode)
        case _:
            return None


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


class _IncrementalEncoder(codecs.IncrementalEncoder):
    def __init__(self, whole: "_Encode", errors: str = "strict") -> None:
        super().__init__(errors)
        self._whole = whole
        self._pieces: list[str] = []

    def encode(self, input: str, final: bool = False) -> bytes:
        self._pieces.append(input)
        if not final:
            return b""
        text = "".join(self._pieces)
        self.reset()
        return self._whole(text, self.errors)[0] if text else b""

    def reset(self) -> None:
        self._pieces.clear()

    def getstate(self) -> int:
        # The protocol asks for an integer, 0 at the beginning. The octet in front keeps a leading U+0000.
        text = "".join(self._pieces)
        return int.from_bytes(b"\x01" + text.encode("utf-8", "surrogatepass"), "big") if text else 0

    def setstate(self, state: int | str) -> None:
        state = int(state)
        octets = state.to_bytes((state.bit_length() + 7) // 8, "big")
        self._pieces = [octets[1:].decode("utf-8", "surrogatepass")]


class _IncrementalDecoder(codecs.IncrementalDecoder):
    def __init__(self, whole: "_Decode", errors: str = "strict") -> None:
        super().__init__(errors)
        self._whole = whole
        self._pieces: list[bytes] = []

    def decode(self, input: "ReadableBuffer", final: bool = False) -> str:
        self._pieces.append(bytes(memoryview(input)))
        if not final:
            return ""
        data = b"".join(self._pieces)
        self.reset()
        return self._whole(data, self.errors)[0] if data else ""

    def reset(self) -> None:
        self._pieces.clear()

    def getstate(self) -> tuple[bytes, int]:
        return b"".join(self._pieces), 0

    def setstate(self, state: tuple[bytes, int]) -> None:
        self._pieces = [state[0]]


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
