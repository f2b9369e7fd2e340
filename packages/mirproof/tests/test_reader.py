"""The reader of MIR: bodies, names, and text that it does not know."""

import pytest

from mirproof import read
from mirproof.graph import back_edges, is_lost, written_from
from mirproof.mir import read_end, read_operand, read_place, read_value
from mirproof.mir_text import Unknown

SUM = """\
// A text as the compiler prints it.
fn sum(_1: u32) -> u32 {
    debug count => _1;
    let mut _0: u32;
    let mut _2: u32;
    let mut _3: bool;
    let mut _4: (u32, bool);
    scope 1 {
        debug sum => _2;
        scope 2 {
            debug count => _0;
        }
    }

    bb0: {
        _2 = const 0_u32;
        goto -> bb1;
    }

    bb1: {
        StorageLive(_3);
        _3 = Lt(copy _2, copy _1);
        switchInt(move _3) -> [0: bb4, otherwise: bb2];
    }

    bb2: {
        _4 = AddWithOverflow(copy _2, const 1_u32);
        assert(!move (_4.1: bool), "attempt to compute `{} + {}`, which would overflow", copy _2, const 1_u32) -> [success: bb3, unwind continue];
    }

    bb3: {
        _2 = move (_4.0: u32);
        goto -> bb1;
    }

    bb4: {
        _0 = copy _2;
        return;
    }

    bb5: {
        unreachable;
    }
}

const LIMIT: u32 = const 7_u32;
"""  # noqa: E501


def test_a_body_has_parameters_types_and_names() -> None:
    (body,) = read(SUM)["sum"]
    assert (body.parameters, body.result, body.arguments) == (["u32"], "u32", ["count"])
    assert body.types == {0: "u32", 1: "u32", 2: "u32", 3: "bool", 4: "(u32, bool)"}


def test_variables_of_one_name_are_numbered_and_the_last_one_has_it() -> None:
    (body,) = read(SUM)["sum"]
    assert body.names == {"count": 0, "count#1": 1, "count#2": 0, "sum": 2, "sum#1": 2}


def test_a_constant_on_one_line_is_a_body() -> None:
    (body,) = read(SUM)["LIMIT"]
    assert (body.result, body.lines) == ("u32", ["const 7_u32;"])


def test_blocks_are_a_graph() -> None:
    (body,) = read(SUM)["sum"]
    assert [number for number in body.blocks if back_edges(body, number) == [1]] == [3]
    assert [number for number in body.blocks if is_lost(body, number)] == [5]
    assert written_from(body, 1) == {2, 3, 4}


def test_places_operands_and_values_are_read() -> None:
    place = read_place("((*_1)[_2].3: u8)")
    assert (place.local, place.steps) == (1, (("*", ""), ("index", "_2"), ("field", "3: u8")))
    assert read_operand("const 5_u8").constant == "5_u8"
    assert read_value("Shl(copy _1, const 3_u32)").text == "Shl"
    assert read_value("copy _1 as u64 (IntToInt)").text == "IntToInt u64"
    end = read_end("_3 = core::num::<impl u32>::checked_add(copy _1, copy _2) -> [return: bb1, unwind continue]", 1)
    assert end is not None
    assert (end.kind, end.text, end.targets) == ("call", "core::num::<impl u32>::checked_add", (("return", 1),))


@pytest.mark.parametrize(
    ("known", "other"),
    [
        ("_2 = const 0_u32;", "_2 = no_retag copy _1;"),
        ("_0 = copy _2;", "asm!(copy _2);"),
        ("switchInt(move _3) -> [0: bb4, otherwise: bb2];", "switchInt(move _3) -> [0: bb4, maybe bb2];"),
        ("debug sum => _2;", "what sum => _2;"),
    ],
)
def test_text_that_is_not_known_is_an_error_with_its_line(known: str, other: str) -> None:
    (body,) = read(SUM.replace(known, other))["sum"]
    line = SUM[: SUM.index(known)].count("\n") + 1
    with pytest.raises(Unknown, match=f"line {line}: "):
        _ = body.blocks


def test_a_line_between_bodies_that_is_not_known_is_an_error() -> None:
    with pytest.raises(Unknown, match="line 1: "):
        read("struct A { }\n" + SUM)
