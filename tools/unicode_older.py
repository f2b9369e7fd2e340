"""Write what older versions of Unicode refuse: `python tools/unicode_older.py [--check]`.

The tables of each version come from a release of the Python package idna (BSD-3-Clause), whose file `uts46data.py` is
IdnaMappingTable.txt of that version (Unicode License v3) in another form; what the newest version says is read from
src/unicode/table.txt. Compared are all code points; kept is only what the newest version lets through, or maps, and an
older one does not: src/unicode/older.txt, in which a reviewer reads it, and older.bin, which the crate reads.
tests/vectors/older_unicode.json gets one number for each version, made of the published table alone, which
tests/rust/labels_older.rs makes again of what the crate answers.

With `--check` nothing is fetched: older.bin is compared with older.txt.
"""

import ast
import json
import struct
import subprocess
import sys
import tempfile
import unicodedata
import zipfile
from collections.abc import Callable, Iterator
from itertools import groupby
from pathlib import Path

import options

ROOT = Path(__file__).resolve().parents[1]
TABLES = ROOT / "src" / "unicode"
DIGESTS = ROOT / "tests" / "vectors" / "older_unicode.json"
CODE_POINTS = 0x110000
# The release of idna that has the tables of a version, and the hash of its wheel. In the order of
# `acelabel::UnicodeVersion`, without the newest one.
RELEASES = {
    "13.0": ("2.10", "b97d804b1e9b523befed77c48dacec60e6dcb0b5391d57af6a65a312a90648c0"),
    "14.0": ("3.3", "84d9dd047ffa80596e0f246e2eab0b391788b0503584e8945f2368256d2735ff"),
    "15.0": ("3.4", "90b77e79eaa3eba6de819a0c442c0b4ceefc341a7a2ab77d7562bf49f425c5c2"),
    "15.1": ("3.7", "82fee1fc78add43492d3a1898bfa6d8a904cc97d8427f683ed8e798d07761aa0"),
    "16.0": ("3.11", "771a87f49d9defaf64091e6e6fe9c18d4833f140bd19464795bc32d966ca37ea"),
    "17.0": ("3.16", "cc246e3a3f89580c3a951b5ad298ca4638078b2cdd4f115654332b5c26daded5"),
}
VERSIONS = tuple(RELEASES)
# Characters that UTS #46 disallows in every version, so that its tables do not tell when they came: the last version
# that does not know them (DerivedAge.txt). The tests compare with the tables of the interpreter.
NEVER_ALLOWED = {
    range(0x890, 0x892): "13.0",
    range(0x2FFC, 0x3000): "15.0",
    range(0x31EF, 0x31F0): "15.0",
    range(0x13439, 0x13440): "14.0",
}
# Why a version refuses a code point: the numbers that src/unicode/older.rs reads.
LACKS = ("unassigned", "disallowed", "std3")
HEAD = """\
# The content of older.bin, written by tools/unicode_older.py: code points of the newest version of Unicode, the last
# version that refuses them, and why: that version does not know them, UTS #46 disallows them, or UseSTD3ASCIIRules
# does, before anything is normalized (`<`, `=`, `>`, what is mapped to them, and their negations).
"""
# Status and mapping of one code point, as `uts46data.py` has them: "3" is what UseSTD3ASCIIRules disallows.
Row = tuple[str, str | None]
# The last version that refuses a code point, and why.
Lack = tuple[str, str]


def published(version: str, folder: Path) -> list[Row]:
    """The table of a version, by code point."""
    release, sha256 = RELEASES[version]
    pins = folder / f"{version}.txt"
    pins.write_text(f"idna=={release} --hash=sha256:{sha256}\n", "utf-8")
    fetch = (sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--require-hashes", "--only-binary=:all:")
    subprocess.run((*fetch, "--dest", str(folder), "--requirement", str(pins)), check=True, timeout=300)
    (wheel,) = folder.glob(f"idna-{release}-*.whl")
    with zipfile.ZipFile(wheel) as archive:
        lines = archive.read("idna/uts46data.py").decode("utf-8")
    # The rows are literals: a tuple for each beginning of a run, in functions that are called once each.
    rows = sorted({row for row in literal_rows(ast.parse(lines)) if row[0] < CODE_POINTS})
    ends = [row[0] for row in rows[1:]] + [CODE_POINTS]
    table: list[Row] = []
    for (_, status, text), end in zip(rows, ends, strict=True):
        table += [(status, text)] * (end - len(table))
    return table


def literal_rows(tree: ast.AST) -> Iterator[tuple[int, str, str | None]]:
    for node in ast.walk(tree):
        if not isinstance(node, ast.Tuple) or not 2 <= len(node.elts) <= 3:
            continue
        parts = [part.value for part in node.elts if isinstance(part, ast.Constant)]
        if len(parts) == len(node.elts) and isinstance(parts[0], int) and isinstance(parts[1], str):
            text = parts[2] if len(parts) == 3 else None
            yield parts[0], parts[1], text if isinstance(text, str) and text else None


def newest() -> list[str]:
    """The words about each code point in table.txt."""
    found: list[str] = []
    for line in (TABLES / "table.txt").read_text("utf-8").splitlines():
        if not line.startswith("#"):
            codes, _, words = line.partition(" ")
            first, _, last = codes.partition("..")
            found += [words] * (int(last or first, 16) + 1 - int(first, 16))
    return found


def why(code_point: int, row: Row) -> str | None:
    """Why a version with this row refuses a code point that the newest one lets through or maps."""
    status, text = row
    if status == "X":
        # Statuses changed for characters of Unicode 3.2 alone: the other ones were not there before.
        is_old = unicodedata.ucd_3_2_0.category(chr(code_point)) != "Cn"
        return "disallowed" if is_old else "unassigned"
    # These compose, so that the rule on what mapping leaves does not find them.
    if status == "3" and set(text or chr(code_point)) & set("<=>≮≠≯"):
        return "std3"
    return None


def lacks(tables: dict[str, list[Row]]) -> list[Lack | None]:
    """For each code point the last version that refuses it, where one does."""
    found: list[Lack | None] = [None] * CODE_POINTS
    for code_point, words in enumerate(newest()):
        if words.split()[1] == "Disallowed":
            continue
        told = [why(code_point, tables[version][code_point]) for version in VERSIONS]
        count = len(told) - told.count(None)
        if count and (told[count:].count(None) != len(told) - count or len({*told[:count]}) != 1):
            raise SystemExit(f"U+{code_point:04X} is refused by some version, but not by every one before it: {told}")
        if count and told[0] is not None:
            found[code_point] = VERSIONS[count - 1], told[0]
    for code_points, version in NEVER_ALLOWED.items():
        for code_point in code_points:
            found[code_point] = version, "unassigned"
    return found


def lines_of(found: list[Lack | None]) -> str:
    text, end = HEAD, 0
    for lack, run in groupby(found):
        first, end = end, end + len(list(run))
        if lack:
            text += f"{first:04X}..{end - 1:04X} {' '.join(lack)}\n"
    return text


def packed(text: str) -> bytes:
    """The content of older.bin, of which src/unicode/older.rs says the layout."""
    words = b""
    for line in text.splitlines():
        if not line.startswith("#"):
            codes, version, lack = line.split()
            first, last = (int(code, 16) for code in codes.split(".."))
            words += struct.pack("<II", first | VERSIONS.index(version) << 24, last | LACKS.index(lack) << 24)
    return words


def digest(table: list[Row], *, std3: bool) -> str:
    """FNV-1a, of 64 bits, of the status and the mapping of every code point: octets of `M 0073 0073;` and so on."""
    number = 0xCBF29CE484222325
    for code_point, row in enumerate(table):
        for octet in described(code_point, row, std3=std3).encode("ascii"):
            number = (number ^ octet) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return f"{number:016x}"


def described(code_point: int, row: Row, *, std3: bool) -> str:
    status, text = row
    is_hostile = any(ord(one) < 0x80 and not (one.isalnum() or one == "-") for one in text or chr(code_point))
    # Up to Unicode 15.1 the status says what the flag does; since then the text does.
    is_std3 = status == "3" or (status in "VM" and is_hostile and text != "." and code_point != 0x2E)
    if status == "X" or (std3 and is_std3):
        return "X;"
    if status == "I":
        return "I;"
    if status == "D":
        # The mapping is that of transitional processing.
        return "D;"
    return f"M{''.join(f' {ord(one):04X}' for one in text)};" if text is not None else "V;"


def digests(tables: dict[str, list[Row]], of: Callable[..., str] = digest) -> dict[str, object]:
    return {
        "about": "FNV-1a (64 bits) of `status mapping;` for U+0000 to U+10FFFF, by tools/unicode_older.py",
        "source": "uts46data.py of releases of the Python package idna: IdnaMappingTable.txt of each version",
        "versions": [
            {
                "unicode": version,
                "idna": RELEASES[version][0],
                "lax": of(table, std3=False),
                "std3": of(table, std3=True),
            }
            for version, table in tables.items()
        ],
    }


def main() -> int:
    flags, _ = options.given(__doc__, "--check")
    if flags:
        differs = packed((TABLES / "older.txt").read_text("utf-8")) != (TABLES / "older.bin").read_bytes()
        if differs:
            print("src/unicode/older.bin is not what older.txt says: run this tool without --check", file=sys.stderr)
        return differs
    with tempfile.TemporaryDirectory() as folder:
        tables = {version: published(version, Path(folder)) for version in VERSIONS}
    text = lines_of(lacks(tables))
    (TABLES / "older.txt").write_text(text, "utf-8")
    (TABLES / "older.bin").write_bytes(packed(text))
    DIGESTS.write_text(json.dumps(digests(tables), indent=2, ensure_ascii=False) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
