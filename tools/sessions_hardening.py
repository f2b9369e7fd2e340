"""Sessions of hours, or of changes that need them: not in the default list."""

import nox
from steps import (
    ON_ALL_PROCESSORS,
    ROOT,
    folder_of_other_crate,
    install_group,
    install_wheel,
    need_program,
    run_engine_suite,
    run_fuzz_targets,
    run_mutants,
    run_python_suite,
    run_sanitized_python_suite,
    run_sanitized_rust_tests,
    shared_target,
)


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


@nox.session(default=False, venv_backend="none")
def fuzz(session: nox.Session) -> None:
    """Every target of fuzz/, or those named, for a number of seconds: `nox -s fuzz -- 60 codec`. Linux, with g++."""
    need_program(session, "g++", "g++")
    run_fuzz_targets(session, *(session.posargs or ["60"]))


@nox.session(requires=["wheel"], default=False)
def soak(session: nox.Session) -> None:
    """Every public function at random by eight threads in one process: memory stays; 30, or `-- MINUTES`."""
    install_group(session, "producers")
    install_wheel(session)
    minutes = session.posargs[0] if session.posargs else "30"
    session.run("python", str(ROOT / "tools" / "soak.py"), minutes, "8")


@nox.session(requires=["wheel"], default=False)
def differential(session: nox.Session) -> None:
    """Other implementations, on a million names: every difference is judged. A missing one fails; fifteen minutes."""
    many = {"ACELABEL_NAMES": "1000000"}
    crate = ("cargo", "test", "--locked", "--no-default-features", "--profile", "testrelease")
    session.run(*crate, "--test", "rust", "labels_differential", env=many | shared_target(), external=True)
    session.run(*crate, "--lib", "security::", env=many | shared_target(), external=True)
    install_group(session, "spoofing")
    install_wheel(session)
    archive = folder_of_other_crate(session, "icu_provider_source", "2.4.0")
    status = {
        "ACELABEL_IDENTIFIER_STATUS": str(archive / "tests" / "data" / "rscd" / "security" / "IdentifierStatus.txt")
    }
    run_python_suite(session, "tests/differential", *session.posargs, env=many | status | {"CI": "true"})


@nox.session(requires=["wheel"], default=False)
def text_laws(session: nox.Session) -> None:
    """The laws of names inside text on a million generated texts and URLs; twenty minutes."""
    install_group(session, "test")
    install_wheel(session)
    many = {"ACELABEL_TEXTS": "1000000", "CI": "true"}
    run_python_suite(session, *ON_ALL_PROCESSORS, "tests/python/test_text_laws.py", *session.posargs, env=many)


@nox.session(requires=["sdist"], default=False)
def asan(session: nox.Session) -> None:
    """The suite once under AddressSanitizer, with debug assertions: for a change of `unsafe` code. Linux, with gcc.

    `RUSTC_BOOTSTRAP` lets the stable compiler take the option, and gcc's runtime is loaded before Python. Left out are
    the tests that measure or limit memory: the sanitizer takes much of it.
    """
    run_sanitized_python_suite(session)


@nox.session(default=False, venv_backend="none")
def asan_rust(session: nox.Session) -> None:
    """The Rust tests under AddressSanitizer, with debug assertions. Linux, with the library of Python."""
    run_sanitized_rust_tests(session)


@nox.session(requires=["wheel"], default=False)
def clients(session: nox.Session) -> None:
    """The test suites of packages that call `idna`, run with `acelabel.compat.idna` in its place; about half an hour.

    Arguments name the packages. Without arguments all suites run.
    """
    install_group(session, "clients")
    install_wheel(session)
    session.run("python", str(ROOT / "tests" / "python" / "clients_of_idna.py"), *session.posargs)


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
