"""The command line: records in, records out, and what becomes of those that fail."""

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from command_line import run
from hypothesis import given
from hypothesis import strategies as st
from inputs import any_str, candidates, digit_strings, texts

import acelabel
from acelabel import AceError, punycode, race
from acelabel.cli import records

# Lines that fail in one command or another, with and without a carriage return, among lines that do not.
LINES = [
    b"",
    b"\r",
    b"bcher-kva",
    b"ab!cd",
    b"\xff",
    b"caf\xc3\xa9",
    b"bq--af6p6yp7ml7wc",
    b"bq--aafa",
    b"abc\r",
    b"\0",
]
COMMANDS = [(c, d) for c in ("punycode", "race") for d in ("encode", "decode")]
TARGET = {"encode": "ascii", "decode": "unicode"}


def is_read(line: bytes) -> bool:
    """Return whether an input that begins with this line is text, without a byte order mark, which is dropped."""
    return not line.startswith(b"\xef\xbb\xbf") and records.fault_of_input(line) is None


lines = st.lists(
    st.one_of(
        st.sampled_from(LINES),
        st.one_of(texts, digit_strings).map(lambda text: text.encode().replace(b"\n", b"")),
        st.binary(max_size=8).map(lambda data: data.replace(b"\n", b"")),
        st.builds(race.encode, st.sampled_from(["ż\n", "ü\n\r", "\u0100\r", "\n!", "日\0", "żaba"])).map(str.encode),
    ),
    max_size=12,
).filter(lambda given: not given or is_read(given[0]))


def json_lines(output: bytes) -> list[Any]:
    return [json.loads(line) for line in output.decode().split("\n")[:-1]]


@pytest.mark.parametrize(
    ("arguments", "output"),
    [
        (("punycode", "encode", "bücher", "London"), "bcher-kva\nLondon-\n"),
        (("punycode", "decode", "bcher-kva", "London-"), "bücher\nLondon\n"),
        (("race", "encode", "żaba"), "bq--af6p6yp7ml7wc\n"),
        (("race", "decode", "bq--af6p6yp7ml7wc"), "żaba\n"),
        (("punycode", "encode", ""), "\n"),
        (("punycode", "decode", "--", "-> $1.00 <--"), "-> $1.00 <-\n"),
    ],
)
def test_arguments(arguments: tuple[str, ...], output: str) -> None:
    assert run(*arguments) == (0, output.encode(), "")


@pytest.mark.parametrize(
    ("stdin", "output"),
    [
        (b"", b""),
        (b"\n", b"\n"),
        (b"ab\n\ncd\n", b"ab-\n\ncd-\n"),
        ("bücher\nżaba".encode(), b"bcher-kva\naba-22a\n"),
        ("bücher\r\nab\n\r\nab\r\n".encode(), b"bcher-kva\r\nab-\n\r\nab-\r\n"),
        (b"a\rb\nc\x0bd\x0ce\n", b"a\rb-\nc\x0bd\x0ce-\n"),
        ("a\u2028b\x85c\n".encode(), b"abc-wa7061b\n"),
    ],
)
def test_lines(stdin: bytes, output: bytes) -> None:
    assert run("punycode", "encode", stdin=stdin) == (0, output, "")


@pytest.mark.parametrize("block", [1, 2, 3, 7, 64])
def test_lines_do_not_depend_on_where_a_block_ends(block: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(records, "BLOCK", block)
    stdin = "bücher\r\n\n\nżaba ist schön\n\xff\r\n日本語".encode() + b"\n\xff\nend"
    expected = b"bcher-kva\r\n\n\naba ist schn-fjb87p\nwda\r\nwgv71a119e\n\nend-\n"
    status, output, messages = run("punycode", "encode", stdin=stdin)
    assert (status, output) == (1, expected)
    assert messages.startswith("acelabel: line 7: invalid_utf8 at offset 0: the input is not UTF-8\n")


def test_a_failure_is_shown_with_line_code_and_caret() -> None:
    result = run("punycode", "decode", stdin="bcher-kva\nab!cd\n日本日本日本!\n".encode())
    assert result.status == 1
    assert result.output == "bücher\n\n\n".encode()
    assert result.messages == (
        "acelabel: line 2: invalid_digit at offset 2: '!' (U+0021) is not a digit of the encoding\n"
        "    ab!cd\n"
        "      ^\n"
        "acelabel: line 3: non_ascii at offset 0: '日' (U+65E5) is not ASCII, but an encoded form is ASCII only; "
        "encode takes text that is not ASCII\n"
        "    日本日本日本!\n"
        "    ^\n"
        "acelabel: 2 of 3 refused: invalid_digit 1, non_ascii 1\n"
    )


@pytest.mark.parametrize(
    ("arguments", "stdin", "unit"),
    [((), b"x\n!\n", "line"), (("-z",), b"x\0!\0", "record"), (("x-", "!"), b"", "argument")],
)
def test_what_failed_is_called_by_its_name_and_number(arguments: tuple[str, ...], stdin: bytes, unit: str) -> None:
    result = run("punycode", "decode", *arguments, stdin=stdin)
    assert f"acelabel: {unit} 2: invalid_digit at offset 0: " in result.messages


def test_quiet_says_nothing() -> None:
    assert run("punycode", "decode", "-q", "!", "a-") == (1, b"\na\n", "")


@pytest.mark.parametrize(
    ("errors", "output"),
    [
        ((), b"a\n\nb\n\nc\n"),
        (("--errors", "blank"), b"a\n\nb\n\nc\n"),
        (("--errors", "keep"), b"a\n!\xc3\xbc\nb\n\xff!\nc\n"),
        (("--errors", "fail"), b"a\n"),
    ],
)
def test_what_a_failure_leaves_behind(errors: tuple[str, ...], output: bytes) -> None:
    result = run("punycode", "decode", *errors, stdin=b"a-\n!\xc3\xbc\nb-\n\xff!\nc-\n")
    assert (result.status, result.output) == (1, output)
    assert "line 2: invalid_digit at offset 0" in result.messages
    assert ("line 4: invalid_utf8 at offset 0" in result.messages) == (errors != ("--errors", "fail"))


def test_a_failure_keeps_the_line_ending() -> None:
    assert run("punycode", "decode", "--errors", "keep", stdin=b"a-\r\n!\r\n!\n").output == b"a\r\n!\r\n!\n"


def test_fail_reads_no_further(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(records, "BLOCK", 4)
    result = run("punycode", "decode", "--errors", "fail", stdin=b"a-\n!\nb-\n!\n")
    assert (result.status, result.output, result.messages.count("acelabel:")) == (1, b"a\n", 2)


@pytest.mark.parametrize(
    ("arguments", "stdin", "code", "offset", "caret"),
    [
        (("punycode", "encode"), b"ab\xc3\n", "invalid_utf8", 2, "    ab\\xc3\n      ^\n"),
        (("punycode", "encode"), b"\xc3\xbc\xed\xa0\x80\n", "invalid_utf8", 1, "    ü\\xed\\xa0\\x80\n     ^\n"),
        (("punycode", "encode", "ab\udcff"), b"", "invalid_utf8", 2, "    ab\\xff\n      ^\n"),
        (("punycode", "encode", "--code-points", "u+0041  b"), b"", "invalid_notation", 8, None),
    ],
)
def test_what_the_command_line_itself_refuses(
    arguments: tuple[str, ...], stdin: bytes, code: str, offset: int, caret: str | None
) -> None:
    result = run(*arguments, stdin=stdin)
    assert (result.status, result.output) == (1, b"\n")
    assert f" 1: {code} at offset {offset}: " in result.messages
    assert caret is None or caret in result.messages


@pytest.mark.parametrize(
    ("text", "options"), [("ż\n", ()), ("ż\r", ()), ("\n!", ()), ("ż\0", ("-z",))], ids=["LF", "CR", "row 0", "NUL"]
)
def test_a_result_never_makes_a_record_of_its_own(text: str, options: tuple[str, ...]) -> None:
    label = race.encode(text)
    result = run("race", "decode", *options, label)
    assert (result.status, result.output) == (1, b"\0" if options else b"\n")
    assert result.messages.startswith("acelabel: argument 1: separator_in_output: ")
    assert run("race", "decode", *options, "--errors", "keep", label).output[:-1] == label.encode()
    assert json_lines(run("race", "decode", *options, "--json", label).output)[0]["unicode"] == text


def test_a_result_may_hold_a_line_feed_between_nuls() -> None:
    assert run("race", "decode", "-z", stdin=race.encode("ż\n").encode()) == (0, "ż\n\0".encode(), "")


def test_an_argument_that_cannot_be_kept_as_a_line_is_left_blank() -> None:
    result = run("punycode", "decode", "--errors", "keep", "!\n!")
    assert (result.status, result.output) == (1, b"\n")


def test_null_separates_on_both_sides() -> None:
    stdin = "bücher\0a\nb\r\0\0żaba".encode()
    assert run("punycode", "encode", "-z", stdin=stdin) == (0, b"bcher-kva\0a\nb\r-\0\0aba-22a\0", "")
    assert run("punycode", "encode", "--null", "ab", "") == (0, b"ab-\0\0", "")


def test_json_has_both_forms() -> None:
    result = run("punycode", "encode", "--json", "bücher", "")
    assert (
        result.output
        == (
            '{"input":"bücher","ascii":"bcher-kva","unicode":"bücher","error":null}\n'
            '{"input":"","ascii":"","unicode":"","error":null}\n'
        ).encode()
    )
    assert json_lines(run("race", "decode", "--json", "bq--af6p6yp7ml7wc").output) == [
        {"input": "bq--af6p6yp7ml7wc", "ascii": "bq--af6p6yp7ml7wc", "unicode": "żaba", "error": None}
    ]


@pytest.mark.parametrize(("errors", "kept"), [("blank", [None, None]), ("keep", ["ab!", "a\ufffd"]), ("fail", [None])])
def test_json_has_the_error(errors: str, kept: list[str | None]) -> None:
    result = run("punycode", "decode", "--json", "--errors", errors, stdin=b"ab!\na\xff\n")
    assert result.status == 1
    message = "invalid_digit at offset 2: '!' (U+0021) is not a digit of the encoding"
    first = {"code": "invalid_digit", "offset": 2, "codepoint": 0x21, "label_index": None, "message": message}
    message = "invalid_utf8 at offset 1: the input is not UTF-8"
    second = {"code": "invalid_utf8", "offset": 1, "codepoint": None, "label_index": None, "message": message}
    expected = [
        {"input": "ab!", "ascii": None, "error": first},
        {"input": "a\ufffd", "ascii": None, "error": second, "input_base64": "Yf8="},
    ]
    assert json_lines(result.output) == [{**row, "unicode": form} for row, form in zip(expected, kept, strict=False)]


def test_json_is_lines_even_of_nul_records() -> None:
    rows = json_lines(run("punycode", "encode", "-z", "--json", stdin=b"a\nb\0c\r\0").output)
    assert [(row["input"], row["ascii"]) for row in rows] == [("a\nb", "a\nb-"), ("c\r", "c\r-")]


def test_output_goes_to_a_file(tmp_path: Path) -> None:
    file = tmp_path / "labels"
    assert run("punycode", "encode", "-o", str(file), "bücher") == (0, b"", "")
    assert file.read_bytes() == b"bcher-kva\n"


def test_a_trace_is_followed_by_an_empty_line() -> None:
    result = run("trace", "decode", "bcher-kva", "!", "ab-")
    with pytest.raises(AceError) as caught:
        punycode.trace_decode("!")
    traces = (punycode.trace_decode("bcher-kva"), caught.value.trace, punycode.trace_decode("ab-"))
    assert (result.status, result.output.decode()) == (1, "".join(f"{trace}\n\n" for trace in traces))
    assert "argument 2: invalid_digit at offset 0: " in result.messages
    assert run("trace", "encode", "bücher").output.decode() == f"{punycode.trace_encode('bücher')}\n\n"


@pytest.mark.parametrize(("direction", "record"), [("encode", "bücher"), ("decode", "bcher-kva")])
def test_a_trace_as_data(direction: str, record: str) -> None:
    (row,) = json_lines(run("trace", direction, "--json", record).output)
    step = {"delta": 745, "digits": "kva", "bias": 0, "n": 0xFC, "i": 1, "code_points": [*map(ord, "bücher")]}
    (computed,) = punycode.trace_decode("bcher-kva")
    step["bias"] = computed.bias
    assert row == {"input": record, "ascii": "bcher-kva", "unicode": "bücher", "steps": [step], "error": None}


def test_the_steps_up_to_the_fault_are_shown() -> None:
    with pytest.raises(AceError) as caught:
        punycode.trace_decode("tda!")
    trace = caught.value.trace
    assert trace is not None
    result = run("trace", "decode", "tda!", "a-")
    assert (result.status, result.output.decode()) == (1, f"{trace}\n\n{punycode.trace_decode('a-')}\n\n")
    assert "\n00FC *\nrefused: invalid_digit at offset 3: " in result.output.decode()
    (row,) = json_lines(run("trace", "decode", "--json", "tda!").output)
    assert row["steps"] == trace.to_dict()["steps"]
    assert (len(row["steps"]), row["error"]["code"], row["unicode"]) == (1, "invalid_digit", None)
    assert run("trace", "decode", "--errors", "keep", "tda!").output == b"tda!\n"
    assert run("trace", "decode", "--errors", "fail", "tda!").output == b""
    assert run("trace", "decode", stdin=b"\xff\n").output == b"\n"
    assert "steps" not in json_lines(run("trace", "encode", "--json", "--code-points", "x").output)[0]


@pytest.mark.parametrize("direction", ["encode", "decode"])
def test_a_trace_as_data_grows_in_proportion_to_the_text(direction: str) -> None:
    texts = ["".join(chr(0x4E00 + place) for place in range(count)) for count in (500, 1_000, 2_000, 4_000)]
    records = texts if direction == "encode" else [punycode.encode(text) for text in texts]
    sizes = [len(run("trace", direction, "--json", record).output) for record in records]
    # Offsets have more digits in longer texts.
    assert all(after < 2.2 * before for before, after in pairwise(sizes)), sizes


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("punycode",),
        ("punycode", "transmogrify"),
        ("punycode", "encode", "--no-such-option"),
        ("punycode", "encode", "--errors", "ignore"),
        ("punycode", "encode", "--nul"),
        ("trace", "decode", "--code-points", "a-"),
    ],
)
def test_wrong_usage(arguments: tuple[str, ...]) -> None:
    status, output, messages = run(*arguments)
    assert (status, output) == (2, b"")
    assert messages.startswith("usage: acelabel")


def test_a_file_that_cannot_be_written_is_wrong_usage(tmp_path: Path) -> None:
    status, output, messages = run("punycode", "encode", "-o", str(tmp_path), "ab")
    assert (status, output) == (2, b"")
    assert messages.startswith("acelabel: ")
    assert str(tmp_path) in messages


def test_help() -> None:
    result = run("race", "decode", "--help")
    assert (result.status, result.messages) == (0, "")
    assert b"--code-points" in result.output


@given(st.sampled_from(COMMANDS), st.sampled_from(["blank", "keep"]), lines)
def test_one_line_out_for_each_line_in(command: tuple[str, str], errors: str, given_lines: list[bytes]) -> None:
    stdin = b"".join(line + b"\n" for line in given_lines)
    result = run(*command, "--errors", errors, "--max-messages", "99", stdin=stdin)
    written = result.output.split(b"\n")[:-1]
    assert len(written) == len(given_lines)
    convert = getattr(acelabel, command[0]).__dict__[command[1]]
    failures = 0
    for line, output in zip(given_lines, written, strict=True):
        assert line.endswith(b"\r") == output.endswith(b"\r")
        expected = outcome(convert, line.removesuffix(b"\r"))
        failures += expected is None
        kept = line.removesuffix(b"\r") if errors == "keep" else b""
        assert output.removesuffix(b"\r") == (kept if expected is None else expected)
    assert result.status == (failures > 0)
    assert result.messages.count("acelabel: line ") == failures

    rows = json_lines(run(*command, "--json", "-q", stdin=stdin).output)
    assert len(rows) == len(given_lines)


def outcome(convert: Any, line: bytes) -> bytes | None:
    """Return what the codec makes of a line, None if it is refused or would not be one line."""
    try:
        result: str = convert(line.decode())
    except (UnicodeDecodeError, AceError):
        return None
    return None if "\n" in result or result.endswith("\r") else result.encode()


# The name - is standard input.
argument = st.one_of(any_str, candidates).filter(lambda name: name != "-")


@given(st.sampled_from(COMMANDS), st.lists(argument, min_size=1, max_size=5))
def test_no_argument_whatever_ends_in_a_traceback(command: tuple[str, str], names: list[str]) -> None:
    convert = getattr(acelabel, command[0]).__dict__[command[1]]
    result = run(*command, "--json", "--", *names)
    rows = json_lines(result.output)
    assert len(rows) == len(names)
    for name, row in zip(names, rows, strict=True):
        if any("\ud800" <= character <= "\udfff" for character in name):
            assert row["error"]["code"] == "invalid_utf8"
            assert "\ud800" <= name[row["error"]["offset"]] <= "\udfff"
            continue
        try:
            assert row[TARGET[command[1]]] == convert(name)
        except AceError as error:
            assert (row["error"]["code"], row["error"]["offset"]) == (error.code, error.offset)
    assert result.status == any(row["error"] for row in rows)
    assert run(*command, "--errors", "keep", "--", *names).output.endswith(b"\n")
