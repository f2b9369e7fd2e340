"""Rows and surrogates of RACE, src/race/rows.rs and src/race/encode.rs."""

import z3
from lemma import Claim, Lemma, lemma

Rows = tuple[z3.BitVecRef, z3.BitVecRef]


def added(rows: Rows, row: z3.BitVecRef) -> Rows:
    """`Rows::add`: the union and the intersection with one row more."""
    union, intersection = rows
    return union | row, intersection & z3.If(row == 0, z3.BitVecVal(0xFF, 8), row)


def has_header(rows: Rows) -> z3.BoolRef:
    """Return whether `Rows::header` tells a row."""
    union, intersection = rows
    return z3.Or(union == 0, union == intersection)


def is_within(row: z3.BitVecRef, rows: Rows) -> z3.BoolRef:
    """A row other than 00 has the bits of the intersection and no other than those of the union."""
    union, intersection = rows
    return z3.Implies(row != 0, z3.And(intersection & ~row == 0, row & ~union == 0))


def are_of_one(rows: Rows, one: z3.BitVecRef) -> z3.BoolRef:
    """The union and the intersection as long as all rows are 00 or `one`, which is not 00."""
    union, intersection = rows
    return z3.Or(z3.And(union == 0, intersection == 0xFF), z3.And(union == one, intersection == one))


@lemma
def one_row_is_told_by_union_and_intersection() -> Lemma:
    """There is a header if and only if the rows other than 00 are one and the same, and the header is that row."""
    rows = (z3.BitVec("union", 8), z3.BitVec("intersection", 8))
    row, new, one = z3.BitVecs("row new one", 8)
    union, _ = rows
    # A row that was added is within from then on, by induction on what is added after it.
    stays = Claim([is_within(row, rows)], is_within(row, added(rows, new)))
    enters = Claim([], is_within(new, added(rows, new)))
    told = Claim([is_within(row, rows), has_header(rows), row != 0], row == union)
    # The other way round: as long as there is one row, there is a header, and it is that row.
    is_one = [one != 0, are_of_one(rows, one), z3.Or(new == 0, new == one)]
    keeps = z3.And(are_of_one(added(rows, new), one), has_header(added(rows, new)))
    begins = Claim([one != 0, rows[0] == 0, rows[1] == 0xFF], z3.And(are_of_one(rows, one), has_header(rows)))
    return Lemma(
        [stays, enters, told, begins, Claim(is_one, keeps)],
        {
            "a second row": Claim([one != 0, are_of_one(rows, one)], has_header(added(rows, new))),
            "an intersection that begins as 00": Claim([one != 0, rows[0] == 0, rows[1] == 0], are_of_one(rows, one)),
        },
    )


def surrogates(code_point: z3.BitVecRef) -> tuple[z3.BitVecRef, z3.BitVecRef]:
    """`surrogate_pair` of the code, as two units."""
    beyond_bmp = code_point - 0x1_0000
    both = 0xD800_DC00 | z3.LShR(beyond_bmp, 10) << 16 | beyond_bmp & 0x3FF
    return z3.Extract(31, 16, both), z3.Extract(15, 0, both)


@lemma
def a_surrogate_pair_is_never_of_one_row() -> Lemma:
    """D8 and DC in place of the rows of a pair: no header either way, whatever is added before and after."""
    rows = (z3.BitVec("union", 8), z3.BitVec("intersection", 8))
    new = z3.BitVec("new", 8)
    code_point = z3.BitVec("code_point", 32)
    pair = [z3.Extract(15, 8, unit) for unit in surrogates(code_point)]
    is_pair = [z3.UGE(code_point, 0x1_0000), z3.ULE(code_point, 0x10_FFFF)]
    noted = added(added(rows, z3.BitVecVal(0xD8, 8)), z3.BitVecVal(0xDC, 8))
    there = added(added(rows, pair[0]), pair[1])
    # Once rows differ, the union has a bit that the intersection has not, and that stays so.
    differ = rows[0] & ~rows[1] != 0
    after = added(rows, new)
    return Lemma(
        [
            Claim(is_pair, z3.And(z3.Not(has_header(noted)), z3.Not(has_header(there)))),
            Claim(is_pair, z3.And(noted[0] & ~noted[1] != 0, there[0] & ~there[1] != 0)),
            Claim([differ], z3.And(after[0] & ~after[1] != 0, z3.Not(has_header(after)))),
        ],
        {"D8 alone": Claim(is_pair, z3.Not(has_header(added(rows, z3.BitVecVal(0xD8, 8)))))},
    )
