"""Options, help and usage: what the command says of itself, and what it reads."""

import argparse
import contextlib
import os
import re
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from command_line import COMMAND, SAME_FILE, run
from hypothesis import example, given
from hypothesis import strategies as st

import acelabel
from acelabel._native import PROFILES
from acelabel.cli.commands import parser
from acelabel.cli.parser import Parser
from acelabel.cli.usage import BUT, leaves


def parsers(top: Parser) -> dict[str, Parser]:
    """Every parser by its command: `acelabel`, `acelabel race`, `acelabel race encode`."""
    found = {top.prog: top}
    for action in top._actions:
        if isinstance(action, argparse._SubParsersAction):
            for below in action.choices.values():
                found |= parsers(below)
    return found


PARSERS = parsers(parser())
LEAVES = sorted(name for name, found in PARSERS.items() if found._defaults)
FILTERS = [name for name in LEAVES if PARSERS[name].get_default("filter") is not None]


def examples(name: str) -> list[str]:
    (found,) = re.findall(r"^examples:\n((?:  .*\n)+)", run(*name.split()[1:], "--help").output.decode(), re.M)
    return [line.strip() for line in found.splitlines()]


def test_the_commands_are_these() -> None:
    assert [name.removeprefix("acelabel ") for name in LEAVES] == [
        "canonical",
        "display",
        "find",
        "host",
        "inspect",
        "lint",
        "lookalikes",
        "punycode decode",
        "punycode encode",
        "race decode",
        "race encode",
        "race to-punycode",
        "redact",
        "registrable",
        "registry check",
        "registry index",
        "registry variants",
        "to-ascii",
        "to-unicode",
        "trace decode",
        "trace encode",
    ]


@pytest.mark.parametrize("name", PARSERS)
def test_help_fits_80_columns_and_has_examples(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for columns in ("80", "200"):
        monkeypatch.setenv("COLUMNS", columns)
        status, output, messages = run(*name.split()[1:], "--help")
        assert (status, messages) == (0, "")
        assert [line for line in output.decode().splitlines() if len(line) > 79] == []
    assert len(examples(name)) >= 2


@pytest.mark.parametrize("name", PARSERS)
def test_help_is_made_of_sentences(name: str) -> None:
    texts = [PARSERS[name].description or ""]
    texts += [
        action.help or "" for action in PARSERS[name]._actions if not isinstance(action, argparse._SubParsersAction)
    ]
    assert [text for text in texts if not re.fullmatch(r"[A-Z].*\.", text, re.S)] == []


@pytest.mark.parametrize("name", [name for name in LEAVES if name not in FILTERS])
def test_help_says_what_is_easily_missed(name: str) -> None:
    text = " ".join(run(*name.split()[1:], "--help").output.decode().split())
    for said in (
        "The exit status is 1 in all three cases.",
        "Put -- before names that begin with a hyphen.",
        "2 anything else went wrong",
        "Write at most N messages",
    ):
        assert said in text
    assert ("Each input is one label, unless --domain is given." in text) == (" race " in name)


@pytest.mark.parametrize("name", FILTERS)
def test_help_of_filters_says_what_is_easily_missed(name: str) -> None:
    text = " ".join(run(*name.split()[1:], "--help").output.decode().split())
    for said in ("Without FILE standard input is read.", "2 anything else went wrong", "Write no counts at the end."):
        assert said in text
    assert "copied unchanged" in text
    assert ("Write nothing, and end at the first hit" in text) == (name != "acelabel redact")
    assert ("1 some names look like watched ones" in text) == (name == "acelabel lookalikes")


@pytest.mark.parametrize("name", PARSERS)
@pytest.mark.skipif("sys.platform == 'win32'")
def test_the_examples_of_help_run(name: str, tmp_path: Path) -> None:
    for file in ("names.txt", "ascii.txt", "queries.log", "access.log", "brands.txt"):
        # A text with characters beyond ASCII, of which nothing is rewritten, would give a message.
        name = "example" if file == "access.log" else "bücher.example"
        (tmp_path / file).write_text(f"{name}\n", "utf-8")
    (tmp_path / "in.csv").write_text("host\nbücher.example\n", "utf-8")
    for line in examples(name):
        quoted = line.replace("acelabel ", f"{sys.executable} -m acelabel ", 1)
        done = subprocess.run(
            ["bash", "-c", quoted],
            cwd=tmp_path,
            capture_output=True,
            check=False,
            stdin=subprocess.DEVNULL,
            timeout=300,
        )
        assert (line, done.returncode) == (line, int("inspect xn--a" in line))
        assert done.stderr == b""


def test_the_version_names_the_standards_that_move() -> None:
    standards = f"Unicode {acelabel.unicode_version}, URL Standard {' of '.join(acelabel.url_standard)}"
    expected = f"acelabel {acelabel.__version__} ({standards})\n"
    assert run("--version") == (0, expected.encode(), "")


@pytest.mark.parametrize(
    "arguments",
    [
        ("--max-messages", "-1"),
        ("--max-messages", "x"),
        ("--max-messages", "\u0663"),
        ("--profile", "DNS"),
        ("--file",),
        ("a", "--file", "b"),
        ("--case-flags", "a"),
    ],
)
def test_wrong_usage_is_2_and_nothing_is_written(arguments: tuple[str, ...], tmp_path: Path) -> None:
    result = run("to-ascii", "-o", str(tmp_path / "output"), *arguments)
    assert (result.status, result.output, [*tmp_path.iterdir()]) == (2, b"", [])
    assert result.messages.startswith("usage: acelabel to-ascii ")


NINES = "9" * 11
# Without a slash, a path that is drawn stays within the folder of the test.
paths = st.one_of(
    st.text(max_size=12).filter(lambda text: "/" not in text),
    st.sampled_from(["", "-", ".", "..", "a/b", "a\0b", "\ud800", "\udcff", "n" * 5000, os.devnull]),
    st.sampled_from([f"/dev/fd/{NINES}", f"/dev/fd/{NINES * 500}", "/dev/fd/１", f"/proc/self/fd/{NINES}"]),
)
counts = st.one_of(st.text(max_size=5), st.integers(-1, 10**30).map(str), st.just(NINES * 500))


@given(
    st.one_of(st.tuples(st.sampled_from(["--output", "--file"]), paths), st.tuples(st.just("--max-messages"), counts))
)
@example(("--output", f"/dev/fd/{NINES}"))
@example(("--output", "a\0b"))
@example(("--file", "a\0b"))
def test_no_value_of_an_option_ends_in_a_traceback(option: tuple[str, str]) -> None:
    with TemporaryDirectory() as folder, contextlib.chdir(folder):
        name, value = option
        names = [] if name == "--file" else ["--", "a.de", "a..de"]
        result = run("to-ascii", f"{name}={value}", *names, stdin=b"a.de\n")
        assert result.status in (0, 1, 2)
        assert (result.messages != "") == (result.status > 0)


@pytest.mark.parametrize("name", LEAVES)
def test_no_value_of_an_option_that_is_given_twice_is_dropped(name: str) -> None:
    values = {
        "count": "1",
        "delimiter": ";",
        "kinds": "bare",
        "clients": "java",
        "threads": "2",
        "tlds": "de",
        "path": "f",
    }
    for action in PARSERS[name]._actions:
        if action.nargs is None and action.option_strings:
            option, kind = action.option_strings[-1], getattr(action.type, "__name__", "")
            value = next(iter(action.choices), "") if action.choices else values.get(kind, "a")
            messages = run(*name.split()[1:], option, value, option, value, "--no", stdin=b"").messages
            adds_up = type(action) in (argparse._AppendAction, argparse._ExtendAction)
            assert ("give it once" in messages) != adds_up, option


def test_kinds_and_top_level_domains_add_up(tmp_path: Path) -> None:
    (tmp_path / "tlds.txt").write_text("рф\n", "utf-8")
    tlds = ("--tlds", "de", "--tlds", str(tmp_path / "tlds.txt"))
    text = "ü.de ü.рф a@ü.de ü.fr //ü.de/\n".encode()
    found = run("find", "-s", "--kinds", "bare", "--kinds", "email_domain", *tlds, stdin=text).output.decode()
    assert [line.split(":", 3)[3] for line in found.splitlines()] == ["bare:ü.de", "bare:ü.рф", "email_domain:ü.de"]


@pytest.mark.parametrize(
    ("option", "named"), [("--file", "--file"), ("-o", "-o/--output"), ("--output", "-o/--output")]
)
def test_an_empty_file_name_is_wrong_usage(option: str, named: str) -> None:
    result = run("to-ascii", option, "")
    assert (result.status, result.output) == (2, b"")
    assert result.messages.endswith(f"acelabel to-ascii: error: argument {named}: the file name is empty\n")


@pytest.mark.parametrize(
    "arguments", [("-xn--a.example",), ("a", "--a.example"), ("--a", "-b.c"), ("-ü",), ("-a-",), ("-1.example",)]
)
def test_a_hint_for_names_that_begin_with_a_hyphen(arguments: tuple[str, ...]) -> None:
    result = run("to-ascii", *arguments)
    unknown = " ".join(name for name in arguments if name.startswith("-"))
    hint = "(put -- before names that begin with a hyphen)"
    assert result.messages.endswith(f"acelabel to-ascii: error: unrecognized arguments: {unknown} {hint}\n")
    assert run("punycode", "encode", "--", "-a").output == b"-a-\n"


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (("to-ascii", "bücher.de", "--profile", "dns", "_dmarc.ü.de"), "names"),
        (("to-ascii", "--format", "text", "q1", "--tlds", "de", "q2"), "files"),
    ],
)
def test_names_behind_options_are_told_where_to_stand(arguments: tuple[str, ...], word: str) -> None:
    result = run(*arguments)
    assert (result.status, result.output) == (2, b"")
    advice = f"({word} have to stand together, before or after the options)\n"
    assert result.messages.endswith(f"{arguments[-1]} {advice}")


@pytest.mark.parametrize(
    ("arguments", "advice"),
    [
        (("--profil", "dns", "a.de"), " (did you mean --profile?)"),
        (("a.de", "--jsn"), " (did you mean --json?)"),
        (("-x",), ""),
        (("-i", "a.de"), " (did you mean --in-place?)"),
        (("-f", "a.de"), " (did you mean --file?)"),
        (("-v",), " (acelabel --version shows the version)"),
        (("--recursive", "a"), " (a command takes files, not folders: find FOLDER -type f -exec)"),
        (
            ("--allow", "a"),
            (
                " (an option of lint: only lint asks where names go; look-alikes have it in Python: "
                "display.Watchlist(allow=))"
            ),
        ),
        (("--watch", "b"), " (an option of display, lookalikes, lint: only these compare names with watched ones)"),
    ],
)
def test_a_word_that_is_no_name_gets_no_hint_for_names(arguments: tuple[str, ...], advice: str) -> None:
    result = run("to-ascii", *arguments)
    unknown = next(word for word in arguments if word.startswith("-"))
    assert result.messages.endswith(f"acelabel to-ascii: error: unrecognized arguments: {unknown}{advice}\n")


def test_an_option_is_the_same_in_every_command_or_absent_for_a_reason() -> None:
    found = {name: leaf._option_string_actions for name, leaf in leaves(parser()).items()}
    every = {action.option_strings[-1]: action for options in found.values() for action in options.values()}
    for name, first in every.items():
        having = [options[name] for options in found.values() if name in options]
        kinds = {(type(one), one.metavar, tuple(one.option_strings)) for one in having}
        assert (name, len(kinds)) == (name, 1), first
        # A name of a zone file cannot be blank.
        choices = [set(one.choices or ()) for one in having]
        assert set[str]().union(*choices) in choices
    absent = {name for name in every if not all(name in options for options in found.values())}
    assert absent == set(BUT)


@pytest.mark.parametrize(
    ("arguments", "command", "option"),
    [
        (("-q", "to-ascii", "a.de"), "acelabel", "-q"),
        (("--profile", "dns", "to-ascii", "a.de"), "acelabel", "--profile"),
        (("--profile=dns", "to-ascii", "a.de"), "acelabel", "--profile=dns"),
        (("punycode", "--max-messages", "3", "encode", "a"), "acelabel punycode", "--max-messages"),
    ],
)
def test_options_come_after_the_command(arguments: tuple[str, ...], command: str, option: str) -> None:
    result = run(*arguments)
    assert (result.status, result.output) == (2, b"")
    hint = f"{command}: error: unrecognized arguments: {option} (options come after the command)\n"
    assert result.messages.endswith(hint)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("race", "acelabel race: error: a command is needed. The commands are: encode, decode, to-punycode"),
        ("text to-ascii f", "error: text is not a command. It is a format: acelabel to-ascii --format text"),
        ("to-ascci x", "acelabel: error: to-ascci is not a command. Did you mean to-ascii?"),
        ("bücher.de", "error: bücher.de is not a command. To convert a name: acelabel to-ascii bücher.de"),
        ("race bücher", "encode, decode, to-punycode. To encode a text: acelabel race encode bücher"),
        ("zone explain", "error: zone is not a command. It is a format: acelabel to-ascii --format zone"),
        ("fnd", "acelabel: error: fnd is not a command. Did you mean find?"),
        ("-V", "error: unrecognized arguments: -V (did you mean --version?)"),
        ("--verbose", "acelabel: error: unrecognized arguments: --verbose"),
        (
            "race --json=1 encode",
            "acelabel race: error: unrecognized arguments: --json=1 (options come after the command)",
        ),
    ],
)
def test_a_word_that_is_no_command_gets_advice(arguments: str, said: str) -> None:
    result = run(*arguments.split())
    assert (result.status, result.output) == (2, b"")
    assert result.messages.endswith(f"{said}\n")


@pytest.mark.parametrize("command", ["", "race", "find"])
def test_help_is_a_command(command: str) -> None:
    assert run("help", *command.split()) == run(*command.split(), "--help")


def test_a_count_says_what_it_must_be() -> None:
    for count in ("-1", "x", "1.5"):
        messages = run("to-ascii", "--max-messages", count).messages
        assert messages.endswith(f"argument --max-messages: {count!r} is not a whole number from 0 up\n")


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("to-ascii", ("Convert each NAME", "keep: the name with refused labels in lower case")),
        ("inspect", ("Inspect each NAME", "Inspect the lines of FILE", "keep: its report.", "valid, ascii, unicode")),
        ("trace decode", ("Trace each NAME", "blank (the default): the steps up to the fault.", "error and steps.")),
        ("display", ("Show each NAME", "all inputs were shown", "uts39_moderate: UTS #39 alone.")),
        ("trace encode", ("Trace each NAME", "blank (the default): an empty line.", "error and steps.")),
        ("punycode encode", ("Convert each NAME", "keep: the input unchanged.", "unicode and error.")),
    ],
)
def test_help_says_what_the_command_does(command: str, said: tuple[str, ...]) -> None:
    text = " ".join(run(*command.split(), "--help").output.decode().split())
    assert [part for part in said if part not in text] == []
    assert ("one output line" in text) == (command in ("to-ascii", "display", "punycode encode"))


def test_a_note_where_a_name_is_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "names.txt").write_bytes(b"a.de\n")
    (tmp_path / "folder").mkdir()
    note = "acelabel: note: names.txt is a file; to {} its lines use --file names.txt\n"
    for arguments in (
        ("to-ascii", "names.txt"),
        ("to-unicode", "a.de", "names.txt"),
        ("punycode", "encode", "names.txt"),
    ):
        assert run(*arguments).messages.endswith(note.format("convert"))
    assert run("names.txt").messages.endswith(" a file: acelabel to-ascii --format text names.txt\n")
    assert run("inspect", "names.txt").messages == note.format("inspect")
    assert run("to-ascii", "a.de", "names.txt", "--output", "names.txt")[::2] == (
        2,
        f"acelabel: names.txt: {SAME_FILE}",
    )
    assert (tmp_path / "names.txt").read_bytes() == b"a.de\n"
    for silent in (("-q", "names.txt"), ("--file", "names.txt"), ("folder",), ("other.txt",)):
        assert run("to-ascii", *silent)[::2] == (0, "")
    assert run("punycode", "encode", "a\0b").messages == ""


def test_files_are_read_in_order_and_counted_on_their_own(tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    first.write_bytes("bücher.de\n_a".encode())
    second.write_bytes(b"b.de\n")
    result = run("to-ascii", "--file", str(first), "--file", "-", "--file", str(second), stdin=b"c.de\n_d\n")
    assert (result.status, result.output) == (1, b"xn--bcher-kva.de\n\nc.de\n\nb.de\n")
    assert f"acelabel: {first}: line 2: std3_disallowed" in result.messages
    assert "acelabel: line 2: std3_disallowed" in result.messages
    assert "acelabel: 2 of 5 refused: std3_disallowed 2\n" in result.messages


def test_a_hyphen_is_standard_input() -> None:
    assert run("to-ascii", "--file", "-", stdin="ü\n".encode()) == (0, b"xn--tda\n", "")


def test_the_second_file_is_not_read_where_the_first_stops_the_run(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"_a\n")
    (tmp_path / "b").write_bytes(b"b\n")
    arguments = [f"--file={tmp_path / name}" for name in "ab"]
    assert run("to-ascii", "-q", "--errors", "fail", *arguments) == (1, b"", "")


def test_what_cannot_be_read_is_2(tmp_path: Path) -> None:
    for options in (("--file", str(tmp_path)), ("--file", str(tmp_path / "missing"))):
        status, output, messages = run("to-ascii", *options)
        assert (status, output) == (2, b"")
        assert messages.startswith(f"acelabel: {options[1]}: ")
        # It is looked for before the first input is read.
        for command in ("to-ascii", "find"):
            assert run(*command.split(), "--file", "-", *options, stdin=b"a.de //xn--tda\n") == (2, b"", messages)


def test_the_profiles_are_those_of_the_package() -> None:
    named = {name.lower() for name, profile in vars(acelabel).items() if isinstance(profile, acelabel.Profile)}
    assert named == set(PROFILES)


def test_without_a_command_the_usage_is_shown() -> None:
    done = subprocess.run(COMMAND, capture_output=True, check=False, timeout=300)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.startswith(b"usage: acelabel ")
    assert b"error: a command is needed. The commands are: to-ascii, to-unicode, inspect, " in done.stderr
