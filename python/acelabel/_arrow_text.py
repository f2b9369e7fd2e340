"""Columns of texts with names inside: functions of `acelabel.arrow`."""

from acelabel._native import UTS46, Column, arrow_text
from acelabel._tlds import known

TYPE_CHECKING = False
if TYPE_CHECKING:
    from acelabel._choices import AnyKinds, AnyProfile, AnyTlds, ArrowColumn


# works: begin
def text_find(
    column: "ArrowColumn",
    *,
    kinds: "AnyKinds" = None,
    tlds: "AnyTlds" = None,
    everywhere: bool = False,
    defanged: bool = False,
    profile: "AnyProfile" = UTS46,
    threads: int | None = None,
) -> Column:
    """Find the names inside texts, as `acelabel.text.find` does. No row is refused.

    Args:
        column: The texts, an Arrow column.
        kinds: Which names count, an iterable of kinds; None for all.
        tlds: Which top-level domains are known: a set of str, or None for none. It is no callable.
        everywhere: Whether names in paths, queries, fragments, local parts and user information count.
        defanged: Whether names that are written so that nobody follows them are read.

    Returns:
        A Column of lists of structs: `start`, `end` (int64, in characters of the row), `kind`, `name` (utf8),
        `is_escaped` (bool), `code` (utf8) and `is_defanged` (bool) of each Found. Only a row that is null is null.
    """
    return arrow_text("text_find", column, (kinds, known(tlds), everywhere, defanged, profile), threads)


def text_to_ascii(
    column: "ArrowColumn",
    *,
    kinds: "AnyKinds" = None,
    tlds: "AnyTlds" = None,
    profile: "AnyProfile" = UTS46,
    threads: int | None = None,
) -> Column:
    """Rewrite the names inside texts with their ASCII form, as `acelabel.text.to_ascii` does. No row is refused.

    Args:
        column: The texts, an Arrow column.
        kinds: Which names count, an iterable of kinds; None for all.
        tlds: Which top-level domains are known: a set of str, or None for none. It is no callable.

    Returns:
        A Column.
    """
    return arrow_text("text_to_ascii", column, (kinds, known(tlds), False, False, profile), threads)


def text_to_unicode(
    column: "ArrowColumn", *, kinds: "AnyKinds" = None, profile: "AnyProfile" = UTS46, threads: int | None = None
) -> Column:
    """Rewrite the names inside texts with their Unicode form, as `acelabel.text.to_unicode` does. No row is refused.

    Args:
        column: The texts, an Arrow column.
        kinds: Which names count, an iterable of kinds; None for all.

    Returns:
        A Column.
    """
    return arrow_text("text_to_unicode", column, (kinds, None, False, False, profile), threads)


# works: end
