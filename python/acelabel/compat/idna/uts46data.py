"""The mapping table of UTS #46 section 5: three columns, of which row n begins at the code point `uts46_starts[n]`.

The columns are made from acelabel's own tables when they are first read. Changing them changes no function. They are:

- `uts46_starts`: the first code point of each row, in an array;
- `uts46_statuses`: V valid, M mapped, D deviation, I ignored or X disallowed, as ASCII octets;
- `uts46_replacements`: what the code points of the row are mapped to (for D by transitional processing), or None.

Below U+0100 each code point has a row of its own.
"""

from array import array
from typing import Any

from acelabel._native import compat_idna_uts46_rows
from acelabel._native import unicode_version as __version__

__all__ = ["__version__", "uts46_replacements", "uts46_starts", "uts46_statuses"]

uts46_starts: "array[int]"
uts46_statuses: bytes
uts46_replacements: tuple[str | None, ...]


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    starts, statuses, replacements = zip(*compat_idna_uts46_rows(), strict=True)
    globals().update(
        uts46_starts=array("I", starts),
        uts46_statuses="".join(statuses).encode("ascii"),
        uts46_replacements=replacements,
    )
    return globals()[name]
