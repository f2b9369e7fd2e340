"""`acelabel lint`: files, diffs and tables; what is written; what is silenced, known and left out."""

import gzip
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from command_line import run

from acelabel import lint
from acelabel.cli.diffs import Added, added

BAD = "see https://bank.example@b.example/ now\n"
FOUND = "user_is_host: bank.example is user information; software goes to b.example"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(path: str, text: str) -> str:
    Path(path).write_bytes(text.encode("utf-8", "surrogateescape"))
    return path


def rows(*arguments: str, stdin: bytes = b"") -> list[dict[str, object]]:
    return [json.loads(line) for line in run("lint", "--json", *arguments, stdin=stdin).output.splitlines()]


def test_text_and_exit_status(folder: Path) -> None:
    write("a.txt", "one\n" + BAD)
    write("good.txt", "see https://b.example/\n")
    found = run("lint", "good.txt", "a.txt")
    assert (found.status, found.output.decode()) == (1, f"a.txt:2:13: error: {FOUND}\n")
    assert found.messages == "acelabel: 1 problem\n"
    assert run("lint", "good.txt") == (0, b"", "")
    assert run("lint", "-q", "a.txt") == (0, b"", "")
    assert run("lint", "-q", "good.txt") == (1, b"", "")
    assert run("lint", "-s", "a.txt").messages == ""
    assert run("lint", "nowhere.txt").status == 2
    assert run("lint", stdin=BAD.encode()).output.decode() == f"-:1:13: error: {FOUND}\n"


def test_rules_are_shown() -> None:
    lines = run("lint", "--list-rules").output.decode().splitlines()
    assert [line.split()[:2] for line in lines] == [[rule.name, rule.severity] for rule in lint.RULES]
    assert all(rule.sentence in line for rule, line in zip(lint.RULES, lines, strict=True))


def test_objects_of_json(folder: Path) -> None:
    write("a.txt", "https://exa\u200bmple.example/\n" + BAD)
    first, second = rows("a.txt")
    assert list(first) == ["file", "line", "column", "rule", "severity", "shown", "goes_to", "message", "fingerprint"]
    assert (first["shown"], first["goes_to"], first["column"]) == ("exa\u200bmple.example", "example.example", 9)
    assert (second["file"], second["line"], second["rule"]) == ("a.txt", 2, "user_is_host")
    assert b"exa\\u200bmple" in run("lint", "--json", "a.txt").output
    assert run("lint", "--output-format", "json", "a.txt").output == run("lint", "--json", "a.txt").output


def test_nothing_that_is_written_is_hidden(folder: Path) -> None:
    write("a\u202e.txt", "https://exa\u200bmple.example/ \U000e0067\u202ehttps://a.example https://\u00adb.example\n")
    for form in ("text", "json", "sarif"):
        output = run("lint", "--output-format", form, "a\u202e.txt").output.decode()
        assert not {*output} & {"\u200b", "\u202e", "\u00ad", "\U000e0067"}


def test_documents_are_known_by_their_names(folder: Path) -> None:
    link = "[bank.example](https://b.example/)\n"
    for name, count in (("a.md", 1), ("a.MARKDOWN", 1), ("a.txt", 0)):
        assert [row["rule"] for row in rows(write(name, link))] == ["link_text"] * count
    assert len(rows("--format", "markdown", "a.txt")) == 1
    assert rows("--format", "text", "a.md") == []
    page = "<a href='https://b.example/'>\nbank.example\n</a>"
    [row] = rows(write("a.html", page))
    assert (row["line"], row["column"]) == (1, 30)
    assert [row["rule"] for row in rows(write("a.rst", "`bank.example <https://b.example/>`_\n"))] == ["link_text"]


def test_files_of_other_formats(folder: Path) -> None:
    host = "\u0430\u0440\u0440\u04cf\u0435.example"
    hosts = write("hosts", f"# a\n192.0.2.1 {host}\n")
    assert [(row["line"], row["column"], row["shown"]) for row in rows("--format", "hosts", hosts)] == [(2, 11, host)]
    names = write("names.txt", f"a.example\n{host}\n")
    assert [(row["line"], row["shown"]) for row in rows("--format", "lines", names)] == [(2, host)]
    zone = write("db.example", f"$ORIGIN example.\n{host}. A 192.0.2.1\n")
    assert [row["line"] for row in rows("--format", "zone", zone)] == [2]
    calls = [{"tool": "fetch", "arguments": {"url": url}} for url in ("https://a.example/", BAD.strip())]
    lines = write("calls.jsonl", "".join(f"{json.dumps(call)}\n" for call in calls))
    [row] = rows("--format", "jsonl", "--column", "arguments.url", lines)
    assert (row["line"], row["column"], row["rule"]) == (2, "arguments.url", "user_is_host")
    csv = write("a.csv", f"id,url\n1,{BAD.strip()}\n")
    assert [row["column"] for row in rows("--format", "csv", "--column", "url", csv)] == ["url"]
    assert run("lint", "--format", "csv", csv).status == 2


def test_what_cannot_be_checked_is_told(folder: Path) -> None:
    Path("a.gz.txt").write_bytes(b"\x1f\x8b\x08\x00")
    Path("b.txt").write_bytes("https://a.example/".encode("utf-16"))
    paths = ("a.gz.txt", "b.txt", write("c.txt", BAD))
    found = run("lint", *paths)
    assert (found.status, found.output.decode()) == (2, f"c.txt:1:13: error: {FOUND}\n")
    assert found.messages.count("not checked to the end: the input ") == 2
    assert (run("lint", "-q", *paths).status, run("lint", "-q", *paths[:2]).status) == (0, 2)
    assert run("lint", "-s", *paths[:2]) == (2, b"", "")
    *unchecked, row = rows(*paths)
    assert [(one["file"], one["rule"], one["severity"]) for one in unchecked] == [
        (path, None, "error") for path in paths[:2]
    ]
    assert all(list(one) == list(row) for one in unchecked)
    [log] = json.loads(run("lint", "--output-format", "sarif", *paths).output)["runs"]
    [invocation] = log["invocations"]
    assert (invocation["executionSuccessful"], len(invocation["toolExecutionNotifications"])) == (False, 2)
    assert "UTF-16" in invocation["toolExecutionNotifications"][1]["message"]["text"]
    [log] = json.loads(run("lint", "--output-format", "sarif", "c.txt").output)["runs"]
    assert log["invocations"] == [{"executionSuccessful": True}]


def test_a_mark_hides_nothing(folder: Path) -> None:
    for mark in (b"\xff\xfe", b"\xfe\xff"):
        Path("a.txt").write_bytes(mark + BAD.encode())
        assert [row["rule"] for row in rows("a.txt")] == ["user_is_host"]
        assert [row["rule"] for row in rows("--diff", stdin=mark + DIFF)] == [
            row["rule"] for row in rows("--diff", stdin=DIFF)
        ]
    assert run("lint", "--diff", stdin=DIFF.decode().encode("utf-16")).status == 2


def test_octets_and_marks(folder: Path) -> None:
    Path("d.txt").write_bytes(b"\xff https://bank.example@b.example/ \xff\n")
    assert [row["column"] for row in rows("d.txt")] == [11]
    write("e.txt", "\ufeff" + BAD)
    assert [row["column"] for row in rows("e.txt")] == [13]


def test_long_files_are_read_in_pieces(folder: Path) -> None:
    line = "x https://b.example/ y\n"
    write("a.log", line * 40_000 + BAD + line * 20_000 + BAD.rstrip())
    assert [row["line"] for row in rows("a.log")] == [40_001, 60_002]


def test_severity_and_policy(folder: Path) -> None:
    write("a.txt", BAD + "https://2130706433/ https://\u0430\u0440\u0440\u04cf\u0435.example/\n")
    assert [row["rule"] for row in rows("a.txt")] == ["user_is_host", "host_notation", "not_shown"]
    assert [row["rule"] for row in rows("--severity", "error", "a.txt")] == ["user_is_host"]
    assert "not_shown" not in [row["rule"] for row in rows("--policy", "none", "a.txt")]


def test_clients(folder: Path) -> None:
    write("a.txt", "https://fa\u00df.example/\n")
    assert rows("a.txt") == rows("--clients", "browser,node", "a.txt") == []
    assert [row["rule"] for row in rows("--clients", "browser,java-17", "a.txt")] == ["clients_disagree"]
    refused = run("lint", "--clients", "browser,jav", "a.txt")
    assert (refused.status, "has no client 'jav'; did you mean 'java'" in refused.messages) == (2, True)
    assert rows("--clients", "browser", "--clients", "java", "a.txt") == rows("--clients", "browser,java", "a.txt")
    assert run("lint", "--clients", "", "a.txt").status == 2


def test_allowed_and_watched_names(folder: Path) -> None:
    write("allow.txt", "# ours\na.example\n*.b.example\n192.0.2.1\n")
    write("watch.txt", "paypal.example\n")
    write(
        "a.txt",
        "https://x.a.example/ https://b.example https://x.b.example/ https://192.0.2.1/ https://p\u0430ypal.example/\n",
    )
    found = [(row["rule"], row["goes_to"]) for row in rows("--allow", "allow.txt", "--watch", "watch.txt", "a.txt")]
    other = "xn--pypal-4ve.example"
    assert found == [("not_allowed", "b.example"), ("lookalike", other), ("not_allowed", other)]
    one, *_ = rows("--allow", write("allow.txt", "\ufeffc.example\r\n#\u2028d.example\n"), "a.txt")
    assert (one["rule"], one["goes_to"]) == ("not_allowed", "x.a.example")
    assert rows("--allow", "allow.txt", write("b.txt", "https://c.example/")) == []
    assert len(rows("--allow", "allow.txt", write("b.txt", "https://d.example/"))) == 1
    write("allow.txt", "a.example\nhttps://b.example/\n")
    refused = run("lint", "--allow", "allow.txt", "a.txt")
    assert (refused.status, "allow.txt: line 2: 'https://b.example/' cannot be allowed" in refused.messages) == (
        2,
        True,
    )


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("{} # acelabel: ignore[user_is_host]", 0),
        ("{} <!-- acelabel: ignore[link_text, user_is_host] -->", 0),
        ("{} // acelabel: ignore", 0),
        ("{} # acelabel: ignore[link_text]", 1),
        ("{} # acelabel: ignored", 1),
        ("{} # acelabel: ignore[]", 1),
        ("{} # acelabel: ignore [user_is_host]", 0),
        ("{} # acelabel: ignore [link_text]", 1),
        ("{} # acelabel: ignore:link_text", 1),
        ("{} # acelabel: ignore-next", 1),
        ("{} # acelabel: ignore (link_text)", 1),
        ("# acelabel: ignore[user_is_host]\n{}", 0),
        ("<!-- acelabel:ignore -->\n{}", 0),
        ("x # acelabel: ignore\n{}", 1),
        ("# acelabel: ignore\n\n{}", 1),
        ("{}\n# acelabel: ignore", 1),
    ],
)
def test_comments_silence(folder: Path, text: str, count: int) -> None:
    path = write("a.txt", text.format("https://bank.example@b.example/"))
    assert len(rows(path)) == count
    assert len(rows("--no-silencing", path)) == 1
    assert run("lint", path).status == count
    message = "acelabel: 1 problem silenced by comments: --no-silencing tells them, too\n"
    assert (message in run("lint", path).messages) == (count == 0)


def test_a_comment_of_the_piece_before_silences(folder: Path) -> None:
    filler = "x" * 65 + "\n"
    write("a.txt", filler * ((1 << 18) // 66) + "# acelabel: ignore\n" + BAD)
    assert rows("a.txt") == []


def test_a_baseline_leaves_out_what_was_found(folder: Path) -> None:
    write("a.txt", BAD + BAD)
    for options in (("--json",), ("--output-format", "sarif")):
        Path("known").write_bytes(run("lint", *options, "a.txt").output)
        write("a.txt", "a new line\n" + BAD + BAD)
        found = run("lint", "--baseline", "known", "a.txt")
        assert (found.status, found.output) == (0, b"")
        assert found.messages == "acelabel: 2 problems in --baseline\n"
        write("a.txt", BAD * 3)
        assert [row["line"] for row in rows("--baseline", "known", "a.txt")] == [3]
        write("a.txt", BAD + BAD)
    run_of_others = {"tool": {"driver": {"name": "x"}}, "results": [{"partialFingerprints": {"x/v1": "1"}}]}
    others = json.dumps({"runs": [run_of_others]}), json.dumps({"rule": "x", "message": "x", "fingerprint": "x:1"})
    deep = "[" * 100_000
    for text in ("{}", "[1]", "x", '{"runs": 1}', "\udcff", '{"runs": []}', deep, *others):
        assert run("lint", "--baseline", write("known", text), "a.txt").status == 2
    assert run("lint", "--baseline", write("known", ""), "a.txt").status == 1
    assert "is too deep" in run("lint", "--baseline", write("known", deep), "a.txt").messages


def test_a_baseline_has_no_silenced_problems_and_lines_end_with_feeds(folder: Path) -> None:
    write("a.txt", BAD.rstrip() + " # acelabel: ignore\n")
    Path("known").write_bytes(run("lint", "--output-format", "sarif", "a.txt").output)
    write("a.txt", BAD)
    assert run("lint", "--baseline", "known", "a.txt").status == 1
    known = run("lint", "--json", "a.txt").output.decode()
    write("known", "\ufeff" + known.replace(" is user", "\u2028is user"))
    assert run("lint", "--baseline", "known", "a.txt").status == 0
    Path("b.gz").write_bytes(b"no gzip")
    write("known", known + run("lint", "--json", "b.gz").output.decode())
    assert run("lint", "--baseline", "known", "a.txt").status == 0


DIFF = b"""\
diff --git a/old.md b/new.md
similarity index 90%
rename from old.md
rename to new.md
--- a/old.md
+++ b/new.md
@@ -1,3 +10,5 @@ def f():
 see https://bank.example@x.example/
-https://bank.example@y.example/
+https://bank.example@b.example/
++++ https://bank.example@c.example/

+[bank.example](https://b.example/)
\\ No newline at end of file
diff --git a/x.png b/x.png
index 1..2 100644
Binary files a/x.png and b/x.png differ
diff --git "a/b\\303\\274cher.txt" "b/b\\303\\274cher.txt"
new file mode 100644
--- /dev/null
+++ "b/b\\303\\274cher.txt"
@@ -0,0 +1 @@
+https://bank.example@d.example/
"""


def test_added_lines_of_a_diff() -> None:
    found = [(row["file"], row["line"], row["column"], row["goes_to"]) for row in rows("--diff", stdin=DIFF)]
    assert found == [
        ("new.md", 11, 9, "b.example"),
        ("new.md", 12, 13, "c.example"),
        ("new.md", 14, 2, "b.example"),
        ("b\u00fccher.txt", 1, 9, "d.example"),
    ]
    assert run("lint", "--diff", stdin=b"").status == 0
    # Lines that were added before the fault are checked.
    cut = run("lint", "--diff", stdin=DIFF[: DIFF.index(b"\n+[bank")])
    assert (cut.status, cut.output.count(b"\n"), "the diff is cut short" in cut.messages) == (2, 2, True)
    assert run("lint", "--diff", "--format", "jsonl", "--column", "a", stdin=DIFF).status == 2


def lines(text: bytes) -> list[Added]:
    return [*added(text.splitlines(keepends=True))]


def test_diffs_of_merges_and_of_other_programs() -> None:
    merge = b"diff --cc a\n--- a/a\n+++ b/a\n@@@ -1,3 -1,2 +1,3 @@@\n  x\n- y\n -z\n++w\n +v\n"
    assert lines(merge) == [Added("a", 2, "w\nv\n")]
    plain = (
        b"--- old/a b\t2026-11-30\n+++ new/a b\t2026-11-30\n@@ -0,0 +1,2 @@\n+x\r\n+y\n\\ No newline at end of file\n"
    )
    assert lines(plain) == [Added("new/a b", 1, "x\r\ny")]
    without = b"--- b/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+c\n"
    assert lines(without) == [Added("x", 1, "c\n")]
    assert lines(b"--- x\n+++ b/x\n@@ -1 +1 @@\n-a\n+c\n") == [Added("b/x", 1, "c\n")]
    removed = b"--- a/x\n+++ /dev/null\n@@ -1,2 +0,0 @@\n---- a\n-+++ b\n"
    assert lines(removed) == []
    renamed = b"diff --git a/x b/y\nsimilarity index 100%\nrename from x\nrename to y\n"
    merge = b"commit 0123456789abcdef\nMerge: 0123456 89abcde\n\n    a merge\n"
    assert lines(merge) == lines(b"Submodule x 0123456..89abcde:\n  > a\n") == []
    assert lines(HUNK + b"-- \n2.39.2\n\n+d\n") == [Added("x", 2, "c\n")]
    assert lines(renamed) == lines(b"Only in b: x\n") == lines(b"") == lines(b"Binary files a/x and b/x differ\n") == []


HUNK = b"--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n a\n-b\n+c\n"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (HUNK[:-3], "cut short"),
        (HUNK[:16], "cut short"),
        (HUNK[:8], "cut short"),
        (b"diff -u a b\n--- a/x\n", "cut short"),
        (HUNK + b"diff --gi", "cut short"),
        (b"@@ -1 +1 @@\n", "cut short"),
        (b"+x\n", "no diff"),
        (b"\n", "no diff"),
        (b"--- a\n... b\n", "no diff"),
        (HUNK.replace(b"+1,2", b"+1,99999999999999999999"), "line 3: the diff is damaged"),
        (HUNK.replace(b"-1,2", b"-1,x"), "line 3: the diff is damaged"),
        (HUNK.replace(b"-1,2 +", b"-1,2  +"), "line 3: the diff is damaged"),
        (HUNK.replace(b" a\n", b"a\n"), "line 4: the diff is damaged"),
        (HUNK.replace(b"-b\n", b"-b\n-b\n"), "line 6: the diff is damaged"),
        (HUNK.replace(b"-1,2", b"-1,3") + HUNK, "line 8: the diff is damaged"),
        (HUNK + b"+d\n", "line 7: the diff is damaged"),
        (HUNK.replace(b",2 @@", b",0 @@").replace(b"-1,2", b"-1,1"), "damaged"),
        (b"1c1\n< a\n---\n> b\n", "not unified"),
        (b"diff -r a/x b/x\n1,2d0\n< a\n", "not unified"),
        (b"*** a/x\n--- b/x\n***************\n*** 1 ****\n", "not unified"),
        (b"\x1b[1mdiff --git a/x b/x\x1b[m\n", "has colours"),
        (b"diff --git a/x b/x\n--- a/x\n+++ b/x\n\x1b[36m@@ -1 +1 @@\x1b[m\n", "has colours"),
        (HUNK.replace(b"+c", b"\x1b[32m+c"), "damaged"),
    ],
)
def test_what_is_no_whole_diff_is_refused(text: bytes, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        lines(text)
    refused = run("lint", "--diff", stdin=text)
    assert (refused.status, words in refused.messages) == (2, True)


def test_compressed_inputs_are_read(folder: Path) -> None:
    Path("a.md.gz").write_bytes(gzip.compress(b"[bank.example](https://b.example/)\n"))
    Path("a.txt.gz").write_bytes(gzip.compress(b"x\n" * 200_000 + BAD.encode()))
    Path("a.diff.gz").write_bytes(gzip.compress(DIFF))
    assert [row["rule"] for row in rows("a.md.gz")] == ["link_text"]
    assert [row["line"] for row in rows("a.txt.gz")] == [200_001]
    assert rows("--diff", "a.diff.gz") == rows("--diff", stdin=DIFF)
    Path("a.md.gz").write_bytes(Path("a.md.gz").read_bytes()[:-9])
    assert [row["rule"] for row in rows("a.md.gz", "a.diff.gz")][:1] == [None]


def test_lists_without_names(folder: Path) -> None:
    write("names", "https://a.example/\n\nsee a.example\n")
    refused = run("lint", "--format", "lines", "names")
    assert (refused.status, "no line holds a name" in refused.messages) == (2, True)
    write("names", "a.example\nsee a.example\n")
    found = run("lint", "--format", "lines", "names")
    assert (found.status, "names: line 2: 1 of 2 lines hold no name" in found.messages) == (0, True)
    assert run("lint", "--format", "lines", write("names", "\n")) == (0, b"", "")
    write("log", '{"x": 1}\n')
    refused = run("lint", "--format", "certstream", "log")
    assert (refused.status, "data.leaf_cert.all_domains" in refused.messages) == (2, True)
    write("log", '{"data": {"leaf_cert": {"all_domains": ["*.a.example"]}}}\n')
    assert run("lint", "--format", "certstream", "log") == (0, b"", "")


@pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
def test_diffs_that_git_writes(folder: Path) -> None:
    environment = os.environ | {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}

    def git(*arguments: str) -> bytes:
        who = ("-c", "user.name=a", "-c", "user.email=a@a.example", "-c", "commit.gpgsign=false")
        return subprocess.run(
            ["git", *who, *arguments], check=True, capture_output=True, env=environment, timeout=60
        ).stdout

    git("init", "-q")
    write("a b.txt", "".join(f"line {number}\n" for number in range(30)))
    write("gone.txt", BAD)
    Path("x.bin").write_bytes(bytes(range(256)))
    git("add", ".")
    git("commit", "-qm", "x")
    Path("a b.txt").rename('\u00fc\t".txt' if sys.platform != "win32" else "\u00fc.txt")
    new = next(path for path in Path().glob("\u00fc*"))
    write(str(new), new.read_text() + BAD.rstrip())
    write("c.md", "\n[bank.example](https://b.example/)\n")
    Path("gone.txt").unlink()
    Path("x.bin").write_bytes(bytes(range(255, -1, -1)))
    git("add", "-A")
    for options in ((), ("--no-prefix",), ("--unified=0",), ("--src-prefix=i/", "--dst-prefix=w/"), ("--no-renames",)):
        diff = git("diff", "--cached", *options)
        found = {(row["file"], row["line"], row["rule"]) for row in rows("--diff", stdin=diff)}
        assert found == {(new.name, 31, "user_is_host"), ("c.md", 2, "link_text")}, options


def test_wrong_options() -> None:
    for arguments, message in (
        (("--allow", "-"), "--allow must be a file"),
        (("--baseline", "-"), "--baseline must be a file"),
        (("--json", "--output-format", "sarif"), "cannot be combined"),
        (("--diff", "--format", "lines"), "--diff reads lines of text"),
        (("--in-place",), "unrecognized arguments"),
    ):
        refused = run("lint", *arguments)
        assert (refused.status, message in refused.messages) == (2, True), arguments
    assert "an option of lint" in run("find", "--allow", "x").messages
    assert "acelabel lint --format markdown" in run("markdown").messages


def test_sarif_of_every_kind_is_of_the_schema(folder: Path) -> None:
    write(
        "a b\u00fc.md",
        "\u00e9 https://exa\u200bmple.example/ <!-- acelabel: ignore -->\n[bank.\nexample](https://b.example/)\n" + BAD,
    )
    write("calls.jsonl", json.dumps({"url": BAD}) + "\n")
    write("bad.gz", "no gzip")
    logs = [
        json.loads(run("lint", "--output-format", "sarif", *arguments, stdin=DIFF).output)
        for arguments in (
            ("a b\u00fc.md",),
            ("--diff",),
            ("--format", "jsonl", "--column", "url", "calls.jsonl"),
            ("-s", os.devnull),
            ("-s", "bad.gz", "a b\u00fc.md"),
        )
    ]
    results = [result for log in logs for result in log["runs"][0]["results"]]
    first, *_ = results
    assert first["suppressions"] == [{"kind": "inSource"}]
    region = first["locations"][0]["physicalLocation"]
    assert region["artifactLocation"] == {"uri": "a%20b%C3%BC.md"}
    assert region["region"] == {"startLine": 1, "startColumn": 11, "endColumn": 27}
    assert {result["ruleId"] for result in results} >= {"user_is_host", "link_text", "hidden_character"}
    rules = logs[0]["runs"][0]["tool"]["driver"]["rules"]
    assert all(rules[result["ruleIndex"]]["id"] == result["ruleId"] for result in results)
    if sys.platform != "linux" or sys.version_info >= (3, 15):
        return
    jsonschema = pytest.importorskip("jsonschema")
    schema = json.loads((Path(__file__).parents[1] / "sarif" / "sarif-schema-2.1.0.json").read_text("utf-8"))
    for log in logs:
        jsonschema.Draft7Validator(schema).validate(log)
