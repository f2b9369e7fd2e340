"""The command by which each client is asked, and how its version is seen.

The folder has what `nox -s programs` builds: `alone/` (an environment without the package idna), `programs` (of
crates), `FromJava.class`, `from_go`.
"""

import re
import shutil
import subprocess
import sys
from pathlib import Path

from models import PROGRAMS

DRIVERS = Path(__file__).with_name("drivers")
# The command that says the version of a driver's program; of those in Python, the name of the package.
VERSIONS = {
    "in_chromium.py": ("chromium", "--version"),
    "from_node.js": ("node", "--version"),
    "FromJava.java": ("java", "--version"),
    "from_go.go": ("go", "version"),
    "from_php.php": ("php", "--version"),
}
WIRE = {"curl": ("curl", "--version"), "wget": ("wget", "--version")}
LIBRARIES = {"libidn2": "libidn2-0", "libidn": "libidn12", "glibc": "libc6"}
PACKAGES = {
    "from_go.go lookup": "golang-golang-x-net-dev",
    "from_perl.pl uri": "liburi-perl",
    "from_perl.pl net-idn-encode": "libnet-idn-encode-perl",
    "from_ruby.rb addressable": "ruby-addressable",
    "from_ruby.rb simpleidn": "ruby-simpleidn",
    "from_erlang.escript strict": "erlang-idna",
    "from_erlang.escript uts46": "erlang-idna",
    **{f"from_libraries.py {k}": v for k, v in LIBRARIES.items()},
}
CRATES = {"url": "2.5.8", "hickory": "0.26.3"}
OF_PYTHON = {"idna-uts46": "idna"}


def python_of(client: str, folder: Path) -> str | None:
    """The interpreter of a client in Python: the codec is that of the version in the name."""
    if found := re.fullmatch(r"python-([0-9.]+)-codec", client):
        return shutil.which(f"python{found[1]}")
    return str(folder / "alone/bin/python") if client.endswith("-alone") else sys.executable


def command(client: str, folder: Path) -> list[str] | None:
    """The command of a driver; None where a program for it is missing."""
    driver, argument = PROGRAMS[client].driver, PROGRAMS[client].argument
    path = str(DRIVERS / driver)
    words: dict[str, list[str | None]] = {
        ".js": [shutil.which("node"), path, argument],
        ".java": [shutil.which("java"), "-cp", str(folder), "FromJava", argument],
        ".go": [shutil.which(str(folder / "from_go")), argument],
        ".php": [shutil.which("php"), path, argument],
        ".pl": [shutil.which("perl"), path, argument],
        ".rb": [shutil.which("ruby"), path, argument],
        ".escript": [shutil.which("escript"), path, argument],
        ".rs": [shutil.which(str(folder / "programs")), argument],
        ".py": [python_of(client, folder), path, argument],
    }
    found = words[Path(driver).suffix]
    if argument == "glibc":
        found = [shutil.which("unshare"), "--mount", "--net", *found, str(folder)]
    return None if None in found else [word for word in found if word]


def shown(*words: str) -> str:
    """The first version that a command shows."""
    ended = subprocess.run(words, capture_output=True, text=True, check=False, timeout=600)
    found = re.search(r"[0-9]+\.[0-9]+[0-9.]*", ended.stdout + ended.stderr)
    return found[0].rstrip(".") if found else ""


def version(client: str, folder: Path) -> str:
    """The version of the program, or of the package of Debian or Python."""
    driver, argument = PROGRAMS[client].driver, PROGRAMS[client].argument
    if package := PACKAGES.get(f"{driver} {argument}"):
        return shown("dpkg-query", "--show", "--showformat=${Version}", package)
    if driver == "from_crates.rs":
        return CRATES[argument]
    if driver == "from_python.py" and argument != "codec":
        code = f"import importlib.metadata; print(importlib.metadata.version({OF_PYTHON.get(argument, argument)!r}))"
        return shown(python_of(client, folder) or "", "-c", code)
    if driver == "from_python.py":
        return shown(python_of(client, folder) or "", "--version")
    return shown(*(WIRE[argument] if driver == "on_the_wire.py" else VERSIONS[driver]))


def is_version(client: str, found: str) -> bool:
    """True if the version is the one in the name of the client, as far as the name has it."""
    named = re.search(r"-([0-9]+(?:\.[0-9]+)*)", client)
    wanted = named[1].split(".") if named else []
    return found.split(".")[: len(wanted)] == wanted
