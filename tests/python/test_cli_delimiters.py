"""Tables with other separators, and tables without a header."""

import csv
import io
from pathlib import Path

import pytest
from command_line import run
from hypothesis import given
from hypothesis import strategies as st

import acelabel

DELIMITERS = [";", "|", "^", "]", "\\", "-", ".", " ", "ü", "\t", "tab", "\\t", "'", "a", "😀"]


@pytest.mark.parametrize("given_one", DELIMITERS)
def test_any_character_separates_fields(given_one: str) -> None:
    one = "\t" if given_one in ("tab", "\\t") else given_one
    written = io.StringIO(newline="")
    # The second row has the separator in a field, and a quote.
    csv.writer(written, delimiter=one).writerows([["n", "h"], ["1", f'ß{one}"'], ["2", "ß"]])
    command = ("punycode", "encode", "-s", "--column", "h", "--delimiter", given_one)
    result = run(*command, stdin=written.getvalue().encode())
    expected = [["n", "h"], ["1", acelabel.punycode.encode(f'ß{one}"')], ["2", acelabel.punycode.encode("ß")]]
    assert list(csv.reader(io.StringIO(result.output.decode(), newline=""), delimiter=one)) == expected
    assert (result.status, result.messages) == (0, "")


def test_bytes_stay(tmp_path: Path) -> None:
    table = tmp_path / "in.dat"
    table.write_bytes('\ufeffid;"h"\r\n1;"ü.de"\r\n"2";,;"a;""b"\r\n'.replace(";,", "").encode() + b'3;"\xff"\n')
    result = run("to-ascii", "-s", "--in-place", "--errors", "keep", "--column", "h", "--delimiter", ";", str(table))
    assert result == (1, b"", "")
    assert table.read_bytes() == '\ufeffid;"h"\r\n1;"xn--tda.de"\r\n"2";"a;""b"\r\n'.encode() + b'3;"\xff"\n'


@pytest.mark.parametrize("form", ["csv", "tsv"])
def test_without_a_header_columns_are_numbers(form: str) -> None:
    one = "," if form == "csv" else "\t"
    options = ("to-ascii", "--format", form, "--no-header", "--column")

    def converted(text: str, *more: str) -> tuple[int, str, str]:
        result = run(*options, *more, stdin=text.replace(",", one).encode())
        return result.status, result.output.decode().replace(one, ","), result.messages

    assert converted("1,ü.de\n2,a..b\n", "2") == (
        1,
        "1,xn--tda.de\n2,\n",
        "acelabel: row 2: empty_label at offset 2 in label 1: the label is empty\n    a..b\n      ^\n"
        "acelabel: 1 of 2 refused: empty_label 1\n",
    )
    assert converted("\ufeffü,ß", "2", "--column", "1") == (0, "\ufeffxn--tda,xn--zca", "")
    assert converted("ü,a\n", "1", "--into", "3") == (0, "ü,a,xn--tda\n", "")
    assert converted("ü,a\n", "1", "--into", "3", "--report")[:2] == (0, "ü,a,xn--tda,xn--tda,,,,\n")
    assert converted("", "1") == (0, "", "")
    assert converted("\nü\n", "1")[:2] == (0, "\nxn--tda\n")
    # An empty line is passed over where there are more columns.
    assert converted("ü,a\n\nü,a", "1")[:2] == (0, "xn--tda,a\n\nxn--tda,a")


@pytest.mark.parametrize(
    ("text", "options", "said"),
    [
        ("a,b\n", ("3",), "there is no column '3'; there are: '1', '2'"),
        ("\na,b\n", ("2",), "there is no column '2'; there are: '1'. The first line is empty"),
        ("a;b\n", ("2",), "there is no column '2'; there are: '1'. The fields seem to be separated by ';', not by ','"
         ": --delimiter ';'"),
        ("a,b\na\n", ("2",), "line 2: 1 fields, but the first row has 2"),
        ("a,b\n", ("2", "--into", "2"), "there is a column '2' already"),
        ("a,b\n", ("2", "--into", "x"), "with --no-header a new column is a number, too: --into 3"),
        ('a,"b\n', ("2",), "line 1: unexpected end of data"),
    ],
)  # fmt: skip
def test_a_table_without_a_header_that_cannot_be_converted(text: str, options: tuple[str, ...], said: str) -> None:
    result = run("to-ascii", "--no-header", "--format", "csv", "--column", *options, stdin=text.encode())
    assert result == (2, b"", f"acelabel: {said}\n")
    said = "--delimiter and --no-header are for CSV and TSV, not for jsonl"
    other = run("to-ascii", "--no-header", "--format", "jsonl", "--column", "2", stdin=text.encode())
    assert other == (2, b"", f"acelabel: {said}\n")


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--delimiter", ";"), "--delimiter needs --column"),
        (("--no-header",), "--no-header needs --column"),
        (("--column", "h", "--no-header"), "with --no-header a column is a number from 1, not 'h'"),
        *(
            (("--column", column, "--no-header"), f"with --no-header a column is a number from 1, not '{column}'")
            for column in ("0", "01", "-1"[1:] + ".", "²", "٣", "")
        ),
        *(
            (("--column", "h", f"--delimiter={one}"), "must be one character that neither ends nor quotes a field")
            for one in ("", ";;", "\n", "\r", '"', "\0")
        ),
    ],
)
def test_wrong_usage(options: tuple[str, ...], said: str) -> None:
    result = run("to-ascii", *options, stdin=b"h\n")
    assert (result.status, result.output, result.messages.endswith(f"{said}\n")) == (2, b"", True)


@pytest.mark.parametrize(
    ("header", "column", "hint"),
    [
        ("id,Host", "host", "; did you mean 'Host'; there are: 'id', 'Host'"),
        ("id, host ", "hosts", "; did you mean ' host '; there are: 'id', ' host '"),
        ("id,host", "2", "; there are: 'id', 'host'. With --no-header a column is a number"),
        ("x" * 999, "host", f"; there are: '{'x' * 253}…'"),
    ],
)
def test_a_column_that_is_meant_is_named(header: str, column: str, hint: str) -> None:
    result = run("to-ascii", "--column", column, "--format", "csv", stdin=header.encode())
    assert result == (2, b"", f"acelabel: there is no column '{column}'{hint}\n")


@given(st.text(st.sampled_from('ü;"\r\n\0'), max_size=30), st.booleans())
def test_no_input_is_a_traceback(text: str, has_header: bool) -> None:
    options = ["h"] if has_header else ["1", "--no-header"]
    table = ("h\n" * has_header + text).encode()
    assert run("to-ascii", "-s", "--format", "csv", "--delimiter", ";", "--column", *options, stdin=table).status < 3
