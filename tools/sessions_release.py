"""Sessions of a release, and of platforms other than this one: not in the default list."""

import platform
import shutil
import sys
from collections.abc import Callable

import nox
import steps
import steps_foreign as foreign

# The work on each platform: a function of the session for each part.
WORK: dict[str, dict[str, Callable[[nox.Session, foreign.Platform], object]]] = {
    "i686": {"rust": foreign.run_rust_tests, "python": foreign.run_suite, "calls": foreign.call_wheel},
    "s390x": {"rust": foreign.run_rust_tests, "python": foreign.run_suite, "calls": foreign.call_wheel},
    "aarch64": {"python": foreign.run_suite, "calls": foreign.call_wheel},
    "armv7l": {"calls": foreign.call_wheel},
    "ppc64le": {"calls": foreign.call_wheel},
    "riscv64": {"calls": foreign.call_wheel},
    "musl": {"rust": foreign.run_rust_tests, "python": foreign.built_wheel},
}
PARTS = ("rust", "python", "calls")


@nox.session(requires=["sdist"], default=False)
def platforms(session: nox.Session) -> None:
    """Other platforms, on an x86_64 Linux without root: `nox -s platforms -- i686 rust`; all below without arguments.

    `rust`: the Rust tests as developed and as shipped on i686 (32 bits), s390x (big-endian) and musl. `python`: the
    suite against the wheel on i686, s390x and aarch64; the wheel for musl alone is built. `calls`: ten calls of the
    wheel in dist/, or of one that is built, on each Linux. zig links. What this processor cannot run is run under QEMU.
    Compilers, interpreters and emulators are packages of Debian, in target/debian.

    Two more are asked for by name. `pyodide`: the wheel for Pyodide in dist/. `musllinux 3.14`: the suite against the
    wheel for musl in dist/, on that Python.
    """
    asked = session.posargs
    if asked == ["pyodide"]:
        _build_for_pyodide(session)
        return
    if asked[:1] == ["musllinux"]:
        _run_suite_on_musl(session, asked[1])
        return
    if unknown := {*asked} - {*WORK, *PARTS}:
        session.error(f"neither platforms nor parts: {', '.join(sorted(unknown))}")
    steps.install_groups(session, "release")
    for name in [name for name in WORK if name in asked] or WORK:
        for part in [part for part in PARTS if part in asked] or PARTS:
            if part in WORK[name]:
                session.log(f"{part} on {name}")
                WORK[name][part](session, foreign.PLATFORMS[name])


def _build_for_pyodide(session: nox.Session) -> None:
    """The wheel for Pyodide (PEP 783): cibuildwheel builds it with its Emscripten, and calls it in node.

    It needs rustup's target wasm32-unknown-emscripten, and fetches Emscripten, Pyodide and node.
    """
    steps.install_groups(session, "release")
    call = "python {package}/tools/smoke.py"
    environment = {"CIBW_BUILD": "cp314-pyodide_wasm32", "CIBW_TEST_COMMAND": call}
    options = ("--platform", "pyodide", "--output-dir", str(steps.DIST))
    session.run("cibuildwheel", *options, str(steps.only("*.tar.gz")), env=environment)
    steps.look_into(session, *steps.DIST.glob("*pyodide*.whl"))


def _run_suite_on_musl(session: nox.Session, version: str) -> None:
    """Let uv fetch a Python for musl, and run the session `python` with it.

    uv compares it with the hash that uv itself contains. It runs on any Linux that has musl's loader, which is Debian's
    package musl.
    """
    steps.install_groups(session, "tools")
    folder = steps.ROOT / session.create_tmp()
    request = f"cpython-{version}-linux-{platform.machine()}-musl"
    session.run("uv", "python", "install", "--no-bin", "--install-dir", str(folder / "python"), request)
    (interpreter,) = (folder / "python").glob("cpython-*/bin/python3")
    session.run(str(interpreter), "-m", "venv", str(folder / "nox"), external=True)
    python = str(folder / "nox" / "bin" / "python")
    requirements = str(steps.REQUIREMENTS / "nox.txt")
    session.run(python, "-m", "pip", "install", "--quiet", "--require-hashes", "-r", requirements, external=True)
    options = ("--no-dependencies", "--envdir", str(folder / "sessions"))
    session.run(python, "-m", "nox", *options, "-s", "python", external=True)


def _installed(session: nox.Session, python: str, name: str, wheel: str) -> str:
    """Install a wheel into an environment of that Python, with nothing else, and return its interpreter."""
    folder = steps.fresh_folder(session, name)
    session.run(python, "-m", "venv", str(folder), external=True)
    own = str(folder / "bin" / "python")
    options = ("--quiet", "--no-index", "--no-deps")
    session.run(own, "-m", "pip", "install", *options, wheel, external=True)
    return own


@nox.session(requires=["sdist"], default=False)
def wheels(session: nox.Session) -> None:
    """Every wheel but that for Pyodide, in dist/. Each is read, and the one for the stable ABI is built twice.

    `-- macos_arm64` makes those of one platform, `-- macos_arm64 3.14t abi3` two of them. It needs an x86_64 Linux
    without root: zig links. For macOS and Windows the compiler is rustup's with its target; for Linux it is Debian's
    where rustup has no target. The second build is of sources in another folder, with the dependencies of the first,
    and has to have the same octets. Those for Linux with glibc make ten calls, if their Python is installed, and that
    for the stable ABI under QEMU where need be.
    """
    if unknown := {*session.posargs} - {*foreign.WHEELS, *foreign.EVERY_BUILD}:
        session.error(
            f"neither platforms nor builds: {', '.join(sorted(unknown))}; there are {', '.join(foreign.WHEELS)}"
        )
    steps.install_groups(session, "release")
    for name in [name for name in foreign.WHEELS if name in session.posargs] or foreign.WHEELS:
        builds = foreign.WHEELS[name].builds
        for build in [build for build in builds if build in session.posargs] or builds:
            _make_wheel(session, name, build)


def _make_wheel(session: nox.Session, name: str, build: str) -> None:
    wheel = foreign.built_wheel(session, foreign.WHEELS[name], build=build)
    if build == "abi3":
        again = foreign.built_wheel(session, foreign.WHEELS[name], "again", build)
        if again.read_bytes() != wheel.read_bytes():
            session.error(f"{wheel.name} differs from a second build of the same sources")
    shutil.copy(wheel, steps.DIST)
    session.log(f"{wheel.name}: {wheel.stat().st_size:,} octets{', twice the same' if build == 'abi3' else ''}")
    python = {"abi3": "3", "abi3t": "3.15"}.get(build, build)
    if build == "abi3" and foreign.WHEELS[name].debian:
        foreign.call_wheel(session, foreign.WHEELS[name])
    elif name == "manylinux_x86_64" and shutil.which(f"python{python}"):
        own = _installed(session, f"python{python}", f"python-{python}", str(wheel))
        session.run(own, "-I", "tools/smoke.py", external=True)


@nox.session(default=False)
def release(session: nox.Session) -> None:
    """Test the parts of a release beside the wheels: the crate as it would be published, licences, conda's recipe.

    `-- v1.0.0` fails unless that is the tag of this version, and looks at nothing else. `-- standards` compares
    standards.toml with the registries. `-- unicode` writes the tables of Unicode anew, shows what moved, and fails
    where an answer changes for a code point that was there.
    """
    if session.posargs == ["standards"]:
        steps.install_groups(session, "test")
        session.run("python", "tools/standards.py", "--online")
        return
    if session.posargs == ["unicode"]:
        example = ("cargo", "run", "--quiet", "--locked", "--no-default-features", "--example", "unicode_table")
        session.run(*example, env=steps.shared_target(), external=True)
        session.run(sys.executable, "tools/unicode_changes.py", external=True)
        return
    version = nox.project.load_toml(steps.ROOT / "Cargo.toml")["package"]["version"]
    if session.posargs:
        if session.posargs != [f"v{version}"]:
            session.error(f"this is version {version}: its tag is v{version}, not {' '.join(session.posargs)}")
        return
    steps.install_groups(session, "release")
    session.run("python", "tools/conda_recipe.py")
    session.run(sys.executable, "tools/third_party.py", "--check", external=True)
    publish = ("cargo", "publish", "--dry-run", "--locked", "--no-default-features")
    session.run(*publish, env=steps.shared_target(), external=True)
