"""Mutants of the bodies of this crate: its own functions that are changed, and mutants that compute the same."""

from mirproof.mutants import Change

CHANGES: list[Change] = [
    (r"\bbounded::add::", "bounded::sub::"),
    (r"\bbounded::sub::", "bounded::add::"),
    (r"\bbounded::mul::", "bounded::add::"),
]
# The mutants that no values refute, by the text that is changed, with the reason.
SAME = {
    "_2 = Lt(copy _1, const LEN);": "an assertion that lets more through: what is required lets nothing more through",
    "_2 = Lt(copy _1, const core::num::<impl u64>::BITS);": "the same",
    "_6 = Lt(copy _5, copy _3);": "where a distance is tmin, both ways of `threshold` give it",
    "_7 = Gt(copy _5, copy _4);": "where it is tmax, too",
    "_17 = SubWithOverflow(copy _6, const 1_u64);": "its loop counts up and never ends, which the machine refuses",
    "switchInt(move _3) -> [0: bb2, otherwise: bb1]; => goto -> bb2;": "the quotient of a smaller dividend is 0, too",
    "switchInt(move _3) -> [0: bb5, otherwise: bb2]; => goto -> bb5;": "the processor divides to the same quotient",
    "switchInt(move _4) -> [0: bb5, otherwise: bb4]; => goto -> bb5;": "the same",
    "switchInt(move _15) -> [0: bb3, otherwise: bb9]; => goto -> bb9;": "smaller octets took other ways before",
    "_5 = BitXor(copy _1, const 55296_u64);": "the lowest bit tells no surrogate from others",
    "switchInt(move _27) -> [0: bb1, otherwise: bb16]; => goto -> bb16;": "a text that is refused breaks no memory",
    "switchInt(copy _46) -> [0: bb30, otherwise: bb33];": "a vector is freed, or was given away: memory is outside",
    "switchInt(copy _9) -> [0: bb6, otherwise: bb8];": "the same",
    "_3 = Lt(copy _2, move _4); => _3 = Le(copy _2, move _4);": "an assertion that lets more through, as above",
    "switchInt(copy _4) -> [0: bb1, otherwise: bb3];": "a caller that tells that a value is small tells what is so",
    "_8 = <u32 as Ord>::max(copy _2, const 1_u32) -> [return: bb1, unwind continue];": "both have one group of bits",
    "_33 = Lt(copy _28, copy _19);": "the slot of the new code point is written once more",
    "switchInt(move _4) -> [0: bb5, otherwise: bb4];": "an octet of ASCII is written as one, the slow way, too",
    "switchInt(move _5) -> [0: bb5, otherwise: bb3]; => goto -> bb5;": "the same",
    "_37 = Rows::add(move _38, const 220_u8) -> [return: bb44, unwind: bb37];": "a pair is of two rows, whichever",
    "switchInt(move _25) -> [0: bb19, otherwise: bb22]; => goto -> bb22;": "no number is below 0",
    "switchInt(copy _37) -> [0: bb24, otherwise: bb26];": "an iterator is freed, or was given away",
    "_7 = Le(move _8, const 24_usize);": "a short text fits the large room, and a long one takes memory",
    "switchInt(move _7) -> [0: bb3, otherwise: bb2];": "the same",
    "switchInt(move _27) -> [0: bb21, otherwise: bb18]; => goto -> bb21;": "memory holds the same code points",
    "_5 = Le(move _6, const bootstring::decode::SHORT_FORM);": "either way there is memory for all octets",
    "switchInt(move _5) -> [0: bb5, otherwise: bb1];": "the same",
    "_6 = MulWithOverflow(const race::MOST_CHARACTERS, const 2_usize);": "memory that is asked for early is a guess",
    "switchInt(move _55) -> [0: bb34, otherwise: bb30]; => goto -> bb30;": "a search for surrogates finds none",
    "switchInt(move _78) -> [0: bb45, otherwise: bb48]; => goto -> bb48;": "`encode_long` encodes the same",
    "switchInt(move _9) -> [0: bb10, otherwise: bb3]; => goto -> bb10;": "the slow way writes the same digits",
    "switchInt(move _23) -> [0: bb6, otherwise: bb16]; => goto -> bb16;": "a code point looked at twice is kept once",
}
