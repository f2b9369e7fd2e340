"""Names that a run over text left as they were, or did not find: how many of each kind, why, and what would help."""

import codecs
import re
from bisect import bisect
from collections import Counter
from collections.abc import Iterator
from itertools import accumulate
from typing import TYPE_CHECKING, Literal

from acelabel._errors import shortened
from acelabel.cli.advice import LATIN_1
from acelabel.cli.failures import not_utf8
from acelabel.cli.options import Options

if TYPE_CHECKING:
    from acelabel.text import Found

_KINDS = {"url_host": "host", "email_domain": "domain of an address", "bare": "bare name"}
_MANY = {"url_host": "hosts", "email_domain": "domains of addresses", "bare": "bare names"}
# Brackets by which a name is defanged. A literal at its beginning makes a search fast, an alternative slow.
_BRACKETS = [re.compile(mark + rb"(?:[.@:]|[dD][oO][tT]|[aA][tT])") for mark in (rb"\[", rb"\(")]
# A name beyond ASCII behind a sign without a local part, which is no address: as a key of a table of a mail server.
_BEHIND_SIGN = re.compile(rb"@(?<![^\s\"'<(),.;:=\[{}|]@)[^\s\"'<>(),;:@/\[\]{}|]*[\x80-\xff][^\s\"'<>(),;:@/\[\]{}|]*")
_NO_ESCAPE = re.compile(rb"(?!.*xn--)[A-Za-z0-9._-]*")
_PREFIX = re.compile(rb"--(?<=[xX][nN]--)")
# Escapes of letters beyond ASCII, in JSON, URLs, HTML and quoted-printable.
_ESCAPES = [
    re.compile(rb"\\u[0-9A-Fa-f]{4}"),
    re.compile(rb"%[C-Fc-f][0-9A-Fa-f]%[89ABab]"),
    re.compile(rb"&(?:#|[A-Za-z]{2,8};)"),
    re.compile(rb"=[C-F][0-9A-F]=[89AB]"),
]
# Octets beyond ASCII next to what may be of the same name.
_BESIDE_LETTERS = re.compile(rb"[0-9A-Za-z][\x80-\xff]|[\x80-\xff][0-9A-Za-z]")
# The parts of a line that may be of a name.
_SIGNS = {"ascii": "characters beyond ASCII", "unicode": "'xn--'", "find": "characters beyond ASCII or 'xn--'"}
_NOT_SHOWN = "not shown in Unicode by --policy"
_IN_UNICODE = "in Unicode already, and not shown so by --policy"
_NO_NAME = "no Unicode form that would be read as a name here"
_NOT_CHOSEN = "not of the kinds that count"
_NO_LOCAL_PART = "behind '@' without a local part that is read"
_ESCAPED = "written as escapes"
_DEFANGED = "written so that nobody follows them"
_NO_TLD = "not in a top-level domain of --tlds"
_TLDS_CONVERT = "converts the bare names that end so; for one name per line: acelabel to-ascii"


class LeftAlone:
    """Looks at a text after its names were rewritten or found: at all of it as long as there was none.

    Afterwards only lines that may hold a name that is left are looked at: an ordinary log costs next to nothing.
    """

    def __init__(self, to: Literal["ascii", "unicode", "find"], options: Options) -> None:
        from acelabel.text import _Finder

        self._to = to
        self._options = options
        self._is_latin_1 = False
        # The number of names that were rewritten or found, and of lines that keep what may be a name, but is none here.
        self._done = self._lines = 0
        # The number of lines that are not UTF-8, in a text of which names were rewritten or found.
        self._not_utf8 = 0
        self._marks = {"ascii": _ESCAPES, "unicode": [_PREFIX], "find": _BRACKETS}[to]
        # A name in Unicode that the policy does not show stays, too.
        self._beyond_ascii = to != "unicode" or bool(options.policy)
        # A character may begin in one piece and end in the next.
        self._decoder = codecs.getincrementaldecoder("utf-8")()
        self._counts: Counter[tuple[str, str]] = Counter()
        self._first: dict[tuple[str, str], str] = {}
        # Every name counts, whatever its kind and its top-level domain.
        self._finder = _Finder(None, options.rules, lambda _: True, defanged=True)
        self._found = _Finder(options.kinds, options.rules, options.all_tlds, defanged=options.defanged)

    def feed(self, octets: bytes, done: int) -> None:
        """Look at a piece of whole lines, or of one long line, after which so many names are rewritten or found."""
        self._done = done
        if done and self._options.annotate:
            return
        if done:
            lines = self._telling(octets)
            self._not_utf8 += sum(map(_is_other, lines))
            octets = b"\n".join(lines)
        else:
            self.look_at(octets)
        if octets:
            self._count(octets + b"\n")

    def _telling(self, octets: bytes) -> list[bytes]:
        """The lines that may hold a name that is left."""
        marks = [mark for mark in self._marks if mark.search(octets)]
        beyond_ascii = self._beyond_ascii and not octets.isascii()
        if not (marks or beyond_ascii):
            return []
        return [
            line
            for line in octets.split(b"\n")
            if (beyond_ascii and not line.isascii()) or (marks and any(mark.search(line) for mark in marks))
        ]

    def look_at(self, block: bytes, *, final: bool = False) -> None:
        """Look for what is not UTF-8. The last piece of each input is `final`."""
        try:
            self._decoder.decode(block, final)
        except UnicodeDecodeError as fault:
            self._decoder.reset()
            lines = fault.object.decode(errors="surrogateescape").split("\n")
            self._is_latin_1 = self._is_latin_1 or any(LATIN_1.fits(lines[place]) for place in not_utf8(lines))

    def messages(self) -> Iterator[str]:
        """Return what there is to say: about names, or else that a text beyond ASCII was not rewritten."""
        if self._done and self._options.annotate:
            return
        if self._is_latin_1 and not self._done:
            yield f"hint: {LATIN_1.text}"
        if self._not_utf8:
            lines = "1 line is" if self._not_utf8 == 1 else f"{self._not_utf8:,} lines are"
            yield f"{lines} not UTF-8: a name with such bytes stays. iconv converts lines of one encoding"
        if self._counts:
            yield from self._reasons()
        if not self._lines or (self._is_latin_1 and not self._done):
            return
        if not (self._done or self._counts):
            nothing = "nothing found" if self._to == "find" else "nothing rewritten"
            yield f"{nothing}: the text has {_SIGNS[self._to]}, but no name that is found there"
            if self._to == "ascii":
                yield "hint: acelabel to-ascii --file FILE converts lines that are names, --column fields of a table"
                yield "hint: acelabel to-ascii --format zone FILE converts zone files"
        elif self._to != "find":
            lines = "1 line still has" if self._lines == 1 else f"{self._lines:,} lines still have"
            yield f"{lines} {_SIGNS[self._to]}, but no name that is found there"

    def _reasons(self) -> Iterator[str]:
        """Say how many names were left for each reason, and what would help."""
        # Of a name that is not valid, other labels may have been rewritten. Other reasons than codes have words.
        is_now = {why: "is now" if self._done and " " not in why else "is" for _, why in self._counts}
        parts = [
            f"{count:,} {(_MANY if count > 1 else _KINDS)[kind]} ({why}; the first {is_now[why]} "
            f"'{self._first[kind, why]}')"
            for (kind, why), count in self._counts.most_common()
        ]
        in_part = "left, whole or in part" if "is now" in is_now.values() else "left as they were"
        left = in_part if self._done else "nothing rewritten. Left as they were"
        yield f"{'not found' if self._to == 'find' else left}: {', '.join(parts)}"
        for why, advice in self._advice().items():
            if any(why == found for _, found in self._counts):
                yield f"hint: {advice}"

    def _advice(self) -> dict[str, str]:
        is_search = self._to == "find"
        others = "finds the bare names that end so" if is_search else _TLDS_CONVERT
        defanged = "reads hxxp://a[.]example as it was"
        again = f"to-ascii --format text{self._tlds_of(_IN_UNICODE)} FILE | acelabel to-unicode --format text --policy"
        return {
            _NO_TLD: f"{self._tlds_of(_NO_TLD).strip()} {others}",
            _DEFANGED: f"--defanged {defanged}" if is_search else f"acelabel find --defanged {defanged}",
            _NOT_SHOWN: "acelabel display --json NAME says why",
            _IN_UNICODE: f"acelabel {again} {self._options.policy} writes them as A-labels",
            _NO_LOCAL_PART: "acelabel to-ascii converts names, one per line, without such a sign",
            _NOT_CHOSEN: "--kinds says which names count; without it all count",
            _ESCAPED: "decode the escapes first; of JSON with jq: jq -c . FILE",
        }

    def _tlds_of(self, why: str) -> str:
        """The option for the first bare name that was left for a reason; empty if there is none."""
        name = self._first.get(("bare", why))
        return f" --tlds {name.rpartition('.')[2]}" if name else ""

    def _count(self, octets: bytes) -> None:
        names = list(self._finder.feed(octets)[1])
        known = {one[:2] for one in self._found.feed(octets)[1]} if self._to == "find" and self._done else ()
        for found in names:
            if found[:2] not in known and (why := self._reason(found)):
                self._enter(found.kind, why, found.name)
        told = [found.start for found in names if self._has_sign(found.name)]
        if self._to != "unicode" and (self._options.kinds is None or "bare" in self._options.kinds):
            starts = {found.start for found in names}
            for sign in _BEHIND_SIGN.finditer(octets):
                if b"." in sign[0] and sign.start() + 1 not in starts:
                    self._enter("bare", _NO_LOCAL_PART, sign[0])
                    told.append(sign.start())
        # Most texts are judged at once.
        if self._has_sign(octets):
            lines = octets.split(b"\n")
            ends = list(accumulate(len(line) + 1 for line in lines))
            with_names = {bisect(ends, place) for place in told}
            self._lines += sum(self._has_sign(line) for number, line in enumerate(lines) if number not in with_names)

    def _has_sign(self, text: bytes) -> bool:
        """Return whether a text has what may be of a name that is to be rewritten or found."""
        has_prefix = self._to != "ascii" and bool(_PREFIX.search(text))
        return has_prefix or (self._to != "unicode" and not text.isascii())

    def _enter(self, kind: str, why: str, name: bytes) -> None:
        self._counts[kind, why] += 1
        self._first.setdefault((kind, why), shortened(name.decode(errors="backslashreplace")))

    def _is_shown(self, name: bytes) -> bool:
        """Return whether the policy, if there is one, shows all of a name in Unicode."""
        from acelabel.display import to_display

        policy = self._options.policy
        return not policy or "xn--" not in to_display(name.decode(errors="replace"), policy=policy)  # type: ignore[arg-type]

    def _is_chosen(self, name: bytes) -> bool:
        """Return whether `--tlds` has the top-level domain of a name."""
        from acelabel.text import find

        tlds = self._options.all_tlds
        return bool(tlds and find(b"a." + name.rpartition(b".")[2], tlds=tlds, profile=self._options.rules))

    def _reason(self, found: "Found[bytes]") -> str | None:
        """Return why a name stays; None if there is nothing to convert in it, or nobody looks for names like it."""
        in_unicode = self._to == "unicode" and b"xn--" not in found.name.lower()
        if in_unicode and (found.name.isascii() or self._is_shown(found.name)):
            return None
        is_plain = not found.is_escaped and (self._to == "ascii" or not found.is_defanged)
        if found.kind == "bare" and found.is_escaped and _NO_ESCAPE.fullmatch(found.name):
            # As in `a.b=AbC/`: it would be a name if it ended so.
            is_plain = not self._is_chosen(found.name)
        if self._to != "unicode" and found.name.isascii() and is_plain:
            return None
        if self._options.kinds is not None and found.kind not in self._options.kinds:
            return _NOT_CHOSEN
        if found.is_defanged and not self._options.defanged:
            return _DEFANGED
        if found.is_escaped and (self._to != "find" or found.kind == "bare"):
            return _ESCAPED
        if in_unicode:
            return _IN_UNICODE
        if self._to == "unicode":
            return found.code or (_NO_NAME if self._is_shown(found.name) else _NOT_SHOWN)
        # Where its top-level domain is known, valid labels of a bare name are rewritten, whatever the others are.
        return _NO_TLD if found.kind == "bare" and not self._is_chosen(found.name) else found.code


def _is_other(line: bytes) -> bool:
    """Return whether a line is not UTF-8, and letters may be what is not."""
    if not _BESIDE_LETTERS.search(line):
        return False
    try:
        line.decode()
    except UnicodeDecodeError:
        return True
    return False
