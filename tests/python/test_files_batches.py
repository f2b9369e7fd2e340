"""Batches of records: values, octets around them, pieces and faults, judged by the modules `csv` and `json`."""

import csv
import io
import itertools
import json
import random
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from table_judge import csv_table, json_lines, json_value, pieces
from test_files import FILES

from acelabel import DNS
from acelabel._native import FileBatch, FileReader, arrow_convert, text_cut_character, text_lines, text_places

Results = list[str | None]
SEEDS = st.integers(0, 1 << 32)


def read(reader: FileReader, parts: list[bytes], convert: Callable[[Results], Results]) -> tuple[bytes, list[Any]]:
    """The octets that come out where values are converted, and the values."""
    output, values = b"", []
    for part in [*parts, None]:
        batch = reader.finish() if part is None else reader.feed(part)
        texts = batch.texts(0)
        values += texts
        output += batch.written([convert(texts)])
    return output, values


def same(texts: Results) -> Results:
    return texts


def marked(texts: Results) -> Results:
    return [None if text is None else f'<{text}">' for text in texts]


@given(SEEDS)
def test_csv_is_what_its_judge_reads(seed: int) -> None:
    rng = random.Random(seed)
    table, rows, delimiter = csv_table(rng)
    data = table.encode()
    place = rng.randrange(3)

    def reader() -> FileReader:
        return FileReader("csv", [["id", "host", "note"][place]], delimiter=delimiter)

    assert read(reader(), pieces(rng, data), same) == (data, [row[place] or None for row in rows])
    output, _ = read(reader(), pieces(rng, data), marked)
    assert output == read(reader(), [data], marked)[0]
    header, *back = csv.reader(io.StringIO(output.decode(), newline=""), delimiter=delimiter, strict=True)
    assert header == ["id", "host", "note"]
    for row in rows:
        row[place] = f'<{row[place]}">' if row[place] else ""
    assert back == rows


@given(SEEDS)
def test_lines_of_json_are_what_their_judge_reads(seed: int) -> None:
    rng = random.Random(seed)
    table, rows = json_lines(rng)
    data = table.encode()
    if not any(row is not None and "host" in row for row in rows):
        return
    hosts = [None if row is None else row.get("host") for row in rows]
    values = [item for host in hosts for item in (host if isinstance(host, list) else [host])]
    assert read(FileReader("jsonl", ["host"]), pieces(rng, data), same) == (data, values)
    output, _ = read(FileReader("jsonl", ["host"]), pieces(rng, data), marked)
    assert output == read(FileReader("jsonl", ["host"]), [data], marked)[0]
    for row, line in zip(rows, output.decode().split("\n")[:-1], strict=True):
        if row is None:
            assert line == ""
            continue
        if "host" in row:
            host = row["host"]
            row["host"] = marked(host) if isinstance(host, list) else marked([host])[0]  # type: ignore[list-item]
        assert json.loads(line) == row
        assert [*json.loads(line)] == [*row]


SPOILS = ["", "{", "}", "[", "]", '"', "\\", ",", ":", "\\u12", "\x01", "1", "-", ".", "e", "nul", "NaN", " ", "\t"]


@given(SEEDS)
def test_a_spoiled_object_is_refused_where_its_judge_refuses_it(seed: int) -> None:
    rng = random.Random(seed)
    line = json.dumps({"host": "ü", "x": json_value(rng), "y": json_value(rng)}, ensure_ascii=False)
    for _ in range(10):
        place = rng.randrange(len(line) + 1)
        spoiled = line[:place] + rng.choice(SPOILS) + line[place + rng.randrange(2) :]
        # Keys of which one may begin the name of a column are judged by it, and ends of lines end the object.
        if '"host": "ü"' not in spoiled or "\n" in spoiled:
            continue
        try:
            is_object = isinstance(json.loads(spoiled), dict)
        except ValueError:
            is_object = False
        if is_object and spoiled.count('"host"') > 1:
            continue
        try:
            FileReader("jsonl", ["host"]).feed(f"{spoiled}\n".encode())
        except ValueError as fault:
            assert fault.args == (1, "not a JSON object", None)
            assert not is_object, spoiled
        except LookupError:
            pass
        else:
            assert is_object, spoiled


@given(SEEDS)
def test_a_spoiled_table_is_refused_where_its_judge_refuses_it(seed: int) -> None:
    rng = random.Random(seed)
    table, _, delimiter = csv_table(rng)
    body = table.partition("\n")[2]
    for _ in range(10):
        place = rng.randrange(len(body) + 1)
        spoiled = body[:place] + rng.choice(['"', "\n", "\r", delimiter, "x"]) + body[place + rng.randrange(2) :]
        lines = csv.reader(io.StringIO(spoiled, newline=""), delimiter=delimiter, strict=True)
        fault, expected = None, list[str | None]()
        try:
            for row in lines:
                if len(row) not in (0, 3):
                    fault = lines.line_num + 1, f"{len(row)} fields, but the header has 3"
                    break
                expected.append(row[1] or None if row else None)
        except csv.Error as error:
            fault = lines.line_num + 1, str(error)
        data = f"id{delimiter}host{delimiter}note\n{spoiled}".encode()
        for parts in ([data], pieces(rng, data)):
            reader = FileReader("csv", ["host"], delimiter=delimiter)
            try:
                output, values = read(reader, parts, same)
            except ValueError as error:
                assert error.args[:2] == fault, spoiled
            else:
                assert (output, values, fault) == (data, expected, None), spoiled


@pytest.mark.parametrize("name", [name for name in FILES if name != "text"])
def test_names_of_places_are_batches_too(name: str) -> None:
    unicode, ascii_form = (text.encode() * 3 for text in FILES[name])
    for seed in range(30):
        rng = random.Random(seed)
        reader = FileReader(name)
        output, before = b"", 0
        for part in [*pieces(rng, unicode), None]:
            batch = reader.finish() if part is None else reader.feed(part)
            results = arrow_convert("to_ascii", batch.column(0), DNS, "null", None)
            assert batch.refused(0, results) == []
            for (line, column, start, end, _), text in zip(batch.names(), batch.texts(0), strict=True):
                assert unicode[start:end].decode() == text
                assert column == start - unicode.rfind(b"\n", 0, start)
                assert (line, before <= start) == (unicode.count(b"\n", 0, start) + 1, True)
                before = end
            output += batch.written([results])
        assert output == ascii_form


def test_what_has_no_result_stays_in_formats_of_places() -> None:
    batch = FileReader("hosts").feed("1 bücher a..b x\n# c\n2 ü y\n".encode())
    results = ["B", None, "X", "U", "Y"]
    assert batch.refused(0, results) == [(1, 1, None, "a..b")]
    assert batch.written([results]) == b"1 B a..b X\n# c\n2 U Y\n"
    # Of a line with a name that is not written nothing is.
    assert [batch.written([results], rows=rows) for rows in (0, 2, 3, 4)] == [
        b"",
        b"",
        b"1 B a..b X\n# c\n",
        b"1 B a..b X\n# c\n",
    ]
    latin = FileReader("hosts").feed(b"1 b\xfcro x\n")
    assert latin.texts(0) == [None, "x"]
    assert latin.refused(0, latin.column(0)) == [(0, 0, None, "b\udcfcro")]
    assert latin.written([[None, "y"]]) == b"1 b\xfcro y\n"


def test_a_byte_order_mark_comes_in_pieces() -> None:
    for form, table in (("csv", "\ufeffhost\nü\n"), ("jsonl", '\ufeff{"host":"ü"}\n'), ("hosts", "\ufeff1 ü\n")):
        columns = [] if form == "hosts" else ["host"]
        parts = [bytes([octet]) for octet in table.encode()]
        output, values = read(FileReader(form, columns), parts, lambda texts: ["x" for _ in texts])
        assert (output.decode(), values) == (table.replace("ü", "x"), ["ü"])


def test_columns_of_arrow_and_lists_are_results() -> None:
    batch = FileReader("jsonl", ["h"]).feed(b'{"h":["a",null,"b"]}\n{"h":"c"}\n')
    assert batch.texts(0) == ["a", None, "b", "c"]
    assert (batch.rows, batch.count(0, 1), batch.count(0, 9)) == (2, 3, 4)
    assert batch.written([batch.column(0)]) == batch.written([batch.texts(0)])
    assert batch.written([["x", None, None, "y"]]) == b'{"h":["x",null,null]}\n{"h":"y"}\n'
    assert batch.refused(0, ["x", None, None, None]) == [(2, 0, 2, "b"), (3, 1, None, "c")]
    with pytest.raises(ValueError, match="there are 3 results for 4 values"):
        batch.written([["a", "b", "c"]])
    with pytest.raises(ValueError, match="no such column"):
        batch.column(1)


def test_what_no_file_can_have_is_refused() -> None:
    for delimiter in ("", ",,", '"', "\n", "\r", "\0", "\udc80"):
        with pytest.raises(ValueError, match="delimiter"):
            FileReader("csv", ["a"], delimiter=delimiter)
    with pytest.raises(ValueError, match="one new column"):
        FileReader("csv", ["a"], into=["x", "y"])


def test_places_that_lie_are_passed_over() -> None:
    for names in (b"\xff" * 24, b"\xff" * 47, b"\0" * 8 + b"\xff" * 16):
        assert text_lines(b"x //a.example/ y\n", names, b"f", 1, 0) == (b"", 2, 0, 0)
        assert text_places(b"x //a.example/ y\n", names, 1, 0) == []


@given(st.text(max_size=8), st.binary(max_size=4), SEEDS)
def test_pieces_are_utf8_where_the_whole_is(text: str, other: bytes, seed: int) -> None:
    rng = random.Random(seed)
    data = text.encode(errors="surrogatepass") + other
    at = [0, *sorted(rng.choices(range(len(data) + 1), k=3)), len(data)]
    cut: bytes | None = b""
    for start, end in itertools.pairwise(at):
        cut = None if cut is None else text_cut_character(cut, data[start:end], False)
    cut = None if cut is None else text_cut_character(cut, b"", True)
    assert (cut == b"") == is_utf8(data)
    assert cut in (None, b"")


@given(st.binary(max_size=40), st.booleans(), SEEDS)
def test_lines_are_what_their_judge_reads(data: bytes, null: bool, seed: int) -> None:
    rng = random.Random(seed)
    end = b"\0" if null else b"\n"
    data = data.replace(b"a", end).replace(b"b", b"\r\n")
    expected = [*data.removeprefix(b"\xef\xbb\xbf").split(end)]
    if not expected[-1]:
        expected.pop()
    ends = [b"\r" if not null and line.endswith(b"\r") else b"" for line in expected]
    texts = [line.removesuffix(ending) for line, ending in zip(expected, ends, strict=True)]
    for convert, result in ((same, texts), (all_alike, ["ü".encode()] * len(texts))):
        reader, output, read_texts, numbers = FileReader("lines", null=null), b"", [], []
        for part in [*pieces(rng, data), None]:
            batch = reader.finish() if part is None else reader.feed(part)
            read_texts += batch.texts(0, all=True)
            numbers += [line for line, *_ in batch.names()]
            output += batch.written([convert(batch.texts(0))], keep=True)
        assert [text.encode(errors="surrogateescape") for text in read_texts] == texts
        assert numbers == [*range(1, len(texts) + 1)]
        # One that is not UTF-8 stays.
        kept = [new if is_utf8(old) else old for new, old in zip(result, texts, strict=True)]
        assert output == b"".join(line + ending + end for line, ending in zip(kept, ends, strict=True))


def all_alike(texts: Results) -> Results:
    return [None if text is None else "ü" for text in texts]


def is_utf8(octets: bytes) -> bool:
    try:
        octets.decode()
    except UnicodeDecodeError:
        return False
    return True


def test_a_result_that_would_be_another_line_is_refused() -> None:
    results = ["a\nb", "a\r", "a\0", "c"]
    for null, refused in ((False, [0, 1]), (True, [2])):
        end = "\0" if null else "\n"
        batch = FileReader("lines", null=null).feed(f"u{end}v{end}w{end}x{end}".encode())
        assert [place for place, *_ in batch.refused(0, results)] == refused
        blank = ["" if place in refused else result for place, result in enumerate(results)]
        assert batch.written([results]).decode() == "".join(line + end for line in blank)
        kept = ["uvwx"[place] if place in refused else result for place, result in enumerate(results)]
        assert batch.written([results], keep=True).decode() == "".join(line + end for line in kept)
        batch = FileBatch.of_lines([f"u{end}u", "v\r", "w", "\udcff\ud800"], null=null, are_texts=False)
        assert batch.texts(0, all=True) == [f"u{end}u", "v\r", "w", "\udcff\ud800"]
        kept = ["", "a\r", "w"] if null else ["", "v\r", "a\0"]
        assert batch.written([[None, *results[1:]]], keep=True, rows=3).decode() == end.join(kept) + end
        assert batch.written([[None] * 4], keep=True).endswith(b"\xff\xed\xa0\x80" + end.encode())
