"""Long lists: Ctrl-C is heard, other threads run, and memory follows from the items that come and nothing else."""

import asyncio
import itertools
import operator
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import acelabel
from acelabel import display, punycode, race

TESTS = Path(__file__).parent
WATCHLIST = display.Watchlist(["paypal.com"])
CALLS: dict[str, tuple[Callable[..., list[Any]], str]] = {
    "to_ascii_many": (acelabel.to_ascii_many, "bücher.de"),
    "to_unicode_many": (acelabel.to_unicode_many, "xn--bcher-kva.de"),
    "punycode.encode_many": (punycode.encode_many, "bücher"),
    "punycode.decode_many": (punycode.decode_many, "bcher-kva"),
    "race.encode_many": (race.encode_many, "żaba"),
    "race.decode_many": (race.decode_many, "bq--af6p6yp7ml7wc"),
    "Watchlist.lookup_many": (lambda names, **_: WATCHLIST.lookup_many(names), "раураl.com"),
}
each_call = pytest.mark.parametrize(("many", "item"), CALLS.values(), ids=CALLS)
Many = Callable[..., list[Any]]

# Enough for several seconds.
COUNT = 20_000_000


def test_ctrl_c_ends_every_list_call() -> None:
    command = [sys.executable, str(TESTS / "interrupted.py")]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert (ended.returncode, ended.stderr) == (0, "")
    outcomes = dict(line.split(": ") for line in ended.stdout.splitlines())
    assert {name.partition(" ")[0] for name in outcomes} == {*CALLS, "Bootstring.encode_code_points"}
    assert set(outcomes.values()) == {"KeyboardInterrupt, some left"}


class Endable:
    """The same item many times, from functions of C alone, until somebody says that it is enough."""

    def __init__(self, item: str) -> None:
        self._box = [item]
        self._source = itertools.repeat(self._box, COUNT)

    def __iter__(self) -> Iterator[str]:
        return itertools.takewhile(operator.truth, map(operator.getitem, self._source, itertools.repeat(0)))

    def end(self) -> None:
        self._box[0] = ""

    def left(self) -> int:
        return operator.length_hint(self._source)


@each_call
def test_other_threads_run_during_a_list_call(many: Many, item: str) -> None:
    """Another thread sees the call at five points on its way. One that stands still sees the beginning and the end."""
    items = Endable(item)
    thread = threading.Thread(target=many, args=(items,))
    seen = {COUNT}
    thread.start()
    while len(seen) < 6 and thread.is_alive():
        seen.add(items.left())
    items.end()
    thread.join()
    assert len(seen) == 6
    assert items.left() > 0


def test_an_event_loop_runs_during_a_list_call_in_a_thread() -> None:
    async def main() -> set[int]:
        items = Endable("bücher.de")
        call = asyncio.create_task(asyncio.to_thread(acelabel.to_ascii_many, items))
        seen = {COUNT}
        while len(seen) < 6 and not call.done():
            await asyncio.sleep(0)
            seen.add(items.left())
        items.end()
        assert set(await call) == {"xn--bcher-kva.de"}
        return seen

    assert len(asyncio.run(main())) == 6


class Told:
    """Items that come one after another, and a length that may be anything."""

    def __init__(self, items: list[Any], length: int | BaseException) -> None:
        self._items = items
        self._length = length

    def __iter__(self) -> Iterator[Any]:
        return iter(self._items)

    def __len__(self) -> int:
        if isinstance(self._length, BaseException):
            raise self._length
        return self._length


@each_call
@pytest.mark.parametrize("length", sorted({0, 1, *(min(most, sys.maxsize) for most in (2**40, 2**60, 2**62, 2**63))}))
def test_a_length_is_not_believed(many: Many, item: str, length: int) -> None:
    assert many(Told([item] * 3, length)) == many([item] * 3)


@each_call
def test_a_list_of_something_else_is_refused_at_its_first_item(many: Many, item: str) -> None:
    for numbers in (range(min(10**12, sys.maxsize)), range(min(2**60, sys.maxsize))):
        for errors in ("raise", "null", "keep"):
            with pytest.raises(TypeError, match=r"^item 0 must be str(, bytes or bytearray)?, not int$"):
                many(numbers, errors=errors)


@each_call
@pytest.mark.parametrize("error", [KeyboardInterrupt(), SystemExit(), MemoryError(), RuntimeError(), ValueError()])
def test_what_the_length_raises_is_raised(many: Many, item: str, error: BaseException) -> None:
    with pytest.raises(type(error)) as caught:
        many(Told([item], error))
    assert caught.value is error


@each_call
def test_an_iterable_needs_no_length(many: Many, item: str) -> None:
    """As for `list`, a TypeError says that there is none."""
    assert many(Told([item], TypeError())) == many([item])
    for length in (-1, sys.maxsize + 1):
        with pytest.raises((ValueError, OverflowError)):
            list(Told([item], length))
        with pytest.raises((ValueError, OverflowError)):
            many(Told([item], length))


WITHOUT_END = """
import itertools, resource
import acelabel
from acelabel import punycode
with open("/proc/self/statm") as statm:
    used = int(statm.read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (used + (64 << 20), resource.RLIM_INFINITY))
for many, item in ((acelabel.to_ascii_many, "a.com"), (acelabel.to_ascii_many, None), (punycode.encode_many, "ü")):
    try:
        many(itertools.repeat(item))
    except MemoryError:
        print("MemoryError")
"""


@pytest.mark.measures_memory
@pytest.mark.skipif(sys.platform != "linux", reason="the limit is set by functions of Linux")
def test_a_list_without_end_is_a_memory_error() -> None:
    command = [sys.executable, "-c", WITHOUT_END]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert (ended.returncode, ended.stderr, ended.stdout.split()) == (0, "", ["MemoryError"] * 3)
