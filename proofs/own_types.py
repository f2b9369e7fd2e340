"""Variants and values of this crate that bodies of several rooms meet."""

from mirproof.library import LIBRARY
from mirproof.sides import VARIANTS
from mirproof.values import Items

# The modes of RACE.
VARIANTS |= {"OneRow": 0, "TwoRow": 1, "Uncompressed": 2}
LIBRARY.append(
    (r"error::Error::new|error::<impl .*>::new|Error::new", lambda m, state, *given: Items(given, "Error")),
)
