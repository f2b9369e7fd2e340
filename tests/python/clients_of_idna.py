"""Runs the test suites of packages that call `idna`: `clients_of_idna.py [PACKAGE...]`.

Each suite comes from the source distribution on the package index, in the version that requirements/clients.txt gives.
It runs twice, unmodified, where acelabel-idna is installed: with ACELABEL_IDNA=0 it uses the package `idna`, and
without that variable `acelabel.compat.idna`. Each test must end in the same way. A test that fails with both, for
example because it needs another host, is not a difference.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

PLUGIN = Path(__file__).parent / "clients_outcomes.py"
LOCK = Path(__file__).parents[2] / "requirements" / "clients.txt"
# No suite takes a quarter of this.
SECONDS = 1_800

# The order of sets is the same each time; dnspython leaves out the tests that need other hosts; and a suite imports the
# installed package, not the source beside the tests, which lacks the compiled modules.
SETTINGS = {"PYTHONHASHSEED": "0", "NO_INTERNET": "1", "PYTHONSAFEPATH": "1"}

# The variable that switches the hook of acelabel-idna off.
OFF = {"ACELABEL_IDNA": "0"}


@dataclass(frozen=True)
class Suite:
    """A package and where its tests are in the source distribution."""

    package: str
    paths: tuple[str, ...] = ("tests",)
    options: tuple[str, ...] = ()


TWISTED = (
    "internet/test/test_endpoints.py",
    "internet/test/test_newtls.py",
    "internet/test/test_tls.py",
    "names/test/test_dns.py",
    "protocols/test/test_tls.py",
    "test/test_ssl.py",
    "test/test_sslverify.py",
)
AIOHTTP = ("client_request", "client_session", "connector", "resolver", "urldispatch")
SUITES = (
    # The files that look at hosts. The filters of warnings name a package that is not needed here.
    Suite("aiohttp", tuple(f"tests/test_{name}.py" for name in AIOHTTP), ("-o", "filterwarnings=")),
    Suite("dnspython"),
    Suite("email-validator"),
    Suite("httpx"),
    Suite("hyperlink", ("src/hyperlink/test",)),
    Suite("jsonschema", ("jsonschema/tests",)),
    Suite("requests"),
    Suite("rfc3986"),
    Suite("service-identity"),
    Suite("tldextract"),
    Suite("trustme"),
    Suite("twisted", tuple(f"src/twisted/{path}" for path in TWISTED)),
    Suite("url-normalize"),
    # The benchmarks need a plugin of their own and test nothing.
    Suite("yarl", options=("--ignore-glob=*benchmarks*",)),
)


def unpacked(package: str, sdists: Path, into: Path) -> Path:
    """Unpack the source distribution of a package, which is downloaded if it is missing, and return its folder."""
    if not sdists.exists():
        (locked,) = re.findall(rf"^{package}==.*?(?=^\S|\Z)", LOCK.read_text(encoding="utf-8"), re.M | re.S)
        sdists.mkdir()
        requirement = sdists / "requirement.txt"
        requirement.write_text(locked, encoding="utf-8")
        options = ("--quiet", "--no-deps", "--require-hashes", f"--no-binary={package}", "--dest", str(sdists))
        subprocess.run([sys.executable, "-m", "pip", "download", *options, "-r", str(requirement)], check=True)
    (sdist,) = sdists.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        archive.extractall(into, filter="data")
    return into / sdist.name.removesuffix(".tar.gz")


def run(suite: Suite, folder: Path, switch: dict[str, str]) -> tuple[dict[str, str], list[str]]:
    """Run a suite with these variables: how its tests end, and where modules named idna come from."""
    # The same folder each time: paths are parts of the names of tests.
    work = folder / "work"
    shutil.rmtree(work, ignore_errors=True)
    first = work / "first"
    first.mkdir(parents=True)
    shutil.copy(PLUGIN, first)
    outcomes = work / "outcomes.json"
    # The options of the projects ask for plugins, parallel processes and coverage, and for the stacks of slow tests; to
    # print such a stack crashes the interpreter now and then.
    settings = ("-o", "addopts=", "-o", "faulthandler_timeout=0", "-p", "no:cacheprovider")
    options = ("-q", *settings, "-p", PLUGIN.stem, "--hypothesis-seed=0")
    process = subprocess.run(
        [sys.executable, "-m", "pytest", *options, *suite.options, *suite.paths],
        cwd=unpacked(suite.package, folder / "sdists", work),
        env=os.environ | SETTINGS | switch | {"PYTHONPATH": str(first), "CLIENTS_OUTCOMES": str(outcomes)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=SECONDS,
    )
    if not outcomes.exists():
        sys.exit(f"{suite.package}: pytest did not end\n{process.stdout.decode()}\n{process.stderr.decode()}")
    found = json.loads(outcomes.read_text(encoding="utf-8"))
    return found["outcomes"], found["packages"]


def compared(suite: Suite) -> tuple[dict[str, str], set[str]]:
    """Run a suite both ways: how its tests end on acelabel, and what differs."""
    with tempfile.TemporaryDirectory() as folder:
        # A project without settings of pytest would have those of a project around the folder.
        Path(folder, "pytest.ini").touch()
        before, packages = run(suite, Path(folder), OFF)
        after, replaced = run(suite, Path(folder), {})
    found = {
        f"{suite.package} {test}: {before.get(test)} with idna, {after.get(test)} with acelabel-idna"
        for test in before.keys() | after.keys()
        if before.get(test) != after.get(test)
    }
    if "passed" not in after.values():
        found.add(f"{suite.package}: no test passed")
    if ["acelabel" in path for path in packages + replaced] != [False, True]:
        found.add(f"{suite.package}: idna came from {packages}, then from {replaced}")
    return after, found


def differences(suite: Suite) -> list[str]:
    """Say what differs, and print a line of counts.

    Tests that use sockets and clocks fail now and then on a busy machine. So a suite with a difference runs again, and
    only what differs both times counts; the rest is printed.
    """
    after, found = compared(suite)
    counts = ", ".join(f"{count:,} {outcome}" for outcome, count in sorted(Counter(after.values()).items()))
    print(f"{suite.package}: {counts}", flush=True)
    if found:
        once, found = found, found & compared(suite)[1]
        print(*(f"once only: {difference}" for difference in sorted(once - found)), sep="\n", flush=True)
    return sorted(found)


def main() -> int:
    """Run every suite, or the suites of the packages named; 1 if any test ends in another way."""
    names = sys.argv[1:]
    if unknown := set(names) - {suite.package for suite in SUITES}:
        sys.exit(f"no suites of these packages are known: {', '.join(sorted(unknown))}")
    chosen = [suite for suite in SUITES if not names or suite.package in names]
    found = [difference for suite in chosen for difference in differences(suite)]
    print(*found, f"{len(found)} differences", sep="\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
