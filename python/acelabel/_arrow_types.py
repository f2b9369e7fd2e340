"""The types of the arguments of `acelabel.arrow`."""

from typing import Literal, Protocol, TypeAlias

Errors: TypeAlias = Literal["raise", "null", "keep"]


class ArrowArray(Protocol):
    """An object that hands over one array."""

    def __arrow_c_array__(self, requested_schema: object | None = None) -> tuple[object, object]:
        """Hand over two capsules, of a type and an array."""


class ArrowStream(Protocol):
    """An object that hands over one array after another."""

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """Hand over a capsule of a stream."""


ArrowColumn: TypeAlias = ArrowArray | ArrowStream
