"""A column whose text changes while it is converted: `arrow_changing.py FUNCTION SECONDS`.

Another thread writes all the time to the memory that Arrow says is constant. Prints what the calls raised. A text that
was verified to be UTF-8, and is not any more, must not be used as one: that would crash or panic.
"""

import array
import random
import sys
import threading
import time

from arrow_columns import pa

from acelabel import arrow

ROWS = 20_000
NAMES = ["example.com", "bücher.example", "xn--bcher-kva.example", "日本語.jp see http://bü.de", "ü" * 20]


def main() -> None:
    function, seconds = getattr(arrow, sys.argv[1]), float(sys.argv[2])
    rng = random.Random(4)
    texts = [rng.choice(NAMES).encode() for _ in range(ROWS)]
    good = bytearray(b"".join(texts))
    memory = bytearray(good)
    # Octets that begin a character in place of those that end one.
    changed = bytearray(0xE3 if octet >= 0x80 and index % 3 == 0 else octet for index, octet in enumerate(good))
    ends = array.array("i", [0])
    for text in texts:
        ends.append(ends[-1] + len(text))
    column = pa.Array.from_buffers(pa.string(), ROWS, [None, pa.py_buffer(ends), pa.py_buffer(memory)])
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
            function(column)
        except BaseException as error:
            raised.add(type(error).__name__)
    is_done.set()
    thread.join()
    print(*sorted(raised))


main()
