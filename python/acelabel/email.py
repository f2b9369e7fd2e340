"""Addresses of e-mail: their domains to ASCII and back. The local part is never touched.

>>> from acelabel import email
>>> email.to_ascii("почта@пример.рф")
'почта@xn--e1afmkfd.xn--p1ai'
>>> email.to_unicode("post@xn--bcher-kva.example")
'post@bücher.example'
>>> email.needs_smtputf8("почта@пример.рф"), email.needs_smtputf8("post@пример.рф")
(True, False)

An address is a local part, an `@` and a domain (RFC 5321 section 4.1.2, RFC 6531 section 3.3). The `@` is the only
one outside quotation marks: `"a@b"@example.com` has the domain `example.com`. What a local part means is decided by the
host that delivers to it (RFC 5321 section 2.3.11), so nothing here judges, maps or encodes it: an `xn--` in a local
part means nothing. A domain in brackets (`[192.0.2.1]`, `[IPv6:2001:db8::1]`; RFC 5321 section 4.1.3) is not a name,
and is left unchanged.

The functions take a bare address, without a display name and without angle brackets. Offsets of errors are counted in
the whole address.
"""

from typing import NamedTuple

import acelabel
from acelabel import UTS46, AceError, Inspection, Profile
from acelabel._errors import refusal
from acelabel._native import email_domain_start

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["AddressInspection", "inspect", "needs_smtputf8", "to_ascii", "to_unicode"]


def to_ascii(address: str, *, profile: Profile = UTS46) -> str:
    """Convert the domain of an address to its ASCII form, as `acelabel.to_ascii` does.

    Args:
        address: The address, a str.
        profile: The rules, a Profile.

    Returns:
        The address with the ASCII form of its domain, a str. The local part is as it was, ASCII or not.

    Raises:
        AceError: `missing_at_sign`, `second_at_sign`, `empty_local_part`, or as for `acelabel.to_ascii`; with
            `label_index` in the domain, and `offset` in the whole address.

    >>> from acelabel import email
    >>> email.to_ascii('"a b"@Bücher.example')
    '"a b"@xn--bcher-kva.example'
    """
    return _converted(address, profile, acelabel.to_ascii)


def to_unicode(address: str, *, profile: Profile = UTS46) -> str:
    """Convert the domain of an address to its Unicode form, as `acelabel.to_unicode` does.

    Args:
        address: The address, a str.
        profile: The rules, a Profile.

    Returns:
        The address with the Unicode form of its domain, a str.

    Raises:
        AceError: As for `to_ascii`.

    >>> from acelabel import email
    >>> email.to_unicode("xn--post@xn--bcher-kva.example")
    'xn--post@bücher.example'
    """
    return _converted(address, profile, acelabel.to_unicode)


def needs_smtputf8(address: str) -> bool:
    """Say whether mail to an address needs the extension SMTPUTF8 (RFC 6531): its local part is not ASCII.

    A domain does not need it, as it has an ASCII form.

    Args:
        address: The address, a str. Its domain is not looked at.

    Returns:
        A bool.

    Raises:
        AceError: `missing_at_sign`, `second_at_sign` or `empty_local_part`.
    """
    return not address[: email_domain_start(address)].isascii()


class AddressInspection(NamedTuple):
    """What `inspect` found out about an address. An immutable tuple."""

    input: str
    """The address, a str."""

    local_part: str | None
    """What stands before the `@`, a str; None if the address has no `@`, or more than one."""

    domain: Inspection | None
    """What `acelabel.inspect` says of the domain; None if there is none, or if it is an IP address in brackets."""

    ascii: str | None
    """The address with the ASCII form of its domain, a str; None if it is not valid."""

    unicode: str | None
    """The address with the Unicode form of its domain, a str; None if it is not valid."""

    needs_smtputf8: bool | None
    """Whether mail to it needs SMTPUTF8 (RFC 6531); None if `local_part` is None."""

    errors: tuple[AceError, ...]
    """The problems, a tuple of AceError with offsets in the whole address. That of `to_ascii` is the first."""

    @property
    def valid(self) -> bool:
        """Whether `to_ascii` accepts the address."""
        return not self.errors


def inspect(address: str, *, profile: Profile = UTS46) -> AddressInspection:
    """Look at an address and list the problems of its domain. Never refuses a str.

    Args:
        address: The address, a str.
        profile: The rules, a Profile.

    Returns:
        An AddressInspection.

    >>> from acelabel import email
    >>> found = email.inspect("почта@b_ü.example")
    >>> found.needs_smtputf8, [(error.code, error.offset) for error in found.errors]
    (True, [('std3_disallowed', 7)])
    """
    try:
        start = email_domain_start(address)
    except AceError as error:
        return AddressInspection(str.__str__(address), None, None, None, None, None, (error,))
    address = str.__str__(address)
    local_part = address[: start - 1]
    smtputf8 = not local_part.isascii()
    if _is_literal(address, start):
        return AddressInspection(address, local_part, None, address, address, smtputf8, ())
    domain = acelabel.inspect(address[start:], profile=profile)
    errors = tuple(_moved(error, address, start) for error in domain.errors)
    ascii_form = None if domain.ascii is None else address[:start] + domain.ascii
    unicode_form = None if domain.unicode is None else address[:start] + domain.unicode
    return AddressInspection(address, local_part, domain, ascii_form, unicode_form, smtputf8, errors)


def _converted(address: str, profile: Profile, convert: "Callable[..., str]") -> str:
    start = email_domain_start(address)
    # The methods of a class derived from str must not decide what comes out.
    address = str.__str__(address)
    if _is_literal(address, start):
        return address
    domain = address[start:]
    try:
        form = convert(domain, profile=profile)
    except AceError as error:
        raise _moved(error, address, start) from None
    return address if form == domain else address[:start] + form


def _is_literal(address: str, start: int) -> bool:
    """Whether the domain is an address literal: `dcontent` of RFC 5321 section 4.1.3 in brackets."""
    content = address[start + 1 : -1]
    is_in_brackets = address.startswith("[", start) and address.endswith("]")
    return is_in_brackets and content != "" and all("!" <= one <= "~" and one not in "[\\]" for one in content)


def _moved(error: AceError, address: str, start: int) -> AceError:
    """The error of a domain as one of the whole address."""
    offset = None if error.offset is None else error.offset + start
    return refusal(error.code, offset, address, error.codepoint, error.label_index, error.index)
