"""No circle between files: the names that two files share are defined in a third, on which both stand."""

from pathlib import Path

import pytest
from arrows_between_files import Arrow, arrows_of_python, arrows_of_rust, circles

ROOT = Path(__file__).parents[2]


def modules_in(folder: Path, root: Path) -> dict[str, Path]:
    """The modules of a folder by their names, as they are imported with `root` on the path."""
    files = {".".join(path.relative_to(root).with_suffix("").parts): path for path in sorted(folder.rglob("*.py"))}
    return {name.removesuffix(".__init__"): path for name, path in files.items()}


# Folders of Python, and where the names of their modules begin: scripts find their neighbours by their names alone.
FOLDERS = {
    "python/acelabel": "python",
    "packages/mirproof/mirproof": "packages/mirproof",
    "packages/mirproof/examples": "packages/mirproof/examples",
    "packages/mirproof/tests": "packages/mirproof/tests",
    "packages/acelabel-idna": "packages/acelabel-idna",
    "benches": "benches",
    "proofs": "proofs",
    "tools": "tools",
}
CRATES = ("src/lib.rs", "benches/core/src/lib.rs")


def told(arrows: list[Arrow]) -> list[str]:
    """The shortest circles, each with the lines that close it: two where two files know each other."""
    return [" ... ".join(str(arrow).replace(f"{ROOT}/", "") for arrow in circle) for circle in circles(arrows)]


@pytest.mark.parametrize("crate", CRATES)
def test_files_of_rust_make_no_circle(crate: str) -> None:
    assert told(arrows_of_rust(ROOT / crate)) == []


@pytest.mark.parametrize(("folder", "root"), FOLDERS.items())
def test_files_of_python_make_no_circle(folder: str, root: str) -> None:
    assert told(arrows_of_python(modules_in(ROOT / folder, ROOT / root))) == []


def test_every_folder_of_python_is_looked_at() -> None:
    files = [
        path
        for folder in ("python", "tools", "proofs", "benches", "packages")
        for path in (ROOT / folder).rglob("*.py")
    ]
    seen = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py")]
    assert sorted(files) == sorted(seen)


def test_the_readers_see_the_arrows_there_are() -> None:
    rust, python = (
        arrows_of_rust(ROOT / "src/lib.rs"),
        arrows_of_python(modules_in(ROOT / "python/acelabel", ROOT / "python")),
    )
    pairs = {
        (arrow.file.relative_to(ROOT).as_posix(), arrow.to.relative_to(ROOT).as_posix()) for arrow in rust + python
    }
    assert {
        ("src/punycode.rs", "src/bootstring/encode.rs"),
        ("src/binding/domain.rs", "src/binding/many.rs"),
        ("src/binding/mod.rs", "src/binding/zone.rs"),
        ("src/label/rules/bidi.rs", "src/label/rules/report.rs"),
        ("python/acelabel/email.py", "python/acelabel/_errors.py"),
        ("python/acelabel/cli/options.py", "python/acelabel/cli/parser.py"),
    } <= pairs


def made(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def lines_of(arrows: list[Arrow], folder: Path) -> list[list[str]]:
    """For each circle its lines: the file and the number."""
    return [
        sorted(f"{arrow.file.relative_to(folder).as_posix()}:{arrow.line}" for arrow in circle)
        for circle in circles(arrows)
    ]


LIB = "mod one;\nmod two;\npub use one::One;\n"
RUST_CIRCLES = {
    "use": ("use crate::two::Two;\npub struct One(Two);\n", "\nuse super::one::One;\npub struct Two(Option<One>);\n"),
    "group": (
        "use super::{two::{Two as Other, more}};\npub struct One(Other);\n",
        "use crate::One;\npub struct Two;\npub fn more(_: One) {}\n",
    ),
    "path": (
        "pub struct One;\npub fn work() {\n    super::two::work();\n}\n",
        "use crate::one;\npub fn work() {\n    one::work();\n}\n",
    ),
    "glob": (
        "use crate::two::*;\npub fn one() {\n    two();\n}\npub struct One;\n",
        "pub fn two() {\n    crate::one::one();\n}\n",
    ),
    "macro": (
        "macro_rules! one { () => { $crate::two::two() }; }\npub(crate) use one;\npub struct One;\n",
        "use crate::one::one;\npub fn two() {\n    one!();\n}\n",
    ),
}


@pytest.mark.parametrize(
    ("form", "lines"),
    [
        ("use", ["one.rs:1", "two.rs:2"]),
        ("group", ["one.rs:1", "two.rs:1"]),
        ("path", ["one.rs:3", "two.rs:3"]),
        ("glob", ["one.rs:3", "two.rs:2"]),
        ("macro", ["one.rs:1", "two.rs:1"]),
    ],
)
def test_two_files_of_rust_that_know_each_other_are_told(tmp_path: Path, form: str, lines: list[str]) -> None:
    one, two = RUST_CIRCLES[form]
    made(tmp_path, {"lib.rs": LIB, "one.rs": one, "two.rs": two})
    assert lines_of(arrows_of_rust(tmp_path / "lib.rs"), tmp_path) == [lines]


def test_a_parent_that_reexports_makes_no_circle_and_one_that_defines_does(tmp_path: Path) -> None:
    child = "use super::other::Other;\npub struct Child(Other);\n"
    files = {"lib.rs": "mod room;\n", "room/other.rs": "pub struct Other;\n", "room/child.rs": child}
    head = "//! A room: `child::Child`.\nmod child;\nmod other;\npub use child::Child;\n"
    made(tmp_path, {**files, "room/mod.rs": f"{head}pub use other::Other;\n"})
    assert lines_of(arrows_of_rust(tmp_path / "lib.rs"), tmp_path) == []
    made(tmp_path, {"room/mod.rs": f"{head}pub struct Shared(Child);\n"})
    made(tmp_path, {"room/child.rs": "pub struct Child(Option<Box<super::Shared>>);\n"})
    assert lines_of(arrows_of_rust(tmp_path / "lib.rs"), tmp_path) == [["room/child.rs:1", "room/mod.rs:5"]]


def test_comments_strings_tests_and_variables_are_no_arrows(tmp_path: Path) -> None:
    one = "use crate::two::two;\npub struct One;\npub fn one() {\n    two();\n}\n"
    two = (
        "// crate::one::one();\n/* crate::one::one() */\nuse crate::one as _;\n"
        "pub fn two() -> (&'static str, char) {\n    let one = \"crate::one::one()\";\n    (one, '\"')\n}\n"
        "#[cfg(test)]\nmod tests {\n    use crate::one::one;\n}\n"
    )
    made(tmp_path, {"lib.rs": LIB, "one.rs": one, "two.rs": two})
    assert lines_of(arrows_of_rust(tmp_path / "lib.rs"), tmp_path) == []


PYTHON_CIRCLES = {
    "from": ("from room.two import two\n", "\nfrom .one import one\n"),
    "module": ("import room.two\n", "from . import one\n"),
    "inside": ("def one():\n    from room.two import two\n", "from room.one import one\n"),
    "types": ("from room.two import two\n", "if TYPE_CHECKING:\n    from room.one import One\n"),
    "through": ("from room.two import two\n", "from room import One\n"),
}


@pytest.mark.parametrize(
    ("form", "lines"),
    [
        ("from", ["room/one.py:1", "room/two.py:2"]),
        ("module", ["room/one.py:1", "room/two.py:1"]),
        ("inside", ["room/one.py:2", "room/two.py:1"]),
        ("types", ["room/one.py:1", "room/two.py:2"]),
        ("through", ["room/one.py:1", "room/two.py:1"]),
    ],
)
def test_two_files_of_python_that_know_each_other_are_told(tmp_path: Path, form: str, lines: list[str]) -> None:
    one, two = PYTHON_CIRCLES[form]
    made(tmp_path, {"room/__init__.py": "from room.one import One\n", "room/one.py": one, "room/two.py": two})
    assert lines_of(arrows_of_python(modules_in(tmp_path, tmp_path)), tmp_path) == [lines]


def test_a_package_that_reexports_makes_no_circle_and_one_that_defines_does(tmp_path: Path) -> None:
    made(tmp_path, {"room/__init__.py": "from room.one import One\n", "room/one.py": "import room\n"})
    assert lines_of(arrows_of_python(modules_in(tmp_path, tmp_path)), tmp_path) == []
    made(tmp_path, {"room/__init__.py": "from room.one import One\n\nTWO = One\n"})
    assert lines_of(arrows_of_python(modules_in(tmp_path, tmp_path)), tmp_path) == [
        ["room/__init__.py:1", "room/one.py:1"]
    ]


def test_a_longer_circle_is_told_line_by_line(tmp_path: Path) -> None:
    files = {f"{name}.py": f"from {other} import x\n" for name, other in ("ab", "bc", "ca", "da")}
    made(tmp_path, files)
    assert lines_of(arrows_of_python(modules_in(tmp_path, tmp_path)), tmp_path) == [["a.py:1", "b.py:1", "c.py:1"]]
