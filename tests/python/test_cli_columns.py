"""Columns of CSV, TSV and JSON Lines: the values change, and every other byte stays."""

import csv
import io
import json
from pathlib import Path

import pytest
from command_line import SAME_FILE, Result, alone, run
from hypothesis import given
from hypothesis import strategies as st

import acelabel
from acelabel.cli import records

CSV = 'id,host,note\r\n1,Bücher.example,"a, b"\r\n2,"Straße.de",""\r\n3,a..b,x\r\n4,,y\r\n5,ok.com,"two\r\nlines"'


def converted(table: str, *options: str, form: str = "csv", column: str = "host") -> Result:
    """Convert the column of a table given on standard input."""
    return run("to-ascii", "--column", column, "--format", form, *options, stdin=table.encode(errors="surrogateescape"))


def test_only_the_fields_that_change_are_written_anew() -> None:
    result = converted(CSV)
    assert result.output.decode() == (
        'id,host,note\r\n1,xn--bcher-kva.example,"a, b"\r\n2,"xn--strae-oqa.de",""\r\n3,,x\r\n4,,y\r\n'
        '5,ok.com,"two\r\nlines"'
    )
    assert result.status == 1
    assert result.messages == (
        "acelabel: row 3: empty_label at offset 2 in label 1: the label is empty\n    a..b\n      ^\n"
        "acelabel: 1 of 5 refused: empty_label 1\n"
    )


@pytest.mark.parametrize(
    ("errors", "rows"),
    [("blank", ["xn--tda.de", '""']), ("keep", ["xn--tda.de", "xn--tda..b"]), ("fail", ["xn--tda.de"])],
)
def test_errors(errors: str, rows: list[str]) -> None:
    result = converted("host\nü.de\nü..b\n", "-q", "--errors", errors)
    assert (result.status, result.output.decode().split("\n")[1:-1], result.messages) == (1, rows, "")


@pytest.mark.parametrize("form", ["csv", "tsv"])
@pytest.mark.parametrize("end", ["", "\n", "\r\n"], ids=repr)
def test_no_reader_loses_the_row_of_an_empty_field(form: str, end: str) -> None:
    result = converted(f"host\nü.de\na..b{end}", "-q", form=form)
    assert list(csv.reader(io.StringIO(result.output.decode(), newline=""))) == [["host"], ["xn--tda.de"], [""]]
    assert result.output.decode().endswith(end)


def test_a_run_that_stops_leaves_the_old_file(tmp_path: Path) -> None:
    table, old = tmp_path / "in.csv", tmp_path / "out.csv"
    table.write_text("host\na..b\nü.de\n", "utf-8")
    old.write_text("old")
    result = run("to-ascii", "--column", "host", "--errors", "fail", str(table), "-o", str(old))
    assert (result.status, result.messages.splitlines()[-1]) == (1, "acelabel: 1 of 1 refused: empty_label 1")
    assert result.messages.startswith(f"acelabel: {table}: row 1: empty_label at offset 2")
    assert (old.read_text(), alone(tmp_path)) == ("old", ["in.csv", "out.csv"])
    assert run("to-ascii", "-q", "--column", "host", str(table), "-o", str(old)).status == 1
    assert old.read_text("utf-8") == 'host\n""\nxn--tda.de\n'
    same = run("to-ascii", "--column", "host", "--file", str(table), "-o", str(table))
    assert same == (2, b"", f"acelabel: {table}: {SAME_FILE}")


def test_new_columns_and_reports() -> None:
    table = "a,b\nÜ,x..y\n,\n"
    options = ("--column", "b", "--into", "a2", "--into", "b 2", "--report", "--max-messages", "1")
    result = converted(table, *options, column="a")
    assert result.output.decode() == (
        "a,b,a2,b 2,a2_report.value,a2_report.code,a2_report.label_index,a2_report.offset,a2_report.message,"
        "b 2_report.value,b 2_report.code,b 2_report.label_index,b 2_report.offset,b 2_report.message\n"
        "Ü,x..y,xn--tda,,xn--tda,,,,,,empty_label,1,2,the label is empty\n"
        ",,,,,,,,,,,,,\n"
    )
    assert result.messages.startswith("acelabel: row 1, column b: empty_label at offset 2 in label 1")
    assert result.messages.endswith("acelabel: 1 of 4 refused: empty_label 1\n")


def test_reports_in_json() -> None:
    result = converted('{"host":"Ü"}\n{ }\n{"host":"a..b"}\n', "-q", "--into", "h", "--report", form="jsonl")
    nothing = dict.fromkeys(("value", "code", "label_index", "offset", "message"))
    assert [json.loads(line) for line in result.output.splitlines()] == [
        {
            "host": "Ü",
            "h": "xn--tda",
            "h_report": nothing | {"value": "xn--tda"},
        },
        {"h": None, "h_report": nothing},
        {
            "host": "a..b",
            "h": None,
            "h_report": nothing
            | {"code": "empty_label", "label_index": 1, "offset": 2, "message": "the label is empty"},
        },
    ]


def test_json_keeps_numbers_spaces_and_escapes() -> None:
    table = (
        '\ufeff{"n" : 1.10, "big":' + "9" * 5000 + ', "host":\t"B\\u00fccher.de" ,"x":{"host":"Ü"},"nan":NaN}\r\n'
        '\n{"host":null,"b":"\udcff"}\n  \n{"h\\u006fst":"Ü"}'
    )
    expected = table.replace('"B\\u00fccher.de"', '"xn--bcher-kva.de"').replace('st":"Ü"}', 'st":"xn--tda"}')
    expected = expected.replace('{"host":"xn--tda"},"nan"', '{"host":"Ü"},"nan"')
    result = converted(table, form="jsonl")
    assert (result.status, result.output) == (0, expected.encode(errors="surrogateescape"))


def test_tsv_and_other_commands(tmp_path: Path) -> None:
    assert converted('id\thost\n1\t"Ü"\n', form="tsv").output == b'id\thost\n1\t"xn--tda"\n'
    for command, before, after in [
        (("to-unicode",), "xn--tda", "ü"),
        (("punycode", "encode"), "ü", "tda"),
        (("punycode", "decode"), "tda", "ü"),
    ]:
        (tmp_path / "in.TSV").write_text(f"host\n{before}\n", "utf-8")
        result = run(*command, "--column", "host", str(tmp_path / "in.TSV"))
        assert result == (0, f"host\n{after}\n".encode(), "")


def test_a_result_that_needs_quotes_gets_them() -> None:
    text = 'ü,"\n'
    quoted = acelabel.punycode.encode(text).replace('"', '""')
    table = f'id,host\n1,"{quoted}"\n'.encode()
    result = run("punycode", "decode", "--column", "host", "--format", "csv", stdin=table)
    assert list(csv.reader(io.StringIO(result.output.decode(), newline=""))) == [["id", "host"], ["1", text]]


def test_bytes_that_are_not_utf8_stay_and_are_refused_in_the_column() -> None:
    result = converted("host,note\nb\udcfccher.de,\udcfc\nü.de,\udcfc\n", "--errors", "keep")
    assert result.output == b"host,note\nb\xfccher.de,\xfc\nxn--tda.de,\xfc\n"
    assert result.messages.startswith("acelabel: row 1: invalid_utf8 at offset 1: the input is not UTF-8\n")
    assert "hint: the input looks like Latin-1" in result.messages
    result = converted('{"host":"\udcfc\\udcfc"}\n', "--errors", "keep", form="jsonl")
    assert result.output == b'{"host":"\xfc\\udcfc"}\n'
    assert "row" not in result.messages
    assert result.messages.startswith("acelabel: line 1: invalid_utf8 at offset 0")


def test_a_lone_surrogate_is_kept_as_an_escape() -> None:
    for escape in ("\\ud800", "\\udcfc"):
        result = converted(f'{{"host":"{escape}"}}\n', "--errors", "keep", "--into", "h", form="jsonl")
        assert result.output.decode() == f'{{"host":"{escape}","h":"{escape}"}}\n'
        assert (result.status, result.messages.partition(":")[2][:22]) == (1, " line 1: invalid_utf8 ")


ROWS = st.lists(
    st.sampled_from(['{"host":', '"', "\\", "}", "{}", "\n", "a..b", ",", "host", "\xfc", "\r", "[", "\0"]), max_size=9
)


@given(st.binary() | ROWS.map(lambda parts: "".join(parts).encode("latin-1")), st.sampled_from(["csv", "jsonl"]))
def test_no_input_is_a_traceback(data: bytes, form: str) -> None:
    table = data if form == "jsonl" else b"host,id\n" + data
    for errors in ("blank", "keep", "fail"):
        options = ("--into", "new", "--report", "--errors", errors)
        result = run("to-ascii", "--column", "host", "--format", form, *options, stdin=table)
        assert result.status in (0, 1, 2)
        assert (result.messages == "") == (result.status == 0)


NEITHER = "line {}: the value of 'host' is neither a string nor a list of strings"
NONE = "there is no column 'host'; there are: "
NO_HEADER = ". The first line, which is the header, is empty"
SEPARATED = ". The fields seem to be separated by '{}', not by '{}': --delimiter {}"


@pytest.mark.parametrize(
    ("form", "table", "message"),
    [
        ("csv", "", NONE + "none" + NO_HEADER),
        ("csv", "\r\nhost\na\n", NONE + "none" + NO_HEADER),
        ("csv", "id, host ,\n1,2,3\n", NONE.replace(";", "; did you mean ' host ';") + "'id', ' host ', ''"),
        ("csv", "id;host\n1;2\n", NONE + "'id;host'" + SEPARATED.format(";", ",", "';'")),
        ("csv", '"id";"host"\n1;2\n', "line 1: ',' expected after '\"'" + SEPARATED.format(";", ",", "';'")),
        ("csv", "id\thost\n1\t2\n", NONE + "'id\\thost'" + SEPARATED.format("\\t", ",", "tab")),
        ("tsv", "id,host\n1,2\n", NONE + "'id,host'" + SEPARATED.format(",", "\\t", "','")),
        ("csv", ",".join(f"c{n}" for n in range(25)), NONE + ", ".join(f"'c{n}'" for n in range(20)) + ", and 5 more"),
        ("csv", "host,host\na,b\n", "there are 2 columns 'host'"),
        ("csv", "host,id\na,1\nb\n", "line 3: 1 fields, but the header has 2"),
        ("csv", 'host,id\n"a\nb",1,2\n', "line 3: 3 fields, but the header has 2"),
        ("csv", 'host\n"a"b\n', "line 2: ',' expected after '\"'"),
        ("csv", 'host\n"a\n', "line 2: unexpected end of data"),
        ("csv", "\udcff\udcfeh\0o\0s\0t\0", "the input looks like UTF-16. Convert it first: iconv -f UTF-16 -t UTF-8"),
        ("jsonl", '{"host":1}', NEITHER.format(1)),
        ("jsonl", '\n{"host":[1]}', NEITHER.format(2)),
        ("jsonl", '{"host":"a","host":"b"}', "line 1: two members are named 'host'"),
        ("jsonl", '{"id":1}\n{"name":2}', NONE + "'id'"),
        *(("jsonl", line, "line 1: not a JSON object") for line in
          ("[1]", "{", '{"a":1', '{"a":1,}', "{,}", "{}{}", '{"a" 1}', '{a:1}', '{"a":1}}')),
        ("jsonl", '{"a":' + "[" * 200_000, "line 1: nested too deep"),
    ],
)  # fmt: skip
def test_a_table_that_cannot_be_converted(form: str, table: str, message: str, tmp_path: Path) -> None:
    result = converted(table, form=form)
    assert (result.status, result.messages) == (2, f"acelabel: {message}\n")
    path = tmp_path / f"in.{form}"
    path.write_bytes(table.encode(errors="surrogateescape"))
    result = run("to-ascii", "--column", "host", str(path), "-o", str(tmp_path / "out"))
    assert result == (2, b"", f"acelabel: {path}: {message}\n")
    assert alone(tmp_path) == [path.name]


def test_a_field_of_more_than_16_mebibytes_ends_the_run() -> None:
    field = "a" * (1 << 24)
    assert converted(f"id,host\n{field},ü\n").status == 0
    fault = "acelabel: line 2: field larger than field limit (16777216)\n"
    assert converted(f"id,host\n{field}a,ü\n") == (2, b"", fault)


@pytest.mark.parametrize(
    ("form", "table"),
    [("csv", "host,id,h_report.code\n"), ("csv", "host,h\n"), ("jsonl", '{"host":null,"h_report":1}')],
)
def test_a_new_column_must_be_new(form: str, table: str) -> None:
    result = converted(table, "--into", "h", "--report", form=form)
    assert result.status == 2
    assert result.messages.endswith(" already\n")


def test_an_empty_line_of_one_column_is_an_empty_field() -> None:
    assert converted("host\nü\n\n", "--into", "h").output.decode() == "host,h\nü,xn--tda\n,\n"
    assert converted("a,host\n\n1,ü\n").output == b"a,host\n\n1,xn--tda\n"
    assert converted("", form="jsonl") == (0, b"", "")
    assert converted("\ufeffhost", "--into", "h").output.decode() == "\ufeffhost,h"


ONCE = "give each --column once, and one --into for each or none"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--into", "x"), "--into needs --column"),
        (("--format", "csv"), "--format csv needs --column"),
        (
            ("--column", "a", "--json", "--into", "b"),
            "--json writes reports: it cannot be combined with --into and --report",
        ),
        (("--column", "a", "--format", "hosts"), "--column and --format hosts cannot be combined"),
        (("--column", "a", "--format", "lines"), "--column and --format lines cannot be combined"),
        (("--column", "a", "-z"), "--null and --column cannot be combined"),
        (("--column", "a", "b.csv", "c.csv"), "with --column there is one input file"),
        (("--column", "a", "b.csv", "--file", "c.csv"), "NAME and --file cannot be combined"),
        (("--column", "a", "--into", "b", "--into", "c"), ONCE),
        (("--column", "a", "--column", "a"), ONCE),
        (
            ("--column", "a", "--column", "b", "--into", "c", "--into", "c"),
            ONCE,
        ),
        (("--column", "a", ""), "argument NAME: the file name is empty"),
    ],
)
def test_wrong_usage(arguments: tuple[str, ...], message: str) -> None:
    result = run("to-ascii", *arguments)
    assert (result.status, result.output) == (2, b"")
    assert result.messages.endswith(f"acelabel to-ascii: error: {message}\n")


def test_options_of_other_commands_are_refused() -> None:
    result = run("punycode", "encode", "--code-points", "--column", "a", "b.csv")
    assert result.messages.endswith("--code-points and --column cannot be combined\n")
    for command in (("trace", "encode"), ("race", "encode"), ("race", "decode")):
        assert "unrecognized arguments: --column" in run(*command, "--column", "a", "b.csv").messages


def test_the_format(tmp_path: Path) -> None:
    def message(*arguments: str) -> str:
        return run("to-ascii", "--column", "host", *arguments).messages

    for name in ("in.csv", "in.dat", "in.csv.bz2"):
        (tmp_path / name).write_bytes(b"host\n")
    source, unknown = str(tmp_path / "in.csv"), str(tmp_path / "in.dat")
    fault = "the format of standard input is not known; --format gives it: csv, tsv or jsonl"
    assert message() == f"acelabel: {fault}\n"
    fault = "the suffix does not say the format; --format does: csv, tsv, jsonl, zeek, parquet, feather"
    assert message(unknown) == f"acelabel: {unknown}: {fault}\n"
    assert message(source + ".bz2") == f"acelabel: {source}.bz2: the file is compressed; unpack it first\n"
    other = "the format of the output is that of the input, csv"
    assert message(source, "-o", "out.parquet") == f"acelabel: out.parquet: {other}\n"
    assert run("to-ascii", "--column", "host", "--format", "csv", unknown) == (0, b"host\n", "")
    assert run("to-ascii", "--column", "host", unknown, "-o", str(tmp_path / "out.csv")).status == 0


def test_an_empty_string_of_json_is_a_value_and_an_empty_field_is_none() -> None:
    result = converted('{"host":""}\n{"host":null}\n{"host":"\\ud800"}\n', form="jsonl")
    assert result[:2] == (1, b'{"host":null}\n' * 3)
    assert "acelabel: line 1: empty_domain at offset 0" in result.messages
    assert "acelabel: line 3: invalid_utf8 at offset 0" in result.messages
    assert result.messages.endswith("2 of 3 refused: empty_domain 1, invalid_utf8 1\n")
    assert converted('host\n""\n\n') == (0, b'host\n""\n\n', "")


def test_a_note_where_the_lines_of_a_table_are_converted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("in.csv").write_bytes(b"id,host\n")
    Path("good.csv").write_bytes(b"host\n")
    note = "acelabel: note: in.csv is a table; to convert one of its columns use --column COLUMN in.csv\n"
    assert run("to-ascii", "a.de", "in.csv") == (0, b"a.de\nin.csv\n", note)
    assert run("to-unicode", "--file", "in.csv").messages.endswith("1 of 1 refused: std3_disallowed 1\n" + note)
    for arguments in (("to-ascii", "--file", "good.csv"), ("to-ascii", "-q", "in.csv"), ("to-ascii", "other.csv")):
        assert run(*arguments).messages == ""
    # This command has no --column.
    assert "to inspect its lines use --file in.csv" in run("inspect", "in.csv").messages


FIELDS = st.text(st.sampled_from('aÜ",\t;.\n \udcfc'), max_size=5)


@given(st.lists(st.tuples(FIELDS, FIELDS, FIELDS), max_size=5), st.sampled_from(["\n", "\r\n"]), st.booleans())
def test_every_table_comes_back_with_other_values(rows: list[tuple[str, ...]], end: str, into: bool) -> None:
    written = io.StringIO(newline="")
    writer = csv.writer(written, lineterminator=end)
    writer.writerows([["id", "host", "note"], *rows])
    options = ["--into", "h"] if into else []
    result = run(
        "punycode", "encode", "-q", "--column", "host", "--format", "csv", *options,
        stdin=written.getvalue().encode(errors="surrogateescape"),
    )  # fmt: skip
    text = result.output.decode(errors="surrogateescape")

    def value(host: str) -> str:
        return "" if "\udcfc" in host or not host else acelabel.punycode.encode(host)

    expected = [[*row, value(row[1])] if into else [row[0], value(row[1]), row[2]] for row in rows]
    assert list(csv.reader(io.StringIO(text, newline="")))[1:] == expected
    if not into and all(value(row[1]) == row[1] for row in rows):
        assert text == written.getvalue()


VALUES = st.recursive(st.none() | st.floats() | st.text(max_size=3), lambda inner: st.lists(inner, max_size=2))
OBJECTS = st.dictionaries(st.text(st.sampled_from('a"\\\u2028é'), max_size=2), VALUES, max_size=3)


@given(st.lists(OBJECTS, max_size=4), st.booleans(), st.sampled_from([None, 1]), st.booleans())
def test_every_object_comes_back_with_other_values(
    objects: list[dict[str, object]], ascii_only: bool, indent: int | None, into: bool
) -> None:
    rows = [item | {"host": "Ü"} for item in objects]
    lines = [json.dumps(row, ensure_ascii=ascii_only, indent=indent).replace("\n", "\r") for row in rows]
    table = "".join(f"{line}\n" for line in lines)
    result = converted(table, *(["--into", "new"] if into else []), form="jsonl")
    name = "new" if into else "host"
    answers = result.output.decode(errors="surrogateescape").split("\n")[:-1]
    assert result.status == 0
    assert [repr(json.loads(line)) for line in answers] == [repr(row | {name: "xn--tda"}) for row in rows]


@pytest.mark.parametrize("block", [1, 7, 64])
def test_blocks_do_not_show(block: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(records, "BLOCK", block)
    assert converted(CSV)[:2] == (1, CSV.replace("Bücher", "xn--bcher-kva").replace("Straße", "xn--strae-oqa").replace(
        "a..b", "").encode())  # fmt: skip
    table = '{"host":"Ü"}\n\n{"host":"a..b"}\n'
    result = converted(table, form="jsonl")
    assert result.output == b'{"host":"xn--tda"}\n\n{"host":null}\n'
    assert result.messages.startswith("acelabel: line 3: empty_label at offset 2")
