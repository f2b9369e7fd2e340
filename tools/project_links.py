"""Copy this folder, with links that work outside it: `python tools/project_links.py INTO BASE TAG`.

BASE is the address of the repository at its host, which the workflow that releases knows, and TAG the tag or commit
that is released. In the copy, relative links of README.md lead to the files of that tag, because a page of a package
index has no files beside it, and pyproject.toml has `project.urls`.
"""

import re
import shutil
from pathlib import Path

import options

ROOT = Path(__file__).resolve().parent.parent
# Folders that are made here, and folders that a source distribution does not contain.
LEFT_OUT = shutil.ignore_patterns(".*", "target", "dist", "fuzz", "web", "__pycache__")
RELATIVE_LINK = re.compile(r"\]\((?!https?:|mailto:|#)([^)#\s]+)(#[^)\s]*)?\)")


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


def main() -> None:
    _, (folder, base, tag) = options.given(__doc__, words=3)
    into, base = Path(folder), base.rstrip("/")
    if not re.fullmatch(r"https://[\w./-]+", base) or not re.fullmatch(r"v[\w.-]+|[0-9a-f]{40}", tag):
        raise SystemExit(f"not the address of a repository and a tag: {base} {tag}")
    shutil.copytree(ROOT, into, ignore=LEFT_OUT)
    readme = into / "README.md"
    readme.write_text(absolute_links(readme.read_text("utf-8"), into, base, tag), encoding="utf-8", newline="\n")
    with (into / "pyproject.toml").open("a", encoding="utf-8", newline="\n") as file:
        file.write(project_urls(base, tag))


if __name__ == "__main__":
    main()
