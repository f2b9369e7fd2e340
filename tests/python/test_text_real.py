"""Names inside real text: the documents and the logs of Debian's packages on the machine, rewritten and back."""

import gzip
import os
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

from acelabel import text

FOLDER, LOGS = Path("/usr/share/doc"), Path("/var/log")
MOST_FILES = 1_500
LARGEST = 2_000_000
ULABEL, ALABEL = "bücher.".encode(), b"xn--bcher-kva."


def texts() -> Iterator[bytes]:
    documents = islice(sorted(path for path in FOLDER.rglob("*") if path.is_file()), MOST_FILES)
    for path in (*documents, *sorted(LOGS.rglob("*.log"))):
        if path.stat().st_size <= LARGEST and os.access(path, os.R_OK):
            yield gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()


def with_label(octets: bytes, label: bytes) -> tuple[bytes, int]:
    """The text with one label more at the beginning of each marked name in lower case, and how many these are."""
    found = text.find(octets, kinds=("url_host", "email_domain"))
    starts = [one.start for one in found if not one.is_escaped and one.name.islower()]
    pieces = [octets[start:end] for start, end in zip([0, *starts], [*starts, None], strict=True)]
    return label.join(pieces), len(starts)


@pytest.mark.skipif(not FOLDER.is_dir(), reason="no documents of Debian's packages")
def test_real_text_there_and_back() -> None:
    names = 0
    for octets in texts():
        before = text.to_unicode(octets)
        unicode, count = with_label(before, ULABEL)
        ascii_form, _ = with_label(before, ALABEL)
        assert text.to_ascii(unicode) == text.to_ascii(ascii_form)
        there = text.to_ascii(unicode)
        assert there.count(ALABEL) >= count
        assert text.to_ascii(text.to_unicode(there)) == there
        if text.to_ascii(before) == before:
            assert text.to_unicode(there) == unicode
        names += count
    assert names > 100
