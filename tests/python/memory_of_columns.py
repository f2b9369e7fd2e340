"""A program: what calls for columns take, on Linux, with one thread.

It prints a line for each call: the octets by which the process is larger at the height of the call than before it, the
octets of the result, the number of rows, the layout, and the function.
"""

import ctypes
from pathlib import Path

from arrow_columns import GIVEN, LAYOUTS, pa
from memory_of_calls import in_memory

from acelabel import arrow

ROWS = 400_000
TEXTS = {
    "host": "https://u@Bücher-{}.example:8080/x",
    "email_canonical": "User{}@Bücher-{}.Example",
    "text_find": "see https://bücher{}.example, or a@b.example",
    "is_below": "www.{}.bücher.example",
    "lookalikes": "раураl.com {}",
    "to_ascii": "Bücher-{}.example",
}


def main() -> None:
    for name, text in TEXTS.items():
        for layout in LAYOUTS:
            rows = {"lookalikes": ROWS // 8, "is_below": ROWS * 4}.get(name, ROWS)
            column = pa.array([text.replace("{}", str(row)) for row in range(rows)], getattr(pa, layout)())
            # Memory that is taken once is taken before.
            call = getattr(arrow, name)
            call(column.slice(0, 100), threads=1, **GIVEN.get(name, {}))
            # The most that was ever in memory is forgotten, and what glibc keeps of what was freed is given back.
            ctypes.CDLL(None).malloc_trim(0)
            Path("/proc/self/clear_refs").write_text("5", encoding="ascii")
            before = in_memory("VmRSS")
            result = call(column, threads=1, **GIVEN.get(name, {}))
            used = in_memory("VmHWM") - before
            print(used, pa.chunked_array(result).nbytes, rows, layout, name, sep="\t")
            del result, column


if __name__ == "__main__":
    main()
