"""Reads names as lines of JSON and writes for each the host to which a program of Python goes: `from_python.py CLIENT`.

It imports nothing but the program, so that any interpreter with it can run this. A row is `["host", text]`, or
`["refused", reason]`. Programs that fetch are stopped where they ask for the address of the host.
"""

import json
import socket
import sys
from collections.abc import Callable
from typing import NoReturn

Answer = Callable[[str], str]


class Asked(Exception):
    """The host whose address a program wants."""


def stopped(host: str | bytes, *others: object, **options: object) -> NoReturn:
    """In place of socket.getaddrinfo, which hands a text to the codec `idna`."""
    if isinstance(host, str):
        host = host.encode("idna")
    raise Asked(host.decode("latin-1"))


def asked_host(fetch: Callable[[str], object]) -> Answer:
    """The function that fetches, as one that returns the host."""
    socket.getaddrinfo = stopped  # type: ignore[assignment]

    def answer(name: str) -> str:
        try:
            fetch("http://" + name + "/")
        except Exception as error:
            found: BaseException | None = error
            while found is not None:
                if isinstance(found, Asked):
                    return str(found.args[0])
                reason = getattr(found, "reason", None)
                if isinstance(reason, Asked):
                    return str(reason.args[0])
                found = found.__cause__ or found.__context__
            raise
        raise ValueError("nothing was asked")

    return answer


def codec() -> Answer:
    return lambda name: name.encode("idna").decode("ascii")


def urllib() -> Answer:
    from urllib.request import ProxyHandler, build_opener

    return asked_host(build_opener(ProxyHandler({})).open)


def requests() -> Answer:
    import requests

    session = requests.Session()
    session.trust_env = False
    return asked_host(session.get)


def httpx() -> Answer:
    import httpx

    return asked_host(httpx.Client(trust_env=False).get)


def yarl() -> Answer:
    from yarl import URL

    return lambda name: URL("http://" + name + "/").raw_host or ""


def dnspython() -> Answer:
    import dns.name

    def answer(name: str) -> str:
        labels = [label.decode("latin-1") for label in dns.name.from_text(name).labels[:-1]]
        return ".".join(label.replace("\\", "\\\\").replace(".", "\\.") for label in labels)

    return answer


def idna() -> Answer:
    import idna

    return lambda name: idna.encode(name).decode("ascii")


def idna_uts46() -> Answer:
    import idna

    return lambda name: idna.encode(name, uts46=True).decode("ascii")


def ada_url() -> Answer:
    from ada_url import URL

    return lambda name: URL("http://" + name + "/").hostname


def upa_url() -> Answer:
    from upa_url import URL

    return lambda name: URL("http://" + name + "/").hostname


def pydantic() -> Answer:
    from pydantic import AnyUrl

    return lambda name: AnyUrl("http://" + name + "/").host or ""


CLIENTS = {
    client.__name__.replace("_", "-"): client
    for client in (
        codec,
        urllib,
        requests,
        httpx,
        yarl,
        dnspython,
        idna,
        idna_uts46,
        ada_url,
        upa_url,
        pydantic,
    )
}


def main() -> None:
    answer = CLIENTS[sys.argv[1]]()
    for line in sys.stdin:
        try:
            row = ["host", answer(json.loads(line))]
        except Exception as error:
            row = ["refused", f"{type(error).__name__}: {str(error)[:80]}"]
        sys.stdout.write(json.dumps(row) + "\n")


if __name__ == "__main__":
    main()
