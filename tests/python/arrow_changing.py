"""A column that changes while it is converted: `arrow_changing.py FUNCTION SECONDS KIND`.

Another thread writes all the time to the memory that Arrow says is constant. Prints what the calls raised. A text that
was verified to be UTF-8, and is not any more, must not be used as one: that would crash or panic. Offsets change where
the kind is "offsets", in a column in which every other row is null.
"""

import array
import random
import sys
import threading
import time
from typing import Any

from arrow_columns import pa

from acelabel import arrow

ROWS = 20_000
NAMES = ["example.com", "bücher.example", "xn--bcher-kva.example", "日本語.jp see http://bü.de", "ü" * 20]


def columns(kind: str) -> tuple[Any, bytearray, bytes]:
    """A column, the part of its memory that changes, and what it changes to."""
    rng = random.Random(4)
    texts = [rng.choice(NAMES).encode() for _ in range(ROWS)]
    if kind == "offsets":
        # A row changes, so that a result is written.
        texts = [b"Example.com", *(b"www.a-name.example" * 12 for _ in range(ROWS - 1))]
    data = bytearray(b"".join(texts))
    ends = array.array("q", [0])
    for text in texts:
        ends.append(ends[-1] + len(text))
    offsets = bytearray(ends.tobytes())
    validity = bytes([0x55]) * (ROWS // 8) if kind == "offsets" else None
    buffers = [None if validity is None else pa.py_buffer(validity), pa.py_buffer(offsets), pa.py_buffer(data)]
    column = pa.Array.from_buffers(pa.large_string(), ROWS, buffers)
    if kind == "offsets":
        # Each row that is not null has all octets.
        first, last = (place.to_bytes(8, sys.byteorder) for place in (0, len(data)))
        return column, offsets, (first + last) * (ROWS // 2) + first
    # Octets that begin a character in place of those that end one.
    return column, data, bytes(0xE3 if octet >= 0x80 and place % 3 == 0 else octet for place, octet in enumerate(data))


def main() -> None:
    function, seconds = getattr(arrow, sys.argv[1]), float(sys.argv[2])
    column, memory, changed = columns(sys.argv[3])
    good = bytes(memory)
    is_done = threading.Event()

    def change() -> None:
        view = memoryview(memory)
        while not is_done.is_set():
            view[:] = changed
            view[:] = good

    thread = threading.Thread(target=change)
    thread.start()
    raised = set()
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            function(column, threads=1)
        except BaseException as error:
            raised.add(type(error).__name__)
    is_done.set()
    thread.join()
    print(*sorted(raised))


main()
