"""Columns inside objects, lists in columns, and logs of Zeek."""

import json
from pathlib import Path

import pytest
from command_line import Result, alone, run
from hypothesis import given
from hypothesis import strategies as st

import acelabel
from acelabel import AceError


def converted(table: str, *columns: str, form: str = "jsonl", options: tuple[str, ...] = ()) -> Result:
    asked = [word for column in columns for word in ("--column", column)]
    data = table.encode(errors="surrogateescape")
    return run("to-ascii", *asked, *(("--format", form) if form else ()), *options, stdin=data)


LISTS = '{"n":1.0,"h":[ "ü.de" ,"a..b",null,\t"ok.de"]}\n{"h":[]}\n{"h":"ß"}\n'


@pytest.mark.parametrize(
    ("errors", "written", "count"),
    [
        ("blank", '{"n":1.0,"h":[ "xn--tda.de" ,null,null,\t"ok.de"]}\n{"h":[]}\n{"h":"xn--zca"}\n', 5),
        ("keep", '{"n":1.0,"h":[ "xn--tda.de" ,"a..b",null,\t"ok.de"]}\n{"h":[]}\n{"h":"xn--zca"}\n', 5),
        ("fail", "", 2),
    ],
)
def test_the_items_of_a_list_are_converted(errors: str, written: str, count: int) -> None:
    result = converted(LISTS, "h", options=("--errors", errors))
    assert (result.status, result.output.decode()) == (1, written)
    assert result.messages == (
        "acelabel: line 1, column h, item 2: empty_label at offset 2 in label 1: the label is empty\n"
        f"    a..b\n      ^\nacelabel: 1 of {count} refused: empty_label 1\n"
    )


def test_new_columns_and_reports_of_lists() -> None:
    result = converted('{"h":["ü","a..b"]}\n{"h":[]}\n', "h", options=("-s", "--into", "x", "--report"))
    good = {"value": "xn--tda", "code": None, "label_index": None, "offset": None, "message": None}
    bad = {"value": None, "code": "empty_label", "label_index": 1, "offset": 2, "message": "the label is empty"}
    assert [json.loads(line) for line in result.output.splitlines()] == [
        {"h": ["ü", "a..b"], "x": ["xn--tda", None], "x_report": [good, bad]},
        {"h": [], "x": [], "x_report": []},
    ]


def test_paths_go_into_objects_and_a_literal_key_wins() -> None:
    table = (
        '{"a": {"b" :"ü", "b":1, "c":{"d":["ß"]}}, "a.b":"ö"}\n{"a":{"c.d":"ä","c":{"d":"x"}}}\n'
        '{"a":null}\n{}\n{"a.c":{"d":"ü"},"a":{"c":{"d":"ö"}}}\n'
    )
    expected = (
        '{"a": {"b" :"ü", "b":1, "c":{"d":["xn--zca"]}}, "a.b":"xn--nda"}\n{"a":{"c.d":"xn--4ca","c":{"d":"x"}}}\n'
        '{"a":null}\n{}\n{"a.c":{"d":"xn--tda"},"a":{"c":{"d":"ö"}}}\n'
    )
    result = converted(table, "a.b", "a.c.d")
    assert (result.status, result.output.decode(), result.messages) == (0, expected, "")
    into = converted('{"a":{"b":"ü"}}', "a.b", options=("--into", "a.c"))
    assert into.output.decode() == '{"a":{"b":"ü"},"a.c":"xn--tda"}'


NO_AB = "there is no column 'a.b'"


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ('{"a":{"b":5}}', "line 1: the value of 'a.b' is neither a string nor a list of strings"),
        ('{"a":{"b":["x",5]}}', "line 1: the value of 'a.b' is neither a string nor a list of strings"),
        ('{"a":{"b":[["x"]]}}', "line 1: the value of 'a.b' is neither a string nor a list of strings"),
        ('\n{"a":"x"}', "line 2: the value of 'a' is not an object"),
        ('{"a":[{"b":"x"}]}', "line 1: the value of 'a' is not an object"),
        ('{"a":{"b":"x","b":"y"}}', "line 1: two members are named 'b'"),
        ('{"a":{"b":"x"},"a":{}}', "line 1: two members are named 'a'"),
        (
            '{"a":{"B":"x","c":{}}, "d":{}}',
            NO_AB + "; did you mean 'a.B'; there are: 'a.B', 'a.c', 'd'",
        ),
        ('{"a":null}', NO_AB + "; there are: 'a'"),
        ('{"a":{"b":"x"}', "line 1: not a JSON object"),
        ('{"a":' * 200_000 + "{}" + "}" * 200_000, "line 1: nested too deep"),
    ],
)
def test_what_is_not_there_is_told(table: str, said: str, tmp_path: Path) -> None:
    result = converted(table, "a.b")
    assert (result.status, result.messages) == (2, f"acelabel: {said}\n")
    path = tmp_path / "in.jsonl"
    path.write_text(table, "utf-8")
    assert run("to-ascii", "--in-place", "--column", "a.b", str(path)).status == 2
    assert (path.read_text("utf-8"), alone(tmp_path)) == (table, ["in.jsonl"])


def test_900_levels_are_read_by_every_python() -> None:
    table = '{"x":' + "[" * 899 + "]" * 899 + ',"a":{"b":"ü"}}'
    assert converted(table, "a.b").output.decode() == table.replace("ü", "xn--tda")
    assert converted('{"a":' * 900 + '"ü"' + "}" * 900, ".".join("a" * 900)).output.count(b"xn--tda") == 1


def test_a_column_that_comes_later_is_not_called_missing() -> None:
    result = converted('{"x":"1"}\n{"a":{"b":"ü"}}\n', "a.b", "c")
    assert result.messages == "acelabel: there is no column 'c'; there are: 'x', 'a.b'\n"


TREES = st.recursive(
    st.none() | st.sampled_from(["ü", "a..b", "x"]) | st.lists(st.sampled_from(["ü", "a..b", None]), max_size=3),
    lambda inner: st.dictionaries(st.sampled_from(["a", "b", "a.b", '"', "é"]), inner, max_size=3),
)


def ascii_of(value: object) -> object:
    if isinstance(value, list):
        return [ascii_of(item) for item in value]
    try:
        return acelabel.to_ascii(value) if isinstance(value, str) else value
    except AceError:
        return None


@given(TREES.filter(lambda tree: isinstance(tree, dict)), st.sampled_from([None, 1]), st.sampled_from(["a", "a.b"]))
def test_every_tree_comes_back(tree: dict[str, object], indent: int | None, path: str) -> None:
    result = converted(json.dumps(tree, indent=indent).replace("\n", " ") + "\n", path, options=("-s",))
    expected: dict[str, object] = json.loads(json.dumps(tree))
    inside = expected.get("a")
    if path in expected:
        if isinstance(expected[path], dict):
            assert result.status == 2
            return
        expected[path] = ascii_of(expected[path])
    elif path == "a.b" and isinstance(inside, dict) and "b" in inside and not isinstance(inside["b"], dict):
        inside["b"] = ascii_of(inside["b"])
    else:
        assert result.status == 2
        return
    assert json.loads(result.output) == expected


HEADER = "#separator \\x09\n#set_separator\t,\n#empty_field\t(empty)\n#unset_field\t-\n#path\tdns\n"
LOG = HEADER + (
    "#fields\tts\tquery\tanswers\n#types\ttime\tstring\tvector[string]\n1\tü.de\tß,a..b,-\n2\t-\t(empty)\n"
    '3\t\\xc3\\xbc\t-\n4\t"\t"\r\n#close\tx\n'
)


@pytest.mark.parametrize("name", ["dns.log", "dns.csv", "dns", "-"])
def test_a_log_of_zeek_is_told_by_its_beginning(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_bytes(LOG.encode())
    options = ("to-ascii", "--column", "query", "--column", "answers")
    result = run(*options, "-" if name == "-" else str(path), stdin=LOG.encode())
    expected = LOG.replace("ü.de", "xn--tda.de").replace("ß,a..b", "xn--zca,-").replace("\\xc3\\xbc", "xn--tda")
    assert (result.status, result.output.decode()) == (1, expected.replace('"\t"', "-\t-"))
    assert "line 8, column answers, item 2: empty_label" in result.messages
    assert "acelabel: 3 of 9 refused: " in result.messages
    kept = run(*options, "-s", "--errors", "keep", stdin=LOG.encode())
    assert kept.output.decode() == expected.replace("xn--zca,-", "xn--zca,a..b")


def test_a_log_gets_new_fields_and_types() -> None:
    result = converted(LOG, "answers", form="", options=("-s", "--into", "x", "--report"))
    lines = result.output.decode().splitlines()
    assert lines[5] == "#fields\tts\tquery\tanswers\tx" + "".join(
        f"\tx_report.{key}" for key in ("value", "code", "label_index", "offset", "message")
    )
    assert lines[6].split("\t")[3:] == ["vector[string]"] * 4 + ["vector[count]"] * 2 + ["vector[string]"]
    said = ["-,empty_label,-", "-,1,-", "-,2,-", "-,the label is empty,-"]
    assert lines[7].split("\t")[3:] == ["xn--zca,-,-", "xn--zca,-,-", *said]
    assert lines[8].split("\t")[3:] == ["(empty)"] * 6
    assert lines[9].split("\t")[3:] == ["-"] * 6


def test_a_result_is_escaped_and_headers_follow_one_another() -> None:
    header = "#separator \\x7c\n#fields|q\n"
    log = header + acelabel.punycode.encode("ü|#\\").replace("|", "\\x7c") + "\n" + "#separator ;\n#fields;x;q\n1;tda\n"
    result = run("punycode", "decode", "--column", "q", stdin=log.encode())
    assert result.output.decode() == header + "ü\\x7c\\x23\\x5c\n#separator ;\n#fields;x;q\n1;ü\n"
    assert (result.status, result.messages) == (0, "")


@pytest.mark.parametrize(
    ("log", "said"),
    [
        (HEADER + "#fields\tqueries\n", "there is no column 'query'; did you mean 'queries'; there are: 'queries'"),
        (HEADER + "#fields\tquery\tquery\n", "there are 2 columns 'query'"),
        (HEADER + "#fields\tquery\tx\na\n", "line 7: 1 fields, but the header has 2"),
        (HEADER + "a\n", "line 6: 1 fields, but the header has 0"),
        ("", "the format of standard input is not known; --format gives it: csv, tsv or jsonl"),
        ("#fields\tquery\n", "the format of standard input is not known; --format gives it: csv, tsv or jsonl"),
    ],
)  # fmt: skip
def test_a_log_that_cannot_be_converted(log: str, said: str) -> None:
    result = converted(log, "query", form="")
    assert (result.status, result.messages) == (2, f"acelabel: {said}\n")


PARTS = ["#separator \\x09\n", "#fields\tq\tx\n", "#types\tset[string]\tstring\n", "#set_separator\t\n", "#", "-", "ü",
         "\t", ",", "\\x", "\\xff", "\udcff", "\r", "\n", "(empty)"]  # fmt: skip


@given(st.lists(st.sampled_from(PARTS), max_size=12).map("".join), st.booleans())
def test_no_log_is_a_traceback(log: str, report: bool) -> None:
    options = ("--into", "y", "--report") if report else ()
    assert converted("#separator \\x09\n#fields\tq\n" + log, "q", form="", options=options).status < 3


def test_a_long_list_and_a_long_line_are_converted() -> None:
    line = json.dumps({"a": {"b": ["ü.de"] * 200_000}, "c": "x" * 1_000_000})
    result = converted(line, "a.b")
    assert (result.status, result.output.count(b'"xn--tda.de"')) == (0, 200_000)
