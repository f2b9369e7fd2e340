"""A program: several threads convert long runs of marks at the same time where there is little memory left, on Linux.

Its argument is how many octets of address space there are beside what is used. Each thread may take what another one
has just found to be free. It prints how many calls ended in an answer or a refusal, and how many in a MemoryError.
"""

import resource
import sys
import threading

from want_of_memory import used

import acelabel

LENGTH = 1 << 17
THREADS = 4
CALLS = 6
TEXTS = ("a" + "\u0327\u0301" * LENGTH, "a" + "\uff9e" * LENGTH * 2)
PROFILES = (acelabel.WHATWG, acelabel.IDNA2003.replace(verify_dns_length=False))


def main() -> None:
    barrier = threading.Barrier(THREADS + 1)
    endings: list[str] = []

    def convert(first: int) -> None:
        barrier.wait()
        for call in range(first, first + CALLS):
            try:
                acelabel.to_ascii(TEXTS[call % 2], profile=PROFILES[call // 2 % 2])
                endings.append("answer")
            except acelabel.AceError:
                endings.append("answer")
            except MemoryError:
                endings.append("MemoryError")

    # Objects that are imported or made once are there before memory is short.
    for text in TEXTS:
        for profile in PROFILES:
            acelabel.is_valid(text[:3000], profile=profile)
    threads = [threading.Thread(target=convert, args=(number,)) for number in range(THREADS)]
    for thread in threads:
        thread.start()
    resource.setrlimit(resource.RLIMIT_AS, (used() + int(sys.argv[1]), resource.RLIM_INFINITY))
    barrier.wait()
    for thread in threads:
        thread.join()
    resource.setrlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    print(endings.count("answer"), endings.count("MemoryError"), sep="\t")


if __name__ == "__main__":
    main()
