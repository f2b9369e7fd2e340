"""The notation of RFC 3492 for code points on the command line."""

from typing import Any

import pytest
from command_line import run
from hypothesis import given
from inputs import digit_strings, texts
from known_answers import load

from acelabel import AceError, punycode, race

SAMPLES = load("rfc3492.json")["samples"]


def notation(code_points: list[str], flags: list[bool]) -> str:
    return " ".join(("U" if flag else "u") + point[1:] for point, flag in zip(code_points, flags, strict=True))


def line_of(*arguments: str) -> str:
    status, output, messages = run(*arguments)
    assert (status, messages) == (0, "")
    return output.decode().removesuffix("\n")


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample["id"])
def test_the_samples_of_the_rfc_both_ways(sample: dict[str, Any]) -> None:
    written = notation(sample["code_points"], sample["case_flags"])
    assert line_of("punycode", "encode", "--code-points", "--case-flags", written) == sample["punycode"]
    assert line_of("punycode", "decode", "--code-points", "--case-flags", "--", sample["punycode"]) == written


def test_sample_i_has_its_capital_d() -> None:
    (sample,) = (sample for sample in SAMPLES if sample["id"] == "I")
    written = notation(sample["code_points"], sample["case_flags"])
    assert written.startswith("U+043F u+043E u+0447")
    assert line_of("punycode", "encode", "--code-points", "--case-flags", written) == "b1abfaaepdrnnbgefbaDotcwatmq2g4l"


def test_the_letter_decides_the_case_of_a_basic_character() -> None:
    options = ("--code-points", "--case-flags")
    assert line_of("punycode", "encode", *options, "u+0041 U+0062 u+0030") == "aB0-"
    assert line_of("punycode", "decode", *options, "aB0-") == "u+0061 U+0042 u+0030"


def test_without_case_flags_the_letter_u_says_nothing() -> None:
    assert line_of("punycode", "encode", "--code-points", "u+0041 U+0062 U+00FC") == "Ab-yka"
    assert line_of("punycode", "decode", "--code-points", "Ab-ykA") == "U+0041 U+0062 U+00FC"


def test_code_points_of_race_are_those_of_punycode() -> None:
    written = line_of("race", "decode", "--code-points", race.encode("żaba日本"))
    assert line_of("punycode", "encode", "--code-points", written) == punycode.encode("żaba日本")


def test_case_flags_need_code_points() -> None:
    result = run("punycode", "encode", "--case-flags", "a")
    assert (result.status, result.output) == (2, b"")
    assert result.messages.endswith("error: --case-flags needs --code-points\n")


def test_white_space_and_zeros_are_free() -> None:
    assert line_of("punycode", "encode", "--code-points", "  u+62\tu+00FC u+000063 ") == "bc-xka"
    assert line_of("punycode", "encode", "--code-points", "") == ""
    assert line_of("punycode", "decode", "--code-points", "") == ""


def test_without_an_annotation_the_letter_says_nothing() -> None:
    assert line_of("race", "encode", "--code-points", "u+017C U+0061 u+0062 u+0061") == "bq--af6p6yp7ml7wc"
    assert line_of("race", "decode", "--code-points", "bq--af6p6yp7ml7wc") == "U+017C U+0061 U+0062 U+0061"
    traced = line_of("trace", "encode", "--code-points", "u+0062 U+00FC").rstrip("\n")
    assert traced == str(punycode.trace_encode("bü"))


@pytest.mark.parametrize(
    ("command", "record", "code", "offset"),
    [
        ("punycode", "u+0061 0062", "invalid_notation", 7),
        ("punycode", "u+0061 u+", "invalid_notation", 7),
        ("punycode", "u+0061u+0062", "invalid_notation", 0),
        ("punycode", "u+006g", "invalid_notation", 0),
        ("punycode", "u+000000061", "invalid_notation", 0),
        ("punycode", "\uff55+0061", "invalid_notation", 0),
        ("punycode", "u+0061  u+110000", "code_point_too_large", 8),
        ("punycode", "u+0061 u+D800", "surrogate", 7),
        ("trace", "u+0061 u+D800", "surrogate", 7),
        ("race", "  u+017C u+DC00", "surrogate", 9),
        ("race", "", "empty", 0),
    ],
)
def test_an_offset_points_into_the_notation(command: str, record: str, code: str, offset: int) -> None:
    result = run(command, "encode", "--code-points", record)
    assert (result.status, result.output) == (1, b"\n")
    assert result.messages.startswith(f"acelabel: argument 1: {code} at offset {offset}: ")
    place = f"    {record}\n    {' ' * offset}^\n" if record else "the text is empty\n"
    assert result.messages.endswith(place) or record.startswith("\uff55")


def test_a_number_too_large_is_named() -> None:
    assert "U+110000 is outside the allowed range" in run("punycode", "encode", "--code-points", "u+110000").messages


def test_lines_fail_one_by_one() -> None:
    result = run("punycode", "encode", "--code-points", stdin=b"u+0062 u+00FC\nx\nu+0061\r\n")
    assert (result.status, result.output) == (1, b"b-eha\n\na-\r\n")
    assert "line 2: invalid_notation at offset 0: " in result.messages


# A text that begins with xn-- is encoded with a note beside it.
@given(texts.filter(lambda text: "\n" not in text and not text.lower().startswith("xn-")))
def test_what_is_decoded_encodes_back_to_the_letter(text: str) -> None:
    encoded = punycode.encode(text)
    written = line_of("punycode", "decode", "--code-points", "--", encoded)
    assert line_of("punycode", "encode", "--code-points", written) == encoded


@given(digit_strings)
def test_the_annotation_survives_the_notation(encoded: str) -> None:
    try:
        text, flags = punycode.decode_with_case(encoded)
    except AceError:
        return
    options = ("--code-points", "--case-flags")
    written = line_of("punycode", "decode", *options, "--", encoded)
    again = line_of("punycode", "encode", *options, written)
    assert punycode.decode_with_case(again) == (text, flags)
