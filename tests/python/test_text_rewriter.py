"""`acelabel.text.Rewriter`: pieces of a text, also where something is raised, and of several threads."""

import sys
import threading
import time

import pytest

import acelabel
from acelabel import text
from acelabel._native import TextLeft, text_piece

A, U = "xn--bcher-kva", "bücher"


def test_a_rewriter_is_used_line_by_line() -> None:
    rewriter = text.Rewriter("unicode")
    assert rewriter.feed(b"1 xn--bch") == b""
    assert rewriter.feed(b"er-kva\n2 xn--") == "1 bücher\n2 ".encode()[:-2]
    assert rewriter.finish() == b"2 xn--"
    assert rewriter.feed(A.encode()) + rewriter.finish() == U.encode()
    assert rewriter.count == 2
    ascii_form = text.Rewriter("ascii", tlds={"example"}, annotate=True, isolate=True)
    assert ascii_form.feed("ü.example\n".encode()) == "ü.example (xn--tda.example)\n".encode()
    assert ascii_form.finish() == b""


def test_a_piece_that_fails_was_not_taken() -> None:
    fails = True

    def tlds(tld: str) -> bool:
        if fails:
            raise KeyboardInterrupt(tld)
        return tld == "example"

    rewriter = text.Rewriter("ascii", tlds=tlds)
    assert rewriter.feed("1 ü.exam".encode()) == b""
    with pytest.raises(KeyboardInterrupt):
        rewriter.feed("ple\n2 ü.ex".encode())
    fails = False
    assert rewriter.feed("ple\n2 ü.ex".encode()) == b"1 xn--tda.example\n"
    assert rewriter.feed(b"ample") == b""
    fails = True
    with pytest.raises(KeyboardInterrupt):
        rewriter.finish()
    assert (rewriter.finish(), rewriter.count) == (b"", 1)


def test_a_text_that_fails_at_its_end_leaves_nothing_to_the_next() -> None:
    def tlds(tld: str) -> bool:
        raise LookupError(tld)

    rewriter = text.Rewriter("ascii", tlds=tlds)
    # The second part begins inside a word.
    assert len(rewriter.feed(b"z" * 70_000)) == 65_536
    rewriter.feed(" ü.example".encode())
    with pytest.raises(LookupError):
        rewriter.finish()
    assert rewriter.feed("ü@ü\n".encode()) == "ü@xn--tda\n".encode()


def test_a_callable_cannot_use_the_rewriter_that_asks_it() -> None:
    def tlds(_: str) -> bool:
        rewriter.finish()
        return True

    rewriter = text.Rewriter("ascii", tlds=tlds)
    with pytest.raises(RuntimeError, match="the callable in 'tlds' uses the object that calls it"):
        rewriter.feed("ü.example\n".encode())
    assert rewriter.finish() == b""


def test_a_callable_cannot_use_what_counts_the_names_that_are_left() -> None:
    def tlds(_: str) -> bool:
        return left.lines > 0

    for work, to in (("find", None), ("ascii", False)):
        left = TextLeft(work)  # type: ignore[arg-type]
        options = text._options(kinds=None, tlds=tlds, profile=acelabel.UTS46)
        with pytest.raises(RuntimeError, match="the callable in 'tlds' uses the object that calls it"):
            text_piece("ü.example\n".encode(), options, to, True, False, left)
        assert left.lines == 0


def test_threads_that_share_a_rewriter_take_turns() -> None:
    def tlds(_: str) -> bool:
        time.sleep(0)
        return True

    rewriter = text.Rewriter("ascii", tlds=tlds)
    lines: list[bytes] = []

    def feed(thread: int) -> None:
        lines.extend(rewriter.feed(f"{thread}:{number}ü.example\n".encode()) for number in range(200))

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        threads = [threading.Thread(target=feed, args=(thread,)) for thread in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(interval)
    expected = {
        f"{thread}:".encode() + acelabel.to_ascii(f"{number}ü.example").encode() + b"\n"
        for thread in range(4)
        for number in range(200)
    }
    assert rewriter.finish() == b""
    assert sorted(lines) == sorted(expected)
    assert rewriter.count == 800


def test_a_cut_inside_a_long_line_changes_nothing() -> None:
    """The parts of a long line are those of all that is held, also where only some of them are complete."""
    octets = f'"a b"@ü.example,{"y" * 100},{"x" * 140_000}'.encode()
    whole = text.to_ascii(octets)
    for place in (1, 16, 120, 65_535, 65_536, 65_600, 131_100, 140_000):
        rewriter = text.Rewriter("ascii")
        assert rewriter.feed(octets[:place]) + rewriter.feed(octets[place:]) + rewriter.finish() == whole
