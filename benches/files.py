"""Files and text beside other programs; run as a program of its own, on Linux, with mlr, jq and rg.

`python benches/files.py FOLDER ROUNDS` takes the corpora of names in the folder, writes files into its `files`, and
prints lines of clock.py. The time of a program is that of its processors, of user and system, from start to end.
"""

import gc
import importlib
import json
import random
import re
import resource
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

from calls import named, over, urls
from clock import Entry, race, show

from acelabel import arrow, host, lint, text

SEED = 17
# Octets. Miller and jq take a part, as they take long; texts in memory are shorter than files.
CSV, JSON_LINES, LOG, TEXT = 100 << 20, 50 << 20, 200 << 20, 20 << 20
PART = 5
# Rows that are drawn; a file repeats them.
ROWS = 100_000
AGENTS = (
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36",
    "Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0",
    "Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)",
    "curl/8.5.0",
)
LINE = '192.0.2.{} - - [22/Nov/2026:15:10:{:02}] "GET /{} HTTP/1.1" {} {} "{}" "{}"\n'
WORDS = "the quick brown fox jumps over lazy dog and then some more words of running text appear here"
LINT = "acelabel lint.check"
MARKS = {"no mark": "", "a lone /": "/", "a lone :": ":", "a lone @": "@", "a lone .": "."}
HOSTS = r'//[^/\s"]+'


def rows(names: dict[str, list[str]]) -> Iterator[tuple[int, str, str]]:
    """A number, a name, of which each third is internationalised, and a note."""
    rng = random.Random(SEED)
    plain = [name for name in names["log"] if name.isascii()]
    for number in range(ROWS):
        yield number, rng.choice(plain if number % 3 else names["registered"]), f"note {number % 97}"


def log_lines(names: list[str]) -> Iterator[str]:
    """Lines of a server, eight of ten with the URL that led to it."""
    rng = random.Random(SEED)
    for url in urls(names)[:ROWS]:
        numbers = rng.randrange(256), rng.randrange(60), url.split("/", 3)[3], rng.choice((200, 200, 304, 404))
        yield LINE.format(*numbers, rng.randrange(99_999), url if rng.random() < 0.8 else "-", rng.choice(AGENTS))


def running_text(mark: str) -> bytes:
    """Lines of words, with the mark between two of each."""
    rng = random.Random(SEED)
    words = WORDS.split()

    def line() -> str:
        some = rng.choices(words, k=18)
        some[rng.randrange(18) : 0] = filter(None, [mark])
        return " ".join(some) + "\n"

    return repeated("".join(line() for _ in range(ROWS // 5)).encode(), TEXT)


def repeated(lines: bytes, size: int) -> bytes:
    return lines * (size // len(lines) + 1)


def write(names: dict[str, list[str]], into: Path) -> dict[str, Path]:
    """Write the files, and a part of those of which others take a part, and return their paths."""
    into.mkdir(exist_ok=True)
    table, objects = [], []
    for number, name, note in rows(names):
        table.append(f"{number},{name},{note}\n")
        row = {"id": number, "host": name, "note": note}
        objects.append(json.dumps(row, ensure_ascii=False, separators=(",", ":")) + "\n")
    contents = {
        "csv": (b"id,host,note\n", table, CSV),
        "part.csv": (b"id,host,note\n", table, CSV // PART),
        "jsonl": (b"", objects, JSON_LINES),
        "part.jsonl": (b"", objects, JSON_LINES // PART),
        "log": (b"", list(log_lines(names["log"])), LOG),
    }
    paths = {kind: into / f"names.{kind}" for kind in contents}
    for kind, (head, lines, size) in contents.items():
        paths[kind].write_bytes(head + repeated("".join(lines).encode(), size))
    return paths


def spent() -> int:
    """Nanoseconds of processors, of user and system, of all programs that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return int((used.ru_utime + used.ru_stime) * 1e9)


def run(*command: str | Path) -> None:
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


def first_line(*command: str) -> str:
    """The first line that a program says of its version."""
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.split("\n")[0]


def program(title: str, path: Path, *command: str) -> Entry:
    return Entry(title, [partial(run, *command, path)], path.stat().st_size)


def show_programs(column: str, entries: Sequence[Entry]) -> None:
    """Each runs twice: the files are long, and where they lie in memory does not matter."""
    for entry, nanoseconds in zip(entries, race(entries, 1, spent), strict=True):
        print("Files", entry.title, column, f"{nanoseconds:.4f}", sep="\t", flush=True)


def time_programs(paths: dict[str, Path]) -> None:
    ours = (sys.executable, "-m", "acelabel")
    miller = first_line("mlr", "--version").replace("mlr", "Miller")
    jq = first_line("jq", "--version").replace("-", " ")
    ripgrep = " ".join(first_line("rg", "--version").split()[:2])
    convert = (*ours, "to-ascii", "--column", "host")
    entries = [
        program("acelabel", paths["csv"], *convert),
        program(miller, paths["part.csv"], "mlr", "--icsv", "--ocsv", "put", "$host=toupper($host)"),
    ]
    show_programs("CSV, a column", entries)
    entries = [
        program("acelabel", paths["jsonl"], *convert),
        program(jq, paths["part.jsonl"], "jq", "-c", ".host |= ascii_upcase"),
    ]
    show_programs("JSON Lines, a key", entries)
    entries = [
        program("acelabel", paths["log"], *ours, "find", "--no-messages", "--kinds", "url_host"),
        program(ripgrep, paths["log"], "rg", "-o", HOSTS),
        program(f"capture of {ripgrep}", paths["log"], "rg", "-o", HOSTS.replace("[", "([", 1) + ")", "-r", "$1"),
    ]
    show_programs("find --kinds url_host, a log", entries)


def time_text(log: bytes, rounds: int) -> None:
    pa, clean = map(importlib.import_module, ("pyarrow", "turbohtml.clean"))
    links: Callable[[str], object] = clean.LinkDetector().find
    find, pattern = partial(text.find, kinds=["url_host"]), re.compile(HOSTS.encode())
    column = pa.array(log.decode().splitlines())
    assert len(find(log)) == len(pattern.findall(log))
    entries = [
        Entry("acelabel", [partial(find, log)], len(log)),
        Entry(LINT, [partial(lint.check, log)], len(log)),
        Entry("acelabel arrow.text_find", [partial(arrow.text_find, column, kinds=["url_host"], threads=1)], len(log)),
        Entry("re.findall", [partial(pattern.findall, log)], len(log)),
    ]
    show("Finding names", "hosts of URLs, a log", entries, rounds)
    for title, mark in MARKS.items():
        octets = running_text(mark)
        assert not text.find(octets)
        entries = [
            Entry("acelabel", [partial(text.find, octets)], len(octets)),
            Entry(LINT, [partial(lint.check, octets)], len(octets)),
            Entry("acelabel to_unicode", [partial(text.to_unicode, octets)], len(octets)),
            Entry(named("turbohtml"), [partial(links, octets.decode())], len(octets)),
        ]
        show("Finding names", title, entries, rounds)


def time_urls(names: list[str], rounds: int) -> None:
    can_ada = importlib.import_module("can_ada")
    plain = [url for url in urls([name for name in names if name.isascii() and name.islower()]) if "xn--" not in url]
    entries = [
        over("acelabel", host.of_url, plain[::50]),
        over(f"{named('can-ada')} by row", lambda url: can_ada.parse(url).hostname, plain[::50]),
    ]
    show("Hosts", "a plain URL, one call", entries, rounds)


def main() -> None:
    folder, rounds = Path(sys.argv[1]), int(sys.argv[2])
    # The collector would run at moments of its own choosing.
    gc.disable()
    names = {name: (folder / f"names-{name}.txt").read_text("utf-8").splitlines() for name in ("log", "registered")}
    paths = write(names, folder / "files")
    time_programs(paths)
    with paths["log"].open("rb") as file:
        log = file.read(TEXT)
    time_text(log[: log.rindex(b"\n") + 1], rounds)
    time_urls(names["log"], rounds)


if __name__ == "__main__":
    main()
