"""The words about names that a run over text left as they were, or did not find: how many of each kind, why, and what
would help.
"""

import re
from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal

from acelabel._errors import shortened
from acelabel._native import TextLeft
from acelabel.cli.advice import LATIN_1
from acelabel.cli.guess import BEGINNING, by_beginning
from acelabel.cli.options import Options

if TYPE_CHECKING:
    from acelabel._pieces import Pieces

_KINDS = {"url_host": "host", "email_domain": "domain of an address", "bare": "bare name"}
_MANY = {"url_host": "hosts", "email_domain": "domains of addresses", "bare": "bare names"}
# The signs of a name in a line.
_SIGNS = {"ascii": "characters beyond ASCII", "unicode": "'xn--'", "find": "characters beyond ASCII or 'xn--'"}
_WHY = {
    "no_tld": "not in a top-level domain of --tlds",
    "defanged": "written so that nobody follows them",
    "not_shown": "not shown in Unicode by --policy",
    "in_unicode": "in Unicode already, and not shown so by --policy",
    "no_form": "no Unicode form that would be read as a name here",
    "no_local_part": "behind '@' without a local part that is read",
    "kind": "not of the kinds that count",
    "escaped": "written as escapes",
}
"""The words for the reasons that are no codes."""
_DECODE = "decode the escapes first; of JSON with jq: jq -c . FILE"
_FOLLOW = "acelabel find --defanged reads hxxp://a[.]example as it was"
_VERBS = {"ascii": "converts", "unicode": "converts", "find": "finds"}
_FILES = {
    "zeek": "a log of Zeek",
    "jsonl": "JSON Lines",
    "zone": "a zone file",
    "certstream": "a feed of CertStream",
    "hosts": "a hosts file",
    "adblock": "a filter list",
    "dnsmasq": "a configuration of dnsmasq",
    "rules": "a list of rules of a proxy",
    "nginx": "a configuration of nginx",
    "caddy": "a configuration of Caddy",
    "apache": "a configuration of Apache",
    "csp": "content security policies",
    "maps": "a table of a mail server",
    "squid": "a log of Squid",
}
"""The formats that read more names than running text has, and the words for their files."""
_MOST_ENDINGS = 3
# Words of ASCII whose last label may be a top-level domain.
_IS_BARE = re.compile(rb"[\x00-\x7f]*\.[A-Za-z]{2,63}").fullmatch


def stays(left: dict[str, tuple[int, str]]) -> Iterator[str]:
    """Return what to say of the names of texts that stay whatever the work is: how many for a reason, and the first."""
    for why, (count, first) in left.items():
        words = _WHY.get(why, "only a part of what stands there as a host")
        yield f"{count:,} name{'s' * (count > 1)} left ({words}; the first is {first})"
        advice = {"escaped": _DECODE, "defanged": _FOLLOW}.get(why)
        if advice:
            yield f"hint: {advice}"


class LeftAlone:
    """Tells the names that a rewrite or a search of a text left."""

    def __init__(self, to: Literal["ascii", "unicode", "find"], options: Options) -> None:
        self._to = to
        self._options = options
        self._left = TextLeft(to)

    def counted_by(self, pieces: "Pieces") -> None:
        """Have what is left counted by what rewrites or searches the text, if anybody is told."""
        if not (self._options.quiet or self._options.no_messages):
            pieces._count_left(self._left)

    def messages(self, done: int, beginning: bytes) -> Iterator[str]:
        """Return what there is to say, of a text with this beginning of which so many names were rewritten or found."""
        left, reasons = self._left, self._left.reasons
        if done and self._options.annotate:
            return
        if left.is_latin_1:
            yield f"hint: {LATIN_1.text}"
        if left.not_utf8 and done:
            lines = "1 line is" if left.not_utf8 == 1 else f"{left.not_utf8:,} lines are"
            yield f"{lines} not UTF-8: a name with such bytes stays. iconv converts lines of one encoding"
        if reasons:
            yield from self._reasons(reasons, is_some=done > 0)
        has_lines = bool(left.lines) and not left.is_latin_1
        if has_lines and not (done or reasons):
            nothing = "nothing found" if self._to == "find" else "nothing rewritten"
            yield f"{nothing}: the text has {_SIGNS[self._to]}, but no name that is found there"
        elif has_lines and self._to != "find":
            lines = "1 line still has" if left.lines == 1 else f"{left.lines:,} lines still have"
            yield f"{lines} {_SIGNS[self._to]}, but no name that is found there"
        if self._to == "find" and not (done or reasons or self._options.tlds):
            yield from self._bare_names(beginning)
        if left.in_tails:
            yield f"hint: --everywhere {_VERBS[self._to]} names in paths, queries and local parts, too"
        if has_lines or reasons:
            guess = by_beginning(beginning)
            # Any text may have an address at the beginning of a line, but no sign without a local part.
            if guess == "maps" and b"\n@" not in b"\n" + beginning:
                guess = "text"
            yield from self._of_files(guess, is_nothing=not (done or reasons))

    def _bare_names(self, beginning: bytes) -> Iterator[str]:
        """Say how many words at the beginning of a text in which nothing is found may be bare names."""
        from acelabel.text import find

        if "bare" not in (self._options.kinds or ["bare"]):
            return
        words = find(beginning, tlds=lambda _: True, kinds=["bare"])
        # Keys and functions of code have dots, too.
        alone = (one for one in words if beginning[one.end : one.end + 1] not in (b"=", b"(", b"["))
        names = [one.name for one in alone if _IS_BARE(one.name)]
        if names:
            endings = Counter(name.rpartition(b".")[2].lower().decode() for name in names)
            where = " at the beginning" * (len(beginning) == BEGINNING)
            may_be = f"word{where} may be a bare name" if len(names) == 1 else f"words{where} may be bare names"
            yield f"nothing found: {len(names):,} {may_be}; the first is '{shortened(names[0].decode())}'"
            tlds = ",".join(ending for ending, _ in endings.most_common(_MOST_ENDINGS))
            yield f"hint: --tlds {tlds} finds the bare names that end so"

    def _of_files(self, guess: str, *, is_nothing: bool) -> Iterator[str]:
        """Return what to do with a file that is no running text."""
        if guess in _FILES:
            yield f"hint: this looks like {_FILES[guess]}: --format {guess}"
        elif is_nothing and self._to == "ascii":
            yield "hint: acelabel to-ascii --file FILE converts lines that are names, --column fields of a table"
            yield "hint: acelabel to-ascii --format zone FILE converts zone files"

    def _reasons(self, reasons: list[tuple[str, str, int, bytes]], *, is_some: bool) -> Iterator[str]:
        """Say how many names were left for each reason, and what would help."""
        # Of a name that is not valid, other labels may have been rewritten. Other reasons than codes have words.
        now = {why: "is now" if is_some and why not in _WHY else "is" for _, why, _, _ in reasons}
        parts = [
            f"{count:,} {(_MANY if count > 1 else _KINDS)[kind]} ({_WHY.get(why, why)}; the first {now[why]} "
            f"'{shortened(first.decode(errors='backslashreplace'))}')"
            for kind, why, count, first in reasons
        ]
        in_part = "left, whole or in part" if "is now" in now.values() else "left as they were"
        left = in_part if is_some else "nothing rewritten. Left as they were"
        yield f"{'not found' if self._to == 'find' else left}: {', '.join(parts)}"
        for why, advice in self._advice().items():
            if why in now and advice:
                yield f"hint: {advice}"

    def _advice(self) -> dict[str, str]:
        """Return what would help for a reason; empty if nothing would."""
        is_search = self._to == "find"
        in_row = "" if is_search else "; for one name per line: acelabel to-ascii"
        tlds = self._tlds_of("no_tld")
        again = f"to-ascii --format text{self._tlds_of('in_unicode')} FILE | acelabel to-unicode --format text --policy"
        return {
            "no_tld": tlds and f"{tlds.strip()} {_VERBS[self._to]} the bare names that end so{in_row}",
            "defanged": _FOLLOW.removeprefix("acelabel find ") if is_search else _FOLLOW,
            "not_shown": "acelabel display --json NAME says why",
            "in_unicode": f"acelabel {again} {self._options.policy} writes them as A-labels",
            "no_local_part": "acelabel to-ascii converts names, one per line, without such a sign",
            "kind": "--kinds says which names count; without it all count",
            "escaped": _DECODE,
        }

    def _tlds_of(self, why: Literal["no_tld", "in_unicode"]) -> str:
        """The option for the bare names that were left for a reason; empty if they end in no top-level domain."""
        endings = self._left.endings(why)[:_MOST_ENDINGS]
        return f" --tlds {','.join(endings)}" if endings else ""
