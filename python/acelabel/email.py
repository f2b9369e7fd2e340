"""Addresses of e-mail: their domains to ASCII and back, their keys, and whether an address is valid.

>>> from acelabel import email
>>> email.to_ascii("почта@пример.рф")
'почта@xn--e1afmkfd.xn--p1ai'
>>> email.to_unicode("post@xn--bcher-kva.example")
'post@bücher.example'
>>> email.needs_smtputf8("почта@пример.рф"), email.needs_smtputf8("post@пример.рф")
(True, False)
>>> email.inspect("почта@пример.рф").valid, email.inspect("a..b@пример.рф").valid
(True, False)

An address is a local part, an `@` and a domain (RFC 5321 section 4.1.2, RFC 6531 section 3.3). The `@` is the only
one outside quotation marks: `"a@b"@example.com` has the domain `example.com`. A domain in brackets (`[192.0.2.1]`,
`[IPv6:2001:db8::1]`; RFC 5321 section 4.1.3) is not a name, and is left unchanged.

`to_ascii` and `to_unicode` convert the domain and leave the local part unchanged: its meaning is known to the host that
delivers to it (RFC 5321 section 2.3.11), and an `xn--` in it means nothing. Of local parts they refuse only those that
make another address, or a command, of this one: with a control character, a lone surrogate, white space in front, or
quotation marks around a part of it. `inspect` applies the whole grammar, and the limits of length.

The functions take a bare address, without a display name and without angle brackets. Offsets of errors are counted in
the whole address.
"""

from typing import NamedTuple

from acelabel import UTS46, AceError, Inspection, _signatures  # noqa: F401 - signatures name it
from acelabel._errors import refusal
from acelabel._inspection import inspection_of
from acelabel._native import email_canonical as canonical
from acelabel._native import email_facts, email_rules
from acelabel._native import email_needs_smtputf8 as needs_smtputf8
from acelabel._native import email_same_address as same_address
from acelabel._native import email_to_ascii as to_ascii
from acelabel._native import email_to_unicode as to_unicode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from acelabel._choices import AnyProfile

__all__ = ["AddressInspection", "canonical", "inspect", "needs_smtputf8", "same_address", "to_ascii", "to_unicode"]


def __dir__() -> list[str]:
    return sorted(__all__)


class AddressInspection(NamedTuple):
    """The findings of `inspect` about an address. An immutable tuple."""

    input: str
    """The address, a str."""

    local_part: str | None
    """The text before the `@`, a str; None if the address has no `@`, or more than one."""

    domain: Inspection | None
    """The findings of `acelabel.inspect` about the domain; None if there is none, or for an IP address in brackets."""

    ascii: str | None
    """The address with the ASCII form of its domain, a str; None if it is not valid."""

    unicode: str | None
    """The address with the Unicode form of its domain, a str; None if it is not valid."""

    needs_smtputf8: bool | None
    """True if mail to it needs SMTPUTF8 (RFC 6531); None if `local_part` is None."""

    errors: tuple[AceError, ...]
    """The problems, a tuple of AceError with offsets in the whole address: those of the local part, of the domain, of
    the length of the whole."""

    @property
    def valid(self) -> bool:
        """Return whether the whole is a mailbox as RFC 5321 section 4.1.2 and RFC 6531 section 3.3 write it, of at most
        254 bytes. It does not say whether mail arrives there."""
        return not self.errors

    @property
    def local_valid(self) -> bool:
        """Return whether the local part is valid: a dot-atom or a quoted string of at most 64 bytes of UTF-8."""
        return self.local_part is not None and not any(error.code in _OF_LOCAL_PART for error in self.errors)

    @property
    def domain_valid(self) -> bool:
        """Return whether the domain is valid: a name under `profile` and the rules of RFC 5321 for names, or an address
        literal of its section 4.1.3."""
        not_of_domain = (*_OF_LOCAL_PART, "address_too_long")
        return self.local_part is not None and all(error.code in not_of_domain for error in self.errors)


_OF_LOCAL_PART = ("empty_local_part", "invalid_local_part", "local_part_too_long")


def inspect(address: str, *, profile: "AnyProfile" = UTS46) -> AddressInspection:
    """Look at an address, apply the whole grammar of RFC 5321, and list the problems. Never refuses a str.

    - The local part is a dot-atom or a quoted string (RFC 5321 section 4.1.2) of at most 64 bytes (section 4.5.3.1.1).
      Beyond ASCII every character is allowed (RFC 6531 section 3.3) except control characters (RFC 5198 section 2) and
      white space at the beginning.
    - The domain is a name under `profile`. Of ASCII it has letters, digits and hyphens alone, whatever the profile
      says; no label begins or ends with a hyphen, or has hyphens in third and fourth position without being an
      A-label; and there is no final dot. Of `UTS46` these rules make
      `UTS46.replace(check_hyphens=True, allow_root_dot=False)`.
    - Or the domain is an address literal (section 4.1.3): four numbers to 255, or `IPv6:` and an IPv6 address. No
      other tag is registered.
    - The whole has at most 254 bytes (section 4.5.3.1.3; erratum 1690 of RFC 3696) of UTF-8, as it is given and with
      the A-labels of its domain.

    Args:
        address: The address, a str.
        profile: The rules, a Profile or its name.

    Returns:
        An AddressInspection. Its errors have the codes of `to_ascii`, `local_part_too_long` and `address_too_long`.

    >>> from acelabel import email
    >>> found = email.inspect("почта@b_ü.example")
    >>> found.needs_smtputf8, [(error.code, error.offset) for error in found.errors]
    (True, [('std3_disallowed', 7)])
    >>> found.local_valid, found.domain_valid, email.inspect("a@[127.0.0.300]").errors[0].offset
    (True, False, 11)
    """
    rules = email_rules(profile)
    start, of_local_part, of_domain, of_whole, name, facts = email_facts(address, rules)
    # The methods of a class derived from str must not decide what comes out.
    address = str.__str__(address)
    if start is None:
        return AddressInspection(address, None, None, None, None, None, of_whole)
    head, domain, ascii_form, unicode_form = address[:start], None, address, address
    if name is not None and facts is not None:
        domain = inspection_of(name, rules, facts)
        of_domain = tuple([_moved(error, address, start) for error in domain.errors])
        ascii_form, unicode_form = head + (domain.ascii or ""), head + (domain.unicode or "")
    errors, needs_it = of_local_part + of_domain + of_whole, not head.isascii()
    if errors:
        return AddressInspection(address, head[:-1], domain, None, None, needs_it, errors)
    return AddressInspection(address, head[:-1], domain, ascii_form, unicode_form, needs_it, errors)


def _moved(error: AceError, address: str, start: int) -> AceError:
    """The error of a domain as one of the whole address."""
    offset = None if error.offset is None else error.offset + start
    return refusal(error.code, offset, address, error.codepoint, error.label_index, error.index, error.unicode)
