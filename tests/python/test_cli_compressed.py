"""Files in gzip and Zstandard, by how their names end."""

import gzip
import sys
import zlib
from pathlib import Path
from types import ModuleType

import pytest
from command_line import alone, peak, run

from acelabel.cli.compressed import codec_of

NAMES = "ü.example\n".encode()
ASCII = b"xn--tda.example\n"
LIBRARIES = ("compression.zstd", "backports.zstd", "zstandard")


def stand_in(name: str) -> ModuleType:
    """A module that has the objects of a library of Zstandard, which pack by zlib."""

    class Packs:
        def compressobj(self) -> object:
            return zlib.compressobj(wbits=31)

    class Unpacks:
        def decompressobj(self) -> object:
            return zlib.decompressobj(wbits=31)

    module, both = ModuleType(name), (Packs, Unpacks)
    if name != "zstandard":
        both = Packs().compressobj, Unpacks().decompressobj  # type: ignore[assignment]
    vars(module).update(ZstdCompressor=both[0], ZstdDecompressor=both[1], ZstdError=zlib.error)
    return module


@pytest.fixture(params=["gz", "zst", *LIBRARIES])
def suffix(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """A suffix. Without a library of Zstandard each has a stand-in; Python 3.14 has one."""
    kind: str = request.param
    if kind == "gz" or (kind == "zst" and sys.version_info >= (3, 14)):
        return f".{kind}"
    kind = LIBRARIES[0] if kind == "zst" else kind
    for name in LIBRARIES:
        monkeypatch.setitem(sys.modules, name, stand_in(name) if name == kind else None)
    return ".zst"


def packed(path: Path, data: bytes) -> str:
    codec = codec_of(str(path))
    assert codec is not None
    one = codec.compressor()
    path.write_bytes(one.compress(data) + one.flush())
    return str(path)


def unpacked(path: Path) -> bytes:
    codec = codec_of(str(path))
    assert codec is not None
    one = codec.decompressor()
    data: bytes = one.decompress(path.read_bytes())
    assert (one.eof, one.unused_data) == (True, b"")
    return data


@pytest.mark.parametrize(
    ("command", "text", "expected"),
    [
        ("to-ascii --file", NAMES, ASCII),
        ("punycode encode --file", NAMES, b".example-55a\n"),
        ("to-ascii --format text --tlds example", NAMES, ASCII),
        ("find --tlds example", NAMES, b":1:1:bare:\xc3\xbc.example\n"),
        ("to-ascii --format zone", "ü IN NS a\n".encode(), b"xn--tda IN NS a\n"),
        ("to-ascii --column h", "h,i\nü,1\n".encode(), b"h,i\nxn--tda,1\n"),
    ],
)
def test_every_command_reads_and_writes_them(
    command: str, text: bytes, expected: bytes, suffix: str, tmp_path: Path
) -> None:
    source, output = packed(tmp_path / f"in.csv{suffix}", text), tmp_path / f"OUT.csv{suffix.upper()}"
    result = run(*command.split(), source)
    assert (result.status, result.output.endswith(expected)) == (0, True)
    assert run(*command.split(), source, "-o", str(output)) == (0, b"", result.messages)
    assert unpacked(output) == result.output
    if "find" not in command:
        assert run(*command.split(), source, "--in-place").status == 0
        assert unpacked(Path(source)) == expected
    assert len(alone(tmp_path)) == 2


def test_members_follow_one_another(suffix: str, tmp_path: Path) -> None:
    source = tmp_path / f"names{suffix}"
    data = b"".join(Path(packed(source, NAMES * count)).read_bytes() for count in (1, 0, 300))
    source.write_bytes(data)
    assert run("to-ascii", "--file", str(source)).output == ASCII * 301


def test_zeros_after_a_member_are_padding(tmp_path: Path) -> None:
    """As on tapes; gzip and the module of Python pass over them. Of Zstandard they are damage."""
    source = tmp_path / "names.gz"
    member = gzip.compress(NAMES)
    for zeros in (1, 1_024 - len(member), 5_000):
        for data, count in ((member + bytes(zeros), 1), ((member + bytes(zeros)) * 2, 2)):
            source.write_bytes(data)
            assert gzip.decompress(data) == NAMES * count
            assert run("to-ascii", "--file", str(source)) == (0, ASCII * count, "")
        source.write_bytes(member + bytes(zeros) + b"x")
        assert run("to-ascii", "--file", str(source)).status == 2


def test_what_is_damaged_leaves_the_file(suffix: str, tmp_path: Path) -> None:
    source, output = tmp_path / f"names{suffix}", tmp_path / f"output{suffix}"
    whole = Path(packed(source, NAMES * 9)).read_bytes()
    short, damaged = "data is cut short", "or it is damaged"
    cases = [(whole[:end], short) for end in (0, 1, 10, len(whole) // 2, len(whole) - 1)]
    cases += [] if suffix == ".gz" else [(whole + bytes(2_000), damaged)]
    cases += [(whole + whole[:9], short), (whole + b"rest", damaged), (NAMES, damaged), (b"\0" * 2000, damaged)]
    for data, said in cases:
        source.write_bytes(data)
        for options in (("--in-place",), ("-o", str(output))):
            result = run("to-ascii", "--file", str(source), *options)
            assert (result.status, result.output) == (2, b"")
            assert result.messages.startswith(f"acelabel: {source}: ")
            assert result.messages.endswith(f"{said}\n")
        assert (source.read_bytes(), alone(tmp_path)) == (data, [source.name])


def test_a_library_that_is_missing_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in LIBRARIES:
        monkeypatch.setitem(sys.modules, name, None)
    source, output = tmp_path / "names.zst", tmp_path / "output.zst"
    source.write_bytes(b"")
    needs = ".zst needs Python 3.14 or a package: pip install backports.zstd\n"
    assert run("to-ascii", "--file", str(source)) == (2, b"", f"acelabel: {source}: {needs}")
    assert run("to-ascii", "a", "-o", str(output)) == (2, b"", f"acelabel: {output}: {needs}")
    assert alone(tmp_path) == ["names.zst"]


def test_the_suffix_before_it_says_the_format(tmp_path: Path) -> None:
    source = packed(tmp_path / "in.parquet.gz", b"")
    result = run("to-ascii", "--column", "host", source)
    said = "parquet is compressed inside: unpack the file, or leave its suffix out"
    assert result == (2, b"", f"acelabel: {source}: {said}\n")
    table = packed(tmp_path / "in.jsonl.gz", '{"host":"ü"}\n'.encode())
    assert run("to-ascii", "--column", "host", table).output == b'{"host":"xn--tda"}\n'
    assert "is a table; to convert one of its columns" in run("to-ascii", "--file", table).messages
    folder = tmp_path / "folder.gz"
    folder.mkdir()
    assert run("to-ascii", "--file", str(folder)) == (2, b"", f"acelabel: {folder}: Is a directory\n")


@pytest.mark.measures_memory
@pytest.mark.skipif("sys.platform == 'win32'")
def test_memory_does_not_grow_with_what_is_inside(tmp_path: Path) -> None:
    peaks = []
    for count in (1, 100):
        with gzip.open(tmp_path / "names.gz", "wb", 1) as stream:
            for _ in range(count):
                stream.write(b" " * 999_999 + b"\n")
        peaks.append(peak("to-ascii", "--format", "text", str(tmp_path / "names.gz"), "-o", str(tmp_path / "out.gz")))
    assert (tmp_path / "out.gz").stat().st_size < 1_000_000
    assert peaks[1] < 1.3 * peaks[0]
