"""The public items of the crate, by its sources as rustfmt leaves them: what lib.rs and the public modules show."""

import re
import textwrap
from collections.abc import Iterator
from pathlib import Path

ITEM = r"(?:const |unsafe |async )*(?:fn|struct|enum|trait|type|const|static) "

# The rest of a signature, up to the body or the value.
REST = r".*?(?= ?\{\n|;\n| = [^;>]*;\n|\{\})"
INNER_TRAIT = r"^(?:pub\((?:crate|super)\) )?trait (\w+)"
METHOD = rf"^    pub ((?:const )?(?:fn|const) {REST})"


def lines_of_rust(src: Path) -> Iterator[str]:
    """A line per item, and per public field, variant, method and implemented trait of a type."""
    sources = sorted(path for path in src.rglob("*.rs") if "binding" not in path.parts)
    lib = (src / "lib.rs").read_text("utf-8")
    modules = re.findall(r"(?<!#\[doc\(hidden\)\]\n#\[forbid\(unsafe_code\)\]\n)^pub mod (\w+);", lib, re.M)
    shown = [("", src, "", lib)]
    for name in modules:
        path = src / f"{name}.rs"
        folder = src / name
        file = path if path.exists() else folder / "mod.rs"
        shown.append((f"{name}::", folder, str(file), file.read_text("utf-8")))
    # Modules that lib.rs puts together of several rooms.
    for name, body in re.findall(r"^pub mod (\w+) \{\n(.*?)^\}", lib, re.M | re.S):
        shown.append((f"{name}::", src / name, "", textwrap.dedent(body)))
    for prefix, folder, file, text in sorted(shown):
        names = [re.match(rf"pub {ITEM}(\w+)", line) for line in text.splitlines()]
        own = {(found[1], found[1], "") for found in names if found}
        for shown_as, name, module in sorted(own | {*re_exported(text)}):
            rooms = (folder / module, src / module)
            near = [path for room in rooms for path in sources if path.with_suffix("").is_relative_to(room)]
            near += [path for path in sources if path.is_relative_to(folder) or str(path) == file]
            for described in described_item(name, near, sources):
                yield prefix + re.sub(rf"\b{name}\b", shown_as, described, count=1)


def re_exported(text: str) -> Iterator[tuple[str, str, str]]:
    """Each item that is exported again: its name here, its name where it is defined, and a module above that."""
    for uses in re.findall(r"^pub use ([^;]+);", text, re.M):
        inside = re.search(r"\{(.*)\}", uses, re.S)
        for part in (inside[1] if inside else uses.rpartition("::")[2]).split(","):
            if part.strip():
                name, _, other = part.strip().partition(" as ")
                yield other or name, name, uses.removeprefix("crate::").partition("::")[0]


def described_item(name: str, near: list[Path], all_files: list[Path]) -> Iterator[str]:
    # A macro makes some items, which are indented.
    for files, indent in ((near, ""), (all_files, ""), (near, " *")):
        for path in files:
            text = without_comments(path.read_text("utf-8"))
            found = re.search(rf"^{indent}pub {ITEM}{name}\b{REST}", text, re.M | re.S)
            if found:
                yield one_line(found[0])
                if re.search(r"\b(struct|enum|trait) ", found[0]):
                    yield from members(name, text, found.end())
                    yield from methods(name, [without_comments(file.read_text("utf-8")) for file in all_files])
                return
    yield name


def without_comments(text: str) -> str:
    return re.sub(r"^ *(//.*|#\[.*\])\n", "", re.split(r"\n#\[cfg\(test\)\]\nmod \w+ \{", text)[0], flags=re.M)


def one_line(text: str) -> str:
    return re.sub(r"\s+", " ", text).strip().removesuffix("where").strip()


def members(name: str, text: str, start: int) -> Iterator[str]:
    """The public fields, the variants, or the functions of a trait."""
    body = re.match(r" ?\{\n(.*?)^ *\}", text[start:], re.S | re.M)
    is_enum = "enum" in text[:start].rpartition("\n")[2]
    for line in body[1].splitlines() if body else ():
        if is_enum or re.match(r" *(pub \w|fn )", line):
            yield f"{name}: {one_line(line.rstrip(','))}"


def methods(name: str, texts: list[str]) -> Iterator[str]:
    """The public methods of a type, and the traits that it implements, except those of the crate alone."""
    found, inner = set(), {name for text in texts for name in re.findall(INNER_TRAIT, text, re.M)}
    for text in texts:
        pattern = rf"^impl(?:<[^{{\n]*?>)? (?:([\w:<>', ]+) for )?(?:&'?\w* ?)?(?:\w+::)*{name}\b[^{{]*\{{(.*?)^\}}"
        for trait, body in re.findall(pattern, text, re.S | re.M):
            if trait and trait not in inner:
                found.add(f"{name}: {one_line(trait)}")
            elif not trait:
                found |= {f"{name}::{one_line(one)}" for one in re.findall(METHOD, body, re.M | re.S)}
    yield from sorted(found)
