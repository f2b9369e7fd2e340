"""Files in gzip and Zstandard, told by how their names end: read and written piece by piece."""

import zlib
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from importlib import import_module
from io import BufferedIOBase
from typing import Any, BinaryIO, NamedTuple

from acelabel.cli.failures import Unusable
from acelabel.cli.screen import shown_path

# So many octets of either form become 32 MiB at most.
_SLICE = 1 << 10
_GZIP = 31
"""The `wbits` of zlib for one member of gzip (RFC 1952)."""


class Codec(NamedTuple):
    """A compression. Its objects are used as those of zlib."""

    name: str
    compressor: Callable[[], Any]
    decompressor: Callable[[], Any]
    fault: type[Exception]


def codec_of(path: str | None) -> Codec | None:
    """Return what a file of this name is compressed with; None if it is not. Raise `Unusable` without a library."""
    name = (path or "").lower()
    if name.endswith(".gz"):
        return Codec("gzip", partial(zlib.compressobj, wbits=_GZIP), partial(zlib.decompressobj, _GZIP), zlib.error)
    if not name.endswith(".zst"):
        return None
    for library in ("compression.zstd", "backports.zstd", "zstandard"):
        with suppress(ImportError):
            return _of_module(import_module(library))
    raise Unusable(f"{shown_path(path or '')}: .zst needs Python 3.14 or a package: pip install backports.zstd")


def _of_module(module: Any) -> Codec:
    pack, unpack = module.ZstdCompressor, module.ZstdDecompressor
    if module.__name__ == "zstandard":
        return Codec("zstd", lambda: pack().compressobj(), lambda: unpack().decompressobj(), module.ZstdError)
    return Codec("zstd", pack, unpack, module.ZstdError)


def without_suffix(path: str) -> str:
    """The name that a file has when it is unpacked."""
    return path[: path.rindex(".")] if path.lower().endswith((".gz", ".zst")) else path


class Unpacked(BufferedIOBase):
    """The octets inside a compressed file."""

    def __init__(self, path: str, stream: BinaryIO, codec: Codec) -> None:
        self._pieces = self._unpacked(path, stream, codec)

    def read1(self, size: int = -1, /) -> bytes:
        """Return about `size` octets, or those that are left."""
        found = bytearray()
        for piece in self._pieces:
            found += piece
            if len(found) >= size:
                break
        return bytes(found)

    def _unpacked(self, path: str, stream: BinaryIO, codec: Codec) -> Iterator[bytes]:
        member, begun = None, False
        # On tapes, zeros follow the last member.
        padding = b"\0" if codec.name == "gzip" else b""
        while data := stream.read(_SLICE):
            while data := data.lstrip(padding) if begun and not member else data:
                member, begun = member or codec.decompressor(), True
                try:
                    yield member.decompress(data)
                except codec.fault:
                    raise Unusable(f"{shown_path(path)}: this is not {codec.name}, or it is damaged") from None
                data = member.unused_data if member.eof else b""
                member = None if member.eof else member
        if member or not begun:
            raise Unusable(f"{shown_path(path)}: the {codec.name} data is cut short")


class Packed(BufferedIOBase):
    """A compressed file that is written. It is whole only when it is closed, which leaves the stream open."""

    def __init__(self, stream: BinaryIO, codec: Codec) -> None:
        self._stream = stream
        self._member = codec.compressor()

    def write(self, data: Any, /) -> int:
        self._stream.write(self._member.compress(data))
        return len(data)

    def close(self) -> None:
        """Write what makes the file whole."""
        if not self.closed:
            super().close()
            self._stream.write(self._member.flush())
