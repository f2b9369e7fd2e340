"""Write docs/api/: a page for each public module, from the sources and from the stub files.

docs/conf.py calls it before every build. No module for an engine is imported, so none has to be installed; the
docstrings of stub files are those of the installed module.
"""

import ast
import re
from functools import cache
from pathlib import Path

import stub_docstrings

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "python" / "acelabel"
PAGES = ROOT / "docs" / "api"
STUBS = {f"acelabel.{path.stem}" for path in PACKAGE.glob("_native*.pyi")}

Documented = ast.FunctionDef | ast.ClassDef
Found = tuple[str, list[ast.stmt]]


def file_of(module: str) -> Path:
    path = PACKAGE.joinpath(*module.split(".")[1:])
    if module in STUBS:
        return path.with_suffix(".pyi")
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


@cache
def parsed(module: str) -> ast.Module:
    """The syntax tree of a module, and the text of the comments that document its constants as strings behind them."""
    text = file_of(module).read_text("utf-8")
    if file_of(module).name in stub_docstrings.STUBS:
        text = stub_docstrings.written(text)
    # `#: What it is.` before an assignment is the string that stands behind others.
    text = re.sub(r"^((?:#: .*\n)+)(\w+[^\n]*\n(?:[ )].*\n)*)", _behind, text, flags=re.M)
    return ast.parse(text)


def _behind(match: re.Match[str]) -> str:
    comment = " ".join(line.removeprefix("#: ") for line in match[1].splitlines())
    return f"{match[2]}{comment!r}\n"


def public_modules() -> list[str]:
    """The modules whose names are a contract: those without an underscore, but for the command line."""
    names = [path.stem for path in PACKAGE.glob("*.py") if not path.stem.startswith("_")]
    return ["acelabel", *sorted(f"acelabel.{name}" for name in names), "acelabel.compat.idna"]


def names_of(tree: ast.Module) -> list[str]:
    """Return what a module lists in `__all__`, in its order."""
    for node in tree.body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
            return [str(name) for name in ast.literal_eval(node.value)]
    return []


def imports_of(tree: ast.Module) -> dict[str, tuple[str, str]]:
    """Name -> module and name there, of everything that a module takes from this package."""
    return {
        alias.asname or alias.name: (node.module, alias.name)
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("acelabel")
        for alias in node.names
    }


def definition(module: str, name: str) -> Found:
    """The module in which a name is defined, and the statements that do it: the forms of an overloaded function too."""
    tree = parsed(module)
    for place, node in enumerate(tree.body):
        if isinstance(node, Documented) and node.name == name:
            return module, [node for node in tree.body if isinstance(node, Documented) and node.name == name]
        targets = getattr(node, "targets", [getattr(node, "target", None)])
        if name in [target.id for target in targets if isinstance(target, ast.Name)]:
            return module, [node, *tree.body[place + 1 : place + 2]]
    home, own_name = imports_of(tree).get(name, (module, name))
    return definition(home, own_name) if home != module else (module, [])


def markup(text: str, known: set[str]) -> str:
    """A docstring in the language of Sphinx: what is in backquotes is code, or a link where it is a public name."""

    def one(match: re.Match[str]) -> str:
        name = match[1]
        return f":py:obj:`{name}`" if name in known else f"``{name}``"

    parts = re.split(r"^( *>>> .*(?:\n.+)*)", text, flags=re.M)
    prose = (re.sub(r"\bdocs/([\w-]+)\.md\b", r":doc:`/\1`", re.sub(r"`([^`]+)`", one, part)) for part in parts[::2])
    return "".join(part for pair in zip(prose, [*parts[1::2], ""], strict=True) for part in pair)


def documentation(node: ast.AST, known: set[str]) -> str:
    # Here, as tools/surface.py imports this module, too, and has no Sphinx.
    from sphinx.ext.napoleon import Config
    from sphinx.ext.napoleon.docstring import GoogleDocstring

    assert isinstance(node, Documented | ast.Module)
    text = markup(ast.get_docstring(node) or "", known)
    return str(GoogleDocstring(text, Config(napoleon_use_rtype=False, napoleon_use_ivar=True)))


def unquoted(text: str) -> str:
    """Types without the quotation marks around a name that is imported only where types are checked."""
    return re.sub(r"(: |-> |^)'([^']+)'", r"\1\2", text)


def signature(node: ast.FunctionDef, in_class: bool) -> str:
    """Arguments with their types and defaults, and the type of the result."""
    arguments = unquoted(ast.unparse(node.args))
    if in_class and not any(ast.unparse(mark) == "staticmethod" for mark in node.decorator_list):
        arguments = re.sub(r"^(?:self|cls)(?:: \w+)?(?:, )?(?:/, )?", "", arguments)
    result = (
        unquoted(f" -> {ast.unparse(node.returns)}")
        if node.returns and node.name not in ("__init__", "__new__")
        else ""
    )
    return f"({arguments}){result}"


def directive(kind: str, heads: list[str], body: str, of_type: str = "") -> str:
    lines = f"\n{' ' * (len(kind) + 10)}".join(heads)
    options = f":type: {unquoted(of_type)}\n" if of_type else ""
    inside = "\n".join(f"   {line}".rstrip() for line in (options + "\n" + body).splitlines())
    return f"\n.. py:{kind}:: {lines}\n{inside}\n"


def function(nodes: list[Documented], known: set[str], name: str, kind: str = "function") -> str:
    functions = [node for node in nodes if isinstance(node, ast.FunctionDef)]
    marks = {ast.unparse(mark) for node in functions for mark in node.decorator_list}
    body = next((text for node in functions if (text := documentation(node, known)).strip()), "")
    if "property" in marks:
        returns = functions[0].returns
        return directive("property", [name], body, ast.unparse(returns) if returns else "")
    overloads = [node for node in functions if any(ast.unparse(m) == "overload" for m in node.decorator_list)]
    heads = [name + signature(node, kind == "method") for node in overloads or functions]
    return directive(kind, heads, body)


def members(node: ast.ClassDef) -> dict[str, list[Documented]]:
    """Public methods and properties of a class, by name."""
    found: dict[str, list[Documented]] = {}
    for member in node.body:
        if isinstance(member, ast.FunctionDef) and not member.name.startswith("_"):
            found.setdefault(member.name, []).append(member)
    return found


def bases(module: str, node: ast.ClassDef) -> list[ast.ClassDef]:
    """A class, and before it those of the same module that it takes methods from."""
    found = [node]
    for base in node.bases:
        name = ast.unparse(base).partition("[")[0]
        _, nodes = definition(module, name) if name.isidentifier() else ("", [])
        found = [*(above for one in nodes if isinstance(one, ast.ClassDef) for above in bases(module, one)), *found]
    return found


def classes(module: str, node: ast.ClassDef, known: set[str]) -> str:
    """The entry of a class: its constructor, attributes and methods."""
    family = bases(module, node)
    makers = [m for one in family for m in one.body if isinstance(m, ast.FunctionDef) and m.name == "__init__"]
    makers += [m for m in node.body if isinstance(m, ast.FunctionDef) and m.name == "__new__" and module in STUBS]
    shown = signature(makers[-1], True) if makers else ""
    methods = {name: nodes for one in family for name, nodes in members(one).items()}
    body = documentation(node, known) + "\n" + attributes(node, known)
    body += "\n".join(function(nodes, known, name, "method") for name, nodes in methods.items())
    return directive("class", [node.name + shown], body)


def attributes(node: ast.ClassDef, known: set[str]) -> str:
    """The documented fields of a class, as a string follows each."""
    found = ""
    for field, text in zip(node.body, node.body[1:], strict=False):
        if isinstance(field, ast.AnnAssign) and isinstance(text, ast.Expr) and isinstance(text.value, ast.Constant):
            name, of_type = ast.unparse(field.target), ast.unparse(field.annotation)
            found += directive("attribute", [name], markup(str(text.value.value), known), of_type)
    return found


def constant(name: str, nodes: list[ast.stmt], known: set[str]) -> str:
    """The entry of a constant, with the string behind it."""
    given, behind = nodes[0], nodes[-1]
    of_type = ast.unparse(given.annotation) if isinstance(given, ast.AnnAssign) else ""
    of_type = "" if of_type in ("Final", "TypeAlias") else of_type
    text = behind.value.value if isinstance(behind, ast.Expr) and isinstance(behind.value, ast.Constant) else ""
    return directive("data", [name], markup(str(text), known), of_type)


def entry(module: str, name: str, known: set[str]) -> str:
    """Return what the page of a module says of one of its names."""
    if f"{module}.{name}" in public_modules():
        return f"* :py:mod:`{module}.{name}`\n"
    home, nodes = definition(module, name)
    documented = [node for node in nodes if isinstance(node, Documented)]
    if documented and isinstance(documented[-1], ast.ClassDef):
        text = classes(home, documented[-1], known)
        # The class may have another name at home.
        return re.sub(r"(?<=^\.\. py:class:: )\w+", name, text, count=1, flags=re.M)
    return function(documented, known, name) if documented else constant(name, nodes or [ast.Pass()], known)


def page(module: str, known: set[str]) -> str:
    tree = parsed(module)
    title = f"``{module}``\n{'=' * (len(module) + 4)}\n\n"
    entries = "\n".join(entry(module, name, known) for name in names_of(tree))
    # Two modules have a class of this name, which a link has to tell apart.
    if module != "acelabel.registry":
        entries = re.sub(r"(?<=[\[ ])Rules(?= \||\]|,| =|\))", "suffix.Rules", entries)
    return f"{title}.. py:module:: {module}\n\n{documentation(tree, known)}\n\n{entries}"


def pages() -> dict[Path, str]:
    modules = public_modules()
    known = {*modules, *(f"{module}.{name}" for module in modules for name in names_of(parsed(module)))}
    found = {PAGES / f"{module}.rst": page(module, known) for module in modules}
    listed = "".join(f"   {module}\n" for module in modules)
    head = "The Python interface\n====================\n\nEvery public name, module by module.\n\n"
    return found | {PAGES / "index.rst": f"{head}.. toctree::\n   :maxdepth: 1\n\n{listed}"}


def main() -> None:
    PAGES.mkdir(exist_ok=True)
    for path, text in pages().items():
        if not path.exists() or path.read_text("utf-8") != text:
            path.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
