"""Known answers: the samples of RFC 3492 section 7.1, a table of short strings, the neighbours of bücher."""

from collections.abc import Callable
from typing import Any

import pytest
from known_answers import load

from acelabel import punycode

SAMPLES = load("rfc3492.json")["samples"]
TABLE = load("punycode_table.json")

each_sample = pytest.mark.parametrize("sample", SAMPLES, ids=[sample["id"] for sample in SAMPLES])


def test_all_samples_and_rows_are_there() -> None:
    assert [sample["id"] for sample in SAMPLES] == list("ABCDEFGHIJKLMNOPQRS")
    assert len(TABLE["vectors"]) == 27
    assert len(TABLE["neighbours_of_buecher"]) == 5


@each_sample
def test_sample_encodes(sample: dict[str, Any]) -> None:
    assert punycode.encode(sample["text"]) == sample["exact_without_flags"]


@each_sample
def test_sample_encodes_with_its_flags(sample: dict[str, Any]) -> None:
    assert punycode.encode(sample["text"], case_flags=sample["case_flags"]) == sample["punycode"]


@each_sample
@pytest.mark.parametrize("form", ["punycode", "exact_without_flags"])
@pytest.mark.parametrize("octets", [str, str.encode, lambda text: bytearray(text, "ascii")])
def test_sample_decodes(sample: dict[str, Any], form: str, octets: Callable[[str], str | bytes | bytearray]) -> None:
    assert punycode.decode(octets(sample[form])) == sample["text"]


@each_sample
def test_sample_decodes_with_its_flags(sample: dict[str, Any]) -> None:
    assert punycode.decode_with_case(sample["punycode"]) == (sample["text"], sample["case_flags"])


def test_sample_i_has_its_capital_d() -> None:
    flags = [True] + [False] * 27
    assert punycode.encode("почемужеонинеговорятпорусски", case_flags=flags) == "b1abfaaepdrnnbgefbaDotcwatmq2g4l"
    assert punycode.decode_with_case("b1abfaaepdrnnbgefbaDotcwatmq2g4l")[1] == flags


@pytest.mark.parametrize("row", TABLE["vectors"] + TABLE["neighbours_of_buecher"], ids=lambda row: row["punycode"])
def test_short_string(row: dict[str, str]) -> None:
    assert punycode.encode(row["text"]) == row["punycode"]
    assert punycode.decode(row["punycode"]) == row["text"]
