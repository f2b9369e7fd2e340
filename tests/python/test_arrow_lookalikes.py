"""Columns of look-alikes: row n has what `Watchlist.lookup` finds first for text n."""

from __future__ import annotations

import signal
import time
from itertools import pairwise
from typing import Any

import pytest
from arrow_columns import LAYOUTS, Enum, pa, rows_of, taken
from engine_names import LOOKALIKES, WATCHLIST, facts_of_lookalike
from hypothesis import given
from hypothesis import strategies as st
from test_arrow_rows import encodable
from test_lookalikes import WATCHLISTS

from acelabel import arrow

PARTS = st.sampled_from(
    ["раураl", "paypa1", "payapl", "paypal", "gehim", "gehirn", "com", "x", "d0ck", "ＰＡＹＰＡＬ", ""]
)
NAMES = st.lists(PARTS, min_size=1, max_size=4).flatmap(
    lambda parts: st.sampled_from([".", "-", "/", " "]).map(lambda separator: separator.join(parts))
)
ROWS = st.lists(st.none() | NAMES | st.text(max_size=6), max_size=9).map(encodable)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_each_layout(layout: str) -> None:
    column = pa.array(LOOKALIKES, getattr(pa, layout)())
    expected = [facts_of_lookalike(row) for row in LOOKALIKES]
    keys = column.dictionary_encode()
    for of in (column, keys, Enum(keys), pa.chunked_array([column[:3], column[3:3], column[3:]])):
        assert rows_of(arrow.lookalikes(of, WATCHLIST)) == expected
    assert rows_of(arrow.lookalikes(column[2:4], WATCHLIST)) == expected[2:4]
    assert rows_of(arrow.lookalikes(pa.nulls(2), WATCHLIST)) == [None, None]
    made = taken(arrow.lookalikes(pa.chunked_array([], column.type), WATCHLIST))
    assert made.to_pylist() == []
    assert [(field.name, field.type) for field in made.type] == [
        *(("target", pa.string()), ("how", pa.string()), ("score", pa.float64())),
        *(("start", pa.int64()), ("end", pa.int64())),
    ]


@given(ROWS, st.sampled_from(list(WATCHLISTS)))
def test_rows_are_those_of_the_lookup_of_one_text(rows: list[str | None], kind: str) -> None:
    watchlist = WATCHLISTS[kind]
    expected = [facts_of_lookalike(row, watchlist) for row in rows]
    assert rows_of(arrow.lookalikes(pa.array(rows, pa.string()), watchlist)) == expected


def test_many_rows_are_the_same_with_threads_and_without() -> None:
    column = pa.array(LOOKALIKES * 30_000)
    one, several = (taken(arrow.lookalikes(column, WATCHLIST, threads=threads)) for threads in (1, 4))
    assert one.equals(several)
    assert one[-len(LOOKALIKES) :].to_pylist() == [facts_of_lookalike(row) for row in LOOKALIKES]


@pytest.mark.measures_time
@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="there are no timers")
def test_signals_are_heard_between_long_texts() -> None:
    """In processor time, which the load of other processes does not change: a signal comes every 10 milliseconds."""
    column = pa.array(["see раураl.com, hxxp://b[.]example " * 400] * 600)
    heard = [time.process_time()]
    before = signal.signal(signal.SIGPROF, lambda *_: heard.append(time.process_time()))
    signal.setitimer(signal.ITIMER_PROF, 0.01, 0.01)
    try:
        arrow.lookalikes(column, WATCHLIST, threads=1)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
    heard.append(time.process_time())
    # A piece of sixteen mebibytes took ten seconds.
    assert max(later - earlier for earlier, later in pairwise(heard)) < (heard[-1] - heard[0]) / 4


def test_wrong_use() -> None:
    wrong: Any
    for wrong in (["paypal.com"], None):
        with pytest.raises(TypeError, match=r"^argument 'watchlist' must be an acelabel\.display\.Watchlist, not "):
            arrow.lookalikes(pa.array(["a.com"]), wrong)
    broken = pa.Array.from_buffers(pa.string(), 2, pa.array([b"a", b"\xff.com"]).buffers())
    with pytest.raises(ValueError, match="the text is not UTF-8 in row 1"):
        arrow.lookalikes(broken, WATCHLIST)
