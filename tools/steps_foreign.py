"""Other platforms on an x86_64 Linux: built with zig, run with files of Debian, under QEMU where need be."""

import json
import os
import shutil
import stat
from dataclasses import dataclass
from pathlib import Path

import nox
import steps
from steps_debian import compiler, unpacked

# The interpreter of each release of Debian, and its packages for a few calls; the suite imports more.
PYTHONS = {"bookworm": "python3.11", "trixie": "python3.13"}
PYTHON_PACKAGES = ("{0}-minimal", "lib{0}-minimal", "lib{0}-stdlib", "libc6", "libgcc-s1", "libexpat1", "zlib1g")
SUITE_PACKAGES = (
    *("lib{0}", "media-types", "libbz2-1.0", "libcrypt1", "libffi8", "liblzma5", "libsqlite3-0", "libssl3", "libuuid1"),
)
# Emulated, a test takes some thirty times as long: fewer texts there, of every kind.
FEWER = {"ACELABEL_EXHAUSTIVE_PLACES": "6", "ACELABEL_EXHAUSTIVE_LENGTH": "2", "ACELABEL_NAMES": "2000"}
# QEMU does not tell the kernel which memory should have large pages, and a test asks the kernel whether it was told.
NOT_EMULATED = ("--skip", "large_memory_has_large_pages")


# The builds of a wheel: for one Python each, and for the stable ABIs, with their tags.
STABLE = {"abi3": "cp311-abi3", "abi3t": "cp315-abi3.abi3t"}
EVERY_BUILD = ("3.11", "3.12", "3.13", "3.14", "3.14t", "3.15", "3.15t", *STABLE)


@dataclass(frozen=True)
class Platform:
    """A platform by the names that Rust, maturin, Debian and QEMU have for it; Debian's are empty where it has none."""

    target: str
    compatibility: str
    debian: str = ""
    libraries: str = ""
    emulator: str = ""
    release: str = "bookworm"
    builds: tuple[str, ...] = ("abi3",)


# Those with wheels, by their names in .github/workflows/wheels.yml.
WHEELS = {
    "manylinux_x86_64": Platform("x86_64-unknown-linux-gnu", "manylinux2014", builds=EVERY_BUILD),
    "manylinux_aarch64": Platform(
        *("aarch64-unknown-linux-gnu", "manylinux2014", "arm64"), emulator="qemu-aarch64-static", builds=EVERY_BUILD
    ),
    "manylinux_i686": Platform("i686-unknown-linux-gnu", "manylinux2014", "i386", "i386-linux-gnu"),
    "manylinux_armv7l": Platform(
        *("armv7-unknown-linux-gnueabihf", "manylinux2014", "armhf"), emulator="qemu-arm-static"
    ),
    # zig has no C library for it that is older than version 2.19 of glibc; 2.28 is the next with a tag in common use.
    "manylinux_ppc64le": Platform(
        *("powerpc64le-unknown-linux-gnu", "manylinux_2_28", "ppc64el"), emulator="qemu-ppc64le-static"
    ),
    "manylinux_s390x": Platform("s390x-unknown-linux-gnu", "manylinux2014", "s390x", emulator="qemu-s390x-static"),
    "manylinux_riscv64": Platform(
        *("riscv64gc-unknown-linux-gnu", "manylinux_2_31", "riscv64"), emulator="qemu-riscv64-static", release="trixie"
    ),
    "musllinux_x86_64": Platform("x86_64-unknown-linux-musl", "musllinux_1_2", builds=(*STABLE,)),
    "musllinux_aarch64": Platform("aarch64-unknown-linux-musl", "musllinux_1_2", builds=(*STABLE,)),
    "macos_x86_64": Platform("x86_64-apple-darwin", "", builds=(*STABLE,)),
    "macos_arm64": Platform("aarch64-apple-darwin", "", builds=EVERY_BUILD),
    "windows_x86_64": Platform("x86_64-pc-windows-gnu", "", builds=EVERY_BUILD),
    "windows_arm64": Platform("aarch64-pc-windows-gnullvm", "", builds=(*STABLE,)),
}
# Those that are tested here.
PLATFORMS = {name.removeprefix("manylinux_"): platform for name, platform in WHEELS.items() if platform.debian}
PLATFORMS |= {"musl": WHEELS["musllinux_x86_64"]}
# The date of every file in the wheels, where the caller gives none.
DATE = "1767225600"
OLDEST_MACOS = "11.0"


def compiler_for(session: nox.Session, target: str) -> tuple[tuple[str, ...], dict[str, str]]:
    """Options and environment with which cargo builds for a platform."""
    options, environment = compiler(session, target, "std", "panic_unwind", "proc_macro", "test")
    return options, environment | {"CARGO_TARGET_DIR": str(steps.TARGET / "foreign"), "CARGO_PROFILE_TEST_DEBUG": "0"}


def runner(session: nox.Session, platform: Platform) -> tuple[str, ...]:
    """The command that runs a program of the platform: its loader, or QEMU, with the files of Debian's packages."""
    if not platform.debian:
        return ()
    root = unpacked(session, platform.debian, ("libc6", "libgcc-s1"), platform.release)
    if not platform.emulator:
        folders = (root / part / platform.libraries for part in ("lib", "usr/lib"))
        return str(root / "lib/ld-linux.so.2"), "--library-path", ":".join(map(str, folders))
    emulator = shutil.which(platform.emulator)
    if emulator is None:
        emulator = str(unpacked(session, "amd64", ("qemu-user-static",)) / "usr/bin" / platform.emulator)
    return emulator, "-L", str(root)


def built_tests(session: nox.Session, target: str, profile: str) -> list[str]:
    """Build the Rust tests of a target with a profile of cargo, and return the programs."""
    options, environment = compiler_for(session, target)
    crate = ("--locked", "--no-default-features", "--target", target, "--profile", profile, "--lib", "--tests")
    command = ("cargo-zigbuild", "test", *crate, "--no-run", "--message-format=json-render-diagnostics", *options)
    told = session.run(*command, env=environment, silent=True, stderr=None)
    rows = [json.loads(row) for row in str(told).splitlines() if row.startswith("{")]
    return [row["executable"] for row in rows if row.get("executable") and row["profile"]["test"]]


def same_cases() -> dict[str, str]:
    """The seed of the random cases, which cargo would take from .cargo/config.toml."""
    return {"PROPTEST_RNG_SEED": os.environ.get("PROPTEST_RNG_SEED", "0")}


def run_rust_tests(session: nox.Session, platform: Platform) -> None:
    """The Rust tests as developed, with debug assertions, and as shipped."""
    command = runner(session, platform)
    arguments, fewer = (NOT_EMULATED, FEWER) if platform.emulator else ((), {})
    for profile in ("test", "testrelease"):
        for program in built_tests(session, platform.target, profile):
            session.run(*command, program, *arguments, env=same_cases() | fewer, external=True)


def built_wheel(session: nox.Session, platform: Platform, place: str = "source", build: str = "abi3") -> Path:
    """Build one of the wheels of a platform from sources in a folder of that name, and look into it."""
    folder = steps.fresh_folder(session, f"{place}-{platform.target}")
    options, environment = compiler_for(session, platform.target)
    environment |= {"SOURCE_DATE_EPOCH": os.environ.get("SOURCE_DATE_EPOCH", DATE), **linked(platform)}
    options += ("--compatibility", platform.compatibility) if platform.compatibility else ("--strip", "false")
    options += ("--zig", "--target", platform.target)
    # maturin knows of each Python what it needs, so that none has to be installed.
    options += () if build == "abi3" else ("--interpreter", f"python{'3.15t' if build == 'abi3t' else build}")
    options += ("--features", f"python,{build}") if build in STABLE else ()
    steps.build_wheel(session, folder, *options, env=environment, source=place)
    version = build.replace(".", "")
    tag = STABLE.get(build) or f"cp{version.removesuffix('t')}-cp{version}"
    (wheel,) = folder.glob(f"acelabel-*-{tag}-*.whl")
    steps.look_into(session, *(("--abi3",) if build == "abi3" else ()), wheel)
    return wheel


def linked(platform: Platform) -> dict[str, str]:
    """The environment in which zig links a wheel: no local path, and flags of its own on macOS and Windows."""
    flags = [
        steps.release_build()["RUSTFLAGS"],
        f"--remap-path-prefix={(steps.TARGET / 'debian/amd64').resolve()}=rust",
    ]
    if platform.compatibility:
        return {"RUSTFLAGS": " ".join(flags)}
    # The linker strips before it signs.
    environment = {"CARGO_PROFILE_RELEASE_STRIP": "none", "MACOSX_DEPLOYMENT_TARGET": OLDEST_MACOS}
    flags.append("-Clink-arg=-s")
    if "apple" in platform.target:
        # Rust's library names libiconv and calls nothing of it.
        flags.append("-Clink-arg=-Wl,-dead_strip_dylibs")
    else:
        # maturin would export a name with a dot in it, which zig does not link, and goes without where it cannot write.
        (steps.TARGET / "foreign/maturin/acelabel._native.def").mkdir(parents=True, exist_ok=True)
    return environment | {"RUSTFLAGS": " ".join(flags)}


def interpreter(session: nox.Session, platform: Platform, wheel: Path, requirements: str = "", *others: str) -> str:
    """Put the wheel into Debian's Python of the platform, with further packages; the program that runs it.

    With requirements, what the suite imports is installed, too: packages without compiled parts.
    """
    python = PYTHONS[platform.release]
    packages = tuple(name.format(python) for name in (*PYTHON_PACKAGES, *others))
    root = unpacked(session, platform.debian, packages, platform.release).resolve()
    folder = root / "usr" / "lib" / "python3" / "dist-packages"
    shutil.rmtree(folder, ignore_errors=True)
    options = ("--quiet", "--no-deps", "--target", str(folder), "--python-version", python.removeprefix("python"))
    command = ("python", "-m", "pip", "install", *options, "--only-binary=:all:", "--platform")
    own = wheel.stem.split("-")[-1].split(".")[0]
    session.run(*command, own, "--no-index", "--find-links", str(wheel.parent), "acelabel")
    if requirements:
        session.run(*command, "any", "--upgrade", "--require-hashes", "-r", requirements)
    # The kernel cannot start such a program by itself, so children are started by this script, too.
    script = root / "python"
    started = " ".join((*runner(session, platform), str(root / "usr/bin" / python)))
    script.write_text(f'#!/bin/sh\nexec {started} "$@"\n', encoding="utf-8")
    script.chmod(script.stat().st_mode | stat.S_IXUSR)
    (folder / "executable.pth").write_text(f"import sys; sys.executable = {str(script)!r}\n", encoding="utf-8")
    return str(script)


def run_suite(session: nox.Session, platform: Platform) -> None:
    """The Python suite against the wheel of the platform; under QEMU without the tests that measure or limit."""
    requirements = str(steps.REQUIREMENTS / "foreign_suite.txt")
    script = interpreter(session, platform, built_wheel(session, platform), requirements, *SUITE_PACKAGES)
    chosen = ("-m", "not measures_memory and not measures_time") if platform.emulator else ()
    with session.chdir(steps.unpacked_suite(session)):
        options = (*steps.ON_ALL_PROCESSORS, *chosen, "-p", "no:cacheprovider")
        session.run(script, "-m", "pytest", *options, env={"CI": ""}, external=True)


def call_wheel(session: nox.Session, platform: Platform) -> None:
    """Ten calls of the wheel in dist/, or else of one built here."""
    (name,) = (name for name in PLATFORMS if PLATFORMS[name] == platform)
    wheel = next(steps.DIST.glob(f"acelabel-*-abi3-manylinux*_{name}.whl"), None) or built_wheel(session, platform)
    script = interpreter(session, platform, wheel)
    session.run(script, "-I", "tools/smoke.py", external=True)
