"""Rules of registries (RFC 7940, Label Generation Rules): may a label be registered, why not, which labels go with it.

The rules are a file of the registry or of ICANN, which the caller brings. It is read once; nothing else is opened.

>>> from acelabel import registry
>>> rules = registry.Rules.from_xml(b'''<lgr xmlns="urn:ietf:params:xml:ns:lgr-1.0"><data>
...   <char cp="0061"><var cp="00E4" type="allocatable"/></char>
...   <char cp="00E4"><var cp="0061" type="allocatable"/></char>
...   <range first-cp="0062" last-cp="007A"/></data></lgr>''')
>>> verdict = rules.check("b_r")
>>> verdict.eligible, verdict.problems[0].message
(False, "'_' (U+005F) is not in the repertoire")
>>> rules.check("bär").disposition
'valid'
>>> variants = rules.variants("bär")
>>> variants.count, [(variant.label, variant.disposition) for variant in variants]
(1, [('bar', 'allocatable')])
>>> rules.index("bär") == rules.index("bar")
True
"""

from collections.abc import Collection, Iterator
from typing import Final, Literal, NamedTuple

from acelabel._native import RegistryRules as Rules
from acelabel._native import Variants, registry_faults, registry_merge

__all__ = [
    "FAULTS",
    "Collision",
    "Problem",
    "Repertoire",
    "Rules",
    "RulesError",
    "Variant",
    "Variants",
    "Verdict",
    "merge",
]

merge = registry_merge

FAULTS: Final[tuple[str, ...]] = registry_faults()
"""Every code that a `RulesError` can have."""


def __dir__() -> list[str]:
    return sorted(__all__)


class RulesError(ValueError):
    """A file of rules is not what RFC 7940 says, or a label has more permutations than are tried.

    Args:
        code: What is wrong, a str: one of `FAULTS`.
        line: The line in the file, an int counted from 1; None where a label is at fault.
        reason: The fault in words, a str.
    """

    def __init__(self, code: str, line: int | None, reason: str) -> None:
        place = "" if line is None else f" in line {line}"
        super().__init__(f"{code}{place}: {reason}")
        self.code = code
        self.line = line
        self.reason = reason

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.code, self.line, self.reason), self.__dict__


class Problem(NamedTuple):
    """A reason why a label is not eligible, of `Verdict.problems`."""

    code: Literal["empty", "too_long", "not_in_repertoire", "context", "variant_only", "variant_type", "rule"]
    """The kind of the problem, a str: one of the codes in docs/registry.md."""
    offset: int | None
    """Where in the label, in characters, counted from 0; None where the label as a whole is at fault."""
    rule: str | None
    """The name of the rule in the file that decided, a str; None where it was none."""
    message: str
    """The problem in words, a str."""


class Verdict(NamedTuple):
    """The answer to whether a label may be registered, of `Rules.check`. It is true if the label is eligible and not
    "blocked"."""

    eligible: bool
    """True if the label is one of the rules (RFC 7940 section 8.1), a bool: `disposition` is not "invalid"."""
    disposition: str
    """The fate of the label, a str: "valid", "invalid", or another word of the rules."""
    problems: tuple[Problem, ...]
    """Why the label is not eligible, a tuple of Problem; empty if it is."""
    version: str | None
    """The version of the rule set that answered, a str, if it has one."""
    date: str | None
    """The date of the rule set that answered, a str, if it has one."""

    def __bool__(self) -> bool:
        return self.eligible and self.disposition != "blocked"


class Variant(NamedTuple):
    """A label that goes with another one, of `Rules.variants`."""

    label: str
    """The label, a str."""
    disposition: str
    """The fate of it, a str: most often "blocked" (nobody gets it) or "allocatable" (the owner may have it)."""
    types: tuple[str, ...]
    """The types of the variants in it, a tuple of str in order."""


class Collision(NamedTuple):
    """A label that is taken, and how another one collides with it, of `Rules.collides`."""

    taken: str
    """The label that is taken, a str."""
    how: Literal["same", "index", "variant"]
    """In which way, a str: both are the same, both have one index label, or one is a variant of the other only."""
    differences: tuple[tuple[int, str, str], ...]
    """By which code points: tuples of the offset in the label, its text there, and that of the taken label."""


class Repertoire(Collection[str]):
    """The code points and sequences that labels of a rule set are made of: a collection of str, of `Rules.repertoire`.

    Args:
        elements: The code points and sequences that are listed, an iterable of str.
        ranges: The ranges, an iterable of pairs of int: the first and the last code point.
    """

    __slots__ = ("_elements", "_ranges")

    def __init__(self, elements: Collection[str], ranges: Collection[tuple[int, int]]) -> None:
        self._elements = dict.fromkeys(elements)
        self._ranges = tuple(dict.fromkeys(ranges))

    def __contains__(self, text: object) -> bool:
        if text in self._elements:
            return True
        if not isinstance(text, str) or len(text) != 1:
            return False
        return any(first <= ord(text) <= last for first, last in self._ranges)

    def __iter__(self) -> Iterator[str]:
        yield from self._elements
        for first, last in self._ranges:
            yield from map(chr, range(first, last + 1))

    def __len__(self) -> int:
        return len(self._elements) + sum(last - first + 1 for first, last in self._ranges)

    def __repr__(self) -> str:
        return f"<Repertoire of {len(self)} code points and sequences>"


def _rules(*files: bytes) -> Rules:
    """Make rules again, for pickle and copy."""
    return merge([Rules.from_xml(file) for file in files]) if len(files) > 1 else Rules.from_xml(files[0])
