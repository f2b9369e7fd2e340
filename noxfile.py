"""The only list of commands: people, `.ci/run` and the workflows all call these sessions.

`nox` runs every session of the default list; `nox -s NAME` runs one. Tools come from requirements/*.txt, which hold
exact versions and hashes; `nox -s lock` writes them anew from the dependency groups of pyproject.toml.
"""

import json
import os
import re
import shutil
import sys
import sysconfig
import tarfile
from pathlib import Path

import nox

ROOT = Path(__file__).resolve().parent
DIST = ROOT / "dist"
TARGET = ROOT / "target"

nox.needs_version = ">=2026.10"
nox.options.reuse_venv = "yes"
nox.options.stop_on_first_error = True


def install_group(session: nox.Session, group: str) -> None:
    """Install the locked versions of one dependency group."""
    session.install("--quiet", "--require-hashes", "-r", str(ROOT / "requirements" / f"{group}.txt"))


def install_wheel(session: nox.Session, folder: Path = DIST) -> None:
    """Install the wheel in the folder that fits this interpreter, and nothing else."""
    session.install(
        "--quiet",
        "--no-index",
        "--no-deps",
        "--force-reinstall",
        "--find-links",
        str(folder),
        "--only-binary=:all:",
        "acelabel",
    )


def only(pattern: str) -> Path:
    """The one file in dist/ that matches; two of them would leave open which one was tested."""
    (path,) = DIST.glob(pattern)
    return path


def unpack_sdist(into: Path) -> Path:
    """Unpack the source distribution and return its folder, every file as new as now.

    The archive gives all files one old date, by which cargo would take yesterday's build for today's.
    """
    shutil.rmtree(into, ignore_errors=True)
    with tarfile.open(only("*.tar.gz")) as archive:
        archive.extractall(into)
    (folder,) = into.iterdir()
    for path in folder.rglob("*"):
        path.touch()
    return folder


def shared_target() -> dict[str, str]:
    """One folder of build products for every build, so that no dependency is compiled twice."""
    return {"CARGO_TARGET_DIR": os.environ.get("CARGO_TARGET_DIR", str(TARGET))}


@nox.session
def lint(session: nox.Session) -> None:
    """Formatting and lints: Rust without the binding and with both of its forms, Python, the workflows."""
    install_group(session, "lint")
    session.run("ruff", "format", "--check", ".")
    session.run("ruff", "check", ".")
    session.run("zizmor", "--offline", "--persona=pedantic", "--no-progress", ".github")
    for manifest, features in (("Cargo.toml", ("", "python", "abi3")), ("benches/core/Cargo.toml", ("peers",))):
        crate = ("--manifest-path", manifest)
        session.run("cargo", "fmt", "--check", *crate, external=True)
        for feature in features:
            options = ("--locked", "--all-targets", "--no-default-features", "--features", feature)
            session.run("cargo", "clippy", *crate, *options, "--", "-D", "warnings", env=shared_target(), external=True)


@nox.session(venv_backend="none")
def rust(session: nox.Session) -> None:
    """The crate without Python: its tests as developed and as shipped, its documentation and the examples in it."""
    crate = ("--locked", "--no-default-features")
    session.run("cargo", "test", *crate, external=True)
    session.run("cargo", "test", *crate, "--profile", "testrelease", "--lib", "--tests", external=True)
    session.run("cargo", "run", "--quiet", *crate, "--example", "unicode_table", "--", "--check", external=True)
    session.run("cargo", "doc", *crate, "--no-deps", env={"RUSTDOCFLAGS": "-D warnings"}, external=True)


@nox.session(default=False, venv_backend="none")
def exhaustive(session: nox.Session) -> None:
    """Every string of five Punycode characters too: 69 million forms decoded and compared with the reference."""
    crate = ("--locked", "--no-default-features", "--profile", "testrelease", "--test", "rust")
    session.run("cargo", "test", *crate, "exhaustive", env={"ACELABEL_EXHAUSTIVE_LENGTH": "5"}, external=True)


@nox.session(default=False)
def sdist(session: nox.Session) -> None:
    """Build the source distribution, alone in dist/."""
    install_group(session, "build")
    shutil.rmtree(DIST, ignore_errors=True)
    session.run("maturin", "sdist", "--out", str(DIST))


@nox.session(requires=["sdist"])
def wheel(session: nox.Session) -> None:
    """Build the wheel of this interpreter from the source distribution, never from the working tree.

    Arguments go to maturin. With `--zig` a wheel made on one Linux runs on others:
    `nox -s wheel -- --zig --compatibility manylinux2014`.
    """
    build_wheel(session, DIST, *session.posargs)


def build_wheel(session: nox.Session, folder: Path, *arguments: str) -> None:
    """Build a wheel into the folder; arguments go to maturin."""
    portable = "--zig" in arguments
    install_group(session, "portable" if portable else "build")
    source = unpack_sdist(Path(session.create_tmp()) / "source")
    # With zig the wheel may be for another libc than this interpreter's, so maturin gets its version, not its path.
    interpreter = f"python{sysconfig.get_config_var('py_version_short')}{sys.abiflags}" if portable else sys.executable
    options = ("--release", "--interpreter", interpreter, "--out", str(folder))
    with session.chdir(source):
        session.run("maturin", "build", *options, *arguments, env=shared_target())


@nox.session(requires=["wheel"])
def python(session: nox.Session) -> None:
    """The Python suite against the installed wheel, in a folder without the source; arguments go to pytest."""
    install_group(session, "test")
    install_wheel(session)
    run_python_suite(session, *session.posargs)


@nox.session(requires=["wheel"], default=False)
def differential(session: nox.Session) -> None:
    """A million names put to every other implementation of IDNA. One that is not installed fails; about ten minutes."""
    many = {"ACELABEL_NAMES": "1000000"}
    crate = ("--locked", "--no-default-features", "--profile", "testrelease", "--test", "rust")
    session.run("cargo", "test", *crate, "labels_differential", env=many | shared_target(), external=True)
    install_group(session, "test")
    install_wheel(session)
    run_python_suite(session, "tests/python/test_label_differential.py", *session.posargs, env=many | {"CI": "true"})


@nox.session(requires=["sdist"])
def stable_abi(session: nox.Session) -> None:
    """The wheel for Pythons to come, and the suite against it but for its two longest files, which are about codecs."""
    wheel = build_stable_abi_wheel(session)
    install_group(session, "test")
    install_wheel(session, wheel.parent)
    run_python_suite(session, *(f"--ignore=tests/python/test_{long}.py" for long in ("differential", "exhaustive")))


@nox.session(requires=["wheel"], default=False)
def stable_abi_speed(session: nox.Session) -> None:
    """Single calls of both wheels in turns: what it is worth that each interpreter has a wheel of its own."""
    session.run("python", "benches/stable_abi.py", str(only("*.whl")), str(build_stable_abi_wheel(session)))


def build_stable_abi_wheel(session: nox.Session) -> Path:
    """Build the wheel into a folder of its own, as dist/ holds those of one interpreter."""
    folder = ROOT / session.create_tmp() / "wheel"
    shutil.rmtree(folder, ignore_errors=True)
    build_wheel(session, folder, "--features", "python,abi3")
    (wheel,) = folder.glob("*-cp311-abi3-*.whl")
    return wheel


def run_python_suite(session: nox.Session, *arguments: str, env: dict[str, str] | None = None) -> None:
    """Unpack tests/ and pyproject.toml from the source distribution, and run pytest there."""
    source = unpack_sdist(Path(session.create_tmp()) / "source")
    suite = Path(session.create_tmp()) / "suite"
    shutil.rmtree(suite, ignore_errors=True)
    shutil.copytree(source / "tests", suite / "tests", ignore=shutil.ignore_patterns("test_repository*", "rust"))
    shutil.copy(source / "pyproject.toml", suite)
    shutil.rmtree(source)
    with session.chdir(suite):
        session.run("python", "-m", "pytest", *arguments, env=env)


@nox.session(requires=["wheel"])
def compat(session: nox.Session) -> None:
    """The tests of the released package `idna` against `acelabel.compat.idna`: fetched, run, and gone again."""
    install_group(session, "test")
    install_wheel(session)
    session.run("python", str(ROOT / "tests" / "python" / "compat_idna_suite.py"), str(released_idna(session)))


@nox.session(requires=["wheel"])
def conformance(session: nox.Session) -> None:
    """Every row of the conformance test of UTS #46 for Unicode 18.0, which the released package `idna` has: fetched."""
    install_group(session, "test")
    install_wheel(session)
    options = ("--format-version", "1", "--locked", "--manifest-path", str(ROOT / "Cargo.toml"))
    crates = json.loads(str(session.run("cargo", "metadata", *options, silent=True, external=True, stderr=None)))
    (manifest,) = (Path(crate["manifest_path"]) for crate in crates["packages"] if crate["name"] == "idna")
    statuses = manifest.parent / "tests" / "IdnaTestV2.txt"
    script = ROOT / "tests" / "python" / "conformance_uts46.py"
    session.run("python", str(script), str(released_idna(session)), str(statuses))


def released_idna(session: nox.Session) -> Path:
    """Download the source distribution of the package `idna`, tests included."""
    folder = Path(session.create_tmp()) / "idna"
    shutil.rmtree(folder, ignore_errors=True)
    session.run(
        "python",
        "-m",
        "pip",
        "download",
        "--quiet",
        "--no-deps",
        "--no-binary=:all:",
        "--dest",
        str(folder),
        "idna==3.20",
    )
    (sdist,) = folder.glob("*.tar.gz")
    return sdist


@nox.session(requires=["wheel"])
def types(session: nox.Session) -> None:
    """mypy over everything written in Python, and stubtest: the stub file against the built module."""
    install_group(session, "types")
    install_wheel(session)
    session.run("mypy")
    session.run("python", "-m", "mypy.stubtest", "acelabel._native", "--mypy-config-file", "pyproject.toml")


@nox.session(requires=["wheel"])
def repository(session: nox.Session) -> None:
    """The house's own rules, and every example of the documents, run against the installed wheel."""
    install_group(session, "test")
    install_wheel(session)
    session.run(
        "python", "-m", "pytest", *(str(path) for path in sorted((ROOT / "tests/python").glob("test_repository*.py")))
    )


@nox.session(requires=["sdist"], venv_backend="none")
def first_command(session: nox.Session) -> None:
    """Run the README's first command as it stands there, in a fresh folder."""
    source = unpack_sdist(Path(session.create_tmp()) / "source")
    (command, *_) = re.findall(r"^```sh\n(.*?)^```", (source / "README.md").read_text(encoding="utf-8"), re.M | re.S)
    with session.chdir(source):
        session.run("bash", "-euo", "pipefail", "-c", command, env=shared_target(), external=True)


@nox.session(requires=["wheel"], default=False)
def bench(session: nox.Session) -> None:
    """Every benchmark against every peer; writes docs/benchmarks.md and its plots. `-- --quick` only takes a look.

    Debian's packages libidn-dev, libidn2-dev and libicu-dev bring the peers written in C, pkg-config and g++ build
    PyICU, and wngerman, wfrench and hunspell-{ar,el,he,hi,ko,ru,th} add corpora of real words.
    """
    install_group(session, "bench")
    install_wheel(session)
    session.run("python", "benches/bench.py", str(only("*.whl")), *session.posargs, env=shared_target())


@nox.session(requires=["wheel"])
def weight(session: nox.Session) -> None:
    """The size of the wheel and the time of its import: printed, and compared with their bounds."""
    install_wheel(session)
    session.run("python", "benches/weight.py", str(only("*.whl")))


@nox.session(venv_backend="none")
def instructions(session: nox.Session) -> None:
    """Instruction counts: growth, and labels against benches/baseline.json, which `-- --rewrite` writes anew."""
    if shutil.which("valgrind") is None:
        missing = "valgrind is not installed: apt-get install valgrind"
        (session.error if os.environ.get("CI") else session.skip)(missing)
    session.run(sys.executable, "benches/instructions.py", *session.posargs, env=shared_target(), external=True)


@nox.session(default=False, venv_backend="none")
def tag(session: nox.Session) -> None:
    """Fail unless the argument is the tag of this version."""
    version = nox.project.load_toml(ROOT / "Cargo.toml")["package"]["version"]
    if session.posargs != [f"v{version}"]:
        session.error(f"this is version {version}: its tag is v{version}, not {' '.join(session.posargs)}")


@nox.session(default=False)
def lock(session: nox.Session) -> None:
    """Write requirements/*.txt anew from the dependency groups of pyproject.toml."""
    session.install("--quiet", "uv")
    options = ("--universal", "--generate-hashes", "--upgrade", "--python-version", "3.11", "--no-emit-index-url")
    for group in nox.project.load_toml(ROOT / "pyproject.toml")["dependency-groups"]:
        output = f"requirements/{group}.txt"
        session.run(
            "uv",
            "pip",
            "compile",
            "--quiet",
            *options,
            "--custom-compile-command",
            "nox -s lock",
            "--group",
            group,
            "-o",
            output,
        )
