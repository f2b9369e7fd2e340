"""Names inside text: find them, and rewrite the text with their other form.

>>> from acelabel import text
>>> text.to_unicode("GET https://xn--bcher-kva.example/xn--a from xn--e1afmkfd.xn--p1ai")
'GET https://bücher.example/xn--a from пример.рф'
>>> text.to_ascii("mail кто@пример.рф, or see bücher.example")
'mail кто@xn--e1afmkfd.xn--p1ai, or see bücher.example'
>>> [(found.start, found.end, found.kind, found.name) for found in text.find(b"see //xn--bcher-kva.")]
[(6, 19, 'url_host', b'xn--bcher-kva')]

There are three kinds of names.

- "url_host": the host of a URL, after `//` (RFC 3986 section 3.2.2). IP literals in brackets are not names.
- "email_domain": the domain of an address, after `@` (RFC 5321 section 4.1.2, RFC 6531).
- "bare": a name without either mark. A label that begins with `xn--` says itself that it is one. Other names are found
  where their top-level domain is in `tlds`.

Paths, queries, fragments, local parts and user information are left alone. A name ends at white space and at
punctuation, and a stop or a symbol at its end is of the sentence (UTS #58), unless a path or a port follows. Escaped
names (`b%C3%BCcher`, `b\\u00fccher`) and bytes that are not UTF-8 are left unchanged. In addresses and bare names,
labels that are not valid are left unchanged; a host of a URL is rewritten as a whole, or not at all. A text is taken
line by line, and a line of more than 65,536 bytes in parts.

These arguments have the same meaning everywhere.

- `text` is a str, or bytes of UTF-8. The result has the same type. Offsets count characters of a str, or bytes.
- `kinds` says which names count: an iterable of the kinds above. By default all count.
- `everywhere=True`: names in paths, queries, fragments, local parts and user information count, too, as bare names, and
  an `@` between a local part and a name marks an address there. The `@` may be written as `%40`, `\\u0040` or `&#64;`
  (such an address is never rewritten), and the local part may have dots in a row and braces. With `tlds`, an address in
  a path, a query or a fragment ends in one of them.
- `defanged=True`, of `find`: names that are written so that nobody follows them are read, as they were before:
  `hxxps://a[.]example`, `a(dot)example`, `user[@]a.example`, `user [at] a [dot] example`.
- `tlds` says which top-level domains are known: a set of str in any spelling (`"com"`, `".COM"`, `"рф"`,
  `"xn--p1ai"`), or a callable that takes the ASCII form in lower case and returns a bool. While it is asked, other
  threads of Python wait.
- `profile` is the Profile by which labels are valid.

Every function can raise TypeError (an argument of another type), ValueError (an unknown kind, or a str in `tlds` that
is not a top-level domain), MemoryError, and what a callable in `tlds` raises. None raises AceError: what is not a valid
name is not changed.
"""

from struct import Struct
from typing import TYPE_CHECKING, AnyStr, Generic, Literal, NamedTuple, TypeAlias, cast

from acelabel._lazy import Lazy, plain
from acelabel._native import (
    UTS46,
    TextOptions,
    error_codes,
    text_decoded,
    text_find,
    text_followed,
    text_redact,
    text_rewrite,
)
from acelabel._pieces import Pieces
from acelabel._tlds import asked, mismatch

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from acelabel._choices import AnyPolicy, AnyProfile
    from acelabel._codes import Code
    from acelabel._tlds import Tlds

FoundCode: TypeAlias = "Code | Literal['authority_continues', 'mixed_scripts']"
Kind: TypeAlias = Literal["url_host", "email_domain", "bare"]
"""The mark of a name in text."""

KINDS: tuple[Kind, ...] = ("url_host", "email_domain", "bare")
"""Every kind there is."""

__all__ = ["KINDS", "Found", "FoundNames", "Kind", "Rewriter", "find", "redact", "to_ascii", "to_unicode"]


def __dir__() -> list[str]:
    return sorted(__all__)


class Found(NamedTuple, Generic[AnyStr]):
    """A name in a text. An immutable tuple."""

    start: int
    """Where it begins, an int: 0-based, in characters of a str, or in bytes."""

    end: int
    """Where it ends, an int: the offset after its last character."""

    kind: Kind
    """The mark of the name: "url_host", "email_domain" or "bare"."""

    name: AnyStr
    """The name as the text has it, a str or bytes; if it is defanged, the name that is meant."""

    is_escaped: bool
    """True if a part of it is written as `%C3%BC` or `\\u00fc`, or its `@` as `%40`, or if it is half of a name, beside
    an escape that is not read. Such a name is never rewritten."""

    code: "FoundCode | None" = None
    """None if the name is valid in the profile, or escaped: an escaped name is not judged. `authority_continues` if the
    authority of the URL goes on after the host with more than a port (`https://a.example,b`): software that takes more
    of it for the host visits another host, so a list of allowed names must refuse this one. `second_at_sign` if the
    domain of an address is next to another one (`a@b.example@c.example`). `mixed_scripts` if the last label of a host
    has letters of several scripts, as no top-level domain has, as behind a glued word (`https://a.comまで`). Else the
    code of the `AceError` for which the profile refuses the name."""

    is_defanged: bool = False
    """True if the name, or what marks it, is written so that nobody follows it: `hxxp://a[.]example`. Only with
    `defanged=True` such names are read."""

    local_start: int | None = None
    """Of the domain of an address, where its local part begins, an int: the offset of its first character, which is the
    quotation mark of a quoted string. None for other kinds."""

    decoded: AnyStr | None = None
    """The name with the characters that its escapes are, a str or bytes: `bücher.de` for `b\\u00fccher.de`. None if it
    has no escape, if one is not that of a character, and for half of a name."""


class FoundNames(Lazy["Found[AnyStr]"], Generic[AnyStr]):
    """The names that `find` found, an immutable sequence of Found.

    Each Found is made when it is looked at: what is never looked at takes 24 bytes and no time, and an item that is
    looked at twice is made twice. The sequence keeps the text alive, as its items have parts of it; `list(names)` does
    not. It equals a list of the same items, is added to a list, has slices of its type, and is pickled and copied as a
    list.

    >>> from acelabel import text
    >>> names = text.find("see //a.example/ and //b.example/")
    >>> len(names), names[-1].name, [found.start for found in names[:1]]
    (2, 'b.example', [6])
    >>> names == list(names), names + [] == names
    (True, True)
    """

    __slots__ = ()

    _layout = Struct("<QQIBBBB")

    def _items(self, rows: "Iterable[tuple[int, ...]]") -> "Iterator[Found[AnyStr]]":
        return _names(self._text, rows)


def find(
    text: AnyStr,
    *,
    tlds: "Tlds | None" = None,
    everywhere: bool = False,
    defanged: bool = False,
    kinds: "Iterable[Kind] | None" = None,
    profile: "AnyProfile" = UTS46,
) -> "FoundNames[AnyStr]":
    """Find the names in a text.

    Every host and every domain of an address is found, and its `code` says whether it is valid. A bare name is found
    where one of its labels is a valid A-label, or where its top-level domain is known and it is valid, escaped, or
    has a label with another form.

    Args:
        text: The text, a str or bytes.
        tlds: Which top-level domains are known: a set of str, a callable, or None for none.
        everywhere: Whether names in paths, queries, fragments, local parts and user information count, too, as
            bare names.
        defanged: Whether names that are written so that nobody follows them are read. A bare name of which a dot is
            written so needs no `tlds`.
        kinds: Which names count, an iterable of kinds; None for all.
        profile: The rules, a Profile or its name.

    Returns:
        The names, a FoundNames, in the order of the text: a sequence of Found, which equals a list of them.

    Raises:
        ValueError: There is no such kind, or a str in `tlds` is not a top-level domain.

    >>> from acelabel import text
    >>> text.find("mail a@xn--bcher-kva.example.")[0][:4]
    (7, 28, 'email_domain', 'xn--bcher-kva.example')
    >>> [(found.name, found.code) for found in text.find("//a_b.example/ //a.example,x")]
    [('a_b.example', 'std3_disallowed'), ('a.example', 'authority_continues')]
    >>> [(found.start, found.end, found.name) for found in text.find("hxxp://bücher[.]example/", defanged=True)]
    [(7, 23, 'bücher.example')]
    """
    options = _options(kinds=kinds, everywhere=everywhere, defanged=defanged, tlds=tlds, profile=profile)
    facts = text_find(text, options)
    return FoundNames(plain(text), facts)


def to_unicode(
    text: AnyStr,
    *,
    tlds: "Tlds | None" = None,
    annotate: bool = False,
    isolate: bool = False,
    everywhere: bool = False,
    kinds: "Iterable[Kind] | None" = None,
    profile: "AnyProfile" = UTS46,
    policy: "AnyPolicy | None" = None,
) -> AnyStr:
    """Rewrite a text: every valid A-label becomes its U-label, everything else stays as it is.

    A host of a URL is rewritten only if all its A-labels can be.

    Args:
        text: The text, a str or bytes.
        tlds: Which top-level domains are known: a set of str, a callable, or None for none. A bare name whose labels
            have symbols, as names of emoji do, is decoded if its own is known.
        annotate: Whether a name stays, and its Unicode form follows in parentheses.
        isolate: Whether a U-label that is right-to-left is put between U+2068 and U+2069 (UAX #9 section 2.7), so that
            it does not reorder the text around it.
        everywhere: Whether names in paths, queries, fragments, local parts and user information count, too, as
            bare names.
        kinds: Which names count, an iterable of kinds; None for all.
        profile: The rules, a Profile or its name.
        policy: The rules of `acelabel.display` by which names are shown, a Policy or its name: a name with a label that
            is not shown in Unicode stays. None for all names, those that look like others among them. A name without an
            A-label stays in any case: convert the text to ASCII first.

    Returns:
        The new text, of the type of the old one. A text in which nothing changes is returned as the object that it is.

    Raises:
        ValueError: There is no such kind, or no such policy.

    >>> from acelabel import text
    >>> text.to_unicode("from xn--yho-ela6g.com", annotate=True)
    'from xn--yho-ela6g.com (yáhoó.com)'
    >>> text.to_unicode("//xn--80ak6aa92e.com/ //xn--bcher-kva.example/", policy="lookalike_aware")
    '//xn--80ak6aa92e.com/ //bücher.example/'
    """
    options = _options(
        annotate=annotate,
        isolate=isolate,
        kinds=kinds,
        everywhere=everywhere,
        tlds=tlds,
        profile=profile,
        policy=policy,
    )
    return text_rewrite(text, options, True)


def to_ascii(
    text: AnyStr,
    *,
    tlds: "Tlds | None" = None,
    annotate: bool = False,
    everywhere: bool = False,
    kinds: "Iterable[Kind] | None" = None,
    profile: "AnyProfile" = UTS46,
) -> AnyStr:
    """Rewrite a text: every valid U-label of a name becomes its A-label, everything else stays as it is.

    A host of a URL is rewritten only if all its U-labels can be.

    Args:
        text: The text, a str or bytes.
        tlds: Which top-level domains are known: a set of str, a callable, or None for none. Bare names are rewritten
            only where theirs is known.
        annotate: Whether a name stays, and its ASCII form follows in parentheses.
        everywhere: Whether names in paths, queries, fragments, local parts and user information count, too, as
            bare names.
        kinds: Which names count, an iterable of kinds; None for all.
        profile: The rules, a Profile or its name.

    Returns:
        The new text, of the type of the old one. A text in which nothing changes is returned as the object that it is.

    Raises:
        ValueError: There is no such kind.

    >>> from acelabel import text
    >>> text.to_ascii("siehe bücher.example und //bücher.example/ü", tlds={"example"})
    'siehe xn--bcher-kva.example und //xn--bcher-kva.example/ü'
    """
    options = _options(annotate=annotate, kinds=kinds, everywhere=everywhere, tlds=tlds, profile=profile)
    return text_rewrite(text, options, False)


def redact(
    text: AnyStr,
    replacement: str = "[address]",
    *,
    kinds: "Iterable[Kind] | None" = ("email_domain",),
    tlds: "Tlds | None" = None,
    defanged: bool = False,
    profile: "AnyProfile" = UTS46,
) -> AnyStr:
    """Cut the names out of a text, wherever they stand: as with `everywhere=True`.

    An address is cut with its local part, which may be quoted or have dots in a row, and so is one whose `@` is written
    as `%40`, `\\u0040` or `&#64;`, whose domain is an IP address in brackets, or which is not valid. Of other kinds the
    name is cut alone. User information of a URL is not an address: `imap://ann@a.example/` stays, and if "url_host" is
    among the kinds, `ann@` stays. `=` belongs to a local part (RFC 5322 section 3.2.3), so that `to=a@b.example` is cut
    whole; in the query of a URL the key stays.

    Args:
        text: The text, a str or bytes.
        replacement: The text in place of each name, a str.
        kinds: Which names are cut, an iterable of kinds; None for all.
        tlds: Which top-level domains are known: a set of str, a callable, or None for none. Bare names without an
            A-label need them. With them, an address in a path, a query or a fragment is cut only if its own is known,
            so that `logo@2x.png` stays.
        defanged: Whether names that are written so that nobody follows them are cut.
        profile: The rules, a Profile or its name: of a bare name they say whether it is one.

    Returns:
        The new text, of the type of the old one. A text in which nothing changes is returned as the object that it is.

    Raises:
        ValueError: There is no such kind, or a str in `tlds` is not a top-level domain; or `replacement` has a lone
            surrogate and the text is bytes.

    >>> from acelabel import text
    >>> text.redact('"GET /?email=ann@bücher.example" from=<"a b"@xn--bcher-kva.example>')
    '"GET /?email=[address]" from=<[address]>'
    >>> text.redact("see https://bücher.example/x", "…", kinds=["url_host"])
    'see https://…/x'
    """
    options = _options(kinds=kinds, tlds=tlds, defanged=defanged, profile=profile)
    return text_redact(text, options, replacement)


class Rewriter(Pieces):
    """Rewrites a text that comes in pieces: the result does not depend on where it is cut.

    A line is returned as soon as it is complete. At most about 65,536 bytes are held. Threads may share a rewriter:
    their pieces are taken one after another.

    Args:
        to: "unicode" for what `to_unicode` does, "ascii" for what `to_ascii` does.
        tlds: Which top-level domains are known: a set of str, a callable, or None for none. "unicode" needs them only
            for bare names with symbols.
        annotate: Whether a name stays, and its other form follows in parentheses.
        isolate: Whether a U-label that is right-to-left is put between U+2068 and U+2069. Only "unicode" does that.
        everywhere: Whether names in paths, queries, fragments, local parts and user information count, too, as
            bare names.
        kinds: Which names count, an iterable of kinds; None for all.
        profile: The rules, a Profile or its name.
        policy: The rules by which names are shown, as for `to_unicode`. Only "unicode" needs them.

    Raises:
        ValueError: `to` is neither, or there is no such kind, or no such policy.

    >>> from acelabel import text
    >>> rewriter = text.Rewriter("unicode")
    >>> rewriter.feed(b"from xn--bch"), rewriter.feed(b"er-kva\\nto "), rewriter.finish()
    (b'', b'from b\\xc3\\xbccher\\n', b'to ')
    """

    __slots__ = ()

    def __init__(
        self,
        to: Literal["unicode", "ascii"],
        *,
        tlds: "Tlds | None" = None,
        annotate: bool = False,
        isolate: bool = False,
        everywhere: bool = False,
        kinds: "Iterable[Kind] | None" = None,
        profile: "AnyProfile" = UTS46,
        policy: "AnyPolicy | None" = None,
    ) -> None:
        if to not in ("unicode", "ascii"):
            raise ValueError(f"argument 'to' must be 'unicode' or 'ascii', not {to!r}")
        options = _options(
            annotate=annotate,
            isolate=isolate,
            kinds=kinds,
            everywhere=everywhere,
            tlds=tlds,
            profile=profile,
            policy=policy,
        )
        super().__init__(options, to == "unicode")

    @property
    def count(self) -> int:
        """Return how many names were rewritten so far, an int."""
        return self._rewritten

    def feed(self, piece: bytes) -> bytes:
        """Take a piece of the text. If this raises, the piece was not taken, and can be given again.

        Args:
            piece: The piece, bytes.

        Returns:
            What is decided with it, bytes: all lines that are complete.

        Raises:
            RuntimeError: The callable in `tlds` calls this while it is asked.
        """
        if not isinstance(piece, bytes):
            raise mismatch("piece", "bytes", piece)
        return cast("bytes", self._take(plain(piece))[1])

    def finish(self) -> bytes:
        """End the text. Afterwards another one can begin. If this raises, what was held is lost.

        Returns:
            The rest, bytes.

        Raises:
            RuntimeError: The callable in `tlds` calls this while it is asked.
        """
        return cast("bytes", self._end()[1])


class _Finder(Pieces):
    """Finds names in a text that comes in pieces. For the command line."""

    __slots__ = ()

    def __init__(
        self,
        kinds: "Iterable[Kind] | None",
        profile: "AnyProfile",
        tlds: "Tlds | None" = None,
        *,
        everywhere: bool = False,
        defanged: bool = False,
    ) -> None:
        options = _options(kinds=kinds, profile=profile, tlds=tlds, everywhere=everywhere, defanged=defanged)
        super().__init__(options, None)

    def feed(self, piece: bytes) -> tuple[bytes, FoundNames[bytes]]:
        """The bytes that are decided with a piece, and the names in them."""
        octets, made = self._take(piece)
        return octets, FoundNames(octets, made)

    def finish(self) -> tuple[bytes, FoundNames[bytes]]:
        """The rest, and the names in it."""
        octets, made = self._end()
        return octets, FoundNames(octets, made)


class _Cutter(Pieces):
    """Cuts names out of a text that comes in pieces. For the command line."""

    __slots__ = ()

    def __init__(
        self,
        replacement: bytes,
        kinds: "Iterable[Kind] | None",
        profile: "AnyProfile",
        tlds: "Tlds | None" = None,
        *,
        defanged: bool = False,
    ) -> None:
        super().__init__(_options(kinds=kinds, profile=profile, tlds=tlds, defanged=defanged), replacement)

    @property
    def count(self) -> int:
        """The number of names that were cut so far."""
        return self._rewritten

    def feed(self, piece: bytes) -> bytes:
        """The octets that are decided with a piece."""
        return cast("bytes", self._take(piece)[1])

    def finish(self) -> bytes:
        """The rest."""
        return cast("bytes", self._end()[1])


def _names(text: AnyStr, rows: "Iterable[tuple[int, ...]]") -> "Iterator[Found[AnyStr]]":
    """The names of which these are the facts."""
    for start, end, local, kind, escaped, is_defanged, code in rows:
        # The text around a name says which brackets of it mean a dot.
        near = slice(max(start - _AROUND, 0), end + _AROUND)
        name = text_followed(text[near], start - near.start, end - near.start) if is_defanged else text[start:end]
        decoded = text_decoded(name) if escaped == 1 else None
        yield Found(
            start,
            end,
            KINDS[kind],
            name,
            escaped > 0,
            _CODES[code],
            is_defanged > 0,
            start - local if local else None,
            None if decoded == name else decoded,
        )


# More than what stands around a name can say of its brackets.
_AROUND = 64
_CODES: "tuple[FoundCode | None, ...]" = (None, "authority_continues", "mixed_scripts", *error_codes())


def _options(
    *,
    kinds: "Iterable[Kind] | None",
    everywhere: bool = False,
    defanged: bool = False,
    annotate: bool = False,
    isolate: bool = False,
    tlds: "Tlds | None" = None,
    profile: "AnyProfile",
    policy: "AnyPolicy | None" = None,
) -> TextOptions:
    return TextOptions(
        kinds=kinds,
        everywhere=everywhere,
        defanged=defanged,
        annotate=annotate,
        isolate=isolate,
        tlds=asked(tlds),
        profile=profile,
        policy=policy,
    )
