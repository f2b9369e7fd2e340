"""Names that a run over text leaves: all are told, also where others were rewritten or found."""

from pathlib import Path

import pytest
from command_line import run

NO_TLD = "1 bare name (not in a top-level domain of --tlds; the first is 'büro.example')"
TLDS_CONVERT = "hint: --tlds example converts the bare names that end so; for one name per line: acelabel to-ascii"
TLDS_FIND = "hint: --tlds example finds the bare names that end so"
FOLLOWED = "written so that nobody follows them; the first is"
READS = "--defanged reads hxxp://a[.]example as it was"


@pytest.mark.parametrize(
    ("command", "stdin", "told"),
    [
        ("to-ascii", "//bücher.example/\n\nbüro.example\n", [f"left as they were: {NO_TLD}", TLDS_CONVERT]),
        ("to-ascii --tlds example", "büro.example\n", []),
        (
            "to-ascii",
            "//bücher.example/\nein Bär\nzwei Bären",
            ["2 lines still have characters beyond ASCII, but no nam"],
        ),
        ("to-ascii", "//bücher.example/\nhxxp://evil[.]example/ evil@a(.)example\n", []),
        (
            "to-ascii",
            "//bücher.example/\nx@bücher[.]example",
            [
                f"left as they were: 1 domain of an address ({FOLLOWED} 'bücher.example')",
                f"hint: acelabel find {READS}",
            ],
        ),
        ("to-ascii --annotate", "//bücher.example/\nbüro.example\n", []),
        ("to-unicode", "//xn--bcher-kva.example/ bücher.example\n", []),
        (
            "to-unicode",
            "//xn--bcher-kva.example/\nhxxps://XN--l-7sba6dbr[.]com/\n",
            [f"left as they were: 1 host ({FOLLOWED} 'XN--l-7sba6dbr.com')", f"hint: acelabel find {READS}"],
        ),
        (
            "to-unicode --policy strict",
            "//xn--bcher-kva.example/\na@раураl.com www.раураl.com bücher.example\n",
            [
                "left as they were: 1 domain of an address (in Unicode already, and not shown so by --policy; the "
                "first is 'раураl.com'), 1 bare name (in Unicode already, and not shown so by --policy; the first is "
                "'www.раураl.com')",
                "hint: acelabel to-ascii --format text --tlds com FILE | acelabel to-unicode --format text --policy strict writes them "
                "as A-labels",
            ],
        ),
        (
            "to-ascii",
            '//bücher.example/\n@büro.example\tx@büro.example\n"@a.example"',
            [
                "left as they were: 1 bare name (not in a top-level domain of --tlds; the first is 'büro.example')",
                "hint: --tlds example converts the bare names that end so; for one name per line: acelabel to-ascii",
            ],
        ),
        (
            "to-ascii",
            'a@b.ü\n{"to":"a@b\\u00fc.example"}\na@b%C3%BC.example 100%20x\na@b&uuml;.example\na@b=C3=BC\n',
            [
                "left as they were: 4 domains of addresses (written as escapes; the first is 'b\\\\u00fc.example')",
                "hint: decode the escapes first; of JSON with jq: jq -c . FILE",
            ],
        ),
        ("find", '"max m"@bücher.example https://a:@bücher.example', []),
        ("to-unicode", "a@xn--tda\n1,1.5/2,d@xn--tda", ["1 line still has 'xn--', but no name that is found there"]),
        (
            "to-ascii",
            "//ü/\nbüro.example\n1.5/2,d@ü.example",
            [
                f"left as they were: {NO_TLD}",
                TLDS_CONVERT,
                "1 line still has characters beyond ASCII, but no name that",
            ],
        ),
        # The other labels are rewritten.
        ("to-ascii --tlds example", "_dmarc.büro.example\n", []),
        ("to-ascii", "//ü\n_x.büro.example\n", [f"left as they were: {NO_TLD}".replace("'b", "'_x.b"), TLDS_CONVERT]),
        (
            "to-unicode",
            "a@xn--a.xn--tda",
            ["left, whole or in part: 1 domain of an address (disallowed_codepoint; the first is now 'xn--a.ü')"],
        ),
        ("find", "//bücher.example/\nbüro.example\n", [f"not found: {NO_TLD}", TLDS_FIND]),
        ("find --tlds de", "bücher.de //bücher.de/\nbüro.example", [f"not found: {NO_TLD}", TLDS_FIND]),
        ("find", "//a.example/ hxxp://b.example/ (at last) [:] a@b.example", []),
        (
            "find",
            "//a.example/\nhttps://b[.]example/\n",
            [f"not found: 1 host ({FOLLOWED} 'b.example')", f"hint: {READS}"],
        ),
        ("find --defanged", "//a.example/\nhttps://b[.]example/ büro[.]example\n", []),
        (
            "find --kinds url_host",
            "//a.example/\na@bücher.example\n",
            [
                "not found: 1 domain of an address (not of the kinds that count; the first is 'bücher.example')",
                "hint: --kinds says which names count; without it all count",
            ],
        ),
    ],
)
def test_names_that_are_left_are_told_after_others(command: str, stdin: str, told: list[str]) -> None:
    messages = run(*command.split(), "--format", "text", stdin=stdin.encode()).messages.splitlines()
    assert messages[0].endswith(" read")
    assert len(messages) == 1 + len(told)
    for message, begin in zip(messages[1:], told, strict=True):
        assert message.startswith(f"acelabel: {begin}")
    assert run(*command.split(), "--format", "text", "-s", stdin=stdin.encode()).messages == ""


@pytest.mark.parametrize(
    ("command", "stdin", "told"),
    [
        ("to-unicode", "1,1.5/2,d@xn--tda", "nothing rewritten: the text has 'xn--', but no name that is found there"),
        (
            "find",
            "1,1.5/2,d@ü",
            "nothing found: the text has characters beyond ASCII or 'xn--', but no name that is found there",
        ),
        ("find", "1,1.5/2,d@e", None),
        *((command, "header.b=AbC/De+ mail.smtp.port=587 a&amp;b.c&auml;", None) for command in ("find", "to-ascii")),
    ],
)
def test_a_text_in_which_no_name_is_found_is_told(command: str, stdin: str, told: str | None) -> None:
    messages = run(command, "--format", "text", stdin=stdin.encode()).messages
    assert messages == (f"acelabel: {told}\n" if told else "")


def test_a_note_where_names_that_are_found_are_written_as_escapes() -> None:
    stdin = b"//b%C3%BCcher.example/ //a.example/\n"
    assert "note: names that are written as escapes, as they stand here: 1 of 2. " in run("find", stdin=stdin)[2]
    for options in ("--json", "-s", "-q"):
        assert "note" not in run("find", options, stdin=stdin).messages


def test_names_that_are_left_are_counted_wherever_a_text_is_cut(tmp_path: Path) -> None:
    line = "//bücher.example/ %s büro.example\n"
    text = tmp_path / "text"
    text.write_text("//a.example/\n" * 30_000 + line % "" + line % ("x " * 40_000) * 3 + line % "" * 5_000, "utf-8")
    assert ": 5,004 bare names (" in run("to-ascii", "--format", "text", str(text)).messages
    assert ": 5,004 bare names (" in run("find", str(text)).messages


@pytest.mark.parametrize("command", ["to-ascii", "find"])
def test_lines_that_are_not_utf8_are_told_where_others_are_converted(command: str) -> None:
    octets = "https://ü.example/\n".encode() + b"a@b\xfccher.example\n" * 2
    said = "2 lines are not UTF-8: a name with such bytes stays. iconv converts lines of one encoding\n"
    assert said in run(command, "--format", "text", stdin=octets).messages
    assert "not UTF-8" not in run(command, "--format", "text", "-s", stdin=octets).messages
    assert "not UTF-8" not in run(command, "--format", "text", stdin="https://ü.example/ ü\n".encode()).messages
