"""`src/bootstring/encode_short.rs`: a short text is parted and sorted, and its keys are insertions.

A key is a code point and its place. `KEYS` are those of `Sorted`, in their order.
"""

from typing import Any

import z3
from contracts import Contract
from frames import Frame, Loop
from machine import Machine
from numbers_of import Words
from room_bias import parameter
from room_encoder import SCALARS, SHORT_TEXT, some_value
from room_keys import FILLER, INDEX, KEYS, PLACE_BITS, by_eights, lifted
from values import Items, Iterator, Memory, Opaque, Ref, Slice, State

PLACES = 2**PLACE_BITS
LARGEST, FIRST_NON_BASIC = 2**25 - 1, 0x80
INITIAL_N = z3.BitVec("initial_n", 32)
# Of `Scalars` and of `Integers`.
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


def handle(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    """The contract of `Ranks`: a rank is at most the number of places before it that are basic or handled, and that of
    a place behind the one that was handled last is larger (lemma `ranks_of_one_code_point_ascend`).
    """
    rank = m.fresh(state, "u32", "rank")
    is_place = z3.And(z3.ULT(AT, COUNT), arguments[1] == place(KEYS[AT]))
    m.oblige(state, is_place, "a place is handled with its key")
    is_behind = z3.And(AT != 0, arguments[1] > place(LAST))
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

KEYS_AT_HEAD = "unsorted"
SLOTS, TEXT, BEGUN = "memory of the slots", "memory of the text", "places that have begun"
UNITS = z3.Const("text", z3.ArraySort(INDEX, z3.BitVecSort(32)))
SLOTS_OF, KEYS_OF, BASIC_OF, RANKS, ITERATOR = 4, 6, 7, 8, 14


def short_text(count: int) -> Any:
    def made(m: Machine, state: State, case: dict[str, Any]) -> dict[str, Any]:
        state.cells |= {
            SLOTS: Memory(z3.Const("slots", z3.ArraySort(INDEX, z3.BitVecSort(8))), "u8"),
            TEXT: Memory(UNITS, "u32"),
            BEGUN: 0,
        }
        room = Ref("room")
        state.cells["room"] = Items((Opaque("[u8; 8]"),) * count, "[]")
        return {"params": Opaque("P"), "text": Slice(Ref(TEXT), 0, z3.BitVec("length", 64)), "room": room}

    return made


def keys_now(frame: Frame) -> list[Any]:
    return [lifted(each, 32) for each in frame.state.cells[frame.number, KEYS_OF].fields]


def is_key(key: Any) -> Any:
    """The key of a code point of the text that is not basic."""
    unit = UNITS[z3.ZeroExt(32, place(key))]
    return z3.And(key == unit << PLACE_BITS | place(key), z3.UGE(unit, FIRST_NON_BASIC))


def are_parted(keys: list[Any], count: Any, end: Any, all_: Any) -> list[Any]:
    """So many keys, of places that ascend to an end; of one that is written over; and fillers."""
    claims = []
    for p, (key, after) in enumerate(zip(keys, [*keys[1:], None], strict=True)):
        bits = z3.And(z3.ULT(place(key), end), code_point(key) & ~all_ == 0, is_key(key))
        if after is not None:
            bits = z3.And(bits, z3.Implies(z3.ULT(p + 1, count), place(key) < place(after)))
        claims.append(z3.If(z3.ULT(p, count), bits, z3.Or(p == count, key == FILLER)))
    return by_eights(claims)


def at_unit(frame: Frame) -> dict[Any, Any]:
    machine, state = frame.machine, frame.state
    numbers, items = state.cells[frame.number, ITERATOR].held
    begin, count = z3.FreshConst(z3.BitVecSort(32), "place"), int(frame.types["N"])
    at = z3.ZeroExt(32, begin)
    iterators = (Iterator("numbers", (begin, *numbers.held[1:])), Iterator("items", (items.held[0], at)))
    return {
        (frame.number, ITERATOR): Iterator("pairs", iterators),
        (frame.number, KEYS_OF): machine.fresh(state, f"[i32; {count}]", KEYS_AT_HEAD),
        (frame.number, BASIC_OF): machine.fresh(state, "usize", "basic"),
        "all": machine.fresh(state, "u32", "all"),
        BEGUN: begin,
        SLOTS: Memory(z3.FreshConst(z3.ArraySort(INDEX, z3.BitVecSort(8)), "slots"), "u8"),
        (frame.number, RANKS): Opaque("K"),
        (frame.number, SLOTS_OF): Slice(Ref(SLOTS), 0, 8 * count),
    }


def parted(frame: Frame, _: int) -> list[Any]:
    numbers, items = frame.state.cells[frame.number, ITERATOR].held
    at, begun = lifted(items.held[1], 64), lifted(numbers.held[0], 32)
    basic, all_ = lifted(frame.state.cells[frame.number, BASIC_OF], 64), lifted(frame["all"], 32)
    is_at = [at == z3.ZeroExt(32, begun), z3.ULE(at, items.held[0].length), z3.ULE(basic, at)]
    return [z3.And(*is_at, begun == frame.state.cells[BEGUN]), *are_parted(keys_now(frame), at - basic, begun, all_)]


# The contracts of what is called.


def begin(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    """That of `Ranks`: places begin in their order."""
    _, number, before = arguments
    begun = state.cells[BEGUN]
    is_next = z3.And(number == begun, z3.ULE(before, z3.ZeroExt(32, begun)))
    m.oblige(state, is_next, "places begin in their order")
    state.cells[BEGUN] = begun + 1
    return Items(())


def any_ranks(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    return Opaque("K")


def all_slots(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    return Slice(Ref(SLOTS), 0, 8 * arguments[0].length)


def is_of_keys(claim: Any) -> bool:
    """Return whether a claim is about keys at the head of the loop."""
    seen, waiting = set(), [claim] if isinstance(claim, z3.ExprRef) else []
    while waiting:
        each = waiting.pop()
        if z3.is_const(each) and str(each).startswith(f"{KEYS_AT_HEAD}!"):
            return True
        waiting += [inner for inner in each.children() if inner.get_id() not in seen]
        seen |= {inner.get_id() for inner in each.children()}
    return False


def sort(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    """That of `keys::sort`: the same keys grow, where none is negative and no two are equal, and fillers follow. So all
    code points are from the first to the last one.
    """
    keys, count = arguments
    before = m.load(state, keys).fields
    claims = []
    for p, (key, behind) in enumerate(zip(before, [*before[1:], None], strict=True)):
        ascends = z3.Implies(z3.ULT(p + 1, count), place(key) < place(behind)) if behind is not None else True
        is_right = z3.And(key >= 0, is_key(key), ascends)
        claims.append(z3.If(z3.ULT(p, count), is_right, key == FILLER))
    for each in by_eights(claims):
        m.oblige(state.copy(), each, "requires of sort")
    # All that was known of the keys is not asked for any more.
    state.known = [each for each in state.known if not is_of_keys(each)]
    after = [m.fresh(state, "i32", "key") for _ in before]
    last = m.item(state, Items(tuple(after), "[]"), 0 + (count - 1))
    for p, key in enumerate(after):
        between = [z3.UGE(code_point(key), code_point(after[0])), z3.ULE(code_point(key), code_point(last))]
        grows = [key >= 0, *between]
        if p + 1 < len(after):
            grows.append(z3.Implies(z3.ULT(p + 1, count), key < after[p + 1]))
        m.assume(state, z3.If(z3.ULT(p, count), z3.And(grows), key == FILLER))
    m.store(state, keys, Items(tuple(after), "[]"))
    return Items(())


def insertions(m: Machine, state: State, arguments: list[Any], kinds: list[str], callee: str, result: str) -> Any:
    """That of `insertions` and of `Sorted`; a cursor takes 64 integers behind so many octets."""
    _, in_order, basic, are_small, output, _ = arguments
    part, _ = in_order.fields[0].held
    text = z3.BitVec("length", 64)
    is_short = z3.And(z3.ULE(text, SHORT_TEXT), part.length == text - basic, z3.ULE(basic, text))
    m.oblige(
        state, z3.And(is_short, z3.ZeroExt(32, state.cells[BEGUN]) == text), "a short text, all of which has begun"
    )
    keys, claims = m.load(state, part.place).fields, []
    for p, key in enumerate(keys):
        is_admitted = z3.ULT(code_point(key), SCALARS) if are_small else True
        grows = z3.Implies(z3.ULT(p + 1, part.length), key < keys[p + 1]) if p + 1 < len(keys) else True
        is_right = z3.And(key >= 0, z3.UGE(code_point(key), INITIAL_N), is_admitted, grows)
        claims.append(z3.Implies(z3.ULT(p, part.length), is_right))
    for each in by_eights(claims):
        m.oblige(state.copy(), each, "the keys of `Sorted`")
    end = m.load(state, output).fields[1]
    m.oblige(state, z3.ULE(end, basic + 1), "the cursor is behind the literal part")
    slots = m.load(state, output).fields[0]
    m.store(state, output, Items((slots, m.fresh(state, "usize", "end")), "Cursor"))
    return Items(())


def is_encoded(given: Any, result: Any) -> list[Any]:
    """All of it is in the slots."""
    if result.tag is not None and "Some" not in dict(result.held):
        return []
    (part,) = result.fields("Some")
    return [z3.Implies(result.tag == 1, z3.ULE(part.length, 8 * len(given.state.cells["room"].fields)))]


def encode_short(count: int, largest: int) -> Contract:
    of_trait = "as bootstring::params::Repertoire>::LARGEST"
    limits = {f"<R {of_trait}": str(largest), f"<bootstring::params::Scalars {of_trait}": str(SCALARS - 1)}
    return Contract(
        "encode_short",
        lambda given: [z3.ULE(given.text.length, count)],
        is_encoded,
        Words(),
        arguments=short_text(count),
        loops={0: Loop(at_unit, parted)},
        types={"N": str(count), **limits},
        calls={
            "<K as std::default::Default>::default": any_ranks,
            "<K as Ranks>::begin": begin,
            "core::slice::<impl [[u8; 8]]>::as_flattened_mut": all_slots,
            "<P as Parameters>::delimiter": some_value,
            "<P as Parameters>::initial_n": parameter(INITIAL_N),
            "<R as Repertoire>::refuses_as_surrogate": some_value,
            "sort": sort,
            "bootstring::encode::insertions": insertions,
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
