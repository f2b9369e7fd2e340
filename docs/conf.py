"""How Sphinx makes the site of these pages: `nox -s docs`."""

import sys
import tomllib
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tools"))

import manual  # noqa: E402
import notebook  # noqa: E402
import reference  # noqa: E402

project = "acelabel"
author = "the authors of acelabel"
project_copyright = author
version = release = str(tomllib.loads((ROOT / "Cargo.toml").read_text("utf-8"))["package"]["version"])
language = "en"

extensions = ["myst_parser"]
myst_enable_extensions = ["attrs_inline", "deflist"]
myst_heading_anchors = 4
# A session of Python or of the shell is shown as it is written; the tests run it.
highlight_language = "none"
# A prefix such as xn-- has two hyphens, and no dash.
smartquotes = False
exclude_patterns = ["_build", "pictures"]
suppress_warnings = ["misc.highlighting_failure"]

nitpicky = True
# Types of other packages, and the variables of types. Their documentation is elsewhere.
nitpick_ignore_regex = [("py:(class|exc)", r"(?!acelabel\b).*")]

html_theme = "furo"
html_title = f"acelabel {release}"
html_static_path: list[str] = []
html_show_sphinx = False
html_copy_source = False
# The converter page, if `nox -s web` has built it.
CONVERTER = ROOT / "web" / "dist"
html_extra_path = [str(CONVERTER)] if CONVERTER.exists() else []
# On a forge the first page has the link, on the site the table of the README.
LINK_TO_RATIOS = "[The README](../README.md#how-fast) has the table."
RATIOS = """```{include} ../README.md
:start-after: "<!-- ratios: nox -s bench -->"
:end-before: "<!-- end of ratios -->"
```"""


def give_codes_an_address(_: Sphinx, doctree: nodes.document) -> None:
    """In the tables of codes, of errors and of reasons, each row can be linked to by its code."""
    if Path(doctree["source"]).stem in ("errors", "display"):
        for row in doctree.findall(nodes.row):
            if (first := next(iter(row[0].findall(nodes.literal)), None)) and first.astext().isidentifier():
                row[0]["ids"].append(first.astext())


def complete_the_first_page(_: Sphinx, name: str, source: list[str]) -> None:
    """Put the menu and the table into the first page, which shows a forge no directives."""
    if name == "index":
        page = source[0].replace("<!-- the menu of the site\n", "").replace("\nend of the menu -->", "")
        assert LINK_TO_RATIOS in page
        source[0] = page.replace(LINK_TO_RATIOS, f"\n\n{RATIOS}")


def setup(app: Sphinx) -> None:
    """What is made before and beside what Sphinx makes."""
    reference.main()
    manual.write_page(ROOT)
    notebook.write_pages()
    app.connect("source-read", complete_the_first_page)
    app.connect("doctree-read", give_codes_an_address)
