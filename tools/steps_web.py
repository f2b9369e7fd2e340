"""How the converter page is built: the compiler for WebAssembly, and the core."""

import shutil
from pathlib import Path

import nox
from steps import need, rust_host, shared_target
from steps_compiler import PACKAGES, standard_libraries, unpack_compiler, unpacked_compiler

WASM = "wasm32-unknown-unknown"
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


def compiler(session: nox.Session) -> tuple[tuple[str, ...], dict[str, str]]:
    """Options and environment with which cargo builds for WebAssembly: rustup's target, or Debian's packages."""
    libraries = standard_libraries(session)
    if (libraries / WASM).is_dir():
        return (), {}
    linker = libraries / rust_host(session) / "bin/rust-lld"
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
