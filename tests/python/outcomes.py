"""What a call comes to: its result, or the code and the offset of its refusal. In this form answers are compared."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from reference import PUNYCODE, Parameters, Refused, any_integer, decode, encode, scalar_value

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


def reference_encode(text: str, parameters: Parameters = PUNYCODE) -> str | Refusal:
    """What the reference makes of a text."""
    try:
        return encode(parameters, code_points(text), scalar_value)
    except Refused as refused:
        return refused.code, refused.offset


def reference_decode(encoded: str, parameters: Parameters = PUNYCODE) -> str | Refusal:
    """What the reference makes of an encoded form."""
    try:
        return "".join(map(chr, decode(parameters, encoded, scalar_value).code_points))
    except Refused as refused:
        return refused.code, refused.offset


def reference_encode_code_points(integers: Sequence[int], parameters: Parameters) -> str | Refusal:
    """What the reference makes of a sequence of integers."""
    try:
        return encode(parameters, integers, any_integer)
    except Refused as refused:
        return refused.code, refused.offset


def reference_decode_code_points(encoded: str, parameters: Parameters) -> list[int] | Refusal:
    """What the reference makes of an encoded form, if the result may be any integers."""
    try:
        return decode(parameters, encoded, any_integer).code_points
    except Refused as refused:
        return refused.code, refused.offset
