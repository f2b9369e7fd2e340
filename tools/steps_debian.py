"""Packages of Debian, also of other architectures: fetched and unpacked into target/, never installed; a compiler."""

import os
import shutil
import subprocess
from pathlib import Path

import nox
import steps

KEYRING = "/usr/share/keyrings/debian-archive-keyring.gpg"
# A compiler of Rust and the source of its standard library.
RUST = ("rustc-web", "rust-web-src", "libstd-rust-web-1.96", "libstd-rust-web-dev", "libllvm22")
COMPILER = steps.TARGET / "rust-web"
ARCHIVES = {
    "http://deb.debian.org/debian": ("{release}", "{release}-updates"),
    "http://deb.debian.org/debian-security": ("{release}-security",),
}
# apt with a state of its own: that of the machine is neither read nor written. Packages are compared with signed lists.
CONFIGURATION = """\
APT::Architecture "{architecture}";
APT::Architectures {{ "{architecture}"; }};
APT::Sandbox::User "root";
Acquire::Languages "none";
Dir::Etc::main "{folder}/none";
Dir::Etc::parts "{folder}/none";
Dir::Etc::sourcelist "{folder}/sources.list";
Dir::Etc::sourceparts "{folder}/none";
Dir::State "{folder}/state";
Dir::State::lists "{folder}/state/lists";
Dir::State::status "{folder}/status";
Dir::Cache "{folder}/cache";
"""


def configured(folder: Path, architecture: str, release: str) -> dict[str, str]:
    """Write the configuration of apt into the folder, and return the environment that makes apt read it."""
    for name in ("state/lists/partial", "cache/archives/partial", "none", "packages"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    (folder / "status").touch()
    rows = [f"deb [signed-by={KEYRING}] {url} {suite} main\n" for url, suites in ARCHIVES.items() for suite in suites]
    (folder / "sources.list").write_text("".join(rows).format(release=release), encoding="utf-8")
    configuration = folder / "apt.conf"
    configuration.write_text(CONFIGURATION.format(architecture=architecture, folder=folder), encoding="utf-8")
    return os.environ | {"APT_CONFIG": str(configuration), "LC_ALL": "C"}


def unpacked(session: nox.Session, architecture: str, packages: tuple[str, ...], release: str = "bookworm") -> Path:
    """The folder with these packages of that architecture, which are fetched once. What is missing ends the session."""
    root = steps.TARGET / "debian" / architecture
    stamp = root / "packages.txt"
    have = stamp.read_text(encoding="utf-8").split() if stamp.exists() else []
    missing = [package for package in packages if package not in have]
    if not missing:
        return root
    if shutil.which("apt-get") is None or shutil.which("dpkg") is None or not Path(KEYRING).exists():
        steps.need(session, "packages of Debian cannot be fetched: apt-get install apt dpkg debian-archive-keyring")
    folder = (steps.TARGET / "debian" / f"apt-{architecture}").resolve()
    environment = configured(folder, architecture, release)

    def apt(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(["apt-get", "-qq", *arguments], cwd=folder / "packages", env=environment, check=False,
                              capture_output=True, text=True)  # fmt: skip

    # A list that cannot be fetched at the moment is passed over, as the packages may stand in the others.
    updated, fetched = apt("update"), apt("download", *missing)
    if fetched.returncode != 0:
        told = f"{updated.stderr.strip()}\n{fetched.stderr.strip()}"
        steps.need(session, f"packages of Debian for {architecture} cannot be fetched:\n{told}")
    for package in sorted((folder / "packages").glob("*.deb")):
        subprocess.run(["dpkg", "-x", str(package), str(root)], check=True)
        package.unlink()
    # Newer packages have all in usr/, and a package that is not fetched has the links to it.
    if not (root / "lib").exists():
        (root / "lib").symlink_to("usr/lib")
    # The link to the loader of ppc64el is absolute; here it must stay inside the folder.
    for loader in root.glob("lib64/ld*"):
        if loader.is_symlink() and loader.readlink().is_absolute():
            place = root / loader.readlink().relative_to("/")
            loader.unlink()
            loader.symlink_to(os.path.relpath(place, loader.parent))
    stamp.write_text("\n".join([*have, *missing]) + "\n", encoding="utf-8")
    return root


def compiler(session: nox.Session, target: str, *parts: str) -> tuple[tuple[str, ...], dict[str, str]]:
    """Options and environment with which cargo builds for a target: rustup's, or with Debian's packages.

    These make the parts of the standard library anew, from Debian's source.
    """
    if (libraries(session) / target).is_dir():
        return (), {}
    if not _has_compiler():
        steps.need(session, f"no compiler for {target}: rustup target add {target}, or the packages {' '.join(RUST)}")
    environment = {
        "RUSTC": str(COMPILER / "usr/bin/rustc"),
        "LD_LIBRARY_PATH": str(COMPILER / "usr/lib/x86_64-linux-gnu"),
        # Lets a stable compiler build its standard library.
        "RUSTC_BOOTSTRAP": "1",
    }
    return (f"-Zbuild-std={','.join(parts)}",), environment


def _has_compiler() -> bool:
    """Fetch and unpack Debian's compiler, with apt as the machine has it. Returns whether it is there."""
    if (COMPILER / "usr/bin/rustc").exists():
        return True
    if shutil.which("apt-get") is None:
        return False
    folder = steps.TARGET / "rust-web-packages"
    folder.mkdir(parents=True, exist_ok=True)
    # apt compares each package with the signed list.
    fetched = subprocess.run(["apt-get", "-qq", "download", *RUST], cwd=folder, check=False, capture_output=True)
    if fetched.returncode != 0:
        return False
    for package in folder.glob("*.deb"):
        subprocess.run(["dpkg", "-x", str(package), str(COMPILER)], check=True)
    shutil.rmtree(folder)
    return True


def libraries(session: nox.Session) -> Path:
    """The folder in which the installed compiler has a folder for each target."""
    sysroot = session.run("rustc", "--print", "sysroot", silent=True, external=True)
    return Path(str(sysroot).strip()) / "lib/rustlib"
