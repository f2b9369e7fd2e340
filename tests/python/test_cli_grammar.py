"""Options mean the same in every command: the output, the replacement of files, silence; and what is said where nothing
was rewritten."""

from pathlib import Path

import pytest
from command_line import alone, run

from acelabel import text

TEXT = "a //bücher.example/ büro.рф\n".encode()


@pytest.mark.parametrize(
    "command", ["to-ascii --format text", "find", "lookalikes", "to-ascii", "inspect", "race encode"]
)
def test_every_command_reads_and_writes_files_alike(command: str, tmp_path: Path) -> None:
    names, watched, output = tmp_path / "names", tmp_path / "watched", tmp_path / "output"
    names.write_text(
        "раураl.com xn--tda.example\n" if "text" in command or command == "find" else "раураl.com\n", "utf-8"
    )
    watched.write_text("paypal.com\n", "utf-8")
    options = [*command.split(), "-s", *(["--watch", str(watched)] if command == "lookalikes" else [])]
    result = run(*options, "--file", str(names))
    assert result.output
    assert result.messages == ""
    assert run(*options, "--file", str(names), "-o", str(output)) == (result.status, b"", "")
    assert output.read_bytes() == result.output
    same = run(*options, "--file", str(names), "-o", str(names))
    assert (same.status, same.output) == (2, b"")
    assert same.messages.endswith("the input and the output are the same file\n")


def test_what_searches_is_quiet_as_grep_is(tmp_path: Path) -> None:
    watched = tmp_path / "watched"
    watched.write_bytes(b"paypal.com\n")
    for quiet in ("-q", "--quiet"):
        assert run("find", quiet, stdin=TEXT) == (0, b"", "")
        assert run("find", quiet, stdin=b"none\n") == (1, b"", "")
        look = ("lookalikes", quiet, "--watch", str(watched))
        assert run(*look, stdin="a.de\nраураl.com\n".encode()) == (0, b"", "")
        assert run(*look, stdin=b"a.de\n") == (1, b"", "")
        assert run(*look, stdin=b"a.de\n\xff\n") == (2, b"", "")


def test_files_are_replaced_in_place(tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second.csv"
    first.write_bytes(TEXT)
    second.write_bytes(TEXT)
    result = run("to-ascii", "--format", "text", "--in-place", str(first), "--file", str(second))
    assert (result.status, result.output) == (0, b"")
    assert first.read_bytes() == second.read_bytes() == "a //xn--bcher-kva.example/ büro.рф\n".encode()
    first.write_bytes("ü.de\nß.de\n".encode())
    second.write_bytes("n,host\n1,ü.de\n".encode())
    assert run("to-ascii", "--in-place", "--file", str(first)) == (0, b"", "")
    assert run("to-ascii", "--in-place", "--column", "host", str(second)) == (0, b"", "")
    assert first.read_bytes() == b"xn--tda.de\nxn--zca.de\n"
    assert second.read_bytes() == b"n,host\n1,xn--tda.de\n"
    assert alone(tmp_path) == ["first", "second.csv"]


def test_a_file_in_which_something_is_refused_stays(tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    first.write_bytes("ü.de\nü_.de\n".encode())
    second.write_bytes("ü.de\n".encode())
    files = ("--file", str(first), "--file", str(second))
    result = run("to-ascii", "--in-place", *files)
    assert (result.status, first.read_bytes(), second.read_bytes()) == (1, "ü.de\nü_.de\n".encode(), b"xn--tda.de\n")
    assert f"note: {first} was not changed; with --errors keep, only refusals stay\n" in result.messages
    assert run("to-ascii", "-s", "--in-place", "--errors", "keep", *files) == (1, b"", "")
    assert first.read_bytes() == "xn--tda.de\nü_.de\n".encode()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("to-ascii --in-place a.de", "--in-place needs files: give them with --file"),
        ("to-ascii --in-place", "--in-place needs files"),
        ("to-ascii --in-place --file -", "--in-place needs files"),
        ("to-ascii --format text --in-place", "--in-place needs files"),
        ("to-ascii --format text --in-place f -o g", "--in-place and --output cannot be combined"),
        ("to-ascii --in-place --json --file f", "--in-place and --json cannot be combined"),
        ("to-ascii --in-place --column a --format csv -", "--in-place needs files"),
    ],
)
def test_what_cannot_be_replaced_is_refused(arguments: str, said: str) -> None:
    result = run(*arguments.split(), stdin=b"a\n")
    assert (result.status, result.output) == (2, b"")
    assert result.messages.endswith(f"error: {said}\n")


@pytest.mark.parametrize("path", ["/dev/null", "/dev/stdin", "/dev/fd/0", ".", "missing"])
@pytest.mark.skipif("sys.platform == 'win32'")
def test_only_a_regular_file_is_replaced(path: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = run("to-ascii", "--format", "text", "--in-place", path)
    assert (result.status, result.output) == (2, b"")
    said = "No such file or directory" if path == "missing" else "only a regular file can be replaced"
    assert result.messages == f"acelabel: {path}: {said}\n"


@pytest.mark.parametrize("value", ["рф", ".РФ", "de,xn--p1ai", "xn--p1ai.", "tlds.txt", "./tlds"])
def test_top_level_domains_are_a_list_or_a_file(value: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("tlds", "tlds.txt"):
        (tmp_path / name).write_text("\ufeff# Version 1\n// two\nDE\n\n XN--P1AI \n", "utf-8")
    assert run("to-ascii", "--format", "text", "-q", "--tlds", value, stdin=TEXT).output == text.to_ascii(
        TEXT, tlds={"рф"}
    )
    assert b"bare:b\xc3\xbcro." in run("find", "--tlds", value, stdin=TEXT).output
    note = "acelabel: note: tlds was read as a top-level domain, but is a file, too: --tlds ./tlds\n"
    assert note in run("to-ascii", "--format", "text", "--tlds", "de,tlds").messages
    assert "note: " not in run("to-ascii", "--format", "text", "--tlds", value, stdin=TEXT).messages


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("a b", "the list must hold top-level domains such as 'com', not 'a b'"),
        ("com,z z,a b,c d,e f,g h", "the list must hold top-level domains such as 'com', not 'z z'"),
        ("", "the list must hold top-level domains such as 'com', not ''"),
        ("no/file", "no/file: No such file or directory"),
        ("wrong.txt", "wrong.txt: 'utf-8' codec can't decode byte 0xff in position 0: invalid start byte"),
    ],
)
def test_what_is_no_list_of_top_level_domains_is_wrong_usage(
    value: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "wrong.txt").write_bytes(b"\xff\n")
    result = run("to-ascii", "--format", "text", "--tlds", value)
    assert (result.status, result.messages.endswith(f"error: argument --tlds: {said}\n")) == (2, True)


LEFT = "acelabel: nothing rewritten. Left as they were: "


@pytest.mark.parametrize(
    ("arguments", "stdin", "said"),
    [
        ("to-ascii", "a büro.de b.ü.de", "2 bare names (not in a top-level domain of --tlds; the first is 'büro.de')"),
        ("to-ascii", "//ü_a.de a@ü_.de", "1 host (std3_disallowed; the first is 'ü_a.de'), 1 domain of an address (s"),
        ("to-ascii", "//b%C3%BC.de/ü", "1 host (written as escapes; the first is 'b%C3%BC.de')"),
        ("to-ascii --kinds bare", "//ü.de", "1 host (not of the kinds that count; the first is 'ü.de')"),
        ("to-unicode", "//xn--a.de", "1 host (disallowed_codepoint; the first is 'xn--a.de')"),
        ("to-unicode", "see xn--i-n3p.de", "1 bare name (no Unicode form that would be read as a name here; the first"),
        ("to-unicode --annotate", "//xn--ab-n2t.de/", "1 host (no Unicode form that would be read as a name here"),
        ("to-unicode --profile dns", "//xn--tda.xn--a.de/", "1 host (no Unicode form that would be read as a name h"),
        ("to-ascii", r"//b\u00fc.de/", r"1 host (written as escapes; the first is 'b\\u00fc.de')"),
        ("to-unicode --policy strict", "//xn--80ak6aa92e.com/", "1 host (not shown in Unicode by --policy; the f"),
        ("to-unicode", "ü //xn--a.de", "1 host (disallowed_codepoint; the first is 'xn--a.de')"),
        ("to-unicode --policy strict", "ü //xn--80ak6aa92e.com/", "1 host (not shown in Unicode by --policy; the f"),
        ("to-unicode --policy strict", "ü //1.xn--4dbc/", "1 host (bidi_rule_1; the first is '1.xn--4dbc')"),
    ],
)
def test_nothing_rewritten_is_said(arguments: str, stdin: str, said: str) -> None:
    result = run(*arguments.split(), "--format", "text", stdin=stdin.encode())
    assert (result.status, result.output) == (0, stdin.encode())
    assert result.messages.startswith(LEFT + said)
    assert run(*arguments.split(), "--format", "text", "-q", stdin=stdin.encode()).messages == ""


@pytest.mark.parametrize(
    ("arguments", "stdin", "said", "hint"),
    [
        ("", "büro.рф", "1 bare name (not in a top-level domain of --tlds", "--tlds рф finds the bare names"),
        (
            "",
            "evil[.]com",
            "1 bare name (written so that nobody follows them; t",
            "--defanged reads hxxp://a[.]example",
        ),
        ("--kinds bare", "//ü.de", "1 host (not of the kinds that count; the first is 'ü.de')", "--kinds says which"),
        (
            "--defanged --kinds url_host",
            "evil[.]com",
            "1 bare name (not of the kinds that count; t",
            "--kinds says which",
        ),
    ],
)
def test_names_that_a_search_leaves_out_are_said(arguments: str, stdin: str, said: str, hint: str) -> None:
    result = run("find", *arguments.split(), stdin=stdin.encode())
    assert (result.status, result.output) == (0, b"")
    assert result.messages.startswith(f"acelabel: not found: {said}")
    assert f"\nacelabel: hint: {hint}" in result.messages
    assert run("find", *arguments.split(), "-s", stdin=stdin.encode()).messages == ""


def test_a_text_without_names_is_said_and_one_of_ascii_is_not() -> None:
    assert run("to-ascii", "--format", "text", stdin="büro IN A\n".encode()).messages == (
        "acelabel: nothing rewritten: the text has characters beyond ASCII, but no name that is found there\n"
        "acelabel: hint: acelabel to-ascii --file FILE converts lines that are names, --column fields of a table\n"
        "acelabel: hint: acelabel to-ascii --format zone FILE converts zone files\n"
    )
    assert run("to-ascii", "--format", "text", stdin=b"buero.de //a_b.de\n").messages == ""


def test_the_hint_works() -> None:
    hint = "hint: decode the escapes first; of JSON with jq: jq -c . FILE"
    assert hint in run("to-ascii", "--format", "text", stdin=rb'{"url":"//b\u00fc.de/"}').messages
    hint = "hint: --tlds рф converts the bare names that end so"
    assert hint in run("to-ascii", "--format", "text", stdin="büro.рф".encode()).messages
    assert (
        run("to-ascii", "--format", "text", "--tlds", "рф", stdin="büro.рф".encode()).output == b"xn--bro-hoa.xn--p1ai"
    )
