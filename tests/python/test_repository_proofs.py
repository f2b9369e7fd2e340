"""Sentences of the source about its bounds are proved: each names a lemma or a room, and each lemma is named. Contracts
of bodies are recorded as proved, and the first page counts their obligations."""

import ast
import re
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
SRC = ROOT / "src"
# Its arithmetic is in what the macros of PyO3 write.
WITHOUT_BOUNDS = {SRC / "binding" / "mod.rs"}


def paragraphs(source: str) -> list[str]:
    """The comments of Rust source, one line for each paragraph."""
    found, words = [], ""
    for line in [*source.splitlines(), ""]:
        comment = re.match(r" *//[/!]? ?(.*)", line)
        if comment and comment[1]:
            words += f" {comment[1].strip()}"
        elif words:
            found.append(words.strip())
            words = ""
    return found


def cited(text: str, kind: str = "lemma") -> list[str]:
    """The names behind `lemma` and `lemmas`, or another kind."""
    lists = re.findall(rf"\b{kind}s? (`\w+`(?:(?:, | and )`\w+`)*)", text)
    return [name for names in lists for name in re.findall(r"`(\w+)`", names)]


def lemmas() -> list[str]:
    """The functions of proofs/ that are entered into the list of lemmas, which `nox -s lemmas` proves every day."""
    trees = (ast.parse(path.read_text("utf-8")) for path in sorted((ROOT / "proofs").glob("*.py")))
    functions = (node for tree in trees for node in tree.body if isinstance(node, ast.FunctionDef))
    return [node.name for node in functions if "lemma" in map(ast.unparse, node.decorator_list)]


def everything_cited(kind: str = "lemma") -> set[str]:
    return {
        name
        for path in SRC.rglob("*.rs")
        for paragraph in paragraphs(path.read_text("utf-8"))
        for name in cited(paragraph, kind)
    }


def test_every_lemma_that_is_cited_exists() -> None:
    assert everything_cited() - set(lemmas()) == set()


def test_every_room_that_is_cited_exists() -> None:
    assert everything_cited("room") - rooms() == set()


def test_every_lemma_is_cited() -> None:
    assert set(lemmas()) - everything_cited() == set()


def test_no_two_lemmas_have_one_name() -> None:
    assert len(set(lemmas())) == len(lemmas())


@pytest.mark.parametrize("path", sorted(SRC.rglob("*.rs")), ids=lambda path: str(path.relative_to(SRC)))
def test_every_sentence_on_bounds_cites_its_proof(path: Path) -> None:
    bounds = [text for text in paragraphs(path.read_text("utf-8")) if text.startswith("Bounds:")]
    assert [text for text in bounds if not cited(text) + cited(text, "room")] == []
    assert [text for text in paragraphs(path.read_text("utf-8")) if re.search(r"(?<!^)\bBounds:", text)] == []


@pytest.mark.parametrize("path", sorted(SRC.rglob("*.rs")), ids=lambda path: str(path.relative_to(SRC)))
def test_a_file_that_computes_without_checks_begins_with_its_bounds(path: Path) -> None:
    head = re.match(r"((?://!.*\n)+)(#!\[(?:allow|expect)\(.*\n)*", path.read_text("utf-8"))
    allows = head is not None and re.search(r"arithmetic_side_effects|indexing_slicing", head[2] or "")
    if allows and path not in WITHOUT_BOUNDS:
        assert head is not None
        assert any(text.startswith("Bounds:") for text in paragraphs(head[1]))


def test_every_module_of_lemmas_is_run() -> None:
    imported = {
        alias.name
        for node in ast.parse((ROOT / "proofs" / "prove.py").read_text("utf-8")).body
        if isinstance(node, ast.Import)
        for alias in node.names
    }
    with_lemmas = {path.stem for path in (ROOT / "proofs").glob("*.py") if "@lemma\n" in path.read_text("utf-8")}
    assert with_lemmas - imported == set()


@pytest.mark.parametrize(
    ("source", "name", "module", "name_there"),
    [
        ("bootstring/division.rs", "SHIFT", "room_division", "SHIFT"),
        ("bootstring/division.rs", "DIVIDENDS", "room_division", "DIVIDENDS"),
        ("bootstring/varint.rs", "PACKED", "integers", "PACKED"),
        ("bootstring/varint.rs", "FIRST_DIGITS", "integers", "PACKED"),
        ("bootstring/keys.rs", "PLACE_BITS", "room_keys", "PLACE_BITS"),
        ("bootstring/keys.rs", "BLOCK_BITS", "room_keys", "BLOCK_BITS"),
        ("bootstring/ranks.rs", "PLACES", "room_ranks", "MOST"),
        ("race/base32.rs", "MAX_OCTETS", "room_base32", "MOST_OCTETS"),
        ("race/base32.rs", "OCTETS", "room_base32", "ROOM"),
        ("unicode/stages.rs", "SHIFT", "indices", "SHIFT"),
    ],
)
def test_a_number_of_the_code_is_that_of_the_lemmas(source: str, name: str, module: str, name_there: str) -> None:
    code, lemmas_there = (SRC / source).read_text("utf-8"), (ROOT / "proofs" / f"{module}.py").read_text("utf-8")
    (here,) = re.findall(rf"^(?:pub\(super\) )?const {name}: \w+ = ([\d <]+);", code, re.M)
    (there,) = re.findall(rf"^{name_there} = ([\d *]+)$", lemmas_there, re.M)
    assert eval(here) == eval(there)


def test_the_reader_of_comments_reads() -> None:
    source = "//! A.\n//!\n//! Bounds: b (lemmas `c`,\n//! `d` and `e`).\n\nlet f = 1;\n    // See\n    // lemma `g`."
    assert paragraphs(source) == ["A.", "Bounds: b (lemmas `c`, `d` and `e`).", "See lemma `g`."]
    assert cited("Bounds: b (lemmas `c`, `d` and `e`; `h`); lemma `i`") == ["c", "d", "e", "i"]


def recorded() -> dict[str, dict[str, Any]]:
    return tomllib.loads((ROOT / "proofs" / "digests.toml").read_text("utf-8"))


def lines(paths: Iterable[Path]) -> int:
    return sum(path.read_text("utf-8").count("\n") for path in paths)


@pytest.mark.parametrize("page", ["docs/index.md", "docs/proofs.md"])
def test_pages_say_how_much_is_proved(page: str) -> None:
    """The files that the rooms name, of all; a page may be a few changes behind."""
    rooms = "".join(path.read_text("utf-8") for path in sorted((ROOT / "proofs").glob("room_*.py")))
    proved = lines(ROOT / name for name in set(re.findall(r"src/[\w/]+\.rs", rooms)))
    told = re.findall(r"\b([\d,]+) of (?:the )?([\d,]+) lines of Rust", (ROOT / page).read_text("utf-8"))
    ((part, whole),) = ([int(number.replace(",", "")) for number in pair] for pair in told)
    assert part == pytest.approx(proved, rel=0.05)
    assert whole == pytest.approx(lines(SRC.rglob("*.rs")), rel=0.05)


def test_the_prover_knows_no_name_of_this_crate() -> None:
    """It is for any crate."""
    own = re.compile(r"acelabel|bounded::|bootstring|punycode|OneRow|race::")
    prover = (ROOT / "packages" / "mirproof" / "mirproof").glob("*.py")
    assert [path.name for path in sorted(prover) if own.search(path.read_text("utf-8"))] == []


def test_contracts_name_variables_as_the_source_does() -> None:
    """Numbers of locals move with the compiler."""
    rooms = sorted((ROOT / "proofs").glob("*.py"))
    assert [path.name for path in rooms if re.search(r"\bframe\[\d|\bframe\.cell\(\d", path.read_text("utf-8"))] == []


def test_the_page_counts_the_obligations() -> None:
    (count,) = re.findall(r"([\d,]+) obligations", (ROOT / "docs" / "proofs.md").read_text("utf-8"))
    assert int(count.replace(",", "")) == sum(entry["obligations"] for entry in recorded().values())


def rooms() -> set[str]:
    return {path.stem.removeprefix("room_") for path in (ROOT / "proofs").glob("room_*.py")}


def test_every_room_with_contracts_is_proved() -> None:
    assert {key.split()[0] for key in recorded()} == rooms()


def test_mutants_of_the_bodies_are_refuted() -> None:
    assert sum(entry["mutants"] for entry in recorded().values()) >= 60


def test_every_body_that_is_proved_has_a_function() -> None:
    source = "".join(path.read_text("utf-8") for path in SRC.rglob("*.rs"))
    names = {re.sub(r"@.*|::\{.*", "", key.split()[1]).rpartition("::")[2] for key in recorded()}
    assert {name for name in names if not re.search(rf"\bfn {name}\b", source)} == set()
