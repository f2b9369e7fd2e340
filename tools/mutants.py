"""Change the rooms of codecs and of names one place at a time, by cargo-mutants, and see that a test fails each time.

`python tools/mutants.py race label` changes two rooms, `python tools/mutants.py src/label/map.rs` one file, and
`--shard 0/4` the first quarter of what is named. Without names it is all five rooms. Quick tests come first. What they
do not notice is tried again with all tests of the room. What these do not notice either is a survivor. It must be in
tests/mutants.toml, with the reason why it changes no answer. The exit status is 1 if a survivor is not listed there, if
what is listed there is noticed, and if it no longer exists.

`--rows` changes `domain` and `label`, or what is named of them, and takes the rows of vectors/ as the only tests, which
know forms and refusals of whole names. With the file that asks the rules of a label it swaps each two of them, too, and
prints how many orders the rows notice. Its survivors are in tests/mutants_rows.toml.

The folder `--output` gets a file for each room, `ROOM/outcomes.json`: every mutant with its outcome.
"""

import argparse
import json
import os
import re
import resource
import shutil
import subprocess
import sys
import tomllib
from collections import Counter
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
LIST = ROOT / "tests" / "mutants.toml"
# The file that asks the rules of a label one behind the other.
RULES = "src/label/rules/mod.rs"
LIST_OF_ROWS = ROOT / "tests" / "mutants_rows.toml"

CODEC = (
    *("bootstring", "punycode", "utf8", "properties", "borders", "vectors", "traces", "known_answers", "codes"),
    *("lengths::", "exhaustive::"),
)
NAME = ("label", "names", "domain", "known_answers", "codes")
# The tests of each room: parts of their names.
TESTS = {
    "race": ("race", "codes"),
    "punycode": CODEC,
    "bootstring": CODEC,
    "domain": NAME,
    "label": NAME,
}
# Not among the quick tests: each of these takes a second or more.
SLOW = (
    "a_mebibyte_is_answered",
    "every_body_of_three_octets",
    "every_character_alone_and_between_letters",
    "every_code_point_between_marks_has_its_place",
    "every_order",
    "every_short_string_decodes_as_in_the_rfc",
    "what_is_mapped_is_too_long_at_its_beginning",
)
# The unit tests take most of the time of the compiler, and find little that the others do not.
BUILT = {"quick": ("--test=rust",), "all": ("--lib", "--test=rust"), "rows": ("--test=rows",)}
# A mutant may loop for ever, and take memory all the time. The seconds are those of a processor, which others use, too;
# the compiler of the crate without a change takes most of them.
SECONDS = 300
MEMORY = 6 << 30
# On the clock, for the tests of one mutant. The rows take four seconds.
LONGEST = {"quick": 3600, "all": 3600, "rows": 120}

ENVIRONMENT = {
    "CARGO_INCREMENTAL": "1",
    "CARGO_PROFILE_DEV_DEBUG": "0",
    "CARGO_PROFILE_TEST_DEBUG": "0",
    # Without optimization the tests take longer than the compiler saves.
    "CARGO_PROFILE_TEST_OPT_LEVEL": "1",
    # To optimize between the parts of a crate takes more than half of the compiler's time for a mutant.
    "CARGO_PROFILE_TEST_LTO": "off",
    # Lets the stable compiler's tests take `--fail-fast`.
    "RUSTC_BOOTSTRAP": "1",
}


class Mutant(NamedTuple):
    """One change: the file, and what is changed where, in words that outlive a change of other lines."""

    file: str
    change: str

    @classmethod
    def of(cls, found: dict[str, Any], text: str) -> "Mutant":
        """A changed operator by its function and the changed line, anything else in the words of cargo-mutants."""
        words = found["name"].split(": ", 1)[1]
        if found["genre"] in {"BinaryOperator", "UnaryOperator", "MatchArmGuard"}:
            start, end = found["span"]["start"], found["span"]["end"]
            lines = text.splitlines()
            before = lines[start["line"] - 1][: start["column"] - 1]
            after = lines[end["line"] - 1][end["column"] - 1 :]
            function = f"{found['function']['function_name']}: " if found["function"] else ""
            words = function + (before + found["replacement"] + after).strip()
        return cls(found["file"], words)


def cargo_mutants(stage: str, room: str, output: Path, *options: str) -> list[dict[str, Any]]:
    """Run cargo-mutants with the tests of one stage, and return what came out for each mutant."""
    skipped = SLOW if stage == "quick" else ()
    tests = [] if stage == "rows" else [*TESTS[room], *(word for name in skipped for word in ("--skip", name))]
    command = ["cargo", "mutants", "--no-config", "--jobs", "1", "--no-default-features", "--colors", "never"]
    command += ["--timeout", str(LONGEST[stage]), "--build-timeout", "3600", "--output", str(output), *options]
    # They are arguments of every cargo, as examples would be built otherwise.
    command += [f"--cargo-arg={argument}" for argument in ("--locked", *BUILT[stage])]
    command += ["--", "--", "-Zunstable-options", "--fail-fast", *tests]
    for kind, limit in ((resource.RLIMIT_AS, MEMORY), (resource.RLIMIT_CPU, SECONDS)):
        resource.setrlimit(kind, (limit, resource.getrlimit(kind)[1]))
    output.mkdir(parents=True, exist_ok=True)
    status = subprocess.run(command, cwd=ROOT, env=os.environ | ENVIRONMENT, check=False).returncode
    # 2: mutants were missed, 3: some ran out of time. All else is a fault of the run.
    if status not in {0, 2, 3}:
        sys.exit(f"cargo mutants ended with {status}")
    outcomes = json.loads((output / "mutants.out" / "outcomes.json").read_text(encoding="utf-8"))["outcomes"]
    return [outcome for outcome in outcomes if outcome["scenario"] != "Baseline"]


def mutate(room: str, files: list[str], shard: str | None, output: Path, *, rows: bool) -> list[tuple[Mutant, str]]:
    """Every mutant of these files, with its outcome: that of all tests where the quick ones do not notice it."""
    chosen = [word for file in files for word in ("--file", file)]
    parts = ["--shard", shard] if shard else []
    # As they are before the run, which takes long.
    texts = {file: (ROOT / file).read_text(encoding="utf-8") for file in files}
    outcomes = cargo_mutants("rows" if rows else "quick", room, output / "quick", *chosen, *parts)
    if not rows and (missed := [found for found in outcomes if found["summary"] == "MissedMutant"]):
        outcomes = [found for found in outcomes if found["summary"] != "MissedMutant"]
        named = [found["scenario"]["Mutant"]["name"] for found in missed]
        again = [word for name in named for word in ("--re", f"^{re.escape(name)}$")]
        outcomes += cargo_mutants("all", room, output / "all", "--baseline", "skip", *chosen, *again)
    mutants = [outcome["scenario"]["Mutant"] for outcome in outcomes]
    changes = [Mutant.of(mutant, texts[mutant["file"]]) for mutant in mutants]
    return list(zip(changes, (outcome["summary"] for outcome in outcomes), strict=True))


def orders(output: Path) -> list[tuple[Mutant, str]]:
    """Swap each two rules in the function that asks them one behind the other, and ask the rows of vectors/."""
    tree, text = output / "tree", (ROOT / RULES).read_text(encoding="utf-8")
    function = re.search(r"^pub\(super\) fn validate<.*?^}$", text, re.M | re.S)
    rules = re.findall(r"^    (?:if .*?^    }|\w+\(.*?\)\?;)$", function[0], re.M | re.S) if function else []
    names = [re.findall(r"(\w+)\([^\n]*\)\?;", rule)[0] for rule in rules]
    if len(rules) < 2:
        sys.exit(f"{RULES}: no rules in validate")
    shutil.rmtree(tree, ignore_errors=True)
    # Without what builds leave there.
    files = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    for file in filter(None, files.split("\0")):
        (tree / file).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / file, tree / file)
    command = ["cargo", "test", "--quiet", "--locked", "--no-default-features", *BUILT["rows"]]

    def ends(*options: str) -> int:
        ended = subprocess.run([*command, *options], cwd=tree, env=os.environ | ENVIRONMENT, capture_output=True)
        return ended.returncode

    if ends():
        sys.exit("the rows fail without a change")
    found = []
    for one, other in combinations(range(len(rules)), 2):
        swapped = {rules[one]: rules[other], rules[other]: rules[one]}
        pattern = "|".join(map(re.escape, swapped))
        parts: list[str] = re.split(f"({pattern})", text)
        (tree / RULES).write_text("".join(swapped.get(part, part) for part in parts), encoding="utf-8")
        change = f"swap {names[one]} and {names[other]}"
        # A change that does not compile says nothing about the rows.
        if ends("--no-run"):
            sys.exit(f"{RULES}: does not compile: {change}")
        found.append((Mutant(RULES, change), "CaughtMutant" if ends() else "MissedMutant"))
    return found


def listed(path: Path) -> set[Mutant]:
    groups = tomllib.loads(path.read_text("utf-8"))["survivors"]
    mutants = [Mutant(group["file"], change) for group in groups for change in group["mutants"]]
    twice = [mutant for mutant, times in Counter(mutants).items() if times > 1]
    if twice or not all(group["why"] for group in groups):
        sys.exit(f"{path}: listed twice, or without a reason: {twice}")
    return set(mutants)


def files_of(room: str) -> list[str]:
    paths = sorted([*(ROOT / "src").glob(f"{room}.rs"), *(ROOT / "src" / room).rglob("*.rs")])
    return [path.relative_to(ROOT).as_posix() for path in paths]


def faults_of(results: list[tuple[Mutant, str]], files: list[str], whole: bool, path: Path) -> list[str]:
    """Return what is wrong with the survivors, and with the list of them as far as it is about these mutants."""
    survivors = {mutant for mutant, summary in results if summary == "MissedMutant"}
    expected = {mutant for mutant in listed(path) if mutant.file in files}
    if not whole:
        expected &= {mutant for mutant, _ in results}
    new = [f"no test notices it: {mutant.file}: {mutant.change}" for mutant in survivors - expected]
    old = [f"listed, but noticed or gone: {mutant.file}: {mutant.change}" for mutant in expected - survivors]
    return sorted([*new, *old])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", help="rooms, or files in src/")
    parser.add_argument("--rows", action="store_true", help="take the rows of vectors/ as the only tests")
    parser.add_argument("--shard", help="only one part of the mutants of each room: 0/4 to 3/4")
    parser.add_argument("--output", type=Path, required=True, help="the folder of the outcomes")
    arguments = parser.parse_args()
    rooms = ("domain", "label") if arguments.rows else tuple(TESTS)
    named = {file for name in arguments.names or rooms for file in (files_of(name) if name in TESTS else [name])}
    strange = named - {file for room in rooms for file in files_of(room)}
    faults = [f"no file of a room: {name}" for name in sorted(strange)]
    for room in rooms:
        files = [file for file in files_of(room) if file in named]
        if not files:
            continue
        output = arguments.output / room
        results = mutate(room, files, arguments.shard, output, rows=arguments.rows)
        if arguments.rows and RULES in files and not arguments.shard:
            swaps = orders(output)
            print(
                f"{len(swaps)} orders of two rules, {sum(was == 'CaughtMutant' for _, was in swaps)} noticed",
                flush=True,
            )
            results += swaps
        rows = [mutant._asdict() | {"outcome": summary} for mutant, summary in results]
        (output / "outcomes.json").write_text(json.dumps(rows, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        counts = Counter(summary for _, summary in results)
        print(f"{room}: " + ", ".join(f"{count} {summary}" for summary, count in sorted(counts.items())), flush=True)
        path = LIST_OF_ROWS if arguments.rows else LIST
        faults += faults_of(results, files, arguments.shard is None, path)
    for fault in faults:
        print(fault)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
