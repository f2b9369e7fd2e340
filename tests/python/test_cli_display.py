"""`acelabel display` and `acelabel lookalikes`: what is shown, and which names look like watched ones."""

import base64
import json
import subprocess
import sys
import time
from pathlib import Path

import pytest
from command_line import COMMAND, SAME_FILE, in_shell, peak, run, started
from test_display import EXAMPLES, ROWS

from acelabel import display
from acelabel._native import POLICIES, policy_of

NAMES = [*EXAMPLES, "раураl.com", "example.com", "", "a b.c", *(row["name"] for row in ROWS)]
LINES = "".join(f"{name}\n" for name in NAMES).encode()


@pytest.fixture
def brands(tmp_path: Path) -> str:
    path = tmp_path / "brands.txt"
    path.write_bytes("\ufeffpaypal.com\r\n\nmüller.de".encode())
    return str(path)


WATCHLIST = display.Watchlist(["paypal.com", "müller.de"])


@pytest.mark.parametrize("policy", [None, *POLICIES])
def test_each_line_is_shown(policy: str | None, brands: str) -> None:
    rules = policy_of(policy or "lookalike_aware")  # type: ignore[arg-type]
    options = [] if policy is None else ["--policy", policy]
    shown = [display.to_display(name, policy=rules) for name in NAMES]
    assert run("display", "-q", *options, stdin=LINES) == (0, "".join(f"{line}\n" for line in shown).encode(), "")
    watched = [display.to_display(name, policy=rules, watchlist=WATCHLIST) for name in NAMES]
    result = run("display", "-q", *options, "--watch", brands, stdin=LINES)
    assert result == (0, "".join(f"{line}\n" for line in watched).encode(), "")


def test_arguments_and_nul() -> None:
    assert run("display", "-q", "аррӏе.com", "a\nb.c") == (0, b"xn--80ak6aa92e.com\na%0ab.c\n", "")
    assert run("display", "-q", "-z", stdin=b"a\nb.c\0b.c") == (0, b"a%0ab.c\0b.c\0", "")


def test_json_has_the_report(brands: str) -> None:
    output = run("display", "--json", "--watch", brands, "www.раураl.com", "a..b").output
    spoof, broken = map(json.loads, output.splitlines())
    assert {key: spoof[key] for key in ("input", "ascii", "unicode", "shown", "error")} == {
        "input": "www.раураl.com",
        "ascii": "www.xn--l-7sba6dbr.com",
        "unicode": "www.раураl.com",
        "shown": "www.xn--l-7sba6dbr.com",
        "error": None,
    }
    report = display.report("www.раураl.com", watchlist=WATCHLIST)
    for made, label in zip(spoof["labels"], report.labels, strict=True):
        assert made == {
            "ascii": label.ascii,
            "unicode": label.unicode,
            "shown": label.shown,
            "reason": label.reason,
            "offset": label.offset,
            "codepoint": label.codepoint,
            "scripts": list(label.scripts),
        }
    assert spoof["labels"][1]["reason"] == "mixed_scripts"
    assert (broken["shown"], len(broken["labels"])) == ("a..b", 3)


def test_what_is_not_utf8_is_the_only_refusal() -> None:
    result = run("display", stdin=b"a.b\n\xff.com\nb.c\n")
    assert (result.status, result.output) == (1, b"a.b\n\nb.c\n")
    assert "line 2: invalid_utf8 at offset 0" in result.messages
    assert run("display", "-q", "--errors", "keep", stdin=b"\xff.com\n").output == b"\xff.com\n"
    made = json.loads(run("display", "-q", "--errors", "keep", "--json", stdin=b"\xff.com\n").output)
    assert (made["unicode"], made["error"]["code"]) == ("\ufffd.com", "invalid_utf8")


def test_hits_alone_are_written(brands: str, tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    first.write_bytes("paypal.com\nраураl.com\r\nwww.paypal.com\n".encode())
    second.write_bytes("\xff.com\nwww.xn--mller-lfb.de\n".encode("latin-1"))
    result = run("lookalikes", "--watch", brands, str(first), str(second))
    expected = "раураl.com\tpaypal.com\tskeleton\nwww.xn--mller-lfb.de\tmüller.de\tskeleton\n"
    assert (result.status, result.output.decode()) == (1, expected)
    assert result.messages == (
        "acelabel: 2 of 5 lines hold a name that looks like a watched one\n"
        "acelabel: 1 of 5 lines is not UTF-8\n"
        "acelabel: hint: the input looks like Latin-1 or Windows-1252. "
        "Convert it first: iconv -f WINDOWS-1252 -t UTF-8\n"
    )
    lines = run("lookalikes", "-s", "--json", "--watch", brands, str(second), "-", stdin=first.read_bytes())
    assert (lines.status, lines.messages) == (1, "")
    assert [json.loads(line) for line in lines.output.splitlines()] == [
        {"file": str(second), "line": 2, "name": "www.xn--mller-lfb.de", "target": "müller.de", "how": "skeleton"}
        | {"score": 1.0, "span": [4, 20]},
        {"file": "-", "line": 2, "name": "раураl.com", "target": "paypal.com", "how": "skeleton"}
        | {"score": 1.0, "span": [0, 10]},
    ]


def test_each_hit_is_that_of_the_watchlist(brands: str) -> None:
    hits = [(name, hit) for name in NAMES for hit in WATCHLIST.lookup(name)]
    result = run("lookalikes", "--watch", brands, stdin=LINES)
    assert result.output.decode() == "".join(f"{name}\t{hit.target}\t{hit.how}\n" for name, hit in hits)
    assert (
        result.messages == f"acelabel: {len(hits)} of {len(NAMES):,} lines hold a name that looks like a watched one\n"
    )
    assert len(hits) > 1


def test_each_name_of_a_line_is_a_hit(brands: str) -> None:
    line = "раураl.com x,paypal.com \udcff hxxp://раyраl[.]com/раураl.com https://www.pаypal.com/".encode(
        errors="surrogateescape"
    )
    found = run("lookalikes", "-s", "--json", "--watch", brands, stdin=line).output.splitlines()
    assert [json.loads(one)["span"] for one in found] == [[0, 10], [33, 45], [69, 79]]
    # The columns of the text do not say where a name stands.
    assert run("lookalikes", "-s", "--watch", brands, stdin=line).output.count(b"\n") == 1


def test_a_name_among_labels_is_told_where_it_belongs(tmp_path: Path) -> None:
    (tmp_path / "labels").write_bytes(b"paypal\npaypal.com\n")
    result = run("lookalikes", "--labels", str(tmp_path / "labels"))
    assert (result.status, result.messages.endswith("'.' (U+002E); names are for --watch\n")) == (2, True)


def test_a_line_has_three_columns(brands: str) -> None:
    result = run("lookalikes", "-s", "--watch", brands, stdin="a\tb.раураl.com\n".encode())
    assert result == (1, "a%09b.раураl.com\tpaypal.com\tskeleton\n".encode(), "")
    names = run("lookalikes", "-s", "--json", "--watch", brands, stdin="a\tb.раураl.com\n".encode())[1]
    assert json.loads(names)["name"] == "a\tb.раураl.com"


def test_a_name_that_is_not_utf8_may_look_like_a_watched_one(brands: str) -> None:
    name = b"\xff." + "раураl.com".encode()
    assert run("lookalikes", "-s", "--watch", brands, stdin=name).output == name + b"\tpaypal.com\tskeleton\n"
    made = json.loads(run("lookalikes", "-s", "--json", "--watch", brands, stdin=name).output)
    assert made["name"] == "\ufffd.раураl.com"
    assert base64.b64decode(made["name_base64"]) == name
    # Each octet is replaced, as the other commands do it.
    for octets in (b"\xe2\x82", b"\xed\xa0\x80"):
        name = octets + "м.раураl.com".encode()
        made = json.loads(run("lookalikes", "-s", "--json", "--watch", brands, stdin=name).output)
        other = json.loads(run("to-ascii", "-q", "--json", stdin=name).output)
        assert (made["name"], made["name_base64"]) == (other["input"], other["input_base64"])


@pytest.mark.parametrize(("encoding", "mark"), [("utf-16-le", "\ufeff"), ("utf-16-le", ""), ("utf-16-be", "")])
def test_input_that_is_not_utf8_is_told(encoding: str, mark: str, brands: str) -> None:
    names = f"{mark}раураl.com\nexample.com\n".encode(encoding)
    said = "acelabel: the input looks like UTF-16. Convert it first: iconv -f UTF-16 -t UTF-8\n"
    assert run("lookalikes", "--watch", brands, stdin=names) == (2, b"", said)


def test_what_is_not_utf8_was_not_compared(brands: str) -> None:
    for form in ("lines", "urls", "text"):
        arguments = ("lookalikes", "--format", form, "--watch", brands)
        result = run(*arguments, stdin=b"https://b.example/\nhttps://\xff.com/\n")
        assert (result.status, result.output) == (2, b"")
        assert result.messages.startswith("acelabel: 1 of 2 lines is not UTF-8\n")
        assert run(*arguments, "-q", stdin=b"\xff.com\n").status == 2
        found = "https://раураl.com/\n".encode()
        assert run(*arguments, stdin=b"https://\xff.com/\n" + found).status == 1
        assert run(*arguments, "-q", stdin=b"https://\xff.com/\n" + found).status == 0


def test_the_watched_names_are_an_input(brands: str, tmp_path: Path) -> None:
    before = Path(brands).read_bytes()
    link = tmp_path / "link"
    link.hardlink_to(brands)
    for path in (brands, str(link)):
        for names in ([], ["a.com"]):
            result = run("display", "--watch", brands, "-o", path, *names)
            assert result == (2, b"", f"acelabel: {path}: {SAME_FILE}")
    assert Path(brands).read_bytes() == before
    if sys.platform != "win32":
        with Path(brands).open("ab") as stream:
            made = subprocess.run(
                [*COMMAND, "lookalikes", "--watch", brands],
                input=b"a\n",
                stdout=stream,
                capture_output=False,
                stderr=subprocess.PIPE,
                check=False,
                timeout=60,
            )
        assert (made.returncode, made.stderr.decode()) == (2, f"acelabel: standard output: {SAME_FILE}")
    assert Path(brands).read_bytes() == before


def test_json_has_the_forms_of_the_whole_name() -> None:
    for separator in (".", "。"):
        for count in (126, 127, 128, 200, 300):
            made = json.loads(run("display", "--json", separator.join(["ü"] * count)).output)
            assert made["ascii"] == ".".join(["xn--tda"] * count)
            assert made["unicode"] == ".".join(["ü"] * count)
            assert (made["shown"], len(made["labels"])) == (made["unicode"], min(count, 127))
    assert json.loads(run("display", "--json", "." * 300).output)["ascii"] == "." * 300
    assert json.loads(run("display", "--json", "").output)["ascii"] == ""
    for end in ("ü", ""):
        name = ".".join([*["a"] * 127, end])
        assert json.loads(run("display", "--json", name).output)["unicode"] == name


def test_no_hit_is_0_and_wrong_use_is_2(brands: str, tmp_path: Path) -> None:
    assert run("lookalikes", "--watch", brands, stdin=b"example.com\n\npaypal.com\n") == (0, b"", "")
    assert run("lookalikes", stdin=b"example.com\n").status == 2
    for command in ("lookalikes", "display"):
        both = run(command, "--watch", "-", stdin=b"a.com\n")
        assert (both.status, both.output) == (2, b"")
        assert both.messages.endswith("error: standard input cannot hold both names and watched names\n")
        missing = run(command, "--watch", str(tmp_path / "missing"))
        assert missing[:2] == (2, b"")
        assert missing.messages == f"acelabel: {tmp_path / 'missing'}: No such file or directory\n"
        (tmp_path / "latin").write_bytes(b"m\xfcller.de\n")
        latin = run(command, "--watch", str(tmp_path / "latin"))
        assert latin == (2, b"", f"acelabel: {tmp_path / 'latin'}: the watched names are not UTF-8\n")
    assert run("display", "--policy", "loose", "a.com").status == 2
    names = tmp_path / "names"
    names.write_bytes("раураl.com\n".encode())
    assert run("lookalikes", "-s", "--watch", "-", str(names), stdin=b"paypal.com\n").status == 1


def test_the_policies_are_those_of_the_module() -> None:
    named = {name.lower(): policy for name, policy in vars(display).items() if isinstance(policy, display.Policy)}
    assert {name: policy_of(name) for name in POLICIES} == named  # type: ignore[arg-type]


@pytest.mark.measures_time
@pytest.mark.skipif("sys.platform == 'win32'")
@pytest.mark.parametrize("command", ["display", "lookalikes"])
def test_a_line_comes_out_as_soon_as_it_is_in(command: str, brands: str) -> None:
    with started(
        command,
        "-s" if command == "lookalikes" else "-q",
        "--watch",
        brands,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        seconds = []
        for _ in range(20):
            process.stdin.write("раураl.com\n".encode())
            process.stdin.flush()
            start = time.monotonic()
            assert b".com" in process.stdout.readline()
            seconds.append(time.monotonic() - start)
        process.stdin.close()
        assert process.wait() == (command == "lookalikes")
    # The first line waits for the start of the program.
    assert sorted(seconds)[10] < 0.1


@pytest.mark.measures_memory
@pytest.mark.skipif("sys.platform != 'linux'")
@pytest.mark.parametrize("command", ["display", "lookalikes"])
def test_memory_does_not_grow(command: str, brands: str, tmp_path: Path) -> None:
    log, names = tmp_path / "names.log", ["www.xn--mller-kva.de\n" if command == "lookalikes" else "пример.рф\n"]
    log.write_text("".join(names) * 1_000_000, "utf-8")
    file = ("--file", str(log)) if command == "display" else (str(log),)
    # 64 megabytes, in KiB.
    assert peak(command, "-s" if command == "lookalikes" else "-q", "--watch", brands, *file) < 64_000_000 // 1_024


@pytest.mark.parametrize("command", ["display", "lookalikes"])
def test_a_watched_line_that_is_no_name_is_refused(command: str, tmp_path: Path) -> None:
    path = tmp_path / "watched"
    for contents, place, advice in [
        (
            b"paypal.com\n\nhttps://paypal.com/\n",
            "line 3: 'https://paypal.com/'",
            "pass only its host name, which acelabel host finds",
        ),
        (b"a@paypal.com\n", "line 1: 'a@paypal.com'", "pass only the part after '@'"),
        (b"paypal.com:443", "line 1: 'paypal.com:443'", "which acelabel host --bare reads"),
        (b"pay\tpal.com\n", "line 1: 'pay\\tpal.com'", "pass one name at a time"),
        (b"# ours\n \npay pal.com\n", "line 3: 'pay pal.com'", "pass one name at a time"),
        (b"paypal.com\rebay.com\r", "line 1: 'paypal.com\\rebay.com'", "pass one line at a time"),
    ]:
        path.write_bytes(contents)
        for quiet in ([], ["-s" if command == "lookalikes" else "-q"]):
            result = run(command, *quiet, "--watch", str(path), stdin="раураl.com\n".encode())
            assert result[:2] == (2, b"")
            assert result.messages.startswith(
                f"acelabel: {path}: {place} cannot be watched: std3_disallowed at offset "
            )
            assert result.messages.endswith(f"{advice}\n")


@pytest.mark.parametrize("command", ["display", "lookalikes"])
def test_white_space_and_empty_lines_in_the_watched_names_do_not_count(command: str, tmp_path: Path) -> None:
    path = tmp_path / "watched"
    path.write_bytes(b"\n  \n paypal.com\t\r\n*.example.com\nexample.org.\n")
    for name in ("раураl.com", "ехаmрlе.com", "ехаmрlе.org"):
        result = run(command, "-s" if command == "lookalikes" else "-q", "--watch", str(path), stdin=name.encode())
        assert (result.status, name in result.output.decode()) == (int(command == "lookalikes"), command != "display")
    path.write_bytes(b"\n \n")
    result = run(command, "--watch", str(path), stdin=b"a.com\n")
    assert (result.status, result.messages) == (0, f"acelabel: note: {path}: no names are watched\n")
    assert (
        run(command, "-s" if command == "lookalikes" else "-q", "--watch", str(path), stdin=b"a.com\n").messages == ""
    )


def test_a_watched_name_of_one_label_gets_a_note(tmp_path: Path) -> None:
    path = tmp_path / "watched"
    path.write_text("a.b\n paypal.\nebay\n", "utf-8")
    said = f"acelabel: note: {path}: ' paypal.' has no dot, so that only a last label can look like it"
    assert run("display", "--watch", str(path), "a.b").messages == f"{said}\n"
    more = "; for a brand under any domain use --labels\n"
    assert run("lookalikes", "--watch", str(path), stdin=b"a.b\n").messages == said + more
    assert run("lookalikes", "-s", "--watch", str(path), stdin=b"a.b\n").messages == ""


@pytest.mark.parametrize(
    "line", ["https://раураl.com/login", "a@раураl.com", "раураl.com:443", "hxxps://раураl[.]com/", "раураl(.)com"]
)
def test_a_line_that_is_more_than_a_name_is_looked_into(line: str, brands: str) -> None:
    result = run(
        "lookalikes", "--watch", brands, stdin=f"example.com\n{line}\nhttps://example.com/раураl.com\n".encode()
    )
    assert (result.status, result.output.decode()) == (1, f"{line}\tpaypal.com\tskeleton\n")
    assert result.messages == "acelabel: 1 of 3 lines holds a name that looks like a watched one\n"


def test_lines_without_a_name_are_counted(brands: str, tmp_path: Path) -> None:
    for line, advice in [
        ("https://[::1]/", "only a URL whose host is a domain name can be compared"),
        ("[2001:db8::1]:443", "this looks like an IP address, which is not a domain name"),
        ("# comment", "a comment is not a name: skip it"),
        ("$", "give one domain name, URL or e-mail address per line"),
    ]:
        result = run("lookalikes", "--watch", brands, stdin=f"a.com\n\n{line}\n".encode())
        assert result[:2] == (0, b"")
        assert result.messages == (
            "acelabel: 1 of 3 lines holds no domain name, so nothing was compared. "
            f"The first is line 3: '{line}'\nacelabel: hint: {advice}\n"
        )
    (tmp_path / "feed").write_bytes(b"a.com\n::1\n[::1]\n\xff [\n")
    found = run("lookalikes", "--watch", brands, str(tmp_path / "feed"), "-", stdin="//\nраураl.com".encode())
    assert found.status == 1
    counts = "acelabel: 3 of 6 lines hold no domain name, so nothing was compared. The first is "
    assert f"{counts}{tmp_path / 'feed'}: line 2: '::1'\n" in found.messages
    assert run("lookalikes", "-s", "--watch", brands, stdin=b"[::1]\n") == (0, b"", "")


def test_display_tells_of_inputs_that_are_more_than_names() -> None:
    for line, advice in [
        ("https://example.com/", "this looks like a URL: pass only its host name, which acelabel host finds"),
        ("a@example.com", "this looks like an e-mail address: pass only the part after '@'"),
        ("example.com:80", "this looks like a host and a port, which acelabel host --bare reads"),
        ("example[.]com", "this looks defanged: write '.' for '[.]'"),
        ("a b.c", "pass one name at a time"),
    ]:
        result = run("display", "example.com", line)
        assert result.messages == (
            "acelabel: note: inputs that are more than a domain name, which are shown as if they were one: 1 of 2. "
            f"The first one is '{line}' ({advice})\n"
        )
        assert run("display", "-q", line).messages == ""
    for names in (["_a.*.example.com", "пример.рф", "क्ष.com", "a\\.b.com", ""], ["xn--a.com"]):
        assert run("display", *names).messages == ""


def test_what_is_refused_is_not_counted_as_shown() -> None:
    result = run("display", stdin=b"\xff b\na b\nc.d\n")
    shown = (
        "inputs that are more than a domain name, which are shown as if they were one: 1 of 3. The first one is 'a b'"
    )
    assert f"acelabel: note: {shown} " in result.messages


@pytest.mark.skipif("sys.platform == 'win32'")
@pytest.mark.parametrize("command", ["lookalikes --watch - n", "display --watch - a", "display --watch - --file n"])
def test_watched_names_from_a_closed_standard_input(command: str) -> None:
    closed = in_shell(*command.split(), shell="<&-")
    assert (closed.returncode, closed.stderr) == (2, b"acelabel: standard input or output is closed\n")
