"""Windows from Linux: the Rust tests under wine."""

import shutil
from pathlib import Path
from tempfile import TemporaryDirectory

import nox
from steps_debian import unpacked
from steps_foreign import Platform, built_tests, same_cases, with_stack_protection

# wine64 alone: the tests are programs of the console.
PACKAGES = ("wine64", "libwine", "libunwind8", "libz-mingw-w64")
# The function that Rust's standard library asks for random octets. wine has it from version 9 on; Debian 12 has 8.
RANDOM = """\
__declspec(dllimport) unsigned char __stdcall SystemFunction036(void *, unsigned long);
__declspec(dllexport) int __stdcall ProcessPrng(unsigned char *octets, unsigned long long count) {
    return SystemFunction036(octets, (unsigned long)count);
}
"""
# These ask cargo where a crate is, which is no program of Windows here.
WITHOUT_CARGO = ("--skip", "labels_conformance")


def wine(session: nox.Session, home: str) -> tuple[str, dict[str, str]]:
    """wine of Debian's packages and its environment, which keeps its files in this folder."""
    usr = unpacked(session, "amd64", PACKAGES).resolve() / "usr"
    # Where it is not installed, the script `wineserver` finds no server, and wine does not find zlib of its package.
    shutil.copy(usr / "lib/wine/wineserver64", usr / "lib/wine/wineserver")
    libraries = usr / "lib/x86_64-linux-gnu"
    shutil.copy(usr / "x86_64-w64-mingw32/lib/zlib1.dll", libraries / "wine/x86_64-windows")
    environment = {
        "HOME": home,
        "WINEPREFIX": f"{home}/prefix",
        "WINEDEBUG": "-all",
        # No browser, no .NET and no menus are made for a first start.
        "WINEDLLOVERRIDES": "mscoree,mshtml,winemenubuilder.exe=",
        "LD_LIBRARY_PATH": str(libraries),
    }
    return str(usr / "lib/wine/wine64"), environment


def run_rust_tests_under_wine(session: nox.Session, platform: Platform) -> None:
    """The Rust tests as developed, with debug assertions."""
    source = Path(session.create_tmp()).resolve() / "random.c"
    source.write_text(RANDOM, encoding="utf-8")
    tests = built_tests(session, platform.target, "test", {"RUSTFLAGS": with_stack_protection(session)})
    # Outside the repository: one of wine's drives is the whole file system, which `maturin sdist` would go through.
    with TemporaryDirectory(ignore_cleanup_errors=True) as home:
        program, environment = wine(session, home)
        for test in tests:
            library = str(Path(test).with_name("bcryptprimitives.dll"))
            options = ("-target", "x86_64-windows-gnu", "-shared", "-o", library, str(source), "-ladvapi32")
            session.run("python", "-m", "ziglang", "cc", *options)
            session.run(program, test, *WITHOUT_CARGO, env=environment | same_cases(), external=True)
