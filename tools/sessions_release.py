"""Sessions that the release and its workflows call."""

import sys

import nox
from steps import (
    DIST,
    ROOT,
    install_group,
    only,
    run_python_session_on_musl,
    run_python_suite_on_its_own_wheel,
    shared_target,
    write_locks,
)
from steps_wheels import build_every_wheel


@nox.session(requires=["sdist"], python=["3.12", "3.13", "3.14", "3.14t", "3.15", "3.15t"], default=False)
def python_on(session: nox.Session) -> None:
    """The Python suite on every other interpreter that is installed; `nox -s python_on-3.12` is one of them."""
    run_python_suite_on_its_own_wheel(session)


@nox.session(default=False)
def musllinux(session: nox.Session) -> None:
    """The suite against the wheel for musl in dist/; the argument is a version of Python, `3.14t` for example.

    uv fetches that Python and compares it with the hash that uv itself contains. It runs on any Linux that has musl's
    loader, which is Debian's package musl.
    """
    install_group(session, "uv")
    run_python_session_on_musl(session, session.posargs[0])


@nox.session(requires=["sdist"], default=False)
def wheels(session: nox.Session) -> None:
    """The x86_64 wheels for old systems, built with zig, for each Python that is installed and for the stable ABI.

    Each is built twice, in two folders, to the same octets, looked into, and called on its interpreter.
    """
    build_every_wheel(session)


@nox.session(default=False, venv_backend="none")
def third_party(session: nox.Session) -> None:
    """Write THIRD-PARTY-LICENSES and the SBOM anew; `-- --check` compares."""
    session.run(sys.executable, str(ROOT / "tools" / "third_party.py"), *session.posargs, external=True)


@nox.session(default=False, venv_backend="none")
def tag(session: nox.Session) -> None:
    """Fail unless the argument is the tag of this version."""
    version = nox.project.load_toml(ROOT / "Cargo.toml")["package"]["version"]
    if session.posargs != [f"v{version}"]:
        session.error(f"this is version {version}: its tag is v{version}, not {' '.join(session.posargs)}")


@nox.session(requires=["sdist"], default=False)
def pyodide(session: nox.Session) -> None:
    """The wheel for Pyodide (PEP 783) in dist/: cibuildwheel builds it with its Emscripten, and calls it in node.

    It needs rustup's target wasm32-unknown-emscripten, and fetches Emscripten, Pyodide and node.
    """
    install_group(session, "pyodide")
    environment = {
        "CIBW_BUILD": "cp314-pyodide_wasm32",
        "CIBW_TEST_COMMAND": "python {package}/tools/smoke.py",
    }
    options = ("--platform", "pyodide", "--output-dir", str(DIST))
    session.run("cibuildwheel", *options, str(only("*.tar.gz")), env=environment)


@nox.session(default=False)
def release_check(session: nox.Session) -> None:
    """What a release needs beside the wheels: the crate as it would be published, licences, notes, conda's recipe."""
    version = nox.project.load_toml(ROOT / "Cargo.toml")["package"]["version"]
    install_group(session, "conda")
    session.run("python", str(ROOT / "tools" / "conda_recipe.py"))
    session.run(sys.executable, str(ROOT / "tools" / "third_party.py"), "--check", external=True)
    session.run(sys.executable, str(ROOT / "tools" / "release_notes.py"), version, external=True)
    session.run(
        "cargo", "publish", "--dry-run", "--locked", "--no-default-features", env=shared_target(), external=True
    )


@nox.session(default=False)
def lock(session: nox.Session) -> None:
    """Write requirements/*.txt anew from the dependency groups of pyproject.toml."""
    write_locks(session)
