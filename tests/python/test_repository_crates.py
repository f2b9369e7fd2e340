"""Which crates are built into the module or run beside its tests, and their licences, versions and sources.

`nox -s supply` lets cargo-deny look at them by deny.toml as well, whose build takes long.
"""

import json
import re
import subprocess
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]

# Compiled into the native module or run while it is built: PyO3, ICU4X, roxmltree, stringprep, and what they stand on.
SHIPPED = {
    "displaydoc",
    "heck",
    "icu_collections",
    "icu_locale_core",
    "icu_normalizer",
    "icu_normalizer_data",
    "icu_properties",
    "icu_properties_data",
    "icu_provider",
    "libc",
    "litemap",
    "memchr",
    "once_cell",
    "portable-atomic",
    "potential_utf",
    "proc-macro2",
    "pyo3",
    "pyo3-build-config",
    "pyo3-ffi",
    "pyo3-macros",
    "pyo3-macros-backend",
    "quote",
    "roxmltree",
    "smallvec",
    "stable_deref_trait",
    "stringprep",
    "syn",
    "synstructure",
    "target-lexicon",
    "tinystr",
    "tinyvec",
    "unicode-bidi",
    "unicode-ident",
    "unicode-normalization",
    "unicode-properties",
    "utf8_iter",
    "utf_types",
    "writeable",
    "yoke",
    "yoke-derive",
    "zerofrom",
    "zerofrom-derive",
    "zerotrie",
    "zerovec",
    "zerovec-derive",
}

# Used by the tests alone: proptest, serde_json, idna and unicode-security, and what they stand on.
TESTS_ONLY = {
    "autocfg",
    "bitflags",
    "cfg-if",
    "chacha20",
    "core_detect",
    "cpufeatures",
    "getrandom",
    "idna",
    "idna_adapter",
    "itoa",
    "num-traits",
    "proptest",
    "r-efi",
    "rand",
    "rand_core",
    "rand_xorshift",
    "regex-syntax",
    "serde",
    "serde_core",
    "serde_derive",
    "serde_json",
    "unarray",
    "unicode-script",
    "unicode-security",
    "zmij",
}


def tree(features: str) -> dict[str, Any]:
    command = ["cargo", "metadata", "--format-version", "1", "--locked", features]
    answer: dict[str, Any] = json.loads(
        subprocess.run(command, cwd=ROOT, capture_output=True, check=True, timeout=300).stdout
    )
    return answer


@pytest.fixture(scope="module")
def metadata() -> dict[str, Any]:
    return tree("--all-features")


def needed(metadata: dict[str, Any], *, by_tests: bool = False) -> set[str]:
    """Names of the crates that the module itself needs, on any platform, or with those that its tests need."""
    names = {package["id"]: package["name"] for package in metadata["packages"]}
    nodes = {node["id"]: node["deps"] for node in metadata["resolve"]["nodes"]}
    reached: set[str] = set()
    waiting = [metadata["resolve"]["root"]]
    while waiting:
        for dependency in nodes[waiting.pop()]:
            kinds = {kind["kind"] for kind in dependency["dep_kinds"]}
            if dependency["pkg"] not in reached and (by_tests or kinds != {"dev"}):
                reached.add(dependency["pkg"])
                waiting.append(dependency["pkg"])
    return {names[identity] for identity in reached}


def test_crates_that_ship_are_these(metadata: dict[str, Any]) -> None:
    assert needed(metadata) == SHIPPED


def test_the_crate_alone_needs_no_python() -> None:
    alone = needed(tree("--no-default-features"))
    assert alone < SHIPPED
    assert [name for name in alone if "py" in name] == []


def test_crates_of_the_tests_are_these(metadata: dict[str, Any]) -> None:
    assert needed(metadata, by_tests=True) - needed(metadata) == TESTS_ONLY


def test_cargo_takes_the_crate_alone_where_nothing_is_asked_for(metadata: dict[str, Any]) -> None:
    assert metadata["workspace_default_members"] == [metadata["resolve"]["root"]]
    assert len(metadata["workspace_members"]) > 1


def is_allowed(licence: str, allowed: set[str]) -> bool:
    """Return whether these licences alone meet an expression of SPDX."""
    while group := re.search(r"\(([^()]*)\)", licence):
        licence = licence.replace(group[0], "yes" if is_allowed(group[1], allowed) else "no")
    choices = licence.replace("/", " OR ").split(" OR ")
    return any({*choice.split(" AND ")} <= allowed | {"yes"} for choice in map(str.strip, choices))


def test_a_licence_is_allowed_or_not() -> None:
    answers = {"MIT": True, "MIT/GPL-3.0": True, "GPL-3.0": False, "MIT AND GPL-3.0": False, "no": False}
    answers |= {"(MIT OR GPL-3.0) AND Zlib": True, "(GPL-3.0 AND MIT) OR GPL-2.0": False}
    assert {licence: is_allowed(licence, {"MIT", "Zlib"}) for licence in answers} == answers


def test_crates_keep_the_rules_of_deny_toml(metadata: dict[str, Any]) -> None:
    rules = tomllib.loads((ROOT / "deny.toml").read_text("utf-8"))["licenses"]
    exceptions = {one["crate"]: {*one["allow"]} for one in rules["exceptions"]}
    crates = [crate for crate in metadata["packages"] if crate["source"] is not None]
    wrong = [
        (crate["name"], crate["license"])
        for crate in crates
        if not is_allowed(crate["license"], {*rules["allow"], *exceptions.get(crate["name"], ())})
    ]
    assert wrong == []
    (source,) = {crate["source"] for crate in crates}
    assert source.startswith("registry+")
    assert [name for name, count in Counter(crate["name"] for crate in crates).items() if count > 1] == []


def test_dependents_build_no_module_of_python(metadata: dict[str, Any]) -> None:
    # maturin asks for the cdylib itself: `cargo rustc --crate-type cdylib`.
    root = next(package for package in metadata["packages"] if package["id"] == metadata["resolve"]["root"])
    libraries = [target["crate_types"] for target in root["targets"] if target["name"] == "acelabel"]
    assert libraries == [["lib"]]
