"""Every example of the documents and docstrings runs, and what the documents name exists."""

import ast
import doctest
import importlib
import json
import os
import pkgutil
import re
import subprocess
import sys
from pathlib import Path
from typing import get_origin

import pytest
from documented import blocks, failures_of, failures_of_document

import acelabel
from acelabel import AceError, bootstring, clients, email, host, labels, text
from acelabel.cli.failures import RecordError

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text("utf-8")
# Their examples run where these are installed: test_engines_dask.py and so on, test_repository_frameworks.py.
ELSEWHERE = ("dask", "frameworks", "ray", "scale", "spark")
# One screen.
MOST_LINES_OF_THE_README = 60
MOST_RULES_OF_TEXT = 15
MOST_PAGES, MOST_WORDS = 38, 48_000
# A session writes the tables of these pages.
WRITTEN = ("benchmarks", "differences", "errors", "programs", "rates", "scale")
PAGES = [path for path in sorted((ROOT / "docs").glob("*.md")) if path.stem not in ELSEWHERE]
DOCUMENTS = [README, *(path.read_text("utf-8") for path in PAGES)]


def shell(command: str, folder: Path = ROOT) -> subprocess.CompletedProcess[str]:
    """Run a command where `acelabel` is the one that is installed."""
    environment = os.environ | {"PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])}
    return subprocess.run(
        ["bash", "-c", command], capture_output=True, encoding="utf-8", env=environment, cwd=folder, timeout=300
    )


@pytest.mark.parametrize("text", DOCUMENTS, ids=lambda text: text.partition("\n")[0].removeprefix("# "))
def test_python_examples(text: str) -> None:
    assert failures_of_document(text) == ""


@pytest.mark.parametrize("text", DOCUMENTS, ids=lambda text: text.partition("\n")[0].removeprefix("# "))
def test_shell_examples(text: str, tmp_path: Path) -> None:
    for command, expected in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", "".join(blocks("console", text)), re.M):
        answer = shell(command, tmp_path)
        assert (command, answer.stdout + answer.stderr) == (command, expected)


def test_the_readme_has_two_commands_and_the_site_six_examples() -> None:
    assert len(blocks("sh", README)) == 2
    assert blocks("sh", README)[0].splitlines()[-1].partition(" && ")[2].startswith("echo ")
    _, _, examples = (ROOT / "docs" / "index.md").read_text("utf-8").partition("## Six examples\n")
    assert len(blocks("(?:pycon|console)", examples)) == 6


def test_the_readme_is_short() -> None:
    """A name, its error and a column, two lines of shell, eight tasks with their pages, two commands and the ratios."""
    python, shell = "".join(blocks("pycon", README)), "".join(blocks("console", README))
    assert (python.count(">>> "), shell.count("$ ")) == (4, 2)
    tasks = re.findall(r"^- .*\[.*?\]\(docs/[\w-]+\.md", README, re.M)
    assert len(tasks) == 8
    assert "docs/names.md#what-it-does-not-do" in README
    assert len(README.splitlines()) <= MOST_LINES_OF_THE_README


def test_the_pages_are_few_and_short() -> None:
    """Tables that a session writes are left out; so are pages that are made, as they are not in git."""
    files = subprocess.run(
        ["git", "ls-files", "docs/*.md", "docs/*.ipynb"], capture_output=True, encoding="utf-8", cwd=ROOT, timeout=60
    )
    if files.returncode:
        pytest.skip("no checkout")
    pages = [ROOT / name for name in files.stdout.split()]
    assert 0 < len(pages) <= MOST_PAGES
    words = 0
    for page in (page for page in pages if page.suffix == ".md"):
        lines = page.read_text("utf-8").splitlines()
        words += len(" ".join(line for line in lines if page.stem not in WRITTEN or line[:1] != "|").split())
    assert words <= MOST_WORDS


def test_ci_runs_the_second_command_of_the_readme() -> None:
    assert (ROOT / ".ci" / "run").read_text("utf-8").endswith("\n" + blocks("sh", README)[1])


def modules() -> list[str]:
    found = pkgutil.walk_packages(acelabel.__path__, "acelabel.")
    without = ("__main__", *ELSEWHERE)
    return ["acelabel", *(module.name for module in found if module.name.rpartition(".")[2] not in without)]


@pytest.mark.parametrize("name", modules())
def test_docstring_examples(name: str) -> None:
    for examples in doctest.DocTestFinder().find(importlib.import_module(name)):
        assert failures_of(examples) == ""


@pytest.mark.parametrize("name", modules())
def test_every_public_thing_is_documented(name: str) -> None:
    module = importlib.import_module(name)
    things = [getattr(module, public) for public in getattr(module, "__all__", [])]
    assert module.__doc__
    # The alias of a type has its documentation beside it, where type checkers and editors read it.
    assert [thing for thing in things if callable(thing) and not thing.__doc__ and not get_origin(thing)] == []


ERRORS_OF_CODECS, ERRORS_OF_COMMANDS = (
    re.findall(r"^\| `(\w+)` \| (.*?) \|.*\| `(.*)` \| (\d+|none) \|$", section, re.M)
    for section in (ROOT / "docs" / "errors.md").read_text("utf-8").split("## The command line")
)


@pytest.mark.parametrize(("code", "message", "example", "offset"), ERRORS_OF_CODECS)
def test_examples_of_the_error_codes(code: str, message: str, example: str, offset: str) -> None:
    modules = {"clients": clients, "email": email, "host": host, "labels": labels}
    with pytest.raises(AceError) as caught:
        raise eval(example, vars(acelabel) | modules | {"Bootstring": bootstring.PUNYCODE.replace})
    assert (caught.value.code, caught.value.offset) == (code, int(offset))
    # The character at fault is named in place of "the character", and the length found is told.
    predicate = message.removeprefix("the character").removeprefix("the code point").removesuffix(" in ASCII form")
    assert predicate in caught.value.reason
    assert f": {caught.value.reason}" in str(caught.value)


SENTENCES = re.findall(
    r"^\| `(\w+)` \| (RFC \d+ \w+ [\w. ]+) \| (.*?) \| `(.*)` \|$",
    (ROOT / "docs" / "errors.md").read_text("utf-8"),
    re.M,
)


@pytest.mark.parametrize(("code", "source", "sentence", "example"), SENTENCES)
def test_each_rule_of_neighbours_and_directions_has_its_sentence(
    code: str, source: str, sentence: str, example: str
) -> None:
    with pytest.raises(AceError) as caught:
        raise eval(example, vars(acelabel))
    assert (caught.value.code, caught.value.hint) == (code, sentence)
    assert source in sentence or code == f"bidi_rule_{source[-1]}"


def test_no_rule_is_without_a_sentence() -> None:
    sources = [f"RFC 5892 appendix A.{number}" for number in range(1, 10)]
    assert [source for _, source, *_ in SENTENCES] == [*sources, *(f"RFC 5893 section 2 rule {n}" for n in range(1, 7))]


def test_the_error_codes_are_those_of_the_vectors() -> None:
    rows = json.loads((ROOT / "tests" / "vectors" / "errors.json").read_text("utf-8"))["rows"]
    assert {code for code, *_ in ERRORS_OF_CODECS} == {row["code"] for row in rows}


@pytest.mark.parametrize(("code", "message", "example", "offset"), ERRORS_OF_COMMANDS)
def test_examples_of_the_codes_of_the_command_line(code: str, message: str, example: str, offset: str) -> None:
    answer = shell(example)
    place = "" if offset == "none" else f" at offset {offset}"
    assert answer.returncode == 1
    assert answer.stderr.startswith(f"acelabel: argument 1: {code}{place}: {message}\n")


def test_the_codes_of_the_command_line_are_listed() -> None:
    assert {code: message for code, message, *_ in ERRORS_OF_COMMANDS} == RecordError.PHRASES


def laws() -> list[tuple[str, str]]:
    """File and function of every test that docs/laws.md names."""
    return re.findall(r"`([\w/]+\.(?:py|rs))::(\w+)`", (ROOT / "docs" / "laws.md").read_text("utf-8"))


@pytest.mark.parametrize(("file", "name"), laws())
def test_the_test_of_a_law_exists(file: str, name: str) -> None:
    source = (ROOT / "tests" / file).read_text("utf-8")
    if file.endswith(".rs"):
        assert re.search(rf"fn {name}\(", source)
        assert f"mod {Path(file).stem};" in (ROOT / "tests" / "rust" / "main.rs").read_text("utf-8")
    else:
        assert name in {node.name for node in ast.parse(source).body if isinstance(node, ast.FunctionDef)}


def rules_of_text() -> list[list[str]]:
    """The cells of each row of the table of docs/text.md."""
    page = (ROOT / "docs" / "text.md").read_text("utf-8")
    _, _, *rows = re.findall(r"^\| (.*) \|$", page, re.M)
    return [[cell.strip() for cell in re.split(r"(?<!\\)\|", row)] for row in rows]


def test_the_rules_of_text_are_a_short_table() -> None:
    assert 0 < len(rules_of_text()) <= MOST_RULES_OF_TEXT
    assert {len(cells) for cells in rules_of_text()} == {4}


@pytest.mark.parametrize(("rule", "example", "functions"), [(row[0], row[1], row[3]) for row in rules_of_text()])
def test_each_rule_of_text_has_its_functions_and_finds_its_example(rule: str, example: str, functions: str) -> None:
    named = re.findall(r"`(\w+\.rs)::(\w+)`", functions)
    assert functions == ", ".join(f"`{file}::{name}`" for file, name in named) != ""
    for file, name in named:
        source, _, _ = (ROOT / "src" / "text" / file).read_text("utf-8").partition("\n#[cfg(test)]\nmod tests")
        assert re.search(rf"\bfn {name}\b", source), (file, name)
    line = re.sub(r"\*\*|`", "", example)
    everywhere, defanged = "`everywhere=True`" in rule, "`defanged=True`" in rule
    found = text.find(line, tlds={"example"}, everywhere=everywhere, defanged=defanged)
    assert [line[one.start : one.end] for one in found] == re.findall(r"\*\*`(.*?)`\*\*", example) != []


def test_there_is_one_recipe_for_server_side_requests() -> None:
    pages = {path.name: path.read_text("utf-8") for path in (ROOT / "docs").glob("*.md")}
    assert [name for name in pages if "getaddrinfo" in pages[name]] == ["host.md"]
    links = [link for text in pages.values() for link in re.findall(r"\((\S*)#server-side-requests\)", text)]
    assert set(links) == {"host.md"}
    assert len(links) > 2


def test_every_link_to_a_file_leads_somewhere() -> None:
    for path in [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")]:
        links = re.findall(r"\]\((?!\w+:|#)([^)#]+)", path.read_text("utf-8"))
        assert [link for link in links if not (path.parent / link).exists()] == []
