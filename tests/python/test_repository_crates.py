"""Which crates are built into the module or run beside its tests. `nox -s supply` looks at licences and sources."""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]

# Compiled into the native module or run while it is built: PyO3, ICU4X and stringprep, and what they stand on.
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
    "memchr",
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


def others(metadata: dict[str, Any]) -> list[dict[str, Any]]:
    return [package for package in metadata["packages"] if package["id"] != metadata["resolve"]["root"]]


def shipped(metadata: dict[str, Any]) -> set[str]:
    """Names of the crates that the module itself needs, on any platform: the walk leaves out what tests need."""
    names = {package["id"]: package["name"] for package in metadata["packages"]}
    nodes = {node["id"]: node["deps"] for node in metadata["resolve"]["nodes"]}
    reached: set[str] = set()
    waiting = [metadata["resolve"]["root"]]
    while waiting:
        for dependency in nodes[waiting.pop()]:
            kinds = {kind["kind"] for kind in dependency["dep_kinds"]}
            if dependency["pkg"] not in reached and kinds != {"dev"}:
                reached.add(dependency["pkg"])
                waiting.append(dependency["pkg"])
    return {names[identity] for identity in reached}


def test_crates_that_ship_are_these(metadata: dict[str, Any]) -> None:
    assert shipped(metadata) == SHIPPED


def test_the_crate_alone_needs_no_python() -> None:
    alone = shipped(tree("--no-default-features"))
    assert alone < SHIPPED
    assert [name for name in alone if "py" in name] == []


def test_crates_of_the_tests_are_these(metadata: dict[str, Any]) -> None:
    assert {package["name"] for package in others(metadata)} - shipped(metadata) == TESTS_ONLY


def test_dependents_build_no_module_of_python(metadata: dict[str, Any]) -> None:
    # maturin asks for the cdylib itself: `cargo rustc --crate-type cdylib`.
    root = next(package for package in metadata["packages"] if package["id"] == metadata["resolve"]["root"])
    libraries = [target["crate_types"] for target in root["targets"] if target["name"] == "acelabel"]
    assert libraries == [["lib"]]
