"""The classes of code points that IDNA2008 uses, as packed ranges (see `intranges`).

The tables are made from acelabel's own when they are first read. Changing them changes no function. They are:

- `codepoint_classes`: PVALID, CONTEXTJ and CONTEXTO (RFC 5892 section 3);
- `scripts`: Greek, Han, Hebrew, Hiragana and Katakana (UAX #24);
- `joining_types`: C, D, L, R and T (UAX #44).
"""

from typing import Literal

from acelabel._native import compat_idna_code_point_runs
from acelabel._native import unicode_version as __version__
from acelabel.compat.idna.intranges import _encode_range

__all__ = ["__version__", "codepoint_classes", "joining_types", "scripts"]

codepoint_classes: dict[str, tuple[int, ...]]
joining_types: dict[str, tuple[int, ...]]
scripts: dict[str, tuple[int, ...]]

_Kind = Literal["derived_property", "joining_type", "script"]
_KINDS: dict[str, _Kind] = {
    "codepoint_classes": "derived_property",
    "joining_types": "joining_type",
    "scripts": "script",
}


def __dir__() -> list[str]:
    return sorted({*globals(), *_KINDS})


def __getattr__(name: str) -> dict[str, tuple[int, ...]]:
    if name not in _KINDS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    runs = compat_idna_code_point_runs(_KINDS[name])
    ends = [start for start, _ in runs[1:]] + [0x110000]
    ranges: dict[str, list[int]] = {}
    for (start, value), end in zip(runs, ends, strict=True):
        if value:
            ranges.setdefault(value, []).append(_encode_range(start, end))
    made = {value: tuple(ranges[value]) for value in sorted(ranges)}
    globals()[name] = made
    return made
