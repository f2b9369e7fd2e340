"""Names that a run over text left as they were, or did not find: how many of each kind, why, and what would help."""

import codecs
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Literal

from acelabel._errors import shortened
from acelabel.cli.advice import LATIN_1
from acelabel.cli.arguments import Options
from acelabel.cli.failures import not_utf8

if TYPE_CHECKING:
    from acelabel.text import Found

_KINDS = {"url_host": "host", "email_domain": "domain of an address", "bare": "bare name"}
_MANY = {"url_host": "hosts", "email_domain": "domains of addresses", "bare": "bare names"}


class LeftAlone:
    """Looks at a text of which nothing was rewritten, or in which nothing was found, as long as that is so."""

    def __init__(self, to: Literal["ascii", "unicode", "find"], options: Options) -> None:
        from acelabel.text import _Finder

        self._to = to
        self._options = options
        self._beyond_ascii = self._is_latin_1 = False
        # A character may begin in one piece and end in the next.
        self._decoder = codecs.getincrementaldecoder("utf-8")()
        self._counts: Counter[tuple[str, str]] = Counter()
        self._first: dict[tuple[str, str], str] = {}
        # Every name counts, whatever its kind and its top-level domain.
        self._finder = _Finder(None, options.rules, lambda _: True, defanged=to == "find")

    def feed(self, block: bytes) -> None:
        """Look at a piece of the text."""
        self._beyond_ascii |= not block.isascii()
        self._look_at(block)
        self._count(self._finder.feed(block)[1])

    def finish(self) -> None:
        """Look at the rest of one input."""
        self._look_at(b"", final=True)
        self._count(self._finder.finish()[1])

    def _look_at(self, block: bytes, *, final: bool = False) -> None:
        try:
            self._decoder.decode(block, final)
        except UnicodeDecodeError as fault:
            self._decoder.reset()
            lines = fault.object.decode(errors="surrogateescape").split("\n")
            self._is_latin_1 = self._is_latin_1 or any(LATIN_1.fits(lines[place]) for place in not_utf8(lines))

    def messages(self) -> Iterator[str]:
        """Return what there is to say: about names, or else that a text beyond ASCII was not rewritten."""
        if self._is_latin_1:
            yield f"hint: {LATIN_1.text}"
        if not self._counts:
            if self._is_latin_1 or self._to == "find" or not self._beyond_ascii:
                return
            yield "nothing rewritten: the text has characters beyond ASCII, but no name to convert"
            if self._to == "ascii":
                yield "hint: acelabel to-ascii --file FILE converts lines that are names, --column fields of a table"
                yield "hint: acelabel zone to-ascii FILE converts zone files"
            return
        parts = [
            f"{count:,} {(_MANY if count > 1 else _KINDS)[kind]} ({why}; the first is '{self._first[kind, why]}')"
            for (kind, why), count in self._counts.most_common()
        ]
        begin = "not found" if self._to == "find" else "nothing rewritten. Left as they were"
        yield f"{begin}: {', '.join(parts)}"
        for why, advice in self._advice().items():
            if any(why == found for _, found in self._counts):
                yield f"hint: {advice}"

    def _advice(self) -> dict[str, str]:
        last = next((name for (_, why), name in self._first.items() if why == _NO_TLD), "").rpartition(".")[2]
        is_search = self._to == "find"
        others = "finds the bare names that end so" if is_search else _TLDS_CONVERT
        return {
            _NO_TLD: f"--tlds {last} {others}",
            _DEFANGED: "--defanged reads hxxp://a[.]example as it was",
            _NOT_SHOWN: "acelabel display --json NAME says why",
            _NOT_CHOSEN: "--kinds says which names count; without it all count",
            _ESCAPED: f"decode the escapes first; in JSON Lines acelabel to-{self._to} --column converts values",
        }

    def _count(self, names: "Iterable[Found[bytes]]") -> None:
        for found in names:
            if why := self._reason(found):
                key = found.kind, why
                self._counts[key] += 1
                self._first.setdefault(key, shortened(found.name.decode(errors="backslashreplace")))

    def _is_shown(self, name: bytes) -> bool:
        """Return whether the policy, if there is one, shows all of a name in Unicode."""
        from acelabel.display import to_display

        policy = self._options.policy
        return not policy or "xn--" not in to_display(name.decode(errors="replace"), policy=policy)  # type: ignore[arg-type]

    def _reason(self, found: "Found[bytes]") -> str | None:
        """Return why a name stays; None if there is nothing to convert in it, or nobody looks for names like it."""
        if self._to != "unicode" and found.name.isascii() and not (found.is_escaped or found.is_defanged):
            return None
        if self._to == "unicode" and b"xn--" not in found.name.lower():
            return None
        if self._options.kinds is not None and found.kind not in self._options.kinds:
            return _NOT_CHOSEN
        if found.is_defanged and not self._options.defanged:
            return _DEFANGED
        if found.is_escaped and self._to != "find":
            return _ESCAPED
        if self._to == "unicode":
            return found.code or (_NO_NAME if self._is_shown(found.name) else _NOT_SHOWN)
        return found.code or (_NO_TLD if found.kind == "bare" else None)


_NOT_SHOWN = "not shown in Unicode by --policy"
_NO_NAME = "no Unicode form that would be read as a name here"
_NOT_CHOSEN = "not of the kinds that count"
_ESCAPED = "written as escapes"
_DEFANGED = "written so that nobody follows them"
_NO_TLD = "not in a top-level domain of --tlds"
_TLDS_CONVERT = "converts the bare names that end so; for one name per line: acelabel to-ascii"
