"""The look into wheels (`tools/wheel_contents.py`) finds each fault, in the modules of Linux, macOS and Windows."""

import json
import re
import struct
import subprocess
import sys
import zipfile
import zlib
from pathlib import Path

import pytest

from acelabel import _native

ROOT = Path(__file__).parents[2]
CRATES = (ROOT / "src/binding/crates.zlib").read_bytes()
INFORMATION = "acelabel-1.0.0.dist-info"
SHARE = "acelabel-1.0.0.data/data/share"
MANUAL = (
    "bash-completion/completions/acelabel",
    "fish/vendor_completions.d/acelabel.fish",
    "man/man1/acelabel.1",
    "zsh/site-functions/_acelabel",
)
LINUX, MACOS, WINDOWS = "manylinux_2_17_x86_64", "macosx_11_0_arm64", "win_amd64"


def elf(
    title: bytes = b".dep-v0", processor: int = 62, taken: bytes = b"PyType_IsSubtype", is_64: bool = True
) -> bytes:
    """A module that gives one name and takes one; one section is the list of crates, under that title."""
    order, sizes, entry = ("<", "Q", "I2xH16x") if is_64 else (">", "I", "I10xH")
    names = b"\0PyInit__native\0" + taken + b"\0"
    symbols = struct.pack(f"{order}{entry}{entry}", 1, 1, 16, 0)
    sections = {title: CRATES, b".dynstr": names, b".dynsym": symbols, b".shstrtab": b""}
    sections[b".shstrtab"] = titles = b"\0".join([b"", *sections, b""])
    rows, place = b"", 64
    for name, contents in sections.items():
        row = titles.index(b"\0" + name) + 1, 1, 0, 0, place, len(contents)
        rows += struct.pack(f"{order}2I4{sizes}", *row).ljust(64 if is_64 else 40, b"\0")
        place += len(contents)
    kinds = struct.pack(f"{order}4sBB12xH", b"\x7fELF", 1 + is_64, 1 + (order == ">"), processor)
    padding = "20x" if is_64 else "12x"
    head = kinds + struct.pack(f"{order}{padding}{sizes}10x3H", place, 64 if is_64 else 40, len(sections), 3)
    return head.ljust(64, b"\0") + b"".join(sections.values()) + rows


def mach_o(
    processor: int = 0x0100000C,
    oldest: int = 11 << 16,
    library: bytes = b"/usr/lib/libSystem.B.dylib",
    kind: int = 0xF,
    signature: int = 0x1D,
    command: int = 0x32,
) -> bytes:
    """A module with one section, one library, one symbol of that kind, a signature, and the command of its system."""
    names = b"\0_PyInit__native\0"
    start = 32 + 152 + 24 + 64 + 24 + 16
    section = struct.pack("<16s16s2Q8I", b".dep-v0", b"__DATA", 0, len(CRATES), start, *[0] * 7)
    segment = struct.pack("<2I16s4Q4I", 0x19, 152, b"__DATA", 0, 0, 0, 0, 0, 0, 1, 0) + section
    place = start + len(CRATES)
    table = struct.pack("<6I", 2, 24, place, 1, place + 16, len(names))
    loaded = struct.pack("<6I40s", 0xC, 64, 24, 0, 0, 0, library)
    system = (1, oldest, oldest, 0) if command == 0x32 else (oldest, oldest, 0, 0)
    build = struct.pack("<10I", command, 24, *system, signature, 16, 0, 0)
    head = struct.pack("<8I", 0xFEEDFACF, processor, 0, 6, 5, start - 32, 0, 0)
    return head + segment + table + loaded + build + CRATES + struct.pack("<I2BHQ", 1, kind, 1, 0, 0) + names


def pe(
    processor: int = 0x8664,
    oldest: int = 10,
    library: bytes = b"python3.dll",
    name: bytes = b"PyInit__native",
    flags: int = 0x160,
) -> bytes:
    """A module that gives one name and takes one from a library, in a section after that of the list of crates."""
    data = 0x1000 + len(CRATES)
    names = data + 40 + 4 + 40 + 16
    exports = struct.pack("<6I4I", *[0] * 6, 1, 0, data + 40, 0) + struct.pack("<I", names)
    imports = struct.pack("<5I20x", data + 84, 0, 0, names + 16, 0) + struct.pack("<2Q", names + 32, 0)
    texts = struct.pack("<16s16s20s", name, library, b"\0\0PyType_IsSubtype")
    contents = exports + imports + texts
    optional = bytearray(240)
    struct.pack_into("<H", optional, 0, 0x20B)
    struct.pack_into("<2H", optional, 48, oldest, 0)
    struct.pack_into("<H", optional, 70, flags)
    struct.pack_into("<4I", optional, 112, data, 40, data + 44, 40)
    head = struct.pack("<2s58xI", b"MZ", 64) + struct.pack("<4s2H3I2H", b"PE", processor, 2, 0, 0, 0, 240, 0) + optional
    first = struct.pack("<8s4I16x", b".dep-v0", len(CRATES), 0x1000, len(CRATES), 0x1000)
    other = struct.pack("<8s4I16x", b".rdata", len(contents), data, len(contents), data)
    return bytes(head + first + other).ljust(0x1000, b"\0") + CRATES + contents


GOOD = {LINUX: elf(), MACOS: mach_o(), WINDOWS: pe()}


def wheel(folder: Path, tag: str, **changes: bytes) -> Path:
    """A wheel as it has to be, but for the changed files."""
    licences = ("LICENSE-MIT", "LICENSE-APACHE", "LICENSE-UNICODE", "THIRD-PARTY-LICENSES")
    heads = "".join(f"License-File: {name}\n" for name in licences)
    sbom = (ROOT / "sbom/acelabel.cyclonedx.json").read_text("utf-8")
    version = json.loads(sbom)["metadata"]["component"]["version"]
    files = {
        "acelabel/__init__.py": b"",
        **{f"{SHARE}/{name}": b"text" for name in MANUAL},
        "acelabel/_native.so": GOOD[tag],
        f"{INFORMATION}/METADATA": f"Name: acelabel\nVersion: {version}\n{heads}\n".encode(),
        f"{INFORMATION}/sboms/acelabel.cyclonedx.json": sbom.encode(),
        **{f"{INFORMATION}/licenses/{name}": b"text" for name in licences},
    }
    files[f"{INFORMATION}/WHEEL"] = f"Tag: cp311-abi3-{tag}\n".encode()
    files = {name: contents for name, contents in (files | changes).items() if contents != b"none"}
    record = f"{INFORMATION}/RECORD"
    files.setdefault(record, "".join(f"{name},,\n" for name in [*files, record]).encode())
    path = folder / f"acelabel-1.0.0-cp311-abi3-{tag}.whl"
    with zipfile.ZipFile(path, "w") as archive:
        for name, contents in files.items():
            archive.writestr(name, contents)
    return path


def looked_into(path: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(ROOT / "tools" / "wheel_contents.py"), str(path)]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)


@pytest.mark.parametrize("tag", GOOD)
def test_a_good_wheel_has_no_fault(tmp_path: Path, tag: str) -> None:
    good = looked_into(wheel(tmp_path, tag))
    assert (good.returncode, good.stdout) == (0, "1 wheels: licences and SBOM are there, no local paths\n")


@pytest.mark.parametrize(
    ("name", "contents", "fault"),
    [
        ("acelabel/_native.so", bytes(Path("/", "home", "someone", "lib.rs")), "names paths of the machine"),
        ("acelabel/_native.so", b"C:\\Users\\someone\\lib.rs", "names paths of the machine"),
        ("acelabel/_native.so", bytes(ROOT / "src" / "lib.rs"), "names paths of the machine"),
        ("acelabel/_native.so", elf(b".data"), "no list of its crates"),
        ("acelabel/_native.so", b"text", "neither ELF"),
        (f"{INFORMATION}/licenses/THIRD-PARTY-LICENSES", b"none", "licence texts ['THIRD-PARTY-LICENSES']"),
        (f"{INFORMATION}/METADATA", b"Version: 1.0.0\n\n", "declares the licences []"),
        (f"{INFORMATION}/sboms/acelabel.cyclonedx.json", b"none", "0 SBOMs"),
        (f"{INFORMATION}/RECORD", b"acelabel/__init__.py,,\n", "RECORD names other files"),
        (f"{INFORMATION}/WHEEL", b"Tag: cp311-abi3-any\n", "WHEEL has the tags ['cp311-abi3-any']"),
        (f"{SHARE}/man/man1/acelabel.1", b"none", "man page or completions are missing: ['man/man1/acelabel.1']"),
        ("tests/test_errors.py", b"", "belongs to no wheel"),
    ],
)
def test_faults_of_a_wheel_are_found(tmp_path: Path, name: str, contents: bytes, fault: str) -> None:
    bad = looked_into(wheel(tmp_path, LINUX, **{name: contents}))
    assert bad.returncode == 1
    assert fault in bad.stdout


@pytest.mark.parametrize(
    ("tag", "module", "fault"),
    [
        (LINUX, elf(processor=22, is_64=False), "is for the processor s390x, not x86_64"),
        (MACOS, mach_o(signature=0x26), "is not signed"),
        (MACOS, mach_o(command=0x24, oldest=12 << 16), "is for systems from (12, 0) on, not from (11, 0) on"),
        (MACOS, mach_o(command=0x26), "is for systems from (0, 0) on, not from (11, 0) on"),
        (MACOS, mach_o(processor=0x01000007), "is for the processor x86_64, not arm64"),
        (MACOS, mach_o(oldest=12 << 16), "is for systems from (12, 0) on, not from (11, 0) on"),
        (MACOS, mach_o(library=b"/opt/lib/libSystem.B.dylib"), "loads ['/opt/lib/libSystem.B.dylib']"),
        (MACOS, mach_o(kind=1), "gives no PyInit__native"),
        (MACOS, mach_o(kind=0x1F), "gives no PyInit__native"),
        (WINDOWS, pe(processor=0xAA64), "is for the processor arm64, not x86_64"),
        (WINDOWS, pe(oldest=11), "is for systems from (11, 0) on, not from (10, 0) on"),
        (WINDOWS, pe(library=b"msys-2.0.dll"), "loads ['msys-2.0']"),
        (WINDOWS, pe(name=b"PyInit_native"), "gives no PyInit__native"),
        (WINDOWS, pe(flags=0x140), "has the characteristics 0x140"),
    ],
)
def test_faults_of_a_module_are_found(tmp_path: Path, tag: str, module: bytes, fault: str) -> None:
    bad = looked_into(wheel(tmp_path, tag, **{"acelabel/_native.so": module}))
    assert bad.returncode == 1
    assert fault in bad.stdout


def test_a_module_takes_nothing_from_python_but_the_stable_abi(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "tools"))
    from wheel_contents import module_faults

    taken = {
        (LINUX, elf()): "",
        (WINDOWS, pe()): "",
        (LINUX, elf(taken=b"PyUnicode_New")): "['PyUnicode_New']",
        (LINUX, elf(taken=b"malloc")): "[]",
        (WINDOWS, pe(library=b"python311.dll")): "['python311.dll']",
    }
    for (tag, module), names in taken.items():
        faults = [f"module takes from Python {names}"] if names else []
        assert list(module_faults(module, "module", ["cp311", "abi3", tag], {"PyType_IsSubtype"})) == faults
    iconv = "/usr/lib/libiconv.2.dylib"
    tags = ["cp311", "abi3", MACOS]
    loaded = list(module_faults(mach_o(library=iconv.encode()), "module", tags, {"PyType_IsSubtype"}))
    assert loaded[1:] == [f"module loads ['{iconv}'], not libSystem alone"]
    tags = ["cp315", "abi3.abi3t", LINUX]
    assert list(module_faults(elf(), "module", tags, set())) == ["module gives no PyModExport__native"]


def test_a_wheel_that_is_compressed_again_holds_the_same(tmp_path: Path) -> None:
    path = wheel(tmp_path, LINUX)

    def contents() -> list[tuple[object, ...]]:
        with zipfile.ZipFile(path) as read:
            entries = read.infolist()
            return [(entry.filename, entry.date_time, entry.external_attr, read.read(entry)) for entry in entries]

    before, size = contents(), path.stat().st_size
    program = str(ROOT / "tools/compress_wheel.py")
    subprocess.run([sys.executable, program, str(path)], check=True, timeout=300)
    assert contents() == before
    assert path.stat().st_size < size


def test_the_module_has_the_list_of_its_crates(monkeypatch: pytest.MonkeyPatch) -> None:
    """As cargo-auditable makes it: https://github.com/rust-secure-code/cargo-auditable, PARSING.md."""
    monkeypatch.syspath_prepend(str(ROOT / "tools"))
    from native_module import read

    section = read(Path(_native.__file__).read_bytes()).sections[".dep-v0"]
    packages = json.loads(zlib.decompress(section))["packages"]
    document = json.loads((ROOT / "sbom/acelabel.cyclonedx.json").read_text("utf-8"))
    kinds = {"required": "runtime", "excluded": "build"}
    rows = {(crate["name"], crate["version"], kinds[crate["scope"]]) for crate in document["components"]}
    (root,) = (package for package in packages if package["root"])
    own = (root["name"], root["version"], root["kind"])
    assert own == ("acelabel", document["metadata"]["component"]["version"], "runtime")
    assert {(package["name"], package["version"], package["kind"]) for package in packages} == {*rows, own}
    needed = {crate["ref"]: crate["dependsOn"] for crate in document["dependencies"]}
    for package in packages:
        names = sorted(packages[place]["name"] for place in package["dependencies"])
        place = "pypi" if package["root"] else "cargo"
        reference = f"pkg:{place}/{package['name']}@{package['version']}"
        assert [re.split("[/@]", crate)[1] for crate in needed[reference]] == names
