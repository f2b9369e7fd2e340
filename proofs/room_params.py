"""`src/bootstring/params.rs`: the parameters that `validate` admits are those of which all proofs are, and no others.

Of the digits, a string, the number is known, and `DIGIT` is any of them. That they are distinct is for `repeated` to
find out; with that a base is at most 127, by the lemma `base_is_at_most_127`.
"""

from typing import Any

import z3
from instance import RECIPROCAL
from parameters import LARGEST_BASE, Parameters, constraints, is_below
from room_bias import P, parameter

from mirproof.contracts import Contract
from mirproof.library import called
from mirproof.machine import Machine
from mirproof.numbers_of import Integers
from mirproof.values import Items, Iterator, Opaque, Ref, State, negation, none, option, some

DIGIT, COUNT, DELIMITER, REPEATED = (z3.Int(name) for name in ("digit", "count", "delimiter", "repeated"))
ARE_DISTINCT, ARE_ASCII, HAS_DELIMITER = z3.Bools("are_distinct are_ascii has_delimiter")
MOST = z3.Int("max_digits")
HAS_MOST = z3.Bool("has_max_digits")
MAX_DIGITS = 66
SURROGATES = (0xD800, 0xE000)
# Of `repeated`: a character by its place, their number, any place, and any character of ASCII.
CHARACTER = z3.Function("character", z3.BitVecSort(64), z3.BitVecSort(32))
NUMBER, AT, ANY = z3.BitVec("number", 64), z3.BitVec("at", 64), z3.BitVec("any", 32)
IS_SEEN, ONCE = (z3.Function(name, z3.BitVecSort(64), z3.BoolSort()) for name in ("is_seen", "once"))
CHARS, FIND = "core::str::<impl str>::chars", "<Chars<'_> as Iterator>::find"


def found(m: Machine, state: State, _: Any, closure: Any, *, callee: str) -> Any:
    """A character of which the closure, which tells those beyond ASCII, is true; or it is false of any."""
    other, is_found = m.fresh(state, "char", "found"), z3.Not(ARE_ASCII)
    state.cells["character"] = z3.If(is_found, other, DIGIT)
    ((state, truth),) = called(m, state, callee, [Ref("character")], closure)
    m.assume(state, z3.If(is_found, truth, negation(truth)))
    return [(state, option(is_found, other))]


def contains(m: Machine, state: State, _: Any, delimiter: Any) -> Any:
    m.assume(state, z3.Implies(delimiter == DIGIT, HAS_DELIMITER))
    return HAS_DELIMITER


def some_seen(m: Machine, state: State, case: dict[str, Any]) -> dict[str, Any]:
    """The closure of `repeated`, with what it saw: a bit for each character of ASCII."""
    state.cells |= {"seen": m.fresh(state, "u128", "seen"), "digit": m.fresh(state, "char", "digit")}
    state.cells["closure"] = Items((Ref("seen"),))
    return {"_1": Ref("closure"), "_2": Ref("digit")}


def is_seen(given: Any, result: Any) -> list[Any]:
    """A character of ASCII is told if it was seen, and is seen from now on; no other is."""
    before, after, digit = given.state.cells["seen"], given.end.cells["seen"], given.state.cells["digit"]
    bit = z3.If(z3.ULT(digit, 0x80), z3.BitVecVal(1, 128) << z3.ZeroExt(96, digit), z3.BitVecVal(0, 128))
    return [result == (before & bit != 0), after == before | bit]


def holds(state: State, seen: Ref, at: Any) -> list[Any]:
    """Of the characters before a place: the bit of `ANY` tells that it is one of them, and it is there once at most."""
    bit = z3.LShR(state.cells[seen.cell], z3.ZeroExt(96, ANY)) & 1
    return [(bit == 1) == IS_SEEN(at), ONCE(at)]


def unfolded(at: Any) -> list[Any]:
    """The definitions: `ANY`, a character of ASCII, is before a place; and it is there once at most."""
    is_it, next_ = CHARACTER(at) == ANY, at + 1
    is_again = z3.And(is_it, IS_SEEN(at))
    steps = [IS_SEEN(next_) == z3.Or(IS_SEEN(at), is_it), ONCE(next_) == z3.And(ONCE(at), z3.Not(is_again))]
    return [z3.Not(IS_SEEN(0)), ONCE(0), *steps]


def first_seen(m: Machine, state: State, _: Any, closure: Any, *, callee: str) -> Any:
    """`find`, by induction over the characters: the closure is executed of any, behind others of which it is false."""
    (seen,) = closure.fields
    m.assume(state, *unfolded(AT))
    m.oblige(state, holds(state, seen, z3.BitVecVal(0, 64)), "before the first character")
    ends = []
    for at in (AT, NUMBER):
        way = state.copy()
        way.cells[seen.cell] = m.fresh(way, "u128", "seen")
        m.assume(way, *holds(way, seen, at))
        ends.append((way, none()))
    (way, _), end = ends
    way.cells["character"] = CHARACTER(AT)
    ends = [end]
    for is_found, truth in called(m, way, callee, [Ref("character")], closure):
        goes_on = is_found.copy()
        m.assume(goes_on, negation(truth))
        m.oblige(goes_on, holds(goes_on, seen, AT + 1), "behind a character")
        m.assume(is_found, truth)
        ends.append((is_found, some(CHARACTER(AT))))
    return ends


def is_repeated(given: Any, result: Any) -> list[Any]:
    """No character of ASCII is there twice; or the one that is told was there before."""
    if result.tag == 0:
        return [ONCE(NUMBER)]
    (character,) = result.fields("Some")
    return [character == CHARACTER(AT), z3.Implies(character == ANY, IS_SEEN(AT)), z3.ULT(character, 0x80)]


def repeated(m: Machine, state: State, *_: Any) -> Any:
    """The contract of `repeated`: there are so many characters of ASCII."""
    m.assume(state, z3.Implies(z3.And(ARE_DISTINCT, ARE_ASCII), COUNT <= 0x80))
    return option(z3.Not(ARE_DISTINCT), REPEATED)


def settings(m: Machine, state: State, case: dict[str, Any]) -> dict[str, Any]:
    numbers = {name: z3.Int(name) for name in ("tmin", "tmax", "skew", "damp", "initial_bias", "initial_n")}
    m.assume(state, *(is_below(number, 2**32) for number in (*numbers.values(), DELIMITER, DIGIT, MOST)))
    m.assume(state, is_below(COUNT, 2**63))
    state.cells["settings"] = Items((Opaque("str"), DELIMITER, *numbers.values(), option(HAS_MOST, MOST)))
    return {"self": Ref("settings")}


def base_of(state: State) -> Parameters:
    """The numbers of the settings."""
    tmin, tmax, skew, damp, initial_bias, _ = state.cells["settings"].fields[2:8]
    return Parameters(COUNT, tmin, tmax, skew, damp, initial_bias)


def by_text(p: Parameters, rest: Any) -> dict[str, Any]:
    """Each constraint on a set of parameters, by its text without what is behind a comma."""
    others = {
        "digits are basic (ASCII) code points": DIGIT < 0x80,
        "the delimiter is a basic (ASCII) code point": DELIMITER < 0x80,
        "the delimiter is no digit": z3.And(z3.Not(HAS_DELIMITER), DIGIT != DELIMITER),
        "digits are distinct": ARE_DISTINCT,
        "initial_bias mod base <= base - tmin": rest <= p.base - p.tmin,
        "max_digits >= 1": z3.Not(z3.And(HAS_MOST, MOST == 0)),
    }
    return {text: each for text, each in constraints(p).items() if text not in ("base <= 127", "initial_bias")} | others


def is_validated(given: Any, result: Any) -> list[Any]:
    """All constraints hold, and the result is the base; or the one that is told does not hold."""
    p = base_of(given.state)
    rest, facts = given.machine.numbers.exact("Rem", "u32", p.initial_bias, p.base)
    given.machine.assume(given.end, z3.Implies(p.base > 0, z3.And(facts)))
    everything = by_text(p, rest)
    if result.tag == 0:
        return [result.fields("Ok")[0] == p.base, *everything.values()]
    constraint, searched = result.fields("Err")[0].fields
    text = constraint.name.strip('"').partition(", ")[0]
    if text == "digits are basic (ASCII) code points":
        (character,) = searched.fields[0].fields("Some")
        return [character >= 0x80]
    return [z3.Not(everything[text])]


def needs_limit(given: Any, result: Any) -> list[Any]:
    """`max_digits` where it is below `MAX_DIGITS`, or integers may have more digits than that."""
    p = base_of(given.state)._replace(base=given.base)
    weighs, begins_soon = p.tmax + 2 <= p.base, z3.Or(p.tmin >= 1, p.initial_bias < MAX_DIGITS * p.base)
    counts = z3.And(HAS_MOST, z3.Or(MOST < MAX_DIGITS, z3.Not(weighs), z3.Not(begins_soon)))
    return [counts, result.fields("Some")[0] == MOST] if result.tag == 1 else [z3.Not(counts)]


def is_code_point(surrogates: bool, largest: int) -> Any:
    """An integer is admitted that is at most the largest code point, and no surrogate unless there are any."""

    def is_admitted(given: Any, result: Any) -> list[Any]:
        n = given.n
        is_surrogate = z3.And(z3.UGE(n, SURROGATES[0]), z3.ULT(n, SURROGATES[1]))
        admits = z3.And(z3.ULE(n, largest), z3.Or(surrogates, z3.Not(is_surrogate)))
        if result.tag == 0:
            return [admits, z3.ZeroExt(32, result.fields("Ok")[0]) == n]
        is_told = result.fields("Err")[0].name.endswith("::Surrogate")
        return [z3.Not(admits), is_surrogate if is_told else z3.UGT(n, largest)]

    return is_admitted


def repertoire(surrogates: bool, largest: int) -> Contract:
    names = {"SURROGATES": str(surrogates).lower(), "LARGEST": str(largest)}
    types = {f"<{of} as bootstring::params::Repertoire>::{name}": names[name] for of in ("R", "Self") for name in names}

    def refuses(m: Machine, state: State, *arguments: Any) -> Any:
        """The method of the trait, as no repertoire has its own."""
        return m.run(m.bodies["Repertoire::refuses_as_surrogate"][0], state, [*arguments], types)

    calls = {"<R as Repertoire>::refuses_as_surrogate": refuses}
    return Contract("admit", ensures=is_code_point(surrogates, largest), types=types, calls=calls)


def is_reciprocal(m: Machine, state: State, divisor: Any) -> Any:
    """The contract of `division::reciprocal`."""
    m.oblige(state, z3.And(divisor >= 1, divisor <= LARGEST_BASE), "requires of reciprocal")
    return RECIPROCAL(divisor)


CHARACTERS = parameter(Iterator("characters", ()))
OF_DIGITS = {"<Chars<'_> as Iterator>::count": parameter(COUNT), "core::str::<impl str>::contains": contains}
CONTRACTS = [
    Contract(
        "params::*::validate",
        ensures=is_validated,
        numbers=Integers(),
        arguments=settings,
        calls={"repeated": repeated, CHARS: CHARACTERS, FIND: found, **OF_DIGITS},
    ),
    Contract("repeated::{closure#0}", ensures=is_seen, arguments=some_seen),
    Contract("repeated", lambda given: [z3.ULT(ANY, 0x80)], is_repeated, calls={CHARS: CHARACTERS, FIND: first_seen}),
    Contract(
        "params::*::most_digits",
        lambda given: [given.base <= LARGEST_BASE],
        needs_limit,
        Integers(),
        arguments=settings,
    ),
    repertoire(surrogates=True, largest=2**32 - 1),
    repertoire(surrogates=False, largest=0x10FFFF),
    Contract(
        "Parameters::reciprocal",
        lambda given: [*constraints(P).values(), given.t < P.base],
        lambda given, result: [result == RECIPROCAL(P.base - given.t)],
        Integers(),
        arguments=lambda m, state, case: {"self": Opaque("Self")},
        calls={"<Self as Parameters>::base": parameter(P.base), "division::reciprocal": is_reciprocal},
    ),
]
