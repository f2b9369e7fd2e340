"""Columns with `errors="keep"`: a record that is more than a name is left whole."""

import pandas
import pyarrow as pa
from kept_labels import RECORDS, ROWS

import acelabel.pandas  # noqa: F401
from acelabel import arrow, to_ascii, to_unicode

KEPT = [None if row is None else to_ascii(row, errors="keep") for row in ROWS]


def test_columns_keep_records_whole() -> None:
    assert KEPT[: len(RECORDS)] == RECORDS
    for kind in (pa.string(), pa.large_string(), pa.string_view(), pa.dictionary(pa.int32(), pa.string())):
        column = pa.array(ROWS, pa.string()).cast(kind)
        for convert, one in ((arrow.to_ascii, to_ascii), (arrow.to_unicode, to_unicode)):
            expected = [None if row is None else one(row, errors="keep") for row in ROWS]
            assert pa.chunked_array(convert(column, errors="keep")).to_pylist() == expected


def test_pandas_keeps_records_whole() -> None:
    series = pandas.Series(ROWS, dtype="object").ace.to_ascii(errors="keep")
    assert [None if pandas.isna(row) else row for row in series] == KEPT
