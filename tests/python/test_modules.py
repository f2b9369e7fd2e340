"""Every public module is an attribute of the package, and is imported when it is first used."""

import importlib
import inspect
import pickle
import pkgutil
import subprocess
import sys

import pytest

import acelabel

# Modules that need packages, but for that of sqlite.
ENGINES: frozenset[str] = acelabel._ENGINES
PUBLIC = {module.name for module in pkgutil.iter_modules(acelabel.__path__) if module.name[0] != "_"} - {"cli"}
MISSPELT = "dislay"


def run(program: str) -> str:
    command = [sys.executable, "-I", "-c", program]
    return subprocess.run(command, capture_output=True, encoding="utf-8", check=True, timeout=120).stdout


def test_dir_shows_every_public_module_and_name() -> None:
    shown = run("import acelabel; print(*dir(acelabel))").split()
    assert PUBLIC | {*acelabel.__all__} <= {*shown}
    assert ENGINES < PUBLIC
    assert "idna" in run("import acelabel; print(*dir(acelabel.compat))").split()
    names = {name for name in dir(acelabel) if name not in PUBLIC}
    assert names == {*acelabel.__all__} - PUBLIC


@pytest.mark.parametrize("name", sorted(PUBLIC - ENGINES - {"compat"} | {"sqlite"}))
def test_dir_of_a_module_shows_its_names_alone(name: str) -> None:
    """A name that it imports for itself is no part of it."""
    module = importlib.import_module(f"acelabel.{name}")
    assert dir(module) == sorted(module.__all__)
    assert all(hasattr(module, one) for one in module.__all__)


@pytest.mark.parametrize("name", ["", *sorted(PUBLIC - ENGINES - {"compat"} | {"sqlite", "compat.idna"})])
def test_every_function_shows_its_signature_and_is_pickled(name: str) -> None:
    """A signature names defaults that its module has to have. A function that is pickled goes to other processes."""
    module = importlib.import_module(f"acelabel.{name}".rstrip("."))
    values = [getattr(module, one) for one in module.__all__]
    functions = [one for one in values if inspect.isroutine(one)]
    for one in [*functions, *(one for one in values if inspect.isclass(one) and one.__text_signature__)]:
        assert str(inspect.signature(one)).startswith("(")
    for one in functions:
        assert pickle.loads(pickle.dumps(one)) is one


@pytest.mark.parametrize("name", sorted(PUBLIC - ENGINES | {"sqlite", "compat.idna"}))
def test_a_module_is_imported_at_its_first_use(name: str) -> None:
    program = f"""
import sys, acelabel
print("acelabel.{name}" in sys.modules)
module = acelabel.{name}
print(module is sys.modules["acelabel.{name}"], acelabel.{name} is module, len(module.__all__) > 0)
"""
    begins_early = name in ("bootstring", "punycode", "race")
    # `compat` has no names of its own.
    program = program.replace("len(module.__all__)", "1") if name == "compat" else program
    assert run(program).split() == [str(begins_early), "True", "True", "True"]


@pytest.mark.parametrize("name", ["display", "text"])
def test_both_ways_of_import_agree(name: str) -> None:
    program = f"import acelabel; from acelabel import {name}; import acelabel.{name}; print({name} is acelabel.{name})"
    assert run(program) == "True\n"


def test_an_engine_whose_package_is_missing_is_no_attribute() -> None:
    program = """
import sys
sys.modules["polars"] = None
import acelabel
print(hasattr(acelabel, "polars"))
try:
    acelabel.polars
except AttributeError as error:
    print(error)
try:
    from acelabel import polars
except ImportError as error:
    print(error)
"""
    missing = "acelabel.polars needs polars: pip install 'acelabel[polars]'"
    assert run(program).splitlines() == ["False", missing, missing]


def test_other_names_are_no_attributes() -> None:
    for module in (acelabel, acelabel.compat):
        with pytest.raises(AttributeError, match=f"no attribute '{MISSPELT}'"):
            getattr(module, MISSPELT)
    assert not hasattr(acelabel, "_missing")
