"""The names of RFC 3490 and RFC 3491 for code that was written for them; what they do is IDNA2008."""

from typing import NoReturn

from acelabel.compat.idna.core import decode, encode

__all__ = ["ToASCII", "ToUnicode", "nameprep"]


def ToASCII(label: str) -> bytes:  # noqa: N802
    """Encode a domain name, as `encode` does.

    Args:
        label: The label or name, a str.

    Returns:
        The encoded form, ASCII bytes.

    Raises:
        IDNAError: As for `encode`.
    """
    return encode(label)


def ToUnicode(label: bytes | bytearray) -> str:  # noqa: N802
    """Decode a domain name, as `decode` does.

    Args:
        label: The label or name, ASCII octets.

    Returns:
        The decoded form, a str.

    Raises:
        IDNAError: As for `decode`.
    """
    return decode(label)


def nameprep(s: object) -> NoReturn:
    """Refuse: IDNA2008 has no nameprep (RFC 3491).

    Args:
        s: Anything.

    Raises:
        NotImplementedError: Always.
    """
    raise NotImplementedError("IDNA 2008 does not utilise nameprep protocol")
