"""One grammar: every command takes every format, and does with its names what it does with names on lines."""

import json
from pathlib import Path

import pytest
from command_line import run
from test_files import FILES

from acelabel import files, text, zone
from acelabel._choices import MARKUP
from acelabel.cli.formats import FORMATS, TABLES

HEADER = (
    "#separator \\x09\n#set_separator\t,\n#empty_field\t(empty)\n#unset_field\t-\n"
    "#fields\tn\thost\n#types\tcount\tstring\n"
)

# For each format a file, and the names in it: the texts that stand there, with their lines.
SAMPLES: dict[str, tuple[str, list[tuple[int, str]]]] = {
    "lines": ("bücher.example\na.example\n", [(1, "bücher.example"), (2, "a.example")]),
    "text": ("see https://bücher.example/ü\nby a@b.example\n", [(1, "bücher.example"), (2, "b.example")]),
    "csv": ('n,host\n1,"bücher.example"\n2,\n3,a.example\n', [(1, "bücher.example"), (3, "a.example")]),
    "tsv": ("n\thost\n1\tbücher.example\n2\ta.example\n", [(1, "bücher.example"), (2, "a.example")]),
    "jsonl": (
        '{"n": 1.0, "host": "b\\u00fccher.example"}\n{"host": ["a.example", null]}\n',
        [(1, "bücher.example"), (2, "a.example")],
    ),
    "zeek": (f"{HEADER}1\tbücher.example\n2\ta.example\n", [(7, "bücher.example"), (8, "a.example")]),
    "zone": ("$TTL 1\nbücher IN MX 10 a.example. ; ü\n", [(2, "bücher"), (2, "a.example.")]),
    "certstream": (
        '{"data":["bücher.example"]}\n\n{"data":["a.example"]}\n',
        [(1, "bücher.example"), (3, "a.example")],
    ),
    **{
        name: (content, [(content[: place.start].count("\n") + 1, place.name) for place in files.find(content, name)])
        for name, (content, _) in FILES.items()
    },
}
ARROW = ("parquet", "feather")


@pytest.fixture
def sample(tmp_path: Path) -> Path:
    return tmp_path / "file"


def arguments(name: str, path: Path) -> list[str]:
    """The arguments that name a file of a format, which is written."""
    path.write_text(SAMPLES[name][0], "utf-8")
    column = ["--column", "host"] if name in TABLES else []
    return ["--format", name, *column, *(["--file"] if name == "lines" else []), str(path)]


def test_each_format_has_a_sample() -> None:
    # For other commands than lint, documents with links are text.
    assert {*SAMPLES} | {*ARROW} | {*MARKUP} == {*FORMATS}
    assert all(len(names) > 1 for name, (_, names) in SAMPLES.items() if name not in ("csp", "nginx", "apache"))


@pytest.mark.parametrize("name", SAMPLES)
def test_find_tells_the_names(name: str, sample: Path) -> None:
    given = arguments(name, sample)
    names = SAMPLES[name][1]
    result = run("find", *given)
    lines = [line.removeprefix(f"{sample}:").split(":") for line in result.output.decode().splitlines()]
    assert [(int(line), found) for line, _, _, found in lines] == names
    assert result.status == 0
    objects = [json.loads(line) for line in run("find", "--json", *given).output.splitlines()]
    assert [(one["file"], one["line"], one["name"]) for one in objects] == [(str(sample), *one) for one in names]
    for line, column, kind, _ in lines:
        assert {"line": int(line), "kind": kind}.items() <= objects.pop(0).items()
        assert column == "host" if name in TABLES else int(column) > 0
    assert run("find", "-q", *given) == (0, b"", "")
    sample.write_bytes(b"")
    assert run("find", "-q", *given) == (1, b"", "") or name in TABLES


@pytest.mark.parametrize("name", SAMPLES)
def test_reports_are_those_of_the_names(name: str, sample: Path) -> None:
    given = arguments(name, sample)
    names = [one for _, one in SAMPLES[name][1]]
    profile = ["--profile", "dns" if name in ("zone", "certstream") else "uts46"]
    of_names = run("inspect", *profile, *names).output
    assert run("inspect", *given).output == of_names
    for command in ("to-ascii", "canonical", "host", "display", "inspect"):
        options = profile if command in ("to-ascii", "inspect") else []
        expected = [json.loads(line) for line in run(command, "--json", *options, *names).output.splitlines()]
        found = [json.loads(line) for line in run(command, "--json", *given).output.splitlines()]
        place = {} if name == "lines" else {"file", "line", "column"}
        assert all({*one} >= {*place} for one in found)
        assert [{key: one[key] for key in one if key not in place} for one in found] == expected


@pytest.mark.parametrize("name", SAMPLES)
@pytest.mark.parametrize("command", ["to-ascii", "to-unicode", "canonical", "host", "registrable", "display"])
def test_results_take_the_place_of_names(command: str, name: str, sample: Path, tmp_path: Path) -> None:
    suffixes = tmp_path / "suffixes"
    suffixes.write_text("example\nü\nbüro\n", "utf-8")
    given = [*arguments(name, sample), "-s"]
    given += ["--suffixes", str(suffixes)] if command == "registrable" else []
    given += ["--errors", "keep"] if name != "text" else []
    result = run(command, *given)
    assert result.status in (0, 1)
    assert result.messages == ""
    expected = by_hand(command, name, suffixes)
    assert result.output.decode() == expected


def by_hand(command: str, name: str, suffixes: Path) -> str:
    """The file with each name replaced by what the command writes for it on a line."""
    content, names = SAMPLES[name]
    profile = ["--profile", "dns" if name in ("zone", "certstream") else "uts46"] if command.startswith("to-") else []
    options = ["--suffixes", str(suffixes)] if command == "registrable" else []
    start, parts = 0, []
    for _, one in names:
        written = one
        for form in (one, json.dumps(one)[1:-1]):
            place = content.find(form, start)
            if place >= 0:
                written = form
                break
        place = content.index(written, start)
        new = run(command, "-s", "--errors", "keep", *profile, *options, one).output.decode().removesuffix("\n")
        # A name of a zone file that is absolute stays absolute.
        new += "." if name == "zone" and one.endswith(".") and not new.endswith(".") else ""
        changed = new != one
        parts += [content[start:place], new if changed else written]
        start = place + len(written)
    return "".join([*parts, content[start:]])


@pytest.mark.parametrize("name", SAMPLES)
def test_lookalikes_of_names_are_found(name: str, tmp_path: Path, sample: Path) -> None:
    watched = tmp_path / "watched"
    watched.write_text("bucher.example\nbucher\n", "utf-8")
    given = arguments(name, sample)
    given = [one for one in given if one != "--file"]
    result = run("lookalikes", "-s", "--watch", str(watched), "--distance", *given)
    has_hit = any("bücher" in one for _, one in SAMPLES[name][1])
    assert result.status == int(has_hit)
    assert ("bucher" in result.output.decode()) == has_hit


def test_text_inside_columns(tmp_path: Path) -> None:
    table = tmp_path / "in.csv"
    content = 'n,message\n1,"see https://bücher.example/, and ü.example"\n2,a@ü.example\n'
    table.write_text(content, "utf-8")
    given = ("--format", "text", "--column", "message", str(table))
    assert run("to-ascii", *given).output.decode() == text.to_ascii(content)
    assert run("to-ascii", "--tlds", "example", *given).output.decode() == text.to_ascii(content, tlds={"example"})
    assert run("to-ascii", "--kinds", "email_domain", *given).output.decode() == text.to_ascii(
        content, kinds=["email_domain"]
    )
    assert run("redact", *given).output.decode() == content.replace("a@ü.example", "[address]")
    found = run("find", "--column", "message", str(table)).output.decode().splitlines()
    assert found == [f"{table}:1:message:url_host:bücher.example", f"{table}:2:message:email_domain:ü.example"]
    ascii_form = text.to_ascii(content)
    table.write_text(ascii_form, "utf-8")
    assert run("to-unicode", *given).output.decode() == text.to_unicode(ascii_form)
    nothing = run("find", "--column", "n", str(table))
    assert (nothing.status, nothing.output) == (0, b"")
    assert "hint: to take each value for a name: --format csv" in nothing.messages
    for wrong in ("--annotate", "--errors=keep"):
        assert run("to-ascii", *given, wrong).status == (2 if wrong == "--annotate" else 0)


def test_a_refusal_in_a_format_ends_the_run_at_its_line(sample: Path) -> None:
    sample.write_text("192.0.2.1 büro b.example\n192.0.2.2 x a..b\n192.0.2.3 c\n", "utf-8")
    result = run("canonical", "--format", "hosts", str(sample))
    assert (result.status, result.output) == (1, b"192.0.2.1 xn--bro-hoa b.example\n")
    assert f"acelabel: {sample}: line 2: empty_label at offset 2 in label 1: the label is empty\n" in result.messages
    kept = run("canonical", "--format", "hosts", "--errors", "keep", str(sample))
    assert (kept.status, kept.output) == (1, b"192.0.2.1 xn--bro-hoa b.example\n192.0.2.2 x a..b\n192.0.2.3 c\n")
    assert "acelabel: 1 name rewritten\n" in kept.messages
    assert run("canonical", "--format", "hosts", "--in-place", "-s", str(sample)).status == 1
    assert sample.read_text("utf-8").startswith("192.0.2.1 büro")
    assert run("canonical", "--format", "hosts", "--in-place", "-s", "--errors", "keep", str(sample)).status == 1
    assert sample.read_text("utf-8").startswith("192.0.2.1 xn--bro-hoa")


@pytest.mark.parametrize("name", ["lines", "certstream", *(name for name in FILES if name != "text")])
def test_addresses_are_cut_out_of_text_and_tables_alone(name: str, sample: Path) -> None:
    result = run("redact", *arguments(name, sample))
    assert (result.status, result.output) == (2, b"")
    assert f"invalid choice: '{name}'" in result.messages
    guessed = run("redact", "-s", "--format", "auto", str(sample))
    assert guessed.output.decode() == text.redact(SAMPLES[name][0])


@pytest.mark.parametrize("form", ["csv", "auto", "text", None])
def test_addresses_are_cut_out_of_the_values_of_tables(form: str | None, tmp_path: Path) -> None:
    table = tmp_path / "in.csv"
    table.write_text("n,m\n1,mail ann@ü.example or //ü.example\n2,none\n", "utf-8")
    given = ["--format", form] if form else []
    expected = b"n,m\n1,mail [address] or //\xc3\xbc.example\n2,none\n"
    assert run("redact", *given, "--column", "m", "-s", str(table)) == (0, expected, "")
    piped = run("redact", "-s", "--column", "m", "--delimiter", ",", stdin=table.read_bytes())
    assert piped == (0, expected, "")


def test_names_that_only_zone_files_write_are_left_and_counted(sample: Path) -> None:
    content = "@ IN SOA ns.ü.example. max\\.m.ü.example. 1 2 3 4 5\n$GENERATE 1-3 h$.ü A 192.0.2.$\nb_x NS ns\n"
    sample.write_text(content, "utf-8")
    given = ("--format", "zone", str(sample))
    said = "acelabel: 2 names left with escapes or numbers of $GENERATE, which only to-ascii and to-unicode read\n"
    result = run("canonical", *given)
    assert (result.status, result.output.decode()) == (0, content.replace("ns.ü.", "ns.xn--tda."))
    assert said in result.messages
    reports = run("inspect", "--json", *given)
    assert [json.loads(line)["input"] for line in reports.output.splitlines()] == ["ns.ü.example.", "b_x", "ns"]
    assert said in reports.messages
    found = run("find", "--json", *given).output.splitlines()
    assert [json.loads(line)["is_escaped"] for line in found] == [False, True, False, False, False]


def test_reports_go_on_behind_a_name_that_is_refused(sample: Path) -> None:
    sample.write_text("192.0.2.1 a_b\n192.0.2.2 c\n", "utf-8")
    for command in (["inspect"], ["to-ascii", "--json"], ["inspect", "--json"]):
        result = run(*command, "--format", "hosts", str(sample))
        assert result.status == 1
        assert "acelabel: 1 of 2 " in result.messages
    stopped = run("inspect", "--json", "--errors", "fail", "--format", "hosts", str(sample))
    assert len(stopped.output.splitlines()) == 1


def test_a_format_is_guessed_for_files_of_one_kind(tmp_path: Path) -> None:
    names, other = tmp_path / "names.txt", tmp_path / "list"
    names.write_text("bücher.example\nü.example\n", "utf-8")
    other.write_text("||ü.example^\n", "utf-8")
    assert run("to-ascii", "-s", "--format", "auto", str(names)).output == b"xn--bcher-kva.example\nxn--tda.example\n"
    result = run("to-ascii", "--format", "auto", str(names), str(other))
    assert (result.status, result.output) == (2, b"")
    said = f"--format auto: {names} is lines and {other} is adblock: give files of one format\n"
    assert result.messages.endswith(said)
    assert run("to-ascii", "--as", "email", "a").status == 2
    assert run("canonical", "--as", "email", "--format", "hosts", str(other)).status == 2


@pytest.mark.parametrize(
    "command",
    [
        *(f"{name} --format hosts" for name in ("to-ascii", "canonical", "display")),
        *(f"{name} --format {form}" for name in ("to-ascii", "to-unicode") for form in ("text", "zone", "lines")),
        "canonical --format zone",
        "redact",
    ],
)
def test_a_file_without_an_end_of_line_is_not_glued_to_the_next(command: str, tmp_path: Path) -> None:
    first, second, empty = tmp_path / "first", tmp_path / "second", tmp_path / "empty"
    first.write_text("a.example", "utf-8")
    second.write_text("b.example", "utf-8")
    empty.write_bytes(b"")
    files = [word for path in (first, empty, second) for word in ("--file", str(path))]
    # Lines have an end each.
    end = b"\n" if "lines" in command else b""
    assert run(*command.split(), "-s", *files) == (0, b"a.example\nb.example" + end, "")


def test_names_of_certificates_stand_where_the_documents_say() -> None:
    for other in (
        '["ü.example"]',
        '{"data":{"leaf_cert":["ü.example"]}}',
        '{"x":["ü.example"]}',
        '{"data":{"x":["ü.example"]}}',
    ):
        result = run("to-ascii", "-s", "--format", "certstream", stdin=other.encode())
        assert (result.status, result.output.decode()) == (0, other)
    half = rb'{"data":["b.\ud800.example","\u00fc.example"]}'
    kept = run("to-ascii", "-s", "--errors", "keep", "--format", "certstream", stdin=half)
    assert (kept.status, kept.output) == (1, half.replace(rb"\u00fc", b"xn--tda"))
    assert run("redact", "--everywhere", stdin=b"").status == 2


def test_lines_that_are_no_json_are_told(sample: Path) -> None:
    content = '{"data":["ü.example"\n\n{"data":["ö.example"]}\nx\n'
    sample.write_text(content, "utf-8")
    result = run("to-ascii", "--format", "certstream", str(sample))
    assert (result.status, result.output.decode()) == (0, content.replace("ö.example", "xn--nda.example"))
    assert "acelabel: 2 lines are no objects of JSON, and not read\n" in result.messages
    assert (
        "acelabel: 2 lines are no objects of JSON, and not read\n"
        in run("inspect", "--format", "certstream", str(sample)).messages
    )


def test_zone_files_are_rewritten_as_the_module_does(sample: Path) -> None:
    given = arguments("zone", sample)
    assert run("to-ascii", *given).output.decode() == zone.to_ascii(SAMPLES["zone"][0])


def test_what_a_table_cannot_write_is_refused(tmp_path: Path) -> None:
    table = tmp_path / "in.csv"
    table.write_text("m\na@b.example\n", "utf-8")
    for command in (["redact", "--with", "\udcff"], ["find", "--into", "x"]):
        result = run(*command, "--column", "m", str(table))
        assert (result.status, result.output) == (2, b"")
