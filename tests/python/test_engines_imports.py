"""Modules for engines are imported only when they are asked for, and name the extra of a package that is missing."""

import re
import subprocess
import sys
from importlib.metadata import metadata
from pathlib import Path

import pytest

import acelabel
from acelabel._engines import OLDEST, _numbers

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


def imported(extra: str, before: str) -> str:
    """The message of the import of a module, after some statements."""
    program = f"""
try:
    {before}
except ImportError:
    print("not installed")
else:
    try:
        import acelabel.{extra}
    except ImportError as error:
        print(type(error).__name__, error, sep=": ")
"""
    return run(program)


@pytest.mark.parametrize("module", ["acelabel", "acelabel.arrow", "acelabel.sqlite", "acelabel.cli"])
def test_none_is_imported_unasked(module: str) -> None:
    imported = run(f"import sys, {module}; print(*sys.modules)").split()
    packages = {name for names in NEEDED.values() for name in names}
    assert packages.isdisjoint(name.partition(".")[0] for name in imported)


@pytest.mark.parametrize(("extra", "package"), [(extra, name) for extra, names in NEEDED.items() for name in names])
def test_what_is_missing_is_named_with_its_extra(extra: str, package: str) -> None:
    message = imported(extra, f"import sys; sys.modules[{package!r}] = None")
    name, _, message = message.partition(": ")
    assert name == "ImportError"
    # Where nothing is installed, another package may be missed first.
    packages = "|".join(NEEDED[extra])
    assert re.fullmatch(rf"acelabel\.{extra} needs ({packages})[\w.]*: pip install 'acelabel\[{extra}\]'\n", message)


TOO_OLD = {
    "datafusion": ("datafusion", "pyarrow"),
    "duckdb": ("duckdb", "numpy", "pyarrow"),
    "pandas": ("pandas", "pyarrow"),
    "polars": ("polars",),
    "ray": ("pyarrow",),
    "spark": ("pyspark", "pyarrow"),
}


@pytest.mark.parametrize(("extra", "package"), [(extra, name) for extra, names in TOO_OLD.items() for name in names])
@pytest.mark.parametrize("version", ["0.20.31", "1.0.0rc1", "0", "0.9.dev1+g1"])
def test_what_is_too_old_is_named_with_both_versions(extra: str, package: str, version: str) -> None:
    # The package may have all that is imported, as polars 1.2 had.
    message = imported(extra, f"import {package} as package; package.__version__ = {version!r}")
    begins = f"ImportError: acelabel.{extra} needs {package} {OLDEST[package]} or later; {version} is installed"
    assert message in (f"{begins}: pip install --upgrade 'acelabel[{extra}]'\n", "not installed\n")


def test_a_part_that_an_old_package_does_not_have_is_not_a_missing_package() -> None:
    module = "import sys, types; sys.modules['duckdb'] = module = types.ModuleType('duckdb'); module.__version__ = "
    message = imported("duckdb", f"{module}'1.3.2'")
    assert message.startswith("ImportError: acelabel.duckdb needs duckdb 1.4.1 or later; 1.3.2 is installed: pip")
    # As new as it may be, with the packages that are asked for before it.
    others = "sys.modules['numpy'] = sys.modules['pyarrow'] = types.ModuleType('other')"
    message = imported("duckdb", f"{module}'3.0'; {others}")
    assert message == "ImportError: acelabel.duckdb needs duckdb.func: pip install 'acelabel[duckdb]'\n"


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("1.9.0", "1.33.1"),
        ("3.0.0rc1", "3"),
        ("1.4.0rc1", "1.4.1.dev3"),
        ("1.4.1.dev3", "1.4.1"),
        ("1.4.1", "1.4.1.post1"),
    ],
)
def test_versions_are_compared_by_numbers(older: str, newer: str) -> None:
    assert _numbers(older) < _numbers(newer) or newer == f"{older}.post1"
    assert not _numbers(newer) < _numbers(older)


def test_every_engine_has_imports_here_an_extra_and_a_row_in_the_documents() -> None:
    assert set(NEEDED) == acelabel._ENGINES - {"sqlite"}
    assert set(NEEDED) < set(metadata("acelabel").get_all("Provides-Extra") or ())
    page = (Path(__file__).parents[2] / "docs/engines.md").read_text("utf-8")
    assert [name for name in NEEDED if f"| `acelabel[{name}]` |" not in page] == []
