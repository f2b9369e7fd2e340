# The part of the stub file of `acelabel._native` about how names are shown. There is no such module.

from collections.abc import Iterable
from typing import Any, Final, Literal, TypeAlias, final, overload

from acelabel._choices import AnyPolicy
from acelabel._native import Rules
from acelabel.display import Lookalike

def to_display(name: str, *, policy: AnyPolicy = ..., watchlist: Watchlist | None = None) -> str:
    """Show a name: each label in Unicode where no rule of the policy objects, else as an A-label.

    It is the same name: of a valid name and of what is shown `to_ascii` makes the same. Never refuses a str. A label
    that is not valid is shown in ASCII, as the Punycode of its characters behind `xn--`, and a space or a control as
    `%` with two digits.

    Args:
        name: The name, a str, in either form.
        policy: The rules, a Policy or its name. The default is LOOKALIKE_AWARE.
        watchlist: Names that no name may look like, a Watchlist; or None.
            A text that is more than a name, such as a URL, has all its labels in ASCII if a name in it looks like one.

    Returns:
        What is shown, a str.

    Raises:
        TypeError: An argument is of another type.
    """

POLICIES: tuple[str, ...]
REASONS: tuple[str, ...]
LOOKALIKE_AWARE: Policy
STRICT: Policy
UTS39_MODERATE: Policy

@final
class Policy:
    """Which rules decide whether a label is shown in Unicode. An immutable value.

    Most callers need a named policy (`LOOKALIKE_AWARE`, `STRICT`, `UTS39_MODERATE`) or `replace` of one.
    The rule `not_an_alabel` is always asked. Each argument but the first is a bool: True if what is said
    of it counts. From `disallowed_character` on they are rules.

    Args:
        restriction: The least strict level (UTS #39 section 5.2) at which `mixed_scripts` lets scripts be
            mixed: "ascii_only", "single_script", "highly_restrictive", "moderately_restrictive",
            "minimally_restrictive" or "unrestricted".
        listed_characters: Characters are refused, too, that UTS #39 allows and that Chromium lists as easily mistaken.
        tld_exceptions: The top-level domain of a language excuses what is usual in that language.
        disallowed_character: A character is not meant for identifiers, or is listed as easily mistaken.
        mixed_scripts: Its scripts are not used together.
        mixed_numbers: It has decimal digits of two systems.
        repeated_mark: The same nonspacing mark stands twice on one character.
        hidden_overlay: A dot above a character that has one already is not seen.
        tld_character: A letter that is taken for another one where no language of the top-level domain has it.
        middle_dot: A middle dot that does not stand between two l under `cat`.
        whole_script_lookalike: All letters of its script look like Latin ones.
        digit_lookalike: It looks like a number.
        latin_with_other_script: Latin letters beyond ASCII stand beside another script.
        context_pattern: A character stands where it is taken for punctuation or for a part of another one.
        watchlist: It looks like a name that is watched.

    Raises:
        TypeError: There is no such argument, or its value is of another type.
        ValueError: There is no such value of `restriction`.
    """

    def __new__(
        cls,
        *,
        restriction: _Level = "highly_restrictive",
        listed_characters: bool = True,
        tld_exceptions: bool = True,
        disallowed_character: bool = True,
        mixed_scripts: bool = True,
        mixed_numbers: bool = True,
        repeated_mark: bool = True,
        hidden_overlay: bool = True,
        tld_character: bool = True,
        middle_dot: bool = True,
        whole_script_lookalike: bool = True,
        digit_lookalike: bool = True,
        latin_with_other_script: bool = True,
        context_pattern: bool = True,
        watchlist: bool = True,
    ) -> Policy: ...
    def __replace__(self, **flags: Any) -> Policy: ...
    def replace(
        self,
        *,
        restriction: _Level = ...,
        listed_characters: bool = ...,
        tld_exceptions: bool = ...,
        disallowed_character: bool = ...,
        mixed_scripts: bool = ...,
        mixed_numbers: bool = ...,
        repeated_mark: bool = ...,
        hidden_overlay: bool = ...,
        tld_character: bool = ...,
        middle_dot: bool = ...,
        whole_script_lookalike: bool = ...,
        digit_lookalike: bool = ...,
        latin_with_other_script: bool = ...,
        context_pattern: bool = ...,
        watchlist: bool = ...,
    ) -> Policy:
        """The same policy but for some rules.

        Args:
            rules: The arguments of the constructor that are to be different.

        Returns:
            A new Policy.

        Raises:
            TypeError: There is no such argument, or its value is of another type.
            ValueError: There is no such value of `restriction`.
        """
    restriction: Final[_Level]
    listed_characters: Final[bool]
    tld_exceptions: Final[bool]
    disallowed_character: Final[bool]
    mixed_scripts: Final[bool]
    mixed_numbers: Final[bool]
    repeated_mark: Final[bool]
    hidden_overlay: Final[bool]
    tld_character: Final[bool]
    middle_dot: Final[bool]
    whole_script_lookalike: Final[bool]
    digit_lookalike: Final[bool]
    latin_with_other_script: Final[bool]
    context_pattern: Final[bool]
    watchlist: Final[bool]

_Level: TypeAlias = Literal[
    "ascii_only",
    "single_script",
    "highly_restrictive",
    "moderately_restrictive",
    "minimally_restrictive",
    "unrestricted",
]

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
            a label looks like one that is the same or similar, and so does a part of a label between hyphens,
            underscores or changes of the script.
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
    def _best(self, name: str, /) -> tuple[str, str, float, tuple[int, int]] | Literal[False] | None: ...
    def __len__(self, /) -> int: ...
