"""Cases at the borders of a column: `arrow_borders.py CASE [FUNCTION]`. The last line tells the outcome.

Run by test_arrow_borders.py, each case in a process of its own, which a fault would end.
"""

from __future__ import annotations

import ctypes
import gc
import resource
import sys
from functools import partial
from typing import TYPE_CHECKING, Any

import arrow_structs as a
from want_of_memory import ending, used

from acelabel import arrow

if TYPE_CHECKING:
    from collections.abc import Callable

MEBI = 1 << 20
NO_MEMORY, INVALID = 12, 22


def of_many_buffers(count: int = 5_000_000) -> Any:
    """A view of a short text, in a column of so many buffers of nothing."""
    empty, view = a.octets(b""), a.octets(a.short(b"a.com"))
    made = a.array(1, [])
    buffers = a.kept((ctypes.c_void_p * (count + 3))(None, view, *[empty] * count, a.octets(bytes(8 * count))))
    made.n_buffers, made.buffers = count + 3, ctypes.addressof(buffers)
    return a.OneArray(a.schema(b"vu"), made)


def pointer(capsule: object, name: bytes) -> int:
    return int(a._capsule_pointer(capsule, name))


def array_without_memory() -> None:
    """The methods of a result raise MemoryError where there is none, and work where there is some again."""
    result = arrow.to_ascii(of_many_buffers())
    found = [ending(result.__arrow_c_array__, room) for room in (MEBI, 8 * MEBI, 128 * MEBI)]
    assert a.rows_of(result) == ["a.com"]
    print(*found)


def stream_without_memory() -> None:
    """`get_next` returns ENOMEM, says why, and hands over the same chunk where there is memory again."""
    capsule = arrow.to_ascii(of_many_buffers()).__arrow_c_stream__()
    stream = pointer(capsule, b"arrow_array_stream")
    struct = a.Stream.from_address(stream)
    write = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)
    get_next, get_schema = write(struct.get_next), write(struct.get_schema)
    get_last_error = ctypes.CFUNCTYPE(ctypes.c_char_p, ctypes.c_void_p)(struct.get_last_error)
    array, other = a.Array(), a.Schema()
    found: list[object] = []
    for room in (MEBI, 8 * MEBI, 128 * MEBI):
        resource.setrlimit(resource.RLIMIT_AS, (used() + room, resource.RLIM_INFINITY))
        found.append(get_next(stream, ctypes.addressof(array)))
        resource.setrlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        if found[-1] == NO_MEMORY:
            assert not array.release
            assert get_last_error(stream) == b"there is not enough memory"
    assert (array.length, array.n_buffers) == (1, 5_000_003)
    ctypes.CFUNCTYPE(None, ctypes.c_void_p)(array.release)(ctypes.addressof(array))
    assert get_schema(stream, ctypes.addressof(other)) == 0
    ctypes.CFUNCTYPE(None, ctypes.c_void_p)(other.release)(ctypes.addressof(other))
    ctypes.CFUNCTYPE(None, ctypes.c_void_p)(struct.release)(stream)
    assert (struct.release, get_next(stream, ctypes.addressof(array))) == (None, INVALID)
    assert get_last_error(stream) == b"the stream was released"
    print(*found)


def long_name() -> None:
    """The name of a field is copied if there is memory for it, and then shared."""
    name = a.octets(b"n" * (64 * MEBI) + b"\0")

    def column() -> Any:
        of = a.schema(b"u")
        of.name = name
        return a.OneArray(of, a.strings([b"A.com"]))

    found = [ending(partial(arrow.to_ascii, column()), room) for room in (8 * MEBI, 200 * MEBI)]
    result = arrow.to_ascii(column())
    print(*found, ending(result.__arrow_c_schema__, 8 * MEBI))


def renamed() -> None:
    """Capsules that a consumer renames, as is usual with DLPack, are the consumer's: no exception is left behind."""
    rename = ctypes.pythonapi.PyCapsule_SetName
    rename.argtypes = [ctypes.py_object, ctypes.c_char_p]
    result = arrow.to_ascii(a.OneArray(a.schema(b"u"), a.strings([b"A.com"])))
    used_name = a.kept(b"used_arrow")
    for _ in range(100):
        capsules = [*result.__arrow_c_array__(), result.__arrow_c_stream__()]
        arrays = pointer(capsules[1], b"arrow_array")
        for capsule in capsules:
            rename(capsule, used_name)
        del capsules, capsule
        gc.collect()
        # The struct lies where it lay, and the consumer may give it back.
        array = a.Array.from_address(arrays)
        assert array.length == 1
        ctypes.CFUNCTYPE(None, ctypes.c_void_p)(array.release)(arrays)
        assert array.release is None
    print(a.rows_of(result))


def endless(function: str, end: int) -> None:
    """A text of which an offset says that it is longer than all memory."""
    from arrow_columns import GIVEN

    data = a.octets(b"A-a-" * 1_024)
    made = a.array(1, [None, a.octets(a.numbers([0, end], 8)), data])
    column: Any = a.OneArray(a.schema(b"U"), made)
    call: Callable[..., object] = getattr(arrow, function)
    try:
        call(column, **GIVEN.get(function, {}))
    except (MemoryError, ValueError) as error:
        print(type(error).__name__)
    else:
        print("answer")


CASES: dict[str, Callable[[], None]] = {
    case.__name__: case for case in (array_without_memory, stream_without_memory, long_name, renamed)
}


def main() -> None:
    if sys.argv[1] == "endless":
        endless(sys.argv[2], int(sys.argv[3]))
    else:
        CASES[sys.argv[1]]()


if __name__ == "__main__":
    main()
