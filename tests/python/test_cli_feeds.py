"""`acelabel lookalikes --format`: feeds as they are, and lines in which there is no name."""

import json
from pathlib import Path

import pytest
from command_line import run

HEADER = "#separator \\x09\n#set_separator\t,\n#empty_field\t(empty)\n#unset_field\t-\n#path\tx509\n"
NO_NAME = "acelabel: 1 of 2 lines holds no domain name, so nothing was compared. The first is line 2: "


@pytest.fixture
def labels(tmp_path: Path) -> str:
    path = tmp_path / "labels"
    path.write_text("paypal\n", "utf-8")
    return str(path)


def certificate(*names: object) -> str:
    return json.dumps({"message_type": "certificate_update", "data": {"leaf_cert": {"all_domains": names}}})


@pytest.mark.parametrize(
    ("kind", "text", "found", "names"),
    [
        ("lines", "раураl.com\nhttps://paypal.example/\n", ["раураl.com", "https://paypal.example/"], 2),
        ("lines", "address=/a.b/раураl.com/0.0.0.0\nlocal=/a.b/\n", ["address=/a.b/раураl.com/0.0.0.0"], 2),
        ("urls", "# раураl.com\n\n http://раураl.com/x paypal.example\nhxxp://a[.]b\n", ["http://раураl.com/x"], 2),
        ("certstream", certificate("*.раураl.com", "a.example", 5), ["*.раураl.com"], 2),
        ("certstream", '{"message_type":"heartbeat"}\n{"data":["paypal.co"]}\n \n', ["paypal.co"], 1),
        ("zeek", '{"ts":1,"query":"раураl.com"}\n{"ts":2,"uid":"C"}\n{"san.dns":["a.b","paypal.co"]}\n',
         ["раураl.com", "paypal.co"], 3),
        ("zeek", HEADER + "#fields\tts\tquery\n1\tраураl.com\n2\t-\n3\t(empty)\n4\t\\xd1\\x80aypal.com\n#close\tx\n",
         ["раураl.com", "рaypal.com"], 2),
        ("zeek", HEADER + "#fields\tsan.dns\tserver_name\na.b,-,paypal.co\tpaypal.net\n",
         ["paypal.net", "paypal.co"], 3),
        ("zeek", "#separator \\x7c\n#unset_field|?\n#fields|ts|host\n1|раураl.com:80\n2|?\n", ["раураl.com:80"], 1),
    ],
)  # fmt: skip
def test_the_names_of_feeds_are_looked_up(kind: str, text: str, found: list[str], names: int, labels: str) -> None:
    result = run("lookalikes", "--labels", labels, "--format", kind, stdin=text.encode())
    assert [line.split("\t")[0] for line in result.output.decode().splitlines()] == found
    assert result.status == 1
    s = "s" * (len(found) == 1)
    told = f"{len(found)} of {names} names look{s} like a watched name"
    if kind == "lines":
        told = f"{len(found)} of {names} lines hold{s} a name that looks like a watched one"
    assert result.messages == f"acelabel: {told}\n"


def test_a_long_line_is_not_repeated_without_end(labels: str) -> None:
    line = b"paypa1.com " * 4_000
    result = run("lookalikes", "--labels", labels, "--json", stdin=line)
    assert len(result.output.splitlines()) == (1 << 24) // (len(line) - 0)
    assert "3,619 more hits in long lines are not written" in result.messages


def test_what_is_told_of_a_file_is_told_beside_others(labels: str, tmp_path: Path) -> None:
    paths = [tmp_path / name for name in ("comments", "none", "number")]
    for path, text in zip(paths, ("#a\n", "https://[::1]/\n", "раураl.com\n"), strict=True):
        path.write_text(text, "utf-8")
    messages = run("lookalikes", "--labels", labels, "--format", "urls", *map(str, paths)).messages
    assert f"note: {paths[0]}: no line holds a name" in messages
    assert f"The first is {paths[1]}: line 1" in messages


def test_numbers_in_json_may_be_long(labels: str) -> None:
    line = f'{{"seen":{"1" * 4_301},"data":["раураl.com"]}}'
    assert run("lookalikes", "--labels", labels, "--format", "certstream", stdin=line.encode()).status == 1


def test_each_name_of_a_defanged_line_has_its_place(labels: str) -> None:
    line = "hxxp://раураl[.]com hxxps://раураl[.]com"
    result = run("lookalikes", "--labels", labels, "--json", stdin=line.encode())
    assert [json.loads(line)["span"] for line in result.output.splitlines()] == [[7, 19], [28, 40]]


def test_half_a_character_is_the_text_of_its_escape(labels: str) -> None:
    line = r'{"data":["раураl.\ud800","раураl.\udcfc","раураl.\\ud800","раураl.\ud83d\ude00"]}'
    found = [r"раураl.\ud800", r"раураl.\udcfc", r"раураl.\ud800", "раураl.😀"]
    for options in ([], ["--json"]):
        result = run("lookalikes", "--labels", labels, "--format", "certstream", *options, stdin=line.encode())
        lines = result.output.decode().splitlines()
        assert [json.loads(line)["name"] if options else line.split("\t")[0] for line in lines] == found


@pytest.mark.parametrize(
    "line", ['{"ts":1,"uid":"C"}', '{"ts":1,"query":null,"san.dns":[]}', HEADER + "#fields\tts\thost\n1\t-"]
)
def test_a_log_in_which_no_event_has_a_name_is_told(line: str, labels: str) -> None:
    result = run("lookalikes", "--labels", labels, "--format", "zeek", stdin=line.encode())
    assert (result.status, result.output) == (0, b"")
    note, hint = result.messages.splitlines()
    assert note == "acelabel: note: -: no line holds a name, so nothing was compared"
    assert hint.startswith("acelabel: hint: give a log of Zeek with its header")


@pytest.mark.parametrize(
    ("kind", "line", "hint"),
    [
        *(
            (kind, '{"data":"//[::1]"}', "--format certstream reads JSON of CertStream, and --format zeek that of Zeek")
            for kind in ("lines", "urls")
        ),
        ("urls", "http://[::1]/", "only a URL whose host is a domain name can be compared"),
        ("urls", "[::1]", "give one URL per line, at its beginning"),
        *(
            ("certstream", line, "give one JSON object per line, with the names in data.leaf_cert.all_domains or in "
             "data")
            for line in (
                "{", "5", "раураl.com", "[" * 100_000, "1" * 5_000, '{"data":{"leaf_cert":5}}', '{"data":"a.b"}', "{}",
            )
        ),
        *(
            ("zeek", line, "give a log of Zeek with its header, or in JSON, that has one of the fields query, host, "
             "server_name, san.dns")
            for line in (
                "a.b", r'{"query":"\ud8zz.a.b"}', "{}",
                '{"a":"a.b"}', "{" * 100_000, '{"ts":1,"query":5}', '{"ts":1,"host":{"name":"a.b"}}',
                '{"ts":1,"san.dns":[["a.b"]]}',
            )
        ),
    ],
)  # fmt: skip
def test_a_line_without_a_name_is_told(kind: str, line: str, hint: str, labels: str) -> None:
    result = run("lookalikes", "--labels", labels, "--format", kind, stdin=f"\n{line}\n".encode())
    assert result[:2] == (0, b"")
    shown, told = result.messages.splitlines()
    assert shown.startswith(NO_NAME)
    assert told == f"acelabel: hint: {hint}"


@pytest.mark.parametrize("kind", ["lines", "certstream"])
def test_each_hit_of_a_line_is_written(kind: str, labels: str, tmp_path: Path) -> None:
    (tmp_path / "brands").write_text("müller.de\nkraken.com\n", "utf-8")
    arguments = ("lookalikes", "--labels", labels, "--watch", str(tmp_path / "brands"), "--format", kind)
    lines = [
        "0.0.0.0 раураl.com mūller.de",
        "||раураl.com^$domain=krаken.com|a.b",
        "DNS:mūller.de, DNS:krаken.com",
        "a",
    ]
    stdin = "".join(f"{certificate(line) if kind == 'certstream' else line}\n" for line in lines).encode()
    result = run(*arguments, "--json", stdin=stdin)
    found = [json.loads(line) for line in result.output.splitlines()]
    places = [(hit["line"], hit["target"], hit["name"][slice(*hit["span"])]) for hit in found]
    assert sorted(places) == [
        (1, "müller.de", "mūller.de"),
        (1, "paypal", "раураl"),
        (2, "kraken.com", "krаken.com"),
        (2, "paypal", "раураl"),
        (3, "kraken.com", "krаken.com"),
        (3, "müller.de", "mūller.de"),
    ]
    said = "lines hold a name that looks like a watched one" if kind == "lines" else "names look like a watched name"
    assert (result.status, result.messages) == (1, f"acelabel: 3 of 4 {said}\n")
    shown = [f"{hit['name']}\t{hit['target']}\t{hit['how']}" for hit in found]
    assert run(*arguments, "-s", stdin=stdin).output.decode().splitlines() == shown


def test_a_name_of_several_lines_stays_on_one(labels: str) -> None:
    stream = certificate("a\nb\r.раураl.com").encode()
    result = run("lookalikes", "-s", "--labels", labels, "--format", "certstream", stdin=stream)
    assert result.output.decode() == "a%0Ab%0D.раураl.com\tpaypal\tskeleton\n"


def test_labels_edits_and_names_go_together(labels: str, tmp_path: Path) -> None:
    (tmp_path / "names").write_text("kraken.com\n", "utf-8")
    arguments = ("lookalikes", "-s", "--labels", labels, "--watch", str(tmp_path / "names"))
    lines = b"payapl.net\nkrakon.com\nkraken.net\n"
    assert run(*arguments, stdin=lines) == (0, b"", "")
    found = run(*arguments, "--distance", "--json", stdin=lines).output.splitlines()
    facts = [tuple(json.loads(line)[key] for key in ("target", "how", "score", "span")) for line in found]
    assert facts == [("paypal", "distance", 0.6, [0, 6]), ("kraken.com", "distance", 0.6, [0, 10])]


def test_what_is_watched_is_asked_for_and_checked(labels: str) -> None:
    missing = run("lookalikes", stdin=b"")
    assert missing.status == 2
    assert missing.messages.endswith("error: one of the arguments --watch --labels is required\n")
    for arguments in (("--watch", "-", "--labels", "-"), ("--labels", "-")):
        assert "standard input cannot hold both" in run("lookalikes", *arguments, stdin=b"").messages
    Path(labels).write_text("\na.b\n", "utf-8")
    refused = run("lookalikes", "--labels", labels, stdin=b"")
    assert (refused.status, refused.output) == (2, b"")
    assert f"{labels}: line 2: 'a.b' cannot be watched: " in refused.messages


def test_a_table_needs_a_column(labels: str) -> None:
    for form in ("csv", "tsv", "jsonl"):
        result = run("lookalikes", "--labels", labels, "--format", form, stdin=b"h\n")
        assert (result.status, result.messages.endswith(f"error: --format {form} needs --column\n")) == (2, True)


def test_a_hit_inside_text_has_the_name_alone(labels: str) -> None:
    text = "query for раураl.com:443 and hxxp://paypa1[.]com/x\n"
    found = run("lookalikes", "-s", "--labels", labels, "--format", "text", stdin=text.encode())
    assert [line.split("\t")[0] for line in found.output.decode().splitlines()] == ["раураl.com", "paypa1.com"]


def test_a_name_inside_a_line_that_is_a_text_is_hinted_at(labels: str) -> None:
    stdin = "a.example\n+4930/info@раураl.com\na@b.example/c@раураl.com\nx/y@b.example\n".encode()
    result = run("lookalikes", "--labels", labels, stdin=stdin)
    assert result == (
        0,
        b"",
        "acelabel: a name inside a line that is a text looks like a watched one, and is not counted. line 2: "
        "'раураl.com'\nacelabel: hint: --format text looks up each name inside a text\n",
    )
    assert run("lookalikes", "--labels", labels, "--format", "text", stdin=stdin).output.count("раураl".encode()) == 2
    assert run("lookalikes", "--labels", labels, "-s", stdin=stdin).messages == ""
    assert run("lookalikes", "--labels", labels, stdin=b"a.example\nx/y@b.example\n").messages == ""
