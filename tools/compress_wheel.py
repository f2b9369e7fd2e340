"""Compress wheels again: `python tools/compress_wheel.py WHEEL...`.

zopfli writes the same format as zlib, in a hundred times the time and a twenty-fifth less room: a wheel is fetched more
often than it is built. The order of the files, their dates and their modes stay.
"""

import zipfile
from pathlib import Path
from unittest.mock import patch

import options
from zopfli.zlib import compress

# Rounds of zopfli, as it advises for megabytes.
ROUNDS = 5


class Compressor:
    """A stand-in for that of `zlib`, which compresses all at the end."""

    def __init__(self) -> None:
        self.octets = b""

    def compress(self, octets: bytes) -> bytes:
        self.octets += octets
        return b""

    def flush(self) -> bytes:
        """Compress, and leave out the head and the checksum of zlib's format (RFC 1950)."""
        return bytes(compress(self.octets, numiterations=ROUNDS)[2:-4])


def compress_again(path: Path) -> None:
    with zipfile.ZipFile(path) as wheel:
        entries = [(entry, wheel.read(entry)) for entry in wheel.infolist()]
    with patch.object(zipfile, "_get_compressor", lambda *_: Compressor()), zipfile.ZipFile(path, "w") as wheel:
        for entry, octets in entries:
            wheel.writestr(entry, octets, zipfile.ZIP_DEFLATED)


if __name__ == "__main__":
    for name in options.given(__doc__, words="+")[1]:
        before = Path(name).stat().st_size
        compress_again(Path(name))
        print(f"{name}: {before:,} to {Path(name).stat().st_size:,} octets")
