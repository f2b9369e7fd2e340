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

import acelabel
from acelabel import DNS, UTS46, AceError, Inspection
from acelabel._errors import refusal
from acelabel._native import email_domain_start, email_parts, email_rules, profile_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from acelabel._choices import AnyProfile

__all__ = ["AddressInspection", "canonical", "inspect", "needs_smtputf8", "same_address", "to_ascii", "to_unicode"]


def __dir__() -> list[str]:
    return sorted(__all__)


def to_ascii(address: str, *, profile: "AnyProfile" = UTS46) -> str:
    """Convert the domain of an address to its ASCII form, as `acelabel.to_ascii` does.

    Args:
        address: The address, a str.
        profile: The rules, a Profile or its name. Without STD3 rules it refuses the forbidden domain code points of
            the URL Standard and the specials of RFC 5322 section 3.2.3 all the same; of IDNA2003, the STD3 rules hold.

    Returns:
        The address with the ASCII form of its domain, a str. The local part is as it was, ASCII or not.

    Raises:
        AceError: `missing_at_sign`, `second_at_sign`, `empty_local_part`, `invalid_local_part` (a control character, a
            lone surrogate, white space in front, or quotation marks around a part of the local part),
            `invalid_address_literal` (the domain begins with a bracket, but is not text in brackets), or as for
            `acelabel.to_ascii`; with `label_index` in the domain, and `offset` in the whole address.

    >>> from acelabel import email
    >>> email.to_ascii('"a b"@Bücher.example')
    '"a b"@xn--bcher-kva.example'
    """
    return _converted(address, profile, acelabel.to_ascii)


def to_unicode(address: str, *, profile: "AnyProfile" = UTS46) -> str:
    """Convert the domain of an address to its Unicode form, as `acelabel.to_unicode` does.

    Args:
        address: The address, a str.
        profile: The rules, a Profile or its name, as for `to_ascii`.

    Returns:
        The address with the Unicode form of its domain, a str.

    Raises:
        AceError: As for `to_ascii`.

    >>> from acelabel import email
    >>> email.to_unicode("xn--post@xn--bcher-kva.example")
    'xn--post@bücher.example'
    """
    return _converted(address, profile, acelabel.to_unicode)


def canonical(address: str) -> str:
    """Find the one spelling of an address by which addresses are compared and looked up.

    Args:
        address: The address, a str.

    Returns:
        The address with the `acelabel.canonical` spelling of its domain, a str. The local part is as it was, letter
        case and normalization included, as the host that delivers to it alone knows which ones it treats alike (RFC
        5321 section 2.4, RFC 6531 section 3.3). An IP address in brackets is as it was, too.

    Raises:
        AceError: As for `to_ascii` with the profile DNS.

    >>> from acelabel import email
    >>> email.canonical("A@bücher.example.")
    'A@xn--bcher-kva.example'
    """
    return _converted(address, DNS, _canonical)


def same_address(one: str, other: str) -> bool:
    """Say whether two addresses have the same `canonical` spelling.

    Args:
        one: An address, a str.
        other: An address, a str.

    Returns:
        A bool.

    Raises:
        AceError: As for `canonical`, of the first address that is refused; `index` is 0 or 1.

    >>> from acelabel import email
    >>> email.same_address("a@BÜCHER.example", "a@xn--bcher-kva.example."), email.same_address("a@b.c", "A@b.c")
    (True, False)
    """
    spellings = []
    for index, address in enumerate((one, other)):
        try:
            spellings.append(canonical(address))
        except AceError as error:
            raise refusal(error.code, error.offset, address, error.codepoint, error.label_index, index) from None
    return spellings[0] == spellings[1]


def needs_smtputf8(address: str) -> bool:
    """Say whether mail to an address needs the extension SMTPUTF8 (RFC 6531): its local part is not ASCII.

    A domain does not need it, as it has an ASCII form.

    Args:
        address: The address, a str. A domain that is a name is not looked at.

    Returns:
        A bool.

    Raises:
        AceError: `missing_at_sign`, `second_at_sign`, `empty_local_part`, `invalid_local_part` or
            `invalid_address_literal`, as for `to_ascii`.
    """
    return not address[: email_domain_start(address)].isascii()


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
    try:
        start, local_errors, literal_errors, too_long, room = email_parts(address)
    except AceError as error:
        return AddressInspection(str.__str__(address), None, None, None, None, None, (error,))
    address = str.__str__(address)
    local_part, domain = address[: start - 1], None
    ascii_form = unicode_form = address[start:]
    if literal_errors is None:
        domain = acelabel.inspect(address[start:], profile=rules)
        literal_errors = tuple(_moved(error, address, start) for error in domain.errors)
        ascii_form, unicode_form = domain.ascii or "", domain.unicode or ""
        if not too_long and len(ascii_form) > room:
            too_long = (refusal("address_too_long", start, address, None, None, None),)
    errors = local_errors + literal_errors + too_long
    head, needs_it = address[:start], not local_part.isascii()
    if errors:
        return AddressInspection(address, local_part, domain, None, None, needs_it, errors)
    return AddressInspection(address, local_part, domain, head + ascii_form, head + unicode_form, needs_it, errors)


def _converted(address: str, profile: "AnyProfile", convert: "Callable[..., str]") -> str:
    start = email_domain_start(address)
    # The methods of a class derived from str must not decide what comes out.
    address = str.__str__(address)
    # An address literal: `email_domain_start` has looked at its characters.
    if address.startswith("[", start):
        return address
    domain = address[start:]
    try:
        rules = profile_of(profile)
        form = convert(domain, profile=rules)
        if not rules.use_std3_ascii_rules:
            # Control characters, and what ends an address in a header, are refused in every domain. IDNA2003 knows the
            # STD3 rules alone.
            is_idna2003 = rules.rules == "idna2003"
            convert(domain, profile=rules.replace(deny_url_code_points=True, use_std3_ascii_rules=is_idna2003))
        # A domain that passes as it is may have them beside the STD3 rules.
        _refuse_specials(domain, form, rules)
    except AceError as error:
        raise _moved(error, address, start) from None
    return address if form == domain else address[:start] + form


# Those of RFC 5322 section 3.2.3 that are no forbidden domain code points and part no labels: in a header an address
# ends there.
_SPECIALS = frozenset('(),;"')


def _refuse_specials(domain: str, form: str, rules: acelabel.Profile) -> None:
    """Refuse a domain with a special in its form: the character that is or becomes one."""
    if _SPECIALS.isdisjoint(form):
        return
    for offset, character in enumerate(domain):
        if not _SPECIALS.isdisjoint(acelabel.codepoint(character, profile=rules).to or character):
            label_index = sum(domain.count(separator, 0, offset) for separator in ".。．｡")
            raise refusal("disallowed_codepoint", offset, domain, ord(character), label_index, None)


def _canonical(domain: str, *, profile: "AnyProfile") -> str:
    """The spelling of a domain by which it is compared, if `profile`, which is DNS or stricter, accepts it."""
    return acelabel.canonical(acelabel.to_ascii(domain, profile=profile))


def _moved(error: AceError, address: str, start: int) -> AceError:
    """The error of a domain as one of the whole address."""
    offset = None if error.offset is None else error.offset + start
    return refusal(error.code, offset, address, error.codepoint, error.label_index, error.index)
