"""The rooms of src/ and of the package know only what CONTRIBUTING.md's table lets them know."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SRC = ROOT / "src"
PACKAGE = ROOT / "python" / "acelabel"
WITH_UNSAFE = {
    # Strings across the border.
    SRC / "binding" / "text.rs",
    *(SRC / "binding" / "text" / f"{name}.rs" for name in ("direct", "limited")),
    # The structs of the Arrow C interface.
    *(SRC / "binding" / "arrow" / f"{name}.rs" for name in ("structs", "field", "import", "array", "export")),
    # A section of the module.
    SRC / "binding" / "crates.rs",
    # Vectors.
    SRC / "works" / "scan.rs",
    # Pages of the memory of large results.
    SRC / "pages.rs",
}
MOST_LINES_OF_ARROW_WITH_UNSAFE = 400


def room_of(path: Path) -> str:
    """The room a source file stands in: src/race/base32.rs is in `race`, src/punycode.rs is `punycode`."""
    return path.relative_to(SRC).with_suffix("").parts[0]


def rust_files() -> list[Path]:
    return [path for path in sorted(SRC.rglob("*.rs")) if path.name != "lib.rs"]


def table_of_rooms() -> dict[str, set[str]]:
    """Room -> every room it may use, read from the table and closed over what those rooms stand on."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(\w+)` \| ([^|]*) \|", text, re.M)
    stands_on = {room: set(re.findall(r"`(\w+)`", cell)) for room, cell in rows}
    for room in stands_on:
        for _ in stands_on:
            stands_on[room] |= {further for used in stands_on[room] for further in stands_on[used]}
    return stands_on


def without_comments(source: str) -> str:
    """Rust source without line comments, strings and characters, in which no import can stand."""
    return re.sub(r"""'(?:[^'\\]|\\.)'|"(?:[^"\\]|\\.)*"|//[^\n]*""", "", source)


def heads_of_group(text: str) -> list[str]:
    """The first name of each path in `a::{...}, b, c::d}`: text begins after an opening brace."""
    heads, depth, word = [], 0, ""
    for character in text:
        if depth == 0 and character in ",}":
            heads.append(word.strip())
            word = ""
            if character == "}":
                break
        else:
            depth += {"{": 1, "}": -1}.get(character, 0)
            word += character
    return [match[0] for head in heads if (match := re.match(r"\w+", head))]


def inline_modules(code: str) -> list[range]:
    """Where `mod name { ... }` begins and ends: there `super` is the file's own module."""
    spans = []
    for head in re.finditer(r"\bmod \w+ \{", code):
        end, depth = head.end(), 1
        while depth > 0:
            depth += {"{": 1, "}": -1}.get(code[end], 0)
            end += 1
        spans.append(range(head.start(), end))
    return spans


def names_at_root(code: str, depth: int) -> list[str]:
    """The names that the code takes from the root of the crate, below which it stands `depth` modules deep."""
    names: list[str] = []
    spans = inline_modules(code)
    for path in re.finditer(r"\b(crate|super(?:::super)*)::(\w+|\{)", code):
        above = depth + sum(path.start() in span for span in spans)
        if path[1] == "crate" or path[1].count("super") == above:
            names += heads_of_group(code[path.end() :]) if path[2] == "{" else [path[2]]
    return names


def test_the_table_lists_the_rooms_there_are() -> None:
    assert set(table_of_rooms()) == {room_of(path) for path in rust_files()}


def test_the_table_has_no_circle() -> None:
    assert [room for room, used in table_of_rooms().items() if room in used] == []


@pytest.mark.parametrize("path", rust_files(), ids=lambda path: str(path.relative_to(SRC)))
def test_no_import_crosses_a_wall(path: Path) -> None:
    rooms = table_of_rooms()
    reexports = {
        name: room
        for room, names in re.findall(r"^pub use (\w+)::\{?([^;}]*)", (SRC / "lib.rs").read_text("utf-8"), re.M)
        for name in re.findall(r"\w+", names)
    }
    parts = path.relative_to(SRC).with_suffix("").parts
    depth = len(parts) - (parts[-1] == "mod")
    used = {reexports.get(name, name) for name in names_at_root(without_comments(path.read_text("utf-8")), depth)}
    room = room_of(path)
    assert used - {room} <= rooms[room]


@pytest.mark.parametrize("path", rust_files(), ids=lambda path: str(path.relative_to(SRC)))
def test_only_the_binding_knows_python(path: Path) -> None:
    knows = re.search(r"\bpyo3\b", without_comments(path.read_text("utf-8"))) is not None
    assert not knows or room_of(path) == "binding"


def test_the_binding_is_behind_its_feature() -> None:
    assert re.search(r'#\[cfg\(feature = "python"\)\]\n(pub )?mod binding;', (SRC / "lib.rs").read_text("utf-8"))


def unsafe_lines(source: str) -> list[int]:
    """Where `unsafe` stands in the code, as places in the list of lines."""
    return [row for row, line in enumerate(source.split("\n")) if re.search(r"\bunsafe\b", without_comments(line))]


def reason_above(lines: list[str], row: int) -> str:
    """The comment right above a line, attributes passed over."""
    above = []
    for line in reversed(lines[:row]):
        if not line.lstrip().startswith(("//", "#[")):
            break
        above.append(line)
    return "\n".join(reversed(above))


def test_unsafe_code_is_where_it_is_needed() -> None:
    assert {path for path in SRC.rglob("*.rs") if unsafe_lines(path.read_text("utf-8"))} == WITH_UNSAFE
    head = (SRC / "lib.rs").read_text("utf-8")
    assert "#![deny(unsafe_code)]" in head
    forbidden = set(re.findall(r"^#\[forbid\(unsafe_code\)\]\n(?:pub )?mod (\w+)\b", head, re.M))
    assert forbidden == {room_of(path) for path in rust_files()} - {"binding", "pages", "works"}


def test_the_structs_of_arrow_cost_few_unsafe_lines() -> None:
    """With more of them, a crate for Arrow would cost less than it does."""
    lines = [len(unsafe_lines(path.read_text("utf-8"))) for path in (SRC / "binding" / "arrow").glob("*.rs")]
    assert sum(lines) <= MOST_LINES_OF_ARROW_WITH_UNSAFE


@pytest.mark.parametrize("path", sorted(WITH_UNSAFE), ids=lambda path: path.name)
def test_every_unsafe_line_says_why_it_is_sound(path: Path) -> None:
    lines = path.read_text("utf-8").split("\n")
    silent = [
        lines[row]
        for row in unsafe_lines("\n".join(lines))
        if not re.search(r"// SAFETY: \S|/// # Safety\n", reason_above(lines, row))
    ]
    assert silent == []


def test_the_finder_sees_every_unsafe_line() -> None:
    source = "// SAFETY: a.\n#[inline]\nunsafe { b() }\n// unsafe\nlet c = unsafe { d() };"
    assert unsafe_lines(source) == [2, 4]
    assert reason_above(source.split("\n"), 2) == "// SAFETY: a.\n#[inline]"
    assert "SAFETY" not in reason_above(source.split("\n"), 4)


def test_the_finder_sees_every_form_of_import() -> None:
    code = "use crate::{error::{Error, ErrorKind}, race}; use super::super::bootstring::encode; crate::punycode::x();"
    assert names_at_root(code, 2) == ["error", "race", "bootstring", "punycode"]
    assert names_at_root("mod inner { use super::own; use super::super::race; }", 1) == ["race"]


def imports_of(path: Path) -> set[str]:
    """Return what a module of the package imports: packages by name, modules of its own package as `acelabel.name`."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            module = f"acelabel.{node.module or ''}".rstrip(".") if node.level else node.module
            found |= {f"{module}.{alias.name}" for alias in node.names}
    return {".".join(name.split(".")[: 2 if name.startswith("acelabel") else 1]) for name in found}


@pytest.mark.parametrize("path", sorted(PACKAGE.rglob("*.py")), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_only_the_command_line_knows_the_command_line(path: Path) -> None:
    if {"cli", "__main__"}.isdisjoint(path.relative_to(PACKAGE).with_suffix("").parts):
        assert imports_of(path).isdisjoint({"argparse", "rich", "acelabel.cli", "acelabel.__main__"})
