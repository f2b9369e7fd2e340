"""The clients: which program is asked, and the cells of its model. `predicted` says what a client makes of a name.

A row is data. The session `programs` finds a name that shows each cell which is not the default: docs/programs.md.
"""

import re
import unicodedata
from dataclasses import dataclass, replace
from typing import Any

from cells import FORBIDDEN, SEPARATORS, Denied, Refused, Steps, Unknown, Version
from families import FAMILIES, idna2008, lengths

Answer = tuple[str, str]


@dataclass(frozen=True)
class Program:
    """The question: a driver with its argument, and whether with a URL."""

    driver: str
    argument: str
    takes: str


@dataclass(frozen=True)
class Client(Program):
    """A program with its model."""

    steps: Steps


CURL_DENIED = r"[ \r\n\t/:#?!@{}\[\]\\$'\"^`*<>=;,+&()]"
# Default_Ignorable_Code_Point, and U+1806.
IGNORABLE = (
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u1806\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff"
    "\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
# As inet_aton takes it, in small letters.
ADDRESS = re.compile(r"(?:0x[0-9a-f]+|[0-9]+)(?:[.](?:0x[0-9a-f]+|[0-9]+)){0,3}")
FORBIDDEN_CLASS = f"[{re.escape(FORBIDDEN)}]"


def url(**cells: Any) -> Steps:
    """The domain parser of the URL Standard, with these cells otherwise."""
    return replace(Steps(empty="any", denied=FORBIDDEN_CLASS, numbers="url"), **cells)


def idn2(**cells: Any) -> Steps:
    """libidn2 2.3.3, nontransitional."""
    older = Steps("libidn2", unicode=(14, 0), properties=(12, 1), old_directions=True, empty="any")
    return replace(older, **{"longest_label": 63, "longest_name": 253} | cells)


def codec(version: Version) -> Steps:
    """CPython's codec `idna`, whose small letters are those of the interpreter."""
    older = Steps("idna2003", unicode=version, unassigned=True, longest_label=63)
    return replace(older, ascii="name", case="kept", alone="empty", no_host="kept")


def idna(**cells: Any) -> Steps:
    """The package idna 3.20 on CPython 3.11, whose directions it asks for."""
    rules = Steps("idna2008", properties=(14, 0), old_directions=True, longest_label=63)
    return replace(rules, **cells)


CLIENTS = {
    "chromium-156": Client(
        "in_chromium.py",
        "",
        "url",
        url(
            ascii="name",
            unicode=(17, 0),
            longest_given=1265,
            escaped_before="[*]",
            escaped="[ *]",
            denied=f"[{re.escape(FORBIDDEN.replace(' ', ''))}]",
        ),
    ),
    "upa-url-2.1": Client("from_python.py", "upa-url", "url", url(ascii="name")),
    "ada-url-4.0": Client(
        "from_python.py",
        "ada-url",
        "url",
        url(
            ascii="name",
            unicode=(17, 0),
            properties=(13, 0),
            bidi="label",
            joiners="ada",
            loose_marks=True,
            leading_delimiter=True,
        ),
    ),
    "node-20": Client(
        "from_node.js",
        "",
        "url",
        url(
            unicode=(15, 0),
            properties=(13, 0),
            old_directions=True,
            bidi="ada 2",
            joiners="ada",
            leading_delimiter=True,
            alabels="ascii kept",
            nested=True,
        ),
    ),
    "url-2.5": Client("from_crates.rs", "url", "url", url(nested=True)),
    "pydantic-2.14": Client(
        "from_python.py", "pydantic", "url", url(unicode=(15, 1), old_directions=True, nested=True)
    ),
    "hickory-0.26": Client(
        "from_crates.rs",
        "hickory",
        "name",
        Steps(
            "hickory",
            std3=True,
            nested=True,
            inner_dot=r"\.",
            longest_label=63,
            longest_name=253,
            alone="ascii root, empty",
            no_host="kept",
            unsure=r"\\(?![.])",
        ),
    ),
    "go-0.7-lookup": Client(
        "from_go.go",
        "lookup",
        "name",
        Steps(
            unicode=(13, 0),
            old_directions=True,
            hyphens="34 ends octets",
            std3=True,
            empty="any",
            bidi="go",
            joiners="go",
            alabels="ascii handed out",
            no_host="kept",
        ),
    ),
    "go-1.19-http": Client(
        "from_go.go",
        "http",
        "url",
        Steps(
            unicode=(13, 0),
            old_directions=True,
            hyphens="34 ends octets",
            std3=True,
            empty="any",
            bidi="go",
            joiners="go",
            alabels="ascii handed out",
            ascii="name",
            case="kept",
            refused="raw",
            denied_before="[`{}]|^$",
            no_host="kept",
        ),
    ),
    "php-8.2-icu-72": Client(
        "from_php.php",
        "default",
        "name",
        Steps(
            unicode=(15, 0),
            hyphens="34 ends units",
            bidi="",
            joiners="",
            longest_label=63,
            longest_name=253,
            transitional=True,
        ),
    ),
    "php-8.2-icu-72-nontransitional": Client(
        "from_php.php",
        "nontransitional",
        "name",
        Steps(unicode=(15, 0), hyphens="34 ends units", bidi="", joiners="", longest_label=63, longest_name=253),
    ),
    "libidn2-2.3": Client("from_libraries.py", "libidn2", "name", idn2(no_host="kept")),
    "glibc-2.36": Client(
        "from_libraries.py",
        "glibc",
        "name",
        idn2(
            empty="root",
            ascii="name",
            case="kept",
            final_dot="dropped",
            denied=r"^-|[^a-zA-Z0-9_.\\-]",
            unsure=r"[\\]",
            unsure_number=True,
            alone="root empty",
            no_host="kept",
        ),
    ),
    "curl-7.88": Client(
        "on_the_wire.py",
        "curl",
        "url",
        idn2(
            twice=True,
            ascii="name",
            case="kept",
            ascii_lengths=False,
            denied_before=CURL_DENIED,
            denied=CURL_DENIED,
            unsure="%",
            numbers="all",
        ),
    ),
    "wget-1.21": Client(
        "on_the_wire.py",
        "wget",
        "url",
        idn2(
            twice=True, ascii="name", ascii_lengths=False, refused="raw", unsure="%", denied_before="^$", no_host="kept"
        ),
    ),
    "python-3.11-codec": Client("from_python.py", "codec", "name", codec((14, 0))),
    "python-3.13-codec": Client("from_python.py", "codec", "name", codec((15, 1))),
    "perl-uri-5.17": Client(
        "from_perl.pl",
        "uri",
        "url",
        Steps(
            "punycode",
            unicode=(14, 0),
            ascii="name",
            ascii_lengths=False,
            case="kept",
            longest_label=63,
            refused="raw",
            no_host="kept",
        ),
    ),
    "java-17": Client(
        "FromJava.java",
        "",
        "name",
        Steps(
            "idna2003",
            unicode=(3, 2),
            new_directions=True,
            longest_label=63,
            case="kept",
            alone="root empty",
            no_host="kept",
        ),
    ),
    "libidn-1.41": Client(
        "from_libraries.py",
        "libidn",
        "name",
        Steps(
            "idna2003",
            old_composition=True,
            unicode=(3, 2),
            longest_label=63,
            case="kept",
            alone="root empty",
            no_host="kept",
        ),
    ),
    "idna-3.20": Client("from_python.py", "idna", "name", idna(longest_name=253, case="kept")),
    "idna-3.20-uts46": Client(
        "from_python.py", "idna-uts46", "name", idna(longest_name=253, case="kept", mapping="uts46")
    ),
    "requests-2.34": Client(
        "from_python.py",
        "requests",
        "url",
        idna(
            mapping="lower",
            ascii="label",
            dots="ascii",
            empty="any",
            denied=r"^[*.]",
            escaped='["`{}]',
            then="python-3.11-codec",
        ),
    ),
    "httpx-0.28": Client(
        "from_python.py",
        "httpx",
        "url",
        idna(
            mapping="lower the name",
            ascii="name",
            ascii_lengths=False,
            longest_name=253,
            first_alabel=True,
            then="python-3.11-codec",
        ),
    ),
    "yarl-1.25": Client(
        "from_python.py",
        "yarl",
        "url",
        idna(
            mapping="uts46",
            ascii="name",
            ascii_lengths=False,
            longest_name=253,
            unsure=r"[\[\]]",
            alone="empty",
            no_host="kept",
            denied_before=IGNORABLE,
            denied_nfkc="[/?#@:%]",
            otherwise="python-3.11-codec",
        ),
    ),
    "dnspython-2.9": Client(
        "from_python.py",
        "dnspython",
        "name",
        idna(
            mapping="uts46 by label",
            ascii="label",
            case="kept",
            longest_name=253,
            alone="root empty",
            final_dot="dropped",
            no_host="kept",
            unsure=r"\\|^@$",
        ),
    ),
    "dnspython-2.9-alone": Client(
        "from_python.py",
        "dnspython",
        "name",
        replace(
            codec((14, 0)),
            ascii="",
            longest_name=253,
            alone="root empty",
            final_dot="dropped",
            inner_dot=r"\.",
            unsure=r"\\(?![.])|^@$",
        ),
    ),
}

# Programs that are asked and have no model: their tables are older than those that `Profile.replace(unicode=)` knows,
# or they have no rules.
UNMODELLED = {
    "net-idn-encode-2.500": Program("from_perl.pl", "net-idn-encode", "name"),
    "addressable-2.8": Program("from_ruby.rb", "addressable", "url"),
    "simpleidn-0.1": Program("from_ruby.rb", "simpleidn", "name"),
    "erlang-idna-6.1": Program("from_erlang.escript", "strict", "name"),
    "erlang-idna-6.1-uts46": Program("from_erlang.escript", "uts46", "name"),
}
PROGRAMS: dict[str, Program] = {**CLIENTS, **UNMODELLED}


def predicted(client: str, name: str) -> Answer:
    """The answer of a client: "host" and the host, "raw" and the text, "refused" and why, or "unknown"."""
    return answer_of(name, CLIENTS[client].steps)


def answer_of(name: str, steps: Steps) -> Answer:
    try:
        host = host_of(name, steps)
    except Unknown:
        return ("unknown", "")
    except Denied as reason:
        return ("refused", str(reason))
    except Refused as reason:
        if steps.otherwise:
            answer = predicted(steps.otherwise, name)
            return ("unknown", "") if steps.unsure and re.search(steps.unsure, answer[1]) else answer
        if steps.refused == "raw":
            return ("raw", small(name) if steps.case == "lower" else name)
        return ("refused", str(reason))
    return predicted(steps.then, host) if steps.then else ("host", host)


def small(name: str) -> str:
    return re.sub("[A-Z]+", lambda found: found[0].lower(), name)


def host_of(name: str, steps: Steps) -> str:
    """The host, or `Refused`, or `Unknown`."""
    if steps.denied_before and re.search(steps.denied_before, name):
        raise Denied("denied before")
    normal = unicodedata.normalize("NFKC", name)
    if steps.denied_nfkc and normal != name and re.search(steps.denied_nfkc, normal):
        raise Denied("denied after NFKC")
    dotted = SEPARATORS.sub(".", name)
    if ("root" in steps.alone and dotted == "." and (name == "." or "ascii" not in steps.alone)) or (
        "empty" in steps.alone and not name
    ):
        return "" if steps.final_dot == "dropped" else dotted
    if steps.unsure and re.search(steps.unsure, name):
        raise Unknown
    if steps.ascii == "name" and name.isascii():
        labels = (small(name) if steps.case == "lower" else name).split(".")
        if steps.ascii_lengths:
            lengths(labels, steps)
    else:
        if steps.longest_given and len(name.encode("utf-16-le")) > 2 * steps.longest_given:
            raise Denied("a long name")
        if steps.escaped_before:
            name = re.sub(steps.escaped_before, lambda found: f"%{ord(found[0]):02x}", name)
        labels = FAMILIES[steps.family](name, steps)
        lengths(labels, steps)
        if steps.unsure_number and ADDRESS.fullmatch(".".join(labels)):
            raise Unknown
    return finished(".".join(labels), steps, is_ascii=name.isascii())


def finished(form: str, steps: Steps, *, is_ascii: bool) -> str:
    """The host as it goes out."""
    if steps.final_dot == "dropped":
        form = re.sub(r"(?<!\\)[.]$", "", form)
    if steps.unsure and re.search(steps.unsure, form):
        raise Unknown
    if steps.denied and re.search(steps.denied, form.replace("%2a", "")):
        raise Refused("denied")
    if steps.no_host != "kept" and not form:
        raise Denied("no host") if steps.no_host == "refused" else Unknown
    if steps.first_alabel and form.startswith("xn--"):
        lengths(idna2008(form, Steps("idna2008", properties=steps.properties, old_directions=True)), Steps())
    if steps.escaped:
        form = re.sub(steps.escaped, lambda found: f"%{ord(found[0]):02X}", form).replace("%2a", "%2A")
    if steps.numbers == "all" and is_ascii and re.fullmatch("[0-9a-fxA-FX.]*[0-9a-fxA-FX]", form):
        try:
            address = ipv4(form.lower())
        except Refused:
            return form
        return form if address == form.lower() else address
    return ipv4(form) if steps.numbers == "url" else form


def ipv4(form: str) -> str:
    """The URL Standard's parser of IPv4 addresses, where a name ends in a number."""
    parts = form.split(".")
    if len(parts) > 1 and parts[-1] == "":
        parts.pop()
    if not re.fullmatch("[0-9]+|0x[0-9a-f]*", parts[-1]):
        return form
    values = [number(part) for part in parts]
    known = [value for value in values if value is not None]
    if len(known) < len(values) or len(parts) > 4:
        raise Refused("a number")
    if any(value > 255 for value in known[:-1]) or known[-1] >= 256 ** (5 - len(known)):
        raise Refused("a number")
    address = known[-1] + sum(value * 256 ** (3 - place) for place, value in enumerate(known[:-1]))
    return ".".join(str(address >> shift & 255) for shift in (24, 16, 8, 0))


def number(part: str) -> int | None:
    if re.fullmatch("0x[0-9a-f]*", part):
        return int(part[2:] or "0", 16)
    if re.fullmatch("0[0-7]+", part):
        return int(part, 8)
    return int(part) if re.fullmatch("0|[1-9][0-9]*", part) else None
