"""Compilers for other targets: rustup's, or that of Debian's packages, which makes their standard library."""

import shutil
import subprocess
from pathlib import Path

import nox
from steps import TARGET, need, rust_host, shared_target

# Debian's packages of a compiler and of the source of its standard library. They are unpacked, not installed.
PACKAGES = ("rustc-web", "rust-web-src", "libstd-rust-web-1.96", "libstd-rust-web-dev", "libllvm22")
UNPACKED = TARGET / "rust-web"
WASM = "wasm32-unknown-unknown"
BROWSERS = {
    "chromium": ("chromium", "chromium-browser", "google-chrome"),
    "chromium-driver": ("chromedriver",),
    "firefox-esr": ("firefox-esr", "firefox"),
}


def compiler(session: nox.Session, target: str, *parts: str) -> tuple[tuple[str, ...], dict[str, str]]:
    """Options and environment with which cargo builds for a target: rustup's, or with Debian's packages.

    These make the parts of the standard library anew, from Debian's source.
    """
    if (_libraries(session) / target).is_dir():
        return (), {}
    if not _unpack():
        need(session, f"no compiler for {target}: rustup target add {target}, or the packages {' '.join(PACKAGES)}")
    environment = {
        "RUSTC": str(UNPACKED / "usr/bin/rustc"),
        "LD_LIBRARY_PATH": str(UNPACKED / "usr/lib/x86_64-linux-gnu"),
        # Lets a stable compiler build its standard library.
        "RUSTC_BOOTSTRAP": "1",
    }
    return (f"-Zbuild-std={','.join(parts)}",), environment


def _libraries(session: nox.Session) -> Path:
    """The folder in which the installed compiler has a folder for each target."""
    sysroot = session.run("rustc", "--print", "sysroot", silent=True, external=True)
    return Path(str(sysroot).strip()) / "lib/rustlib"


def _unpack() -> bool:
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


def need_browsers(session: nox.Session) -> None:
    """Where a browser is missing, end the session."""
    missing = [package for package, names in BROWSERS.items() if not any(map(shutil.which, names))]
    if missing:
        need(session, f"no browsers to test the page in: apt-get install {' '.join(missing)}")


def build_core(session: nox.Session) -> Path:
    """Compile the core of the converter page."""
    options, environment = compiler(session, WASM, "std", "panic_abort")
    if options:
        linker = _libraries(session) / rust_host(session) / "bin/rust-lld"
        if not linker.exists():
            need(session, f"no linker for WebAssembly: rustup target add {WASM}")
        environment[f"CARGO_TARGET_{WASM.upper().replace('-', '_')}_LINKER"] = str(linker)
        # Without features, as a page has no use for the names of functions in a backtrace.
        options += ("-Zbuild-std-features=",)
    target = Path(shared_target()["CARGO_TARGET_DIR"]) / "web"
    command = ("cargo", "build", "--locked", "--release", "--manifest-path", "web/Cargo.toml", "--target", WASM)
    session.run(*command, *options, env=environment | {"CARGO_TARGET_DIR": str(target)}, external=True)
    return target / WASM / "release" / "acelabel_web.wasm"
