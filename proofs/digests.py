"""`proofs/digests.toml`: for each contract a digest of all that its proof rests on, and the number of obligations."""

import ast
import hashlib
import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, cast

import z3

import mirproof
from mirproof.compiled import plain
from mirproof.mir import Bodies
from mirproof.prover import Outcome

HERE = Path(__file__).resolve().parent
FILE = HERE / "digests.toml"


def recorded() -> dict[str, dict[str, Any]]:
    return cast("dict[str, dict[str, Any]]", tomllib.loads(FILE.read_text("utf-8"))) if FILE.exists() else {}


def path_of(name: str) -> Path:
    """The file of a module of this folder or of mirproof."""
    folder = Path(mirproof.__file__).parent if name.startswith("mirproof.") else HERE
    return folder / f"{name.removeprefix('mirproof.')}.py"


@cache
def imported(name: str) -> list[str]:
    """The modules that a module imports; one that is neither here nor of mirproof imports nothing that counts."""
    found: list[str] = []
    for node in ast.walk(ast.parse(path_of(name).read_text("utf-8"))) if path_of(name).exists() else ():
        if isinstance(node, ast.ImportFrom):
            is_folder = node.module == "mirproof"
            found += [f"mirproof.{each.name}" for each in node.names] if is_folder else [node.module or ""]
        elif isinstance(node, ast.Import):
            found += [each.name for each in node.names]
    return found


@cache
def files_of(name: str) -> set[str]:
    """A module of this folder or of mirproof, and those that it imports."""
    found, waiting = set[str](), [name]
    while waiting:
        one = waiting.pop()
        if one not in found and path_of(one).exists():
            found.add(one)
            waiting += imported(one)
    return found


@cache
def code(name: str) -> str:
    """A module without its comments and docstrings."""
    tree = ast.parse(path_of(name).read_text("utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef | ast.Module) and ast.get_docstring(node) is not None:
            node.body = node.body[1:] or [ast.Pass()]
    return ast.unparse(tree)


def digest(bodies: list[str], key: str, texts: Mapping[str, Bodies]) -> str:
    """Of the solver, the files of the proof and the texts of the bodies."""
    parts = [z3.get_version_string()]
    always = ("mirproof.library_iterators", "mirproof.prover", "own_types", "room_bounded")
    files = {each for name in (f"room_{key.split()[0]}", *always) for each in files_of(name)}
    parts += [code(name) for name in sorted(files)]
    for each in texts.values():
        parts += [plain(body) for name in bodies for body in each.get(name, [])]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def entry(outcome: Outcome, texts: Mapping[str, Bodies]) -> dict[str, Any]:
    found = {"digest": digest(outcome.used, outcome.key, texts), "obligations": outcome.obligations}
    return found | {"assumed": len(outcome.assumed), "mutants": outcome.refuted, "bodies": outcome.used}


def differs(record: dict[str, Any] | None, key: str, texts: Mapping[str, Bodies]) -> bool:
    """Return whether anything is not as it was when the contract was proved."""
    return record is None or digest(record["bodies"], key, texts) != record["digest"]


def write(entries: dict[str, dict[str, Any]], keys: Iterable[str]) -> None:
    """Write the entries of contracts that were proved now, and those of others as they were."""
    entries = recorded() | entries
    lines = ["# Written by `nox -s proofs -- all`, and of a room by `nox -s proofs -- ROOM`."]
    for key, found in sorted((key, entries[key]) for key in keys if key in entries):
        bodies = ", ".join(f'"{name}"' for name in found["bodies"])
        lines += ["", f'["{key}"]', f'digest = "{found["digest"]}"', f"obligations = {found['obligations']}"]
        lines += [f"assumed = {found['assumed']}", f"mutants = {found['mutants']}", f"bodies = [{bodies}]"]
    FILE.write_text("\n".join(lines) + "\n", encoding="utf-8")
