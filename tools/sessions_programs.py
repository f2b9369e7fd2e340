"""The sessions that ask other programs, and write docs/programs.md and docs/differences.md."""

import os
import shutil
import sys
from pathlib import Path

import nox
import steps

# Programs that are asked, and what brings them: packages of Debian 12, but for Node.
NEEDED = {
    "chromedriver": "chromium-driver",
    "node": "nodejs",
    "javac": "default-jdk-headless",
    "go": "golang-go golang-golang-x-net-dev",
    "php": "php-cli php-intl",
    "perl": "libnet-idn-encode-perl liburi-perl",
    "ruby": "ruby-addressable ruby-simpleidn",
    "escript": "erlang-base erlang-idna erlang-jiffy",
    "unshare": "util-linux",
}
CRATES = {
    "url": "2.5.8",
    "hickory-proto": "0.26.3",
    "serde_json": "1",
}
# Debian's packages of Go are no modules.
GO_PATHS = {"GO111MODULE": "off", "GOPATH": "/usr/share/gocode"}


@nox.session(requires=["wheel"], default=False)
def programs(session: nox.Session) -> None:
    """Some thirty programs asked for the host of a name, beside their models; writes docs/programs.md and a fixture.

    `-- --names 50000` asks for so many made names instead of a million, of another `--seed`. Packages of Python and
    crates are installed in folders of the session; browsers, compilers and libraries are those of the machine. A
    program of another version than the name of a client says is left out. Loopback only; as root, for a network of its
    own. Two hours.
    """
    for program, packages in NEEDED.items():
        steps.need_program(session, program, packages)
    if sys.version_info[:2] != (3, 11):
        steps.need(session, "packages of Python are asked on CPython 3.11, whose characters their models know")
    # Those of the programs come last, in the versions of their models.
    steps.install_wheel(session, "engines", "programs")
    folder = steps.fresh_folder(session, "programs")
    folder.mkdir(parents=True)
    alone = folder / "alone"
    session.run("python", "-m", "venv", str(alone))
    locked = str(steps.REQUIREMENTS / "programs_alone.txt")
    pip = (str(alone / "bin" / "python"), "-m", "pip", "install", "--quiet", "--require-hashes", "-r", locked)
    session.run(*pip, external=True)
    drivers = steps.ROOT / "tests" / "programs" / "drivers"
    session.run("javac", "-d", str(folder), str(drivers / "FromJava.java"), external=True)
    go = ("go", "build", "-o", str(folder / "from_go"), str(drivers / "from_go.go"))
    session.run(*go, env=GO_PATHS | {"GOCACHE": str(folder.resolve() / "go")}, external=True)
    build_crates(session, folder, drivers / "from_crates.rs")
    search = os.pathsep.join(("tests/programs", "tests/python"))
    environment = {"PYTHONPATH": search}
    session.run("python", "tests/programs/beside.py", env=environment)
    session.run("python", "tests/programs/asked.py", str(folder), *session.posargs, env=environment)


@nox.session(requires=["wheel"], default=False)
def differences(session: nox.Session) -> None:
    """Other implementations, asked about the rows of vectors/; writes docs/differences.md. Five minutes.

    Packages of Python and the crate url are installed in folders of the session. ICU, libidn2, Node, PHP, Perl and Go
    are those of the machine; one that is missing is left out of the page.
    """
    for program, packages in {name: NEEDED[name] for name in ("node", "go", "php")}.items():
        steps.need_program(session, program, packages)
    steps.install_wheel(session, "differences")
    folder = steps.fresh_folder(session, "differences")
    folder.mkdir(parents=True)
    build_crates(session, folder, steps.ROOT / "tests" / "programs" / "drivers" / "from_crates.rs")
    crates = {"ACELABEL_CRATES": str(folder.resolve() / "programs"), "ACELABEL_CRATES_VERSION": CRATES["url"]}
    session.run("python", "tests/python/implementations_asked.py", env=crates)


def build_crates(session: nox.Session, folder: Path, source: Path) -> None:
    """Build the driver with exact versions of crates that nothing here depends on, as a package of its own."""
    package = folder / "crates"
    (package / "src").mkdir(parents=True)
    shutil.copy(source, package / "src" / "main.rs")
    lines = ["[package]", 'name = "programs"', 'edition = "2024"', "[workspace]", "[dependencies]"]
    lines += [f'{name} = "{"=" if "." in version else ""}{version}"' for name, version in CRATES.items()]
    (package / "Cargo.toml").write_text("\n".join(lines) + "\n", encoding="utf-8")
    target = {"CARGO_TARGET_DIR": str(folder / "target")}
    session.run("cargo", "build", "--manifest-path", str(package / "Cargo.toml"), env=target, external=True)
    shutil.copy(folder / "target" / "debug" / "programs", folder / "programs")
