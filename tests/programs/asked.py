"""Asks the programs, compares them with their models, and writes the tables of docs/programs.md and the fixture.

    python tests/programs/asked.py FOLDER --names 50000

The folder has what `nox -s programs` builds (commands.py). A client whose program is missing, or is another version,
is left out. The exit status is 1 if a promise is not kept. `--keep FOLDER` takes answers from there, and writes them
there.
"""

import argparse
import json
import subprocess
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path

import commands
import programs_page
import recorded
import sets
from models import CLIENTS, PROGRAMS, Answer, predicted

SETS = ("vectors", "letters", "made", "converted")
# Of a set: what is predicted as observed at least, and what is not told at most.
LEAST_EQUAL, MOST_UNKNOWN = 0.999, 0.001


@dataclass
class Asked:
    """A client, the names of a set that it is asked about, what it answers and what its model says, if it has one."""

    client: str
    names: list[str]
    observed: list[Answer]

    @cached_property
    def predicted(self) -> list[Answer]:
        """A prediction that is equal is the answer itself, so that it takes no room."""
        if self.client not in CLIENTS:
            return []
        made = (predicted(self.client, name) for name in self.names)
        pairs = zip(made, self.observed, strict=True)
        return [theirs if kind_of(ours, theirs) == "equal" else ours for ours, theirs in pairs]

    @cached_property
    def kinds(self) -> Counter[str]:
        """The numbers of predictions that are "equal", "unknown", "another host" or "verdict", as to refuse or not."""
        return Counter(map(kind_of, self.predicted, self.observed))

    def differing(self) -> list[tuple[str, Answer, Answer]]:
        rows = zip(self.names, self.predicted, self.observed, strict=True)
        return [row for row in rows if kind_of(row[1], row[2]) != "equal"]

    def is_kept(self) -> bool:
        count = max(len(self.names), 1)
        is_near = self.kinds["equal"] / count >= LEAST_EQUAL and self.kinds["unknown"] / count <= MOST_UNKNOWN
        return is_near and self.kinds["another host"] == 0


def kind_of(predicted: Answer, observed: Answer) -> str:
    if predicted[0] == "unknown":
        return "unknown"
    if predicted[0] == observed[0] == "refused" or predicted == observed:
        return "equal"
    return "verdict" if "refused" in (predicted[0], observed[0]) else "another host"


def answer_of(row: list[str]) -> Answer:
    """The row of a driver as an answer, where a host that is not ASCII is the name as it came."""
    kind, text = row
    return ("raw", text) if kind == "host" and not text.isascii() else (kind, text)


def ask(command: list[str], names: list[str]) -> list[Answer]:
    """The answers of a driver, one for each name."""
    given = "".join(f"{json.dumps(name)}\n" for name in names)
    ended = subprocess.run(
        command, input=given, stdout=subprocess.PIPE, text=True, encoding="utf-8", check=True, timeout=7200
    )
    rows = [answer_of(json.loads(line)) for line in ended.stdout.split("\n")[:-1]]
    if len(rows) != len(names):
        raise RuntimeError(f"{' '.join(command)}: {len(rows)} answers for {len(names)} names")
    return rows


def kept(folder: Path | None, client: str, of: str, names: list[str], command: list[str]) -> list[Answer]:
    """The answers, of the folder if it has as many."""
    path = folder and folder / f"{client}.{of}"
    if path and path.exists():
        rows = [answer_of(json.loads(line)) for line in path.read_text("utf-8").split("\n")[:-1]]
        if len(rows) == len(names):
            return rows
    rows = ask(command, names)
    if path:
        path.write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
    return rows


def names_of_sets(count: int, seed: int) -> dict[str, list[str]]:
    vectors, made = sets.vectors(), sets.made(count, seed)
    return dict(zip(SETS, (vectors, sets.letters(), made, sets.converted([*vectors, *made])), strict=True))


def asked_of(client: str, names: dict[str, list[str]], folder: Path, keep: Path | None) -> dict[str, Asked] | None:
    """A program, asked about all sets, and its model; None where the program is missing."""
    command = commands.command(client, folder)
    if command is None:
        return None
    found = {}
    for of in SETS:
        chosen = [name for name in names[of] if sets.takes(name, PROGRAMS[client].takes)]
        found[of] = Asked(client, chosen, kept(keep, client, of, chosen, command))
        print(client, of, dict(found[of].kinds), flush=True)
    return found


def report(client: str, of: str, asked: Asked) -> bool:
    """Print how near the model is, with examples of what it says otherwise. Returns whether the promise is kept."""
    told = ", ".join(f"{kind} {number}" for kind, number in sorted(asked.kinds.items()))
    print(f"{client} {of}: {len(asked.names)}: {told}", flush=True)
    for name, ours, theirs in asked.differing()[:5]:
        print(f"    {name[:40]!a} {ours} {theirs}")
    return asked.is_kept()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, allow_abbrev=False)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--names", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=20261130)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--keep", type=Path)
    options = parser.parse_args()
    versions = {client: commands.version(client, options.folder) for client in PROGRAMS}
    asked_now = [client for client in PROGRAMS if commands.is_version(client, versions[client])]
    print("left out:", *(f"{client} ({versions[client]})" for client in PROGRAMS if client not in asked_now))
    names = names_of_sets(options.names, options.seed)
    # Drivers ask at the same time, and so do the models, which take longer.
    with ProcessPoolExecutor(options.jobs) as pool:
        ask_all = partial(asked_of, names=names, folder=options.folder, keep=options.keep)
        rows = dict(zip(asked_now, pool.map(ask_all, asked_now), strict=True))
    found = {client: row for client, row in rows.items() if row is not None}
    modelled = {client: row for client, row in found.items() if client in CLIENTS}
    are_kept = [report(client, of, asked) for client, row in modelled.items() for of, asked in row.items()]
    recorded.write({client: (row["vectors"], row["made"]) for client, row in modelled.items()})
    programs_page.write(found, versions, options.seed)
    return 0 if all(are_kept) else 1


if __name__ == "__main__":
    sys.exit(main())
