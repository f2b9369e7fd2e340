"""UTF-8, src/utf8.rs: the room for what is written."""

import z3
from lemma import Claim, Lemma, lemma
from parameters import is_below


@lemma
def eight_code_points_have_room() -> Lemma:
    """Each is written as four octets at a place below 32, of which as many stay as it has: 36 octets are enough."""
    place, size, done = z3.Ints("place size done")
    state = [is_below(done, 8), is_below(place, 4 * done + 1), is_below(size, 5, 1)]
    fits = z3.And(place < 32, place + 4 <= 36, place + size <= 4 * (done + 1))
    return Lemma(
        [Claim(state, fits)],
        {"nine code points": Claim([is_below(done, 9), *state[1:]], fits)},
    )
