"""Copy the docstrings of the built module into its stub files, where editors read them.

The docstrings are written once, in Rust. Run this with the Python in which acelabel is installed, then `ruff format`:

    python tools/stub_docstrings.py            write them into python/acelabel/_native.pyi and _native_display.pyi
    python tools/stub_docstrings.py --check    fail where the stub file differs
"""

import ast
import sys
from collections.abc import Iterator
from inspect import cleandoc
from pathlib import Path

import options

from acelabel import _native

PACKAGE = Path(__file__).parents[1] / "python" / "acelabel"
# Users call nothing of the part `_native_inner.pyi`, which has no docstrings.
STUBS = (PACKAGE / "_native.pyi", PACKAGE / "_native_display.pyi")

Documented = ast.FunctionDef | ast.ClassDef


def defined(body: list[ast.stmt]) -> list[Documented]:
    """The functions and classes of a body. The last form of an overloaded function stands for all of them."""
    return [*{node.name: node for node in body if isinstance(node, Documented)}.values()]


def documented(tree: ast.Module) -> Iterator[tuple[Documented, str, str]]:
    """Everything in the stub file that has a docstring in the module: the node, its name, the docstring."""
    for node in defined(tree.body):
        thing = getattr(_native, node.name)
        yield node, node.name, cleandoc(thing.__doc__ or "")
        for member in defined(node.body) if isinstance(node, ast.ClassDef) else []:
            # The stub file leaves out those of methods that users do not call by their names.
            if not member.name.startswith("_"):
                name = f"{node.name}.{member.name}"
                yield member, name, cleandoc(getattr(thing, member.name).__doc__ or "")


def literal(docstring: str, indent: str) -> list[str]:
    """The lines of a docstring as a literal."""
    quotes = 'r"""' if "\\" in docstring else '"""'
    end = "\n" if "\n" in docstring else ""
    return [f"{indent}{line}".rstrip() for line in f'{quotes}{docstring}{end}"""'.splitlines()]


def written(source: str) -> str:
    """The stub file with the docstrings of the module."""
    lines = source.splitlines()
    for node, _, docstring in reversed([*documented(ast.parse(source))]):
        if not docstring:
            continue
        first = node.body[0]
        block = literal(docstring, " " * (node.col_offset + 4))
        end = first.end_lineno or first.lineno
        is_docstring = ast.get_docstring(node) is not None
        if isinstance(node, ast.ClassDef) and not is_docstring:
            start = min([first.lineno, *(mark.lineno for mark in getattr(first, "decorator_list", []))])
            lines[start - 1 : start - 1] = [*block, ""]
        elif is_docstring:
            lines[first.lineno - 1 : end] = block
        else:
            # The body is an ellipsis behind the colon.
            lines[first.lineno - 1 : end] = [lines[first.lineno - 1][: first.col_offset].rstrip(), *block]
    return "\n".join(lines) + "\n"


def differing(source: str) -> list[str]:
    """The names of what has another docstring in the stub file."""
    found = [(name, ast.get_docstring(node) or "", wanted) for node, name, wanted in documented(ast.parse(source))]
    return [name for name, docstring, wanted in found if docstring != wanted]


def main() -> int:
    """Write, or with `--check` compare."""
    flags, _ = options.given(__doc__, "--check")
    has_failed = False
    for stub in STUBS:
        source = stub.read_text("utf-8")
        if not flags:
            stub.write_text(written(source), "utf-8")
            continue
        for name in differing(source):
            print(f"{stub.name}: {name} has another docstring: run tools/stub_docstrings.py", file=sys.stderr)
            has_failed = True
    return int(has_failed)


if __name__ == "__main__":
    sys.exit(main())
