"""Show what moved in the tables of Unicode: `python tools/unicode_changes.py [BEFORE AFTER]`, two folders with tables.

Without arguments src/unicode as committed is compared with src/unicode as it is. A line stands for a run of code
points, and a screen of lines for each table. Code points that were not assigned may get any answer; the exit status is
1 where an answer changes for one that was there, which a user has to hear of.
"""

import subprocess
import sys
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

import options

ROOT = Path(__file__).resolve().parents[1]
FOLDER = "src/unicode"
TABLES = ("table.txt", "mappings.txt", "security.txt")
# Lines of a kind and a table that are shown.
MOST = 10
NOTHING = "nothing"
# Before, after, and whether the code point was there.
Change = tuple[str, str, bool]


def facts(text: str) -> list[str]:
    """The facts of a table, by code point."""
    found = [NOTHING] * 0x110000
    for line in text.splitlines():
        if not line.startswith("#"):
            codes, _, words = line.partition(" ")
            first, _, last = codes.partition("..")
            start, end = int(first, 16), int(last or first, 16) + 1
            found[start:end] = [words] * (end - start)
    return found


def runs(before: list[str], after: list[str], known: list[bool]) -> Iterator[tuple[int, int, Change]]:
    """The first and the last code point of each run that changes alike."""
    end = 0
    for change, run in groupby(zip(before, after, known, strict=True)):
        first, end = end, end + len(list(run))
        if change[0] != change[1]:
            yield first, end - 1, change


def changes(texts: dict[str, tuple[str, str]]) -> tuple[list[str], bool]:
    """The lines to show for each table, before and after, and whether an answer changes for what was there."""
    known = [not words.startswith("UNASSIGNED") for words in facts(texts["table.txt"][0])]
    lines: list[str] = []
    breaks = False
    for table, (old, new) in texts.items():
        kinds: dict[bool, list[str]] = {False: [], True: []}
        counts = {False: 0, True: 0}
        for first, last, (before, after, is_old) in runs(facts(old), facts(new), known):
            counts[is_old] += last - first + 1
            place = f"{first:04X}" if first == last else f"{first:04X}..{last:04X}"
            kinds[is_old].append(f"  {place}: {before} -> {after}")
        for is_old, found in kinds.items():
            if found:
                what = "that were there" if is_old else "that are new"
                lines += [f"{table}: {counts[is_old]} code points {what}", *found[:MOST]]
                lines += [f"  and {len(found) - MOST} more runs"] * (len(found) > MOST)
        breaks |= bool(kinds[True])
    return lines, breaks


def committed(table: str) -> str:
    command = ["git", "show", f"HEAD:{FOLDER}/{table}"]
    return subprocess.run(command, cwd=ROOT, capture_output=True, check=True, encoding="utf-8", timeout=60).stdout


def main() -> int:
    _, folders = options.given(__doc__, words="*")
    if len(folders) not in (0, 2):
        raise SystemExit("two folders are needed, or none")
    before, after = map(Path, folders) if folders else (None, ROOT / FOLDER)
    texts = {}
    for table in TABLES:
        old = (before / table).read_text("utf-8") if before else committed(table)
        texts[table] = old, (after / table).read_text("utf-8")
    lines, breaks = changes(texts)
    print(*lines or ["Nothing moved."], sep="\n")
    if breaks:
        print("Answers change for code points that were there: name them in CHANGELOG.md.", file=sys.stderr)
    return breaks


if __name__ == "__main__":
    sys.exit(main())
