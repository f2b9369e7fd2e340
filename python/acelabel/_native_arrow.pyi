# The part of the stub file of `acelabel._native` that is about columns. There is no such module.

from collections.abc import Callable
from typing import NoReturn, final

from acelabel._choices import AnyPolicy, AnyProfile, Given, Sought
from acelabel._native import Watchlist

def arrow_convert(work: str, column: object, profile: AnyProfile, errors: str, threads: int | None, /) -> Column:
    """Convert a column.

    Args:
        work: What to do, a str: the name of a function of `acelabel.arrow`.
        column: An object with `__arrow_c_stream__` or `__arrow_c_array__`.
        profile: The rules, a Profile or its name.
        errors: "raise", "null" or "keep".
        threads: How many threads there may be, an int, or None.

    Returns:
        A Column.
    """

def arrow_display(
    work: str, column: object, policy: AnyPolicy, watchlist: Watchlist | None, threads: int | None, /
) -> Column:
    """Show the names of a column.

    Args:
        work: What to do, a str: "to_display" or "display_report".
        column: An object with `__arrow_c_stream__` or `__arrow_c_array__`.
        policy: The rules, a Policy or its name.
        watchlist: A Watchlist or None.
        threads: How many threads there may be, an int, or None.

    Returns:
        A Column.
    """

def arrow_related(work: str, column: object, others: Given, errors: str, threads: int | None, /) -> Column:
    """Hold the names of a column against others.

    Args:
        work: What to do, a str: "is_below", "registrable" or "lookalikes".
        column: An object with `__arrow_c_stream__` or `__arrow_c_array__`.
        others: For "is_below" a tuple of the arguments of the function for one name: `zone`, `equal` and `profile`. For
            "registrable" a Rules, for "lookalikes" a Watchlist.
        errors: "raise", "null" or, where the result is a text, "keep". "lookalikes" refuses no row.
        threads: How many threads there may be, an int, or None.

    Returns:
        A Column.
    """

def arrow_text(work: str, column: object, sought: Sought, threads: int | None, /) -> Column:
    """Find or rewrite the names inside the texts of a column.

    Args:
        work: What to do, a str: "text_find", "text_to_ascii" or "text_to_unicode".
        column: An object with `__arrow_c_stream__` or `__arrow_c_array__`.
        sought: A tuple of `kinds`, the ASCII forms of `tlds` as a set or None, `everywhere`, `defanged` and `profile`.
        threads: How many threads there may be, an int, or None.

    Returns:
        A Column.
    """

@final
class Column:
    """A column that a function of `acelabel.arrow` returns.

    To read its values, pass it to a library that takes Arrow data: `pyarrow.chunked_array(column)`,
    `polars.Series(column)` or `pandas.Series.from_arrow(column)`. It never changes. As long as it shares memory with
    the input, it keeps the input alive.
    """

    @property
    def __arrow_c_array__(self) -> Callable[..., tuple[object, object]]: ...
    def __arrow_c_schema__(self) -> object: ...
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...
    def _one_array(self, requested_schema: object | None = None) -> tuple[object, object]:
        """Hand over the column as one array.

        Args:
            requested_schema: The type that is wanted, a capsule or None. The column is handed over as it is all the
                same.

        Returns:
            A tuple of two capsules, named "arrow_schema" and "arrow_array".
        """
    def __iter__(self, /) -> NoReturn: ...
    def __len__(self, /) -> int: ...
