"""The choice between Unicode and A-labels where a name is shown, so that nobody takes it for another one.

A policy is a set of named rules. No policy makes a name safe: names that only sound alike, look-alikes of whole words
and unusual fonts are beyond all rules.

>>> from acelabel import display
>>> display.to_display("аррӏе.com")
'xn--80ak6aa92e.com'
>>> display.to_display("xn--e1afmkfd.xn--p1ai")
'пример.рф'
>>> print(display.report("аррӏе.com"))
xn--80ak6aa92e  not аррӏе (Cyrillic): whole_script_lookalike at offset 0, U+0430
com             as it is
"""

from typing import TYPE_CHECKING, Final, Literal

from acelabel import _signatures, security  # noqa: F401 - signatures name it
from acelabel._label_report import Value
from acelabel._native import (
    LOOKALIKE_AWARE,
    STRICT,
    UTS39_MODERATE,
    Policy,
    Watchlist,
    shown_labels,
    to_display,
)
from acelabel._native import REASONS as _REASONS

if TYPE_CHECKING:
    from acelabel._choices import AnyPolicy
    from acelabel.registry import Rules as RegistryRules
    from acelabel.suffix import Rules

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


def __dir__() -> list[str]:
    return sorted(__all__)


#: Why a label is not shown in Unicode: a closed list, in the order in which the rules are asked.
REASONS: Final = _REASONS


class Lookalike(Value):
    """A watched name or label that a name looks like. An immutable value.

    Args:
        target: The watched name or label, a str: as it was given, without white space around it, `*.` before a name
            and its final dot.
        how: In which way: "variant", as programs of IDNA2003 take both for one (`ß` for `ss`, `ς` for `σ`, joiners for
            nothing), or as both collide by the rules of a registry; "skeleton", as both have the same skeleton (UTS #39
            section 4); "similar", by letters of a similar shape; "label", the watched label itself under another
            domain; "part", the watched label itself as a part of a longer one; "distance", by one edit.
        score: How much alike, a float from 0 to 1: 1.0, 1.0, 0.9, 0.8, 0.7 and 0.6 in the order above, less 0.05 for a
            label that is not the one below the public suffix, less 0.1 for a part of a label.
        span: Where in the text, in characters, a tuple of two int: the labels, or the part of a label, that look like
            the target. The whole text where a name is written otherwise there, as one between brackets is.
    """

    __slots__ = ("target", "how", "score", "span")  # noqa: RUF023 - the order of the arguments

    target: str
    how: Literal["variant", "skeleton", "similar", "label", "part", "distance"]
    score: float
    span: tuple[int, int]


def _watchlist(
    names: tuple[str, ...],
    labels: tuple[str, ...],
    suffixes: "Rules | None",
    similar: bool,
    distance: int,
    allow: tuple[str, ...],
    rules: "tuple[RegistryRules, ...]",
) -> Watchlist:
    """Build a Watchlist again, for pickle and copy."""
    return Watchlist(
        names, labels=labels, suffixes=suffixes, similar=similar, distance=distance, allow=allow, rules=rules
    )


class ShownLabel(Value):
    """A label, and how it is shown. An immutable value.

    Args:
        ascii: The ASCII form, a str.
        unicode: The Unicode form, a str.
        reason: Why it is not shown in Unicode, one of REASONS; None where it is.
        offset: The place of the character at fault in the Unicode form, in characters; None where it is shown.
        codepoint: That character's code point, an int; None where the label as a whole is at fault.
    """

    __slots__ = ("ascii", "unicode", "reason", "offset", "codepoint")  # noqa: RUF023 - the order of the arguments

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
    def scripts(self) -> tuple[str, ...]:
        """The scripts of the Unicode form by their long names, a tuple of str, as `LabelReport.scripts` has them."""
        from acelabel._scripts import names

        return names(self.unicode)

    def _described(self, unicode: str) -> str:
        """Return how it is shown, in words. `unicode` is its Unicode form in text or HTML."""
        if self.reason is None:
            return "as it is"
        if self.reason == "not_an_alabel":
            # The text of the label may do harm where the report is shown.
            return self.reason
        scripts = ", ".join(self.scripts) or "Common"
        place = "" if self.codepoint is None else f" at offset {self.offset}, U+{self.codepoint:04X}"
        return f"not {unicode} ({scripts}): {self.reason}{place}"


_MOST_LABELS = 127
"""The most labels that are reported."""


class Report(Value):
    """The form of a name that is shown, and why. An immutable value; its str is for people.

    Args:
        name: The name, a str.
        labels: A tuple of ShownLabel: the labels, at most the first 127.
        shown: The shown form, a str.
    """

    __slots__ = ("name", "labels", "shown")  # noqa: RUF023 - the order of the arguments

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


def report(name: str, *, policy: "AnyPolicy" = LOOKALIKE_AWARE, watchlist: Watchlist | None = None) -> Report:
    """Tell of each label of a name how it is shown, and why.

    Args:
        name: The name, a str, in either form.
        policy: The rules, a Policy or its name.
        watchlist: Names that no name may look like, a Watchlist; or None. Its `lookup` says which one is meant.
            A text that is more than a name, such as a URL, has all its labels in ASCII if a name in it looks like one.

    Returns:
        A Report.

    Raises:
        TypeError: An argument is of another type.
    """
    labels = tuple(ShownLabel(*facts) for facts in shown_labels(name, policy, watchlist))
    # As many as there are at most, so that there may be others.
    is_cut = len(labels) == _MOST_LABELS
    shown = to_display(name, policy=policy, watchlist=watchlist) if is_cut else ".".join(one.shown for one in labels)
    return Report(name, labels, shown)
