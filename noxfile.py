"""The only list of commands, with tools/sessions_*.py: people, `.ci/run` and the workflows all call these sessions.

`nox` runs every session of the default list; `nox -s NAME` runs one. Tools come from requirements/*.txt, which hold
exact versions and hashes; `nox -s supply -- lock` writes them anew from the dependency groups of pyproject.toml.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from contextlib import nullcontext
from pathlib import Path

import nox

ROOT = Path(__file__).resolve().parent
sys.path.insert(0, str(ROOT / "tools"))

import steps  # noqa: E402
import steps_debian  # noqa: E402

nox.needs_version = ">=2026.10"
nox.options.reuse_venv = "yes"
# Its environments have pip; steps.install asks uv first.
nox.options.default_venv_backend = "virtualenv"
nox.options.stop_on_first_error = True
# An interpreter that is not installed is skipped with a message; `--error-on-missing-interpreters` asks for it.
nox.options.error_on_missing_interpreters = False

steps.show_every_interpreter()

# Many processes of the tests import the same, so that Python keeps what it compiled, whatever it is told outside.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# The tests of both languages draw their cases from one seed, which the Python suite prints: tests/conftest.py.
if os.environ.get("HYPOTHESIS_SEED", "").isdigit():
    os.environ["PROPTEST_RNG_SEED"] = os.environ["HYPOTHESIS_SEED"]


@nox.session
def lint(session: nox.Session) -> None:
    """Formatting and lints: Rust without the binding and with both of its forms, Python, the workflows."""
    steps.install_groups(session, "tools")
    session.run("ruff", "format", "--check", ".")
    session.run("ruff", "check", ".")
    session.run("python", "tools/works.py", "--check")
    session.run("zizmor", "--offline", "--persona=pedantic", "--no-progress", ".github")
    session.run("cargo", "fmt", "--check", "--all", external=True)
    # A library that is named is not compiled, which needs g++, and nothing is linked with it.
    fuzzing = {
        "RUSTFLAGS": f"{os.environ.get('RUSTFLAGS', '')} --cfg=fuzzing".strip(),
        "CUSTOM_LIBFUZZER_PATH": str(steps.TARGET / "libfuzzer.a"),
    }
    for crates, environment in (
        (("--workspace", "--exclude", "acelabel-fuzz", "--all-targets"), {}),
        (("--features", "python", "--all-targets"), {}),
        (("--features", "abi3"), {}),
        (("--package", "acelabel", "--package", "acelabel-fuzz", "--lib", "--bins"), fuzzing),
    ):
        command = ("cargo", "clippy", "--locked", *crates, "--", "-D", "warnings")
        session.run(*command, env=steps.shared_target() | environment, external=True)


@nox.session(default=False)
def supply(session: nox.Session) -> None:
    """Licences, versions and sources of every crate by cargo-deny, and known vulnerabilities where that list is had.

    The suite looks at the first three every day; the build of cargo-deny takes long.

    `-- vet`: each crate that is shipped is in this version among the audits in supply-chain/, by cargo-vet, whose build
    takes minutes. `-- licences` writes THIRD-PARTY-LICENSES and the SBOM anew, `-- lock` requirements/*.txt from the
    dependency groups of pyproject.toml.
    """
    if session.posargs == ["licences"]:
        session.run("python", "tools/third_party.py")
    elif session.posargs == ["lock"]:
        write_locks(session)
    elif session.posargs == ["vet"]:
        program = str(steps.cargo_program("cargo-vet", "0.10.3", session))
        session.run(program, "vet", "--locked", env={"CARGO": "cargo"}, external=True)
    else:
        judge_crates(session)


def judge_crates(session: nox.Session) -> None:
    program = str(steps.cargo_program("cargo-deny", "0.20.2", session))
    checks = ["bans", "licenses", "sources"]
    if subprocess.run([program, "fetch", "db"], cwd=ROOT, check=False).returncode == 0:
        checks.append("advisories")
    else:
        session.warn("the list of known vulnerabilities cannot be fetched: NOT looked at")
    session.run(program, "--locked", "--workspace", "check", *checks, external=True)


def write_locks(session: nox.Session) -> None:
    steps.install_groups(session, "tools")
    project = nox.project.load_toml(ROOT / "pyproject.toml")
    chosen: dict[str, tuple[str, ...]] = {group: ("--group", group) for group in project["dependency-groups"]}
    # Of engines with a session of their own only the newest versions are run.
    extras = (
        f"--extra={extra}" for extra in project["project"]["optional-dependencies"] if extra not in {*ENGINES, "cli"}
    )
    chosen["axe"] += ("--no-deps",)
    chosen["lowest"] = ("--resolution=lowest-direct", *extras, "pyproject.toml")
    options = ("--universal", "--generate-hashes", "--upgrade", "--python-version", "3.11", "--no-emit-index-url")
    command = ("uv", "pip", "compile", "--quiet", *options, "--custom-compile-command", "nox -s supply -- lock")
    for name, choice in chosen.items():
        session.run(*command, *choice, "-o", f"requirements/{name}.txt")


@nox.session(venv_backend="none")
def rust(session: nox.Session) -> None:
    """The crate without Python: its tests with debug assertions, its documentation and the examples in it.

    `-- shipped` runs the tests as the crate is shipped. Every day the Python suite does that for the wheel.
    """
    crate = ("--locked", "--no-default-features")
    if session.posargs == ["shipped"]:
        session.run("cargo", "test", *crate, "--profile", "testrelease", "--lib", "--tests", external=True)
        return
    session.run("cargo", "test", *crate, external=True)
    # The example as the tests built it.
    example = ("--quiet", *crate, "--profile", "test", "--example", "unicode_table")
    session.run("cargo", "run", *example, "--", "--check", external=True)
    session.run("cargo", "doc", *crate, "--no-deps", env={"RUSTDOCFLAGS": "-D warnings"}, external=True)


# The prover is a package of its own, which scripts of proofs/ import from where it is.
WITH_PROVER = {"PYTHONPATH": str(ROOT / "packages" / "mirproof")}


@nox.session
def lemmas(session: nox.Session) -> None:
    """The lemmas that sentences on bounds cite hold, and their mutants do not, by z3; the tests of packages/mirproof.

    Names choose lemmas.
    """
    steps.install_groups(session, "proofs")
    session.run("python", "proofs/prove.py", *session.posargs, env=WITH_PROVER)
    if not session.posargs:
        session.run("python", "-m", "pytest", "--quiet", "packages/mirproof/tests")


@nox.session(default=False)
def proofs(session: nox.Session) -> None:
    """The bodies that the compiler makes of src/ keep their contracts, by z3. Every week and at a release, not daily.

    A body is proved again where it, its contract or the machine is not as proofs/digests.toml has it. `-- all` proves
    all and writes that file, and names of rooms those rooms.
    """
    steps.install_groups(session, "proofs")
    session.run("python", "proofs/bodies.py", *session.posargs, env=steps.release_build() | WITH_PROVER)


@nox.session(default=False)
def sdist(session: nox.Session) -> None:
    """Build the source distribution of the crate without the rest of the workspace, alone in dist/.

    What is made from the built module is there and in no commit: the man page, completions, the page of options, and
    the docstrings in stub files. So the module is compiled here, without optimisation.

    For a release PROJECT_ADDRESS is the address of the repository at its host and PROJECT_TAG the tag: the links of the
    README and of the project lead there.
    """
    steps.install_groups(session, "tools")
    shutil.rmtree(steps.DIST, ignore_errors=True)
    place = [os.environ[name] for name in ("PROJECT_ADDRESS", "PROJECT_TAG") if "PROJECT_ADDRESS" in os.environ]
    # Not in a folder of nox: git ignores what is there, so maturin would leave out the modules of Python.
    with tempfile.TemporaryDirectory() as folder:
        source = str(Path(folder, "source"))
        session.run("python", "tools/source_tree.py", source, *place)
        steps.install_checkout(session)
        session.run("python", "tools/manual.py", source)
        session.run("python", "tools/stub_docstrings.py", str(Path(source, "python", "acelabel")))
        with session.chdir(source):
            session.run("maturin", "sdist", "--out", str(steps.DIST))


@nox.session(requires=["sdist"])
def wheel(session: nox.Session) -> None:
    """Build the wheel of this interpreter from the source distribution, never from the working tree, and look into it.

    It has all licences, an SBOM, and no path of this machine. Arguments go to maturin. With `--zig` a wheel made on one
    Linux runs on others: `nox -s wheel -- --zig --compatibility manylinux2014`, with the session's name as `-s wheel`.
    """
    # Where another session requires this one, the arguments are for that session.
    words = sys.argv[: len(sys.argv) - len(session.posargs)]
    are_all = not any(word.startswith(("-s", "--session", "-k", "-t")) for word in words)
    # Each of the two builds ends on one processor. A fault of this one is a fault of `web`, which shows it.
    with build_core_beside() if are_all else nullcontext():
        steps.build_wheel(session, steps.DIST, *(session.posargs if "wheel" in words else ()))
    steps.look_into(session, *steps.DIST.glob("*.whl"))


@nox.session(requires=["wheel"])
def python(session: nox.Session) -> None:
    """The Python suite against the installed wheel, in a folder without the source; arguments go to pytest.

    `-- -m weekly` runs the tests that take long and are not run every day.

    `nox -P 3.12 -s python` builds the wheel of that Python and runs the suite on it.
    """
    steps.install_wheel(session, "test")
    steps.run_python_suite(session, *steps.ON_ALL_PROCESSORS, *session.posargs)


@nox.session(requires=["sdist"], python=steps.newest_python(), default=False)
def stable_abi(session: nox.Session) -> None:
    """The wheel for Pythons to come, and on the newest Python that is installed the tests of texts that come and go.

    Only there its code differs from that of other wheels. `-- all` runs the whole suite. Not every day.
    """
    # dist/ holds those of one interpreter.
    folder = steps.fresh_folder(session, "wheel")
    steps.build_wheel(session, folder, "--features", "python,abi3")
    if not list(folder.glob("*-cp311-abi3-*.whl")):
        session.error("the wheel is not for the stable ABI")
    steps.install_wheel(session, "test", folder=folder)
    texts = (
        "arguments borders codecs domains hostile_memory hostile_names interpreters long_calls many modules text values"
        " vectors want_of_memory"
    )
    files = () if session.posargs == ["all"] else [f"tests/python/test_{name}.py" for name in texts.split()]
    steps.run_python_suite(session, *steps.ON_ALL_PROCESSORS, *files)


@nox.session(requires=["wheel"])
def engines(session: nox.Session) -> None:
    """Columns of every producer, Parquet and Feather, and the modules for engines in these; three minutes.

    Dask, Ray and Spark run alone: `nox -s engines -- dask ray spark`. Spark needs Java.
    `-- lowest` runs the first with the lowest versions that the extras allow, which have no wheels for a new Python.
    """
    steps.install_wheel(session)
    is_lowest = session.posargs == ["lowest"]
    for engine in () if is_lowest else session.posargs:
        run_engine(session, engine)
    if is_lowest or not session.posargs:
        steps.install_groups(session, "producers", *["lowest"] * is_lowest)
        files = sorted(file.name for file in (ROOT / "tests/python").glob("test_*.py"))
        # Old packages do not read or write every column of a file.
        of_files = () if is_lowest else ("test_cli_columns_arrow", "test_cli_columns_parquet")
        kinds = ("test_arrow", "test_engines_", *of_files)
        apart = {f"test_engines_{engine}.py" for engine in ENGINES}
        tests = [f"tests/python/{name}" for name in files if name.startswith(kinds) and name not in apart]
        steps.run_python_suite(session, *steps.ON_ALL_PROCESSORS, *tests, env={"ACELABEL_PRODUCERS": "all"})


# Engines that carry work over several processes.
ENGINES = ("dask", "ray", "spark")


def run_engine(session: nox.Session, engine: str) -> None:
    """The tests of an engine that carries work over processes, and its page; of Spark also the examples."""
    if engine == "spark":
        steps.need_program(session, "java", "default-jre-headless")
    steps.install_groups(session, "engines")
    # Ray does not work in a folder of its own environment, where nox would have it.
    steps.run_python_suite(session, f"tests/python/test_engines_{engine}.py", env={"RAY_TMPDIR": tempfile.gettempdir()})
    for example in ("certificate_log", "lookalikes") if engine == "spark" else ():
        session.run("python", f"examples/{example}.py", session.create_tmp(), "--names", "100000")


@nox.session(requires=["wheel"])
def compat(session: nox.Session) -> None:
    """`acelabel.compat.idna` under the tests of the package `idna`, and each row of UTS #46's test, which it brings.

    acelabel-idna is built, and installed and removed in random order. `-- clients` runs the suites of packages that
    call `idna` with it, half an hour, `-- clients httpx` one of them; `-- speed` measures it, two minutes.
    """
    steps.install_wheel(session)
    steps.install_groups(session, "tools")
    hook = steps.fresh_folder(session, "hook")
    with session.chdir(ROOT / "packages" / "acelabel-idna"):
        session.run("python", "-m", "hatchling", "build", "-t", "wheel", "-d", str(hook))
    (built,) = map(str, hook.glob("*.whl"))
    if session.posargs[:1] in (["clients"], ["speed"]):
        steps.install_groups(session, "clients")
        steps.install(session, "--no-index", "--no-deps", built)
        program = "benches/hook.py" if session.posargs == ["speed"] else "tests/python/clients_of_idna.py"
        session.run("python", program, *session.posargs[1:])
        return
    # An environment that is used again may have it from those.
    session.run("python", "-m", "pip", "uninstall", "--quiet", "--yes", "acelabel-idna", silent=True)
    session.run("python", "tests/python/installed_hook.py", str(steps.only("*.whl")), built)
    steps.install_groups(session, "test")
    released = str(steps.released_idna(session))
    session.run("python", "tests/python/compat_idna_suite.py", released)
    statuses = steps.folder_of_crate(session, "idna") / "tests" / "IdnaTestV2.txt"
    session.run("python", "tests/python/conformance_uts46.py", released, str(statuses))


@nox.session(requires=["wheel"])
def types(session: nox.Session) -> None:
    """mypy over everything written in Python, and the stub files against the built module."""
    steps.install_wheel(session, "types")
    session.run("mypy")
    options = ("--mypy-config-file", "pyproject.toml", "--allowlist", "tests/stubtest.txt")
    session.run("python", "-m", "mypy.stubtest", "acelabel._native", *options)


@nox.session(requires=["wheel"])
def repository(session: nox.Session) -> None:
    """The house's own rules, and every example of the documents, run against the installed wheel."""
    # The examples about columns need what makes them, and the recipes their frameworks.
    steps.install_wheel(session, "producers", "frameworks", "tools")
    files = sorted((ROOT / "tests/python").glob("test_repository*.py"))
    session.run("python", "-m", "pytest", *steps.ON_ALL_PROCESSORS, *map(str, files), *session.posargs)


@nox.session(requires=["wheel"])
def docs(session: nox.Session) -> None:
    """The notebook prints what it says. The site is built in target/docs, warnings as errors, with every public name.

    `-- --write` writes what the notebook prints and draws.
    """
    steps.install_wheel(session, "tools", "docs")
    check = [] if "--write" in session.posargs else ["--check"]
    # Fonts are looked for once, in a folder of this session.
    session.run("python", "tools/notebook.py", *check, env={"MPLBACKEND": "agg", "MPLCONFIGDIR": session.create_tmp()})
    site = str(steps.TARGET / "docs")
    session.run("sphinx-build", "--quiet", "-E", "-W", "-n", "--keep-going", str(ROOT / "docs"), site)
    session.run("python", "tools/site_checks.py", site)


WASM = "wasm32-unknown-unknown"
CORE = ("cargo", "build", "--locked", "--profile", "web", "--package", "acelabel-web", "--target", WASM)
BROWSERS = {
    "chromium": ("chromium", "chromium-browser", "google-chrome"),
    "chromium-driver": ("chromedriver",),
    "firefox-esr": ("firefox-esr", "firefox"),
}


@nox.session(requires=["wheel"])
def web(session: nox.Session) -> None:
    """Build the converter page in web/dist, and test it in Chromium and Firefox.

    `-- --pictures` writes docs/pictures; `-- --free` holds the milliseconds of a machine with nothing else to do.
    It needs the target wasm32-unknown-unknown of rustup, or Debian, whose packages are unpacked in target/.
    """
    missing = [package for package, names in BROWSERS.items() if not any(map(shutil.which, names))]
    if missing:
        steps.need(session, f"no browsers to test the page in: apt-get install {' '.join(missing)}")
    # Without optimisation, which takes longer than these tests.
    tests = ("cargo", "test", "--locked", "--package", "acelabel-web", "--profile", "dev")
    session.run(*tests, env=steps.shared_target(), external=True)
    session.run("python", "tools/page.py", str(build_core(session)))
    steps.install_wheel(session, "browser")
    steps.install_groups(session, "axe", options=("--no-deps",))
    # The settings of the suite of the package name plug-ins and folders that are not needed here.
    modes = {"--pictures": "ACELABEL_PICTURES", "--free": "ACELABEL_FREE"}
    rest = [argument for argument in session.posargs if argument not in modes]
    chosen = {variable: "yes" for argument, variable in modes.items() if argument in session.posargs}
    session.run("python", "-m", "pytest", "-c", "web/tests/pytest.ini", "web/tests", *rest, env=chosen)


def core_target() -> dict[str, str]:
    """A folder of its own, so that neither build waits for the other."""
    return {"CARGO_TARGET_DIR": str(Path(steps.shared_target()["CARGO_TARGET_DIR"]) / "web")}


def build_core(session: nox.Session) -> Path:
    options, environment = steps_debian.compiler(session, WASM, "std", "panic_abort")
    if options:
        linker = steps_debian.libraries(session) / steps.rust_host(session) / "bin/rust-lld"
        if not linker.exists():
            steps.need(session, f"no linker for WebAssembly: rustup target add {WASM}")
        environment[f"CARGO_TARGET_{WASM.upper().replace('-', '_')}_LINKER"] = str(linker)
        # Without features, as a page has no use for the names of functions in a backtrace.
        options += ("-Zbuild-std-features=",)
    session.run(*CORE, *options, env=environment | core_target(), external=True)
    return Path(core_target()["CARGO_TARGET_DIR"]) / WASM / "web" / "acelabel_web.wasm"


def build_core_beside() -> subprocess.Popen[bytes]:
    """Begin that build, with the compiler of rustup, so that `web` finds it done; leaving the context waits for it."""
    environment = os.environ | core_target()
    return subprocess.Popen(CORE, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


@nox.session(requires=["sdist"], venv_backend="none", default=False)
def first_command(session: nox.Session) -> None:
    """Run the README's first command as it stands there, in a fresh folder."""
    source = steps.unpack_sdist(session)
    (command, *_) = re.findall(r"^```sh\n(.*?)^```", (source / "README.md").read_text(encoding="utf-8"), re.M | re.S)
    with session.chdir(source):
        session.run("bash", "-euo", "pipefail", "-c", command, env=steps.release_build(), external=True)


@nox.session(requires=["wheel"])
def weight(session: nox.Session) -> None:
    """The size of the wheel and the time of its import: printed, and compared with their bounds."""
    steps.install_wheel(session)
    session.run("python", "benches/weight.py", str(steps.only("*.whl")))


@nox.session(requires=["wheel"])
def instructions(session: nox.Session) -> None:
    """Instruction counts: growth, and labels and calls from Python against baselines, which `-- --rewrite` writes."""
    steps.need_program(session, "valgrind", "valgrind")
    steps.install_wheel(session)
    session.run("python", "benches/instructions.py", *session.posargs, env=steps.shared_target())


# Sessions that plain `nox` leaves out, by subject.
import sessions_benches  # noqa: E402, F401
import sessions_hunting  # noqa: E402, F401
import sessions_programs  # noqa: E402, F401
import sessions_release  # noqa: E402, F401
