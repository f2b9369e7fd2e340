"""The structs of the Arrow C interface, built by hand: a column that can be spoiled field by field, and its reader."""

from __future__ import annotations

import bisect
import ctypes
import sys
from ctypes import CFUNCTYPE, Structure, byref, c_char_p, c_int, c_int64, c_void_p, cast
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

_RELEASE = CFUNCTYPE(None, c_void_p)


class Schema(Structure):
    """ArrowSchema."""


class Array(Structure):
    """ArrowArray."""


class Stream(Structure):
    """ArrowArrayStream."""


Schema._fields_ = [
    ("format", c_void_p),
    ("name", c_void_p),
    ("metadata", c_void_p),
    ("flags", c_int64),
    ("n_children", c_int64),
    ("children", c_void_p),
    ("dictionary", c_void_p),
    ("release", c_void_p),
    ("private_data", c_void_p),
]
Array._fields_ = [
    *((name, c_int64) for name in ("length", "null_count", "offset", "n_buffers", "n_children")),
    ("buffers", c_void_p),
    ("children", c_void_p),
    ("dictionary", c_void_p),
    ("release", c_void_p),
    ("private_data", c_void_p),
]
Stream._fields_ = [(name, c_void_p) for name in ("get_schema", "get_next", "get_last_error", "release", "private_data")]

# Objects that are pointed at live as long as the process.
KEPT: list[object] = []

# The number of structs that were handed over and have to be released, and of those that were released.
COUNTS = {"given": 0, "released": 0}

_capsule_new = ctypes.pythonapi.PyCapsule_New
_capsule_new.restype = ctypes.py_object
_capsule_new.argtypes = [c_void_p, c_char_p, c_void_p]
_capsule_pointer = ctypes.pythonapi.PyCapsule_GetPointer
_capsule_pointer.restype = c_void_p
_capsule_pointer.argtypes = [ctypes.py_object, c_char_p]


def kept(thing: Any) -> Any:
    KEPT.append(thing)
    return thing


def octets(content: bytes, shift: int = 0) -> int:
    """The address of octets, as many octets behind a place that every type is aligned to."""
    memory = kept(ctypes.create_string_buffer(len(content) + 64 + shift))
    start = (ctypes.addressof(memory) + 63) // 64 * 64 + shift
    ctypes.memmove(start, content, len(content))
    return start


def numbers(values: list[int], size: int) -> bytes:
    return b"".join((value % (1 << 8 * size)).to_bytes(size, sys.byteorder) for value in values)


def released(struct: type[Structure]) -> int:
    """A callback that counts, and releases nothing twice."""

    def release(address: int) -> None:
        at = struct.from_address(address)
        assert at.release
        at.release = None
        COUNTS["released"] += 1

    return callback(_RELEASE, release)


def callback(kind: Any, function: Callable[..., Any]) -> int:
    return cast(kept(kind(function)), c_void_p).value or 0


def schema(form: bytes, dictionary: Schema | None = None) -> Schema:
    """A type. Its dictionary is released with it, as is that of an array."""
    made: Schema = kept(Schema(format=octets(form + b"\0"), name=octets(b"name\0"), flags=2, release=released(Schema)))
    if dictionary is not None:
        made.dictionary = ctypes.addressof(dictionary)
    return made


def array(length: int, buffers: list[int | None], dictionary: Array | None = None) -> Array:
    pointers = kept((c_void_p * max(len(buffers), 1))(*buffers))
    made: Array = kept(
        Array(length=length, n_buffers=len(buffers), buffers=ctypes.addressof(pointers), release=released(Array))
    )
    if dictionary is not None:
        made.dictionary = ctypes.addressof(dictionary)
    return made


def with_children(made: Any, children: list[Any]) -> Any:
    """A type or an array with children, which are released with it."""
    made.n_children = len(children)
    made.children = ctypes.addressof(kept((c_void_p * len(children))(*map(ctypes.addressof, children))))
    return made


def child(made: Any, index: int) -> Any:
    return type(made).from_address((c_void_p * 2).from_address(made.children)[index])


def metadata(pairs: dict[bytes, bytes], shift: int = 0) -> int:
    texts = [text for pair in pairs.items() for text in pair]
    return octets(numbers([len(pairs)], 4) + b"".join(numbers([len(text)], 4) + text for text in texts), shift)


def address(struct: Structure) -> int:
    return ctypes.addressof(struct)


def put(made: Array, index: int, address: int | None) -> None:
    """Put another buffer in the place of one."""
    (c_void_p * made.n_buffers).from_address(made.buffers)[index] = address


def strings(rows: list[bytes], size: int = 4, first: int = 0, shift: int = 0) -> Array:
    """An array of utf8 or, with offsets of 8 octets, large_utf8."""
    places = [first]
    for row in rows:
        places.append(places[-1] + len(row))
    data = b"?" * first + b"".join(rows)
    return array(len(rows), [None, octets(numbers(places, size), shift), octets(data)])


def view(length: int, prefix: bytes = b"", buffer: int = 0, place: int = 0) -> bytes:
    return numbers([length], 4) + prefix[:4].ljust(4, b"\0") + numbers([buffer, place], 4)


def short(text: bytes) -> bytes:
    return numbers([len(text)], 4) + text.ljust(12, b"\0")


def views(items: list[bytes], data: list[bytes], shift: int = 0) -> Array:
    sizes = octets(numbers([len(part) for part in data], 8), shift)
    return array(len(items), [None, octets(b"".join(items), shift), *map(octets, data), sizes])


def given(struct: Any) -> Any:
    COUNTS["given"] += bool(struct.release)
    return struct


def capsule(struct: Structure, name: bytes) -> object:
    return _capsule_new(ctypes.addressof(struct), kept(name), None)


class OneArray:
    """An object that hands over one array, under names that can be wrong."""

    names = (b"arrow_schema", b"arrow_array")

    def __init__(self, of: Schema, made: Array) -> None:
        self.of, self.made = of, made

    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]:
        return capsule(given(self.of), self.names[0]), capsule(given(self.made), self.names[1])


class Chunks:
    """An object that hands over a stream, which can fail: for its type, after the first array, or at an array."""

    def __init__(self, of: Schema | None, arrays: list[Array], fails_at: int = -1, message: int | None = None) -> None:
        self.arrays = list(arrays)
        # Set to None after the first array.
        self.lost: str | None = None

        def get_schema(_: int, out: int) -> int:
            if fails_at == 0:
                return 5
            ctypes.memmove(out, byref(given(of or Schema())), ctypes.sizeof(Schema))
            return 0

        def get_next(stream: int, out: int) -> int:
            if fails_at == 1 and len(self.arrays) < len(arrays):
                return 22
            following = self.arrays.pop(0) if self.arrays else Array()
            if fails_at == 2:
                ctypes.memmove(out, byref(following), ctypes.sizeof(Array))
                return 22
            ctypes.memmove(out, byref(given(following)), ctypes.sizeof(Array))
            if self.lost:
                setattr(Stream.from_address(stream), self.lost, None)
                COUNTS["given"] -= self.lost == "release"
            return 0

        kind = CFUNCTYPE(c_int, c_void_p, c_void_p)
        self.stream = kept(
            Stream(
                get_schema=callback(kind, get_schema),
                get_next=callback(kind, get_next),
                get_last_error=callback(CFUNCTYPE(c_void_p, c_void_p), lambda _: message),
                release=released(Stream),
            )
        )

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return capsule(given(self.stream), b"arrow_array_stream")


def null_count(column: Any) -> int:
    """Return what a result of one chunk says itself."""
    made = column.__arrow_c_array__()[1]
    count: int = Array.from_address(_capsule_pointer(made, b"arrow_array")).null_count
    return count


def rows_of(column: Any) -> list[str | None]:
    """The rows of a result of one chunk, read with nothing but the rules."""
    of, made = column.__arrow_c_array__()
    type_of = Schema.from_address(_capsule_pointer(of, b"arrow_schema"))
    return read(type_of, Array.from_address(_capsule_pointer(made, b"arrow_array")))


def read(type_of: Schema, made: Array) -> list[str | None]:
    form = ctypes.string_at(type_of.format)
    if form == b"n":
        return [None] * made.length
    if form == b"+r":
        return rows_of_runs(type_of, made)
    buffers = (c_void_p * made.n_buffers).from_address(made.buffers)
    rows: list[str | None] = []
    values = (
        read(Schema.from_address(type_of.dictionary), Array.from_address(made.dictionary)) if made.dictionary else []
    )
    for row in range(made.offset, made.offset + made.length):
        if buffers[0] and not ctypes.string_at(buffers[0] + row // 8, 1)[0] >> row % 8 & 1:
            rows.append(None)
        elif made.dictionary:
            size = {b"c": 1, b"s": 2, b"i": 4, b"l": 8}[form.lower()]
            rows.append(values[number(buffers[1], row, size)])
        elif form == b"vu":
            rows.append(view_text(buffers, row))
        else:
            size = {b"u": 4, b"U": 8}[form]
            start, end = number(buffers[1], row, size), number(buffers[1], row + 1, size)
            rows.append(ctypes.string_at(buffers[2] + start, end - start).decode())
    return rows


def rows_of_runs(type_of: Schema, made: Array) -> list[str | None]:
    ends, size = child(made, 0), {b"s": 2, b"i": 4, b"l": 8}[ctypes.string_at(child(type_of, 0).format)]
    buffer = (c_void_p * 2).from_address(ends.buffers)[1] or 0
    places = [number(buffer, ends.offset + place, size) for place in range(ends.length)]
    values = read(child(type_of, 1), child(made, 1))
    return [values[bisect.bisect_right(places, made.offset + row)] for row in range(made.length)]


def number(buffer: int, place: int, size: int) -> int:
    return int.from_bytes(ctypes.string_at(buffer + place * size, size), sys.byteorder)


def view_text(buffers: Any, row: int) -> str:
    item = ctypes.string_at(buffers[1] + 16 * row, 16)
    length, _, buffer, place = (int.from_bytes(item[start : start + 4], sys.byteorder) for start in (0, 4, 8, 12))
    if length <= 12:
        return item[4 : 4 + length].decode()
    return ctypes.string_at(buffers[2 + buffer] + place, length).decode()
