"""`src/bootstring/varint.rs`: integers are read as in RFC 3492 section 6.2, and faults are found where it fails.

A weight beyond 64 bits is not a fault by itself, as zeros may follow: the sum is.
"""

from typing import Any

import z3
from instance import CALLS, PACKED, are_packed_from, arguments
from parameters import LARGEST_BASE, U64, is_below
from rfc3492 import END, OUTCOME, OUTCOMES, SUM, WEIGHT, reading, weight
from room_bias import P
from room_writing import are_admitted

from mirproof.contracts import Contract
from mirproof.frames import Frame, Loop
from mirproof.library_vectors import MEMORY
from mirproof.numbers_of import Integers
from mirproof.values import Enum, Iterator, Slice

INDICES = 2**63


def is_readable(given: Any) -> list[Any]:
    """The input is in memory, and the sum is an index."""
    return [*are_admitted(given), is_below(given.input.length, MEMORY), is_below(given.sum, INDICES), WEIGHT(0) == 1]


def keeps_within(given: Any, result: Any) -> list[Any]:
    """All that callers ask: the sum does not fall, a digit is read at least, and a fault is within the input."""
    if result.tag == 1:
        left = result.fields("Err")[0].fields[1]
        return [is_below(left, given.input.length + 1)]
    total, rest = result.fields("Ok")[0].fields
    is_end = rest.start + rest.length == given.input.start + given.input.length
    return [is_below(total, U64, given.sum), is_below(rest.length, given.input.length), is_end]


def ended(total: Any, outcome: str, input_: Slice, rest: Any) -> list[Any]:
    """Reading from the first digit on comes to this, with so much of the input behind it."""
    begin = (z3.IntVal(0), total, WEIGHT(0))
    return [OUTCOME(*begin) == OUTCOMES.index(outcome), rest == input_.length - END(*begin)]


def is_read(given: Any, result: Any) -> list[Any]:
    """The sum and the rest of the input; of a fault its kind and how much is left where it is, 0 at the end."""
    begin, within = (z3.IntVal(0), given.sum, WEIGHT(0)), keeps_within(given, result)
    if result.tag == 0:
        total, rest = result.fields("Ok")[0].fields
        is_behind = rest.place == given.input.place and rest.start == END(*begin)
        return [total == SUM(*begin), is_behind, *ended(given.sum, "Read", given.input, rest.length), *within]
    kind, left = result.fields("Err")[0].fields
    return [*ended(given.sum, kind.name.rpartition("::")[2], given.input, left), *within]


def is_read_first(given: Any, result: Any) -> list[Any]:
    """The same where an integer is read; else there is none of eight digits."""
    if result.tag == 1:
        return is_read(given, Enum(0, (("Ok", result.fields("Some")),)))
    return [OUTCOME(z3.IntVal(0), given.sum, WEIGHT(0)) != OUTCOMES.index("Read")]


def sum_before(frame: Frame) -> Any:
    """The argument, which the variable of the same name hides."""
    return frame["sum#1"]


def is_at(frame: Frame, j: Any) -> list[Any]:
    """From digit `j` on, all is read that is read from the first one on."""
    whole, input_ = frame["input#1"], frame["input"]
    now, begin = (j, frame["sum"], WEIGHT(j)), (z3.IntVal(0), sum_before(frame), WEIGHT(0))
    same = [of(*now) == of(*begin) for of in (OUTCOME, SUM, END)]
    is_rest = z3.And(input_.start == j, input_.length == whole.length - j, j <= whole.length)
    is_sum = is_below(frame["sum"], U64, sum_before(frame))
    return [input_.place == whole.place, is_rest, is_sum, WEIGHT(j) >= 1, *same]


def unfolded(frame: Frame, j: Any, most: int) -> list[Any]:
    whole = frame["input#1"]
    octet = z3.Select(frame.state.cells[whole.place.cell].array, j)
    return [*weight(P, j), *reading(octet, whole.length, j, frame["sum"], most)]


def from_digit(frame: Frame, j: Any) -> Slice:
    whole = frame["input#1"]
    return Slice(whole.place, j, whole.length - j)


# At most eight digits.


def first_at_head(frame: Frame) -> dict[str, Any]:
    j = z3.IntVal(frame.round)
    numbers = {"sum": z3.FreshInt("sum"), "weight": WEIGHT(j), "thresholds": z3.FreshInt("thresholds")}
    return numbers | {"iter": Iterator("numbers", (frame.round, PACKED)), "input": from_digit(frame, j)}


def first_invariant(frame: Frame, done: int) -> list[Any]:
    added = frame["sum"] - sum_before(frame)
    return [
        frame["iter"].held == (done, PACKED),
        *are_packed_from(frame.machine, frame.state, frame["thresholds"], done),
        frame["weight"] == WEIGHT(done),
        z3.And(is_below(added, LARGEST_BASE**done), WEIGHT(done) <= LARGEST_BASE**done),
        *is_at(frame, z3.IntVal(done)),
    ]


# Any number of digits.


def checked_at_head(frame: Frame) -> dict[str, Any]:
    j = z3.FreshInt("j")
    weight_ = Enum(z3.FreshInt("tag"), (("None", ()), ("Some", (WEIGHT(j),))))
    return {"j": j, "sum": z3.FreshInt("sum"), "weight": weight_, "input": from_digit(frame, j)}


def checked_invariant(frame: Frame, _: int) -> list[Any]:
    j, weight_ = frame["j"], frame["weight"]
    fits = [WEIGHT(j) < U64, *(held == WEIGHT(j) for held in dict(weight_.held).get("Some", ()))]
    is_some = weight_.tag == 1
    return [
        j >= 0,
        is_below(weight_.tag, 2) if isinstance(weight_.tag, z3.ArithRef) else True,
        z3.If(is_some, z3.And(fits), WEIGHT(j) >= U64),
        *is_at(frame, j),
    ]


CONTRACTS = [
    Contract(
        "read_first",
        is_readable,
        is_read_first,
        Integers(),
        arguments=arguments,
        loops={
            0: Loop(
                first_at_head, first_invariant, PACKED, lambda frame: unfolded(frame, z3.IntVal(frame.round), PACKED)
            )
        },
        calls=CALLS,
    ),
    Contract(
        "read_checked",
        is_readable,
        is_read,
        Integers(),
        arguments=arguments,
        loops={0: Loop(checked_at_head, checked_invariant, facts=lambda frame: unfolded(frame, frame["j"], U64))},
        calls=CALLS,
    ),
]
