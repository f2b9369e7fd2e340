"""The only list of commands, with tools/sessions_*.py: people, `.ci/run` and the workflows all call these sessions.

`nox` runs every session of the default list; `nox -s NAME` runs one. Tools come from requirements/*.txt, which hold
exact versions and hashes; `nox -s lock` writes them anew from the dependency groups of pyproject.toml.
"""

import os
import re
import shutil
import sys
from pathlib import Path

import nox

ROOT = Path(__file__).resolve().parent
sys.path.insert(0, str(ROOT / "tools"))

from steps import (  # noqa: E402
    DIST,
    ON_ALL_PROCESSORS,
    build_stable_abi_wheel,
    build_wheel,
    folder_of_crate,
    install_group,
    install_wheel,
    judge_crates,
    need_program,
    newest_python,
    only,
    release_build,
    released_idna,
    run_python_suite,
    shared_target,
    show_every_interpreter,
    unpack_sdist,
)

nox.needs_version = ">=2026.10"
nox.options.reuse_venv = "yes"
nox.options.stop_on_first_error = True
# An interpreter that is not installed is skipped with a message; `--error-on-missing-interpreters` asks for it.
nox.options.error_on_missing_interpreters = False

show_every_interpreter()

# The tests of both languages draw their cases from one seed, which the Python suite prints: tests/conftest.py.
if os.environ.get("HYPOTHESIS_SEED", "").isdigit():
    os.environ["PROPTEST_RNG_SEED"] = os.environ["HYPOTHESIS_SEED"]


@nox.session
def lint(session: nox.Session) -> None:
    """Formatting and lints: Rust without the binding and with both of its forms, Python, the workflows."""
    install_group(session, "lint")
    session.run("ruff", "format", "--check", ".")
    session.run("ruff", "check", ".")
    session.run("python", "tools/works.py", "--check")
    session.run("zizmor", "--offline", "--persona=pedantic", "--no-progress", ".github")
    crates = {
        "Cargo.toml": ("", "python", "abi3"),
        "benches/core/Cargo.toml": ("peers",),
        "fuzz/Cargo.toml": (),
        "web/Cargo.toml": ("",),
    }
    for manifest, features in crates.items():
        crate = ("--manifest-path", manifest)
        session.run("cargo", "fmt", "--check", *crate, external=True)
        for feature in features:
            options = ("--locked", "--all-targets", "--no-default-features", "--features", feature)
            session.run("cargo", "clippy", *crate, *options, "--", "-D", "warnings", env=shared_target(), external=True)


@nox.session(venv_backend="none")
def deny(session: nox.Session) -> None:
    """Licences, versions and sources of every crate by cargo-deny, and known vulnerabilities where that list is had."""
    judge_crates(session, "Cargo.toml", "benches/core/Cargo.toml", "fuzz/Cargo.toml", "web/Cargo.toml")


@nox.session(venv_backend="none")
def rust(session: nox.Session) -> None:
    """The crate without Python: its tests as developed and as shipped, its documentation and the examples in it."""
    crate = ("--locked", "--no-default-features")
    session.run("cargo", "test", *crate, external=True)
    session.run("cargo", "test", *crate, "--profile", "testrelease", "--lib", "--tests", external=True)
    session.run("cargo", "run", "--quiet", *crate, "--example", "unicode_table", "--", "--check", external=True)
    session.run("cargo", "doc", *crate, "--no-deps", env={"RUSTDOCFLAGS": "-D warnings"}, external=True)


@nox.session
def proofs(session: nox.Session) -> None:
    """The lemmas about the arithmetic of src/, proved by z3, and their mutants refuted; arguments name lemmas."""
    install_group(session, "proofs")
    session.run("python", "proofs/prove.py", *session.posargs)


@nox.session(default=False)
def sdist(session: nox.Session) -> None:
    """Build the source distribution, alone in dist/.

    For a release PROJECT_ADDRESS is the address of the repository at its host and PROJECT_TAG the tag: the links of the
    README and of the project lead there.
    """
    install_group(session, "build")
    shutil.rmtree(DIST, ignore_errors=True)
    if "PROJECT_ADDRESS" in os.environ:
        source = ROOT / session.create_tmp() / "source"
        shutil.rmtree(source, ignore_errors=True)
        place = (os.environ["PROJECT_ADDRESS"], os.environ["PROJECT_TAG"])
        session.run("python", str(ROOT / "tools" / "project_links.py"), str(source), *place)
        session.chdir(source)
    session.run("maturin", "sdist", "--out", str(DIST))


@nox.session(requires=["sdist"])
def wheel(session: nox.Session) -> None:
    """Build the wheel of this interpreter from the source distribution, never from the working tree.

    Arguments go to maturin. With `--zig` a wheel made on one Linux runs on others:
    `nox -s wheel -- --zig --compatibility manylinux2014`, with the name of the session as `-s wheel`.
    """
    # Where another session requires this one, the arguments are for that session.
    is_asked = "wheel" in sys.argv[: len(sys.argv) - len(session.posargs)]
    build_wheel(session, DIST, *(session.posargs if is_asked else ()))


@nox.session(requires=["wheel"])
def python(session: nox.Session) -> None:
    """The Python suite against the installed wheel, in a folder without the source; arguments go to pytest."""
    install_group(session, "test")
    install_wheel(session)
    run_python_suite(session, *ON_ALL_PROCESSORS, *session.posargs)


@nox.session(requires=["sdist"], python=newest_python())
def stable_abi(session: nox.Session) -> None:
    """The wheel for Pythons to come, and the suite against it on the newest Python that is installed."""
    wheel = build_stable_abi_wheel(session)
    install_group(session, "test")
    install_wheel(session, wheel.parent)
    run_python_suite(session, *ON_ALL_PROCESSORS, *session.posargs)


@nox.session(requires=["wheel"])
def producers(session: nox.Session) -> None:
    """Columns of pyarrow, polars, pandas, DuckDB, nanoarrow and arro3, and Parquet and Feather files; two minutes."""
    install_group(session, "producers")
    install_wheel(session)
    kinds = ("", "_borders", "_display", "_kept", "_memory", "_producers", "_rows", "_text")
    names = (*(f"arrow{kind}" for kind in kinds), "cli_columns_arrow", "cli_columns_parquet")
    files = (f"tests/python/test_{name}.py" for name in names)
    run_python_suite(session, *ON_ALL_PROCESSORS, *files, *session.posargs, env={"ACELABEL_PRODUCERS": "all"})


@nox.session(requires=["wheel"])
def engines(session: nox.Session) -> None:
    """The modules for polars, pandas, DuckDB, DataFusion and SQLite, in these engines; half a minute."""
    install_group(session, "producers")
    install_wheel(session)
    files = (f"tests/python/test_engines_{name}.py" for name in ("imports", "lifetimes", "pandas", "polars", "sql"))
    run_python_suite(session, *ON_ALL_PROCESSORS, *files, *session.posargs)


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
    statuses = folder_of_crate(session, "idna") / "tests" / "IdnaTestV2.txt"
    session.run("python", "tests/python/conformance_uts46.py", str(released_idna(session)), str(statuses))


@nox.session(requires=["wheel"])
def types(session: nox.Session) -> None:
    """mypy over everything written in Python, and the stub file against the built module, docstrings included."""
    install_group(session, "types")
    install_wheel(session)
    session.run("mypy")
    session.run("python", "-m", "mypy.stubtest", "acelabel._native", "--mypy-config-file", "pyproject.toml")
    session.run("python", "tools/stub_docstrings.py", "--check")


@nox.session(requires=["wheel"])
def repository(session: nox.Session) -> None:
    """The house's own rules, and every example of the documents, run against the installed wheel."""
    # The examples about columns need what makes them.
    install_group(session, "producers")
    install_wheel(session)
    files = sorted((ROOT / "tests/python").glob("test_repository*.py"))
    session.run("python", "-m", "pytest", *ON_ALL_PROCESSORS, *map(str, files), *session.posargs)


@nox.session(requires=["wheel"], venv_backend="none")
def wheel_contents(session: nox.Session) -> None:
    """What is in the wheels of dist/: licences, an SBOM, no path of this machine."""
    wheels = map(str, sorted(DIST.glob("*.whl")))
    session.run(sys.executable, str(ROOT / "tools" / "wheel_contents.py"), *wheels, external=True)


@nox.session(requires=["wheel"])
def manual(session: nox.Session) -> None:
    """The man page, completions and the page of options are those of the parser; `-- --write` writes them anew."""
    install_group(session, "manual")
    install_wheel(session)
    session.run("python", "tools/manual.py", *([] if "--write" in session.posargs else ["--check"]))


@nox.session(requires=["sdist"], venv_backend="none")
def first_command(session: nox.Session) -> None:
    """Run the README's first command as it stands there, in a fresh folder."""
    source = unpack_sdist(Path(session.create_tmp()) / "source")
    (command, *_) = re.findall(r"^```sh\n(.*?)^```", (source / "README.md").read_text(encoding="utf-8"), re.M | re.S)
    with session.chdir(source):
        session.run("bash", "-euo", "pipefail", "-c", command, env=release_build(), external=True)


@nox.session(requires=["wheel"])
def weight(session: nox.Session) -> None:
    """The size of the wheel and the time of its import: printed, and compared with their bounds."""
    install_wheel(session)
    session.run("python", "benches/weight.py", str(only("*.whl")))


@nox.session(venv_backend="none")
def instructions(session: nox.Session) -> None:
    """Instruction counts: growth, and labels against benches/baseline.json, which `-- --rewrite` writes anew."""
    need_program(session, "valgrind", "valgrind")
    session.run(sys.executable, "benches/instructions.py", *session.posargs, env=shared_target(), external=True)


@nox.session(requires=["wheel"])
def python_instructions(session: nox.Session) -> None:
    """Instruction counts of single calls from Python, against benches/python_baseline.json; `-- --rewrite` as above."""
    need_program(session, "valgrind", "valgrind")
    install_wheel(session)
    session.run("python", "benches/python_instructions.py", *session.posargs)


# Further sessions, by subject: those outside the default list, and the two of the site.
import sessions_benches  # noqa: E402, F401
import sessions_foreign  # noqa: E402, F401
import sessions_hardening  # noqa: E402, F401
import sessions_release  # noqa: E402, F401
import sessions_site  # noqa: E402, F401
