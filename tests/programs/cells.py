"""The cells of a model: what a program does with a name, step by step.

    the name -> refused for a character -> in ASCII: not looked at -> the rules of a family, label by label -> lengths
             -> the form as it goes out -> refused for a character -> read as a number

Each step that a program leaves out or does in its own way is a field of `Steps`, named after the choice. The defaults
are those of UTS #46, nontransitional, in Unicode 18.0, with CheckBidi and CheckJoiners. Nothing of acelabel is
imported: this is slow and obvious, and what src/clients is compared with.
"""

import re
from dataclasses import dataclass

Version = tuple[int, int]
SEPARATORS = re.compile("[.\u3002\uff0e\uff61]")
# Forbidden domain code points: URL Standard, section 3.3.
FORBIDDEN = "".join(map(chr, range(0x21))) + "#/:<>?@[\\]^|%\x7f"


class Refused(Exception):
    """The program refuses the name; the argument says at which step."""


class Denied(Refused):
    """It does so whatever it does with other names that it refuses."""


class Unknown(Exception):
    """The model does not say what the program does with the name."""


@dataclass(frozen=True)
class Steps:
    """A program, cell by cell."""

    family: str = "uts46"  # the rules: "uts46", "libidn2", "idna2003", "idna2008", "punycode"
    unicode: Version = (18, 0)  # of the mapping and of what is allowed
    properties: Version = (99, 0)  # of marks and directions: later characters are no marks and have no direction
    new_directions: bool = False  # IDNA2003: directions are those of a later Unicode
    old_directions: bool = False  # nine characters have the directions that they had before Unicode 16.0
    mapping: str = ""  # before IDNA2008: "lower" (each label), "lower the name", "uts46", "uts46 by label"
    transitional: bool = False
    twice: bool = False  # libidn2: what is refused is tried again, transitional and without the rules of IDNA2008
    unassigned: bool = False  # IDNA2003: what Unicode 3.2 does not know passes
    old_composition: bool = False  # a letter may be made over marks, as before Corrigendum 5: it is not told which
    dots: str = "all"  # separators: the four of RFC 3490, or "ascii"
    inner_dot: str = "."  # a full stop that the mapping makes, where it separates nothing
    hyphens: str = ""  # words: "ends", "34", and "octets" or "units" (UTF-16) in which the third and fourth are counted
    std3: bool = False
    # The Bidi Rule: of all labels if one is right-to-left; or "go", one that was before mapping; "label" for label;
    # "ada 2"; "".
    bidi: str = "name"
    joiners: str = "context"  # or "go", "ada", ""
    alabels: str = "decoded"  # what is ASCII behind xn--: refused, or "ascii kept", "ascii handed out"
    leading_delimiter: bool = False  # a hyphen at the beginning of Punycode is dropped
    loose_marks: bool = False  # NFC is left out where no two neighbours change places or make one letter
    nested: bool = False  # what is decoded may begin with xn--
    ascii: str = ""  # in ASCII not looked at: "name", "label"
    case: str = "lower"  # or "kept", of what is in ASCII
    denied_before: str = ""  # characters of the name: a class of a regular expression
    escaped_before: str = ""  # characters of a name beyond ASCII that become a percent sign and digits first
    denied_nfkc: str = ""  # characters that a normalized name must not have where it had none
    denied_first: str = ""  # characters with which the host does not begin
    denied: str = ""  # characters of the host
    escaped: str = ""  # characters of the host that go out as a percent sign and digits
    unsure: str = ""  # a class of names and hosts where it is not told what happens
    unsure_number: bool = False  # nor where a name beyond ASCII becomes a number
    longest_given: int = 0  # of units of UTF-16, of a name beyond ASCII
    empty: str = "root"  # empty labels: "root" (the last), "any"
    alone: str = ""  # "root": the name of the root passes; "empty": the empty one; or both
    longest_label: int = 0  # of octets in ASCII; 0: any
    longest_name: int = 0
    ascii_lengths: bool = True  # whether the lengths of what is not looked at are
    final_dot: str = "kept"  # or "dropped"
    no_host: str = "refused"  # what becomes empty; or "kept", "unknown"
    # A host that ends in a number: "url" as in the URL Standard, "all" if a name in ASCII has digits and no final dot.
    numbers: str = ""
    refused: str = "error"  # or "raw": the name goes out as it is, in UTF-8
    then: str = ""  # the client that gets the host as its name
    otherwise: str = ""  # the client that gets the name where this one refuses it
    first_alabel: bool = False  # a host that begins with xn-- has to be one of IDNA2008
