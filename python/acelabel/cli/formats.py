"""The formats: what a file can be, and where names stand in it."""

from typing import Literal, NamedTuple

from acelabel._choices import MARKUP
from acelabel._native import files_formats

Kind = Literal["lines", "text", "table", "zone", "places", "feed"]


class FileFormat(NamedTuple):
    """A kind of file."""

    # The files, a phrase.
    about: str
    # The part of the command that reads it.
    kind: Kind
    # The suffixes of the names of such files.
    suffixes: tuple[str, ...] = ()


_ABOUT = dict(files_formats())

FORMATS = {
    "lines": FileFormat("one name on each line", "lines"),
    "text": FileFormat(_ABOUT.pop("text"), "text"),
    "csv": FileFormat("a column of CSV", "table", (".csv",)),
    "tsv": FileFormat("one of TSV", "table", (".tsv",)),
    "jsonl": FileFormat("one of JSON Lines", "table", (".jsonl", ".ndjson")),
    "zeek": FileFormat("one of a log of Zeek", "table"),
    "parquet": FileFormat("one of Parquet", "table", (".parquet",)),
    "feather": FileFormat("one of Feather", "table", (".feather", ".arrow")),
    "zone": FileFormat(_ABOUT.pop("zone"), "zone"),
    "certstream": FileFormat("JSON of CertStream", "feed"),
    "markdown": FileFormat("documents in Markdown", "text", (".md", ".markdown")),
    "html": FileFormat("documents in HTML", "text", (".html", ".htm", ".xhtml")),
    "rst": FileFormat("documents in reStructuredText", "text", (".rst",)),
    **{name: FileFormat(about, "places") for name, about in _ABOUT.items()},
}
"""Every format by its name."""

ARROW = ("parquet", "feather")
"""The formats that need a library."""

TABLES = tuple(name for name, one in FORMATS.items() if one.kind == "table")
PLACES = tuple(name for name, one in FORMATS.items() if one.kind == "places")
"""The formats whose syntax says where names stand."""

SUFFIXES = {suffix: name for name, one in FORMATS.items() for suffix in one.suffixes if name not in MARKUP}
"""The formats by the suffixes of files."""
