"""A new function of columns is one row of tools/works_table.py."""

import ast
import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def tool(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(ROOT / "tools"))
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
        *("toy", "idna_toy", "Work::Toy", "errors" if refuses else "never", "text", rules, "acelabel.toy"),
        "Toys",
        "Make toys",
        "texts",
    )
    works = (*tool.WORKS, toy)
    for path, write in tool.PLACES.items():
        made = write(works)
        if path.endswith(("fields.rs", "_engines.py")):
            # Structs have rows of their own.
            assert made == write(tool.WORKS)
            continue
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
