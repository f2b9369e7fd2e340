"""What several sessions do: install by hash, build from the source distribution, test what was built."""

import json
import os
import platform
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tempfile
from pathlib import Path
from typing import NoReturn

import nox

ROOT = Path(__file__).resolve().parent.parent
DIST = ROOT / "dist"
TARGET = ROOT / "target"
REQUIREMENTS = ROOT / "requirements"
# More than four processes would want more memory than some machines have: each test takes what it takes.
ON_ALL_PROCESSORS = ("--numprocesses=auto", "--maxprocesses=4")


def show_every_interpreter() -> None:
    """Let pyenv show all it has: it hides every interpreter that is not chosen. The chosen one stays the first."""
    if shutil.which("pyenv"):
        chosen, installed = (
            subprocess.run(["pyenv", *row], stdout=subprocess.PIPE, text=True, check=False).stdout.split()
            for row in (("version-name",), ("versions", "--bare"))
        )
        os.environ["PYENV_VERSION"] = ":".join([*chosen, *installed])


def newest_python() -> str | None:
    """The newest of these versions of Python that is installed; without one, nox takes the Python that it runs on."""
    return next((version for version in ("3.15", "3.14", "3.13", "3.12") if shutil.which(f"python{version}")), None)


def install_group(session: nox.Session, group: str) -> None:
    """Install the locked versions of one dependency group. Python compiles what it imports, which is little of it."""
    session.install("--quiet", "--no-compile", "--require-hashes", "-r", str(REQUIREMENTS / f"{group}.txt"))


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


def release_build() -> dict[str, str]:
    """The same for what is given away: no message of a crate names a folder of the machine that built it."""
    crates = os.environ.get("CARGO_HOME", str(Path.home() / ".cargo"))
    flags = f"{os.environ.get('RUSTFLAGS', '')} --remap-path-prefix={crates}=cargo"
    return shared_target() | {"RUSTFLAGS": flags.strip()}


def build_wheel(
    session: nox.Session, folder: Path, *arguments: str, env: dict[str, str] | None = None, source: str = "source"
) -> None:
    """Build a wheel into the folder, from sources unpacked in a folder of that name; arguments go to maturin."""
    portable = "--zig" in arguments
    install_group(session, "portable" if portable else "build")
    unpacked = unpack_sdist(Path(session.create_tmp()) / source)
    # With zig the wheel may be for another libc than this interpreter's, so maturin gets its version, not its path.
    interpreter = str(shutil.which("python", path=session.bin)) if session.python else sys.executable
    if portable:
        interpreter = f"python{sysconfig.get_config_var('py_version_short')}{sys.abiflags}"
    # maturin compresses quickly by default, and a wheel is fetched more often than it is built.
    options = ["--release", "--compression-level", "9", "--out", str(folder)]
    options += [] if "--interpreter" in arguments else ["--interpreter", interpreter]
    with session.chdir(unpacked):
        session.run("maturin", "build", *options, *arguments, env=release_build() | (env or {}))


def build_stable_abi_wheel(session: nox.Session) -> Path:
    """Build the wheel into a folder of its own, as dist/ holds those of one interpreter."""
    folder = ROOT / session.create_tmp() / "wheel"
    shutil.rmtree(folder, ignore_errors=True)
    build_wheel(session, folder, "--features", "python,abi3")
    (wheel,) = folder.glob("*-cp311-abi3-*.whl")
    return wheel


def rust_host(session: nox.Session) -> str:
    """The target that the compiler makes programs for by default."""
    (host,) = re.findall(r"^host: (.*)$", str(session.run("rustc", "-vV", silent=True, external=True)), re.M)
    return str(host)


def sanitized_wheel(session: nox.Session) -> Path:
    """Build a wheel with AddressSanitizer and debug assertions into a folder of its own, and return the folder."""
    folder = ROOT / session.create_tmp() / "wheel"
    shutil.rmtree(folder, ignore_errors=True)
    flags = "-Zsanitizer=address -Cdebug-assertions -Clto=off"
    environment = {"RUSTC_BOOTSTRAP": "1", "RUSTFLAGS": flags, "CARGO_TARGET_DIR": str(TARGET / "asan")}
    # With `--target` the flags are not those of build scripts and macros, which run without the runtime.
    options = ("--release", "--target", rust_host(session), "--interpreter", sys.executable, "--out", str(folder))
    with session.chdir(unpack_sdist(Path(session.create_tmp()) / "source")):
        session.run("maturin", "build", *options, env=environment)
    return folder


def run_sanitized_python_suite(session: nox.Session) -> None:
    """Run the Python suite against a wheel with AddressSanitizer, which takes memory of its own."""
    install_group(session, "build")
    install_group(session, "test")
    install_wheel(session, sanitized_wheel(session))
    runtime = str(session.run("gcc", "-print-file-name=libasan.so", silent=True, external=True)).strip()
    environment = {"LD_PRELOAD": runtime, "ASAN_OPTIONS": "detect_leaks=0", "PYTHONMALLOC": "malloc"}
    run_python_suite(session, "-m", "not measures_memory", *session.posargs, env=environment)


def run_sanitized_rust_tests(session: nox.Session) -> None:
    """Run the Rust tests with AddressSanitizer and debug assertions."""
    flags = "-Zsanitizer=address -Cdebug-assertions"
    # A test asks for more memory than there is, and wants to be told so.
    settings = "detect_leaks=0:allocator_may_return_null=1"
    environment = {"RUSTC_BOOTSTRAP": "1", "RUSTFLAGS": flags, "ASAN_OPTIONS": settings}
    target = {"CARGO_TARGET_DIR": str(TARGET / "asan"), "PYO3_PYTHON": sys.executable}
    options = ("--locked", "--features", "python", "--lib", "--test", "rust", "--target", rust_host(session))
    session.run("cargo", "test", *options, env=environment | target, external=True)


def run_mutants(session: nox.Session) -> None:
    """Change src/ one place at a time, as the arguments of the session say."""
    target = shared_target()["CARGO_TARGET_DIR"]
    folder = Path(target) / "cargo-mutants"
    install = ("cargo", "install", "--quiet", "--locked", "--debug", "--root", str(folder), "cargo-mutants@27.1.0")
    session.run(*install, env={"CARGO_PROFILE_DEV_DEBUG": "0"}, external=True)
    path = os.pathsep.join((str(folder / "bin"), os.environ["PATH"]))
    # What is built with changes is not mixed with what is built without.
    environment = {"PATH": path, "CARGO_TARGET_DIR": str(folder / "build")}
    command = (sys.executable, "tools/mutants.py", "--output", str(folder / "outcomes"), *session.posargs)
    session.run(*command, env=environment, external=True)


def judge_crates(session: nox.Session, *manifests: str) -> None:
    """Let cargo-deny look at the crates of these packages."""
    folder = Path(shared_target()["CARGO_TARGET_DIR"]) / "cargo-deny"
    install = ("cargo", "install", "--quiet", "--locked", "--debug", "--root", str(folder), "cargo-deny@0.20.2")
    session.run(*install, env={"CARGO_PROFILE_DEV_DEBUG": "0"}, external=True)
    program = str(folder / "bin" / "cargo-deny")
    checks = ["bans", "licenses", "sources"]
    if subprocess.run([program, "fetch", "db"], cwd=ROOT, check=False).returncode == 0:
        checks.append("advisories")
    else:
        session.warn("the list of known vulnerabilities cannot be fetched: NOT looked at")
    for manifest in manifests:
        session.run(program, "--locked", "--manifest-path", manifest, "check", *checks, external=True)


def run_fuzz_targets(session: nox.Session, seconds: str, *names: str) -> None:
    """Build the targets of fuzz/ as cargo-fuzz does, and run those named, or all, for so many seconds each.

    `RUSTC_BOOTSTRAP` lets the stable compiler take the option for the sanitizer.
    """
    coverage = ("level=4", "inline-8bit-counters", "pc-table", "trace-compares")
    flags = ["--cfg=fuzzing", "-Zsanitizer=address", "-Ccodegen-units=1", "-Cpasses=sancov-module"]
    flags += [f"-Cllvm-args=-sanitizer-coverage-{option}" for option in coverage]
    target = TARGET / "fuzz"
    environment = {"RUSTC_BOOTSTRAP": "1", "RUSTFLAGS": " ".join(flags), "CARGO_TARGET_DIR": str(target)}
    host, folder = rust_host(session), ROOT / "fuzz"
    options = ("--locked", "--release", "--manifest-path", str(folder / "Cargo.toml"), "--target", host)
    session.run("cargo", "build", *options, env=environment, external=True)
    for name in names or sorted(path.stem for path in (folder / "fuzz_targets").glob("*.rs")):
        corpus, artifacts = folder / "corpus" / name, folder / "artifacts" / name
        for path in (corpus, artifacts):
            path.mkdir(parents=True, exist_ok=True)
        limits = (f"-max_total_time={seconds}", "-timeout=30", "-rss_limit_mb=4096", "-print_final_stats=1")
        files = (f"-dict={folder / 'names.dict'}", f"-artifact_prefix={artifacts}/", str(corpus))
        seeds = str(folder / "seeds" / name)
        program = str(target / host / "release" / name)
        session.run(program, *limits, *files, seeds, env={"ASAN_OPTIONS": "detect_leaks=0"}, external=True)


def run_python_session_on_musl(session: nox.Session, version: str) -> None:
    """Let uv fetch this version of Python for musl, and run the session `python` with it."""
    folder = ROOT / session.create_tmp()
    request = f"cpython-{version}-linux-{platform.machine()}-musl"
    session.run("uv", "python", "install", "--no-bin", "--install-dir", str(folder / "python"), request)
    (interpreter,) = (folder / "python").glob("cpython-*/bin/python3")
    session.run(str(interpreter), "-m", "venv", str(folder / "nox"), external=True)
    python = str(folder / "nox" / "bin" / "python")
    requirements = str(REQUIREMENTS / "nox.txt")
    session.run(python, "-m", "pip", "install", "--quiet", "--require-hashes", "-r", requirements, external=True)
    options = ("--no-dependencies", "--envdir", str(folder / "sessions"))
    session.run(python, "-m", "nox", *options, "-s", "python", external=True)


def run_python_suite_on_its_own_wheel(session: nox.Session) -> None:
    folder = ROOT / session.create_tmp() / "wheel"
    shutil.rmtree(folder, ignore_errors=True)
    build_wheel(session, folder)
    install_group(session, "test")
    install_wheel(session, folder)
    run_python_suite(session, *ON_ALL_PROCESSORS, *session.posargs)


def unpacked_suite(session: nox.Session) -> Path:
    """Unpack tests/, docs/, examples/ and pyproject.toml from the source distribution, and return their folder."""
    source = unpack_sdist(Path(session.create_tmp()) / "source")
    suite = Path(session.create_tmp()) / "suite"
    shutil.rmtree(suite, ignore_errors=True)
    shutil.copytree(source / "tests", suite / "tests", ignore=shutil.ignore_patterns("test_repository*", "rust"))
    for folder in ("docs", "examples"):
        shutil.copytree(source / folder, suite / folder)
    shutil.copy(source / "pyproject.toml", suite)
    shutil.rmtree(source)
    return suite


def run_python_suite(session: nox.Session, *arguments: str, env: dict[str, str] | None = None) -> None:
    """Run pytest in a folder that has the suite and not the source."""
    with session.chdir(unpacked_suite(session)):
        session.run("python", "-m", "pytest", *arguments, env=env)


def run_engine_suite(session: nox.Session, engine: str) -> None:
    """Run the tests of an engine that has a dependency group of its own."""
    install_group(session, engine)
    install_wheel(session)
    # Ray does not work in a folder of its own environment, where nox would have it.
    folder = {"RAY_TMPDIR": tempfile.gettempdir()}
    run_python_suite(session, f"tests/python/test_engines_{engine}.py", *session.posargs, env=folder)


def need(session: nox.Session, missing: str) -> NoReturn:
    """End the session, as something is missing: a failure in CI, elsewhere a skip."""
    if os.environ.get("CI"):
        session.error(missing)
    session.skip(missing)


def need_program(session: nox.Session, program: str, package: str) -> None:
    """Where a program is missing, end the session."""
    if shutil.which(program) is None:
        need(session, f"{program} is missing: apt-get install {package}")


def folder_of_crate(session: nox.Session, name: str, *options: str, manifest: Path = ROOT / "Cargo.toml") -> Path:
    """Where cargo has the source of a dependency."""
    options = ("--format-version", "1", *(options or ("--locked",)), "--manifest-path", str(manifest))
    crates = json.loads(str(session.run("cargo", "metadata", *options, silent=True, external=True, stderr=None)))
    (found,) = (Path(crate["manifest_path"]) for crate in crates["packages"] if crate["name"] == name)
    return found.parent


def folder_of_other_crate(session: nox.Session, name: str, version: str) -> Path:
    """Where cargo has the source of a crate that nothing here depends on: it is fetched for a package made for that."""
    package = Path(session.create_tmp()) / name
    (package / "src").mkdir(parents=True, exist_ok=True)
    (package / "src" / "lib.rs").touch()
    manifest = package / "Cargo.toml"
    dependency = f'{name} = {{ version = "={version}", default-features = false }}'
    manifest.write_text(f'[package]\nname = "other"\n[dependencies]\n{dependency}\n[workspace]\n', encoding="utf-8")
    return folder_of_crate(session, name, "--quiet", manifest=manifest)


def released_idna(session: nox.Session) -> Path:
    """Download the source distribution of the package `idna`, tests included."""
    folder = Path(session.create_tmp()) / "idna"
    shutil.rmtree(folder, ignore_errors=True)
    options = ("--quiet", "--no-deps", "--no-binary=:all:", "--require-hashes", "--dest", str(folder))
    (pinned,) = re.findall(r"^idna==(?:.*\\\n)*.*\n", (REQUIREMENTS / "test.txt").read_text("utf-8"), re.M)
    requirement = folder.with_suffix(".txt")
    requirement.write_text(pinned, encoding="utf-8")
    session.run("python", "-m", "pip", "download", *options, "-r", str(requirement))
    (sdist,) = folder.glob("*.tar.gz")
    return sdist


def write_locks(session: nox.Session) -> None:
    """Write requirements/*.txt anew from the dependency groups of pyproject.toml."""
    install_group(session, "uv")
    options = ("--universal", "--generate-hashes", "--upgrade", "--python-version", "3.11", "--no-emit-index-url")
    for group in nox.project.load_toml(ROOT / "pyproject.toml")["dependency-groups"]:
        command = ("--custom-compile-command", "nox -s lock", "--group", group, "-o", f"requirements/{group}.txt")
        session.run("uv", "pip", "compile", "--quiet", *options, *command)
