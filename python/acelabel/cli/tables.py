"""Tables of every format: their values, by the module that reads the format."""

from collections.abc import Iterator
from dataclasses import replace

from acelabel.cli import columns, columns_arrow, columns_text, sources
from acelabel.cli.advice import Tally
from acelabel.cli.conversion import Converter
from acelabel.cli.formats import ARROW, FORMATS
from acelabel.cli.options import Options
from acelabel.cli.report import Reporter
from acelabel.cli.sources import Value

# Nothing is converted.
_NOTHING = Converter("ascii", str, lambda texts: ([*texts], {}), lambda _: {})


def values(options: Options, path: str) -> Iterator[list[Value]]:
    """The values of the columns of a table that are not null, in portions."""
    table = columns.Columns(replace(options, file=[path]), _NOTHING, Reporter("row", 0, quiet=True), Tally([]))
    form = columns.format_of(options, path)
    yield from (columns_arrow if form in ARROW else columns_text).values(table, form)


def names(options: Options, path: str) -> Iterator[list[Value]]:
    """The values of the columns of a table, or else the names of a file of another format.

    Of a line of a feed that has no name comes an empty one.
    """
    if options.column:
        yield from values(options, path)
        return
    form = options.format or options.form
    for batch, _ in sources.batches(options, form, path, feed=FORMATS[form].kind == "feed"):
        yield sources.values(batch)
