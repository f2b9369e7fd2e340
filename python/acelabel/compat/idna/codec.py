"""The codec `idna2008`, which importing this module registers: `"bücher.de".encode("idna2008")`."""

import codecs
import re
from typing import Any

from acelabel._native import SEPARATORS
from acelabel.compat.idna._errors import _refusal
from acelabel.compat.idna.core import _max_input_length, alabel, decode, encode, ulabel

__all__ = ["Codec", "IncrementalDecoder", "IncrementalEncoder", "StreamReader", "StreamWriter", "search_function"]

_SEPARATOR = re.compile(f"[{SEPARATORS}]")
_LONGEST_NAME = 253


def _only_strict(errors: str) -> None:
    if errors != "strict":
        raise _refusal("unsupported_errors", errors=errors)


class Codec(codecs.Codec):
    """Whole domain names at once. Nothing is encoded and decoded to nothing."""

    def encode(self, data: str, errors: str = "strict") -> tuple[bytes, int]:
        """Encode a domain name.

        Args:
            data: The name, a str.
            errors: "strict" and nothing else.

        Returns:
            The name, ASCII bytes, and the length of `data`.

        Raises:
            IDNAError: As for `idna.encode`, and `unsupported_errors`.
        """
        _only_strict(errors)
        return (encode(data), len(data)) if data else (b"", 0)

    def decode(self, data: Any, errors: str = "strict") -> tuple[str, int]:
        """Decode a domain name.

        Args:
            data: The name, ASCII octets.
            errors: "strict" and nothing else.

        Returns:
            The name, a str, and the length of `data`.

        Raises:
            IDNAError: As for `idna.decode`, and `unsupported_errors`.
        """
        _only_strict(errors)
        return (decode(data), len(data)) if data else ("", 0)


class IncrementalEncoder(codecs.BufferedIncrementalEncoder):
    """A domain name piece by piece: what follows the last separator waits until its label is complete."""

    def __init__(self, errors: str = "strict") -> None:
        super().__init__(errors)
        self._emitted = 0

    def reset(self) -> None:
        """Forget everything."""
        super().reset()
        self._emitted = 0

    def getstate(self) -> Any:
        """The label that waits and how many octets have been given out; 0 at the beginning."""
        return (self.buffer, self._emitted) if self.buffer or self._emitted else 0

    def setstate(self, state: Any) -> None:
        """Go back to a state that `getstate` returned."""
        self.buffer, self._emitted = state or ("", 0)

    def _buffer_encode(self, data: str, errors: str, final: bool) -> tuple[bytes, int]:
        _only_strict(errors)
        *complete, rest = _SEPARATOR.split(data)
        output = b"".join(alabel(label) + b"." for label in complete)
        waits = 0 if final else len(rest)
        if final and rest:
            output += alabel(rest)
        if waits > _max_input_length:
            raise _refusal("input_too_long")
        emitted = self._emitted + len(output)
        # The earlier output ends with a full stop, and one at the very end does not count.
        if emitted - (output[-1:] in (b"", b".")) > _LONGEST_NAME:
            raise _refusal("domain_too_long")
        self._emitted = emitted
        return output, len(data) - waits


class IncrementalDecoder(codecs.BufferedIncrementalDecoder):
    """A domain name piece by piece: what follows the last full stop waits until its label is complete."""

    def __init__(self, errors: str = "strict") -> None:
        super().__init__(errors)
        self._consumed = 0

    def reset(self) -> None:
        """Forget everything."""
        super().reset()
        self._consumed = 0

    def getstate(self) -> tuple[bytes, int]:
        """The label that waits and how many octets came before it."""
        return self.buffer, self._consumed

    def setstate(self, state: tuple[bytes, int]) -> None:
        """Go back to a state that `getstate` returned."""
        self.buffer, self._consumed = state

    def _buffer_decode(self, data: Any, errors: str, final: bool) -> tuple[str, int]:
        _only_strict(errors)
        octets = bytes(data)
        if not octets.isascii():
            raise _refusal("invalid_ascii")
        if self._consumed + len(octets) > _LONGEST_NAME + 1:
            raise _refusal("domain_too_long")
        *complete, rest = octets.split(b".")
        output = "".join(ulabel(label) + "." for label in complete)
        if final and rest:
            output += ulabel(rest)
        consumed = len(octets) - (0 if final else len(rest))
        self._consumed += consumed
        return output, consumed


class StreamWriter(Codec, codecs.StreamWriter):
    """Encodes each text written, as a domain name of its own."""


class StreamReader(Codec, codecs.StreamReader):
    """Decodes what is read, as one domain name."""


def search_function(name: str) -> codecs.CodecInfo | None:
    """Find the codec for the registry of `codecs`.

    Args:
        name: The name of a codec, in lower case.

    Returns:
        The codec if the name is `idna2008`, else None.
    """
    if name != "idna2008":
        return None
    return codecs.CodecInfo(
        name=name,
        encode=Codec().encode,
        decode=Codec().decode,
        incrementalencoder=IncrementalEncoder,
        incrementaldecoder=IncrementalDecoder,
        streamwriter=StreamWriter,
        streamreader=StreamReader,
    )


codecs.register(search_function)
