"""A program: interrupts each list function on its way through millions of items that no bytecode of Python makes.

Writes one line for each call: its name, what was raised, and whether items were left. The signal is sent when the call
has taken its first item, by another thread, which therefore has to run meanwhile.
"""

import operator
import signal
import threading
import time
from itertools import repeat
from typing import Any

import acelabel
from acelabel import display, punycode, race
from acelabel.bootstring import PUNYCODE

# Enough for half a second at least.
FEW, MANY = 5_000_000, 50_000_000
WATCHLIST = display.Watchlist(["paypal.com"])
NAME = "bücher." * 20 + "de"
CALLS: dict[str, tuple[Any, Any, int]] = {
    "to_ascii_many": (acelabel.to_ascii_many, NAME, FEW),
    "to_unicode_many": (acelabel.to_unicode_many, NAME, FEW),
    "to_ascii_many of refused names": (acelabel.to_ascii_many, NAME + ".xn--a", FEW),
    "to_ascii_many of missing values": (acelabel.to_ascii_many, None, MANY),
    "to_ascii_many of a plain name": (acelabel.to_ascii_many, "example.com", MANY),
    "punycode.encode_many": (punycode.encode_many, NAME, FEW),
    "punycode.decode_many": (punycode.decode_many, b"bcher-kva", FEW),
    "punycode.decode_many of refused forms": (punycode.decode_many, "!", FEW),
    "race.encode_many": (race.encode_many, "żaba", FEW),
    "race.decode_many": (race.decode_many, "bq--af6p6yp7ml7wc", FEW),
    "Watchlist.lookup_many": (lambda items, errors: WATCHLIST.lookup_many(items), NAME, FEW),
    "Bootstring.encode_code_points": (lambda items, errors: PUNYCODE.encode_code_points(items), 97, MANY),
}


def interrupt(items: Any, count: int) -> None:
    while operator.length_hint(items) == count:
        time.sleep(0.001)
    signal.raise_signal(signal.SIGINT)


def main() -> None:
    # A program that a shell starts in the background ignores SIGINT.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    for name, (many, item, count) in CALLS.items():
        items = repeat(item, count)
        thread = threading.Thread(target=interrupt, args=(items, count))
        try:
            thread.start()
            many(items, errors="null")
            outcome = "returned"
            thread.join()
        except KeyboardInterrupt:
            outcome = "KeyboardInterrupt"
        print(f"{name}: {outcome}, {'some' if operator.length_hint(items) else 'none'} left")
        thread.join()


if __name__ == "__main__":
    main()
