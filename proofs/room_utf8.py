"""`src/utf8.rs`: characters are read and written as The Unicode Standard has them (section 3.9, table 3-7)."""

from types import SimpleNamespace
from typing import Any

import z3
from room_bounded import arithmetic
from room_swar import octets as octets_in

from mirproof.contracts import Contract
from mirproof.frames import Frame, Loop
from mirproof.machine import Machine
from mirproof.values import Slice, State, as_word, conjunction, is_within

MOST = 8
SLOTS = f"[u32; {MOST}]"
# For a number of octets: how many characters of so many are read at a step.
LANES = {1: 8, 2: 4, 3: 2, 4: 1}
LEADS = {1: (0, 0x7F), 2: (0x80, 0xDF), 3: (0xE0, 0xEF), 4: (0xF0, 0xFF)}
# Table 3-7 by numbers of octets: the first octets, and the second ones where not all that follow are well-formed.
FOLLOWS = (0x80, 0xBF)
WELL_FORMED: dict[int, list[list[tuple[int, int]]]] = {
    1: [[(0, 0x7F)]],
    2: [[(0xC2, 0xDF)]],
    3: [[(0xE0, 0xE0), (0xA0, 0xBF)], [(0xE1, 0xEC)], [(0xED, 0xED), (0x80, 0x9F)], [(0xEE, 0xEF)]],
    4: [[(0xF0, 0xF0), (0x90, 0xBF)], [(0xF1, 0xF3)], [(0xF4, 0xF4), (0x80, 0x8F)]],
}
# Of a text the number of characters before an octet, and the code point of each; any number.
BEFORE = z3.Function("characters_before", z3.BitVecSort(64), z3.BitVecSort(64))
CODE_POINT = z3.Function("code_point", z3.BitVecSort(64), z3.BitVecSort(32))
ANY = z3.BitVec("any", 64)
AT = "where eight octets are read"


def is_character(octets: list[Any]) -> Any:
    """Table 3-7, well-formed UTF-8 of so many octets."""
    _, *rest = octets
    leads = [
        z3.And([is_within(octet, *limits) for octet, limits in zip(octets, row, strict=False)])
        for row in WELL_FORMED[len(octets)]
    ]
    return z3.And(z3.Or(leads), *(is_within(octet, *FOLLOWS) for octet in rest))


def code_point(octets: list[Any]) -> Any:
    """Table 3-6: the bits of the octets, the first ones first."""
    count = len(octets)
    lead = {1: 7, 2: 5, 3: 4, 4: 3}[count]
    parts = [z3.Extract(lead - 1, 0, octets[0]), *(z3.Extract(5, 0, octet) for octet in octets[1:])]
    bits = z3.Concat(*parts) if len(parts) > 1 else parts[0]
    return z3.ZeroExt(32 - bits.size(), bits)


def are_read(given: Any, result: Any) -> list[Any]:
    """As many characters of the length of the first one as there are; none if the first one is not well-formed."""
    octets, (count, taken) = octets_in(given.word), map(as_word, result.fields)
    room = [as_word(slot, 32) for slot in given.machine.load(given.end, given.slots).fields]
    claims = [z3.ULE(taken, MOST)]
    for length, lanes in LANES.items():
        of_length = is_within(octets[0], *LEADS[length])
        parts = [octets[length * lane : length * (lane + 1)] for lane in range(lanes)]
        expected = z3.BitVecVal(0, 64)
        for lane in reversed(range(lanes)):
            expected = z3.If(is_character(parts[lane]), expected + 1, z3.BitVecVal(0, 64))
        claims.append(z3.Implies(of_length, z3.And(count == expected, z3.Or(count == 0, taken == length * count))))
        for lane, part in enumerate(parts):
            is_there = z3.And(of_length, z3.UGT(count, lane))
            claims.append(z3.Implies(is_there, room[lane] == code_point(part)))
    return claims


def width(unit: Any) -> Any:
    """Table 3-6: so many octets of a code point."""
    found = z3.BitVecVal(MOST // 2, 64)
    for count, end in ((3, 0x10000), (2, 0x800), (1, 0x80)):
        found = z3.If(z3.ULT(unit, end), z3.BitVecVal(count, 64), found)
    return found


def is_encoded(given: Any, result: Any) -> list[Any]:
    """The octets are those of the code point, read back by table 3-6, and so many as table 3-6 has for its value.

    Of a number that is no code point there are from one to four octets, too.
    """
    octets, length = result.fields
    limits = {1: (0, 0x7F), 2: (0x80, 0x7FF), 3: (0x800, 0xFFFF), 4: (0x10000, 0x10FFFF)}
    claims = [length == width(given.unit)]
    for count, (low, high) in limits.items():
        is_of_length = is_within(given.unit, low, high)
        parts = [as_word(octet, 8) for octet in octets.fields[:count]]
        marks = [is_within(parts[0], *{1: (0, 0x7F), 2: (0xC2, 0xDF), 3: (0xE0, 0xEF), 4: (0xF0, 0xF4)}[count])]
        marks += [is_within(octet, 0x80, 0xBF) for octet in parts[1:]]
        right = conjunction(length == count, code_point(parts) == given.unit, *marks)
        claims.append(z3.Implies(is_of_length, right))
    return claims


def octet_at(state: State, octets: Slice, at: Any) -> Any:
    """0 behind the last one."""
    found = z3.Select(state.cells[octets.place.cell].array, at)
    return z3.If(z3.ULT(at, octets.length), found, z3.BitVecVal(0, 8))


def eight(m: Machine, state: State, *arguments: Any, result: str) -> Any:
    """The contract of `eight`, at a call, which is noted for the step that follows."""
    state.cells[AT] = tuple(arguments)
    return EIGHT.call(m, state, *arguments, result=result)


def step(m: Machine, state: State, word: Any, slots_: Any) -> Any:
    """The contract of `step`, at a call. What `read` has to know of it follows there, and is all that is kept."""
    octets, start = state.cells[AT]
    m.store(state, slots_, m.fresh(state, SLOTS, "slot"))
    found = m.fresh(state, "(usize, usize)", "count")
    one = state.copy()
    m.assume(one, *are_read(SimpleNamespace(machine=m, end=one, word=word, slots=slots_), found))
    m.assume(one, *definitions(state, octets, start))
    claims = are_next(m, state, m.load(state, slots_).fields, found.fields)
    for claim in claims:
        m.oblige(one.copy(), claim, "one step")
    m.assume(state, *claims)
    return found


def are_next(m: Machine, state: State, slots_: tuple[Any, ...], found: tuple[Any, ...]) -> list[Any]:
    """The slots have the next code points. Only ASCII goes on behind the last octet, where there are zeros."""
    (octets, start), (count, taken) = state.cells[AT], found
    end, before, is_some = start + taken, BEFORE(start), count != 0
    is_behind = z3.And(is_some, z3.UGT(end, octets.length))
    return [
        z3.ULE(taken, MOST),
        z3.ULE(count, taken),
        z3.Implies(is_some, BEFORE(end) == before + count),
        z3.Implies(is_behind, taken == count),
        *(
            z3.Implies(z3.And(is_behind, octets.length == start + left), BEFORE(octets.length) == before + left)
            for left in range(1, MOST)
        ),
        *(z3.Implies(z3.UGT(count, lane), slot == CODE_POINT(before + lane)) for lane, slot in enumerate(slots_)),
    ]


def at_head(frame: Frame) -> dict[Any, Any]:
    memory = frame["memory"].place.cell
    return {"count": "usize", "start": "usize", memory: frame[memory].anew()}


def invariant(frame: Frame, _: int) -> list[Any]:
    """Of the zeros behind the last octet no more are read than there are code points."""
    count, start = as_word(frame["count"]), as_word(frame["start"])
    octets, room, behind = frame["octets"].length, frame["memory"].length, range(1, MOST)
    return [
        z3.ULE(count, room),
        z3.Or(z3.ULE(start, octets), z3.And(z3.ULT(start - octets, MOST), z3.ULE(start - octets, count))),
        z3.Implies(z3.ULE(start, octets), BEFORE(start) == count),
        *(z3.Implies(start == octets + zeros, BEFORE(octets) == count - zeros) for zeros in behind),
        is_one(frame.state, frame["memory"], count),
    ]


def is_one(state: State, part: Slice, count: Any) -> Any:
    """The item at `ANY`, any place before so many, is the code point of that number."""
    item = z3.Select(state.cells[part.place.cell].array, part.start + ANY)
    return z3.Implies(z3.ULT(ANY, count), item == CODE_POINT(ANY))


def definitions(state: State, octets: Slice, start: Any) -> list[Any]:
    """Where characters stand, one behind the other, there is one more before each."""
    eight_ = [octet_at(state, octets, start + place) for place in range(MOST)]
    claims = []
    for length, lanes in LANES.items():
        are_there = [is_within(eight_[0], *LEADS[length])]
        for lane in range(lanes):
            part, at = eight_[length * lane : length * (lane + 1)], start + length * lane
            are_there.append(is_character(part))
            is_next = z3.And(BEFORE(at + length) == BEFORE(at) + 1, CODE_POINT(BEFORE(at)) == code_point(part))
            claims.append(z3.Implies(z3.And(are_there), is_next))
    return claims


def sub(m: Machine, state: State, end: Any, length: Any, *, callee: str) -> Any:
    """`bounded::sub`: of where reading ended and of the number of octets, a way for each number of zeros."""
    found = arithmetic(m, state, end, length, callee=callee)
    if isinstance(length, int):
        return found
    m.oblige(state, z3.ULT(found, MOST), "fewer zeros than are read at a step")
    ways = [(state.copy(), zeros) for zeros in range(MOST)]
    for way, zeros in ways:
        m.assume(way, end == length + zeros)
    return ways


def are_all(given: Any, result: Any) -> list[Any]:
    """Nothing, or the first items of the memory: all code points of the text."""
    if result.tag == 0:
        return []
    (part,) = result.fields("Some")
    within = [part.place == given.memory.place, part.start == 0, z3.ULE(part.length, given.memory.length)]
    return [*within, part.length == BEFORE(given.octets.length), is_one(given.end, part, part.length)]


EIGHT = Contract(
    "eight",
    lambda given: [z3.ULT(given.start, given.octets.length)],
    lambda given, result: [
        octet == octet_at(given.state, given.octets, given.start + place)
        for place, octet in enumerate(octets_in(result))
    ],
    parameters=("octets", "start"),
)
CONTRACTS = [
    EIGHT,
    Contract(
        "utf8::read",
        # By definition.
        lambda given: [BEFORE(0) == 0],
        are_all,
        loops={0: Loop(at_head, invariant)},
        calls={"eight": eight, "utf8::step": step, "bounded::sub": sub},
    ),
    Contract("utf8::step", ensures=are_read, kinds={"slots": SLOTS}),
    Contract("encoded", ensures=is_encoded),
]
