"""Inputs of the command: arguments in any locale, `-`, compressed files; and notes on names."""

import bz2
import gzip
import json
import lzma
import os
import subprocess
import sys
from pathlib import Path

import pytest
from command_line import COMMAND, TIMEOUT, run

NAMES = "ü.example\n".encode()
ZSTD = bytes.fromhex("28b52ffd200b590000") + NAMES
COMPRESSED = [
    (gzip.compress(NAMES, mtime=0), "gzip -dc"),
    *((bz2.compress(text, level), "bzip2 -dc") for text in (NAMES, b"") for level in (1, 9)),
    (lzma.compress(NAMES), "xz -dc"),
    (lzma.compress(NAMES, format=lzma.FORMAT_ALONE), "xz --format=lzma -dc"),
    (ZSTD, "zstd -dc"),
    (b"PK\x03\x04\x14\x00\x00\x00" + NAMES, "unzip -p. If it is an Excel file, save it as CSV"),
    (b"PK\x05\x06" + bytes(18), "unzip -p"),
    (b"LZIP\x01\x0c" + NAMES, "lzip -dc"),
    (b"\x1f\x9d\x90" + NAMES, "gzip -dc"),
    (b"\x04\x22\x4d\x18\x64\x41" + NAMES, "lz4 -dc"),
    (b"7z\xbc\xaf\x27\x1c\x00\x04" + NAMES, "7z x -so"),
    (b"Rar!\x1a\x07\x01\x00" + NAMES, "unrar p -inul"),
]


@pytest.mark.parametrize(
    "command",
    [
        "to-ascii",
        "to-unicode",
        "inspect",
        "display",
        "punycode encode",
        "race encode",
        "race to-punycode",
        "trace encode",
    ],
)
def test_a_hyphen_as_a_name_is_standard_input(command: str) -> None:
    stdin = "ü.example\na\n".encode()
    assert run(*command.split(), "-", stdin=stdin) == run(*command.split(), stdin=stdin)
    for others in (("-", "a"), ("a", "-"), ("-", "-")):
        refused = run(*command.split(), *others, stdin=stdin)
        assert (refused.status, refused.output) == (2, b"")
        assert "standard input, cannot be combined with other names" in refused.messages
    assert "cannot be combined" in run(*command.split(), "-", "--file", "a").messages


def test_a_hyphen_is_standard_input_for_a_column_and_beside_watched_names() -> None:
    table = "host\nü.example\n".encode()
    assert run("to-ascii", "--column", "host", "--format", "csv", "-", stdin=table).output == b"host\nxn--tda.example\n"
    assert "standard input cannot hold both" in run("display", "--watch", "-", "-").messages


@pytest.mark.parametrize(("data", "unpacks"), COMPRESSED)
def test_a_compressed_input_is_not_read_as_names(data: bytes, unpacks: str, tmp_path: Path) -> None:
    file, output = tmp_path / "names", tmp_path / "output"
    file.write_bytes(data)
    output.write_bytes(b"old")
    said = f"the input is compressed. Unpack it first: {unpacks}\n"
    for command in ("to-ascii", "inspect", "display", "punycode encode"):
        assert run(*command.split(), stdin=data) == (2, b"", f"acelabel: {said}")
        refused = run(*command.split(), "--file", str(file), "--output", str(output))
        assert refused == (2, b"", f"acelabel: {file}: {said}")
        assert output.read_bytes() == b"old"
    assert run("to-ascii", "--column", "host", "--format", "csv", str(file)) == (2, b"", f"acelabel: {file}: {said}")
    assert run("lookalikes", "--watch", str(file), stdin=b"a\n") == (2, b"", f"acelabel: {file}: {said}")
    assert run("lookalikes", "-s", "--labels", os.devnull, stdin=data) == (2, b"", f"acelabel: {said}")
    for command in ("to-ascii --format text", "to-unicode --format text", "find", "to-ascii --format zone"):
        assert run(*command.split(), stdin=data) == (2, b"", f"acelabel: {said}")
        refused = run(*command.split(), "-q", "--file", str(file), "-", "-o", str(output), stdin=b"a\n")
        assert refused == (2, b"", f"acelabel: {file}: {said}")
        if "find" not in command:
            refused = run(*command.split(), "--in-place", str(file))
            assert refused == (2, b"", f"acelabel: {file}: {said}")
    assert (file.read_bytes(), output.read_bytes()) == (data, b"old")


@pytest.mark.parametrize(("data", "unpacks"), COMPRESSED)
def test_a_compressed_list_is_not_read_as_rules(data: bytes, unpacks: str, tmp_path: Path) -> None:
    file = tmp_path / "list.dat.gz"
    file.write_bytes(data)
    said = f"{file}: the input is compressed. Unpack it first: {unpacks}\n"
    assert run("registrable", "--suffixes", str(file), "a.b") == (2, b"", f"acelabel: {said}")
    refused = run("find", "--tlds", str(file))
    assert (refused.status, refused.output) == (2, b"")
    assert refused.messages.endswith(f"error: argument --tlds: {said}")


@pytest.mark.parametrize(
    "data",
    [
        b"BZh.example\n",
        b"PK.example\n",
        b"7z.example\n",
        b"a\n\x1f\x8b\n",
        b"",
        b"PAR1.example\n",
        b"PAR1\n",
        b"ARROW1\r\n",
        b"PARE",
    ],
)
def test_an_input_that_is_not_compressed_is_read(data: bytes) -> None:
    assert run("to-ascii", stdin=data).status < 2


def test_text_in_utf16_gets_a_hint() -> None:
    data = "see https://ü.example\n".encode("utf-16")
    copied = run("to-ascii", "--format", "text", stdin=data)
    assert (copied.status, copied.output) == (0, data)
    hint = "acelabel: hint: the input looks like UTF-16. Convert it first: iconv -f UTF-16 -t UTF-8\n"
    assert copied.messages == hint == run("find", stdin=data).messages


@pytest.mark.parametrize("command", ["to-ascii --format text", "find", "to-ascii --format zone"])
def test_text_in_latin_1_gets_a_hint(command: str) -> None:
    hint = "hint: the input looks like Latin-1 or Windows-1252. Convert it first: iconv -f WINDOWS-1252 -t UTF-8\n"
    text = "bücher A 1\nname@bücher.example, https://straße.example/\n"
    result = run(*command.split(), stdin=text.encode("latin-1"))
    assert (result.status, result.messages.count("hint: ")) == (int("zone" in command), 1)
    assert result.messages.endswith(hint)
    assert "no name that is found" not in result.messages
    assert run(*command.split(), "-s", stdin=text.encode("latin-1")).messages.count("hint: ") == 0
    assert "Latin-1" not in run(*command.split(), stdin=text.encode()).messages + run("find", stdin=b"\x85").messages


def test_a_character_of_two_pieces_is_not_latin_1(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("acelabel.cli.inside_text.BLOCK", 1)
    (message,) = run("find", stdin="é\n".encode()).messages.splitlines()
    assert message.startswith("acelabel: nothing found: the text has characters beyond ASCII")


LIKE_LATIN_1 = "looks like UTF-8 that was read as Latin-1 or Windows-1252; "
DASH = "has a dash in place of the hyphens of xn--; "


@pytest.mark.parametrize("command", ["to-ascii", "to-unicode", "display", "host"])
def test_a_note_on_names_that_look_like_a_mistake(command: str) -> None:
    note = "acelabel: note: names that look like a mistake: {} of {}. The first one, '{}', {}'{}' may be meant\n"
    stdin = "a.example\nbÃ¼cher.example\nxn–bcher-kva.example\nnaïve.example\n".encode()
    wrong = note.format(2, 4, "bÃ¼cher.example", LIKE_LATIN_1, "bücher.example")
    result = run(command, stdin=stdin)
    assert (result.status, result.messages) == (0, wrong)
    assert run(command, "--json", stdin=stdin).messages == wrong
    assert run(command, "-q", stdin=stdin).messages == ""
    typed = note.format(1, 1, "xn–bcher-kva.example", DASH, "xn--bcher-kva.example")
    assert run(command, "xn–bcher-kva.example").messages == typed


def test_a_note_on_the_values_of_a_column() -> None:
    table = "id,host\n1,naïve.example\n2,\n3,bÃ¼cher.example\n".encode()
    result = run("to-ascii", "--column", "host", "--format", "csv", stdin=table)
    said = f"The first one, 'bÃ¼cher.example', {LIKE_LATIN_1}'bücher.example' may be meant\n"
    assert (result.status, result.messages) == (
        0,
        f"acelabel: note: names that look like a mistake: 1 of 3. {said}",
    )


def test_a_report_of_inspect_has_the_note() -> None:
    result = run("inspect", "bÃ¼cher.example")
    assert (result.status, result.messages) == (0, "")
    assert f"\nnote     {LIKE_LATIN_1}'bücher.example' may be meant\n" in result.output.decode()
    (row,) = [json.loads(run("inspect", "--json", "bÃ¼cher.example").output)]
    assert row["notes"] == [f"{LIKE_LATIN_1}'bücher.example' may be meant"]


def test_a_refused_name_has_its_hint_in_the_message_alone() -> None:
    messages = run("to-ascii", "mÃ¸re.example").messages
    assert f"; it {LIKE_LATIN_1}'møre.example' may be meant\n" in messages
    assert "note" not in messages
    typed = run("to-ascii", "--profile", "idna2008", "xn–bcher-kva.example").messages
    assert f"; it {DASH}'xn--bcher-kva.example' may be meant\n" in typed


def test_empty_lines_get_a_hint_that_removes_them() -> None:
    hint = "acelabel: hint: an empty line is not a domain name. Remove such lines first: sed '/^[[:space:]]*$/d'\n"
    for profile in ("uts46", "whatwg"):
        messages = run("to-ascii", "--profile", profile, stdin=b"a\n\n").messages
        assert messages.startswith(
            "acelabel: line 2: empty_domain at offset 0: the domain name is empty\nacelabel: 1 of 2"
        )
        assert messages.endswith(hint)


def test_a_column_of_urls_or_addresses_is_sent_to_text() -> None:
    table = b"mail\nme@a.example\nyou_2@b.example\n"
    converts = "acelabel to-ascii --format text converts the names inside them"
    hint = f"hint: URLs and addresses are not domain names. {converts}\n"
    assert run("to-ascii", "--column", "mail", "--format", "csv", stdin=table).messages.endswith(hint)
    table = b'{"u":"https://a.example/"}\n'
    assert run("to-ascii", "--column", "u", "--format", "jsonl", stdin=table).messages.endswith(hint)


def test_an_underscore_in_a_label_beyond_ascii_is_explained_under_dns() -> None:
    messages = run("to-ascii", "--profile", "dns", "ü_b.example").messages
    assert "; the profile dns allows it in labels that are ASCII only\n" in messages
    assert "--profile dns" not in messages


if sys.platform != "win32":

    @pytest.mark.parametrize("locale", ["POSIX", "C"])
    def test_arguments_are_utf8_whatever_the_locale(locale: str, tmp_path: Path) -> None:
        def acelabel(*arguments: str) -> tuple[int, str, str]:
            plain = os.environ | {"LC_ALL": locale, "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
            octets = [argument.encode() for argument in arguments]
            done = subprocess.run([*COMMAND, *octets], capture_output=True, env=plain, timeout=TIMEOUT)
            return done.returncode, done.stdout.decode(), done.stderr.decode()

        assert acelabel("to-ascii", "♡.example") == (0, "xn--c6h.example\n", "")
        assert acelabel("punycode", "encode", "ü") == (0, "tda\n", "")
        folder = tmp_path / "ü"
        folder.mkdir()
        names, output, table = folder / "♡.txt", folder / "♡.out", folder / "♡.csv"
        names.write_bytes("♡.example\n".encode())
        table.write_bytes("hôte\n♡.example\n".encode())
        assert acelabel("to-ascii", "--file", str(names), "--output", str(output)) == (0, "", "")
        assert output.read_bytes() == b"xn--c6h.example\n"
        into = acelabel("to-ascii", "--column", "hôte", "--into", "ascii ♡", str(table))
        assert into == (0, "hôte,ascii ♡\n♡.example,xn--c6h.example\n", "")
        names.write_bytes("https://♡.example\n".encode())
        found = json.loads(acelabel("find", "--json", str(names))[1])
        assert (found["file"], found["name"]) == (str(names), "♡.example")
        assert acelabel("find", "-s", str(names))[1] == f"{names}:1:9:url_host:♡.example\n"
        assert "is a file; to convert its lines" in acelabel("to-ascii", str(names))[2]
        assert acelabel("to-ascii", "--file", f"{folder}/ö")[0] == 2
        # Octets that are not UTF-8 are said to be none, and are no path of another file.
        plain = os.environ | {"LC_ALL": locale, "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
        done = subprocess.run([*COMMAND, "to-ascii", b"b\xfccher"], capture_output=True, env=plain, timeout=TIMEOUT)
        assert b"invalid_utf8 at offset 1: " in done.stderr


WIDE = [("utf-16", "UTF-16"), ("utf-16-le", "UTF-16"), ("utf-16-be", "UTF-16")]
WIDE += [("utf-32", "UTF-32"), ("utf-32-le", "UTF-32"), ("utf-32-be", "UTF-32")]


@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize(("encoding", "said"), WIDE)
def test_wide_encodings_are_named(encoding: str, said: str, mark: str) -> None:
    hint = f"the input looks like {said}. Convert it first: iconv -f {said} -t UTF-8\n"
    for text, options in (
        ("host,x\nü.de,1\nexample.com,2\n", ("--column", "host", "--format", "csv")),
        ('{"host":"ü.de"}\n', ("--column", "host", "--format", "jsonl")),
    ):
        data = (mark * (len(encoding) > 6) + text).encode(encoding)
        assert run("to-ascii", *options, stdin=data) == (2, b"", f"acelabel: {hint}")
    data = (mark * (len(encoding) > 6) + "bücher.example\nexample.com\n").encode(encoding)
    assert run("to-ascii", stdin=data).messages.endswith(f"acelabel: hint: {hint}")
    assert run("to-ascii", "--format", "text", stdin=data).messages == f"acelabel: hint: {hint}"


TABLES = [
    (b"PAR1\x15\x04", "the input is Parquet. To convert a column of a file: --format parquet --column COLUMN"),
    (b"PARE\x15\x04", "the input is Parquet. To convert a column of a file: --format parquet --column COLUMN"),
    (b"ARROW1\0\0", "the input is Feather. To convert a column of a file: --format feather --column COLUMN"),
    (b"\xff\xff\xff\xff\x10\0", "the input is a stream of Arrow. Write it as a file first, which is Feather"),
]


@pytest.mark.parametrize(("data", "said"), TABLES)
def test_tables_that_are_no_text_are_named(data: bytes, said: str, tmp_path: Path) -> None:
    for command in (("to-ascii",), ("inspect",), ("to-unicode", "--column", "host", "--format", "csv")):
        assert run(*command, stdin=data) == (2, b"", f"acelabel: {said}\n")
    for suffix in ("jsonl", "tsv"):
        file = tmp_path / f"in.{suffix}"
        file.write_bytes(data)
        assert run("to-ascii", "--column", "host", str(file)) == (2, b"", f"acelabel: {file}: {said}\n")
