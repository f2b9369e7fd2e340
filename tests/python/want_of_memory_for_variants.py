"""A program: the number of variants of a label, of which each is noted, where there is little memory left, on Linux.

Its argument is how many octets of address space there are beside what is used. It prints the number, or the error.
"""

import resource
import sys
from pathlib import Path

from acelabel.registry import Rules

# The label itself is made in two ways, so that each permutation is tried.
LGR = """<lgr xmlns="urn:ietf:params:xml:ns:lgr-1.0"><data><char cp="0061"><var cp="0062"/></char><char cp="0062"/>
<char cp="{}"/></data></lgr>"""


def main(room: int) -> None:
    rules = Rules.from_xml(LGR.format(" ".join(["0061"] * 16)).encode())
    variants = rules.variants("a" * 16)
    taken = int(Path("/proc/self/statm").read_text("ascii").split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (taken + room, taken + room))
    try:
        print(variants.count, variants.exact)
    except MemoryError:
        print("MemoryError")


if __name__ == "__main__":
    main(int(sys.argv[1]))
