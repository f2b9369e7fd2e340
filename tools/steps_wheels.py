"""The wheels that one x86_64 Linux can build and test."""

import os
import shutil
from pathlib import Path

import nox
from steps import ROOT, TARGET, build_wheel

VERSIONS = ("3.11", "3.12", "3.13")
PORTABLE = ("--zig", "--compatibility", "manylinux2014")
PLATFORM = "manylinux2014_x86_64.manylinux_2_17_x86_64"
# The date of every file in the wheels, where the caller gives none.
DATE = "1767225600"


def installed_versions(session: nox.Session) -> list[str]:
    """The versions of Python that are installed; the others are named."""
    missing = [version for version in VERSIONS if shutil.which(f"python{version}") is None]
    if missing:
        session.warn(f"not installed, so not built: {', '.join(missing)}")
    return [version for version in VERSIONS if version not in missing]


def built_twice(session: nox.Session, version: str, tag: str, *features: str) -> Path:
    """Build a wheel in two folders, with all dependencies; fail unless both are equal and have the tag."""
    options = (*PORTABLE, "--interpreter", f"python{version}", *features)
    found = []
    for place in ("first", "second"):
        folder = ROOT / session.create_tmp() / place / tag
        shutil.rmtree(folder, ignore_errors=True)
        environment = {
            "SOURCE_DATE_EPOCH": os.environ.get("SOURCE_DATE_EPOCH", DATE),
            "CARGO_TARGET_DIR": str(TARGET / f"wheels-{place}"),
        }
        build_wheel(session, folder, *options, env=environment, source=f"source-{place}")
        found += list(folder.glob(f"acelabel-*-{tag}-{PLATFORM}.whl"))
    if len(found) != 2:
        session.error(f"maturin built no wheel with the tag {tag}-{PLATFORM}")
    if found[0].read_bytes() != found[1].read_bytes():
        session.error(f"{found[0].name} differs from a second build of the same sources")
    session.run("python", str(ROOT / "tools" / "wheel_contents.py"), str(found[0]))
    return found[0]


def call_wheel(session: nox.Session, version: str, wheel: Path) -> None:
    """Install the wheel into an environment of that Python, with nothing else, and call it."""
    folder = ROOT / session.create_tmp() / f"python-{version}"
    shutil.rmtree(folder, ignore_errors=True)
    session.run(f"python{version}", "-m", "venv", str(folder), external=True)
    python = str(folder / "bin" / "python")
    options = ("--quiet", "--no-index", "--no-deps")
    session.run(python, "-m", "pip", "install", *options, str(wheel), external=True)
    session.run(python, "-I", str(ROOT / "tools" / "smoke.py"), external=True)


def build_every_wheel(session: nox.Session) -> None:
    """Build and call a wheel for each Python, and the one for the stable ABI on all of them."""
    versions = installed_versions(session)
    for version in versions:
        tag = "cp" + version.replace(".", "")
        call_wheel(session, version, built_twice(session, version, f"{tag}-{tag}"))
    stable = built_twice(session, VERSIONS[0], f"cp{VERSIONS[0].replace('.', '')}-abi3", "--features", "python,abi3")
    for version in versions:
        call_wheel(session, version, stable)
