"""Engines and what they make of a column before it is converted, and places where a name is written or judged.

    python tests/programs/beside.py

writes two tables of docs/programs.md. Engines that are not installed are left out.
"""

import platform
import smtplib
import socket
import sqlite3
import ssl
import sys
import threading
import unicodedata
from collections.abc import Callable, Iterator
from email.message import EmailMessage
from functools import cache, partial
from http.client import HTTPConnection
from importlib import import_module, metadata
from typing import NamedTuple

import programs_page
import tools_beside

import acelabel

Texts = list[str]
Work = Callable[[Texts], list[str | None]]
# Names in which more than one letter decides.
SHOWN = ("İ.example", "faß.example", "example.ΣΑΣ")


class Function(NamedTuple):
    """A function of an engine for a column of texts."""

    engine: str
    work: str
    name: str
    run: Work


def each(convert: Callable[[str], str]) -> Work:
    return lambda texts: [convert(text) for text in texts]


def _python() -> Iterator[Function]:
    for work in ("lower", "upper", "casefold"):
        yield Function("python", work, f"str.{work}", each(getattr(str, work)))
    for form in ("NFC", "NFKC"):
        yield Function(
            "python", "normalize", f"unicodedata.normalize {form}", each(partial(unicodedata.normalize, form))
        )
    yield Function("python", "trim", "str.strip", each(str.strip))


def _polars() -> Iterator[Function]:
    import polars as pl

    def of(name: str, *arguments: str) -> Work:
        return lambda texts: getattr(pl.Series(texts).str, name)(*arguments).to_list()

    for work, name in (("lower", "to_lowercase"), ("upper", "to_uppercase"), ("trim", "strip_chars")):
        yield Function("polars", work, f"str.{name}", of(name))
    for form in ("NFC", "NFKC"):
        yield Function("polars", "normalize", f"str.normalize {form}", of("normalize", form))


def _pyarrow() -> Iterator[Function]:
    import pyarrow as pa
    import pyarrow.compute as pc

    def of(name: str, **options: str) -> Work:
        return lambda texts: getattr(pc, name)(pa.array(texts), **options).to_pylist()

    for work, name in (("lower", "utf8_lower"), ("upper", "utf8_upper"), ("trim", "utf8_trim_whitespace")):
        yield Function("pyarrow", work, name, of(name))
    for form in ("NFC", "NFKC"):
        yield Function("pyarrow", "normalize", f"utf8_normalize {form}", of("utf8_normalize", form=form))


def _pandas() -> Iterator[Function]:
    import pandas as pd

    def of(name: str, *arguments: str) -> Work:
        return lambda texts: getattr(pd.Series(texts, dtype="str").str, name)(*arguments).to_list()

    for work, name in (("lower", "lower"), ("upper", "upper"), ("casefold", "casefold"), ("trim", "strip")):
        yield Function("pandas", work, f"str.{name}", of(name))
    for form in ("NFC", "NFKC"):
        yield Function("pandas", "normalize", f"str.normalize {form}", of("normalize", form))


_SQL = {"lower": "lower(text)", "upper": "upper(text)", "trim": "trim(text)"}


def _duckdb() -> Iterator[Function]:
    import duckdb
    import pyarrow as pa

    def of(expression: str) -> Work:
        def run(texts: Texts) -> list[str | None]:
            with duckdb.connect() as connection:
                connection.register("names", pa.table({"text": texts, "row": range(len(texts))}))
                rows = connection.execute(f"select {expression} from names order by row").fetchall()
            return [text for (text,) in rows]

        return run

    for work, expression in (_SQL | {"normalize": "nfc_normalize(text)"}).items():
        yield Function("duckdb", work, expression.partition("(")[0], of(expression))


def _datafusion() -> Iterator[Function]:
    import pyarrow as pa
    from datafusion import SessionContext

    def of(expression: str) -> Work:
        def run(texts: Texts) -> list[str | None]:
            context = SessionContext()
            batch = pa.record_batch({"text": texts, "row": range(len(texts))})
            context.register_record_batches("names", [[batch]])
            table = context.sql(f"select row, {expression} as made from names order by row").to_arrow_table()
            return table["made"].to_pylist()  # type: ignore[no-any-return]

        return run

    for work, expression in _SQL.items():
        yield Function("datafusion", work, expression.partition("(")[0], of(expression))


def _sqlite() -> Iterator[Function]:
    def of(expression: str) -> Work:
        def run(texts: Texts) -> list[str | None]:
            connection = sqlite3.connect(":memory:")
            query = f"select {expression} from (select ? as text)"
            made = [connection.execute(query, (text,)).fetchone()[0] for text in texts]
            connection.close()
            return made

        return run

    for work, expression in _SQL.items():
        yield Function("sqlite", work, expression.partition("(")[0], of(expression))


_ENGINES = {
    "python": _python,
    "polars": _polars,
    "pyarrow": _pyarrow,
    "pandas": _pandas,
    "duckdb": _duckdb,
    "datafusion": _datafusion,
    "sqlite": _sqlite,
}


def version(engine: str) -> str | None:
    """The version of an engine; None where it is not installed."""
    if engine in ("python", "sqlite"):
        return platform.python_version() if engine == "python" else sqlite3.sqlite_version
    try:
        return metadata.version(engine)
    except metadata.PackageNotFoundError:
        return None


def functions() -> list[Function]:
    return [function for engine, listed in _ENGINES.items() if version(engine) for function in listed()]


def hosts(texts: list[str | None]) -> list[str | None]:
    """The host of each text; None where it is refused."""
    return acelabel.to_ascii_many([text or "" for text in texts], errors="null")


@cache
def names() -> Texts:
    """Every code point that makes a host of X.example, and some names in which more than one letter decides."""
    made = [f"{chr(point)}.example" for point in range(0x110000) if not 0xD800 <= point < 0xE000]
    return [name for name, host in zip(made, hosts([*made]), strict=True) if host is not None]


class Changed(NamedTuple):
    """The names whose host another function changes, or whose result is refused."""

    other: Texts
    refused: Texts


def changed(function: Function, texts: Texts) -> Changed:
    found = Changed([], [])
    rows = zip(texts, hosts([*texts]), hosts(function.run(texts)), strict=True)
    for text, before, after in rows:
        if before != after:
            (found.refused if after is None else found.other).append(text)
    return found


def of_engines() -> list[str]:
    """For each function, the number of code points whose host it changes, and names that show it."""
    head = ("engine", "function", "other host", "refused", "for example")
    rows: list[tuple[object, ...]] = [head]
    for function in functions():
        found = changed(function, names())
        examples = ", ".join(examples_of(function, found))
        title = f"{function.engine} {version(function.engine)}"
        rows.append((title, f"`{function.name}`", f"{len(found.other):,}", f"{len(found.refused):,}", examples))
    return programs_page.table(*rows)


def examples_of(function: Function, found: Changed) -> Iterator[str]:
    """Names with another host, or that are refused, each with the result: some of `SHOWN` and the first ones."""
    shown = changed(function, [*SHOWN])
    for text in dict.fromkeys([*shown.other, *shown.refused, *found.other, *found.refused][:4]):
        (made,) = function.run([text])
        (host,) = hosts([made])
        yield f"{programs_page.code(text)} → {'refused' if host is None else programs_page.code(host)}"


NAME = "faß.example"


def sni(name: str) -> str:
    """The name that the module ssl puts into the first message of TLS."""
    incoming, outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
    client = ssl.create_default_context().wrap_bio(incoming, outgoing, server_hostname=name)
    try:
        client.do_handshake()
    except ssl.SSLWantReadError:
        hello = outgoing.read()
    end = hello.index(b".example") + len(b".example")
    # The name stands behind its length of two octets.
    start = next(start for start in range(end, 0, -1) if hello[start - 2 : start] == (end - start).to_bytes(2, "big"))
    return hello[start:end].decode("ascii")


class _Kept:
    """A socket that keeps what is sent."""

    def __init__(self) -> None:
        self.sent = b""

    def sendall(self, octets: bytes) -> None:
        self.sent += octets


def host_header(name: str) -> str:
    """The Host of a request of http.client."""
    connection, kept = HTTPConnection(name), _Kept()
    connection.sock = kept
    connection.request("GET", "/")
    return next(line for line in kept.sent.decode("latin-1").split("\r\n") if line.startswith("Host: "))[6:]


def resolved(name: str) -> str:
    """The name that `socket` hands to the resolver of the system: that of the codec, which is asked alone."""
    return name.encode("idna").decode("ascii")


def header(address: str) -> str:
    """The field To of a message."""
    message = EmailMessage()
    message["To"] = address
    return message.as_bytes().decode("ascii").partition("\n")[0].removeprefix("To: ")


def recipient(address: str) -> str:
    """The RCPT of smtplib to a server without SMTPUTF8, or the exception."""
    heard: list[str] = []
    with socket.create_server(("127.0.0.1", 0)) as listener:
        thread = threading.Thread(target=_serve, args=(listener, heard), daemon=True)
        thread.start()
        host, port = listener.getsockname()
        with smtplib.SMTP(host, port, timeout=10) as client:
            try:
                client.mail("a@example.com")
                client.rcpt(address)
            except UnicodeError as error:
                return type(error).__name__
        thread.join(10)
    return next(line for line in heard if line.upper().startswith("RCPT"))


def _serve(listener: socket.socket, heard: list[str]) -> None:
    """Take one connection, say yes to every line, and keep it."""
    connection, _ = listener.accept()
    with connection, connection.makefile("rb") as lines:
        connection.sendall(b"220 ready\r\n")
        for line in lines:
            heard.append(line.decode("latin-1").strip())
            is_end = heard[-1].upper() == "QUIT"
            connection.sendall(b"221 bye\r\n" if is_end else b"250 done\r\n")
            if is_end:
                return


def judged(name: str) -> str:
    """The verdict of jsonschema."""
    checker = import_module("jsonschema").Draft202012Validator.FORMAT_CHECKER
    is_valid = checker.conforms(name, "idn-hostname")
    return "valid" if is_valid else "not valid"


class Place(NamedTuple):
    """A place where a name is written or judged, and what to give it."""

    task: str
    what: str
    given: str
    run: Callable[[str], str]
    instead: str


PLACES = (
    Place("TLS", "`ssl`, `server_hostname` (SNI)", NAME, sni, "`acelabel.to_ascii`"),
    Place("HTTP", "`http.client`, the field `Host`", NAME, host_header, "`acelabel.to_ascii`"),
    Place("DNS", "the codec `idna`, which `socket` calls", NAME, resolved, "`acelabel.to_ascii`"),
    Place("mail", "`email.message`, the field `To`", "u@bücher.example", header, "`acelabel.email.to_ascii`"),
    Place("mail", "`smtplib`, `RCPT`", "u@bücher.example", recipient, "`acelabel.email.to_ascii`"),
)


def places() -> list[Place]:
    """Those of Python, and the validator if it is installed."""
    if (of := version("jsonschema")) is None:
        return [*PLACES]
    what = f"jsonschema {of} with idna, `idn-hostname`"
    return [*PLACES, Place("validation", what, "Bücher.example", judged, "`acelabel.to_ascii`")]


def converted(place: Place) -> str:
    """The text to give instead."""
    from acelabel import email

    return email.to_ascii(place.given) if "@" in place.given else acelabel.to_ascii(place.given)


def of_places() -> list[str]:
    """The text that each place writes for a name as it is, and for one that acelabel has converted."""
    rows: list[tuple[object, ...]] = [("task", "place", "given", "written", "give it", "then")]
    for place in [*places(), *map(place_of, tools_beside.installed())]:
        told = [programs_page.code(text) for text in (place.given, place.run(place.given))]
        rows.append((place.task, place.what, *told, place.instead, programs_page.code(place.run(converted(place)))))
    return programs_page.table(*rows)


def place_of(tool: tools_beside.Tool) -> Place:
    what = f"{tool.what} ({tools_beside.version(tool)})"
    instead = "`acelabel.email.to_ascii`" if "@" in tool.given else "`acelabel.to_ascii`"
    return Place(tool.task, what, tool.given, partial(tool.run, tool), instead)


def main() -> int:
    """Write the tables."""
    programs_page.fill({"engines": of_engines(), "beside": of_places()})
    return 0


if __name__ == "__main__":
    sys.exit(main())
