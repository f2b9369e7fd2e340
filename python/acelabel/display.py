"""True if a name is shown in Unicode or as A-labels, so that nobody takes it for another one.

A policy is a set of named rules. No policy makes a name safe: names that only sound alike, look-alikes of whole words
and unusual fonts are beyond all rules.

>>> from acelabel import display
>>> display.to_display("аррӏе.com")
'xn--80ak6aa92e.com'
>>> display.to_display("xn--e1afmkfd.xn--p1ai")
'пример.рф'
>>> print(display.report("аррӏе.com"))
xn--80ak6aa92e  not аррӏе (Cyrl): whole_script_lookalike at offset 0, U+0430
com             as it is
"""

import dataclasses
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal

from acelabel import security
from acelabel._native import Watchlist as _Watchlist
from acelabel._native import shown, shown_labels

__all__ = [
    "LOOKALIKE_AWARE",
    "REASONS",
    "STRICT",
    "UTS39_MODERATE",
    "Lookalike",
    "Policy",
    "Report",
    "ShownLabel",
    "Watchlist",
    "report",
    "to_display",
]

#: Why a label is not shown in Unicode: a closed list, in the order in which the rules are asked.
REASONS: Final = (
    "not_an_alabel",
    "disallowed_character",
    "mixed_scripts",
    "mixed_numbers",
    "repeated_mark",
    "hidden_overlay",
    "tld_character",
    "middle_dot",
    "whole_script_lookalike",
    "digit_lookalike",
    "latin_with_other_script",
    "context_pattern",
    "watchlist",
)

Level = Literal[
    "ascii_only",
    "single_script",
    "highly_restrictive",
    "moderately_restrictive",
    "minimally_restrictive",
    "unrestricted",
]
_LEVELS: Final = Level.__args__  # type: ignore[attr-defined]


@dataclass(frozen=True, kw_only=True)
class Policy:
    """Which rules decide whether a label is shown in Unicode. An immutable value.

    Most callers need a named policy (`LOOKALIKE_AWARE`, `STRICT`, `UTS39_MODERATE`) or `replace` of one. The rule
    `not_an_alabel` is always asked.

    Args:
        restriction: The least strict level (UTS #39 section 5.2) at which `mixed_scripts` lets scripts be mixed.
        listed_characters: Whether `disallowed_character` refuses what Chromium lists as easily mistaken, too.
        tld_exceptions: Whether the top-level domain of a language excuses what is usual in that language.
        disallowed_character: Whether this rule is asked, and so for all others: a bool each.

    Raises:
        TypeError: A rule or a flag is not a bool.
        ValueError: `restriction` is not one of the six levels.
    """

    restriction: Level = "highly_restrictive"
    listed_characters: bool = True
    tld_exceptions: bool = True
    disallowed_character: bool = True
    mixed_scripts: bool = True
    mixed_numbers: bool = True
    repeated_mark: bool = True
    hidden_overlay: bool = True
    tld_character: bool = True
    middle_dot: bool = True
    whole_script_lookalike: bool = True
    digit_lookalike: bool = True
    latin_with_other_script: bool = True
    context_pattern: bool = True
    watchlist: bool = True
    _packed: int = dataclasses.field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if self.restriction not in _LEVELS:
            raise ValueError(
                f"argument 'restriction' must be one of {', '.join(map(repr, _LEVELS))}, not {self.restriction!r}"
            )
        for name in ("listed_characters", "tld_exceptions", *REASONS[1:]):
            if type(getattr(self, name)) is not bool:
                raise TypeError(f"argument {name!r} must be bool, not {type(getattr(self, name)).__name__}")
        packed = 1 | sum(getattr(self, rule) << place for place, rule in enumerate(REASONS[1:], 1))
        packed |= _LEVELS.index(self.restriction) << 16
        object.__setattr__(self, "_packed", packed | self.listed_characters << 19 | self.tld_exceptions << 20)

    def replace(self, **rules: object) -> "Policy":
        """The same policy but for some rules.

        Args:
            rules: The arguments of the constructor that are to be different.

        Returns:
            A new Policy.

        Raises:
            TypeError: There is no such rule, or its value is not a bool.
            ValueError: `restriction` is not one of the six levels.
        """
        return dataclasses.replace(self, **rules)  # type: ignore[arg-type]


#: The rules that Chromium documents, restated.
LOOKALIKE_AWARE: Final = Policy()
#: One script per label, and no exceptions for top-level domains.
STRICT: Final = Policy(restriction="single_script", tld_exceptions=False)
#: What UTS #39 tells without the top-level domain: identifier status, Moderately Restrictive, mixed numbers.
UTS39_MODERATE: Final = Policy(
    restriction="moderately_restrictive",
    listed_characters=False,
    tld_exceptions=False,
    repeated_mark=False,
    hidden_overlay=False,
    tld_character=False,
    middle_dot=False,
    whole_script_lookalike=False,
    digit_lookalike=False,
    latin_with_other_script=False,
    context_pattern=False,
    watchlist=False,
)


@dataclass(frozen=True, slots=True)
class Lookalike:
    """A watched name that a name looks like. An immutable value.

    Args:
        target: The watched name, a str: as it was given, without white space around it, `*.` before it and a final
            dot.
        how: In which way: "skeleton", as both have the same skeleton (UTS #39 section 4).
    """

    target: str
    how: Literal["skeleton"]


class Watchlist:
    """Names, of which look-alikes are looked up. It is built once; any number of threads may use it.

    >>> from acelabel import display
    >>> watchlist = display.Watchlist(["paypal.com", "müller.de"])
    >>> watchlist.lookup("раураl.com")
    [Lookalike(target='paypal.com', how='skeleton')]
    >>> watchlist.lookup("www.paypal.com")
    []
    >>> watchlist.lookup("hxxps://раураl[.]com/login")
    [Lookalike(target='paypal.com', how='skeleton')]

    Args:
        names: The names, in either form: an iterable of str. White space around a name, a `*.` before it and one final
            dot are left out.

    Raises:
        TypeError: `names` is not an iterable of str.
        AceError: An item is not a domain name: a URL, an address, a host with its port, an empty str. `index` is its
            index; `code` and `offset` are those of `to_ascii` with the profile `DNS`. A `*` that is not left out has
            the code `std3_disallowed`.
    """

    __slots__ = ("_native",)

    def __init__(self, names: Iterable[str]) -> None:
        self._native = _Watchlist(names)

    def lookup(self, name: str) -> list[Lookalike]:
        """Look up which watched name a name, or a name above it, looks like.

        A watched name, and what lies below it, looks like none.

        A text with a character that no name holds is more than a name. The names in it are looked up: the hosts of
        URLs, the domains of addresses, a host before its port, and other names with a dot. They may be written so that
        nobody follows them (`hxxp://`, `[.]`, `(dot)`, `[:]`, `[@]`). The first that looks like a watched name counts.
        A text without any name looks like none.

        Args:
            name: The name, a str, in either form; or a text with names.

        Returns:
            A list of Lookalike, of one item at most.
        """
        target = self._native.target(name)
        return [Lookalike(target, "skeleton")] if target else []

    def __len__(self) -> int:
        """The number of names."""
        return len(self._native)

    def __reduce__(self) -> tuple[type["Watchlist"], tuple[tuple[str, ...]]]:
        return Watchlist, (self._native.names(),)

    def __repr__(self) -> str:
        return f"<acelabel.display.Watchlist of {len(self)} names>"


@dataclass(frozen=True, slots=True)
class ShownLabel:
    """A label, and how it is shown. An immutable value.

    Args:
        ascii: The ASCII form, a str.
        unicode: The Unicode form, a str.
        reason: Why it is not shown in Unicode, one of REASONS; None where it is.
        offset: The place of the character at fault in the Unicode form, in characters; None where it is shown.
        codepoint: That character's code point, an int; None where the label as a whole is at fault.
    """

    ascii: str
    unicode: str
    reason: str | None
    offset: int | None
    codepoint: int | None

    @property
    def shown(self) -> str:
        """Return what is shown, a str."""
        return self.unicode if self.reason is None else self.ascii

    @property
    def scripts(self) -> frozenset[str]:
        """The scripts in which the whole label can be written, as `acelabel.security.scripts` tells them."""
        return security.scripts(self.unicode)

    def _described(self, unicode: str) -> str:
        """Return how it is shown, in words. `unicode` is its Unicode form in text or HTML."""
        if self.reason is None:
            return "as it is"
        if self.reason == "not_an_alabel":
            # What it holds may do harm where the report is shown.
            return self.reason
        scripts = ", ".join(sorted(self.scripts)) or "several scripts"
        place = "" if self.codepoint is None else f" at offset {self.offset}, U+{self.codepoint:04X}"
        return f"not {unicode} ({scripts}): {self.reason}{place}"


_MOST_LABELS = 127
"""How many labels are reported."""


@dataclass(frozen=True, slots=True)
class Report:
    """What is shown of a name, and why. An immutable value; its str is for people.

    Args:
        name: The name, a str.
        labels: A tuple of ShownLabel: the labels, at most the first 127.
        shown: What is shown, a str.
    """

    name: str
    labels: tuple[ShownLabel, ...]
    shown: str

    def __str__(self) -> str:
        width = max((len(label.shown) for label in self.labels), default=0)
        return "\n".join(f"{label.shown:{width}}  {label._described(label.unicode)}" for label in self.labels)

    def _repr_html_(self) -> str:
        """A table of HTML, for notebooks. Characters are coloured by their scripts, if there are several."""
        from acelabel._scripts import Coloured

        coloured = Coloured(label.shown if label.reason == "not_an_alabel" else label.unicode for label in self.labels)
        rows = "".join(
            f"<tr><td>{coloured.html(label.shown)}</td>"
            f"<td><bdi>{label._described(coloured.html(label.unicode))}</bdi></td></tr>"
            for label in self.labels
        )
        caption = f"<caption>{coloured.html(self.shown)}</caption>"
        return f"<table>{caption}<tbody>{rows}</tbody>{coloured.legend(2)}</table>"


def to_display(name: str, *, policy: Policy = LOOKALIKE_AWARE, watchlist: Watchlist | None = None) -> str:
    """Show a name: each label in Unicode where no rule of the policy objects, else as an A-label.

    It is the same name: of a valid name and of what is shown `to_ascii` makes the same. Never refuses a str. A label
    that is not valid is shown in ASCII, as the Punycode of its characters behind `xn--`, and a space or a control as
    `%` with two digits.

    Args:
        name: The name, a str, in either form.
        policy: The rules, a Policy.
        watchlist: Names that no name may look like, a Watchlist; or None.
            A text that is more than a name, such as a URL, has all its labels in ASCII if a name in it looks like one.

    Returns:
        What is shown, a str.

    Raises:
        TypeError: An argument is of another type.
    """
    return shown(name, _packed(policy), _watched(watchlist))


def report(name: str, *, policy: Policy = LOOKALIKE_AWARE, watchlist: Watchlist | None = None) -> Report:
    """Tell of each label of a name how it is shown, and why.

    Args:
        name: The name, a str, in either form.
        policy: The rules, a Policy.
        watchlist: Names that no name may look like, a Watchlist; or None.
            A text that is more than a name, such as a URL, has all its labels in ASCII if a name in it looks like one.

    Returns:
        A Report.

    Raises:
        TypeError: An argument is of another type.
    """
    how = _packed(policy), _watched(watchlist)
    labels = tuple(ShownLabel(*facts) for facts in shown_labels(name, *how))
    # As many as there are at most, so that there may be others.
    is_cut = len(labels) == _MOST_LABELS
    return Report(name, labels, shown(name, *how) if is_cut else ".".join(label.shown for label in labels))


def _packed(policy: Policy) -> int:
    if not isinstance(policy, Policy):
        raise TypeError(f"argument 'policy' must be an acelabel.display.Policy, not {type(policy).__name__}")
    return policy._packed


def _watched(watchlist: Watchlist | None) -> _Watchlist | None:
    if watchlist is None:
        return None
    if not isinstance(watchlist, Watchlist):
        raise TypeError(f"argument 'watchlist' must be an acelabel.display.Watchlist, not {type(watchlist).__name__}")
    return watchlist._native
