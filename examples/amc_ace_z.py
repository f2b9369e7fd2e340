"""AMC-ACE-Z, the working name of Punycode, as a preset of Bootstring: `python examples/amc_ace_z.py TEXT...`.

Its parameters are those that mDNkit has for draft-ietf-idn-amc-ace-z-01 (4 September 2001). When the draft got the name
Punycode, its author wrote to the working group: "No changes have been made to the algorithm" (list of the group, 2002,
message 23). So all forms are those of Punycode. The prefix of labels is not: the draft had none, and mDNkit, which
implemented it, took `zq--`.
"""

import sys

from acelabel.bootstring import Bootstring

AMC_ACE_Z = Bootstring(
    digits="abcdefghijklmnopqrstuvwxyz0123456789",
    delimiter="-",
    tmin=1,
    tmax=26,
    skew=38,
    damp=700,
    initial_bias=72,
    initial_n=0x80,
)
PREFIX = "zq--"


def to_label(text: str) -> str:
    """The label in ASCII, with the prefix of mDNkit where one is needed."""
    return text if text.isascii() else PREFIX + AMC_ACE_Z.encode(text)


def to_text(label: str) -> str:
    """The text of such a label. The case of ASCII letters in the prefix does not matter."""
    if label[: len(PREFIX)].lower() != PREFIX:
        return label
    return AMC_ACE_Z.decode(label[len(PREFIX) :])


def main() -> None:
    for text in sys.argv[1:]:
        print(text, to_label(text), sep="\t")


if __name__ == "__main__":
    main()
