# The part of the stub file of `acelabel._native` about names that are watched. There is no such module.

from collections.abc import Iterable
from typing import Literal, final, overload

from acelabel._native import Rules
from acelabel.display import Lookalike

@final
class Watchlist:
    """Names and labels, of which look-alikes are looked up. It is built once; any number of threads may use it.

    >>> from acelabel import display
    >>> watchlist = display.Watchlist(["paypal.com", "müller.de"], labels=["paypal"])
    >>> watchlist.lookup("раураl.com")[0]
    Lookalike(target='paypal.com', how='skeleton', score=1.0, span=(0, 10))
    >>> watchlist.lookup("www.paypal.com")
    []
    >>> watchlist.lookup("hxxps://раураӏ[.]com/login")[0].span
    (0, 26)
    >>> [(found.target, found.how, found.span) for found in watchlist.lookup("paypal-login.example")]
    [('paypal', 'part', (0, 6))]

    Args:
        names: The names, in either form: an iterable of str. White space around a name, a `*.` before it and one final
            dot are left out. Only a last label looks like a name without a dot: a brand alone belongs to `labels`.
        labels: Labels, in either form: an iterable of str. Under every domain but the names above and those of `allow`
            a label looks like one that is the same or similar, and so does a part of a label between hyphens or
            underscores.
        suffixes: The rules by which the public suffix of a name is told, an acelabel.suffix.Rules; or None, for the
            last label. No label is looked for in the public suffix.
        similar: Whether letters of a similar shape count, a bool: small capitals, other alphabets, digits, `nn` for
            `m`.
        distance: Whether a text of six letters and more that is one edit away counts, an int: 0 or 1.
        allow: The owner's own names, an iterable of str. They, and what lies below them, look like none.

    Raises:
        TypeError: An argument is of another type.
        ValueError: `distance` is neither 0 nor 1.
        AceError: An item is not a domain name: a URL, an address, a host with its port, an empty str; or, of `labels`,
            not a label. `index` is its index; `code` and `offset` are those of `to_ascii` or `alabel` with the profile
            `DNS`. A `*` that is not left out has the code `std3_disallowed`.
    """

    def __new__(
        cls,
        names: Iterable[str] = (),
        *,
        labels: Iterable[str] = (),
        suffixes: Rules | None = None,
        similar: bool = True,
        distance: int = 0,
        allow: Iterable[str] = (),
    ) -> Watchlist: ...
    def lookup(self, name: str) -> list[Lookalike]:
        """Look up which watched names and labels a name, or a name above it, looks like.

        A watched name, and what lies below it, looks like none.

        A text with a character that no name holds is more than a name. The names in it are looked up: the hosts of
        URLs, the domains of addresses, a host before its port, and other names with a dot. They may be written so that
        nobody follows them (`hxxp://`, `[.]`, `(dot)`, `[:]`, `[@]`). A text without any name looks like none.

        Args:
            name: The name, a str, in either form; or a text with names.

        Returns:
            A list of Lookalike, of one item at most for each watched name or label, the most alike first.
        """
    @overload
    def lookup_many(self, names: Iterable[str]) -> list[list[Lookalike]]: ...
    @overload
    def lookup_many(self, names: Iterable[str | None]) -> list[list[Lookalike] | None]:
        """Look up many names, as `lookup` does each.

        Other threads run meanwhile, and the call reacts to signals such as Ctrl-C every few milliseconds.

        Args:
            names: An iterable of names: a list, a column of pandas or polars, an array of Arrow, or any other. A name
                is a str or a scalar of Arrow that holds one. A missing value gives None, as for `to_ascii_many`.

        Returns:
            A list of what `lookup` returns and None, with one item per name.

        Raises:
            TypeError: An argument or an item is of another type.
        """
    def _best(self, name: str, /) -> tuple[str, str, float, tuple[int, int]] | Literal[False] | None:
        """The facts of the most alike, a tuple; None where there is none; False where the text is more than a name, and no
        name was found in it.
        """
    def __len__(self, /) -> int: ...
