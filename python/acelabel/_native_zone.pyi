# The part of the stub file of `acelabel._native` that is about master files. There is no such module.

from typing import AnyStr, Literal, final

from acelabel._choices import AnyProfile

def labels_escape(label: AnyStr, /) -> AnyStr:
    r"""Write a label as it stands in a master file (RFC 1035 section 5.1, RFC 4343 section 2.1).

    A backslash is put before `"`, `$`, `(`, `)`, `.`, `;`, `@` and `\`. An octet of UTF-8 that is not printing ASCII
    becomes a backslash and three decimal digits. `unescape` undoes it.

    Args:
        label: The label, a str, or bytes that may hold anything.

    Returns:
        The label in ASCII, of the type of `label`.

    Raises:
        AceError: `surrogate`.
        TypeError: `label` is of another type.
    """

def labels_unescape(text: AnyStr, /, *, base: Literal[8, 10] = 10) -> AnyStr:
    r"""Resolve the escapes of a label, or of a name (RFC 1035 section 5.1).

    `\` and three digits are an octet of UTF-8, `\` and any other character is that character.

    In a name, an escaped dot is refused: without its backslash it would separate labels. A label alone may hold one.

    Args:
        text: The label or the name, a str, or bytes.
        base: The base of the digits: 10 as in master files (RFC 4343 section 2.1), or 8 as in the API of Amazon
            Route 53.

    Returns:
        The label or the name without escapes, of the type of `text`. Octets that come as bytes need not be UTF-8.

    Raises:
        AceError: `invalid_escape` (a backslash at the end, fewer than three digits, a digit beyond the base, or a
            number beyond 255), `invalid_utf8` (the octets of a str are not UTF-8), `label_separator` (an escaped
            separator in a name) or `surrogate`. The offset is that of the backslash.
        TypeError: An argument is of another type.
        ValueError: `base` is neither 10 nor 8.
    """

def zone_to_ascii(text: AnyStr, *, profile: AnyProfile = ..., errors: Literal["raise", "keep"] = "raise") -> AnyStr:
    """Rewrite a master file: every label that is not ASCII becomes its A-label, everything else stays as it is.

    Args:
        text: The file, a str, or bytes of UTF-8.
        profile: The rules for labels, a Profile. The default is DNS.
        errors: What becomes of a label that is refused: "raise" raises its AceError, "keep" leaves it as it is.

    Returns:
        The new file, of the type of the old one. If nothing changes, it is the same object.

    Raises:
        AceError: If `errors` is "raise": for a label as `acelabel.alabel`; `invalid_escape` or `invalid_utf8` in a
            label that is not ASCII; `unbalanced` at a quotation mark or parenthesis without counterpart. The offset is
            that in the file, in characters of a str or octets of bytes; `label_index` is the number of the label in
            its name.
        TypeError: An argument is of another type.
        ValueError: `errors` is none of the two.
    """

def zone_to_unicode(text: AnyStr, *, profile: AnyProfile = ..., errors: Literal["raise", "keep"] = "raise") -> AnyStr:
    """Rewrite a master file: every A-label becomes its U-label, everything else stays as it is.

    Args:
        text: The file, a str, or bytes of UTF-8.
        profile: The rules for labels, a Profile. The default is DNS, which leaves an A-label that is not valid.
        errors: What becomes of a label that is refused: "raise" raises its AceError, "keep" leaves it as it is.

    Returns:
        The new file, of the type of the old one. If nothing changes, it is the same object.

    Raises:
        AceError: If `errors` is "raise": for a label as `acelabel.ulabel`, and `unbalanced`, with offsets as for
            `to_ascii`.
        TypeError: An argument is of another type.
        ValueError: `errors` is none of the two.
    """

@final
class Rewriter:
    """Rewrites a master file that comes in pieces: what comes out does not depend on where it is cut.

    At most the last word of a piece is held back. Threads may share a rewriter: their pieces are taken one after
    another.

    Args:
        to: "ascii" for what `to_ascii` does, "unicode" for what `to_unicode` does.
        profile: The rules for labels, a Profile. The default is DNS.
        errors: What becomes of a label that is refused: "raise" raises its AceError, "keep" leaves it as it is.

    Raises:
        TypeError: An argument is of another type.
        ValueError: `to` or `errors` is none of the two.
    """

    def __new__(
        cls, to: Literal["ascii", "unicode"], *, profile: AnyProfile = ..., errors: Literal["raise", "keep"] = "raise"
    ) -> Rewriter: ...
    @property
    def count(self) -> int:
        """The number of names that were rewritten so far, an int."""
    @property
    def kept(self) -> int:
        """The number of places so far that were left, an int: names with a label that is refused, is no valid A-label or
        is beyond ASCII by its escapes alone, and marks without counterpart.
        """
    @property
    def others(self) -> int:
        """The number of words that are no names, quoted strings and comments so far that are not ASCII, an int. They stay."""
    @property
    def refused_line(self) -> int | None:
        """The line of the last refusal in its file, counted from 1, an int; None if nothing was refused."""
    def feed(self, piece: bytes) -> bytes:
        """Take a piece of the file. If this raises, the piece was not taken, and another one can be given.

        Args:
            piece: The piece, bytes of UTF-8, cut anywhere.

        Returns:
            What is decided with it, bytes.

        Raises:
            AceError: As for `to_ascii` or `to_unicode`. The offset counts octets from the beginning of the file.
            TypeError: `piece` is not bytes.
        """
    def finish(self) -> bytes:
        """End the file. Afterwards another one can begin, also if this raises; the counts go on.

        Returns:
            The rest, bytes.

        Raises:
            AceError: As for `feed`.
        """
