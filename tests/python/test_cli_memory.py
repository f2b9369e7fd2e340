"""The memory of the command on a file of 10 GB, which is made while the command reads it.

`ACELABEL_FILE_BYTES` says how many bytes the weekly runs read. 10 GB take some minutes for each format with a build for
users, and much longer with one for developers; what grows with the file is seen in 300 MB, too. Another file of the
same shape with 64 MB is read every day.
"""

import os
import sys
from collections.abc import Iterator

import pytest
from command_line import peak_of
from rhythm import weekly

WEEKLY = int(os.environ.get("ACELABEL_FILE_BYTES", "10000000000"))
DAILY = 64_000_000

MOST = 64 << 10
"""The bound, in KiB."""

NUMBER = b"00000000"
"""Stands for the number of the block, so that no two blocks have the same names."""

NAME = "büro%b.bücher.example".encode() % NUMBER

LINES = {
    "lines": (b"%b\n" % NAME,),
    "csv": (b'7,%b,"a ""b"", c"\n' % NAME, b'8,"%b","two\nlines"\n' % NAME),
    "jsonl": (b'{"id": 7, "host": "%b", "tags": ["a", "b"]}\n' % NAME,),
    "zeek": (b"1.5\t%b\t192.0.2.1\n" % NAME,),
    "text": (b'192.0.2.1 - "GET https://%b/a?b=c" 200\n' % NAME, b"from=<a@%b>, status=sent\n" % NAME),
    "zone": (b"%b. 300 IN MX ( 10 ; a comment\n  post.%b. )\n" % (NAME, NAME),),
    "adblock": (b"||%b^$domain=%b|~ok.example\n" % (NAME, NAME), "! Büro\n".encode()),
}

HEADS = {
    "csv": b"id,host,note\n",
    "zeek": b"#separator \\x09\n#fields\tts\thost\taddr\n#types\ttime\tstring\taddr\n",
}


def file(kind: str, size: int) -> Iterator[bytes]:
    """About so many bytes, in blocks."""
    lines = b"".join(LINES[kind])
    block = lines * (1_000_000 // len(lines))
    yield HEADS.get(kind, b"")
    for number in range(size // len(block)):
        yield block.replace(NUMBER, b"%08d" % number)


@pytest.mark.measures_memory
@pytest.mark.skipif(sys.platform != "linux", reason="other systems count memory in another way")
@pytest.mark.parametrize(("kind", "size"), [("csv", DAILY), *(weekly(kind, WEEKLY) for kind in LINES)])
def test_memory_does_not_grow_with_the_file(kind: str, size: int) -> None:
    column = ["--column", "host"] if kind in ("csv", "jsonl", "zeek") else []
    assert peak_of(["to-ascii", "--format", kind, *column, "-q", "-"], file(kind, size)) < MOST
