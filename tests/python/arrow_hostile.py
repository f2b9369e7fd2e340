"""One hostile or odd column, put to `acelabel.arrow`: the argument names it, and one line tells what came of it.

Run by test_arrow_hostile.py, each case in a process of its own.
"""

from __future__ import annotations

import gc
import json
import sys
from collections.abc import Callable
from functools import partial
from typing import Any

import arrow_structs as a

from acelabel import arrow

ROWS = [b"A.com", b"b.example.com", "Bücher.example".encode()]
ASCII: list[str | None] = ["a.com", "b.example.com", "xn--bcher-kva.example"]
LONG = b"www.Example.com/not-in-it"
Case = tuple[Callable[[], Any], list[str | None] | str]
CASES: dict[str, Case] = {}


def case(name: str, outcome: list[str | None] | str) -> Callable[[Callable[[], Any]], Callable[[], Any]]:
    """A column and what comes of it: its rows in ASCII form, or the name of an exception."""

    def add(make: Callable[[], Any]) -> Callable[[], Any]:
        assert name not in CASES
        CASES[name] = (make, outcome)
        return make

    return add


def strings(size: int = 4, **other: int) -> a.OneArray:
    return a.OneArray(a.schema(b"u" if size == 4 else b"U"), a.strings(ROWS, size, **other))


def views(data: list[bytes] | None = None, item: bytes | None = None, shift: int = 0) -> a.OneArray:
    items = [a.short(b"A.com"), item if item is not None else a.view(15, LONG, 0, 0)]
    return a.OneArray(a.schema(b"vu"), a.views(items, [LONG] if data is None else data, shift))


def keyed(keys: list[int], form: bytes = b"c", size: int = 1, shift: int = 0) -> a.OneArray:
    values = a.strings(ROWS)
    made = a.array(len(keys), [None, a.octets(a.numbers(keys, size), shift)], values)
    return a.OneArray(a.schema(form, a.schema(b"u")), made)


def runs(ends: list[int], form: bytes = b"i", size: int = 4, shift: int = 0, offset: int = 0) -> a.OneArray:
    """Runs of the rows, as long as the last one ends."""
    of = a.with_children(a.schema(b"+r"), [a.schema(form), a.schema(b"u")])
    made = a.array(max(ends[-1] - offset, 0), [])
    made.offset = offset
    children = [a.array(len(ends), [None, a.octets(a.numbers(ends, size), shift)]), a.strings(ROWS)]
    return a.OneArray(of, a.with_children(made, children))


def nulls(count: int = 2) -> a.OneArray:
    return a.OneArray(a.schema(b"n"), a.array(count, []))


def spoiled(name: str, make: Callable[[], Any], outcome: list[str | None] | str, **spoil: Any) -> None:
    """A case in which fields of a struct have other values: `of_` those of the type, `in_` those of its dictionary."""

    def spoil_it() -> Any:
        column = make()
        for field, value in spoil.items():
            struct = column.made
            if field.startswith("of_"):
                struct, field = column.of, field.removeprefix("of_")
            elif field.startswith("in_of_"):
                struct, field = a.Schema.from_address(column.of.dictionary), field.removeprefix("in_of_")
            elif field.startswith(("end_of_", "value_of_")):
                struct, field = a.child(column.of, field.startswith("value")), field.split("_of_", 1)[1]
            elif field.startswith(("end_", "value_")):
                struct, field = a.child(column.made, field.startswith("value")), field.split("_", 1)[1]
            elif field.startswith("in_"):
                struct, field = a.Array.from_address(column.made.dictionary), field.removeprefix("in_")
            if field.startswith("buffer_"):
                a.put(struct, int(field.removeprefix("buffer_")), value)
            else:
                setattr(struct, field, value)
        return column

    case(name, outcome)(spoil_it)


NEGATIVE, HUGE = -1, (1 << 63) - 1
FORMATS = [b"", b"ux", b"z", b"Z", b"l", b"+s", b"+l", b"tdD", b"vz", b"v", b"w:5", b"d:1,2", b"x" * 1_000]

case("legal", ASCII)(strings)
case("large_utf8", ASCII)(lambda: strings(8))
case("first offset not 0", ASCII)(lambda: strings(first=7))
case("first offset of large_utf8 not 0", ASCII)(lambda: strings(8, first=7))
case("offsets not aligned", ASCII)(lambda: strings(shift=1))
case("offsets of large_utf8 not aligned", ASCII)(lambda: strings(8, shift=3))
for form in FORMATS:
    spoiled(f"format {form[:8]!r}", strings, "TypeError", of_format=a.octets(form + b"\0"))
spoiled("format NULL", strings, "ValueError", of_format=None)
spoiled("name NULL", strings, ASCII, of_name=None)
spoiled("name not UTF-8", strings, ASCII, of_name=a.octets(b"\xff\0"))
spoiled("metadata that nobody may read", strings, ASCII, of_metadata=1)
spoiled("flags of all kinds", strings, ASCII, of_flags=-1)
spoiled("children that nobody may read", strings, ASCII, of_children=1, children=1)
for number in (1, NEGATIVE, HUGE):
    spoiled(f"{number} children of the type", strings, "ValueError", of_n_children=number)
    spoiled(f"{number} children", strings, "ValueError", n_children=number)
for number in (0, 2, 4, NEGATIVE, HUGE):
    spoiled(f"{number} buffers", strings, "ValueError", n_buffers=number)
for number in (NEGATIVE, HUGE, 1 << 60, -HUGE - 1):
    spoiled(f"length {number}", strings, "ValueError", length=number)
    spoiled(f"offset {number}", strings, "ValueError", offset=number)
spoiled("length and offset overflow", strings, "ValueError", length=HUGE, offset=HUGE)
spoiled("length and offset overflow by 1", strings, "ValueError", length=1 << 62, offset=1 << 62)
for number in (NEGATIVE, 99, HUGE, -5):
    spoiled(f"null_count {number}", strings, ASCII, null_count=number)
spoiled("an offset", strings, ASCII[1:], offset=1, length=2)
spoiled("buffers NULL", strings, "ValueError", buffers=None)
spoiled("offsets NULL", strings, "ValueError", buffer_1=None)
spoiled("data NULL", strings, "ValueError", buffer_2=None)
spoiled("no rows, no offsets", strings, [], length=0, buffer_1=None, buffer_2=None)
spoiled("no rows, offsets that nobody may read", strings, [], length=0, buffer_0=1, buffer_1=1, buffer_2=1)
spoiled("nulls", strings, [ASCII[0], None, ASCII[2]], buffer_0=a.octets(b"\xfd"))
spoiled("release NULL", strings, "ValueError", release=None)
spoiled("release of the type NULL", strings, "ValueError", of_release=None)
spoiled("a dictionary too many", strings, "ValueError", dictionary=8)
for name, places in {
    "negative first": [-1, 5, 18, 33],
    "negative last": [0, 5, 18, -1],
    "negative inside": [0, -5, 18, 33],
    "decreasing": [0, 18, 5, 33],
    "decreasing at the end": [0, 5, 33, 18],
    "all negative": [-40, -30, -20, -10],
}.items():
    for size in (4, 8):
        make = partial(strings, size)
        spoiled(f"offsets {name}, {size} octets", make, "ValueError", buffer_1=a.octets(a.numbers(places, size)))
spoiled("text not UTF-8", strings, "ValueError", buffer_2=a.octets(b"A.com" + b"\xff" * 28))
spoiled("text broken by an offset", strings, "ValueError", buffer_1=a.octets(a.numbers([0, 5, 20, 33], 4)))
spoiled(
    "garbage under a null",
    strings,
    [*ASCII[:2], None],
    buffer_0=a.octets(b"\x03"),
    buffer_2=a.octets(ROWS[0] + ROWS[1] + b"\xff" * 15),
)

VIEWS: list[str | None] = ["a.com", "www.example.com"]
case("views", VIEWS)(views)
case("views not aligned", VIEWS)(lambda: views(shift=4))
case("views whose prefix is wrong", VIEWS)(lambda: views(item=a.view(15, b"????", 0, 0)))
case("views that overlap", VIEWS)(lambda: views([LONG, LONG[2:]], a.view(15, LONG, 0, 0)))
case("a view of 12 octets", ["a.com", "example.com."])(lambda: views(item=a.short(b"Example.com.")))
case("a view of 12 octets needs no buffer", ["a.com", "example.com."])(lambda: views([], a.short(b"Example.com.")))
for name, item in {
    "of a negative length": a.view(-1, LONG, 0, 0),
    "of the least length": a.view(-(1 << 31), LONG, 0, 0),
    "of the greatest length": a.view((1 << 31) - 1, LONG, 0, 0),
    "in a buffer too far": a.view(15, LONG, 1, 0),
    "in a negative buffer": a.view(15, LONG, -1, 0),
    "at a negative place": a.view(15, LONG, 0, -1),
    "at the greatest place": a.view(15, LONG, 0, (1 << 31) - 1),
    "beyond the end": a.view(15, LONG, 0, 11),
    "of a text not UTF-8": a.short(b"\xff"),
}.items():
    case(f"a view {name}", "ValueError")(partial(views, item=item))
    spoiled(f"a null view {name}", partial(views, item=item), ["a.com", None], buffer_0=a.octets(b"\x01"))
for number in (2, 1, 0, NEGATIVE, HUGE, 1 << 31):
    spoiled(f"views in {number} buffers", views, "ValueError", n_buffers=number)
spoiled("views NULL", views, "ValueError", buffer_1=None)
spoiled("a buffer of views NULL", views, "ValueError", buffer_2=None)
spoiled("sizes NULL", views, "ValueError", buffer_3=None)
spoiled("a size negative", views, "ValueError", buffer_3=a.octets(a.numbers([-1], 8)))
spoiled("a size too small", views, "ValueError", buffer_3=a.octets(a.numbers([14], 8)))
# Where an address has 32 bits such a size is refused.
BELIEVED: list[str | None] | str = VIEWS if sys.maxsize > 2**32 else "ValueError"
spoiled("a size beyond memory, which is believed", views, BELIEVED, buffer_3=a.octets(a.numbers([HUGE], 8)))
spoiled("an empty buffer NULL", lambda: views([LONG, b""]), VIEWS, buffer_3=None)
spoiled("no views", views, [], length=0, buffer_1=None)

KEYED: list[str | None] = [ASCII[2], ASCII[0], ASCII[2]]
for form, size in ((b"c", 1), (b"C", 1), (b"s", 2), (b"S", 2), (b"i", 4), (b"I", 4), (b"l", 8), (b"L", 8)):
    make = partial(keyed, [2, 0, 2], form, size)
    case(f"keys {form!r}", KEYED)(make)
    wrong = partial(keyed, [2, -1, 2], form, size)
    case(f"keys {form!r} negative", "ValueError")(wrong)
    spoiled(f"keys {form!r} negative under a null", wrong, [ASCII[2], None, ASCII[2]], buffer_0=a.octets(b"\x05"))
    far = partial(keyed, [2, 3, 2], form, size)
    case(f"keys {form!r} too far", "ValueError")(far)
case("keys not aligned", KEYED)(lambda: keyed([2, 0, 2], b"l", 8, shift=1))
spoiled("keys of texts", lambda: keyed([0]), "ValueError", of_format=a.octets(b"u\0"))
spoiled("keys of floats", lambda: keyed([0]), "ValueError", of_format=a.octets(b"g\0"))
spoiled("keys NULL", lambda: keyed([0]), "ValueError", buffer_1=None)
spoiled("keys in 3 buffers", lambda: keyed([0]), "ValueError", n_buffers=3)
spoiled("a dictionary missing", lambda: keyed([0]), "ValueError", dictionary=None)
spoiled("a dictionary missing in the type", lambda: keyed([0]), "TypeError", of_dictionary=None)
spoiled("a dictionary in a dictionary", lambda: keyed([0]), "TypeError", in_of_dictionary=a.address(a.schema(b"u")))
spoiled("a dictionary of numbers", lambda: keyed([0]), "TypeError", in_of_format=a.octets(b"l\0"))
spoiled("a dictionary of a format NULL", lambda: keyed([0]), "ValueError", in_of_format=None)
spoiled("values with a dictionary", lambda: keyed([0]), "ValueError", in_dictionary=8)
spoiled("values that are illegal", lambda: keyed([0]), "ValueError", in_buffer_1=a.octets(a.numbers([0, 18, 5, 33], 4)))
spoiled("values of a negative length", lambda: keyed([0]), "ValueError", in_length=-1)
spoiled("values that end early", lambda: keyed([2]), "ValueError", in_length=2)
spoiled("values further on", lambda: keyed([1]), [ASCII[2]], in_length=2, in_offset=1)
spoiled("a dictionary not aligned", lambda: keyed([0]), "ValueError", dictionary=a.address(a.strings(ROWS)) + 1)
spoiled("a type not aligned", lambda: keyed([0]), "ValueError", of_dictionary=a.address(a.schema(b"u")) + 1)

RUNS: list[str | None] = [ASCII[0], ASCII[1], ASCII[1], ASCII[2]]
for form, size in ((b"s", 2), (b"i", 4), (b"l", 8)):
    make = partial(runs, [1, 3, 4], form, size)
    case(f"runs {form!r}", RUNS)(make)
    case(f"runs {form!r} not aligned", RUNS)(partial(make, shift=1))
    for name, ends in {
        "descend": [3, 1, 4],
        "stand still": [1, 1, 4],
        "begin with 0": [0, 3, 4],
        "are negative": [-3, 3, 4],
        "become negative": [1, -1, 4],
    }.items():
        case(f"run ends {form!r} that {name}", "ValueError")(partial(runs, ends, form, size))
case("runs from a row on", RUNS[2:])(lambda: runs([1, 3, 4], offset=2))
spoiled("fewer rows than runs have", lambda: runs([1, 3, 4]), RUNS[:2], length=2)
spoiled("no rows of runs", lambda: runs([1, 3, 4]), [], length=0, offset=9)
spoiled("no runs and no rows", lambda: runs([1]), [], length=0, end_length=0, end_buffer_1=None, value_length=0)
spoiled("run ends too short", lambda: runs([1, 3, 4]), "ValueError", length=5)
spoiled("run ends too short by an offset", lambda: runs([1, 3, 4]), "ValueError", offset=1)
spoiled("too few run ends", lambda: runs([1, 3, 4]), "ValueError", end_length=2)
spoiled("no run ends", lambda: runs([1, 3, 4]), "ValueError", end_length=0)
spoiled("run ends further on", lambda: runs([9, 1, 4]), [*RUNS[:1], *[RUNS[1]] * 3], end_offset=1, end_length=2)
spoiled("values of runs further on", lambda: runs([1, 4]), RUNS[1:2] + RUNS[3:] * 3, value_offset=1, value_length=2)
spoiled("fewer values than runs", lambda: runs([1, 3, 4]), "ValueError", value_length=2)
spoiled("more values than runs", lambda: runs([1, 4]), [*RUNS[:2], *RUNS[1:3]])
spoiled("a run end null", lambda: runs([1, 3, 4]), "ValueError", end_buffer_0=a.octets(b"\x05"))
spoiled("run ends that say they are valid", lambda: runs([1, 3, 4]), RUNS, end_buffer_0=a.octets(b"\x07"))
spoiled("a null run", lambda: runs([1, 3, 4]), [RUNS[0], None, None, RUNS[3]], value_buffer_0=a.octets(b"\x05"))
spoiled("a null run that says it has none", lambda: runs([1, 3, 4]), RUNS, null_count=9)
for number in (1, 2, NEGATIVE, HUGE):
    spoiled(f"runs in {number} buffers", lambda: runs([1]), "ValueError", n_buffers=number)
for number in (0, 1, 3, NEGATIVE, HUGE):
    spoiled(f"runs of {number} children", lambda: runs([1]), "ValueError", n_children=number)
    spoiled(f"a type of runs of {number} children", lambda: runs([1]), "ValueError", of_n_children=number)
for number in (NEGATIVE, HUGE, 1 << 60):
    for field in ("length", "offset", "end_length", "end_offset", "value_length", "value_offset"):
        spoiled(f"runs, {field} {number}", lambda: runs([1, 3, 4]), "ValueError", **{field: number})
for number in (1, 3, NEGATIVE):
    spoiled(f"run ends in {number} buffers", lambda: runs([1]), "ValueError", end_n_buffers=number)
for prefix in ("", "of_"):
    spoiled(f"{prefix}children of runs NULL", lambda: runs([1]), "ValueError", **{f"{prefix}children": None})
    for name in ("end", "value"):
        spoil = {f"{name}_{prefix}release": None}
        spoiled(f"{prefix}{name} of runs that was released", lambda: runs([1]), "ValueError", **spoil)
    for name, pointers in {"NULL": [0, 0], "not aligned": [1, 1]}.items():
        children = a.octets(a.numbers(pointers, (sys.maxsize.bit_length() + 1) // 8))
        spoiled(f"{prefix}child of runs {name}", lambda: runs([1]), "ValueError", **{f"{prefix}children": children})
spoiled("run ends NULL", lambda: runs([1]), "ValueError", end_buffer_1=None)
spoiled("run ends with children", lambda: runs([1]), "ValueError", end_n_children=1)
spoiled("run ends with a dictionary", lambda: runs([1]), "ValueError", end_dictionary=8)
spoiled("runs with a dictionary", lambda: runs([1]), "ValueError", dictionary=8)
spoiled(
    "runs of keys without a dictionary in the type", lambda: runs([1]), "TypeError", value_of_format=a.octets(b"i\0")
)
spoiled("runs of values with a dictionary", lambda: runs([1]), "ValueError", value_dictionary=8)
spoiled("runs of runs", lambda: runs([1]), "TypeError", value_of_format=a.octets(b"+r\0"))
for form in (b"c", b"I", b"u", b"+r", b""):
    spoiled(f"run ends of the format {form!r}", lambda: runs([1]), "ValueError", end_of_format=a.octets(form + b"\0"))
spoiled("run ends of a type with a dictionary", lambda: runs([1]), "ValueError", end_of_dictionary=8)
spoiled("run ends of a type with children", lambda: runs([1]), "ValueError", end_of_n_children=1)
spoiled("values of runs not UTF-8", lambda: runs([1, 3, 4]), "ValueError", value_buffer_2=a.octets(b"\xff" * 33))
spoiled(
    "a value that is not UTF-8 and of no row",
    lambda: runs([1, 4]),
    RUNS[:2] + RUNS[1:2] * 2,
    value_buffer_2=a.octets(b"".join(ROWS[:2]) + b"\xff" * 15),
)

case("a dictionary of nothing", [])(
    lambda: a.OneArray(a.schema(b"c", a.schema(b"n")), a.array(0, [None, None], a.array(0, [])))
)
case("a dictionary of nulls", [None, None])(
    lambda: a.OneArray(a.schema(b"c", a.schema(b"n")), a.array(2, [None, a.octets(b"\0\1")], a.array(2, [])))
)
case("keys beyond a dictionary of nulls", "ValueError")(
    lambda: a.OneArray(a.schema(b"c", a.schema(b"n")), a.array(2, [None, a.octets(b"\0\2")], a.array(2, [])))
)

ENUM = {b"pandas": b"", b"_PL_ENUM_VALUES2": b"5;A.com"}
spoiled("an Enum", lambda: keyed([2, 0, 2]), KEYED, of_metadata=a.metadata(ENUM))
spoiled("an Enum of old", lambda: keyed([2, 0, 2]), KEYED, of_metadata=a.metadata({b"_PL_ENUM_VALUES": b""}))
spoiled("an Enum whose metadata are not aligned", lambda: keyed([1]), ASCII[1:2], of_metadata=a.metadata(ENUM, 3))
spoiled("no pairs of metadata", lambda: keyed([2]), ASCII[2:], of_metadata=a.metadata({}))
spoiled(
    "other metadata", lambda: keyed([2]), ASCII[2:], of_metadata=a.metadata({b"_PL_ENUM_VALUES3": b"_PL_ENUM_VALUES"})
)
for name, places in {"a number of pairs": [-1], "a key": [1, -1], "a value": [1, 0, -1]}.items():
    of_metadata = a.octets(a.numbers(places, 4))
    spoiled(f"metadata with {name} negative", lambda: keyed([0]), "ValueError", of_metadata=of_metadata)

case("null", [None, None])(nulls)
# As polars gives it.
spoiled("null in 1 buffer", nulls, [None, None], n_buffers=1)
spoiled("null in 2 buffers", nulls, "ValueError", n_buffers=2)
spoiled("null of a negative length", nulls, "ValueError", length=-1)
spoiled("null of a length beyond memory", nulls, "ValueError", length=HUGE)


def chunks(fails_at: int = -1, message: int | None = None, **spoil: Any) -> a.Chunks:
    column = a.Chunks(a.schema(b"u"), [a.strings(ROWS)], fails_at, message)
    for field, value in spoil.items():
        setattr(column.stream, field, value)
    return column


case("stream", ASCII)(chunks)
case("stream without get_last_error", ASCII)(lambda: chunks(get_last_error=None))
case("stream of nothing", [])(lambda: a.Chunks(a.schema(b"u"), []))
case("stream without get_schema", "ValueError")(lambda: chunks(get_schema=None))
case("stream without get_next", "ValueError")(lambda: chunks(get_next=None))
case("stream that fails for its type", "ValueError")(lambda: chunks(0, a.octets(b"no\0")))
case("stream that fails", "ValueError")(lambda: chunks(1, a.octets(b"no\0")))
case("stream that fails and does not say why", "ValueError")(lambda: chunks(1))
case("stream that fails without get_last_error", "ValueError")(lambda: chunks(1, get_last_error=None))
case("stream that fails when it has written an array", "ValueError")(lambda: chunks(2))
case("stream that says not in UTF-8 why", "ValueError")(lambda: chunks(1, a.octets(b"\xff\0")))
case("stream without a type", "ValueError")(lambda: a.Chunks(None, []))
case("stream of a type that is none", "TypeError")(lambda: a.Chunks(a.schema(b"l"), []))
case("stream that was released", "ValueError")(lambda: chunks(release=None))


@case("stream whose second chunk is illegal", "ValueError")
def _() -> a.Chunks:
    second = a.strings(ROWS)
    second.length = -1
    return a.Chunks(a.schema(b"u"), [a.strings(ROWS), second])


@case("stream whose chunks are of different types", "ValueError")
def _() -> a.Chunks:
    return a.Chunks(a.schema(b"u"), [a.strings(ROWS), views().made])


def lost(callback: str) -> a.Chunks:
    column = chunks()
    column.lost = callback
    return column


case("stream that releases itself", "ValueError")(lambda: lost("release"))
case("stream that loses get_next", "ValueError")(lambda: lost("get_next"))


class Again:
    """An object that hands over the same capsules again."""

    def __init__(self, column: Any, name: str) -> None:
        capsules = getattr(column, name)()
        setattr(self, name, lambda requested_schema=None: capsules)
        first: Any = self
        arrow.to_ascii(first)


case("stream for the second time", "ValueError")(lambda: Again(chunks(), "__arrow_c_stream__"))
case("array for the second time", "ValueError")(lambda: Again(strings(), "__arrow_c_array__"))


def named(*names: bytes) -> a.OneArray:
    column = strings()
    column.names = names  # type: ignore[assignment]
    return column


case("capsule of a type with another name", "ValueError")(lambda: named(b"schema", b"arrow_array"))
case("capsule of an array with another name", "ValueError")(lambda: named(b"arrow_schema", b"array"))
case("capsules that are swapped", "ValueError")(lambda: named(b"arrow_array", b"arrow_schema"))


class Returns:
    """An object that hands over anything."""

    def __init__(self, array: object, name: str = "__arrow_c_array__") -> None:
        setattr(self, name, lambda requested_schema=None: array)


case("no tuple", "TypeError")(lambda: Returns(7))
case("a tuple of one", "ValueError")(lambda: Returns((7,)))
case("no capsules", "ValueError")(lambda: Returns((7, 8)))
case("a stream that is no capsule", "ValueError")(lambda: Returns(None, "__arrow_c_stream__"))


def main() -> None:
    make, _ = CASES[sys.argv[1]]
    column = make()
    try:
        result = arrow.to_ascii(column)
        outcome: object = a.rows_of(result)
        del result
    except Exception as error:
        outcome = type(error).__name__
        del error
    gc.collect()
    print(json.dumps({"outcome": outcome, **a.COUNTS}))


if __name__ == "__main__":
    main()
