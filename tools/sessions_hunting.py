"""Sessions of hours, or of changes that need them: not in the default list."""

import os
import sys

import nox
import steps

RUST_TESTS = ("cargo", "test", "--locked", "--no-default-features", "--profile", "testrelease")


@nox.session(requires=["wheel"], default=False)
def laws(session: nox.Session) -> None:
    """The laws on many more inputs: `nox -s laws -- text`; all parts, which take two hours, without arguments.

    `peers`: other implementations on a million names and URLs, every difference is judged, a missing one fails.
    `text`: a million generated texts and URLs. `codes`: every string of five Punycode characters, 69 million, and every
    order of nine code points, 14 million texts. `soak`: every public function but those for engines at random by eight
    threads, for thirty minutes or as many as `-- soak 5` says: memory stays.
    """
    parts = {"peers": _peers, "text": _text, "codes": _codes, "soak": _soak}
    if session.posargs and session.posargs[0] not in parts:
        session.error(f"not a part: {session.posargs[0]}")
    steps.install_wheel(session)
    for part in [part for part in parts if part in session.posargs] or parts:
        parts[part](session)


def _peers(session: nox.Session) -> None:
    many = {"ACELABEL_NAMES": "1000000"}
    session.run(*RUST_TESTS, "--test", "rust", "labels_differential", env=many | steps.shared_target(), external=True)
    session.run(*RUST_TESTS, "--lib", "security::", env=many | steps.shared_target(), external=True)
    steps.install_groups(session, "rates")
    archive = steps.folder_of_other_crate(session, "icu_provider_source", "2.4.0")
    status = str(archive / "tests" / "data" / "rscd" / "security" / "IdentifierStatus.txt")
    statuses = {"ACELABEL_IDENTIFIER_STATUS": status, "CI": "true"}
    steps.run_python_suite(session, "tests/differential", env=many | statuses)
    urls = {"ACELABEL_URLS": "1000000", "CI": "true"}
    steps.run_python_suite(session, "tests/python/test_host.py", env=urls)


def _text(session: nox.Session) -> None:
    steps.install_groups(session, "test")
    many = {"ACELABEL_TEXTS": "1000000", "CI": "true"}
    # A test takes a quarter of an hour, and more where something else runs.
    patient = ("-o", "faulthandler_timeout=7200")
    steps.run_python_suite(session, *steps.ON_ALL_PROCESSORS, *patient, "tests/python/test_text_laws.py", env=many)


def _codes(session: nox.Session) -> None:
    most = {"ACELABEL_EXHAUSTIVE_LENGTH": "5", "ACELABEL_EXHAUSTIVE_PLACES": "9"}
    session.run(*RUST_TESTS, "--lib", "--test", "rust", "exhaustive", env=most, external=True)


def _soak(session: nox.Session) -> None:
    steps.install_groups(session, "producers")
    minutes = [argument for argument in session.posargs if argument.isdecimal()] or ["30"]
    session.run("python", "tools/soak.py", minutes[0], "8")


@nox.session(default=False, venv_backend="none")
def mutants(session: nox.Session) -> None:
    """One change of src/ at a time, by cargo-mutants: `nox -s mutants -- race src/label/map.rs --shard 0/4`; hours."""
    program = steps.cargo_program("cargo-mutants", "27.1.0", session)
    folder = program.parents[1]
    path = os.pathsep.join((str(program.parent), os.environ["PATH"]))
    # Builds with changes are not mixed with builds without changes.
    environment = {"PATH": path, "CARGO_TARGET_DIR": str(folder / "build")}
    command = (sys.executable, "tools/mutants.py", "--output", str(folder / "outcomes"), *session.posargs)
    session.run(*command, env=environment, external=True)


@nox.session(default=False, venv_backend="none")
def fuzz(session: nox.Session) -> None:
    """Every target of fuzz/, or those named, for a number of seconds: `nox -s fuzz -- 60 codec`. Linux, with g++.

    They are built as cargo-fuzz does. `RUSTC_BOOTSTRAP` lets the stable compiler take the option for the sanitizer.
    """
    steps.need_program(session, "g++", "g++")
    seconds, *names = session.posargs or ["60"]
    coverage = ("level=4", "inline-8bit-counters", "pc-table", "trace-compares")
    flags = ["--cfg=fuzzing", "-Zsanitizer=address", "-Ccodegen-units=1", "-Cpasses=sancov-module"]
    flags += [f"-Cllvm-args=-sanitizer-coverage-{option}" for option in coverage]
    target = steps.TARGET / "fuzz"
    environment = {"RUSTC_BOOTSTRAP": "1", "RUSTFLAGS": " ".join(flags), "CARGO_TARGET_DIR": str(target)}
    host, folder = steps.rust_host(session), steps.ROOT / "fuzz"
    options = ("--locked", "--profile", "fuzz", "--package", "acelabel-fuzz", "--target", host)
    session.run("cargo", "build", *options, env=environment, external=True)
    for name in names or sorted(path.stem for path in (folder / "fuzz_targets").glob("*.rs")):
        corpus, artifacts = folder / "corpus" / name, folder / "artifacts" / name
        for path in (corpus, artifacts):
            path.mkdir(parents=True, exist_ok=True)
        limits = (f"-max_total_time={seconds}", "-timeout=30", "-rss_limit_mb=4096", "-print_final_stats=1")
        files = (f"-dict={folder / 'names.dict'}", f"-artifact_prefix={artifacts}/", str(corpus))
        seeds = str(folder / "seeds" / name)
        program = str(target / host / "fuzz" / name)
        session.run(program, *limits, *files, seeds, env={"ASAN_OPTIONS": "detect_leaks=0"}, external=True)


@nox.session(requires=["sdist"], default=False)
def asan(session: nox.Session) -> None:
    """The suite once under AddressSanitizer, with debug assertions: for a change of `unsafe` code. Linux, with gcc.

    `-- rust` runs the Rust tests instead, up to half an hour. `RUSTC_BOOTSTRAP` lets the stable compiler take the
    option, and gcc's runtime is loaded before Python. Left out are the tests that measure or limit memory: the
    sanitizer takes much of it.
    """
    flags = "-Zsanitizer=address -Cdebug-assertions"
    environment = {"RUSTC_BOOTSTRAP": "1", "CARGO_TARGET_DIR": str(steps.TARGET / "asan")}
    # With `--target` the flags are not those of build scripts and macros, which run without the runtime.
    host = ("--target", steps.rust_host(session))
    if session.posargs[:1] == ["rust"]:
        # A test asks for more memory than there is, and wants to be told so.
        settings = {"ASAN_OPTIONS": "detect_leaks=0:allocator_may_return_null=1", "PYO3_PYTHON": sys.executable}
        tests = ("--locked", "--features", "python", "--lib", "--test", "rust", *host)
        session.run("cargo", "test", *tests, env=environment | settings | {"RUSTFLAGS": flags}, external=True)
        return
    steps.install_groups(session, "tools", "test")
    folder = steps.fresh_folder(session, "wheel")
    options = ("--release", *host, "--interpreter", sys.executable, "--out", str(folder))
    with session.chdir(steps.unpack_sdist(session)):
        session.run("maturin", "build", *options, env=environment | {"RUSTFLAGS": f"{flags} -Clto=off"})
    steps.install_wheel(session, folder=folder)
    runtime = str(session.run("gcc", "-print-file-name=libasan.so", silent=True, external=True)).strip()
    settings = {"LD_PRELOAD": runtime, "ASAN_OPTIONS": "detect_leaks=0", "PYTHONMALLOC": "malloc"}
    steps.run_python_suite(session, "-m", "not measures_memory", *session.posargs, env=settings)
