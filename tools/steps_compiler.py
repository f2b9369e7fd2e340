"""Compilers for other targets: rustup's, or that of Debian's packages, which makes their standard library."""

import shutil
import subprocess
from pathlib import Path

import nox
from steps import TARGET

# Debian's packages of a compiler and of the source of its standard library. They are unpacked, not installed.
PACKAGES = ("rustc-web", "rust-web-src", "libstd-rust-web-1.96", "libstd-rust-web-dev", "libllvm22")
UNPACKED = TARGET / "rust-web"


def standard_libraries(session: nox.Session) -> Path:
    """The folder in which the installed compiler has a folder for each target."""
    sysroot = session.run("rustc", "--print", "sysroot", silent=True, external=True)
    return Path(str(sysroot).strip()) / "lib/rustlib"


def unpack_compiler() -> bool:
    """Fetch and unpack Debian's packages; whether that was possible."""
    if (UNPACKED / "usr/bin/rustc").exists():
        return True
    if shutil.which("apt-get") is None:
        return False
    folder = TARGET / "rust-web-packages"
    folder.mkdir(parents=True, exist_ok=True)
    # apt compares each package with the signed list.
    fetched = subprocess.run(["apt-get", "-qq", "download", *PACKAGES], cwd=folder, check=False, capture_output=True)
    if fetched.returncode != 0:
        return False
    for package in folder.glob("*.deb"):
        subprocess.run(["dpkg", "-x", str(package), str(UNPACKED)], check=True)
    shutil.rmtree(folder)
    return True


def unpacked_compiler() -> dict[str, str]:
    """The environment in which cargo calls the compiler of Debian's packages."""
    return {
        "RUSTC": str(UNPACKED / "usr/bin/rustc"),
        "LD_LIBRARY_PATH": str(UNPACKED / "usr/lib/x86_64-linux-gnu"),
        # Lets a stable compiler build its standard library.
        "RUSTC_BOOTSTRAP": "1",
    }
