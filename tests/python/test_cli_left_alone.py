"""Names that a run over text leaves: all are told, also where others were rewritten or found."""

import random
import re
from pathlib import Path

import pytest
from command_line import run
from hypothesis import given
from hypothesis import strategies as st

from acelabel import text
from acelabel.cli import inside_text

NO_TLD = "1 bare name (not in a top-level domain of --tlds; the first is 'büro.example')"
TLDS_CONVERT = "hint: --tlds example converts the bare names that end so; for one name per line: acelabel to-ascii"
TLDS_FIND = "hint: --tlds example finds the bare names that end so"
FOLLOWED = "written so that nobody follows them; the first is"
EVERYWHERE = "hint: --everywhere %s names in paths, queries and local parts, too"
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
                "hint: acelabel to-ascii --format text --tlds com FILE | acelabel to-unicode --format text --policy "
                "strict writes them as A-labels",
            ],
        ),
        (
            "to-ascii",
            '//bücher.example/\n@büro.example\tx@büro.example\n"@a.example"',
            [
                "left as they were: 1 bare name (not in a top-level domain of --tlds; the first is 'büro.example')",
                "hint: --tlds example converts the bare names that end so; for one name per line: acelabel to-ascii",
                "hint: this looks like a table of a mail server: --format maps",
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
        (
            "to-unicode",
            "a@xn--tda\n1,1.5/2,d@xn--tda",
            ["1 line still has 'xn--', but no name that is found there", EVERYWHERE % "converts"],
        ),
        (
            "to-ascii",
            "//ü/\nbüro.example\n1.5/2,d@ü.example",
            [
                f"left as they were: {NO_TLD}",
                TLDS_CONVERT,
                "1 line still has characters beyond ASCII, but no name that",
                EVERYWHERE % "converts",
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
        (
            "to-unicode",
            "1,1.5/2,d@xn--tda",
            "nothing rewritten: the text has 'xn--', but no name that is found there\n"
            f"acelabel: {EVERYWHERE % 'converts'}",
        ),
        (
            "find",
            "1,1.5/2,d@ü",
            "nothing found: the text has characters beyond ASCII or 'xn--', but no name that is found there\n"
            f"acelabel: {EVERYWHERE % 'finds'}",
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


def messages(command: str, octets: bytes) -> list[str]:
    """The messages after the counts."""
    said = run(*command.split(), *([] if command.startswith("find") else ["--format", "text"]), stdin=octets).messages
    return [line.removeprefix("acelabel: ") for line in said.splitlines()][1:]


@pytest.mark.parametrize("octets", [70_000, 200_000, 1_000_000])
@pytest.mark.parametrize("command", ["to-ascii", "to-unicode", "find"])
@pytest.mark.parametrize("word", ["https://bücher.de/xn--tda", "https://bücher.de/ü", "https://bücher.de/ü ", "日"])
def test_a_long_line_is_one_line(word: str, command: str, octets: int) -> None:
    text = (word * (octets // len(word.encode()))).encode()
    said = "\n".join(messages(command, text))
    assert "not UTF-8" not in said
    assert re.search("[0-9] lines", said) is None
    # Half of a character at the end of a line is no UTF-8; two such lines are two.
    cut = f"//ü.de/\n{word}".encode() * 2 + text + b"a\xc3\n" + text + b"a\xc3\n"
    assert ("lines are not UTF-8" in "\n".join(messages(command, cut))) == (command != "to-unicode")


WORDS = [
    "//bücher.example/ü".encode(),
    b"xn--tda",
    b"//xn--tda/xn--tda",
    b"b\xfcro",
    "büro.de".encode(),
    "a@ü.x_".encode(),
    b"\n",
    b"\n\n",
    b"evil[.]de",
    b"//b%C3%BC.de/",
    "@ü.de".encode(),
    b"a" * 40,
    "日本".encode(),
    b"\xff",
    b"a[at]b(dot)de",
    "/x?m=a@ü.de".encode(),
    b"&uuml;",
    b"x" * 66_000,
    "é".encode() * 33_000,
    b"a.]de",
    b"xn--a.xn--tda",
]


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize(
    "command",
    [
        "to-ascii",
        "to-ascii --tlds de --annotate",
        "to-unicode",
        "to-unicode --policy strict",
        "find",
        "find --kinds bare",
    ],
)
def test_what_is_said_does_not_tell_how_a_text_came(command: str, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    chosen = random.Random(seed)
    parts = chosen.choices(WORDS[seed % 2 * 2 :], k=60)
    octets = b"".join(part + chosen.choice([b"", b" ", b" ", b"\n"]) for part in parts)
    said = []
    for block in (1 << 18, 1 << 12, 999, 61, *([1, 7] if len(octets) < 10_000 else [])):
        monkeypatch.setattr(inside_text, "BLOCK", block)
        said.append(run(*command.split(), *([] if "find" in command else ["--format", "text"]), stdin=octets).messages)
    assert said == said[:1] * len(said)


@pytest.mark.parametrize(
    ("word", "name", "kind"),
    [
        ("evil[.]example", "evil.example", "bare name"),
        ("evil(.)example", "evil.example", "bare name"),
        ("evil{.}example", "evil.example", "bare name"),
        ("evil<.>example", "evil.example", "bare name"),
        ("evil[ . ]example", "evil.example", "bare name"),
        ("evil(dot)example", "evil.example", "bare name"),
        ("evil [DOT] example", "evil.example", "bare name"),
        ("evil[.example", "evil.example", "bare name"),
        ("evil.]example", "evil.example", "bare name"),
        ("hxxp://evil{.}example/", "evil.example", "host"),
        ("http[:]//evil.example/", "evil.example", "host"),
        ("http[://]evil.example/", "evil.example", "host"),
        ("me[at]evil.example", "evil.example", "domain of an address"),
        ("me<@>evil.example", "evil.example", "domain of an address"),
    ],
)
def test_a_search_tells_all_notations_that_it_can_read(word: str, name: str, kind: str) -> None:
    assert [one.name for one in text.find(word, defanged=True)] == [name]
    octets = f"//a.example/ {word}\n".encode()
    found = text.find(octets, defanged=True)
    if [one.name for one in text.find(octets)] != [one.name for one in found]:
        assert messages("find", octets) == [f"not found: 1 {kind} ({FOLLOWED} '{name}')", f"hint: {READS}"]
    assert messages("find --defanged", octets) == []


def test_each_name_that_is_defanged_counts_once() -> None:
    octets = b"//a.example/ evil{.}example me[at]evil(dot)example hxxp://x.example/\n" * 3
    said = messages("find", octets)
    assert said[0] == (
        f"not found: 3 bare names ({FOLLOWED} 'evil.example'), 3 domains of addresses ({FOLLOWED} 'evil.example')"
    )


@pytest.mark.parametrize(
    ("names", "tlds"),
    [
        ("ü.com ü.de ä.de", "de,com"),
        ("ü.com ü.de ä.DE ö.рф ü.net ä.net ö.net", "net,de,com"),
        ("max.müller", None),
        ("max.müller ü.com", "com"),
        ("имя.рф", "рф"),
        ("ü.x ü.123 ü.a1", None),
    ],
)
def test_the_hint_names_what_may_be_top_level_domains(names: str, tlds: str | None) -> None:
    octets = f"//ü.example/ {names}\n".encode()
    for command, verb in (("to-ascii", "converts"), ("find", "finds")):
        hints = [line for line in messages(command, octets) if "--tlds" in line and line.startswith("hint:")]
        assert [line.partition(f" {verb}")[0] for line in hints] == ([f"hint: --tlds {tlds}"] if tlds else [])
    if tlds:
        assert not any("--tlds" in line for line in messages(f"find --tlds {tlds},müller,xn--p1ai", octets))


@pytest.mark.parametrize(
    ("command", "line", "is_said"),
    [
        ("to-ascii --tlds de", "/C=DE/CN=bücher.de", True),
        ("to-ascii", "/C=DE/CN=bücher.de", False),
        ("find --tlds de", "/C=DE/CN=bücher.de", True),
        ("to-ascii", "//x.example/?m=a@bücher.example", True),
        ("to-ascii --kinds bare", "//x.example/?m=a@bücher.example", False),
        ("to-unicode", "//x.example/xn--tda", True),
        ("to-unicode --policy strict", "//x.example/xn--80ak6aa92e", False),
        ("to-ascii", "//x.example/straße.html", False),
        ("to-ascii --tlds de", "//ü.de/ ü.de a@ü.de", False),
    ],
)
def test_names_in_paths_name_the_option_that_reads_them(command: str, line: str, is_said: bool) -> None:
    whole = f"//ü.example/ //xn--tda/\n{line}\n".encode()
    for octets in (whole, f"{line}\n".encode()):
        said = run(*command.split(), *([] if "find" in command else ["--format", "text"]), stdin=octets).messages
        assert ("hint: --everywhere" in said) == is_said
    before, after = (run(*command.split(), *more, "--format", "text", stdin=whole) for more in ((), ("--everywhere",)))
    assert (before.output != after.output) == is_said
    assert "hint: --everywhere" not in after.messages


def test_everywhere_is_an_option_of_the_commands() -> None:
    line = "/C=DE/CN=bücher.de"
    done = run("to-ascii", "--format", "text", "--everywhere", "--tlds", "de", stdin=line.encode())
    assert (done.output, done.messages) == (b"/C=DE/CN=xn--bcher-kva.de", "acelabel: 1 name rewritten, 1 line read\n")
    assert run("to-ascii", "--format", "text", "--tlds", "de", stdin=line.encode()).output.decode() == line
    back = run("to-unicode", "--format", "text", "--everywhere", stdin=done.output)
    assert back.output.decode() == line
    found = run("find", "-s", "--everywhere", "--tlds", "de", stdin=line.encode())
    assert found.output.decode() == "-:1:10:bare:bücher.de\n"


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("||bücher.example^\n##.ad\n@@||a.example^$domain=ü.example\n", "a filter list: --format adblock"),
        ("127.0.0.1 bücher.example\n0.0.0.0 ü\n", "a hosts file: --format hosts"),
        ("address=/bücher.example/127.0.0.1\n", "a configuration of dnsmasq: --format dnsmasq"),
        ("$ORIGIN example.\nbücher A 192.0.2.1\n", "a zone file: --format zone"),
        ("@bücher.example ok\n@ä.example ok\n", "a table of a mail server: --format maps"),
        ("see bücher.example\n", None),
        ("bücher.example\n", None),
        ("https://b%C3%BC.example/\n", None),
    ],
)
def test_a_file_of_another_format_is_named_where_names_are_left(content: str, said: str | None, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text(content, "utf-8")
    told = run("to-ascii", "--format", "text", str(file)).messages
    assert [line.partition("looks like ")[2] for line in told.splitlines() if "looks like" in line] == (
        [said] if said else []
    )
    file.write_text("127.0.0.1 a.example\n" * 3, "utf-8")
    assert "looks like" not in run("to-ascii", "--format", "text", str(file)).messages


def expected_count(octets: bytes) -> tuple[int, int]:
    """Lines with what is beyond ASCII and no name, and lines that are not UTF-8, one after another."""
    lines = not_utf8 = 0
    for line in octets.splitlines():
        new = text.to_ascii(line)
        names = text.find(new, tlds=lambda _: True, defanged=True)
        lines += not new.isascii() and all(one.name.isascii() for one in names)
        has_beside = re.search(rb"[0-9A-Za-z][\x80-\xff]|[\x80-\xff][0-9A-Za-z]", line)
        not_utf8 += "\ufffd" in line.decode(errors="replace") and has_beside is not None
    return lines, not_utf8


@given(
    st.lists(
        st.sampled_from(
            [b"ein B\xc3\xa4r", b"//\xc3\xbc.de/", b"b\xfcro", b"\xff", b"", b"x", b"a@\xc3\xbc.de/\xc3\xbc"]
        ),
        max_size=20,
    )
)
def test_lines_are_counted_as_one_by_one(lines: list[bytes]) -> None:
    octets = b"\n".join([b"//\xc3\xbc.example/", *lines])
    said = "\n".join(messages("to-ascii", octets))
    others, not_utf8 = expected_count(octets)
    told = re.search(r"^([\d,]+) lines? still", said, re.MULTILINE)
    assert int(told[1] if told else 0) == others
    told = re.search(r"^([\d,]+) lines? (?:is|are) not UTF-8", said, re.MULTILINE)
    assert int(told[1] if told else 0) == not_utf8


@pytest.mark.parametrize(
    ("options", "content", "said"),
    [
        (
            "",
            "CONNECT www.a.example:443\nCONNECT b.example:443\nCONNECT c.org:443\n",
            "acelabel: nothing found: 3 words may be bare names; the first is 'www.a.example'\n"
            "acelabel: hint: --tlds example,org finds the bare names that end so\n",
        ),
        (
            "",
            "x\n" * (1 << 15) + "a.example b.example",
            "",
        ),
        (
            "",
            "a.example\n" + "x\n" * (1 << 15),
            "acelabel: nothing found: 1 word at the beginning may be a bare name; the first is 'a.example'\n"
            "acelabel: hint: --tlds example finds the bare names that end so\n",
        ),
        ("--kinds url_host", "www.a.example", ""),
        ("--tlds org", "www.a.example", ""),
        ("--quiet", "www.a.example", ""),
        ("", "1.5 v1.2 192.0.2.1 a.b", ""),
        ("", "//a.example b.example", "acelabel: 1 name found, 1 line read\n"),
    ],
)
def test_a_search_tells_bare_names_where_it_finds_nothing(options: str, content: str, said: str) -> None:
    assert run("find", *options.split(), stdin=content.encode()).messages == said
