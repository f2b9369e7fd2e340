"""`src/bootstring/encode_short.rs`: a short text is parted and sorted, and its keys are insertions.

A key is a code point and its place. `KEYS` are those of `Sorted`, in their order.
"""

from typing import Any

import z3
from room_bias import parameter
from room_encoder import SCALARS, SHORT_TEXT, some_value
from room_keys import FILLER, INDEX, KEYS, PLACE_BITS
from room_params import SURROGATES

from mirproof.contracts import Contract
from mirproof.frames import Frame, Loop
from mirproof.library import called
from mirproof.machine import Machine
from mirproof.numbers_of import Words
from mirproof.values import Items, Iterator, Memory, Opaque, Ref, Slice, State, as_word

PLACES = 2**PLACE_BITS
LARGEST, FIRST_NON_BASIC = 2**25 - 1, 0x80
INITIAL_N = z3.BitVec("initial_n", 32)
# The refusal of surrogates, and the largest code points of `Scalars` and of `Integers`.
REFUSES = z3.Bool("refuses")
REPERTOIRES = (SCALARS - 1, 2**32 - 1)


def code_point(key: Any) -> Any:
    return z3.LShR(key, PLACE_BITS)


def place(key: Any) -> Any:
    return key & (PLACES - 1)


# `Sorted`: at any of its keys, behind another key or at the first one. `N` and `I` are as in section 6.3.

AT, BASIC, COUNT = z3.BitVecs("at basic count", 64)
N, I = z3.BitVecs("n i", 32)  # noqa: E741
LAST = z3.BitVec("last key", 32)
SORTED = "sorted"


def sorted_keys(m: Machine, state: State, case: dict[str, Any]) -> dict[str, Any]:
    state.cells["keys"] = Memory(KEYS, "i32")
    part = Slice(Ref("keys"), 0, COUNT)
    state.cells[SORTED] = Items((Iterator("items", (part, AT)), Opaque("K")))
    return {"self": Ref(SORTED)}


def are_sorted(given: Any) -> list[Any]:
    """Keys grow; the first one is not below the initial `n`."""
    is_first = z3.And(N == INITIAL_N, I == 0, z3.UGE(code_point(KEYS[AT]), INITIAL_N))
    is_later = z3.And(code_point(LAST) == N, LAST >= 0, KEYS[AT] > LAST)
    is_key = z3.And(KEYS[AT] >= 0, z3.If(AT == 0, is_first, is_later))
    return [
        z3.ULE(AT, COUNT),
        z3.ULE(BASIC + COUNT, SHORT_TEXT),
        z3.ULE(COUNT, SHORT_TEXT),
        z3.Implies(AT != COUNT, is_key),
    ]


def handle(m: Machine, state: State, _: Any, place_: Any) -> Any:
    """The contract of `Ranks`: a rank is at most the number of places before it that are basic or handled, and that of
    a place behind the one that was handled last is larger (lemma `ranks_of_one_code_point_ascend`).
    """
    rank = m.fresh(state, "u32", "rank")
    is_place = z3.And(z3.ULT(AT, COUNT), place_ == place(KEYS[AT]))
    m.oblige(state, is_place, "a place is handled with its key")
    is_behind = z3.And(AT != 0, place_ > place(LAST))
    m.assume(state, z3.ULE(z3.ZeroExt(32, rank), BASIC + AT), z3.Implies(is_behind, z3.UGE(rank, I)))
    return rank


def is_insertion(given: Any, result: Any) -> list[Any]:
    """The contract of the iterator of `insertions`."""
    iterator = given.end.cells[SORTED].fields[0]
    if result.tag == 0:
        return [AT == COUNT]
    c, index, place_ = result.fields("Some")[0].fields
    ascends = z3.And(z3.UGE(c, N), z3.Implies(c == N, z3.UGE(index, I)), z3.ULE(z3.ZeroExt(32, index), BASIC + AT))
    return [ascends, c == code_point(KEYS[AT]), iterator.held[1] == AT + 1, place_ == 0]


# `encode_short`.

# So many code points before a place are basic.
BASICS = z3.Function("basics", INDEX, INDEX)
# Any place among the keys of a text, or of the text: all claims on keys, and on units, are about the one there.
ANY = z3.BitVec("any place", 64)
SLOTS, TEXT, BEGUN = "memory of the slots", "memory of the text", "places that have begun"
UNITS = z3.Const("text", z3.ArraySort(INDEX, z3.BitVecSort(32)))
SLOTS_OF, KEYS_OF = "slots#1", "keys#1"


def short_text(m: Machine, state: State, case: dict[str, Any]) -> dict[str, Any]:
    slots = Memory(z3.Const("slots", z3.ArraySort(INDEX, z3.BitVecSort(8))), "u8")
    state.cells |= {SLOTS: slots, TEXT: Memory(UNITS, "u32"), BEGUN: 0}
    state.cells["room"] = Items((Opaque("[u8; 8]"),) * case["count"], "[]")
    return {"params": Opaque("P"), "text": Slice(Ref(TEXT), 0, z3.BitVec("length", 64)), "room": Ref("room")}


def key_at(keys: Any, index: Any) -> Any:
    """Of fillers alone, each is one."""
    if isinstance(keys, Items):
        return z3.BitVecVal(FILLER, 32) if set(keys.fields) == {FILLER} else keys.fields[index]
    return keys.array[index]


def is_key(key: Any) -> Any:
    """The key of a code point of the text that is not basic."""
    unit = UNITS[z3.ZeroExt(32, place(key))]
    return z3.And(key == unit << PLACE_BITS | place(key), z3.UGE(unit, FIRST_NON_BASIC))


def is_parted(keys: Any, count: Any, end: Any, all_: Any) -> Any:
    """The item at `ANY` is one of so many keys, of places that ascend to an end; or written over next; or a filler."""
    key, behind = (key_at(keys, index) for index in (ANY, ANY + 1))
    ascends = z3.Implies(z3.ULT(ANY + 1, count), place(key) < place(behind))
    bits = z3.And(z3.ULT(place(key), end), code_point(key) & ~all_ == 0, is_key(key), ascends)
    return z3.If(z3.ULT(ANY, count), bits, z3.Or(count == ANY, key == FILLER))


def some_keys(count: int) -> Memory:
    return Memory(z3.FreshConst(KEYS.sort(), "keys"), "i32", count)


def at_unit(frame: Frame) -> dict[Any, Any]:
    numbers, items = frame["iter"].held
    begin, count = z3.FreshConst(z3.BitVecSort(32), "place"), int(frame.types["N"])
    at = z3.ZeroExt(32, begin)
    iterators = (Iterator("numbers", (begin, *numbers.held[1:])), Iterator("items", (items.held[0], at)))
    return {
        "iter": Iterator("pairs", iterators),
        KEYS_OF: some_keys(count),
        "basic": "usize",
        "all": "u32",
        BEGUN: begin,
        SLOTS: frame[SLOTS].anew(),
        "ranks": Opaque("K"),
        SLOTS_OF: Slice(Ref(SLOTS), 0, 8 * count),
    }


def parted(frame: Frame, _: int) -> list[Any]:
    numbers, items = frame["iter"].held
    at, begun = as_word(items.held[1], 64), as_word(numbers.held[0], 32)
    basic, all_ = as_word(frame["basic"], 64), as_word(frame["all"], 32)
    is_at = [at == z3.ZeroExt(32, begun), z3.ULE(at, items.held[0].length), z3.ULE(basic, at)]
    keys = frame[KEYS_OF]
    is_begun = z3.And(begun == frame.state.cells[BEGUN], basic == BASICS(at))
    has_bits = z3.Implies(z3.ULT(ANY, at), UNITS[ANY] & ~all_ == 0)
    return [z3.And(*is_at, is_begun), has_bits, is_parted(keys, at - basic, begun, all_)]


def basics(frame: Frame) -> list[Any]:
    """The definition, unfolded once."""
    at = z3.ZeroExt(32, frame.state.cells[BEGUN])
    one = z3.If(z3.ULT(UNITS[at], FIRST_NON_BASIC), z3.BitVecVal(1, 64), 0)
    return [BASICS(at + 1) == BASICS(at) + one]


# The contracts of what is called.


def begin(m: Machine, state: State, _: Any, number: Any, before: Any) -> Any:
    """That of `Ranks`: places begin in their order, with the number of basic code points before them."""
    begun = as_word(state.cells[BEGUN], 32)
    is_next = z3.And(number == begun, before == BASICS(z3.ZeroExt(32, begun)))
    m.oblige(state, is_next, "places begin in their order")
    state.cells[BEGUN] = begun + 1
    return Items(())


def is_refused(unit: Any) -> Any:
    return z3.And(REFUSES, z3.UGE(unit, SURROGATES[0]), z3.ULT(unit, SURROGATES[1]))


def any_unit(m: Machine, state: State, items: Any, closure: Any, *, callee: str) -> Any:
    """That of `any`: if the closure is true of no unit, it is not of that at `ANY`."""
    part, _ = m.load(state, items).held
    found = m.fresh(state, "bool", "found")
    ((_, truth),) = called(m, state.copy(), callee, [m.item_ref(part, ANY)], closure)
    m.assume(state, z3.Implies(z3.And(z3.ULT(ANY, part.length), truth), found))
    return found


def sort(m: Machine, state: State, place_: Any, count: Any) -> Any:
    """That of `keys::sort`: the same keys grow, where none is negative and no two are equal, and fillers follow. So all
    code points are from the first to the last one. All claims are about the key at `ANY`.
    """
    keys = m.load(state, place_)
    key, behind = (key_at(keys, index) for index in (ANY, ANY + 1))
    ascends = z3.Implies(z3.ULT(ANY + 1, count), place(key) < place(behind))
    is_right = z3.If(z3.ULT(ANY, count), z3.And(key >= 0, is_key(key), ascends), key == FILLER)
    m.oblige(state, z3.Implies(z3.ULT(ANY, keys.length), is_right), "requires of sort")
    after = some_keys(keys.length)
    first, last, key, behind = (key_at(after, index) for index in (z3.BitVecVal(0, 64), count - 1, ANY, ANY + 1))
    between = [z3.UGE(code_point(key), code_point(first)), z3.ULE(code_point(key), code_point(last))]
    grows = z3.Implies(z3.ULT(ANY + 1, count), key < behind)
    m.assume(state, z3.Implies(z3.ULT(ANY, count), z3.And(key >= 0, grows, *between)))
    m.store(state, place_, after)
    return Items(())


def insertions(
    m: Machine, state: State, _: Any, in_order: Any, basic: Any, are_small: Any, output: Any, __: Any
) -> Any:
    """That of `insertions` and of `Sorted`; a cursor takes 64 integers behind so many octets."""
    part, _ = in_order.fields[0].held
    text = z3.BitVec("length", 64)
    is_short = [z3.ULE(text, SHORT_TEXT), part.length == text - basic, z3.ULE(basic, text)]
    all_begun = z3.ZeroExt(32, state.cells[BEGUN]) == text
    m.oblige(state, z3.And(*is_short, all_begun), "a short text, all of which has begun")
    key, behind = (key_at(m.load(state, part.place), index) for index in (ANY, ANY + 1))
    is_admitted = z3.ULT(code_point(key), SCALARS) if are_small else True
    grows = z3.Implies(z3.ULT(ANY + 1, part.length), key < behind)
    is_right = z3.And(key >= 0, z3.UGE(code_point(key), INITIAL_N), is_admitted, grows)
    m.oblige(state, z3.Implies(z3.ULT(ANY, part.length), is_right), "the keys of `Sorted`")
    end = m.load(state, output).fields[1]
    is_behind = end == basic + z3.If(basic == 0, z3.BitVecVal(0, 64), 1)
    m.oblige(state, is_behind, "the cursor is behind the literal part and the delimiter")
    slots = m.load(state, output).fields[0]
    m.store(state, output, Items((slots, m.fresh(state, "usize", "end")), "Cursor"))
    return Items(())


def is_encoded(given: Any, result: Any) -> list[Any]:
    """All of it is in the slots, and no unit is one that is refused."""
    if "Some" not in dict(result.held):
        return []
    (part,) = result.fields("Some")
    fits = z3.ULE(part.length, 8 * len(given.state.cells["room"].fields))
    is_right = z3.Implies(z3.ULT(ANY, given.text.length), z3.Not(is_refused(UNITS[ANY])))
    return [z3.Implies(result.tag == 1, z3.And(fits, is_right))]


FLATTENED = "core::slice::<impl [[u8; 8]]>::as_flattened_mut"


def encode_short(count: int, largest: int) -> Contract:
    of_trait = "as bootstring::params::Repertoire>::LARGEST"
    limits = {f"<R {of_trait}": str(largest), f"<bootstring::params::Scalars {of_trait}": str(SCALARS - 1)}
    return Contract(
        "encode_short",
        lambda given: [z3.ULE(given.text.length, count), z3.ULT(ANY, count), BASICS(z3.BitVecVal(0, 64)) == 0],
        is_encoded,
        Words(),
        arguments=short_text,
        cases=[{"count": count}],
        loops={0: Loop(at_unit, parted, facts=basics)},
        types={"N": str(count), **limits},
        calls={
            "<K as std::default::Default>::default": lambda m, state, *_: Opaque("K"),
            "<K as Ranks>::begin": begin,
            FLATTENED: lambda m, state, slots: Slice(Ref(SLOTS), 0, 8 * slots.length),
            "<P as Parameters>::delimiter": some_value,
            "<P as Parameters>::initial_n": parameter(INITIAL_N),
            "<R as Repertoire>::refuses_as_surrogate": lambda m, state, unit: is_refused(unit),
            "<std::slice::Iter<'_, u32> as Iterator>::any": any_unit,
            "sort": sort,
            "deltas::insertions": insertions,
        },
    )


CONTRACTS = [
    Contract(
        "encode_short::*::next@Sorted",
        are_sorted,
        is_insertion,
        Words(),
        arguments=sorted_keys,
        calls={"<K as Ranks>::handle": handle},
    ),
    *(encode_short(count, largest) for count in (64, 32, 16) for largest in REPERTOIRES),
]
