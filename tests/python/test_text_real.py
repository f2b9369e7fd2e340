"""Names inside real text: the documents of Debian's packages on the machine, rewritten and back."""

import gzip
import zlib
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path

import pytest

from acelabel import text

FOLDER = Path("/usr/share/doc")
MOST_FILES = 1_500
LARGEST = 2_000_000
# Of fewer names nothing would follow.
LEAST_NAMES = 100
ULABEL, ALABEL = "bücher.".encode(), b"xn--bcher-kva."


def texts() -> Iterator[bytes]:
    for path in islice(sorted(path for path in FOLDER.rglob("*") if path.is_file()), MOST_FILES):
        # A link may lead nowhere, and a file may be of somebody else, or not what its name says.
        with suppress(OSError, EOFError, zlib.error), path.open("rb") as file:
            yield (gzip.GzipFile(fileobj=file) if path.suffix == ".gz" else file).read(LARGEST)


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
    if names < LEAST_NAMES:
        pytest.skip(f"the documents hold only {names} names")
