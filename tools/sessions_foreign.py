"""The session of other platforms, which a release needs: not in the default list."""

from collections.abc import Callable

import nox
from steps import install_group
from steps_foreign import PLATFORMS, Platform, built_wheel, call_wheel, run_rust_tests, run_suite
from steps_windows import link_dll, run_rust_tests_under_wine

# What is done on each platform: a function of the session for each part.
WORK: dict[str, dict[str, Callable[[nox.Session, Platform], object]]] = {
    "i686": {"rust": run_rust_tests, "python": run_suite, "calls": call_wheel},
    "s390x": {"rust": run_rust_tests, "python": run_suite, "calls": call_wheel},
    "aarch64": {"python": run_suite, "calls": call_wheel},
    "armv7l": {"calls": call_wheel},
    "ppc64le": {"calls": call_wheel},
    "riscv64": {"calls": call_wheel},
    "musl": {"rust": run_rust_tests, "python": built_wheel},
    "windows": {"rust": run_rust_tests_under_wine, "python": link_dll},
}
PARTS = ("rust", "python", "calls")


@nox.session(requires=["sdist"], default=False)
def foreign(session: nox.Session) -> None:
    """Other platforms, on an x86_64 Linux without root: `nox -s foreign -- i686 rust`; all of them without arguments.

    `rust`: the Rust tests as developed and as shipped on i686 (32 bits), s390x (big-endian) and musl, and as developed
    on Windows.
    `python`: the suite against the wheel on i686, s390x and aarch64; the wheel for musl and the DLL for Windows alone
    are built. `calls`: ten calls of the wheel in dist/, or of one that is built, on each Linux. zig links. What this
    processor cannot run is run under QEMU or wine. Compilers, interpreters and emulators are packages of Debian, in
    target/debian.
    """
    unknown = set(session.posargs) - {*WORK, *PARTS}
    if unknown:
        session.error(f"neither platforms nor parts: {', '.join(sorted(unknown))}")
    install_group(session, "foreign")
    for name in [name for name in WORK if name in session.posargs] or WORK:
        for part in [part for part in PARTS if part in session.posargs] or PARTS:
            if part in WORK[name]:
                session.log(f"{part} on {name}")
                WORK[name][part](session, PLATFORMS[name])
