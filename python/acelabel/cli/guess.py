"""`--format auto`: what a file is, by its name and by its beginning."""

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, cast

from acelabel.cli import records
from acelabel.cli.compressed import without_suffix
from acelabel.cli.failures import Unusable
from acelabel.cli.formats import SUFFIXES

if TYPE_CHECKING:
    from io import BufferedReader

BEGINNING = 1 << 16
"""So many octets say what a file is."""
# So many octets of a line say what it is. A pattern may take the square of the time.
_LINE = 256

_NAMES = {
    "hosts": "hosts",
    "caddyfile": "caddy",
    "dnsmasq.conf": "dnsmasq",
    "nginx.conf": "nginx",
    "apache2.conf": "apache",
    "httpd.conf": "apache",
}
"""The formats of files that have such a name everywhere."""

_BEGINS = (
    ("zeek", rb"#separator \\x"),
    ("certstream", rb'\{[^\n]*"(?:leaf_cert|message_type)"'),
    ("jsonl", rb"\s*\{[^\n]*\}\s*$"),
    ("adblock", rb"\[(?:Adblock|uBlock)"),
)
"""The formats that the first line tells."""

_LINES = (
    ("zone", 1, rb"\$(?:ORIGIN|TTL|INCLUDE|GENERATE)\s|\S*\s+(?:\d+\w?\s+)?(?:IN\s+)?SOA\s"),
    ("squid", 50, rb".*\s(?:(?:TCP|UDP|NONE)_?\w*/\d{3}\s|HIER_\w+/)"),
    ("adblock", 20, rb"(?:@@)?\|\|\S|\S*#[@?$%]*#\S"),
    ("dnsmasq", 20, rb"[a-z6-]+=/|\[/\S+/\]|(?:cname|host-record|ptr-record)="),
    ("rules", 20, rb"(?:- ?)?'?(?:DOMAIN(?:-SUFFIX|-KEYWORD)?,|(?:domain|full|keyword|regexp|include):|\+\.)"),
    ("csp", 20, rb"(?i:(?:content-security-policy[\w-]*:\s*)?(?:default|script|img|style|connect|frame|font)-src)\s"),
    ("apache", 5, rb"(?i:\s*(?:<VirtualHost|ServerName\s|ServerAlias\s|ProxyPass\s|<Directory))"),
    ("nginx", 5, rb"\s*(?:server_name|proxy_pass|listen)\s.*;|\s*(?:server|http|events|location\s.*|upstream\s.*)\{"),
    ("caddy", 5, rb"(?:https?://)?[^\s{}(),]+\.[^\s{}(),]+(?:,\s*[^\s,]+)*\s+\{\s*$"),
    # In an access log more than words stand behind the address.
    ("hosts", 50, rb"(?:(?:\d+\.){3}\d+|[\da-fA-F]*:[\da-fA-F:]*(?:%\w+)?)(?:[ \t]+[^\s\"/\[\]{}=#]+)+\s*(?:#|$)"),
    ("urls", 50, rb"\s*[A-Za-z][A-Za-z0-9+.-]*://\S"),
    ("maps", 50, rb"(?=\S+\.\S)\S+[ \t]+(?:\S+@\S+|OK|REJECT|DISCARD|\w+:\S*)\s*$|\S*@\S+[ \t]"),
    ("lines", 80, rb"[^\s/@:=,;]+\s*$"),
)
"""The formats that lines tell, the first that fits: of so many in a hundred lines that are neither empty nor comments a
pattern is the beginning."""


def guessed(path: str) -> str:
    """Return the name of the format that a file seems to have; it is "text" where nothing else is seen."""
    if path != records.STDIN:
        name = Path(without_suffix(path))
        if found := SUFFIXES.get(name.suffix.lower()) or _NAMES.get(name.name.lower()):
            return found
    return by_beginning(_beginning(path))


def _beginning(path: str) -> bytes:
    """The first octets of an input. Those of standard input are read again, and are what has come so far."""
    if path == records.STDIN:
        return b"" if sys.stdin is None else cast("BufferedReader", sys.stdin.buffer).peek(BEGINNING)[:BEGINNING]
    if not Path(path).is_file() and Path(path).exists() and not Path(path).is_dir():
        # It would be gone where it is read again.
        raise Unusable(records.at(path, "only a file and standard input (-) can be looked at first: name the format"))
    with records.opened(path) as stream:
        return stream.read1(BEGINNING)


def by_beginning(octets: bytes) -> str:
    """Return the same for the first octets of a file."""
    octets = octets.removeprefix(b"\xef\xbb\xbf")
    first = octets.partition(b"\n")[0]
    for name, pattern in _BEGINS:
        if re.match(pattern, first):
            return name
    comments = (b"#", b"!", b";", b"//")
    whole = [line[:_LINE] for line in octets.splitlines()]
    lines = [line for line in whole if line.strip() and not line.lstrip().startswith(comments)]
    # `##` begins a rule of a filter list, and no comment.
    lines += [line for line in whole if re.match(rb"#[@?$%]*#\S", line)]
    for name, share, pattern in _LINES:
        matching = re.compile(pattern).match
        # A line of a map that begins with a blank goes on.
        heads = [line for line in lines if not line[:1].isspace()] if name == "maps" else lines
        if heads and sum(1 for line in heads if matching(line)) * 100 >= len(heads) * share:
            return name
    return "text"
