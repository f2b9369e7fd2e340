"""The functions of columns follow from the rows of tools/works.py, in every module and in SQL."""

import ast
import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

import acelabel
from acelabel import _works, display, punycode, race, security, text
from acelabel._engines import sql_functions

ROOT = Path(__file__).resolve().parents[2]
# Written down once more: a row that is lost is lost in every module and in the tests that follow from the rows.
SQL = {
    "idna_encode": acelabel.to_ascii,
    "idna_decode": acelabel.to_unicode,
    "idna_display": display.to_display,
    "idna_report": acelabel.to_ascii,
    "idna_skeleton": security.skeleton,
    "idna_valid": acelabel.is_valid,
    "punycode_decode": punycode.decode,
    "punycode_encode": punycode.encode,
    "race_decode": race.decode,
    "race_encode": race.encode,
    "text_to_ascii": text.to_ascii,
    "text_to_unicode": text.to_unicode,
}


def test_the_functions_of_sql() -> None:
    assert {work.sql: work.function() for work in _works.WORKS if work.sql is not None} == SQL
    tried = {f"try_{name}" for name in SQL if name.endswith(("code",)) and not name.startswith("text")}
    assert {name for name, _ in sql_functions("uts46", "strict")} == SQL.keys() | tried


def test_the_functions_of_columns() -> None:
    from acelabel import arrow

    assert {"Column", *(work.name for work in _works.WORKS)} == set(arrow.__all__)


@pytest.fixture
def tool() -> ModuleType:
    """The tool, where the source is: the suite runs against a wheel, too."""
    spec = importlib.util.spec_from_file_location("works", ROOT / "tools" / "works.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["works"] = module
    spec.loader.exec_module(module)
    return module


def defined(tree: ast.AST) -> dict[str, ast.FunctionDef]:
    return {node.name: node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}


@pytest.mark.parametrize("refuses", [True, False])
@pytest.mark.parametrize("rules", ["profile", "policy", "none"])
def test_a_toy_work_is_one_row(tool: ModuleType, refuses: bool, rules: str) -> None:
    """Each module gets its function, with the arguments that the row says and a docstring."""
    toy = tool.Work(
        *("toy", "idna_toy", "Work::Toy", "chosen" if refuses else "keep", rules, "acelabel.toy"),
        "Toys",
        "Make toys",
        "texts",
    )
    works = (*tool.WORKS, toy)
    for path, write in tool.PLACES.items():
        made = write(works)
        assert "toy" in made
        assert "toy" not in write(tool.WORKS)
        if not path.endswith(".py") or path.endswith("_works.py"):
            continue
        functions = defined(ast.parse(f"class Methods:\n{made}" if "(self" in made else made))

        arguments = functions["toy"].args
        names = {argument.arg for argument in [*arguments.args, *arguments.kwonlyargs]}
        assert bool(names & {"errors", "strict"}) == refuses
        assert names & {"profile", "policy"} == {rules} - {"none"}
        assert ast.get_docstring(functions["toy"])
    assert ("try_idna_toy" in tool.document(works)) == refuses
    assert '("toy", Work::Toy, ' in tool.rust(works)
