"""The commands of domain names: `to-ascii`, `to-unicode` and `inspect`."""

import json
from typing import Any

import pytest
from command_line import run
from hypothesis import given
from hypothesis import strategies as st
from names_and_profiles import NAMED, names

import acelabel
from acelabel import AceError, inspect, to_ascii, to_unicode
from acelabel.cli import records

PROFILES = {name.lower(): profile for name, profile in NAMED.items()}
lines = st.lists(names.map(lambda name: name.encode("utf-8", "surrogatepass").replace(b"\n", b"")), max_size=8)


def json_lines(output: bytes) -> list[Any]:
    return [json.loads(line) for line in output.decode().split("\n")[:-1]]


@pytest.mark.parametrize(
    ("arguments", "output"),
    [
        (("to-ascii", "Bücher.de", "example.com"), "xn--bcher-kva.de\nexample.com\n"),
        (("to-unicode", "XN--BCHER-KVA.de", "example.com."), "bücher.de\nexample.com.\n"),
        (("to-ascii", "--profile", "dns", "_dmarc.ü.de", "*.ü.de"), "_dmarc.xn--tda.de\n*.xn--tda.de\n"),
        (("to-ascii", "--profile", "whatwg", "a..日本語。ＪＰ"), "a..xn--wgv71a119e.jp\n"),
        (("to-ascii", "--profile", "idna2003", "faß.de"), "fass.de\n"),
        (("to-unicode", "--profile", "idna2008", "xn--fa-hia.de"), "faß.de\n"),
        (("to-ascii", "--profile", "uts46", "faß.de"), "xn--fa-hia.de\n"),
    ],
)
def test_arguments(arguments: tuple[str, ...], output: str) -> None:
    assert run(*arguments) == (0, output.encode(), "")


@pytest.mark.parametrize(
    ("command", "profile", "name", "code", "offset"),
    [
        ("to-ascii", "uts46", "a._dmarc.ü", "std3_disallowed", 2),
        ("to-unicode", "dns", "a.b c", "std3_disallowed", 3),
        ("to-ascii", "idna2008", "Ü", "disallowed_codepoint", 0),
        ("to-ascii", "idna2003", "ab.💩", "unassigned", 3),
        ("to-unicode", "whatwg", "a%", "disallowed_codepoint", 1),
    ],
)
def test_a_refusal(command: str, profile: str, name: str, code: str, offset: int) -> None:
    result = run(command, "--profile", profile, name)
    assert (result.status, result.output) == (1, b"\n")
    first, shown, caret = result.messages.split("\n")[:3]
    assert first.startswith(f"acelabel: argument 1: {code} at offset {offset} in label ")
    assert shown.strip() == name
    assert caret == " " * (4 + offset) + "^"
    (row,) = json_lines(run(command, "--profile", profile, "--json", name).output)
    assert (row["error"]["code"], row["error"]["offset"]) == (code, offset)
    assert (row["input"], row["ascii"], row["unicode"]) == (name, None, None)


def test_an_empty_name_has_no_place_to_show() -> None:
    message = "acelabel: argument 1: empty_domain at offset 0: the domain name is empty\n"
    assert run("to-ascii", "") == (1, b"\n", message)


@pytest.mark.parametrize(
    ("errors", "output"),
    [
        ((), "xn--tda\n\n\na.b\n"),
        (("--errors", "keep"), "xn--tda\nxn--a.xn--tda\n\na.b\n"),
        (("--errors", "fail"), "xn--tda\n"),
    ],
)
def test_what_a_refusal_leaves_behind(errors: tuple[str, ...], output: str) -> None:
    result = run("to-ascii", *errors, stdin="ü\nxn--a.ü\n\nA.B\n".encode())
    assert (result.status, result.output.decode()) == (1, output)
    assert result.messages.startswith("acelabel: line 2: disallowed_codepoint at offset 0 in label 0: ")


def test_what_is_kept_is_converted_as_far_as_it_can_be() -> None:
    stdin = b"_dmarc.xn--tda\r\nB\xff.xn--tda\n"
    result = run("to-unicode", "--errors", "keep", stdin=stdin)
    assert (result.status, result.output) == (1, "_dmarc.ü\r\n".encode() + b"b\xff.\xc3\xbc\n")
    assert "line 1: std3_disallowed at offset 0" in result.messages
    assert "line 2: invalid_utf8 at offset 1" in result.messages
    rows = json_lines(run("to-unicode", "--errors", "keep", "--json", stdin=stdin).output)
    assert [(row["input"], row["ascii"], row["unicode"]) for row in rows] == [
        ("_dmarc.xn--tda", None, "_dmarc.ü"),
        ("B\ufffd.xn--tda", None, "b\ufffd.ü"),
    ]
    assert run("to-ascii", "--errors", "keep", "a\nb.ü").output == b"\n"
    assert run("to-ascii", "--errors", "keep", "-z", "a\nb.ü").output == b"a\nb.\xc3\xbc\0"


def test_json_has_both_forms() -> None:
    for command in ("to-ascii", "to-unicode"):
        assert json_lines(run(command, "--json", "Bücher.DE").output) == [
            {"input": "Bücher.DE", "ascii": "xn--bcher-kva.de", "unicode": "bücher.de", "error": None}
        ]


@given(lines, st.sampled_from(["to-ascii", "to-unicode"]), st.sampled_from([*PROFILES]))
def test_a_record_of_output_for_each_of_input(stdin: list[bytes], command: str, profile: str) -> None:
    result = run(command, "--profile", profile, "-q", "-z", stdin=b"".join(line + b"\0" for line in stdin))
    convert = to_ascii if command == "to-ascii" else to_unicode
    expected, failed = [], False
    for record in [line for entry in stdin for line in entry.split(b"\0")]:
        try:
            expected.append(convert(record.decode(), profile=PROFILES[profile]).encode())
        except (AceError, UnicodeDecodeError):
            expected.append(b"")
            failed = True
    assert result == (int(failed), b"".join(form + b"\0" for form in expected), "")


@pytest.mark.parametrize("block", [1, 2, 5])
def test_names_do_not_depend_on_where_a_block_ends(block: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(records, "BLOCK", block)
    assert (
        run("to-ascii", "-q", stdin="Bücher\r\nxn--\n日本語".encode()).output == b"xn--bcher-kva\r\n\nxn--wgv71a119e\n"
    )


def test_inspect_exits_1_when_a_name_is_not_valid() -> None:
    bad = "xn--a..\x1b"
    assert run("inspect", "bücher.de")[::2] == (0, "")
    result = run("inspect", "bücher.de", bad)
    # The report says what is wrong, so there is no message.
    assert (result.status, result.messages) == (1, "")
    assert result.output.decode() == f"{inspect('bücher.de')}\n\n{inspect(bad)}\n\n"
    result = run("inspect", "--profile", "dns", stdin=b"_a\nb\xff\n")
    assert (result.status, result.output.decode()) == (1, f"{inspect('_a', profile=acelabel.DNS)}\n\n\n")
    assert "line 2: invalid_utf8 at offset 1" in result.messages
    assert "\nacelabel: 1 of 2 not valid: invalid_utf8 1\n" in result.messages


def test_inspect_stops_after_the_first_report_with_errors_fail() -> None:
    result = run("inspect", "--errors", "fail", stdin=b"a.de\n_b.de\n_c.de\na.de\n")
    assert (result.status, result.output.decode()) == (1, f"{inspect('a.de')}\n\n{inspect('_b.de')}\n\n")
    assert result.messages.startswith("acelabel: 1 of 2 not valid: std3_disallowed 1\n")


def test_inspect_as_data() -> None:
    result = run("inspect", "--json", "xn--a.ü", "ü")
    assert result.status == 1
    refused, accepted = json_lines(result.output)
    errors = inspect("xn--a.ü").to_dict()["errors"]
    assert isinstance(errors, list)
    assert refused == {**inspect("xn--a.ü").to_dict(), "error": errors[0]}
    assert (errors[0]["code"], errors[0]["offset"]) == ("disallowed_codepoint", 0)
    assert accepted == {**inspect("ü").to_dict(), "error": None}


@pytest.mark.parametrize("command", ["to-ascii", "to-unicode", "inspect"])
def test_wrong_usage(command: str) -> None:
    for arguments in (("--profile", "idna"), ("--profile", "UTS46"), ("--profile",)):
        status, output, messages = run(command, *arguments)
        assert (status, output) == (2, b"")
        assert messages.startswith(f"usage: acelabel {command}")


UNDECODED = [
    "xn--a.de",
    "XN--Bcher-kva.example",
    "bücher.xn--9BA",
    "a_b.xn--tda",
    "a b.xn--a",
    "xn--a.xn--b.xn--tda",
    "",
]


@pytest.mark.parametrize("command", ["to-ascii", "to-unicode"])
@pytest.mark.parametrize(
    ("profile", "said"),
    [
        ("dns", "note: 4 labels with xn-- passed undecoded: acelabel inspect says why"),
        # Where one label is wrong, domain to Unicode leaves them all.
        ("whatwg", "note: 4 labels with xn-- passed undecoded: acelabel inspect says why"),
        ("uts46", None),
        ("whatwg_strict", None),
    ],
)
@pytest.mark.parametrize("form", ["lines", "json", "csv", "jsonl"])
def test_labels_that_pass_undecoded_are_counted(command: str, profile: str, said: str | None, form: str) -> None:
    options = [command, "--profile", profile]
    text = "\n".join(UNDECODED)
    if form == "csv":
        options += ["--column", "h", "--format", form]
        text = f"h\n{text}"
    elif form == "jsonl":
        options += ["--column", "h", "--format", form]
        text = "\n".join(json.dumps({"h": name}) for name in UNDECODED)
    elif form == "json":
        options += ["--json"]
    messages = run(*options, stdin=text.encode()).messages.splitlines()
    assert [line for line in messages if "undecoded" in line] == ([f"acelabel: {said}"] if said else [])
    assert run(*options, "--quiet", stdin=text.encode()).messages == ""


def test_one_label_that_passes_undecoded() -> None:
    expected = "acelabel: note: 1 label with xn-- passed undecoded: acelabel inspect says why\n"
    for command in ("to-ascii", "to-unicode"):
        assert run(command, "--profile", "dns", "www.xn--a.de", "ü.de").messages == expected
        assert run(command, "--profile", "dns", "www.xn--tda.de").messages == ""


def test_labels_that_a_run_does_not_reach_are_not_counted() -> None:
    options = ("--profile", "dns", "--errors", "fail")
    for command in ("to-ascii", "to-unicode"):
        assert "undecoded" not in run(command, *options, "a..b", "xn--a.de").messages
        assert ": 1 label with" in run(command, *options, "xn--a.de", "a..b", "xn--a.de").messages
        table = b"h\nxn--a.de\na..b\nxn--a.de\n"
        assert ": 1 label with" in run(command, *options, "--column", "h", "--format", "csv", stdin=table).messages
