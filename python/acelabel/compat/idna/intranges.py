"""Sets of integers as sorted half-open ranges, each packed into one integer: the first times 2**32, plus the end."""

from bisect import bisect_right
from collections.abc import Iterable, Sequence

__all__ = ["intranges_contain", "intranges_from_list"]

_END_BITS = 32


def _encode_range(start: int, end: int) -> int:
    return start << _END_BITS | end


def _decode_range(packed: int) -> tuple[int, int]:
    return packed >> _END_BITS, packed & ((1 << _END_BITS) - 1)


def intranges_from_list(list_: Iterable[int]) -> tuple[int, ...]:
    """Pack integers into ranges.

    Args:
        list_: The integers, not negative and below 2**32, in any order.

    Returns:
        The ranges in rising order.
    """
    ranges: list[tuple[int, int]] = []
    for number in sorted(set(list_)):
        if ranges and ranges[-1][1] == number:
            ranges[-1] = (ranges[-1][0], number + 1)
        else:
            ranges.append((number, number + 1))
    return tuple(_encode_range(*found) for found in ranges)


def intranges_contain(int_: int, ranges: Sequence[int]) -> bool:
    """Return whether an integer lies in one of the ranges.

    Args:
        int_: The integer.
        ranges: What `intranges_from_list` returned.

    Returns:
        A bool.
    """
    # The end of a range is below 2**32, so this stands behind every range that begins at or before the integer.
    behind = bisect_right(ranges, _encode_range(int_ + 1, 0) - 1)
    if behind == 0:
        return False
    start, end = _decode_range(ranges[behind - 1])
    return start <= int_ < end
