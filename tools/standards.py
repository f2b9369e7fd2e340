"""Compare standards.toml with what is here, and with the registries: `python tools/standards.py [--online] [--write]`.

Each thing that moved is a sentence on stderr, and the exit status is 1. Without `--online` lock files and the caches of
package managers are read; with it pip and cargo are asked for newer releases, and one that cannot be asked is a
sentence, too. `--write` writes the table in docs/profiles.md.
"""

import importlib
import os
import re
import subprocess
import sys
import tomllib
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import options

ROOT = Path(__file__).resolve().parents[1]
SOURCES = ROOT / "src"
PAGE = ROOT / "docs" / "profiles.md"
BEGIN, END = "<!-- by tools/standards.py -->\n", "<!-- end -->\n"


def standards() -> dict[str, Any]:
    return tomllib.loads((ROOT / "standards.toml").read_text("utf-8"))


def table(content: dict[str, Any]) -> str:
    text = "| profile or module | document | revision | date |\n| --- | --- | --- | --- |\n"
    for row in content["standard"]:
        named = ", ".join(f"`{name}`" for name in row["of"])
        # A standard that comes with a version of Unicode has its date, and data files that are older.
        date, files = (row["date"], "") if "date" in row else (content["unicode"]["date"], content["unicode"]["files"])
        revision = row["revision"] + f", with data files of {files}" * bool(files)
        text += f"| {named} | {row['document']} | {revision} | {date} |\n"
    return text


def with_table(page: str, content: dict[str, Any]) -> str:
    before, _, rest = page.partition(BEGIN)
    return before + BEGIN + table(content) + END + rest.partition(END)[2]


def locked_versions() -> dict[tuple[str, str], set[str]]:
    """The versions that the lock files name, by registry and name."""
    found: dict[tuple[str, str], set[str]] = defaultdict(set)
    for path in (ROOT / "requirements").glob("*.txt"):
        for name, version in re.findall(r"^([\w.-]+)==([\w.]+)", path.read_text("utf-8"), re.M):
            found["PyPI", name].add(version)
    for package in tomllib.loads((ROOT / "Cargo.lock").read_text("utf-8"))["package"]:
        found["crates.io", package["name"]].add(package["version"])
    return found


def implemented() -> tuple[str, ...]:
    """The version of Unicode, and the commit and date of the URL Standard, as src/ names them."""
    patterns = {
        "unicode/mod.rs": r'UNICODE_VERSION: &str = "(.*)"',
        "profile.rs": r'URL_STANDARD: .* = \("(.*)", "(.*)"\)',
    }
    found = (re.search(what, (SOURCES / place).read_text("utf-8")) for place, what in patterns.items())
    return tuple(word for one in found if one for word in one.groups())


def own_faults(content: dict[str, Any]) -> Iterator[str]:
    """Differences from what the package itself says, and from the versions that are locked."""
    version = content["unicode"]["version"]
    unicode_version, commit, day = implemented()
    if version != unicode_version:
        yield f"acelabel has Unicode {unicode_version}, standards.toml says {version}."
    for row in content["standard"]:
        text = f"{row['document']} {row['revision']}"
        for named in re.findall(r"(?:properties|that) of Unicode ([\d.]+)", text):
            if named != version:
                yield f"{row['of'][0]} follows Unicode {named}, the tables are of {version}."
        if "WHATWG" in row["of"] and (commit not in text or row["date"] != day):
            yield f"acelabel follows the URL Standard at {commit} of {day}, standards.toml says {row['revision']}."
    locked = locked_versions()
    for watched in content["watch"]:
        for found in sorted(locked[watched["registry"], watched["name"]] - {watched["version"]}):
            yield f"{watched['name']} {found} is locked, standards.toml says {watched['version']}: {watched['shows']}."


def unicode_of(watched: dict[str, str]) -> str | None:
    """The version of Unicode that an installed package or a cached crate has; None if it is not here."""
    place, _, what = watched.get("reads", "").partition(":")
    if watched["registry"] == "PyPI":
        try:
            return str(getattr(importlib.import_module(place), what)) if place else None
        except ImportError:
            return None
    home = Path(os.environ.get("CARGO_HOME", Path.home() / ".cargo"))
    folder = next((home / "registry" / "src").glob(f"*/{watched['name']}-{watched['version']}"), None)
    if not place or folder is None:
        return None
    found = re.search(what, (folder / place).read_text("utf-8"))
    return ".".join(found.groups()) if found else "nobody knows which"


def faults_of_unicode(
    content: dict[str, Any], read: Callable[[dict[str, str]], str | None] = unicode_of
) -> Iterator[str]:
    version = content["unicode"]["version"]
    for watched in content["watch"]:
        found = read(watched)
        if found not in (None, version):
            yield f"{watched['name']} {watched['version']} has Unicode {found}, acelabel {version}: {watched['shows']}."


def newest(watched: dict[str, str]) -> str | None:
    """The newest release in the registry, by its ordinary client; None if it cannot be asked."""
    commands = {
        "PyPI": ([sys.executable, "-m", "pip", "index", "versions", watched["name"]], r"\((\S+)\)"),
        "crates.io": (["cargo", "info", watched["name"]], r"^version: (?:\S+ \(latest )?([\w.+-]+)"),
    }
    command, pattern = commands[watched["registry"]]
    try:
        answer = subprocess.run(command, capture_output=True, check=True, text=True, cwd="/", timeout=120)
    except (OSError, subprocess.SubprocessError):
        return None
    found = re.search(pattern, answer.stdout, re.M)
    return found[1] if found else None


def faults_of_registries(
    content: dict[str, Any], ask: Callable[[dict[str, str]], str | None] = newest
) -> Iterator[str]:
    for watched in content["watch"]:
        found = ask(watched)
        place = f"{watched['name']} at {watched['registry']}"
        if found is None:
            yield f"{place} cannot be asked: nobody looked whether it moved."
        elif found != watched["version"]:
            yield f"{place} is at {found}, standards.toml says {watched['version']}. It shows {watched['shows']}."


def main() -> str | None:
    flags, _ = options.given(__doc__, "--online", "--write")
    content = standards()
    page = PAGE.read_text("utf-8")
    faults = [*own_faults(content), *faults_of_unicode(content)]
    if "--write" in flags:
        PAGE.write_text(with_table(page, content), "utf-8", newline="\n")
    elif page != with_table(page, content):
        faults.append("The table in docs/profiles.md is not that of standards.toml: python tools/standards.py --write")
    if "--online" in flags:
        faults += faults_of_registries(content)
    return "\n".join(faults) or None


if __name__ == "__main__":
    sys.exit(main())
