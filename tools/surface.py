"""Write tests/surface.txt, the public surface in one file: `python tools/surface.py [--check]`.

Names and signatures of Python by its sources and stubs, public items of the crate, names in SQL, commands and options,
fields of JSON, error codes, and flags of a profile. A surface that changed is written only if the newest section of
CHANGELOG.md has changed, too: the first line holds its hash. `--check` compares and writes nothing.
"""

import ast
import hashlib
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import options
import reference
from surface_rust import lines_of_rust
from works_table import WORKS

from acelabel._codes import Code
from acelabel.cli.commands import parser
from acelabel.cli.usage import leaves

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "python" / "acelabel"
SNAPSHOT = ROOT / "tests" / "surface.txt"


def name_of(node: ast.stmt) -> str | None:
    match node:
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
            return name
        case ast.AnnAssign(target=ast.Name(name)) | ast.Assign(targets=[ast.Name(name)]):
            return name
    return None


def described(prefix: str, node: ast.stmt) -> Iterator[str]:
    match node:
        case ast.FunctionDef():
            returns = f" -> {ast.unparse(node.returns)}" if node.returns else ""
            marks = "".join(f"@{ast.unparse(mark)} " for mark in node.decorator_list)
            yield f"{marks}{prefix}({ast.unparse(node.args)}){returns}"
        case ast.ClassDef():
            yield f"class {prefix}({', '.join(map(ast.unparse, node.bases))})"
            for member in node.body:
                name = name_of(member)
                if name and (not name.startswith("_") or name in ("__init__", "__new__")):
                    yield from described(f"{prefix}.{name}", member)
        case ast.AnnAssign():
            yield f"{prefix}: {ast.unparse(node.annotation)}"
        case _:
            yield prefix


def public_modules() -> list[str]:
    files = [path.relative_to(PACKAGE.parent).with_suffix("") for path in PACKAGE.rglob("*.py")]
    modules = sorted(".".join(path.parts).removesuffix(".__init__") for path in files)
    return [name for name in modules if not re.search(r"\.(_|cli\b)", name)]


def lines_of_python() -> Iterator[str]:
    for module in public_modules():
        for name in sorted(reference.names_of(reference.parsed(module))):
            _, nodes = reference.definition(module, name)
            forms = [node for node in nodes if isinstance(node, reference.Documented)]
            # Behind a constant stands its documentation.
            for node in (forms if nodes[:1] == forms[:1] else nodes[:1]) or [ast.Pass()]:
                yield from described(f"{module}.{name}", node)


def lines_of_commands() -> Iterator[str]:
    for name, leaf in sorted(leaves(parser()).items()):
        for action in leaf._actions:
            shown = ", ".join(action.option_strings) or action.dest
            choices = f" {{{','.join(map(str, action.choices))}}}" if action.choices else ""
            yield f"{name} {shown}{choices}"


def lines_of_json() -> Iterator[str]:
    """The fields by docs/command-line.md, whose examples are tested."""
    _, _, page = (ROOT / "docs" / "command-line.md").read_text("utf-8").partition("\n## JSON fields\n")
    fields, _, _ = page.partition("\n## ")
    for section in re.split("^### ", fields, flags=re.M)[1:]:
        title, _, rest = section.partition("\n")
        prose = re.sub(r"```.*?```", "", rest, flags=re.S)
        for field in dict.fromkeys(re.findall(r"`(\w+)`", prose)):
            if field != "null":
                yield f"{title}: {field}"


def surface() -> str:
    parts = {
        "Python": lines_of_python(),
        "Rust": lines_of_rust(ROOT / "src"),
        "SQL": (name for work in WORKS if work.sql for name in [work.sql, *[f"try_{work.sql}"] * work.can_refuse]),
        "Commands": lines_of_commands(),
        "JSON": lines_of_json(),
        "Error codes": get_args(Code),
        "Flags of a profile": re.findall(
            r"^            (\w+ = \w+);$", (ROOT / "src/profile.rs").read_text("utf-8"), re.M
        ),
    }
    return "".join(f"\n## {title}\n\n" + "".join(f"{line}\n" for line in lines) for title, lines in parts.items())


def changes() -> str:
    """The hash of the newest section of the changelog."""
    text = (ROOT / "CHANGELOG.md").read_text("utf-8")
    section = re.split(r"^## ", text, flags=re.M)[1]
    return hashlib.sha256(section.encode()).hexdigest()[:16]


def fault(snapshot: str, now: str, changelog: str) -> str:
    """A sentence on what hinders the snapshot from being written, empty if nothing does."""
    head, _, before = snapshot.partition("\n")
    if before == now or head.rpartition(" ")[2] != changelog:
        return ""
    removed, added = ({*one.splitlines()} - {*other.splitlines()} for one, other in ((before, now), (now, before)))
    changed = [f"- {line}" for line in sorted(removed)] + [f"+ {line}" for line in sorted(added)]
    return "\n".join(["the surface changes without a line in CHANGELOG.md:", *changed[:20]])


def main() -> int:
    """Write or check the snapshot; 1 if it is not up to date, or the changelog lacks a line."""
    flags, _ = options.given(__doc__, "--check")
    snapshot = SNAPSHOT.read_text("utf-8") if SNAPSHOT.exists() else ""
    now = surface()
    if found := fault(snapshot, now, changes()):
        print(found, file=sys.stderr)
        return 1
    if snapshot.partition("\n")[2] == now:
        return 0
    if "--check" in flags:
        print("tests/surface.txt is not up to date: python tools/surface.py", file=sys.stderr)
        return 1
    head = f"# The public surface, by tools/surface.py; the changelog with its newest change: {changes()}"
    SNAPSHOT.write_text(f"{head}\n{now}", "utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
