"""The commands `canonical`, `host` and `registrable`."""

import json
from pathlib import Path
from typing import Any

import pytest
from command_line import run

from acelabel import host


@pytest.fixture
def suffixes(tmp_path: Path) -> str:
    path = tmp_path / "list.dat"
    lines = "com\nco.uk\n*.ck\n!www.ck\n// ===BEGIN PRIVATE DOMAINS===\ngithub.io\n// ===END PRIVATE DOMAINS===\nio\n"
    path.write_text(lines, encoding="utf-8")
    return str(path)


def test_canonical_names() -> None:
    given = "Bücher.example.\n.\n_dmarc.XN--BCHER-KVA.example\n"
    expected = b"xn--bcher-kva.example\n.\n_dmarc.xn--bcher-kva.example\n"
    assert run("canonical", stdin=given.encode()) == (0, expected, "")
    status, output, messages = run("canonical", "--errors", "keep", "a b", "A.de")
    assert (status, output) == (1, b"a b\na.de\n")
    assert messages.startswith("acelabel: argument 1: std3_disallowed at offset 1 in label 0: ")


def test_the_unicode_form_is_that_of_the_result(suffixes: str) -> None:
    told = json.loads(run("canonical", "--json", "_dmarc.XN--BCHER-KVA.example.").output)
    assert (told["ascii"], told["unicode"]) == ("_dmarc.xn--bcher-kva.example", "_dmarc.bücher.example")
    told = json.loads(run("registrable", "--json", "--suffixes", suffixes, "www.xn--bcher-kva.co.uk").output)
    assert (told["ascii"], told["unicode"]) == ("xn--bcher-kva.co.uk", "bücher.co.uk")


URLS = {
    "https://u:p@Bücher.de:8080/x": "xn--bcher-kva.de",
    "HTTP:\\\\0x7f.1\\": "127.0.0.1",
    "//a.b/c": "a.b",
    "/\\a.b": "a.b",
    " ht\ttps:a.b ": "a.b",
    "１２７.０.０.１": "127.0.0.1",
    "[::FFFF:1.2.3.4]": "[::ffff:102:304]",
    "b%C3%BCcher.example": "xn--bcher-kva.example",
}


@pytest.mark.parametrize(("given", "expected"), URLS.items())
def test_hosts(given: str, expected: str) -> None:
    assert run("host", given) == (0, f"{expected}\n".encode(), "")
    status, output, _ = run("host", "--json", given)
    assert status == 0
    told = json.loads(output)
    found = host.parse(expected)
    assert (told["kind"], told["ascii"], told["unicode"]) == (found.kind, expected, found.unicode)
    assert (told["is_global"], told["reasons"]) == (found.is_global, list(found.reasons))
    if told["span"] is not None:
        start, end = told["span"]
        base: Any = None if ":" in given[:start] else "https"
        assert host.of_url(given[:start] + expected + given[end:], base_scheme=base).ascii == expected


@pytest.mark.parametrize(
    ("given", "code", "offset"),
    [
        ("redis://x/", "no_special_scheme", 0),
        ("example.com:80", "forbidden_host_codepoint", 11),
        ("https://a b/", "forbidden_host_codepoint", 9),
        ("https://a:65536/", "invalid_port", 10),
        ("", "empty_host", 0),
    ],
)
def test_what_has_no_host(given: str, code: str, offset: int) -> None:
    status, output, messages = run("host", "--", given)
    assert (status, output) == (1, b"\n")
    assert messages.startswith(f"acelabel: argument 1: {code} at offset {offset}: ")


def test_registrable_domains(suffixes: str) -> None:
    given = "www.Bücher.co.uk\na.b.c.ck\nx.www.ck\na.github.io\nüber.unlisted.\n"
    expected = b"xn--bcher-kva.co.uk\nb.c.ck\nwww.ck\ngithub.io\nxn--ber-goa.unlisted\n"
    assert run("registrable", "--suffixes", suffixes, stdin=given.encode()) == (0, expected, "")
    assert run("registrable", "--private", "--suffixes", suffixes, "x.a.github.io") == (0, b"a.github.io\n", "")
    status, output, messages = run(
        "registrable", "--suffixes", suffixes, "co.uk", "com", "a", "*.co.uk", "a_b.com", "ü%.com"
    )
    assert (status, output) == (1, b"\n\n\n\na_b.com\n\n")
    assert [line.split(": ")[2] for line in messages.splitlines() if line.startswith("acelabel: argument")] == [
        *["no_registrable_domain"] * 4,
        "std3_disallowed at offset 1 in label 0",
    ]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, "No such file"),
        (b"", "no rule of the file"),
        (b"com\n//\na..b\n", "line 3: empty_label"),
        (b"\xff\n", "line 1: surrogate"),
    ],
)
def test_what_is_no_list_of_suffixes(content: bytes | None, message: str, tmp_path: Path) -> None:
    path = tmp_path / "list.dat"
    if content is not None:
        path.write_bytes(content)
    status, output, messages = run("registrable", "--suffixes", str(path), "a.b.com")
    assert (status, output) == (2, b"")
    assert messages.startswith("acelabel: ")
    assert str(path) in messages
    assert message in messages


@pytest.mark.parametrize(
    "command",
    [
        ["registrable", "--suffixes", "{}"],
        ["to-ascii", "--format", "text", "--tlds", "{}"],
        ["find", "--tlds", "{}"],
        ["lookalikes", "--watch", "{}"],
        ["lookalikes", "--labels", "{}"],
        ["display", "--watch", "{}"],
    ],
    ids=" ".join,
)
def test_no_list_is_replaced(command: list[str], tmp_path: Path) -> None:
    path, other, names = tmp_path / "list.txt", tmp_path / "other", tmp_path / "names"
    path.write_text("com\n", encoding="utf-8")
    names.write_text("a.b.com\n", encoding="utf-8")
    other.hardlink_to(path)
    leaf = [word.format(path) for word in command]
    runs = [["--output", str(place), "--file", str(names)] for place in (path, other)]
    if command[0] in ("registrable", "text") and "find" not in command:
        runs.append(["--in-place", "--file", str(other)])
    for options in runs:
        status, output, messages = run(*leaf, *options)
        assert (status, output) == (2, b"")
        assert messages.endswith("the input and the output are the same file\n")
        assert path.read_text("utf-8") == other.read_text("utf-8") == "com\n"


def test_a_list_is_a_file() -> None:
    status, output, messages = run("registrable", "--suffixes", "-", "a.com")
    assert (status, output) == (2, b"")
    assert messages.endswith("error: --suffixes must be a file, not standard input\n")


def test_columns(suffixes: str, tmp_path: Path) -> None:
    table = tmp_path / "in.csv"
    table.write_text("n,url\n1,https://www.ü.co.uk/\n2,x y\n", encoding="utf-8")
    status, output, _ = run("host", "--column", "url", str(table))
    assert (status, output) == (1, b"n,url\n1,www.xn--tda.co.uk\n2,\n")
    table.write_text('{"h": "WWW.ü.co.uk"}\n', encoding="utf-8")
    run_jsonl = ("--column", "h", "--format", "jsonl", str(table))
    assert run("registrable", "--suffixes", suffixes, *run_jsonl) == (0, b'{"h": "xn--tda.co.uk"}\n', "")
    table.write_text('{"h": "x.ü.com"}\n{"h": "co.uk"}\n{"h": "a..b"}\n', encoding="utf-8")
    output = run("registrable", "--suffixes", suffixes, "--into", "r", "--report", *run_jsonl).output
    reports = [json.loads(line)["r_report"] for line in output.splitlines()]
    assert [(row["value"], row["code"], row["offset"]) for row in reports] == [
        ("xn--tda.com", None, None),
        (None, "no_registrable_domain", None),
        (None, "empty_label", 2),
    ]
    table.write_text('{"h": "WWW.ü.co.uk"}\n', encoding="utf-8")
    assert run("canonical", *run_jsonl) == (0, b'{"h": "www.xn--tda.co.uk"}\n', "")


def test_a_mark_that_becomes_a_part_of_a_host_is_told() -> None:
    said = "has quotation marks or other punctuation at an end of a label; '例子.中国' may be meant"
    result = run("host", "例子.中国，")
    assert (result.status, result.output) == (0, b"xn--fsqu00a.xn--,-kq6ay5z\n")
    assert result.messages == (
        f"acelabel: note: names that look like a mistake: 1 of 1. The first one, '例子.中国，', {said}\n"
    )


def test_the_spelling_of_addresses(tmp_path: Path) -> None:
    assert run("canonical", "--as", "email", "max@Bücher.example").output == b"max@xn--bcher-kva.example\n"
    result = run("canonical", "--as", "email", "--json", "max@bücher.example", "max")
    assert [json.loads(line)["ascii"] for line in result.output.splitlines()] == ["max@xn--bcher-kva.example", None]
    table = tmp_path / "in.csv"
    table.write_text("n,addr\n1,max@bücher.example\n2,max\n", "utf-8")
    columns = run("canonical", "--as", "email", "--column", "addr", str(table))
    assert (columns.status, columns.output) == (1, b"n,addr\n1,max@xn--bcher-kva.example\n2,\n")


@pytest.mark.parametrize("command", ["host", "canonical", "display", "registrable", "inspect"])
def test_names_of_texts_that_stay_are_told(command: str, suffixes: str, tmp_path: Path) -> None:
    path = tmp_path / "text"
    path.write_text("see\nhttps://b\\u00fccher.co.uk/ a@b%C3%BC.com hxxp://a[.]com\n", "utf-8")
    options = ["--suffixes", suffixes] * (command == "registrable")
    result = run(command, *options, "--format", "text", str(path))
    shown = b"" if command == "inspect" else path.read_bytes()
    assert (result.status, result.output) == (0, shown)
    assert result.messages == (
        f"acelabel: 2 names left (written as escapes; the first is {path}: line 2: 'b\\\\u00fccher.co.uk')\n"
        "acelabel: hint: decode the escapes first; of JSON with jq: jq -c . FILE\n"
        f"acelabel: 1 name left (only a part of what stands there as a host; the first is {path}: line 2: 'a')\n"
    )
    assert run(command, *options, "-s", "--format", "text", str(path)).messages == ""


def test_the_host_that_all_of_some_programs_go_to(tmp_path: Path) -> None:
    given = ["https://bücher.example/", "WWW.example.com", "faß.example", "http://u@a.example"]
    result = run("host", "--clients", "browser,java", "-s", *given)
    assert (result.status, result.output) == (1, b"xn--bcher-kva.example\nwww.example.com\n\n\n")
    told = [json.loads(line) for line in run("host", "--clients", "browser,java", "--json", *given).output.splitlines()]
    assert [row["error"] and (row["error"]["code"], row["error"]["offset"]) for row in told] == [
        *(None, None),
        *(("clients_disagree", 2), ("clients_disagree", 8)),
    ]
    assert [row["ascii"] for row in told] == ["xn--bcher-kva.example", "www.example.com", None, None]
    hosts = [{name: one["host"] for name, one in row["clients"].items()} for row in told[:3]]
    assert hosts[0] == dict.fromkeys(("browser", "java"), "xn--bcher-kva.example")
    assert hosts[2] == {"browser": "xn--fa-hia.example", "java": "fass.example"}
    # No program is asked about a URL whose host parsers look for each in its own way.
    assert "clients" not in told[3]
    table = tmp_path / "in.csv"
    table.write_text("n,url\n1,https://ü.co.uk/\n2,faß.de\n", encoding="utf-8")
    status, output, _ = run("host", "--clients", "all", "--column", "url", str(table))
    assert (status, output) == (1, b"n,url\n1,xn--tda.co.uk\n2,\n")


def test_inspect_tells_where_programs_go() -> None:
    plain = run("inspect", "faß.example").output
    told = run("inspect", "--clients", "browser,java,wget,idna-3.20", "faß.example").output
    lines = "client   xn--fa-hia.example: browser, wget, idna-3.20\nclient   fass.example: java\n\n"
    assert told == plain[:-1] + lines.encode()
    told = run("inspect", "--clients", "requests,wget", "-s", "☕\u0378.example").output
    assert told.endswith("client   refused: requests\nclient   ☕\\u0378.example (in UTF-8): wget\n\n".encode())
    (row,) = map(json.loads, run("inspect", "--json", "--clients", "all", "a.example").output.splitlines())
    assert {one["host"] for one in row["clients"].values()} == {"a.example"}
    assert "clients" not in json.loads(run("inspect", "--json", "a.example").output)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["host", "--clients", "netscape"], "--clients: the list has no client 'netscape'"),
        (
            ["inspect", "--clients", "chromium-155"],
            "the list has no client 'chromium-155'; did you mean 'chromium-156'?",
        ),
        (["host", "--clients", "all", "--bare"], "--clients and --bare cannot be combined"),
        (
            ["canonical", "--clients", "all"],
            "an option of inspect, host, lint: only host, inspect and lint ask where programs go",
        ),
    ],
)
def test_clients_that_are_wrong_are_told(arguments: list[str], message: str) -> None:
    result = run(*arguments, "a.example")
    assert (result.status, result.output) == (2, b"")
    assert message in result.messages
