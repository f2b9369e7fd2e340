"""A text that comes in pieces, of which whole lines are decided: what rewriters, finders and cutters have in common."""

from _thread import allocate_lock, get_ident
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from acelabel._native import TextLeft, TextOptions, text_piece

if TYPE_CHECKING:
    from collections.abc import Iterator

# A line of more octets is taken in parts.
_LONGEST = 1 << 16


class Pieces:
    """A text that comes in pieces. Threads that share it take turns."""

    __slots__ = ("_held", "_is_cut", "_left", "_lock", "_options", "_rewritten", "_size", "_thread", "_work")

    def __init__(self, options: TextOptions, work: bool | bytes | None) -> None:
        self._options = options
        # The work of `text_piece`.
        self._work = work
        self._rewritten = 0
        self._left: TextLeft | None = None
        self._lock = allocate_lock()
        self._thread: int | None = None
        self._begin()

    def _count_left(self, left: TextLeft) -> None:
        """Count the names that are left, too, from the next piece on."""
        self._left = left

    def _begin(self) -> None:
        self._held: list[bytes] = []
        self._size = 0
        self._is_cut = False

    def _take(self, piece: bytes) -> tuple[bytes, Any]:
        """Return the octets that are decided with a piece, and what `text_piece` made of them.

        If this raises, the piece was not taken.
        """
        with self._turn():
            # Nothing of a line is decided before it is complete, or longer than any line.
            if b"\n" in piece or self._size + len(piece) >= _LONGEST:
                return self._decided(b"".join([*self._held, piece]), is_last=False)
            self._held.append(piece)
            self._size += len(piece)
            return b"", b""

    def _end(self) -> tuple[bytes, Any]:
        """Return the same for the end of a text. Another one begins, also if this raises."""
        with self._turn():
            try:
                return self._decided(b"".join(self._held), is_last=True)
            finally:
                self._begin()

    @contextmanager
    def _turn(self) -> "Iterator[None]":
        if self._thread == get_ident():
            raise RuntimeError("the callable in 'tlds' uses the object that calls it")
        with self._lock:
            self._thread = get_ident()
            try:
                yield
            finally:
                self._thread = None

    def _decided(self, octets: bytes, *, is_last: bool) -> tuple[bytes, Any]:
        end, is_cut, count, made = text_piece(octets, self._options, self._work, is_last, self._is_cut, self._left)
        rest = octets[end:]
        self._held, self._size, self._is_cut = [rest], len(rest), is_cut
        self._rewritten += count
        return octets[:end], made
