"""Look into wheels: `python tools/wheel_contents.py WHEEL...` prints each fault and exits with 1 if there is one.

A wheel holds the package, its metadata, the man page and the completions, and nothing else. It has every licence
that its metadata names and those of the crates in it, one SBOM with a licence and a hash for each crate, and no
path of the machine that built it.
"""

import email.parser
import json
import os
import re
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LICENCES = {"LICENSE-MIT", "LICENSE-APACHE", "LICENSE-UNICODE", "THIRD-PARTY-LICENSES"}
# Folders of people, file URLs, and the folders of this machine that a build could name.
FOLDERS = b"|".join(
    re.escape(os.fsencode(path)) for path in (ROOT, os.environ.get("CARGO_HOME", Path.home() / ".cargo"))
)
LOCAL = re.compile(rb"file://|/(?:home|Users)/\w|/root/\.|[A-Za-z]:\\+(?:Users|a)\\+\w|" + FOLDERS)


def faults(wheel: zipfile.ZipFile) -> Iterator[str]:
    """Return what is wrong with one wheel, in words."""
    names = wheel.namelist()
    (metadata,) = (name for name in names if re.fullmatch(r"[^/]+\.dist-info/METADATA", name))
    information = metadata.removesuffix("METADATA")
    share = information.replace(".dist-info/", ".data/data/share/")
    for name in names:
        if not name.startswith(("acelabel/", information, share)):
            yield f"{name} belongs to no wheel"
        if found := LOCAL.findall(wheel.read(name)):
            yield f"{name} names paths of the machine that built it: {found[:3]}"
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
    wheels = sys.argv[1:]
    found = []
    for path in wheels:
        with zipfile.ZipFile(path) as wheel:
            found += [f"{Path(path).name}: {fault}" for fault in faults(wheel)]
    print("\n".join(found) or f"{len(wheels)} wheels: licences and SBOM are there, no local paths")
    return 1 if found or not wheels else 0


if __name__ == "__main__":
    sys.exit(main())
