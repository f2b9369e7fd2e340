"""Master files of DNS: filters on octets, in constant memory."""

from typing import BinaryIO, Literal

from acelabel import AceError
from acelabel.cli import inside_text, records
from acelabel.cli.advice import LATIN_1
from acelabel.cli.options import Options
from acelabel.cli.report import Reporter, say
from acelabel.zone import Rewriter

# The longest beginning of a line that is kept for a message.
_MOST = 65_536


def rewrite(to: Literal["ascii", "unicode"], options: Options, inputs: list[str], output: BinaryIO) -> int:
    """Rewrite the inputs, one after another. Returns the exit status: 1 if something was refused."""
    keeps = options.errors == "keep"
    rewriter = Rewriter(to, profile=options.rules, errors="keep" if keeps else "raise", escapes=options.escapes)
    # Of the refusals that are kept another rewriter, which raises them, finds the first.
    first = Rewriter(to, profile=options.rules, escapes=options.escapes) if keeps and not options.quiet else None
    lines, is_refused = inside_text.Lines(), False
    for path in inputs:
        recent = _Recent()
        for block in lines.blocks(path):
            if block is not None:
                recent.add(block)
            if first is not None:
                try:
                    _take(first, block)
                except AceError as error:
                    _report(path, first, recent, error, options, lines)
                    first = None
            try:
                inside_text.write(output, _take(rewriter, block))
            except AceError as error:
                is_refused = True
                _report(path, rewriter, recent, error, options, lines)
                break
        if is_refused:
            break
    lines.say_counts(options, rewriter.count, "rewritten")
    if rewriter.kept and not options.quiet:
        place = "places" if rewriter.kept > 1 else "place"
        reasons = "a label that is refused or has no other form, or a mark without counterpart"
        say(f"{rewriter.kept:,} {place} left: {reasons}")
    if rewriter.escaped and not options.quiet:
        names = "names" if rewriter.escaped > 1 else "name"
        say(f"{rewriter.escaped:,} {names} left with escapes of UTF-8: --escapes utf8 reads them as letters")
    if rewriter.others and to == "ascii" and not options.quiet:
        words = "words, strings or comments" if rewriter.others > 1 else "word, string or comment"
        say(f"{rewriter.others:,} other {words} with characters beyond ASCII left")
    return int(is_refused or (keeps and rewriter.kept > 0))


def _take(rewriter: Rewriter, block: bytes | None) -> bytes:
    return rewriter.finish() if block is None else rewriter.feed(block)


def _report(
    path: str, rewriter: Rewriter, recent: "_Recent", error: AceError, options: Options, lines: inside_text.Lines
) -> None:
    reporter = Reporter("line", 1, options.quiet, records.name_of(path))
    refused = recent.error_of_line(error)
    reporter.failure(rewriter.refused_line or 1, refused)
    if error.code in LATIN_1.codes and refused.text and LATIN_1.fits(refused.text):
        lines.hint = lines.hint or LATIN_1.text


class _Recent:
    """The last octets of a file, from the beginning of a line on."""

    def __init__(self) -> None:
        self._octets = b""
        # The number of octets before these, and whether they begin a line.
        self._before, self._begins = 0, True

    def add(self, block: bytes) -> None:
        """Take the next octets, and forget the lines that are complete without them."""
        begin = self._octets.rfind(b"\n") + 1
        self._begins |= begin > 0
        if len(self._octets) - begin > _MOST:
            begin, self._begins = len(self._octets), False
        self._before += begin
        self._octets = self._octets[begin:] + block

    def error_of_line(self, error: AceError) -> AceError:
        """The same error, with its line as the text; without a text if the line is not at hand any more."""
        at = (error.offset or 0) - self._before
        begin = self._octets.rfind(b"\n", 0, max(at, 0)) + 1
        line = column = None
        if at >= 0 and (begin > 0 or self._begins):
            line = self._octets[begin:].partition(b"\n")[0].decode(errors="surrogateescape")
            column = len(self._octets[begin:at].decode(errors="surrogateescape"))
        return AceError(error.code, column, line, codepoint=error.codepoint, label_index=error.label_index)
