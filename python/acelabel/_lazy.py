"""Sequences whose items are made when they are looked at."""

from collections.abc import Sequence
from operator import eq, index
from typing import TYPE_CHECKING, Any, AnyStr, ClassVar, Generic, TypeVar, overload

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from struct import Struct
    from typing import Self, SupportsIndex

_Item = TypeVar("_Item", covariant=True)


def plain(text: AnyStr) -> AnyStr:
    """The text itself: methods of a derived class must not decide what comes out."""
    if isinstance(text, str):
        return str.__str__(text)
    return bytes.__getitem__(text, slice(None))


class Lazy(Sequence[_Item], Generic[_Item]):
    """A sequence of names of a text or a file, of which the compiled module tells the facts in octets."""

    __slots__ = ("_facts", "_text")

    _layout: "ClassVar[Struct]"

    def __init__(self, text: Any, facts: bytes) -> None:
        self._text = text
        self._facts = facts

    def _items(self, rows: "Iterable[tuple[Any, ...]]") -> "Iterator[_Item]":
        """Make items of their facts."""
        raise NotImplementedError

    def __len__(self) -> int:
        return len(self._facts) // self._layout.size

    def __iter__(self) -> "Iterator[_Item]":
        return self._items(self._layout.iter_unpack(self._facts))

    @overload
    def __getitem__(self, place: "SupportsIndex") -> _Item: ...

    @overload
    def __getitem__(self, place: "slice[Any, Any, Any]") -> "Self": ...

    def __getitem__(self, place: Any) -> Any:
        size = self._layout.size
        if isinstance(place, slice):
            return self._of([self._facts[at * size : (at + 1) * size] for at in range(len(self))[place]])
        at = index(place)
        at += len(self) if at < 0 else 0
        if not 0 <= at < len(self):
            raise IndexError(f"{type(self).__name__} index out of range")
        return next(self._items([self._layout.unpack_from(self._facts, at * size)]))

    def _of(self, facts: list[bytes]) -> "Self":
        return type(self)(self._text, b"".join(facts))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, (list, Lazy)):
            return NotImplemented
        return len(self) == len(other) and all(map(eq, self, other))

    __hash__ = None  # type: ignore[assignment]

    def __add__(self, other: "list[Any] | Lazy[Any]") -> list[Any]:
        return list(self) + list(other) if _is_alike(other) else NotImplemented

    def __radd__(self, other: list[Any]) -> list[Any]:
        return list(other) + list(self) if _is_alike(other) else NotImplemented

    def __repr__(self) -> str:
        return repr(list(self))

    def copy(self) -> list[_Item]:
        """Return a list of the items."""
        return list(self)

    def __reduce__(self) -> "tuple[type[list[Any]], tuple[list[_Item]]]":
        # The text itself is not pickled, nor how facts are packed.
        return list, (list(self),)


def _is_alike(other: object) -> bool:
    return isinstance(other, (list, Lazy))
