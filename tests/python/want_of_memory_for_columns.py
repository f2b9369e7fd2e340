"""A program: columns of every layout, converted by one thread where there is little memory left, on Linux.

Its argument is how many octets of address space there are beside what is used. It prints a line for each call: how it
ended, the layout, and the function.
"""

from __future__ import annotations

import itertools
import sys
from functools import partial
from typing import TYPE_CHECKING, Any

from arrow_columns import LAYOUTS, Enum, pa
from want_of_memory import ending

from acelabel import arrow

if TYPE_CHECKING:
    from collections.abc import Callable

ROWS = 300_000
FUNCTIONS: tuple[Callable[..., Any], ...] = (
    arrow.to_ascii_report,
    arrow.is_valid,
    partial(arrow.to_ascii, errors="null"),
    partial(arrow.punycode_encode, errors="keep"),
    arrow.display_report,
    arrow.skeleton,
)
KEYED = ("flat", "dictionary", "Enum")


def column_of(layout: str, keyed: str) -> Any:
    """A column in which every row changes or is refused."""
    rows = [f"www.Bücher-{row}.example" if row % 3 else f"www.a..{row}" for row in range(ROWS)]
    texts = pa.array(rows, getattr(pa, layout)())
    if keyed == "flat":
        return texts
    made = pa.DictionaryArray.from_arrays(pa.array(range(ROWS), pa.int32()), texts)
    return made if keyed == "dictionary" else Enum(made)


def main() -> None:
    columns = {(layout, keyed): column_of(layout, keyed) for layout in LAYOUTS for keyed in KEYED}
    for (layout, keyed), place in itertools.product(columns, range(len(FUNCTIONS))):
        call = partial(FUNCTIONS[place], columns[layout, keyed], threads=1)
        print(ending(call, int(sys.argv[1])), layout, keyed, place, sep="\t")


if __name__ == "__main__":
    main()
