"""Alarms of the default rules of lint in honest text, counted by rule."""

import gzip
import sysconfig
from collections import Counter
from pathlib import Path

from acelabel import lint

FOLDERS = {"/usr/share/doc": "/usr/share/doc", "the standard library of CPython": sysconfig.get_path("stdlib")}
"""Folders of honest text, by what they are."""

_FORMATS = {".md": "markdown", ".html": "html", ".htm": "html", ".rst": "rst"}


def alarms(folder: Path) -> tuple[int, Counter[str]]:
    """The size of all text below a folder in octets, and how many problems each rule finds."""
    size, found = 0, Counter[str]()
    for path in folder.rglob("*"):
        if not path.is_file() or path.is_symlink() or "site-packages" in path.parts:
            continue
        octets, name = path.read_bytes(), path.name
        if name.endswith(".gz"):
            octets, name = gzip.decompress(octets), name.removesuffix(".gz")
        if b"\0" in octets[:8192]:
            continue
        size += len(octets)
        form = _FORMATS.get(Path(name).suffix, "text")
        found.update(problem.rule for problem in lint.check(octets, format=form))
    return size, found
