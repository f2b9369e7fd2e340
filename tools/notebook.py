"""Run the notebooks of docs/, and keep what they print and draw.

Usage: python tools/notebook.py [--check]. With `--check` nothing is written, and the exit status says whether each cell
prints what is kept. Pictures are kept too, but not compared, as fonts differ. No Jupyter is needed.
"""

import ast
import base64
import contextlib
import io
import json
import sys
from pathlib import Path
from typing import Any

import options

DOCS = Path(__file__).resolve().parents[1] / "docs"
MADE = DOCS / "made"

Cell = dict[str, Any]


def run(source: str, names: dict[str, object]) -> str:
    """Run a cell, and return what it prints and the value of its last line."""
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(tree, "cell", "exec"), names)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), "cell", "eval"), names)
            if value is not None:
                print(value)
    return printed.getvalue()


def pictures() -> list[bytes]:
    """The figures that the last cell has drawn, as PNG."""
    # Here, as docs/conf.py imports this module, too, and draws nothing.
    from matplotlib import pyplot

    drawn = []
    for number in pyplot.get_fignums():
        picture = io.BytesIO()
        pyplot.figure(number).savefig(picture, format="png", dpi=80, bbox_inches="tight", metadata={"Software": None})
        drawn.append(picture.getvalue())
    pyplot.close("all")
    return drawn


def printed_by(cell: Cell) -> str:
    """Return what a notebook keeps of what a cell prints."""
    return "".join("".join(output["text"]) for output in cell["outputs"] if output["output_type"] == "stream")


def outputs(text: str, drawn: list[bytes]) -> list[Cell]:
    """Return what a notebook keeps of a cell."""
    printed = [{"output_type": "stream", "name": "stdout", "text": text.splitlines(keepends=True)}] if text else []
    data = [{"image/png": base64.b64encode(picture).decode()} for picture in drawn]
    return [*printed, *({"output_type": "display_data", "metadata": {}, "data": picture} for picture in data)]


def executed(path: Path, is_check: bool) -> list[str]:
    """Run a notebook. With `is_check` return what differs, else write what comes out."""
    notebook = json.loads(path.read_text("utf-8"))
    names: dict[str, object] = {"__name__": "__main__"}
    differing = []
    for number, cell in enumerate(notebook["cells"]):
        if cell["cell_type"] != "code":
            continue
        text = run("".join(cell["source"]), names)
        drawn = pictures()
        if is_check and text != printed_by(cell):
            differing.append(f"{path.name}, cell {number} prints\n{text}")
        if not is_check:
            cell["outputs"] = outputs(text, drawn)
    if not is_check:
        path.write_text(json.dumps(notebook, ensure_ascii=False, indent=1) + "\n", "utf-8")
    return differing


def write_pages() -> None:
    """Write each notebook as a page of docs/made/, with its pictures beside it."""
    MADE.mkdir(exist_ok=True)
    for path in sorted(DOCS.glob("*.ipynb")):
        parts = []
        for number, cell in enumerate(json.loads(path.read_text("utf-8"))["cells"]):
            source = "".join(cell["source"])
            parts.append(source if cell["cell_type"] == "markdown" else f"```python\n{source}\n```")
            if cell["cell_type"] == "code" and (text := printed_by(cell)):
                parts.append(f"```text\n{text}```")
            for place, output in enumerate(cell.get("outputs", [])):
                if data := output.get("data", {}).get("image/png"):
                    picture = MADE / f"{path.stem}-{number}-{place}.png"
                    picture.write_bytes(base64.b64decode(data))
                    parts.append(f"![What the cell draws]({picture.name})")
        parts.append(f"The notebook: [{path.name}](../{path.name})")
        (MADE / f"{path.stem}.md").write_text("\n\n".join(parts) + "\n", "utf-8")


def main() -> str | None:
    is_check = "--check" in options.given(__doc__, "--check")[0]
    differing = [text for path in sorted(DOCS.glob("*.ipynb")) for text in executed(path, is_check)]
    return "\n".join(f"{text}\nrun nox -s docs -- --write" for text in differing) or None


if __name__ == "__main__":
    sys.exit(main())
