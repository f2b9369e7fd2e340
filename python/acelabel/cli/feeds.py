"""The names in the lines of feeds: what watchers of certificates and of traffic write down."""

import json
import re
from collections.abc import Callable, Iterable

from acelabel.cli.parser import Parser

Reader = Callable[[str], Iterable[str] | None]
"""Returns the names of a line, or the texts that hold them; None for a line that is to hold none, such as a comment."""

# The fields of Zeek's logs that hold names: of dns.log, http.log, ssl.log and x509.log.
_ZEEK = ("query", "host", "server_name", "san.dns")
_ESCAPES = re.compile(r"(?:\\x[0-9A-Fa-f]{2})+")
# Each escape of JSON: of a character, or of half of one.
_HEX = "[0-9A-Fa-f]{2}"
_OF_JSON = re.compile(rf"\\(?:u[dD][89abAB]{_HEX}\\u[dD][c-fC-F]{_HEX}|(u[dD][89a-fA-F]{_HEX})|.)", re.DOTALL)


def add_options(leaf: Parser) -> None:
    """Add the options that say what is looked for."""
    leaf.file("--watch", says="Read FILE first. Its lines are the watched names.")
    says = "Read FILE first. Its lines are labels that are watched under every domain. --watch or --labels is needed."
    leaf.file("--labels", says=says)
    leaf.flag("--distance", says="Find what is one edit away from a watched text of six letters or more, too.")
    says = "Write one JSON object per hit, with the keys file, line, name, target, how, score, span."
    leaf.flag("--json", says=says)


def reader(kind: str) -> Reader:
    """Return what reads the lines of one file of a kind of feed, one of ADVICE."""
    readers: dict[str, Reader] = {
        "lines": lambda line: (line,),
        "urls": _of_urls,
        "certstream": _of_certificate,
        "zeek": _Zeek(),
    }
    return readers[kind]


ADVICE = {
    "lines": "give one domain name, URL or e-mail address per line",
    "urls": "give one URL per line, at its beginning",
    "certstream": "give one JSON object per line, with the names in data.leaf_cert.all_domains or in data",
    "zeek": f"give a log of Zeek with its header, or in JSON, that has one of the fields {', '.join(_ZEEK)}",
}
"""The kinds of feeds, and what would help where a line holds no name."""


def _of_urls(line: str) -> Iterable[str] | None:
    """The first word. Comments and lines without a word are passed over."""
    words = line.split(maxsplit=1)
    return None if not words or words[0].startswith("#") else words[:1]


def _of_certificate(line: str) -> Iterable[str] | None:
    """The names of a certificate, of an object of CertStream or of its stream of names alone."""
    if not line or line.isspace():
        return None
    found = _object(line)
    if found.get("message_type") == "heartbeat":
        return None
    data = found.get("data")
    leaf = data.get("leaf_cert") if isinstance(data, dict) else None
    return _texts(leaf.get("all_domains") if isinstance(leaf, dict) else data)


class _Zeek:
    """The lines of a log of Zeek, whose header says what separates its fields and names them, or of one in JSON."""

    def __init__(self) -> None:
        self.marks = {"separator": "\t", "set_separator": ",", "empty_field": "(empty)", "unset_field": "-"}
        self.fields: list[str] = []

    def _read(self, line: str) -> None:
        """Read a line of the header."""
        # The separator itself is not known before its own line.
        key, _, value = line[1:].partition(" " if line.startswith("#separator ") else self.marks["separator"])
        if key == "fields":
            self.fields = value.split(self.marks["separator"])
        elif value:
            self.marks[key] = _unescaped(value)

    def __call__(self, line: str) -> Iterable[str] | None:
        if not line or line.isspace():
            return None
        if line.startswith("#"):
            self._read(line)
            return None
        if line.startswith("{"):
            found = _object(line)
            values = [value for field in _ZEEK if (value := found.get(field)) not in (None, "", [])]
            names = [name for value in values for name in _texts(value if isinstance(value, list) else [value])]
            # An event without a name has no such field in JSON.
            return names or (None if not values and {"ts", "uid", "fuid", "id"} & found.keys() else ())
        rows = dict(zip(self.fields, line.split(self.marks["separator"]), strict=False))
        cells = [rows[field] for field in _ZEEK if field in rows]
        items = [name for cell in cells for name in cell.split(self.marks["set_separator"])]
        empty = (self.marks["empty_field"], self.marks["unset_field"])
        names = [_unescaped(name) for name in items if name not in empty]
        return names or (None if cells else ())


def _object(line: str) -> dict[str, object]:
    """An object of JSON, in which an escape of half a character is the text that it is; an empty one for all else."""
    try:
        found = json.loads(_OF_JSON.sub(lambda escape: "\\" * bool(escape[1]) + escape[0], line), parse_int=float)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _texts(values: object) -> list[str]:
    return [value for value in values if isinstance(value, str)] if isinstance(values, list) else []


def _unescaped(text: str) -> str:
    """A text in which Zeek has written octets as `\\xHH`."""

    def meant(run: re.Match[str]) -> str:
        return bytes.fromhex(run[0].replace("\\x", "")).decode(errors="surrogateescape")

    return _ESCAPES.sub(meant, text)
