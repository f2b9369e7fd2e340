"""`acelabel zone`: filters on master files, whose refusals have a line, and which say what they left."""

from pathlib import Path

import pytest
from command_line import peak, run

from acelabel import zone
from acelabel.cli import files, inside_text, records

FILE = '; büro\n$ORIGIN bücher.example.\n@ 60 IN SOA ns büro ( 1 2 ; ü\n 3 4 5 )\nü TXT "ü"\n'.encode()


def test_files_get_the_other_form_and_all_is_counted(tmp_path: Path) -> None:
    db, output = tmp_path / "db", tmp_path / "output"
    db.write_bytes(FILE)
    made = zone.to_ascii(FILE)
    said = (
        "acelabel: 3 names rewritten, 5 lines read\n"
        "acelabel: 3 other words, strings or comments with characters beyond ASCII left\n"
    )
    assert (
        run("to-ascii", "--format", "zone", stdin=FILE)
        == run("to-ascii", "--format", "zone", "-", stdin=FILE)
        == (0, made, said)
    )
    assert run("to-ascii", "--format", "zone", str(db), "-o", str(output)) == (0, b"", said)
    assert output.read_bytes() == made
    assert run("to-unicode", "--format", "zone", "-s", "--in-place", str(output)) == (0, b"", "")
    assert output.read_bytes() == FILE
    # Another file begins, even where one ends within a word.
    db.write_bytes(b"@ NS ns\n\xc3\xbc")
    twice = run("to-ascii", "--format", "zone", "-q", str(db), "--file", str(db))
    assert twice == (0, b"@ NS ns\nxn--tda\n@ NS ns\nxn--tda", "")


def test_what_stays_is_counted() -> None:
    result = run("to-unicode", "--format", "zone", stdin=b"xn--a A 1\nxn--tda A 1\n")
    left = "acelabel: 1 place left: a label that is refused or has no other form, or a mark without counterpart\n"
    assert result == (0, "xn--a A 1\nü A 1\n".encode(), f"acelabel: 1 name rewritten, 2 lines read\n{left}")
    result = run("to-ascii", "--format", "zone", "--errors", "keep", stdin="ü_.ü A 1 ; é\n)".encode())
    assert result[:2] == (1, "ü_.xn--tda A 1 ; é\n)".encode())
    assert "2 places left" in result.messages
    assert result.messages.startswith("acelabel: line 1: std3_disallowed at offset 1 in label 0: ")
    assert "\nacelabel: line 2: unbalanced at offset 0: " in result.messages
    assert "1 other word, string or comment with characters beyond ASCII left\n" in result.messages


def test_escapes_that_servers_write_are_read_where_they_are_asked_for() -> None:
    written = rb"b\195\188ro IN MX 10 b\195\188ro" + b"\n"
    left = "acelabel: 2 names left with escapes of UTF-8: --escapes utf8 reads them as letters\n"
    assert run("to-ascii", "--format", "zone", stdin=written) == (0, written, left)
    assert run("to-ascii", "--format", "zone", "--errors", "keep", stdin=written) == (0, written, left)
    assert run("to-ascii", "--format", "zone", "-q", stdin=written) == (0, written, "")
    made = b"xn--bro-hoa IN MX 10 xn--bro-hoa\n"
    said = "acelabel: 2 names rewritten, 1 line read\n"
    assert run("to-ascii", "--format", "zone", "--escapes", "utf8", stdin=written) == (0, made, said)
    one = rb"b\195\188_ro A 192.0.2.1" + b"\n"
    result = run("to-ascii", "--format", "zone", "--escapes", "utf8", "--errors", "keep", stdin=one)
    assert result[:2] == (1, one)
    assert result.messages.startswith("acelabel: line 1: std3_disallowed at offset 9 in label 0: ")
    assert "1 place left" in result.messages
    assert (
        "1 name left with escapes of UTF-8: --escapes utf8" in run("to-ascii", "--format", "zone", stdin=one).messages
    )
    # The other direction reads no escapes, and has no such option.
    assert run("to-unicode", "--format", "zone", stdin=written) == (0, written, "")
    assert run("to-unicode", "--format", "zone", "--escapes", "utf8", stdin=written).status == 2


def test_each_refusal_that_is_kept_is_shown_with_its_line(tmp_path: Path) -> None:
    for name, text in (("a", "ü A 1\n"), ("b", "\né A 1\nbü_ A 1\nbö_ A 1\n"), ("c", "@ NS é.ü_\n")):
        (tmp_path / name).write_text(text, "utf-8")
    files = [str(tmp_path / name) for name in "abc"]
    result = run("to-ascii", "--format", "zone", "--errors", "keep", *files)
    made = "xn--tda A 1\n\nxn--9ca A 1\nbü_ A 1\nbö_ A 1\n@ NS xn--9ca.ü_\n"
    assert (result.status, result.output.decode()) == (1, made)
    places = [(1, 3, "2 in label 0"), (1, 4, "2 in label 0"), (2, 1, "8 in label 1")]
    beginnings = [f"acelabel: {files[file]}: line {line}: std3_disallowed at offset {at}" for file, line, at in places]
    told = [line for line in result.messages.splitlines() if ": line " in line]
    assert all(map(str.startswith, told, beginnings)), told
    assert "\n    bü_ A 1\n      ^\n" in result.messages
    assert "\n    @ NS é.ü_\n            ^\n" in result.messages
    for most in range(3):
        result = run("to-ascii", "--format", "zone", "--errors", "keep", "--max-messages", str(most), *files)
        assert [line for line in result.messages.splitlines() if ": line " in line] == told[:most]
        assert "acelabel: 3 places left: " in result.messages
    # The refusal that ends the run is shown in any case.
    result = run("to-ascii", "--format", "zone", "--max-messages", "0", *files)
    assert [line for line in result.messages.splitlines() if ": line " in line] == told[:1]
    assert run("to-ascii", "--format", "zone", "--errors", "keep", "-q", *files).messages == ""


FAULTS = [
    ("é A 1\nbü_ A 1\n", "std3_disallowed at offset 2 in label 0: '_'", "bü_ A 1\n      ^\n"),
    ("é A 1\n@ MX 1 a.\xff.ü\n", "invalid_utf8 at offset 9 in label 1: the", "@ MX 1 a.\\xff.ü\n             ^\n"),
    ("é A 1\n@ SOA a ( 1\n\n2", "unbalanced at offset 8: the", "@ SOA a ( 1\n            ^\n"),
    ('é A 1\n@ TXT "a\n\n2', "unbalanced at offset 6: the", '@ TXT "a\n          ^\n'),
]


@pytest.mark.parametrize(("text", "fault", "shown"), FAULTS)
def test_a_refusal_shows_its_line_and_replaces_nothing(text: str, fault: str, shown: str, tmp_path: Path) -> None:
    db, output = tmp_path / "db", tmp_path / "output"
    db.write_bytes(octets := text.encode().replace("\xff".encode(), b"\xff"))
    result = run("to-ascii", "--format", "zone", stdin=octets)
    assert result.status == 1
    assert result.messages.startswith(f"acelabel: line 2: {fault}")
    assert f"\n    {shown}" in result.messages
    output.write_bytes(b"old")
    assert run("to-ascii", "--format", "zone", str(db), "-o", str(output)).status == 1
    assert output.read_bytes() == b"old"
    result = run("to-ascii", "--format", "zone", "--in-place", str(db))
    assert (result.status, result.output, db.read_bytes()) == (1, b"", octets)
    assert result.messages.startswith(f"acelabel: {db}: line 2: {fault}")
    assert result.messages.endswith(f"note: {db} was not changed; with --errors keep, only refusals stay\n")


@pytest.mark.parametrize(("text", "fault", "shown"), FAULTS)
@pytest.mark.parametrize("most", [0, 1 << 16])
def test_pieces_and_long_lines_change_no_line_number(
    text: str, fault: str, shown: str, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(inside_text, "BLOCK", 1)
    monkeypatch.setattr(files, "_MOST", most)
    octets = text.encode().replace("\xff".encode(), b"\xff")
    result = run("to-ascii", "--format", "zone", stdin=octets)
    assert result.messages.startswith(f"acelabel: line 2: {fault.split()[0]}")
    assert (fault in result.messages) == (most > 0 and "unbalanced" not in fault)
    assert result.output.startswith(b"xn--9ca A 1\n")


def test_pieces_change_no_line_of_what_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    octets = "".join(f"@ NS ü\nü_ A 1 ; {number}\n" for number in range(30)).encode()
    for block in (records.BLOCK, 1):
        monkeypatch.setattr(inside_text, "BLOCK", block)
        messages = run(
            "to-ascii", "--format", "zone", "--errors", "keep", "--max-messages", "25", stdin=octets
        ).messages
        told = [line.split(" at ")[0] for line in messages.splitlines() if ": line " in line]
        assert told == [f"acelabel: line {line}: std3_disallowed" for line in range(2, 52, 2)]


@pytest.mark.measures_memory
def test_memory_does_not_grow(tmp_path: Path) -> None:
    db = tmp_path / "db"
    db.write_bytes("büro MX 10 ü ; ü\n".encode() * 3_000_000)
    # 32 megabytes, in KiB.
    assert peak("to-ascii", "--format", "zone", "-q", str(db)) < 32_000_000 // 1_024
