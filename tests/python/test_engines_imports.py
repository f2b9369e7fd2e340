"""Modules for engines are imported only when they are asked for, and name the extra of a package that is missing."""

import re
import subprocess
import sys
from importlib.metadata import metadata
from pathlib import Path

import pytest

import acelabel

# The imports of each module.
NEEDED = {
    "dask": ("dask", "pandas"),
    "datafusion": ("datafusion", "pyarrow"),
    "duckdb": ("duckdb", "numpy", "pyarrow"),
    "pandas": ("pandas",),
    "polars": ("polars",),
    "ray": ("ray", "pyarrow"),
    "spark": ("pyspark", "pyarrow"),
}


def run(program: str) -> str:
    command = [sys.executable, "-c", program]
    return subprocess.run(command, capture_output=True, text=True, check=True, timeout=120).stdout


@pytest.mark.parametrize("module", ["acelabel", "acelabel.arrow", "acelabel.sqlite", "acelabel.cli"])
def test_none_is_imported_unasked(module: str) -> None:
    imported = run(f"import sys, {module}; print(*sys.modules)").split()
    packages = {name for names in NEEDED.values() for name in names}
    assert packages.isdisjoint(name.partition(".")[0] for name in imported)


@pytest.mark.parametrize(("extra", "package"), [(extra, name) for extra, names in NEEDED.items() for name in names])
def test_what_is_missing_is_named_with_its_extra(extra: str, package: str) -> None:
    program = f"""
import sys
sys.modules[{package!r}] = None
try:
    import acelabel.{extra}
except ImportError as error:
    print(type(error).__name__, error, sep=": ")
"""
    name, _, message = run(program).partition(": ")
    assert name == "ImportError"
    # Where nothing is installed, another package may be missed first.
    packages = "|".join(NEEDED[extra])
    assert re.fullmatch(rf"acelabel\.{extra} needs ({packages})[\w.]*: pip install 'acelabel\[{extra}\]'\n", message)


def test_every_engine_has_imports_here_an_extra_and_a_row_in_the_documents() -> None:
    assert set(NEEDED) == acelabel._ENGINES - {"sqlite"}
    assert set(NEEDED) < set(metadata("acelabel").get_all("Provides-Extra") or ())
    page = (Path(__file__).parents[2] / "docs/engines.md").read_text("utf-8")
    assert [name for name in NEEDED if f"| `acelabel[{name}]` |" not in page] == []
