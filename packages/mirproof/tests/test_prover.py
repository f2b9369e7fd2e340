"""The machine and the prover, on texts of MIR: what holds is proved, what does not is refuted or not executed."""

from typing import Any

import pytest
import z3
from tests.test_reader import SUM

from mirproof import Contract, Integers, Loop, Words, decide, library, read, survivors
from mirproof.library import LIBRARY

ADD = """\
fn add(_1: u8, _2: u8) -> u8 {
    debug one => _1;
    debug other => _2;
    let mut _0: u8;
    let mut _3: (u8, bool);

    bb0: {
        _3 = AddWithOverflow(copy _1, copy _2);
        assert(!move (_3.1: bool), "overflow", copy _1, copy _2) -> [success: bb1, unwind continue];
    }

    bb1: {
        _0 = move (_3.0: u8);
        return;
    }
}

fn twice(_1: u8) -> u8 {
    debug number => _1;
    let mut _0: u8;

    bb0: {
        _0 = add(copy _1, copy _1) -> [return: bb1, unwind continue];
    }

    bb1: {
        return;
    }
}
"""


def faults(text: str, contract: Contract, *others: Contract) -> list[str]:
    return decide(read(text), contract.name, {each.name: each for each in (contract, *others)}).faults


def fits(given: Any) -> list[Any]:
    return [given.one < 100, given.other < 100, given.one >= 0, given.other >= 0]


@pytest.mark.parametrize("numbers", [Integers(), Words()], ids=["integers", "words"])
def test_an_overflow_is_refuted_and_proved_away_by_what_is_required(numbers: Any) -> None:
    assert faults(ADD, Contract("add", numbers=numbers)) == ["{}: overflow: sat"]
    assert faults(ADD, Contract("add", fits, numbers=numbers)) == []


def test_what_a_body_gives_is_proved_or_refuted() -> None:
    right = Contract("add", fits, lambda given, result: [result == given.one + given.other], Integers())
    wrong = Contract("add", fits, lambda given, result: [result > given.one], Integers())
    assert faults(ADD, right) == []
    assert faults(ADD, wrong) == ["{}: ensures 1: sat"]


def test_what_cannot_be_required_proves_nothing() -> None:
    impossible = Contract("add", lambda given: [given.one > 5, given.one < 5], numbers=Integers())
    assert faults(ADD, impossible) == ["{}: ValueError: add: nothing is as required"]


def test_a_caller_owes_what_is_required_and_knows_what_is_ensured() -> None:
    add = Contract(
        "add",
        fits,
        lambda given, result: [result == given.one + given.other],
        Integers(),
        parameters=("one", "other"),
        is_used=True,
    )
    is_double = Contract(
        "twice", lambda given: [given.number < 100], lambda given, result: [result == 2 * given.number]
    )
    is_double.numbers = Integers()
    assert faults(ADD, is_double, add) == []
    is_double.requires = lambda given: [given.number <= 100]
    assert faults(ADD, is_double, add) == ["{}: requires of add: sat"]


def counted(frame: Any, _: int) -> list[Any]:
    return [frame["sum"] >= 0, frame["sum"] <= frame["count#1"]]


def test_a_loop_needs_an_invariant_and_gives_what_it_says() -> None:
    def of(loop: Loop) -> Contract:
        ensures = lambda given, result: [result == given.count]  # noqa: E731
        return Contract("sum", ensures=ensures, numbers=Integers(), loops={0: loop})

    assert faults(SUM, of(Loop({"sum": "u32"}, counted))) == []
    weak = of(Loop({"sum": "u32"}, lambda frame, _: [frame["sum"] >= 0]))
    assert faults(SUM, weak) == ["{}: ensures 1: sat"]
    wrong = of(Loop({"sum": "u32"}, lambda frame, _: [frame["sum"] == 0]))
    assert faults(SUM, wrong) == ["{}: sum: the invariant of loop 0, round 0: sat"]
    silent = of(Loop({}, lambda frame, _: []))
    assert faults(SUM, silent) != []


def test_mutants_are_refuted_and_show_a_contract_that_says_too_little() -> None:
    bodies = read(ADD)
    says_all = Contract("add", fits, lambda given, result: [result == given.one + given.other], Integers())
    says_little = Contract("add", fits, lambda given, result: [result >= 0], Integers())
    assert survivors(bodies, says_all, {"add": says_all}) == (1, [])
    count, listed = survivors(bodies, says_little, {"add": says_little})
    assert (count, listed) == (1, [])
    nothing = Contract("add", lambda given: [given.one == 0, given.other == 0], lambda given, result: [], Integers())
    count, listed = survivors(bodies, nothing, {"add": nothing})
    assert (count, len(listed)) == (0, 1)
    same = {"_3 = AddWithOverflow(copy _1, copy _2);": "0 - 0 is 0 + 0"}
    assert survivors(bodies, nothing, {"add": nothing}, same=same) == (0, [])


CALL = """\
fn of(_1: {kind}, _2: {kind}) -> {result} {{
    debug one => _1;
    debug other => _2;
    let mut _0: {result};

    bb0: {{
        _0 = {callee}(copy _1, copy _2) -> [return: bb1, unwind continue];
    }}

    bb1: {{
        return;
    }}
}}
"""


@pytest.mark.parametrize(
    ("callee", "one", "other", "expected"),
    [
        ("core::num::<impl u8>::wrapping_add", 250, 10, 4),
        ("core::num::<impl u8>::saturating_add", 250, 10, 255),
        ("core::num::<impl u8>::saturating_sub", 3, 10, 0),
        ("core::num::<impl u8>::wrapping_mul", 20, 20, 144),
    ],
)
@pytest.mark.parametrize("numbers", [Integers(), Words()], ids=["integers", "words"])
def test_a_contract_of_the_standard_library_gives_what_it_gives(
    callee: str, one: int, other: int, expected: int, numbers: Any
) -> None:
    text = CALL.format(kind="u8", result="u8", callee=callee)
    requires = lambda given: [given.one == one, given.other == other]  # noqa: E731
    assert faults(text, Contract("of", requires, lambda given, result: [result == expected], numbers)) == []
    assert faults(text, Contract("of", requires, lambda given, result: [result != expected], numbers)) != []


def test_a_checked_sum_is_there_where_it_fits() -> None:
    text = CALL.format(kind="u8", result="Option<u8>", callee="core::num::<impl u8>::checked_add")
    is_there = lambda given, result: [(result.tag == 1) == (given.one + given.other < 256)]  # noqa: E731
    assert faults(text, Contract("of", ensures=is_there, numbers=Integers())) == []


def test_a_call_that_is_not_known_is_not_proved_until_a_crate_enters_its_contract() -> None:
    text = CALL.format(kind="u8", result="u8", callee="other::least")
    assert faults(text, Contract("of")) == ["{}: Outside: a call of other::least"]

    @library("other::least")
    def least(m: Any, state: Any, one: Any, other: Any) -> Any:
        return z3.If(one < other, one, other)

    try:
        is_least = lambda given, result: [result <= given.one, result <= given.other]  # noqa: E731
        assert faults(text, Contract("of", ensures=is_least, numbers=Integers())) == []
    finally:
        LIBRARY.pop()
