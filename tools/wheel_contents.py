"""Look into wheels: `python tools/wheel_contents.py WHEEL...` prints each fault and exits with 1 if there is one.

A wheel holds the package, its metadata, the man page and the completions, and nothing else; its lists of files and of
tags are right. It has every licence that its metadata names and those of the crates in it, one SBOM with a licence and
a hash for each crate, and no path of the machine that built it. Its module has the list of its crates that
cargo-auditable would make and is of the processor of the wheel's tag; on macOS and Windows it is for the systems of
that tag, and loads libraries of the system alone.

With `--abi3` a module takes nothing from Python but the stable ABI of 3.11, by the list of the package abi3info, and on
macOS nothing from other libraries than libSystem.
"""

import email.parser
import itertools
import json
import os
import re
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import native_module
import options

ROOT = Path(__file__).resolve().parent.parent
CRATES = ROOT / "src/binding/crates.zlib"
LICENCES = {"LICENSE-MIT", "LICENSE-APACHE", "LICENSE-UNICODE", "THIRD-PARTY-LICENSES"}
MANUAL = {
    "bash-completion/completions/acelabel",
    "fish/vendor_completions.d/acelabel.fish",
    "man/man1/acelabel.1",
    "zsh/site-functions/_acelabel",
}
# The libraries that a module may load, of the system and of Python, and the processors and the oldest system of a tag.
LIBRARIES = {
    "macosx": r"/usr/lib/lib(System\.B|iconv\.2)\.dylib",
    "win": r"python3(\d+t?|t)?|kernel32|ntdll|bcryptprimitives|ws2_32|userenv|vcruntime140(_1)?|api-ms-win-[\w-]+",
}
WINDOWS = {"win_amd64": "x86_64", "win_arm64": "arm64"}
# Windows 10.
OLDEST_WINDOWS = (10, 0)
# macOS starts no program without one on arm64.
CODE_SIGNATURE = 0x1D
# Addresses of 64 bits at random places, and no code on the stack.
PROTECTIONS = 0x20 | 0x40 | 0x100
# Folders of people, file URLs, and the folders of this machine that a build could name.
FOLDERS = b"|".join(
    re.escape(os.fsencode(path)) for path in (ROOT, os.environ.get("CARGO_HOME", Path.home() / ".cargo"))
)
LOCAL = re.compile(rb"file://|/(?:home|Users)/\w|/root/\.|[A-Za-z]:\\+(?:Users|a)\\+\w|" + FOLDERS)


def faults(wheel: zipfile.ZipFile, tags: list[str], stable: set[str]) -> Iterator[str]:
    """Return what is wrong with one wheel, in words; the tags are those of its name: Python, ABI, platform."""
    names = wheel.namelist()
    (metadata,) = (name for name in names if re.fullmatch(r"[^/]+\.dist-info/METADATA", name))
    information = metadata.removesuffix("METADATA")
    share = information.replace(".dist-info/", ".data/data/share/")
    for name in names:
        if not name.startswith(("acelabel/", information, share)):
            yield f"{name} belongs to no wheel"
        if found := LOCAL.findall(wheel.read(name)):
            yield f"{name} names paths of the machine that built it: {found[:3]}"
        if re.fullmatch(r"acelabel/_native\b.*\.(so|pyd)", name):
            yield from module_faults(wheel.read(name), name, tags, stable)
    if {row.rsplit(",", 2)[0] for row in wheel.read(f"{information}RECORD").decode().splitlines()} != {*names}:
        yield "RECORD names other files"
    told = email.parser.BytesParser().parsebytes(wheel.read(f"{information}WHEEL")).get_all("Tag") or []
    if {*told} != {"-".join(tag) for tag in itertools.product(*(part.split(".") for part in tags))}:
        yield f"WHEEL has the tags {told}"
    if missing := sorted(MANUAL - {name.removeprefix(share) for name in names}):
        yield f"the man page or completions are missing: {missing}"
    heads = email.parser.BytesParser().parsebytes(wheel.read(metadata))
    declared = set(heads.get_all("License-File") or [])
    if declared != LICENCES:
        yield f"the metadata declares the licences {sorted(declared)}, not {sorted(LICENCES)}"
    missing = sorted(name for name in LICENCES if f"{information}licenses/{name}" not in names)
    if missing:
        yield f"the licence texts {missing} are missing"
    boms = [name for name in names if name.startswith(f"{information}sboms/")]
    if len(boms) != 1:
        yield f"there are {len(boms)} SBOMs, not one: {boms}"
    for name in boms:
        yield from sbom_faults(wheel.read(name), str(heads["Version"]))


def module_faults(octets: bytes, name: str, tags: list[str], stable: set[str]) -> Iterator[str]:
    """Return what is wrong with a module. One for WebAssembly has no list of crates."""
    if octets.startswith(b"\0asm"):
        return
    try:
        module = native_module.read(octets)
    except ValueError as error:
        yield f"{name}: {error}"
        return
    if module.sections.get(".dep-v0") != CRATES.read_bytes():
        yield f"{name} has no list of its crates, or another one, in the section .dep-v0"
    # A module for the stable ABI of 3.15 tells of itself by slots (PEP 793).
    entry = "PyModExport__native" if tags[1].endswith("abi3t") else "PyInit__native"
    if entry not in module.exports:
        yield f"{name} gives no {entry}"
    of_python = {taken for names in module.imports.values() for taken in names if taken.startswith(("Py", "_Py"))}
    of_python |= {library for library in module.libraries if re.match(r"python3\d", library.lower())}
    if stable and not (of_python and of_python <= stable):
        yield f"{name} takes from Python {sorted(of_python - stable)}"
    tag = tags[2]
    if found := re.fullmatch(r"(macosx)_(\d+)_(\d+)_(\w+)", tag):
        yield from system_faults(module, name, found[1], found[4], (int(found[2]), int(found[3])))
        if found[4] == "arm64" and CODE_SIGNATURE not in module.commands:
            yield f"{name} is not signed"
        if stable and module.libraries != {"/usr/lib/libSystem.B.dylib"}:
            yield f"{name} loads {sorted(module.libraries)}, not libSystem alone"
    elif found := re.match(r"\w*linux\d*_(?:\d+_\d+_)?(\w+)", tag):
        if module.machine != found[1]:
            yield f"{name} is for the processor {module.machine}, not {found[1]}"
    elif tag in WINDOWS:
        yield from system_faults(module, name, "win", WINDOWS[tag], OLDEST_WINDOWS)
        if module.characteristics & PROTECTIONS != PROTECTIONS:
            yield f"{name} has the characteristics {module.characteristics:#x}, without {PROTECTIONS:#x}"


def system_faults(
    module: native_module.Module, name: str, system: str, processor: str, oldest: tuple[int, int]
) -> Iterator[str]:
    """Return what a module needs that the tag of the wheel does not tell."""
    if module.machine != processor:
        yield f"{name} is for the processor {module.machine}, not {processor}"
    if not (0, 0) < module.oldest_system <= oldest:
        yield f"{name} is for systems from {module.oldest_system} on, not from {oldest} on"
    libraries = {re.sub(r"\.dll$", "", library.lower()) if system == "win" else library for library in module.libraries}
    if others := sorted(library for library in libraries if not re.fullmatch(LIBRARIES[system], library)):
        yield f"{name} loads {others}"


def stable_names() -> set[str]:
    """The functions and data of the stable ABI of Python 3.11."""
    import abi3info

    listed = (*abi3info.FUNCTIONS.values(), *abi3info.DATAS.values())
    return {entry.symbol.name for entry in listed if (entry.added.major, entry.added.minor) <= (3, 11)}


def sbom_faults(text: bytes, version: str) -> Iterator[str]:
    """Return what is wrong with the SBOM of a wheel of that version."""
    document = json.loads(text)
    own = document["metadata"]["component"]["version"]
    if own != version:
        yield f"the SBOM is of version {own}, the wheel of version {version}: nox -s supply -- licences"
    if not document["components"]:
        yield "the SBOM names no crate"
    for crate in document["components"]:
        if not (crate["licenses"] and crate["hashes"] and crate["purl"].startswith("pkg:cargo/")):
            yield f"the SBOM has no licence, hash or address for {crate['name']}"


def main() -> int:
    flags, wheels = options.given(__doc__, "--abi3", words="+")
    stable = stable_names() if flags else set()
    found = []
    for path in wheels:
        with zipfile.ZipFile(path) as wheel:
            found += [f"{Path(path).name}: {fault}" for fault in faults(wheel, Path(path).stem.split("-")[-3:], stable)]
    print("\n".join(found) or f"{len(wheels)} wheels: licences and SBOM are there, no local paths")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
