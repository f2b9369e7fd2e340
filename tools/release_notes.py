"""The notes of a release: what CHANGELOG.md says of a version. `python tools/release_notes.py VERSION` prints them."""

import re
import sys
from pathlib import Path

CHANGELOG = Path(__file__).resolve().parent.parent / "CHANGELOG.md"


def notes(text: str, version: str) -> str | None:
    """Return what stands below the heading of a version; nothing where there is no such heading."""
    found = re.search(rf"^## {re.escape(version)}(?: \([^)\n]*\))?\n(.*?)(?=^## |\Z)", text, re.M | re.S)
    return found[1].strip() + "\n" if found else None


def main() -> int:
    found = notes(CHANGELOG.read_text(encoding="utf-8"), sys.argv[1])
    if found is None:
        print(f"CHANGELOG.md has no version {sys.argv[1]}", file=sys.stderr)
        return 1
    sys.stdout.write(found)
    return 0


if __name__ == "__main__":
    sys.exit(main())
