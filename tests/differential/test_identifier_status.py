"""Identifier_Status as the version of Unicode tells it: the same for every code point.

The text is IdentifierStatus.txt in the archive of the crate `icu_provider_source` 2.4.0, which `nox -s laws -- peers`
fetches; `ACELABEL_IDENTIFIER_STATUS` is its path. Nothing of it is kept.
"""

import hashlib
import os
import re
from pathlib import Path

import pytest

from acelabel import security, unicode_version

SHA256 = "5863c7d99ca18f213c41c7318aa5528bebfb6d32ec0f1d5944e37192c119aebd"
CODE_POINTS = 0x110000


def text() -> str:
    path = os.environ.get("ACELABEL_IDENTIFIER_STATUS")
    if path is None and "CI" not in os.environ:
        pytest.skip("ACELABEL_IDENTIFIER_STATUS is not set: nox -s laws -- peers")
    assert path is not None, "ACELABEL_IDENTIFIER_STATUS is not set"
    octets = Path(path).read_bytes()
    assert hashlib.sha256(octets).hexdigest() == SHA256
    return octets.decode()


def test_every_code_point_has_the_status_that_the_standard_lists() -> None:
    listed = text()
    assert f"# Version: {unicode_version}\n" in listed
    rows = re.findall(r"^([0-9A-F]+)(?:\.\.([0-9A-F]+))?\s*;\s*(\w+)", listed, re.M)
    assert {status for *_, status in rows} == {"Allowed"}
    allowed = {unit for first, last, _ in rows for unit in range(int(first, 16), int(last or first, 16) + 1)}
    found = {unit for unit in range(CODE_POINTS) if security.identifier_status(chr(unit)) == "allowed"}
    assert found == allowed
    assert len(found) == 33_792
