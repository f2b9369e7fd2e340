"""The common steps of several sessions: install by hash, build from the source distribution, test the build."""

import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
from functools import cache
from pathlib import Path
from typing import NoReturn

import nox

ROOT = Path(__file__).resolve().parent.parent
DIST = ROOT / "dist"
TARGET = ROOT / "target"
REQUIREMENTS = ROOT / "requirements"
# More than four processes would want more memory than some machines have: each test takes what it takes.
ON_ALL_PROCESSORS = ("--numprocesses=auto", "--maxprocesses=4")


# Programs that could not do their work once are not asked again.
FAILED: set[str] = set()


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


def install_groups(session: nox.Session, *groups: str, options: tuple[str, ...] = ()) -> None:
    """Install the locked versions of dependency groups. Python compiles what it imports, which is little of it."""
    for group in groups:
        install(session, *options, "--require-hashes", "-r", str(REQUIREMENTS / f"{group}.txt"))


def install(session: nox.Session, *options: str) -> None:
    """By uv, which takes a tenth of the time, or else by pip."""
    uv = None if pip_has_an_index() else shutil.which("uv", path=Path(sys.executable).parent)
    if uv and uv not in FAILED:
        print(f"uv: {' '.join(options)}", flush=True)
        python = str(shutil.which("python", path=session.bin))
        command = (uv, "pip", "install", *options, "--quiet", "--python", python)
        if subprocess.run(command, cwd=ROOT, check=False).returncode == 0:
            return
        # It may have waited for long.
        FAILED.add(uv)
    session.install("--quiet", "--no-compile", *options)


@cache
def pip_has_an_index() -> bool:
    """True where pip is told where packages come from. uv does not read that."""
    shown = subprocess.run(
        [sys.executable, "-m", "pip", "config", "list"], stdout=subprocess.PIPE, text=True, check=False
    ).stdout
    return bool(re.search(r"^[^=]*index", shown, re.M))


def install_wheel(session: nox.Session, *groups: str, folder: Path = DIST) -> None:
    """Install dependency groups, and the wheel in the folder that fits this interpreter."""
    install_groups(session, *groups)
    options = ("--no-index", "--no-deps", "--force-reinstall", "--only-binary=:all:")
    install(session, *options, "--find-links", str(folder), "acelabel")


def install_checkout(session: nox.Session) -> None:
    """Build the checkout without optimisation, and install it: what the parser and the docstrings are read from."""
    folder = fresh_folder(session, "checkout")
    options = ("--profile", "dev", "--strip", "--interpreter", "python", "--out", str(folder))
    session.run("maturin", "build", *options, env=shared_target() | {"CARGO_PROFILE_DEV_DEBUG": "0"})
    install_wheel(session, folder=folder)


def only(pattern: str) -> Path:
    """The one file in dist/ that matches; two of them would leave open which one was tested."""
    (path,) = DIST.glob(pattern)
    return path


def unpack_sdist(session: nox.Session, name: str = "source") -> Path:
    """Unpack the source distribution into a folder of that name and return its own, every file as new as now.

    The archive gives all files one old date, by which cargo would take yesterday's build for today's.
    """
    into = fresh_folder(session, name)
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
    install_groups(session, "release" if portable else "tools")
    unpacked = unpack_sdist(session, source)
    # With zig the wheel may be for another libc than this interpreter's, so maturin gets its version, not its path.
    interpreter = str(shutil.which("python", path=session.bin)) if session.python else sys.executable
    if portable:
        interpreter = f"python{sysconfig.get_config_var('py_version_short')}{sys.abiflags}"
    made = fresh_folder(session, "made")
    options = ["--release", "--out", str(made)]
    options += [] if "--interpreter" in arguments else ["--interpreter", interpreter]
    with session.chdir(unpacked):
        session.run("maturin", "build", *options, *arguments, env=release_build() | (env or {}))
    session.run("python", "tools/compress_wheel.py", *map(str, made.glob("*.whl")))
    folder.mkdir(parents=True, exist_ok=True)
    for wheel in made.glob("*.whl"):
        wheel.replace(folder / wheel.name)


def fresh_folder(session: nox.Session, name: str) -> Path:
    """A folder of the session that is not there, or no longer."""
    folder = ROOT / session.create_tmp() / name
    shutil.rmtree(folder, ignore_errors=True)
    return folder


def look_into(session: nox.Session, *arguments: Path | str) -> None:
    """Fail unless the wheels have what they should, and nothing else."""
    session.run("python", "tools/wheel_contents.py", *map(str, arguments))


def rust_host(session: nox.Session) -> str:
    """The target that the compiler makes programs for by default."""
    (host,) = re.findall(r"^host: (.*)$", str(session.run("rustc", "-vV", silent=True, external=True)), re.M)
    return str(host)


def cargo_program(name: str, version: str, session: nox.Session) -> Path:
    """A program of cargo in this version, built where builds are."""
    folder = Path(shared_target()["CARGO_TARGET_DIR"]) / name
    install = ("cargo", "install", "--quiet", "--locked", "--debug", "--root", str(folder), f"{name}@{version}")
    session.run(*install, env={"CARGO_PROFILE_DEV_DEBUG": "0"}, external=True)
    return folder / "bin" / name


def unpacked_suite(session: nox.Session) -> Path:
    """Unpack tests/, docs/, examples/ and pyproject.toml from the source distribution, and return their folder."""
    source, suite = unpack_sdist(session), fresh_folder(session, "suite")
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
    folder = fresh_folder(session, "idna")
    options = ("--quiet", "--no-deps", "--no-binary=:all:", "--require-hashes", "--dest", str(folder))
    (pinned,) = re.findall(r"^idna==(?:.*\\\n)*.*\n", (REQUIREMENTS / "test.txt").read_text("utf-8"), re.M)
    requirement = folder.with_suffix(".txt")
    requirement.write_text(pinned, encoding="utf-8")
    session.run("python", "-m", "pip", "download", *options, "-r", str(requirement))
    (sdist,) = folder.glob("*.tar.gz")
    return sdist
