"""Which file takes a name of which other, read from the text of Rust and of Python, and the circles of such arrows.

`import-linter` sees packages alone, no folder of scripts. `cargo modules dependencies --acyclic` does not see a circle
that goes through a name of a module (its issue 185).
"""

import ast
import re
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

TOKEN = re.compile(
    r"""(?P<out>//[^\n]*|/\*.*?\*/|b?r(?P<hash>\#*)".*?"(?P=hash)|b?"(?:[^"\\]|\\.)*"|b?'(?:[^'\\\n]|\\[^\n]+?)'|'\w+)"""
    r"|(?P<kept>[A-Za-z_]\w*|::|[^\w\s])",
    re.S,
)
TYPES = {"enum", "struct", "trait", "type", "union"}
DEFINES = TYPES | {"const", "fn", "macro_rules", "static"}
OPENS, CLOSES = {"{": 1, "(": 1, "[": 1}, {"}": 1, ")": 1, "]": 1}


@dataclass(frozen=True)
class Arrow:
    """A line of a file that takes a name, and the file that defines it."""

    file: Path
    line: int
    name: str
    to: Path

    def __str__(self) -> str:
        return f"{self.file}:{self.line} takes {self.name} of {self.to}"


@dataclass
class Module:
    """A module of Rust: a file, or what stands in the braces of `mod name {}`."""

    file: Path
    parent: "Module | None" = None
    children: dict[str, "Module"] = field(default_factory=dict)
    defined: set[str] = field(default_factory=set)
    # Those of them in which names may stand, as modules are.
    types: set[str] = field(default_factory=set)
    # Name here -> the paths that it stands for: more than one where `#[cfg]` chooses.
    imported: dict[str, list[list[str]]] = field(default_factory=dict)
    globs: list[list[str]] = field(default_factory=list)
    # Paths that are used, with their lines, and words that may be names of a glob or of a re-export.
    used: list[tuple[list[str], int]] = field(default_factory=list)

    @property
    def root(self) -> "Module":
        return self.parent.root if self.parent else self

    def each(self) -> Iterator["Module"]:
        yield self
        for child in self.children.values():
            yield from child.each()

    def found(self, path: list[str], asked: frozenset[tuple[int, str]] = frozenset()) -> "list[Module | Path]":
        """The modules that a path names, and the files that define what it names; none of another crate."""
        first, *rest = path
        if (id(self), first) in asked:
            return []
        asked |= {(id(self), first)}
        own = {"crate": self.root, "self": self, "super": self.parent}
        found: list[Module | Path] = []
        if module := own.get(first) or self.children.get(first):
            found.append(module)
        if first in (self.types if rest else self.defined):
            found.append(self.file)
        if not found:
            for path in self.imported.get(first, []):
                found += self.found(path, asked)
        if not found:
            modules = [
                module for glob in self.globs for module in self.found(glob, asked) if isinstance(module, Module)
            ]
            found = next((seen for module in modules if (seen := module.found([first], asked))), [])
        if not rest:
            return found
        # A name that a macro makes is in no line of the module that has it.
        behind = [of if isinstance(of, Path) else of.found(rest, asked) or [of.file] for of in found]
        return [one for some in behind for one in (some if isinstance(some, list) else [some])]


def each_path(tokens: list[tuple[str, int]], at: int, before: list[str]) -> Iterator[tuple[list[str], str, int]]:
    """Each path of the tree `a::{b as c, d::*}` that begins at a token: its words, the name it has here, its line."""
    path, line = list(before), tokens[at][1]
    while at < len(tokens):
        token = tokens[at][0]
        if token == "{":
            at += 1
            while at < len(tokens) and tokens[at][0] != "}":
                yield from each_path(tokens, at, path)
                depth = 0
                while depth or tokens[at][0] not in {",", "}"}:
                    depth += (tokens[at][0] in OPENS) - (tokens[at][0] in CLOSES)
                    at += 1
                at += tokens[at][0] == ","
            return
        path.append(token)
        line = tokens[at][1]
        if at + 1 == len(tokens) or tokens[at + 1][0] != "::":
            break
        at += 2
    name = tokens[at + 2][0] if at + 2 < len(tokens) and tokens[at + 1][0] == "as" else path[-1]
    if path[-1] == "self" and len(path) > 1:
        path.pop()
        name = path[-1] if name == "self" else name
    yield path, name, line


def end_of(tokens: list[tuple[str, int]], at: int, last: str) -> int:
    """The place of the token that ends what begins at a token, other brackets passed over."""
    depth = 0
    while depth or tokens[at][0] != last:
        depth += (tokens[at][0] in OPENS) - (tokens[at][0] in CLOSES)
        at += 1
    return at


def read_module(module: Module, tokens: list[tuple[str, int]], folder: Path) -> None:
    """Fill a module from its tokens. What is behind `#[cfg(test)]` is no part of it."""
    at, depth, tested, public = 0, 0, False, False
    while at < len(tokens):
        token = tokens[at][0]
        word = tokens[at + 1][0] if at + 1 < len(tokens) else ""
        if token == "#" and word == "[":
            end = end_of(tokens, at + 2, "]")
            tested |= [text for text, _ in tokens[at + 2 : end]] == ["cfg", "(", "test", ")"]
            at = end
        elif token == "pub":
            public = True
            at = end_of(tokens, at + 2, ")") if word == "(" else at
        elif token == "use" and (at == 0 or tokens[at - 1][0] in {"}", ";", "{", "]", ")", "pub"}):
            end = end_of(tokens, at, ";")
            for path, name, place in each_path(tokens[:end], at + 1, []) if not tested else []:
                if name == "*":
                    module.globs.append(path[:-1])
                    continue
                module.imported.setdefault(name, []).append(path)
                if not public:
                    module.used.append((path, place))
            at, tested, public = end, False, False
        elif token == "mod" and depth == 0 and tokens[at + 2][0] in {"{", ";"}:
            end = end_of(tokens, at + 3, "}") if tokens[at + 2][0] == "{" else at + 2
            if not tested and tokens[at + 2][0] == "{":
                module.children[word] = Module(module.file, module)
                read_module(module.children[word], tokens[at + 3 : end], folder / word)
            elif not tested:
                child = next(file for file in (folder / f"{word}.rs", folder / word / "mod.rs") if file.exists())
                module.children[word] = read_file(child, folder / word, module)
            at, tested, public = end, False, False
        elif tested and token in {"fn", "impl", "const", "struct", "enum", "macro_rules"} and depth == 0:
            while tokens[at][0] not in {"{", ";"}:
                at += 1
            at = end_of(tokens, at + 1, "}") if tokens[at][0] == "{" else at
            tested, public = False, False
        else:
            if depth == 0 and token in DEFINES and re.match(r"\w|!", word) and word not in DEFINES | {"unsafe"}:
                named = tokens[at + 2][0] if word in {"!", "mut"} else word
                module.defined.add(named)
                module.types |= {named} if token in TYPES else set()
                public = False
            elif re.match(r"[A-Za-z_]", token) and (at == 0 or tokens[at - 1][0] not in {"::", ".", "fn"}):
                paths = list(each_path(tokens, at, []))
                # A small word alone may be a variable, unless it is called.
                is_variable = len(paths) == 1 and len(paths[0][0]) == 1 and token.islower() and word not in {"(", "!"}
                module.used += [(path, place) for path, _, place in paths] if not is_variable else []
            depth += (token in OPENS) - (token in CLOSES)
        at += 1


def read_file(path: Path, folder: Path, parent: Module | None = None) -> Module:
    """Read a file of Rust, and those of the modules that it declares, which stand in a folder."""
    module, source = Module(path, parent), path.read_text("utf-8")
    tokens = [
        (match["kept"], source.count("\n", 0, match.start()) + 1) for match in TOKEN.finditer(source) if match["kept"]
    ]
    read_module(module, tokens, folder)
    return module


def arrows_of_rust(root: Path) -> list[Arrow]:
    """The arrows of a crate, from its first file."""
    arrows = []
    for module in read_file(root, root.parent).each():
        for path, line in module.used:
            found = [to for to in module.found(path) if isinstance(to, Path) and to != module.file]
            arrows += [Arrow(module.file, line, "::".join(path), to) for to in found]
    return arrows


def arrows_of_python(files: dict[str, Path]) -> list[Arrow]:
    """The arrows of modules, from their names and files. Imports for types alone count as others do."""
    trees = {name: ast.parse(path.read_text("utf-8")) for name, path in files.items()}
    taken = {name: dict(imports_of(name, files[name], tree)) for name, tree in trees.items()}

    def definer(module: str, name: str, asked: frozenset[tuple[str, str]] = frozenset()) -> str:
        """The module that defines a name of a module."""
        if f"{module}.{name}" in files:
            return f"{module}.{name}"
        source, again, _ = taken.get(module, {}).get(name, ("", "", 0))
        if not source or (module, name) in asked:
            return module
        return definer(source, again, asked | {(module, name)}) if again else source

    arrows = []
    for module, tree in trees.items():
        is_parent = files[module].name == "__init__.py"
        mentioned = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
        for here, (source, name, line) in imports_of(module, files[module], tree):
            to = definer(source, name) if name else source
            if to in files and to != module and (here in mentioned or not is_parent):
                arrows.append(Arrow(files[module], line, here, files[to]))
    return arrows


def imports_of(module: str, path: Path, tree: ast.Module) -> Iterator[tuple[str, tuple[str, str, int]]]:
    """Each name that a module imports: the module that it is taken from, its name there, the line."""
    parents = module.split(".") if path.name == "__init__.py" else module.split(".")[:-1]
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.asname or alias.name, (alias.name, "", node.lineno)
        elif isinstance(node, ast.ImportFrom):
            above = parents[: len(parents) - node.level + 1] if node.level else []
            for alias in node.names:
                source = ".".join([*above, *([node.module] if node.module else [])])
                yield alias.asname or alias.name, (source, alias.name, alias.lineno)


def circles(arrows: list[Arrow]) -> list[list[Arrow]]:
    """The shortest circle through each file that is in one, each circle once."""
    leaving: dict[Path, dict[Path, Arrow]] = {}
    for arrow in arrows:
        leaving.setdefault(arrow.file, {}).setdefault(arrow.to, arrow)
    seen: set[frozenset[Path]] = set()
    found = []
    for start in sorted(leaving):
        ways: dict[Path, list[Arrow]] = {start: []}
        waiting = deque([start])
        while waiting and (start not in ways or not ways[start]):
            file = waiting.popleft()
            for to, arrow in leaving.get(file, {}).items():
                if to not in ways or (to == start and not ways[start]):
                    ways[to] = [*ways[file], arrow]
                    waiting.append(to)
        files = frozenset(arrow.file for arrow in ways[start])
        if files and files not in seen:
            seen.add(files)
            found.append(ways[start])
    return sorted(found, key=len)
