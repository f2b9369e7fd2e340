"""Places in a text where a reader and the machine part, and the same text for a reader who decides.

Before a person or a program acts on a text, a diff or the arguments of a tool, `check` says where its names go.

>>> from acelabel import lint
>>> for problem in lint.check("see https://bank.example@b.example/ and https://bücher.example/"):
...     print(problem.line, problem.column, problem.rule, problem.message)
1 13 user_is_host bank.example is user information; software goes to b.example
>>> lint.safe_text("https://аррӏе.example/\\u202e")
'https://аррӏе.example (xn--80ak6aa92e.example)/<U+202E>'

Each rule is a row of `RULES`; docs/lint.md has the table. No rule makes a text safe: an honest name may lead anywhere.
"""

from itertools import accumulate, pairwise
from struct import Struct
from typing import TYPE_CHECKING, NamedTuple, cast

from acelabel import _signatures  # noqa: F401 - signatures name it
from acelabel._choices import MARKUP, Severity
from acelabel._native import LintOptions, TextOptions, Watchlist, files_formats, lint_check, lint_rules
from acelabel._native import lint_safe_text as safe_text
from acelabel._tlds import asked, mismatch
from acelabel.host import parse

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from acelabel._choices import AnyPolicy
    from acelabel._tlds import Tlds
    from acelabel.text import Kind

__all__ = ["FORMATS", "RULES", "Problem", "Rule", "Severity", "check", "safe_text"]


def __dir__() -> list[str]:
    return sorted(__all__)


FORMATS: tuple[str, ...] = ("text", "name", *MARKUP, *(name for name, _ in files_formats() if name != "text"))
"""The formats of texts: "text", "name" for one name, "markdown", "html", "rst", and those of `acelabel.files`."""


class Rule(NamedTuple):
    """A rule. An immutable tuple."""

    name: str
    """The name, a str, which never changes."""

    severity: Severity
    """The weight of its problems: "error" or "warning"."""

    needs: str
    """The argument of `check` without which it is not asked: "watch", "allow" or "clients"; empty for none."""

    sentence: str
    """A sentence that says what is found, a str."""

    format: str
    """The format of the two examples, a str of FORMATS."""

    caught: str
    """A text in which the rule finds something. Watched is paypal.example, allowed a.example,
    and all clients are asked."""

    honest: str
    """A text like it, in which it finds nothing."""


def _rules() -> "Iterator[Rule]":
    for row in lint_rules().splitlines():
        name, severity, *rest = row.split("\t")
        yield Rule(name, cast("Severity", severity.lower()), *rest)


RULES: tuple[Rule, ...] = tuple(_rules())
"""Every rule, in the order of docs/lint.md."""


class Problem(NamedTuple):
    """A place in a text where a reader and the machine part. An immutable tuple."""

    rule: str
    """The name of the rule, a str."""

    severity: Severity
    """The weight of the rule: "error" or "warning"."""

    start: int
    """Where it begins, an int: 0-based, in characters of a str, or in bytes."""

    end: int
    """Where it ends, an int: the offset after its last character."""

    line: int
    """Its line, an int: the first is 1. Lines end with a line feed."""

    column: int
    """Its column in that line, an int: the first is 1, in characters of a str, or in bytes."""

    shown: str
    """The part that a reader sees, a str: mostly the host as it is written. It may have characters that nobody sees."""

    goes_to: str | None
    """The host to which software goes, a str in ASCII; None where there is none, or nobody knows."""

    message: str
    """A phrase that says what was found, a str."""


_LAYOUT = Struct("<8Q")


class _Linter:
    """The rules that many texts are asked for."""

    def __init__(
        self,
        policy: "AnyPolicy | None" = "lookalike_aware",
        allow: "Iterable[str] | None" = None,
        watch: Watchlist | None = None,
        clients: "Iterable[str] | None" = None,
        tlds: "Tlds | None" = None,
        *,
        kinds: "Iterable[Kind] | None" = None,
        everywhere: bool = False,
    ) -> None:
        text = TextOptions(
            kinds=kinds,
            everywhere=everywhere,
            defanged=False,
            annotate=False,
            isolate=False,
            tlds=asked(tlds),
            profile="whatwg",
            policy=None,
        )
        self._options = LintOptions(policy, *_allowed(allow), watch, clients, text)

    def check(self, text: str | bytes, form: str = "text") -> list[Problem]:
        numbers, texts = lint_check(text, form, self._options)
        problems, at = [], 0
        for start, end, line, column, number, *sizes in _LAYOUT.iter_unpack(numbers):
            shown, goes_to, message = (texts[at + before : at + behind].decode() for before, behind in _parts(sizes))
            at += sum(sizes)
            rule = RULES[number]
            place = (start, end, line, column)
            problems.append(Problem(rule.name, rule.severity, *place, shown, goes_to or None, message))
        return problems


def _parts(sizes: list[int]) -> "Iterator[tuple[int, int]]":
    """Where each of some texts begins and ends that stand one after another."""
    return pairwise(accumulate(sizes, initial=0))


def _is_address(name: object) -> bool:
    return isinstance(name, str) and name.strip().startswith("[")


def _allowed(names: "Iterable[str] | None") -> "tuple[Watchlist | None, Watchlist | None, str]":
    """Lists of the allowed names, and of those below which all are allowed; and the allowed addresses."""
    if names is None:
        return None, None, ""
    if isinstance(names, str):
        raise mismatch("allow", "an iterable of str or None", names)
    given = [*names]
    # An address in brackets is no name. The whole list is looked at first, for the index of what is refused.
    Watchlist(allow=["a" if _is_address(name) else name for name in given])
    addresses = " ".join(parse(name.strip()).ascii for name in given if _is_address(name))
    rest = [name for name in given if not _is_address(name)]
    lists: tuple[list[str], list[str]] = ([], [])
    for name in rest:
        lists[name.strip().startswith("*.")].append(name)
    plain, zones = (Watchlist(allow=few) for few in lists)
    return plain, zones, addresses


_DEFAULT = _Linter()


def check(
    text: str | bytes,
    *,
    policy: "AnyPolicy | None" = "lookalike_aware",
    allow: "Iterable[str] | None" = None,
    watch: Watchlist | None = None,
    clients: "Iterable[str] | None" = None,
    tlds: "Tlds | None" = None,
    format: str = "text",
) -> list[Problem]:
    """Find the places of a text where a reader and the machine part.

    The hosts of URLs, the domains of addresses and names with an A-label are looked at, and with `tlds` other names
    that stand by themselves. A URL is what has a scheme, or slashes behind a quotation mark, an equals sign or a
    parenthesis: the comments of programs begin with two slashes, too. Comments that silence rules are for the command
    alone: here a text does not say what is found in it.

    Args:
        text: The text, a str or bytes.
        policy: The rules of `acelabel.display` by which a host is not to be shown in Unicode, a Policy or its name;
            None for none.
        allow: The names to which software may go, an iterable of str: themselves and what lies below them, behind `*.`
            only the latter; an IP address is itself alone. None for all. The domains of addresses are not asked about.
        watch: The names that no other may look like, a Watchlist; or None.
        clients: The programs that are to go to one host, an iterable of str: names and words as for `among` of
            `acelabel.clients.agreed`; None for none. To read a host that is not plain by the model of each
            takes long.
        tlds: Which top-level domains are known, as for `acelabel.text.find`: then names that stand by themselves are
            looked at, and a text that ends so names a host. None: common ones say which text of a link, and which
            user information, names a host.
        format: What the text is, one of FORMATS: where names stand in it, and links.

    Returns:
        The problems, a list of Problem, in the order of the text.

    Raises:
        AceError: An item of `allow` is neither a name nor an IP address.
        TypeError: An argument is of another type.
        ValueError: There is no such format, policy or client, or a str in `tlds` is not a top-level domain.

    >>> from acelabel import lint
    >>> [found] = lint.check("[bank.example](https://b.example/)", format="markdown")
    >>> found.rule, found.shown, found.goes_to
    ('link_text', 'bank.example', 'b.example')
    >>> lint.check("https://b.example/ https://c.a.example/", allow=["a.example"])[0].message
    'the host is not on the list of allowed names'
    """
    if policy == "lookalike_aware" and allow is None and watch is None and clients is None and tlds is None:
        return _DEFAULT.check(text, format)
    return _Linter(policy, allow, watch, clients, tlds).check(text, format)
