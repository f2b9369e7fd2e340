"""Messages of a run on stderr: some per record, a summary by code, hints and notes; and their cost."""

import base64
import json
import sys
from pathlib import Path
from types import FrameType

import pytest
from command_line import run

from acelabel import AceError, punycode, race
from acelabel.cli import records
from acelabel.cli.failures import RecordError

DNS_HINT = "acelabel: hint: --profile dns allows _ and * in names\n"
LATIN_1_HINT = "looks like Latin-1 or Windows-1252. Convert it first: iconv -f WINDOWS-1252 -t UTF-8\n"
UTF_16_HINT = "looks like UTF-16. Convert it first: iconv -f UTF-16 -t UTF-8\n"


def refused(count: int) -> bytes:
    return b"".join(b"a%d.example\n_a%d.example\n" % (number, number) for number in range(count))


@pytest.mark.parametrize(("options", "most"), [((), 20), (("--max-messages", "3"), 3), (("--max-messages", "0"), 0)])
def test_messages_end_after_some_and_a_summary_follows(options: tuple[str, ...], most: int) -> None:
    messages = run("to-ascii", *options, stdin=refused(1000)).messages
    assert messages.count(": std3_disallowed at offset 0 in label 0: ") == most
    assert messages.endswith(f"acelabel: 1,000 of 2,000 refused: std3_disallowed 1,000\n{DNS_HINT}")
    assert messages.count("\n") == 3 * most + 2


def test_the_summary_counts_by_code_the_most_frequent_first() -> None:
    stdin = b"_a\n\n*.b\na..b\n\xff\nxn--a\n_c\n"
    summary = "6 of 7 refused: std3_disallowed 3, disallowed_codepoint 1, empty_domain 1, empty_label 1"
    for options in ((), ("--json",), ("--errors", "keep"), ("-z",)):
        data = stdin.replace(b"\n", b"\0") if "-z" in options else stdin
        messages = run("to-ascii", *options, stdin=data.replace(b"\xff", b"d")).messages
        assert f"acelabel: {summary}\n" in messages
    assert "7 of 7 refused: std3_disallowed 3, " in run("to-ascii", stdin=stdin).messages


def test_a_summary_of_what_was_read_until_the_run_stopped() -> None:
    result = run("to-ascii", "--errors", "fail", stdin=b"a\n_b\n_c\n")
    assert (result.status, result.output) == (1, b"a\n")
    assert "acelabel: 1 of 2 refused: std3_disallowed 1\n" in result.messages


def test_quiet_silences_summary_hints_and_notes() -> None:
    assert run("to-ascii", "-q", stdin=b"_a\n\xe4\n") == (1, b"\n\n", "")
    assert run("punycode", "decode", "-q", "xn--a-") == (0, b"xn--a\n", "")


def test_arguments_need_no_summary_but_hints() -> None:
    messages = run("to-ascii", "_a", "*.b").messages
    assert "refused" not in messages
    assert messages.endswith(DNS_HINT)
    assert messages.count("hint: ") == 1
    assert (
        "acelabel: 2 of 2 refused: std3_disallowed 2\n" in run("to-ascii", "--max-messages", "1", "_a", "*.b").messages
    )


@pytest.mark.parametrize(
    ("arguments", "record", "hint"),
    [
        (("to-ascii",), "_a", "--profile dns"),
        (("to-unicode", "--profile", "idna2003"), "*.a", "--profile dns"),
        (("to-ascii",), "a+b", None),
        (("to-ascii",), "https://a.example/b", "acelabel to-ascii --format text converts the names inside"),
        (("to-unicode",), "me@a.example", "acelabel to-unicode --format text converts the names inside"),
        (("inspect",), "me@a.example", "acelabel find finds the names inside"),
        (("to-ascii", "--profile", "whatwg"), "a.example:80", "only the host name"),
        (("to-ascii",), "", None),
        (("to-ascii",), "192.0.2.0/24", None),
        (("to-ascii", "--profile", "idna2008"), "Ü", None),
        (("to-ascii", "--profile", "idna2008"), "a--", "uts46 and dns"),
        (("to-ascii", "--profile", "idna2003"), "💩", "--profile uts46"),
        (("punycode", "decode"), "a.b", "to-unicode"),
        (("trace", "decode"), "a.b", "to-unicode"),
        (("race", "decode"), "www.bq--aaaa", "--domain"),
        (("race", "decode", "--domain"), "www.bq--a", None),
        (("to-ascii",), "_ü.de", None),
        (("to-ascii",), "a.*.b", None),
        (("to-ascii",), "*a.de", None),
        (("to-ascii",), "*.*.de", None),
        (("to-ascii",), "a_b.xn--a", None),
        (("to-ascii",), "https://a_b.de/", "to-ascii --format text"),
        (("to-ascii",), "foo_bar:80", "only the host name"),
        (("to-ascii", "--profile", "idna2008"), "a_b.de", "--profile dns"),
        (("to-ascii", "--profile", "idna2008"), "a--._b", "--profile dns"),
        (("to-ascii", "--profile", "idna2008"), "_Ü", None),
        (("to-ascii", "--profile", "idna2008"), "Ü%", None),
        (("to-ascii", "--profile", "idna2008"), "a--.b%", None),
        (("to-ascii", "--profile", "idna2003"), "💩%", None),
        (("to-ascii", "--profile", "idna2003"), "💩.*.a", None),
        (("to-ascii",), "::1", None),
        (("to-ascii",), "[::1]", None),
        (("to-ascii",), "2001:db8::1", None),
        (("to-ascii", "--profile", "whatwg"), "[::1]:80", None),
        (("to-ascii",), "http://[::1]/", "to-ascii --format text"),
    ],
)
def test_the_advice_that_fits(arguments: tuple[str, ...], record: str, hint: str | None) -> None:
    result = run(*arguments, record)
    assert result.status == 1
    hints = [line for line in result.messages.splitlines() if line.startswith("acelabel: hint: ")]
    assert [hint in line for line in hints if hint] == [True] * len(hints)
    assert bool(hints) == bool(hint)


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        ("$ORIGIN bücher.example.", "the input looks like a zone file. acelabel to-ascii --format zone FILE converts"),
        ("@ IN NS ns", "the input looks like a zone file. acelabel to-ascii --format zone FILE converts"),
        ("büro 3600 IN A 192.0.2.1", "the input looks like a zone file. acelabel to-ascii --format zone FILE converts"),
        ("127.0.0.1 bücher.example", "a line is one name. acelabel to-ascii --format text --tlds TLDS FILE converts"),
        ("bücher.example # in a use", "a line is one name. acelabel to-ascii --format text --tlds TLDS FILE converts"),
        (
            "see https://bücher.example/",
            "URLs and addresses are not domain names. acelabel to-ascii --format text converts",
        ),
    ],
)
def test_the_advice_for_lines_of_other_files(line: str, hint: str) -> None:
    messages = run("to-ascii", stdin=line.encode()).messages
    assert messages.count("hint: ") == messages.count(f"acelabel: hint: {hint}") == 1
    assert " zone " not in run("inspect", stdin=line.encode()).messages


def test_advice_for_names_is_true() -> None:
    assert run("to-ascii", "--profile", "dns", "_a.ü", "*.ü").status == 0
    assert run("to-ascii", "--profile", "uts46", "Ü", "a--", "💩").status == 0
    assert run("to-ascii", "--profile", "dns", "a_b.de", "a--._b", "a--").status == 0


def test_advice_waits_for_a_record_that_it_fits() -> None:
    assert DNS_HINT in run("to-ascii", stdin=b"a.*.b\n_a.b\n").messages
    assert DNS_HINT not in run("to-ascii", stdin=b"a.*.b\n*a.b\n").messages


@pytest.mark.parametrize(
    ("direction", "stdin", "output", "names"),
    [
        ("decode", b"xn--bcher-kva\nXN--a-\n", "xn--bÊcher\nXN--a\n", "unicode"),
        ("encode", b"xn--a\nxN--\n", "xn--a-\nxN---\n", "ascii"),
    ],
)
def test_a_note_where_raw_punycode_begins_with_the_prefix(
    direction: str, stdin: bytes, output: str, names: str
) -> None:
    result = run("punycode", direction, stdin=stdin + b"a-\n" * (direction == "decode"))
    assert result.status == 0
    assert result.output.decode().startswith(output)
    total = 3 if direction == "decode" else 2
    assert result.messages == (
        f"acelabel: note: inputs that begin with xn--: 2 of {total}. "
        f"Raw Punycode has no such prefix; for domain names use acelabel to-{names}\n"
    )
    assert "inputs that begin with xn--: 1 of 1" in run("trace", direction, "xn--a-").messages


def test_a_note_where_race_makes_one_label_of_a_name() -> None:
    result = run("race", "encode", "www.müller.de", "müller")
    assert (result.status, result.messages.count("inputs that contain a full stop: 1 of 2. ")) == (0, 1)
    assert "--domain" in result.messages


@pytest.mark.parametrize("group", ["punycode", "trace"])
def test_a_note_where_raw_punycode_makes_one_label_of_a_name(group: str) -> None:
    said = "acelabel: note: inputs that contain a full stop: 1 of 3. Raw Punycode has no labels; for domain names use "
    assert run(group, "encode", "bücher.de", "bücher.", "bü").messages == f"{said}acelabel to-ascii\n"


def test_a_message_names_commands_and_no_functions() -> None:
    assert "this is an A-label: to-unicode decodes it\n" in run("race", "decode", "xn--aba-22a").messages


def test_a_note_where_labels_of_race_stay() -> None:
    said = "acelabel: note: names with labels of RACE: 1 of 2. acelabel race decode --domain decodes them\n"
    assert run("to-unicode", stdin=b"a.BQ--af6p6yp7ml7wc.com\nabq--a.com\n").messages == said


def test_race_converts_names_with_domain() -> None:
    assert run("race", "encode", "--domain", "www.müller.de") == (0, b"www.bq--abw7y3dmmvza.de\n", "")
    assert run("race", "decode", "--domain", "www.bq--abw7y3dmmvza.de") == (0, "www.müller.de\n".encode(), "")
    assert run("race", "decode", "--domain", "--code-points", "a.bq--abw7y3dmmvza").output.startswith(b"U+0061 U+002E")
    result = run("race", "encode", "--domain", "--code-points", "u+0061 u+002E u+00E9 u+0099")
    assert result.messages.startswith("acelabel: argument 1: u0099_in_compressed_mode at offset 21 in label 1: ")


def test_race_becomes_punycode_by_the_rules_of_a_profile() -> None:
    assert run("race", "to-punycode", "BQ--af6p6yp7ml7wc") == (0, b"xn--aba-22a\n", "")
    assert run("race", "to-punycode", "--domain", "www.bq--abw7y3dmmvza.de") == (0, b"www.xn--mller-kva.de\n", "")
    upper_case = race.encode("aÜ")
    assert run("race", "to-punycode", upper_case) == (0, b"xn--a-eha\n", "")
    refused = run("race", "to-punycode", "--profile", "idna2008", upper_case, "bq--af6p6yp7ml7w!")
    assert refused.status == 1
    assert "acelabel: argument 1: disallowed_codepoint at offset 1: " in refused.messages
    assert "acelabel: argument 2: bad_base32_char at offset 16: " in refused.messages
    (line,) = json.loads(f"[{run('race', 'to-punycode', '--json', 'bq--af6p6yp7ml7wc').output.decode()}]")
    assert (line["race"], line["ascii"], line["error"]) == ("bq--af6p6yp7ml7wc", "xn--aba-22a", None)


@pytest.mark.parametrize(
    "command", ["to-ascii", "to-unicode", "inspect", "punycode encode", "race encode", "trace encode"]
)
@pytest.mark.parametrize("block", [1, 5, 1 << 18])
def test_a_byte_order_mark_at_the_beginning_is_dropped(
    command: str, block: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(records, "BLOCK", block)
    stdin = "żaba\nbüro\n".encode()
    expected = run(*command.split(), stdin=stdin)
    assert expected.status == 0
    assert run(*command.split(), stdin=b"\xef\xbb\xbf" + stdin) == expected
    files = [tmp_path / "a", tmp_path / "b"]
    for file, line in zip(files, stdin.splitlines(keepends=True), strict=True):
        file.write_bytes(b"\xef\xbb\xbf" + line)
    assert run(*command.split(), "--file", str(files[0]), "--file", str(files[1])) == expected


def test_a_mark_is_dropped_at_the_beginning_only() -> None:
    mark, kept = b"\xef\xbb\xbf", punycode.encode("\ufeffa").encode() + b"\n"
    assert run("punycode", "encode", stdin=mark + mark + b"a\n" + mark + b"a\n").output == kept * 2
    assert run("punycode", "encode", stdin=mark) == (0, b"", "")
    assert run("punycode", "encode", stdin=mark + b"\n") == (0, b"\n", "")


def test_octets_that_are_not_utf8_are_shown_as_octets() -> None:
    result = run("to-ascii", stdin=b"b\xfccher\\\x85.de\n")
    assert result.messages.startswith(
        "acelabel: line 1: invalid_utf8 at offset 1: the input is not UTF-8\n    b\\xfccher\\\\\\x85.de\n     ^\n"
    )


@pytest.mark.parametrize(
    "command", ["to-ascii", "inspect", "punycode decode", "trace encode", "race encode --code-points"]
)
def test_json_keeps_octets_that_are_not_utf8(command: str) -> None:
    record = b"b\xfccher\xe2\x82.de"
    row = json.loads(run(*command.split(), "--json", stdin=record + b"\n").output)
    assert row["input"] == "b\ufffdcher\ufffd\ufffd.de"
    assert base64.b64decode(row["input_base64"]) == record
    assert (row["error"]["code"], row["error"]["offset"], row["error"]["codepoint"]) == ("invalid_utf8", 1, None)
    assert b"input_base64" not in run(*command.split(), "--json", stdin="bü\n".encode()).output


@pytest.mark.parametrize(
    ("stdin", "options", "hint"),
    [
        ("bücher.de\nstraße.de\n".encode("latin-1"), (), LATIN_1_HINT),
        (b"b\x81\x85cher\n", (), None),
        ("bücher.de\n".encode("utf-16"), (), UTF_16_HINT),
        ("bücher.de\n".encode("utf-16-le"), (), UTF_16_HINT),
        ("bücher.de\nabc\n".encode("utf-16-be"), (), UTF_16_HINT),
        (b"a\0b\0c\0", ("-z",), None),
        ("日本語\n".encode(), (), None),
    ],
)
def test_a_hint_where_the_input_is_in_another_encoding(
    stdin: bytes, options: tuple[str, ...], hint: str | None
) -> None:
    messages = run("to-ascii", *options, stdin=stdin).messages
    assert messages.count("looks like") == (hint is not None)
    assert hint is None or messages.endswith(hint)


def events(command: tuple[str, ...], stdin: bytes) -> int:
    """Return how many functions are called, Python's own included: work that does not depend on the machine."""
    count = 0

    def counts(frame: FrameType, event: str, argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(counts)
    try:
        run(*command, stdin=stdin)
    finally:
        sys.setprofile(None)
    return count


@pytest.mark.parametrize(
    ("command", "faulty"),
    [
        (("to-ascii",), b"_a.example\n"),
        (("to-unicode",), b"xn--a.example\n"),
        (("punycode", "decode"), b"!\n"),
        (("punycode", "encode"), b"\xff\n"),
        (("race", "encode"), b"a\n"),
        (("race", "decode"), b"bq--a\n"),
    ],
)
def test_a_refused_line_makes_no_message_that_nobody_reads(
    command: tuple[str, ...], faulty: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[object] = []
    for error in (AceError, RecordError):
        monkeypatch.setattr(error, "__init__", counting(error, made))
    for count in (3_000, 6_000):
        made.clear()
        run(*command, stdin=faulty * count)
        assert len(made) <= 20
    # A search for octets that are not UTF-8 is one call; nothing else is done line by line.
    growth = events(command, faulty * 6_000) - events(command, faulty * 3_000)
    assert growth <= 3_000 * 2
    assert events(command, faulty * 3_000 * 32) <= 32 * events(command, faulty * 3_000)


def counting(error: type[Exception], made: list[object]) -> object:
    before = error.__init__

    def make(self: Exception, *arguments: object, **keywords: object) -> None:
        made.append(self)
        before(self, *arguments, **keywords)

    return make


def test_a_function_in_a_hint_has_the_name_of_its_command() -> None:
    assert "this is an A-label: to-unicode decodes it" in run("race", "decode", "xn--tda").messages
