"""What the command line itself refuses, before or after the codec."""

from typing import ClassVar

from acelabel import AceError


class RecordError(AceError):
    """A record that cannot be read, or whose result cannot be written as a record."""

    PHRASES: ClassVar[dict[str, str]] = {
        "invalid_utf8": "not UTF-8",
        "invalid_notation": "not a code point written like u+0644",
        "separator_in_output": "the result holds the separator of records; --json can write it",
    }

    def _phrase(self) -> str:
        return self.PHRASES[self.code]


def check_utf8(record: str) -> None:
    """Refuse a record that was made of octets which are not UTF-8.

    Args:
        record: The record, its undecodable octets in the form of `surrogateescape`.

    Raises:
        RecordError: `invalid_utf8`; the offset counts characters, an undecodable octet as one.
    """
    try:
        record.encode()
    except UnicodeEncodeError as fault:
        error = RecordError("invalid_utf8", fault.start, record)
        # What stands for the octet there is no character of the caller's.
        error.codepoint = None
        raise error from None


def check_separator(record: str, result: str, separator: str) -> None:
    """Refuse a result that would be read back as more than one record, or as another.

    Args:
        record: The record it is the result of.
        result: The result.
        separator: What ends a record: a line feed or a NUL.

    Raises:
        RecordError: `separator_in_output`; it has no offset, for the fault is not at one place of the record.
    """
    # A carriage return before a line feed is taken for a part of the line ending.
    if separator in result or (separator == "\n" and result.endswith("\r")):
        raise RecordError("separator_in_output", None, record)
