"""How the converter page is built: the compiler for WebAssembly, and the core."""

import shutil
import subprocess
from pathlib import Path

import nox
from steps import TARGET, need, rust_host, shared_target

WASM = "wasm32-unknown-unknown"
# Debian's packages of a compiler whose standard library can be built for WebAssembly. They are unpacked, not installed.
PACKAGES = ("rustc-web", "rust-web-src", "libstd-rust-web-1.96", "libstd-rust-web-dev", "libllvm22")
UNPACKED = TARGET / "rust-web"
BROWSERS = {
    "chromium": ("chromium", "chromium-browser", "google-chrome"),
    "chromium-driver": ("chromedriver",),
    "firefox-esr": ("firefox-esr", "firefox"),
}


def need_browsers(session: nox.Session) -> None:
    """Where a browser is missing, end the session."""
    missing = [package for package, names in BROWSERS.items() if not any(map(shutil.which, names))]
    if missing:
        need(session, f"no browsers to test the page in: apt-get install {' '.join(missing)}")


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


def compiler(session: nox.Session) -> tuple[tuple[str, ...], dict[str, str]]:
    """Options and environment with which cargo builds for WebAssembly: rustup's target, or Debian's packages."""
    root = Path(str(session.run("rustc", "--print", "sysroot", silent=True, external=True)).strip()) / "lib/rustlib"
    if (root / WASM).is_dir():
        return (), {}
    linker = root / rust_host(session) / "bin/rust-lld"
    if not linker.exists() or not unpack_compiler():
        listed = " ".join(PACKAGES)
        need(session, f"no compiler for WebAssembly: rustup target add {WASM}, or the packages of Debian {listed}")
    own = {f"CARGO_TARGET_{WASM.upper().replace('-', '_')}_LINKER": str(linker)}
    # Without features, as a page has no use for the names of functions in a backtrace.
    return ("-Zbuild-std=std,panic_abort", "-Zbuild-std-features="), unpacked_compiler() | own


def build_core(session: nox.Session) -> Path:
    """Compile the core of the page."""
    options, environment = compiler(session)
    target = Path(shared_target()["CARGO_TARGET_DIR"]) / "web"
    command = ("cargo", "build", "--locked", "--release", "--manifest-path", "web/Cargo.toml", "--target", WASM)
    session.run(*command, *options, env=environment | {"CARGO_TARGET_DIR": str(target)}, external=True)
    return target / WASM / "release" / "acelabel_web.wasm"
