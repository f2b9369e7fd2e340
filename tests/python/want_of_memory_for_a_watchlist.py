"""A program: what a large watchlist is pickled by, where there is little memory left, on Linux.

Its argument is how many octets of address space there are beside what is used. It prints how the call ended.
"""

import resource
import sys
from pathlib import Path

from acelabel.display import Watchlist


def main(room: int) -> None:
    watchlist = Watchlist([f"bücher{number}.com" for number in range(100_000)])
    taken = int(Path("/proc/self/statm").read_text("ascii").split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (taken + room, taken + room))
    try:
        watchlist.__reduce__()
    except MemoryError:
        print("MemoryError")
    else:
        print("answer")


if __name__ == "__main__":
    main(int(sys.argv[1]))
