# The part of the stub file of `acelabel._native` about two names, or a name and a list. There is no such module.

from collections.abc import Iterable
from os import PathLike
from typing import final

from acelabel._choices import AnyProfile

@final
class Rules:
    """The rules of a list of public suffixes (publicsuffix.org). They never change; any number of threads may use them.

    >>> from acelabel import suffix
    >>> rules = suffix.Rules(["com", "co.uk", "*.ck", "!www.ck"])
    >>> rules.registrable("a.b.Müller.co.uk."), rules.suffix("a.b.ck"), rules.is_suffix("www.ck")
    ('xn--mller-kva.co.uk', 'b.ck', False)

    Names are taken in either form, and answers are parts of their `canonical` spelling: they do not depend on the
    spelling of the name. Where no rule matches, the last label is the suffix (rule `*`). A name that ends in a number
    is an IP address, and has no suffix; neither has the root.

    Args:
        lines: The list: a str, or an iterable of str, such as a file that is open as text. A line has one rule up to
            the first white space, or `//` and a comment. In a rule `*` stands for any label, and `!` before it makes it
            an exception.
        private: Whether the rules between the comments `===BEGIN PRIVATE DOMAINS===` and `===END PRIVATE DOMAINS===`
            count too, a bool. They are suffixes of companies, such as `github.io`.

    Raises:
        TypeError: `lines` is neither a str nor an iterable of str.
        ValueError: `lines` is a str that looks like the path of a file, which `from_file` reads.
        AceError: A rule is not a name, with the code and `offset` of `canonical`; `index` is the index of its line,
            `text` the line, and a note has the number of the line. A `*` that is not a whole label is
            `std3_disallowed`, and so is a second line in an item; an exception of one label is
            `empty_label`, as is a rule of none.
    """

    def __new__(cls, lines: Iterable[str], *, private: bool = False) -> Rules: ...
    @classmethod
    def from_file(cls, path: str | PathLike[str], *, private: bool = False) -> Rules:
        """Read the rules of a file.

        Args:
            path: The path of the file, a str or an `os.PathLike`. It is UTF-8, with or without a byte order mark.
            private: Whether the rules of the private section count too, a bool.

        Returns:
            The Rules.

        Raises:
            OSError: The file cannot be read.
            ValueError: The file has no rule that counts.
            AceError: As for `Rules`. An octet that is not UTF-8 is a `surrogate`, if it is not in a comment.
        """

    def registrable(self, name: str) -> str | None:
        """Find the registrable domain of a name: its public suffix and one label more.

        Args:
            name: The name, a str.

        Returns:
            The registrable domain, an ASCII str, in the spelling of `canonical`. None for a public suffix, so also for
            a single label; for an IP address; and for the root.

        Raises:
            AceError: As for `canonical`.
        """

    def suffix(self, name: str) -> str | None:
        """Find the public suffix of a name.

        Args:
            name: The name, a str.

        Returns:
            The public suffix, an ASCII str, in the spelling of `canonical`. None for an IP address and for the root.

        Raises:
            AceError: As for `canonical`.
        """

    def is_suffix(self, name: str) -> bool:
        """Say whether a name is a public suffix.

        Args:
            name: The name, a str.

        Returns:
            A bool.

        Raises:
            AceError: As for `canonical`.
        """

    def __len__(self) -> int:
        """."""

    def __reduce__(self) -> tuple[object, ...]: ...

def is_below(name: str, zone: str, *, equal: bool = True, profile: AnyProfile = ...) -> bool:
    """Say whether a domain name lies below a zone: whether its last labels are those of the zone.

    Labels are compared whole and in their ASCII forms: A-labels and U-labels, letter case, the four separators and a
    final dot make no difference. The root `.` is a name under every profile here, and every name lies below it.

    >>> import acelabel
    >>> acelabel.is_below("api.BÜCHER.de.", "xn--bcher-kva.de")
    True
    >>> acelabel.is_below("kochbücher.de", "bücher.de"), acelabel.is_below("bücher.de", "bücher.de", equal=False)
    (False, False)

    Args:
        name: The name, a str.
        zone: The name of the zone, a str.
        equal: Whether a name lies below itself, a bool.
        profile: The rules by which both are converted, a Profile. The default is UTS46. Names such as `_dmarc.example`
            need DNS.

    Returns:
        A bool.

    Raises:
        AceError: As for `to_ascii`, of the name or of the zone; its `text` says of which.
    """

def matches(name: str, pattern: str, *, profile: AnyProfile = ...) -> bool:
    """Say whether a pattern matches a domain name, as that of a certificate does (RFC 9525 section 6.3).

    A pattern is a name, or `*.` and a name: the wildcard is the whole left-most label, and stands for exactly one
    label of a name, which may be an A-label. It stands for none of a name that ends in a number, which is an IP
    address. Labels are compared in their ASCII forms. How wide a pattern may be is not judged: `*.com` is one, and so
    is `*` alone, which matches a name of one label.

    >>> import acelabel
    >>> acelabel.matches("www.bücher.de", "*.xn--bcher-kva.de")
    True
    >>> acelabel.matches("bücher.de", "*.bücher.de"), acelabel.matches("a.b.bücher.de", "*.bücher.de")
    (False, False)

    Args:
        name: The name, a str. It is no pattern: under DNS a `*` in it is a label as any other.
        pattern: The pattern, a str.
        profile: The rules by which both are converted, a Profile. The default is UTS46.

    Returns:
        A bool.

    Raises:
        AceError: As for `to_ascii`, of the name or of the pattern; its `text` says of which. A `*` elsewhere in the
            pattern, or a character that is mapped to one, is `std3_disallowed` under every profile.
    """

def same_name(a: str, b: str) -> bool:
    """Say whether two spellings name the same domain.

    A-labels and U-labels, letter case, the four separators and the dot at the end make no difference. Labels that are
    not valid under the profile DNS are the same where they differ in the case of ASCII letters alone (RFC 4343 section
    3). So a record that is more than a name is compared label by label, too: whether it is a name is not asked.

    Args:
        a: A name, a str.
        b: A name, a str.

    Returns:
        A bool.
    """
