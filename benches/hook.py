"""The cost and the gain of acelabel-idna, in an environment with it and the packages of requirements/clients.txt.

`python benches/hook.py` prints the time that the hook takes when an interpreter starts, and for seven packages that
call idna the time to read a URL, an address or a name with an internationalised host: with ACELABEL_IDNA=0, and without
that variable. All times are of the processor, and of many processes the fastest tells: whatever else the machine does
makes a turn longer, never shorter. The exit status is 1 if the start takes longer than its bound.
"""

import argparse
import os
import random
import subprocess
import sys
import sysconfig
import time
from collections.abc import Callable
from functools import partial
from importlib import import_module

from corpora import NAME_SEED, generated, is_accepted

STARTS, MOST_MILLISECONDS = 200, 0.3
# More hosts than the caches of yarl have places.
HOSTS, PASSES, TURNS = 2_000, 3, 5
TIMES_FASTER = 3.0
START = """\
import site, sys, time
start = time.process_time_ns()
site.addpackage(sys.argv[1], "acelabel_idna.pth", set())
print((time.process_time_ns() - start) / 1e6, sys.meta_path[0].__name__)
"""


# By client: the modules to import, and what reads a host with them.
CLIENTS: dict[str, tuple[tuple[str, ...], Callable[..., object]]] = {
    "requests": (
        ("requests.models",),
        lambda module, host: module.PreparedRequest().prepare_url(f"https://{host}/", None),
    ),
    "httpx": (("httpx",), lambda httpx, host: httpx.URL(f"https://{host}/")),
    "yarl": (("yarl",), lambda yarl, host: yarl.URL(f"https://{host}/")),
    "dnspython": (("dns.name",), lambda name, host: name.from_text(host, idna_codec=name.IDNA_2008_UTS_46)),
    "email-validator": (
        ("email_validator",),
        lambda module, host: module.validate_email(f"post@{host}", check_deliverability=False),
    ),
    "url-normalize": (("url_normalize",), lambda module, host: module.url_normalize(f"https://{host}/")),
    "twisted": (
        ("twisted.internet.reactor", "twisted.internet.endpoints"),
        lambda reactor, endpoints, host: endpoints.HostnameEndpoint(reactor, host, 443),
    ),
}


def hosts() -> list[str]:
    """Hosts with an internationalised label of each script, under a top-level domain of ASCII."""
    rng = random.Random(NAME_SEED)
    labels = [label for labels in generated().values() for label in rng.sample(labels, 400) if is_accepted(label)]
    return [f"www.{label}.com" for label in rng.sample(labels, HOSTS)]


def measure(client: str) -> None:
    """Print the module that `import idna` gives, and the least microseconds of a call, for the hosts of stdin."""
    import idna

    modules, call = CLIENTS[client]
    read, texts, least = partial(call, *map(import_module, modules)), sys.stdin.read().split(), float("inf")
    for _ in range(PASSES):
        start = time.process_time_ns()
        for host in texts:
            read(host)
        least = min(least, time.process_time_ns() - start)
    print(idna.__name__, least / 1e3 / len(texts))


def output(*arguments: str, told: str = "", **variables: str) -> list[str]:
    """Run this Python with the hook switched on, unless a variable switches it off; the words it prints."""
    environment = {name: value for name, value in os.environ.items() if name != "ACELABEL_IDNA"}
    environment |= {"PYTHONUTF8": "1"} | variables
    command = [sys.executable, *arguments]
    return subprocess.run(
        command, env=environment, check=True, input=told, stdout=subprocess.PIPE, encoding="utf-8"
    ).stdout.split()


def microseconds(client: str, told: str, module: str, **variables: str) -> float:
    given, least = output(__file__, "--client", client, told=told, **variables)
    assert given == module, given
    return float(least)


def start_milliseconds() -> float:
    """The least time of the line of the hook, in an interpreter that has run no such line."""
    answers = [output("-S", "-c", START, sysconfig.get_path("purelib")) for _ in range(STARTS)]
    assert {finder for _, finder in answers} == {"acelabel_idna"}
    return min(float(least) for least, _ in answers)


def row(client: str, told: str) -> str:
    package = hook = float("inf")
    for _ in range(TURNS):
        package = min(package, microseconds(client, told, "idna", ACELABEL_IDNA="0"))
        hook = min(hook, microseconds(client, told, "acelabel.compat.idna"))
    met = "met" if package / hook >= TIMES_FASTER else "not met"
    return f"| {client} | {package:.1f} | {hook:.1f} | {package / hook:.1f} | {met} |"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--client", choices=CLIENTS, help=argparse.SUPPRESS)
    client = parser.parse_args().client
    if client:
        measure(client)
        return 0
    start = start_milliseconds()
    print(f"start of an interpreter: {start:.2f} ms more, at most {MOST_MILLISECONDS}\n")
    print("| client, µs a host | idna | acelabel | times faster | at least 3 |\n| --- | ---: | ---: | ---: | --- |")
    told = "\n".join(hosts())
    for client in CLIENTS:
        print(row(client, told), flush=True)
    return 0 if start <= MOST_MILLISECONDS else 1


if __name__ == "__main__":
    sys.exit(main())
