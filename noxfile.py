"""The only list of commands: people, `.ci/run` and the workflows all call these sessions.

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
    build_stable_abi_wheel,
    build_wheel,
    folder_of_crate,
    install_group,
    install_wheel,
    judge_crates,
    need_program,
    only,
    release_build,
    released_idna,
    run_engine_suite,
    run_fuzz_targets,
    run_mutants,
    run_python_session_on_musl,
    run_python_suite,
    run_python_suite_on_its_own_wheel,
    run_sanitized_python_suite,
    run_sanitized_rust_tests,
    shared_target,
    show_every_interpreter,
    unpack_sdist,
    write_locks,
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
    session.run("zizmor", "--offline", "--persona=pedantic", "--no-progress", ".github")
    crates = {"Cargo.toml": ("", "python", "abi3"), "benches/core/Cargo.toml": ("peers",), "fuzz/Cargo.toml": ()}
    for manifest, features in crates.items():
        crate = ("--manifest-path", manifest)
        session.run("cargo", "fmt", "--check", *crate, external=True)
        for feature in features:
            options = ("--locked", "--all-targets", "--no-default-features", "--features", feature)
            session.run("cargo", "clippy", *crate, *options, "--", "-D", "warnings", env=shared_target(), external=True)


@nox.session(venv_backend="none")
def deny(session: nox.Session) -> None:
    """Licences, versions and sources of every crate by cargo-deny, and known vulnerabilities where that list is had."""
    judge_crates(session, "Cargo.toml", "benches/core/Cargo.toml")


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
    """Every string of five Punycode characters, 69 million, and every order of nine code points, 14 million texts."""
    crate = ("--locked", "--no-default-features", "--profile", "testrelease", "--lib", "--test", "rust")
    most = {"ACELABEL_EXHAUSTIVE_LENGTH": "5", "ACELABEL_EXHAUSTIVE_PLACES": "9"}
    session.run("cargo", "test", *crate, "exhaustive", env=most, external=True)


@nox.session(default=False, venv_backend="none")
def mutants(session: nox.Session) -> None:
    """One change of src/ at a time, by cargo-mutants: `nox -s mutants -- race src/label/map.rs --shard 0/4`; hours."""
    run_mutants(session)


@nox.session
def proofs(session: nox.Session) -> None:
    """The lemmas about the arithmetic of src/, proved by z3, and their mutants refuted; arguments name lemmas."""
    install_group(session, "proofs")
    session.run("python", "proofs/prove.py", *session.posargs)


@nox.session(default=False, venv_backend="none")
def fuzz(session: nox.Session) -> None:
    """Every target of fuzz/, or those named, for a number of seconds: `nox -s fuzz -- 60 codec`. Linux, with g++."""
    need_program(session, "g++", "g++")
    run_fuzz_targets(session, *(session.posargs or ["60"]))


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
    `nox -s wheel -- --zig --compatibility manylinux2014`.
    """
    build_wheel(session, DIST, *session.posargs)


@nox.session(requires=["wheel"])
def python(session: nox.Session) -> None:
    """The Python suite against the installed wheel, in a folder without the source; arguments go to pytest."""
    install_group(session, "test")
    install_wheel(session)
    run_python_suite(session, *session.posargs)


@nox.session(requires=["sdist"], python="3.13")
def python_3_13(session: nox.Session) -> None:
    """The same on CPython 3.13, with a wheel of its own, where that interpreter is installed."""
    run_python_suite_on_its_own_wheel(session)


@nox.session(requires=["sdist"], python=["3.12", "3.13", "3.14", "3.14t", "3.15", "3.15t"], default=False)
def python_on(session: nox.Session) -> None:
    """The same on every other interpreter that is installed; `nox -s python_on-3.12` is one of them."""
    run_python_suite_on_its_own_wheel(session)


@nox.session(default=False)
def musllinux(session: nox.Session) -> None:
    """The suite against the wheel for musl in dist/; the argument is a version of Python, `3.14t` for example.

    uv fetches that Python and compares it with the hash that uv itself contains. It runs on any Linux that has musl's
    loader, which is Debian's package musl.
    """
    install_group(session, "uv")
    run_python_session_on_musl(session, session.posargs[0])


@nox.session(requires=["wheel"], default=False)
def differential(session: nox.Session) -> None:
    """Other implementations, on a million names: every difference is judged. A missing one fails; fifteen minutes."""
    many = {"ACELABEL_NAMES": "1000000"}
    crate = ("cargo", "test", "--locked", "--no-default-features", "--profile", "testrelease")
    session.run(*crate, "--test", "rust", "labels_differential", env=many | shared_target(), external=True)
    session.run(*crate, "--lib", "security::", env=many | shared_target(), external=True)
    install_group(session, "spoofing")
    install_wheel(session)
    run_python_suite(session, "tests/differential", *session.posargs, env=many | {"CI": "true"})


@nox.session(requires=["sdist"])
def stable_abi(session: nox.Session) -> None:
    """The wheel for Pythons to come, and the suite against it."""
    wheel = build_stable_abi_wheel(session)
    install_group(session, "test")
    install_wheel(session, wheel.parent)
    run_python_suite(session, *session.posargs)


@nox.session(requires=["wheel"], default=False)
def stable_abi_speed(session: nox.Session) -> None:
    """Single calls of both wheels in turns: what it is worth that each interpreter has a wheel of its own."""
    session.run("python", "benches/stable_abi.py", str(only("*.whl")), str(build_stable_abi_wheel(session)))


@nox.session(requires=["sdist"], default=False)
def asan(session: nox.Session) -> None:
    """The suite once under AddressSanitizer, with debug assertions: for a change of `unsafe` code. Linux, with gcc.

    `RUSTC_BOOTSTRAP` lets the stable compiler take the option, and gcc's runtime is loaded before Python. Left out are
    the two files that limit or measure memory, as the sanitizer takes much of its own.
    """
    run_sanitized_python_suite(session)


@nox.session(default=False, venv_backend="none")
def asan_rust(session: nox.Session) -> None:
    """The Rust tests of columns under AddressSanitizer, with debug assertions. Linux, with the library of Python."""
    run_sanitized_rust_tests(session, "batch::", "arrow::")


@nox.session(requires=["wheel"])
def producers(session: nox.Session) -> None:
    """Columns of pyarrow, polars, pandas, DuckDB, nanoarrow and arro3, and Parquet and Feather files; two minutes."""
    install_group(session, "producers")
    install_wheel(session)
    kinds = ("", "_rows", "_producers", "_memory", "_text", "_display")
    names = (*(f"arrow{kind}" for kind in kinds), "cli_columns_arrow")
    files = (f"tests/python/test_{name}.py" for name in names)
    run_python_suite(session, *files, *session.posargs, env={"ACELABEL_PRODUCERS": "all"})


@nox.session(requires=["wheel"], default=False)
def columns_file(session: nox.Session) -> None:
    """A column of 10 million rows through the command line: peak memory, and rows per second; a minute."""
    install_group(session, "producers")
    install_wheel(session)
    session.run("python", "benches/columns_file.py", *session.posargs)


@nox.session(requires=["wheel"])
def engines(session: nox.Session) -> None:
    """The modules for polars, pandas, DuckDB, DataFusion and SQLite, in these engines; half a minute."""
    install_group(session, "producers")
    install_wheel(session)
    files = (f"tests/python/test_engines_{name}.py" for name in ("imports", "pandas", "polars", "sql"))
    run_python_suite(session, *files, *session.posargs)


@nox.session(requires=["wheel"], default=False)
def dask(session: nox.Session) -> None:
    """acelabel.dask and its page, with a worker of `distributed` in a process of its own."""
    run_engine_suite(session, "dask")


@nox.session(requires=["wheel"], default=False)
def ray(session: nox.Session) -> None:
    """acelabel.ray and its page, with Ray on this machine."""
    run_engine_suite(session, "ray")


@nox.session(requires=["wheel"], default=False)
def spark(session: nox.Session) -> None:
    """acelabel.spark, its page and the examples for engines, with Spark on this machine. It needs Java."""
    need_program(session, "java", "default-jre-headless")
    run_engine_suite(session, "spark")
    session.run("python", str(ROOT / "examples/certificate_log.py"), session.create_tmp(), "--names", "100000")
    session.run("python", str(ROOT / "examples/lookalikes.py"), session.create_tmp(), "--names", "100000")


@nox.session(requires=["wheel"])
def compat(session: nox.Session) -> None:
    """The tests of the released package `idna` against `acelabel.compat.idna`: fetched, run, and gone again."""
    install_group(session, "test")
    install_wheel(session)
    session.run("python", str(ROOT / "tests" / "python" / "compat_idna_suite.py"), str(released_idna(session)))


@nox.session(requires=["wheel"], default=False)
def clients(session: nox.Session) -> None:
    """The test suites of packages that call `idna`, run with `acelabel.compat.idna` in its place; about half an hour.

    Arguments name the packages. Without arguments all suites run.
    """
    install_group(session, "clients")
    install_wheel(session)
    session.run("python", str(ROOT / "tests" / "python" / "clients_of_idna.py"), *session.posargs)


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
    session.run("python", "-m", "pytest", *map(str, files))


@nox.session(requires=["wheel"], venv_backend="none")
def wheel_contents(session: nox.Session) -> None:
    """What is in the wheels of dist/: licences, an SBOM, no path of this machine."""
    wheels = map(str, sorted(DIST.glob("*.whl")))
    session.run(sys.executable, str(ROOT / "tools" / "wheel_contents.py"), *wheels, external=True)


@nox.session(default=False, venv_backend="none")
def third_party(session: nox.Session) -> None:
    """Write THIRD-PARTY-LICENSES and the SBOM anew; `-- --check` compares."""
    session.run(sys.executable, str(ROOT / "tools" / "third_party.py"), *session.posargs, external=True)


@nox.session(requires=["wheel"])
def manual(session: nox.Session) -> None:
    """The man page and the completions of shells are those of the parser; `-- --write` writes them anew."""
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


@nox.session(requires=["wheel"], default=False)
def bench(session: nox.Session) -> None:
    """Every benchmark against every peer; writes docs/benchmarks.md and its plots. `-- --quick` only takes a look.

    Debian's packages libidn-dev, libidn2-dev and libicu-dev bring the peers written in C, pkg-config and g++ build
    PyICU, and wngerman, wfrench and hunspell-{ar,el,he,hi,ko,ru,th} add corpora of real words.
    """
    install_group(session, "bench")
    install_wheel(session)
    session.run("python", "benches/bench.py", str(only("*.whl")), *session.posargs, env=shared_target())


@nox.session(requires=["wheel"], default=False)
def bench_engines(session: nox.Session) -> None:
    """Each engine beside its identity function and its row-by-row way; writes docs/scale.md. It needs Java."""
    need_program(session, "java", "default-jre-headless")
    install_group(session, "bench_engines")
    install_wheel(session)
    session.run("python", "benches/bench_engines.py", *session.posargs, env=shared_target())


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


@nox.session(default=False, venv_backend="none")
def tag(session: nox.Session) -> None:
    """Fail unless the argument is the tag of this version."""
    version = nox.project.load_toml(ROOT / "Cargo.toml")["package"]["version"]
    if session.posargs != [f"v{version}"]:
        session.error(f"this is version {version}: its tag is v{version}, not {' '.join(session.posargs)}")


@nox.session(default=False)
def lock(session: nox.Session) -> None:
    """Write requirements/*.txt anew from the dependency groups of pyproject.toml."""
    write_locks(session)
