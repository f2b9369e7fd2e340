"""The refusals of the command line itself, before or after the codec.

In records, octets that are not UTF-8 have the form of `surrogateescape`.
"""

import base64
import re
from collections.abc import Callable
from typing import ClassVar

from acelabel import AceError
from acelabel._errors import describe, facts
from acelabel._native import report_message

NOT_UTF8 = "invalid_utf8"
"""The code of a record that is not UTF-8."""
_SURROGATE = re.compile("[\ud800-\udfff]")  # An octet that is not UTF-8, in the form of `surrogateescape`.


class Unusable(Exception):
    """An input that cannot be converted as asked, in one line: it ends the run."""


class RecordError(Exception):
    """A record that cannot be read, or whose result cannot be written as a record.

    The code is one of the keys of `PHRASES`, or comes with a reason of its own. The offset counts characters of the
    record from 0; None where the fault is not at one place.
    """

    PHRASES: ClassVar[dict[str, str]] = {
        NOT_UTF8: "the input is not UTF-8",
        "invalid_notation": "the word is not a code point written like u+0644",
        "no_registrable_domain": (
            "the name is a public suffix, a wildcard below one, a single label, an IP address or the root"
        ),
        "separator_in_output": "the result contains the character that ends a record; --json can write it",
    }

    def __init__(self, code: str, offset: int | None, text: str, reason: str | None = None) -> None:
        super().__init__(code, offset, text)
        self.code = code
        self.offset = offset
        self.text = text
        self.reason = self.PHRASES[code] if reason is None else reason


Refusal = AceError | RecordError
REFUSALS = (AceError, RecordError)
"""The exceptions that a record can be refused with, for `except`."""


def utf8_fault(record: str) -> RecordError | None:
    """Return `invalid_utf8` for a record with octets that are not UTF-8; its offset counts each of these as one."""
    try:
        record.encode()
    except UnicodeEncodeError as fault:
        return RecordError(NOT_UTF8, fault.start, record)
    return None


def not_utf8(records: list[str]) -> dict[int, str]:
    """Which records were made of octets that are not UTF-8: their places, each with the code."""
    if not _SURROGATE.search("".join(records)):
        return {}
    return {place: NOT_UTF8 for place, record in enumerate(records) if _SURROGATE.search(record)}


def members_of(key: str, record: str) -> dict[str, str]:
    """A record as a member of a JSON object; of one that is not UTF-8 the octets, too, as `KEY_base64`."""
    # JSON cannot carry octets that are not UTF-8.
    members = {key: replaced(record)}
    if utf8_fault(record) is not None:
        members[f"{key}_base64"] = base64.b64encode(octets_of(record)).decode("ascii")
    return members


def replaced(record: str) -> str:
    """A record with U+FFFD for each octet that is not UTF-8."""
    return _SURROGATE.sub("\ufffd", record)


def octets_of(text: str) -> bytes:
    """The octets of a text, its undecodable ones in the form of `surrogateescape`."""
    try:
        return text.encode(errors="surrogateescape")
    except UnicodeEncodeError:
        # Only the arguments of a Windows command can hold surrogates of any other kind.
        return text.encode(errors="surrogatepass")


def fault_of(record: str, convert: Callable[[str], object]) -> Refusal | None:
    """Find out why a record is refused, in full: where the fault is and what it is called."""
    if fault := utf8_fault(record):
        return fault
    try:
        convert(record)
    except REFUSALS as error:
        return error
    return None


def described(error: Refusal) -> str:
    """Say what is wrong and where, on one line and without a quote of the input."""
    if isinstance(error, AceError):
        return describe(error, in_shell=True)
    place = "" if error.offset is None else f" at offset {error.offset}"
    return f"{error.code}{place}: {error.reason}"


def facts_of(error: Refusal) -> dict[str, object]:
    """Return what an error says, in a dict of what JSON knows."""
    if isinstance(error, AceError):
        return facts(error, in_shell=True)
    row: dict[str, object] = {"code": error.code, "offset": error.offset, "codepoint": None, "label_index": None}
    return row | {"message": described(error)}


def reported(error: Refusal | None) -> str | None:
    """Return what the `message` of a report is, as in reports of columns."""
    if isinstance(error, AceError):
        return report_message(error.code, error.codepoint, error.unicode)
    return None if error is None else error.reason
