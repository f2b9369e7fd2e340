"""The outcome of a call: its result, or the code and the offset of its refusal. In this form answers are compared."""

from collections.abc import Callable
from typing import TypeVar

from acelabel import AceError

Result = TypeVar("Result")
Refusal = tuple[str, int | None]


def outcome(call: Callable[..., Result], *arguments: object) -> Result | Refusal:
    """The outcome of a call of acelabel. An exception that is no AceError passes through and fails the test."""
    try:
        return call(*arguments)
    except AceError as error:
        return error.code, error.offset


def code_points(text: str) -> list[int]:
    return [ord(character) for character in text]
