"""`proofs/digests.toml`: for each contract a digest of all that its proof rests on, and the number of obligations."""

import ast
import hashlib
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, cast

import shipped
import z3
from prover import Outcome

HERE = Path(__file__).resolve().parent
FILE = HERE / "digests.toml"


def recorded() -> dict[str, dict[str, Any]]:
    return cast("dict[str, dict[str, Any]]", tomllib.loads(FILE.read_text("utf-8"))) if FILE.exists() else {}


def files_of(name: str, found: set[str] | None = None) -> set[str]:
    """A module of this folder and those that it imports."""
    found = set() if found is None else found
    path = HERE / f"{name}.py"
    if name not in found and path.exists():
        found.add(name)
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            names += [each.name for each in node.names] if isinstance(node, ast.Import) else []
            for each in names:
                files_of(each, found)
    return found


def code(name: str) -> str:
    """A module without its comments and docstrings."""
    tree = ast.parse((HERE / f"{name}.py").read_text("utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef | ast.Module) and ast.get_docstring(node) is not None:
            node.body = node.body[1:] or [ast.Pass()]
    return ast.unparse(tree)


def digest(bodies: list[str], key: str, texts: Mapping[str, shipped.Bodies]) -> str:
    """Of the solver, the files of the proof and the texts of the bodies."""
    parts = [z3.get_version_string()]
    files = files_of(f"room_{key.split()[0]}") | files_of("library_iterators") | {"prover", "room_bounded"}
    parts += [code(name) for name in sorted(files)]
    for each in texts.values():
        parts += [shipped.plain(body) for name in bodies for body in each.get(name, [])]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def entry(outcome: Outcome, texts: Mapping[str, shipped.Bodies]) -> dict[str, Any]:
    found = {"digest": digest(outcome.used, outcome.key, texts), "obligations": outcome.obligations}
    return found | {"assumed": len(outcome.assumed), "mutants": outcome.refuted, "bodies": outcome.used}


def differs(record: dict[str, Any] | None, key: str, texts: Mapping[str, shipped.Bodies]) -> bool:
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
