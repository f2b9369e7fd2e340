"""Files of bounded size, bodies of functions within 60 lines and in the binding 20, comments within 120 columns and
plain; names that say what is inside. About 400 lines for a file are a habit: a file is cut where a subject ends."""

import ast
import re
from collections import Counter
from itertools import groupby
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
MOST_COLUMNS = 120
MOST_LINES_OF_A_FILE = 700
MOST_LINES_OF_A_FUNCTION = 60
MOST_LINES_OF_A_BINDING_FUNCTION = 20


def sources(*suffixes: str) -> list[Path]:
    folders = (
        "src",
        "python",
        "tests",
        "benches",
        "examples",
        "fuzz/fuzz_targets",
        "packages",
        "proofs",
        "tools",
        "docs",
        "web/src",
        "web/tests",
    )
    files = [path for folder in folders for path in (ROOT / folder).rglob("*") if path.suffix in suffixes]
    return sorted([*files, ROOT / "noxfile.py"] if ".py" in suffixes else files)


def rust_functions(text: str) -> list[tuple[str, int]]:
    """Name and lines between the braces of each function; rustfmt puts the closing one under the first letter."""
    lines = text.split("\n")
    found = []
    for start, line in enumerate(lines):
        head = re.match(r"( *)(?:pub(?:\([\w:]+\))? )?(?:const )?fn (\w+)", line)
        if head:
            opening = next(row for row in range(start, len(lines)) if lines[row].endswith(("{", "}", ";")))
            if lines[opening].endswith("{"):
                found.append((head[2], lines.index(f"{head[1]}}}", opening) - opening - 1))
    return found


def python_functions(text: str) -> list[tuple[str, int]]:
    """Name and lines of the body of each function, without its docstring."""
    found = []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            body = node.body[ast.get_docstring(node) is not None :]
            found.append((node.name, (body[-1].end_lineno or 0) - body[0].lineno + 1 if body else 0))
    return found


def without_docstrings(text: str) -> list[str]:
    """The lines that are neither empty nor a part of a docstring."""
    nodes = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef | ast.ClassDef)]
    docstrings = [node.body[0] for node in nodes if ast.get_docstring(node) is not None]
    copied = {line for node in docstrings for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)}
    return [line for number, line in enumerate(text.splitlines(), 1) if line and number not in copied]


@pytest.mark.parametrize("path", sources(".rs", ".py", ".pyi"), ids=lambda path: str(path.relative_to(ROOT)))
def test_files_are_short(path: Path) -> None:
    text = path.read_text("utf-8")
    # The docstrings of a stub file are copies, and the formatter puts empty lines around them.
    lines = without_docstrings(text) if path.suffix == ".pyi" else text.splitlines()
    assert len(lines) <= MOST_LINES_OF_A_FILE


@pytest.mark.parametrize("path", sources(".rs", ".py"), ids=lambda path: str(path.relative_to(ROOT)))
def test_functions_are_short(path: Path) -> None:
    functions = (rust_functions if path.suffix == ".rs" else python_functions)(path.read_text("utf-8"))
    in_binding = path.is_relative_to(ROOT / "src" / "binding")
    most = MOST_LINES_OF_A_BINDING_FUNCTION if in_binding else MOST_LINES_OF_A_FUNCTION
    assert {name: lines for name, lines in functions if lines > most} == {}


@pytest.mark.parametrize("path", sources(".rs"), ids=lambda path: str(path.relative_to(ROOT)))
def test_comments_are_narrow(path: Path) -> None:
    """rustfmt leaves comments as they are."""
    comments = [line for line in path.read_text("utf-8").splitlines() if re.match(r" *//", line)]
    assert [line for line in comments if len(line) > MOST_COLUMNS] == []


def wordy(text: str, marks: str) -> list[str]:
    """The comments after such marks that begin with What, Whether or How, or are wholly in parentheses."""
    lines = [re.match(rf" *(?:{marks}) ?(.*)", line) for line in text.splitlines()]
    paragraphs = [[line[1] for line in group if line] for is_comment, group in groupby(lines, bool) if is_comment]
    comments = [" ".join(paragraph).strip() for paragraph in paragraphs]
    return [comment for comment in comments if re.match(r"(What|Whether|How)\b|\(([^()]|\([^()]*\))*\)\.?$", comment)]


def commented() -> list[Path]:
    folders = [ROOT / name for name in ("src", "python", "tests", "benches", "fuzz", "packages", "proofs", "tools")]
    return [path for path in sources(".rs", ".py", ".pyi") if any(map(path.is_relative_to, folders))]


@pytest.mark.parametrize("path", commented(), ids=lambda path: str(path.relative_to(ROOT)))
def test_comments_are_plain_sentences(path: Path) -> None:
    # A docstring, too.
    marks = "//[/!]?(?= )" if path.suffix == ".rs" else '#(?= )|"""(?=.)'
    assert wordy(path.read_text("utf-8"), marks) == []


def test_no_file_is_a_drawer() -> None:
    drawers = {"util", "utils", "helper", "helpers", "common", "core", "misc"}
    # The names of modules there are part of an interface that is kept.
    free = [path for path in sources(".rs", ".py", ".pyi") if not path.is_relative_to(ROOT / "python/acelabel/compat")]
    assert [str(path.relative_to(ROOT)) for path in free if path.stem in drawers] == []


@pytest.mark.parametrize("path", sources(".rs"), ids=lambda path: str(path.relative_to(ROOT)))
def test_each_rust_file_begins_with_what_it_is_for(path: Path) -> None:
    assert path.read_text("utf-8").startswith("//! ")


def test_the_ruler_measures() -> None:
    rust = (
        "impl X {\n    fn a(\n        b: u8,\n    ) -> u8 {\n        1\n    }\n}\n"
        + "pub fn b() {\n    2;\n    3\n}\nfn c();\n"
    )
    assert rust_functions(rust) == [("a", 1), ("b", 2)]
    stub = 'class A:\n    """A."""\n\n    def b(self) -> None:\n        """B.\n\n        B.\n        """\n'
    assert without_docstrings(stub) == ["class A:", "    def b(self) -> None:"]
    wrong = ["How many.", "(A b (c).)", "(In two lines.)"]
    right = "/// The number of a (b).\n//! (A) or (b)\n"
    comments = right + "\n  // How many.\nfn a\n/// (A b (c).)\n///\n// (In two\n// lines.)\n"
    assert wordy(comments, "//[/!]?(?= )") == wrong
    assert python_functions('def a(\n    b: int,\n) -> int:\n    """Doc."""\n    b += 1\n    return b\n') == [("a", 2)]


TYPE = re.compile(r"^(?:pub(?:\([\w: ]+\))? )?(?:struct|enum|trait|type) (\w+)", re.M)
# Classes of Python that have the name of what they hold, and names of the field for two subjects.
SAID_TWICE = {
    *("Bootstring", "Explanation", "Trace", "Watchlist"),
    "Direction",  # of a conversion, and of a text (UAX #9)
    "OnError",  # of a label, and of a text of Python
}


def test_a_name_of_a_type_means_one_thing() -> None:
    files = [path for path in (ROOT / "src").rglob("*.rs") if path.name not in ("tests.rs", "fuzzed.rs")]
    shipped = [path.read_text("utf-8").partition("\n#[cfg(test)]\nmod ")[0] for path in files]
    names = Counter(name for text in shipped for name in TYPE.findall(text))
    assert {name for name, count in names.items() if count > 1} == SAID_TWICE
