"""`src/race/base32.rs`: its Base32 is that of RFC 4648 section 6 with lower-case letters and without padding.

Character `c` of an encoded form stands for the bits `5c` to `5c + 4` of the octets, the highest first, and zeros behind
the last octet: `five_bits` below. The proofs are for every number of octets and of characters that there can be.
"""

from typing import Any

import z3

from mirproof.contracts import Contract
from mirproof.machine import Machine
from mirproof.numbers_of import Integers
from mirproof.values import Items, Ref, Slice, State, conjunction, negation

ALPHABET = b"abcdefghijklmnopqrstuvwxyz234567"
MOST_OCTETS = 36
ROOM = 40
BLOCK = 64
NO_VALUE = 0x80


def octets(word: Any) -> list[Any]:
    """From the highest on."""
    return [z3.Extract(8 * place + 7, 8 * place, word) for place in reversed(range(8))]


def fives(bits: Any) -> Any:
    """Eight values of five bits, an octet each, the highest bits first."""
    return z3.Concat(*(z3.ZeroExt(3, z3.Extract(5 * place + 4, 5 * place, bits)) for place in reversed(range(8))))


def are_values(given: Any) -> list[Any]:
    return [z3.ULT(each, 32) for each in octets(given.values)]


def character(value: Any) -> Any:
    """The letter for a value of five bits."""
    found = z3.BitVecVal(ALPHABET[0], 8)
    for number, each in enumerate(ALPHABET):
        found = z3.If(value == number, z3.BitVecVal(each, 8), found)
    return found


def value_of(letter: int) -> int:
    """The value of a letter in either case; `NO_VALUE` if it is none."""
    place = ALPHABET.find(bytes([letter]).lower())
    return place if place >= 0 else NO_VALUE


def value_term(letter: Any) -> Any:
    """The same of a term: `a` to `z` are 0 to 25, `2` to `7` are 26 to 31."""
    octet = z3.Extract(7, 0, letter)
    lower = octet | 0x20
    is_letter = z3.And(z3.UGE(lower, ord("a")), z3.ULE(lower, ord("z")))
    is_digit = z3.And(z3.UGE(octet, ord("2")), z3.ULE(octet, ord("7")))
    other = z3.If(is_digit, octet - ord("2") + 26, z3.BitVecVal(NO_VALUE, 8))
    return z3.If(is_letter, lower - ord("a"), other)


def is_value(given: Any, result: Any) -> list[Any]:
    """Of a known character, as the table has it, and as the formula has it."""
    if not isinstance(given.character, int):
        return [result == value_term(given.character)]
    formula = z3.simplify(value_term(z3.BitVecVal(given.character, 32))).as_long()
    return [result == value_of(given.character), result == formula]


def are_characters(given: Any, result: Any) -> list[Any]:
    return [result == z3.Concat(*(character(each) for each in octets(given.values)))]


def five_bits(room: list[Any], place: int) -> Any:
    """The value of the character at a place: five bits of the octets, which are one number."""
    first, bit = divmod(5 * place, 8)
    pair = z3.Concat(room[first], room[first + 1] if first + 1 < len(room) else z3.BitVecVal(0, 8))
    return z3.ZeroExt(3, z3.Extract(15 - bit, 11 - bit, pair))


def some_octets(m: Machine, state: State, case: dict[str, Any]) -> dict[str, Any]:
    """`&Base32Octets`: so many octets, with zeros behind them where the number is known, and a block to write to."""
    count = case.get("count")
    room = tuple(m.fresh(state, "u8", "octet") for _ in range(ROOM))
    if count is not None:
        room = (*room[:count], *(z3.BitVecVal(0, 8) for _ in range(ROOM - count)))
    length = m.fresh(state, "usize", "len") if count is None else count
    state.cells["octets"] = Items((Items(room, "[]"), length))
    state.cells["block"] = Items(tuple(m.fresh(state, "u8", "block") for _ in range(BLOCK)), "[]")
    octets = Ref("octets")
    block = Slice(Ref("block"), 0, BLOCK)
    return {"octets": octets, "self": octets, "block": block, "before": state.cells["octets"]}


def is_encoded(given: Any, result: Any) -> list[Any]:
    """As many characters as the octets need, and each is the letter of its five bits."""
    room, count = given.made.before.fields
    characters = -(-count * 8 // 5)
    block = given.end.cells["block"].fields
    letters = [block[place] == character(five_bits(list(room.fields), place)) for place in range(characters)]
    return [result == characters, *letters]


def counted(given: Any) -> list[Any]:
    count = given.made.before.fields[1]
    return [z3.UGE(count, 1), z3.ULE(count, MOST_OCTETS)]


def is_pushed(given: Any, result: Any) -> list[Any]:
    """The octet behind the others and one more of them; nothing changes where there are 36."""
    (room, count), (after, new_count) = given.made.before.fields, given.end.cells["octets"].fields
    is_full = count == MOST_OCTETS
    pushed = [z3.If(count == place, given.octet, old) for place, old in enumerate(room.fields)]
    fits = conjunction(new_count == count + 1, *(now == then for now, then in zip(after.fields, pushed, strict=True)))
    same = conjunction(new_count == count, *(now == then for now, then in zip(after.fields, room.fields, strict=True)))
    return [z3.And(z3.Not(is_full), fits) if result.tag == 1 else z3.And(is_full, same)]


def are_parts(given: Any, result: Any) -> list[Any]:
    room, count = given.made.before.fields
    header, rest = result.fields
    return [header == room.fields[0], rest.start == 1, rest.length == count - 1]


def body(m: Machine, state: State, case: dict[str, Any]) -> dict[str, Any]:
    count = case["count"]
    state.cells["body"] = Items(tuple(m.fresh(state, "u32", "character") for _ in range(count)), "[]")
    return {"body": Slice(Ref("body"), 0, count), "letters": state.cells["body"].fields}


def are_ascii(given: Any) -> list[Any]:
    return [z3.ULT(letter, 0x80) for letter in given.made.letters]


def is_decoded(given: Any, result: Any) -> list[Any]:
    """The octets whose five bits are the values of the letters; else a fault of theirs, at its place."""
    values = [value_term(letter) for letter in given.made.letters]
    count = len(values) * 5 // 8
    are_letters = conjunction(*(value != NO_VALUE for value in values))
    bits = z3.Concat(*(z3.Extract(4, 0, value) for value in values), z3.BitVecVal(0, 8)) if values else None
    left = len(values) * 5 - count * 8
    rest_is_zero = z3.Extract(left + 7, 8, bits) == 0 if left else True
    is_length = len(values) % 8 not in (1, 3, 6)
    if result.tag != 0:
        kind, offset = result.fields("Err")[0].fields
        faults = {
            "BadBase32Char": [negation(are_letters), given.machine.at_most(offset, BLOCK)],
            "BadBase32Length": [are_letters, not is_length, offset == len(values)],
            "NonzeroPadding": [are_letters, is_length, negation(rest_is_zero), offset == len(values) - 1],
            "TooShort": [are_letters, is_length, rest_is_zero, count < 2, offset == len(values)],
        }
        return faults[kind.name.rpartition("::")[2]]
    room, length = result.fields("Ok")[0].fields
    top = len(values) * 5 + 8
    wanted = [z3.Extract(top - 8 * place - 1, top - 8 * place - 8, bits) for place in range(count)]
    are_octets = [room.fields[place] == each for place, each in enumerate(wanted)]
    is_right = [are_letters, is_length, rest_is_zero, count >= 2, length == count]
    return [*is_right, *are_octets, *(each == 0 for each in room.fields[count:])]


def first_of(given: Any, result: Any) -> list[Any]:
    return [5 * result <= 8 * given.octet, 8 * given.octet < 5 * result + 5]


def numbers(counts: range) -> list[dict[str, Any]]:
    return [{"count": count} for count in counts]


VALUE = Contract(
    "value_of",
    ensures=is_value,
    cases=[{"character": each} for each in range(0x80)],
    parameters=("character",),
    is_used=True,
)
CONTRACTS = [
    Contract("spread", lambda given: [z3.ULT(given.bits, 2**40)], lambda given, r: [r == fives(given.bits)]),
    Contract("gather", are_values, lambda given, r: [fives(r) == given.values, z3.ULT(r, 2**40)]),
    Contract("base32::to_ascii", are_values, are_characters),
    VALUE,
    Contract("character_of", lambda given: [given.octet < ROOM], first_of, Integers()),
    Contract("base32::*::push", counted, is_pushed, arguments=some_octets),
    Contract("base32::*::parts", counted, are_parts, arguments=some_octets),
    Contract("base32::encode", ensures=is_encoded, arguments=some_octets, cases=numbers(range(1, MOST_OCTETS + 1))),
    Contract("base32::decode", are_ascii, is_decoded, arguments=body, types={"T": "u32"}, cases=numbers(range(60))),
]
