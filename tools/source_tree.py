"""Copy what a source distribution is made of: `python tools/source_tree.py INTO [BASE TAG]`.

The copy has the crate without the other members of the workspace. Its lock holds the crates that the crate itself
needs, because cargo refuses a lock with more where it has to keep it (`--locked`), and maturin copies the lock as it
is.

BASE is the address of the repository at its host, which the workflow that releases knows, and TAG the tag or commit
that is released. In the copy, relative links of README.md lead to the files of that tag, because a page of a package
index has no files beside it, and pyproject.toml has `project.urls`.
"""

import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import options

ROOT = Path(__file__).resolve().parent.parent
MEMBERS = [ROOT / member for member in tomllib.loads((ROOT / "Cargo.toml").read_text("utf-8"))["workspace"]["members"]]
MADE_HERE = shutil.ignore_patterns(".*", "target", "dist", "__pycache__")
RELATIVE_LINK = re.compile(r"\]\((?!https?:|mailto:|#)([^)#\s]+)(#[^)\s]*)?\)")


def left_out(folder: str, names: list[str]) -> set[str]:
    return {*MADE_HERE(folder, names), *(name for name in names if Path(folder, name) in MEMBERS)}


def locked(folder: Path) -> set[tuple[str, str]]:
    packages = tomllib.loads((folder / "Cargo.lock").read_text("utf-8"))["package"]
    return {(package["name"], package["version"]) for package in packages}


def leave_the_workspace(into: Path) -> None:
    """Let the copied manifest name no other member, and cargo take out of the lock what only those need."""
    manifest = into / "Cargo.toml"
    alone, count = re.subn(r"^members = .*\n", "", manifest.read_text("utf-8"), flags=re.M)
    if count != 1:
        raise SystemExit("Cargo.toml does not name the members of the workspace in one line")
    manifest.write_text(alone, encoding="utf-8", newline="\n")
    command = ["cargo", "metadata", "--format-version", "1"]
    subprocess.run(command, cwd=into, check=True, stdout=subprocess.DEVNULL)
    if added := locked(into) - locked(ROOT):
        raise SystemExit(f"Cargo.lock is not that of Cargo.toml: {added} would be new")


def absolute_links(text: str, folder: Path, base: str, tag: str) -> str:
    """The text with every relative link made absolute; one that leads to no file in the folder is a fault."""

    def absolute(link: re.Match[str]) -> str:
        path, anchor = link[1], link[2] or ""
        if not (folder / path).exists():
            raise SystemExit(f"README.md links to {path}, which does not exist")
        view = "raw" if path.endswith((".svg", ".png")) else "blob"
        return f"]({base}/{view}/{tag}/{path}{anchor})"

    return RELATIVE_LINK.sub(absolute, text)


def project_urls(base: str, tag: str) -> str:
    """The table of pyproject.toml, as the package index shows it beside the README."""
    rows = {
        "Source": base,
        "Documentation": f"{base}/tree/{tag}/docs",
        "Changelog": f"{base}/blob/{tag}/CHANGELOG.md",
        "Issues": f"{base}/issues",
        "Security": f"{base}/blob/{tag}/SECURITY.md",
    }
    return "\n[project.urls]\n" + "".join(f'{name} = "{address}"\n' for name, address in rows.items())


def copy(into: Path) -> None:
    shutil.copytree(ROOT, into, ignore=left_out)
    leave_the_workspace(into)


def main() -> None:
    _, (folder, *place) = options.given(__doc__, words="+")
    into = Path(folder)
    if not place:
        copy(into)
        return
    base, tag = place[0].rstrip("/"), " ".join(place[1:])
    if not re.fullmatch(r"https://[\w./-]+", base) or not re.fullmatch(r"v[\w.-]+|[0-9a-f]{40}", tag):
        raise SystemExit(f"not the address of a repository and a tag: {base} {tag}")
    copy(into)
    readme = into / "README.md"
    readme.write_text(absolute_links(readme.read_text("utf-8"), into, base, tag), encoding="utf-8", newline="\n")
    with (into / "pyproject.toml").open("a", encoding="utf-8", newline="\n") as file:
        file.write(project_urls(base, tag))


if __name__ == "__main__":
    main()
