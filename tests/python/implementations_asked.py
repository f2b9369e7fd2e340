"""docs/differences.md: other implementations asked about the rows of vectors/, each by the profile that it has.

`nox -s differences` writes the page anew, with those that are installed.
"""

import ctypes
import importlib
import importlib.metadata
import json
import os
import platform
import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any

import label_peers
from peers import Missing, bundled_icu, load_library, newest_icu, unicode_of
from standard_rows import KINDS, VECTORS, Answer, answers_of

PAGE = Path(__file__).parents[2] / "docs" / "differences.md"
# It and the lines behind it are written by hand.
BY_HAND = "\n## Why A-labels are proven\n"
PROFILES = {
    "ICU": "UTS46",
    "ICU 78": "UTS46",
    "libidn2": "UTS46",
    "ada-url": "WHATWG",
    "can-ada": "WHATWG",
    "upa-url": "WHATWG",
    "turbohtml": "WHATWG",
    "Rust url": "WHATWG",
    "Node": "WHATWG",
    "PHP": "UTS46",
    "Perl": "UTS46",
    "Go": "UTS46",
    "idna": "IDNA2008",
    "CPython": "IDNA2003",
}
# The clauses by which names of each rule are accepted.
ACCEPTED = {
    "statuses": "UTS #46 5, RFC 5892 2, RFC 3454: the status of the code point",
    "ascii_characters": "UTS #46 4.1: CheckHyphens is off; RFC 5890 2.3.2.3, RFC 3490 4: one form in lower case",
    "bidi_classes": "RFC 5893 2, RFC 3454 6: no condition is broken",
    "directions": "UTS #46 4: the Bidi Rule is asked of what the characters are mapped to",
    "joiners": "RFC 5892 A.1 and A.2: the joiner is in its context",
    "contexts": "RFC 5892 A.3 to A.9: the code point is in its context",
    "dots": "UTS #46 4, RFC 3490 3.1: mapped before labels are broken; the dot of the root",
    "prefixes": "UTS #46 4, RFC 3490 5: the prefix has no case; CheckHyphens is off",
    "lengths": "RFC 1034 3.1, RFC 3490 4.1: as long as allowed, one form in lower case",
    "neighbours": "UTS #46 4.1: CheckHyphens is off; RFC 3490 4.1: hyphens inside a label",
    "payloads": "UTS #46 4, RFC 3490 4.2, URL 3.3: the A-label is valid, or the domain is in ASCII",
    "compositions": "UTS #46 4, RFC 3454 B.2: mapped, then normalized to NFC",
    "pairs": "UTS #46 4.1, RFC 5891 4.2: no rule is broken; URL 3.3: the domain is in ASCII",
}
Form = str | None


@dataclass(frozen=True, eq=False)
class Question:
    """A name, the rule it was made by, and the answer of the standard that an implementation has."""

    kind: str
    name: str
    expected: Answer


@cache
def questions(profile: str) -> list[Question]:
    found = []
    for kind in KINDS:
        content: dict[str, Any] = json.loads((VECTORS / f"{kind}.json").read_text("ascii"))
        found += [Question(kind, name, answer) for name, of, answer in answers_of(content) if of == profile]
    return found


def version_of_icu(load: Callable[[], tuple[ctypes.CDLL, int]]) -> str:
    library, version = load()
    return f"{version} (Unicode {unicode_of(library, version)})"


def version_of_libidn2() -> str:
    check = load_library("libidn2.so.0", "libidn2-0").idn2_check_version
    check.argtypes, check.restype = [ctypes.c_char_p], ctypes.c_char_p
    return str(check(None), "ascii")


@dataclass(frozen=True)
class Program:
    """A program that reads names as JSON and writes their forms, or null; and one that writes its version."""

    asked: tuple[str, ...]
    version: tuple[str, ...]
    package: str

    def run(self, command: tuple[str, ...], given: str = "") -> str:
        if shutil.which(command[0]) is None:
            raise Missing(f"{command[0]} is not installed: apt-get install {self.package}")
        ended = subprocess.run(command, input=given, capture_output=True, text=True, timeout=300, env=GO_PATHS)
        if ended.returncode != 0:
            raise Missing(f"{command[0]} ends with {ended.returncode}: apt-get install {self.package}")
        return ended.stdout

    def answers(self, names: list[str]) -> list[Form]:
        """Its answers; of a name with a surrogate, which not every JSON reader takes, a refusal."""
        given = [name.encode(errors="ignore").decode() for name in names]
        forms: list[str | bool | None] = json.loads(self.run(self.asked, json.dumps(given)))
        found = zip(forms, names, given, strict=True)
        return [str(form) if form and name == text else None for form, name, text in found]


NODE = """let text = ''; process.stdin.on('data', part => text += part); process.stdin.on('end', () => {
    console.log(JSON.stringify(JSON.parse(text).map(name => require('url').domainToASCII(name)))); });"""
PHP = """$options = IDNA_NONTRANSITIONAL_TO_ASCII | IDNA_USE_STD3_RULES | IDNA_CHECK_BIDI | IDNA_CHECK_CONTEXTJ;
    $names = json_decode(stream_get_contents(STDIN));
    echo json_encode(array_map(fn($name) => idn_to_ascii($name, $options, INTL_IDNA_VARIANT_UTS46), $names));"""
PERL = """my %options = (UseSTD3ASCIIRules => 1, TransitionalProcessing => 0);
    my @forms = map { my $form = eval { domain_to_ascii($_, %options) }; $form } @{decode_json(join('', <STDIN>))};
    print encode_json(\\@forms);"""
GO = Path(__file__).with_name("names_in_go.go")
# Debian's packages of Go are no modules.
GO_PATHS = os.environ | {"GO111MODULE": "off", "GOPATH": "/usr/share/gocode"}
PERL_MODULES = ("-MNet::IDN::Encode=domain_to_ascii", "-MJSON::PP")
PROGRAMS = {
    "Node": Program(
        ("node", "-e", NODE), ("node", "-p", "`${process.versions.node} (ada ${process.versions.ada})`"), "nodejs"
    ),
    "PHP": Program(
        ("php", "-r", PHP), ("php", "-r", 'echo PHP_VERSION, " (ICU ", INTL_ICU_VERSION, ")";'), "php-cli php-intl"
    ),
    "Perl": Program(
        ("perl", *PERL_MODULES, "-e", PERL),
        ("perl", *PERL_MODULES, "-e", 'print "Net::IDN::Encode $Net::IDN::Encode::VERSION"'),
        "libnet-idn-encode-perl",
    ),
    "Go": Program(("go", "run", str(GO)), ("go", "run", str(GO), "version"), "golang-go golang-golang-x-net-dev"),
}


class InUrls:
    """Parsers of URLs, asked for the host of `http://NAME/`, about names that vectors/run.py counts as a host."""

    def __init__(self, module: str, function: Callable[[Any, str], str]) -> None:
        self.module, self.function = module, function

    def answers(self, names: list[str]) -> list[Form]:
        library = importlib.import_module(self.module)
        return [self.answer(library, f"http://{name}/") for name in names]

    def answer(self, library: Any, url: str) -> Form:
        try:
            return self.function(library, url) or None
        except (RuntimeError, TypeError, ValueError):
            return None


class OfRust(InUrls):
    """The crate `url`, by the program that `nox -s differences` builds."""

    def __init__(self) -> None:
        self.program = Program((os.environ.get("ACELABEL_CRATES", "no crates"), "url"), (), "cargo")

    def answers(self, names: list[str]) -> list[Form]:
        lines = "".join(f"{json.dumps(name)}\n" for name in names)
        told = [json.loads(line) for line in self.program.run(self.program.asked, lines).splitlines()]
        return [text if kind == "host" else None for kind, text in told]


def host_of_turbohtml(library: Any, url: str) -> str:
    """The host of the URL that it writes, in which it leaves what it does not convert in Unicode."""
    host = library.normalize_url(url).removeprefix("http://").rstrip("/")
    return str(host) if host.isascii() else ""


IN_URLS = {
    "upa-url": InUrls("upa_url", lambda library, url: str(library.URL(url).hostname)),
    "turbohtml": InUrls("turbohtml.extract", host_of_turbohtml),
    "Rust url": OfRust(),
}
sys.path.append(str(VECTORS))
run = importlib.import_module("run")


def version_of_rust() -> str:
    if "ACELABEL_CRATES" not in os.environ:
        raise Missing("nox -s differences builds the program")
    return os.environ["ACELABEL_CRATES_VERSION"]


VERSIONS: dict[str, Callable[[], str]] = {
    "ICU": lambda: version_of_icu(newest_icu),
    "ICU 78": lambda: version_of_icu(bundled_icu).removeprefix("78 "),
    "libidn2": version_of_libidn2,
    "ada-url": lambda: importlib.metadata.version("ada-url"),
    "can-ada": lambda: importlib.metadata.version("can-ada"),
    "upa-url": lambda: importlib.metadata.version("upa-url"),
    "turbohtml": lambda: importlib.metadata.version("turbohtml"),
    "Rust url": version_of_rust,
    **{name: partial(program.run, program.version) for name, program in PROGRAMS.items()},
    "idna": lambda: importlib.metadata.version("idna"),
    "CPython": lambda: ".".join(platform.python_version_tuple()[:2]),
}


@cache
def installed() -> dict[str, str]:
    """The implementations that are installed, with their versions."""
    found = {}
    for name, version in VERSIONS.items():
        with suppress(Missing, importlib.metadata.PackageNotFoundError):
            if name in PROGRAMS or name in IN_URLS or name in label_peers.PEERS:
                found[name] = version().strip()
    return found


def is_host(question: Question) -> bool:
    """True for what a parser of URLs takes for a host, and whose form is no address."""
    name, (form, _) = question.name, question.expected
    return bool(run.is_host(name, form)) and not re.search("[\ud800-\udfff]", name)


@cache
def answers(name: str) -> dict[Question, Form]:
    """Its answers to the questions of its profile; None for a refusal."""
    asked = [question for question in questions(PROFILES[name]) if name not in IN_URLS or is_host(question)]
    names = [question.name for question in asked]
    by_program: Program | InUrls | None = PROGRAMS.get(name) or IN_URLS.get(name)
    if by_program:
        given = by_program.answers(names)
    else:
        given = list(map(label_peers.PEERS[name]().directions["to_ascii"], names))
    return dict(zip(asked, given, strict=True))


def differing(name: str) -> Iterator[tuple[Question, Form]]:
    return ((question, form) for question, form in answers(name).items() if form != question.expected[0])


def clauses_of(question: Question) -> list[str]:
    """The clauses that refuse a name, or the one by which it is accepted."""
    return question.expected[1] or [f"accepted by {ACCEPTED[question.kind]}"]


def line(*cells: object) -> str:
    return f"| {' | '.join(map(str, cells))} |"


def line_of(name: str) -> str:
    """The line of an implementation: questions, and answers other than those of the standard."""
    kinds: Counter[str] = Counter()
    for question, form in differing(name):
        expected = question.expected[0]
        kinds["accepts" if expected is None else "refuses" if form is None else "form"] += 1
    numbers = (kinds[kind] for kind in ("accepts", "refuses", "form"))
    return line(
        f"{name} {installed()[name]}",
        f"`{PROFILES[name]}`",
        *(f"{number:,}" for number in (len(answers(name)), *numbers)),
    )


def lines_of_rules() -> list[str]:
    names = list(installed())
    found = {name: Counter(question.kind for question, _ in differing(name)) for name in names}
    head = [line("rows", *names), line(*["---"] * (len(names) + 1))]
    return head + [line(f"`{kind}`", *(found[name][kind] for name in names)) for kind in KINDS]


def lines_of_minorities() -> list[str]:
    """The answers of a profile that more than half of its implementations do not give, by clause."""
    groups: dict[tuple[str, str], list[str]] = {}
    for profile in dict.fromkeys(PROFILES.values()):
        asked = [name for name in installed() if PROFILES[name] == profile]
        for question in questions(profile):
            others = [answers(name)[question] for name in asked if question in answers(name)]
            if 2 * sum(other != question.expected[0] for other in others) > len(others):
                for clause in clauses_of(question):
                    groups.setdefault((profile, clause), []).append(question.name)
    head = [line("profile", "clause", "rows", "for example"), line(*["---"] * 4)]
    return head + [
        line(f"`{profile}`", clause, len(names), example(min(names, key=len)))
        for (profile, clause), names in sorted(groups.items())
    ]


def example(text: str) -> str:
    return f"`{text if len(text) <= 40 else text[:36] + '...'!a}`".replace("|", "\\|")


def section_of(name: str) -> str:
    """The clauses in which it differs: how many names, the shortest one, and what it makes of it."""
    groups: dict[str, list[tuple[Question, Form]]] = {}
    for question, form in differing(name):
        for clause in clauses_of(question):
            groups.setdefault(clause, []).append((question, form))
    version, found = f"{name} {installed()[name]}", []
    for clause, others in sorted(groups.items()):
        question, form = min(others, key=lambda other: len(other[0].name))
        answer = "refused" if form is None else example(form)
        found.append(line(version, clause, f"{len(others):,}", example(question.name), answer))
    return "\n".join(found or [line(version, "no difference", 0, "", "")])


def page() -> str:
    lines = [line_of(name) for name in installed()]
    return f"""\
# Who answers what

Other implementations, asked about the {len(questions("UTS46")):,} names of `vectors/`. The answers there are those
of the standards, and acelabel gives all of them. `nox -s differences` writes these tables, with what is installed.
tests/python/peer_differences.py lists what the words of forty languages and a million damaged names show.

Each implementation is asked for the standard that it has. Some differences are choices. ICU and libidn2 always check
hyphens. Node, can-ada and Rust url check A-labels of a domain in ASCII, as the URL Standard did before June 2026.
CPython takes unassigned code points and has no STD3 rules. Older Unicode does not know new characters. Parsers of URLs
(upa-url, turbohtml, Rust url) are asked for the host of `http://NAME/`, where NAME is all of the host. disarm has no
ASCII form: see [rates](rates.md).

| implementation | asked for | names | accepts what is refused | refuses what is accepted | another form |
| --- | --- | --- | --- | --- | --- |
{chr(10).join(lines)}

## Answers that differ by the rule of the rows

{chr(10).join(lines_of_rules())}

## Answers that the majority does not give

More than half of the implementations of a profile answer otherwise than its standard. Here and below a name that breaks
several clauses is counted for each.

{chr(10).join(lines_of_minorities())}

## By implementation and clause

{line("implementation", "clause", "names", "the shortest", "its answer")}
{line(*["---"] * 5)}
{chr(10).join(map(section_of, installed()))}

To ask another one: `python vectors/run.py`.
"""


if __name__ == "__main__":
    PAGE.write_text(page() + BY_HAND + PAGE.read_text("utf-8").partition(BY_HAND)[2], "utf-8")
