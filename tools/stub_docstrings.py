"""Copy the docstrings of the built module into its stub files, where editors and tools/reference.py read them.

Usage: python tools/stub_docstrings.py FOLDER, a copy of python/acelabel. The Python has acelabel installed.
The docstrings are written once, in Rust, and not committed in the stub files: `nox -s sdist` puts them there.
"""

import ast
from collections.abc import Iterator
from inspect import cleandoc
from pathlib import Path

import options

from acelabel import _native

# Users call nothing of the part `_native_inner.pyi`, which has no docstrings.
STUBS = ("_native.pyi", "_native_display.pyi")

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


def main() -> None:
    folder = Path(options.given(__doc__, words=1)[1][0])
    for name in STUBS:
        stub = folder / name
        stub.write_text(written(stub.read_text("utf-8")), "utf-8", newline="\n")


if __name__ == "__main__":
    main()
