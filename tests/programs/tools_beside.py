"""Programs that take a name on their command line or in a file: DNS tools, zone checkers, URL libraries, validators.

Each is started once for a name. Resolvers ask a server of this module on the loopback, which keeps the question. What
is not installed is left out.
"""

import re
import shutil
import socket
import subprocess
import tempfile
import threading
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

ZONE = """$TTL 3600
@ IN SOA ns.example. hostmaster.example. 1 7200 3600 1209600 3600
@ IN NS ns.example.
ns.example. IN A 192.0.2.2
{name}. IN A 192.0.2.1
"""
JAVA = """public class Host {
    public static void main(String[] names) throws Exception {
        System.out.println(new java.net.URI("http://" + names[0] + "/").getHost());
    }
}
"""
GO = """package main
import ("fmt"; "net/url"; "os")
func main() {
    parsed, err := url.Parse("http://" + os.Args[1] + "/")
    if err != nil { fmt.Println(err); return }
    fmt.Println(parsed.String())
}
"""


class Tool(NamedTuple):
    """A program, what is asked of it, and how; `{name}`, `{port}` and `{file}` in its words are filled in."""

    task: str
    program: str
    package: str
    what: str
    given: str
    run: Callable[["Tool", str], str]
    words: tuple[str, ...]


def asked(tool: Tool, name: str) -> str:
    """The name in the first question that a resolver sends, written as in RFC 1035 section 5.1."""
    heard: list[bytes] = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as server:
        server.bind(("127.0.0.1", 0))
        server.settimeout(0.1)
        is_over = threading.Event()
        thread = threading.Thread(target=_answer, args=(server, heard, is_over), daemon=True)
        thread.start()
        said = _run(tool, {"name": name, "port": str(server.getsockname()[1])})
        is_over.set()
        thread.join(10)
    return _presented(heard[0][12:]) if heard else f"nothing: {said}"


def _answer(server: socket.socket, heard: list[bytes], is_over: threading.Event) -> None:
    """Say to every question that there is no such name."""
    while not is_over.is_set():
        try:
            octets, sender = server.recvfrom(4096)
        except TimeoutError:
            continue
        heard.append(octets)
        end = octets.index(0, 12) + 5
        server.sendto(octets[:2] + b"\x81\x83\0\1\0\0\0\0\0\0" + octets[12:end], sender)


def _presented(octets: bytes) -> str:
    labels, place = [], 0
    while length := octets[place]:
        labels.append(octets[place + 1 : place + 1 + length])
        place += length + 1
    shown = ("".join(chr(octet) if 0x20 < octet < 0x7F else f"\\{octet:03}" for octet in label) for label in labels)
    return ".".join(shown)


def checked(tool: Tool, name: str) -> str:
    """The last line that a program says about a zone with this name."""
    with tempfile.TemporaryDirectory() as folder:
        zone = Path(folder, "example.zone")
        zone.write_text(ZONE.format(name=name), encoding="utf-8")
        said = _run(tool, {"file": str(zone)})
    return re.sub(r"\S*example\.zone", "ZONE", said)


def said(tool: Tool, name: str) -> str:
    """The last line that a program says about a name."""
    return _run(tool, {"name": name})


def of_source(tool: Tool, name: str) -> str:
    """The same of a program whose source is the last word."""
    *words, source = tool.words
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "Host.java" if tool.program == "java" else "host.go")
        path.write_text(source, encoding="utf-8")
        return _run(tool._replace(words=(*words, str(path), name)), {}, GO111MODULE="off", GOCACHE=folder)


def _run(tool: Tool, values: dict[str, str], **variables: str) -> str:
    words = [re.sub(r"\{(name|port|file)\}", lambda found: values.get(found[1], found[0]), word) for word in tool.words]
    # In other locales some of these programs convert names, or write other sentences.
    environment = {"PATH": PATH, "LC_ALL": "C.UTF-8", "HOME": tempfile.gettempdir(), **variables}
    ended = subprocess.run(
        [tool.program, *words], capture_output=True, text=True, env=environment, check=False, timeout=120
    )
    lines = [line for line in (ended.stdout + ended.stderr).splitlines() if line.strip()]
    return re.sub(r"\s+", " ", lines[-1]).strip() if lines else f"status {ended.returncode}, no output"


RUBY = "begin; puts URI.parse('http://{name}/').host; rescue => e; puts e.class; end"
PATH = "/usr/sbin:/usr/bin:/bin"
NAME, MIXED = "faß.example", "Bücher.example"
SERVER = ("@127.0.0.1", "-p", "{port}")
TOOLS = (
    Tool("DNS", "dig", "bind9-dnsutils", "dig", NAME, asked, (*SERVER, "+tries=1", "{name}")),
    Tool("DNS", "dig", "bind9-dnsutils", "dig +idnin", NAME, asked, (*SERVER, "+tries=1", "+idnin", "{name}")),
    Tool("DNS", "host", "bind9-host", "host", NAME, asked, ("-p", "{port}", "-t", "A", "{name}", "127.0.0.1")),
    Tool("DNS", "nslookup", "bind9-dnsutils", "nslookup", NAME, asked, ("-port={port}", "{name}", "127.0.0.1")),
    Tool("DNS", "drill", "ldnsutils", "drill", NAME, asked, ("-p", "{port}", "{name}", "@127.0.0.1")),
    Tool("DNS", "kdig", "knot-dnsutils", "kdig", NAME, asked, (*SERVER, "+retry=0", "{name}")),
    Tool("zone", "named-checkzone", "bind9-utils", "named-checkzone", NAME, checked, ("example", "{file}")),
    Tool("zone", "nsd-checkzone", "nsd", "nsd-checkzone", NAME, checked, ("example", "{file}")),
    Tool("zone", "ldns-read-zone", "ldnsutils", "ldns-read-zone", NAME, checked, ("{file}",)),
    Tool("URL", "ruby", "ruby3.1", "Ruby, `URI.parse(…).host`", MIXED, said, ("-ruri", "-e", RUBY)),
    Tool(
        "URL",
        "php",
        "php8.2-cli",
        "PHP, `parse_url`, host",
        MIXED,
        said,
        (
            "-r",
            "echo parse_url('http://{name}/', PHP_URL_HOST);",
        ),
    ),
    Tool("URL", "java", "openjdk-17-jre-headless", "Java, `new URI(…).getHost()`", MIXED, of_source, (JAVA,)),
    Tool("URL", "go", "golang-1.19-go", "Go, `url.Parse(…).String()`", MIXED, of_source, ("run", GO)),
    Tool(
        "validation",
        "php",
        "php8.2-cli",
        "PHP, `FILTER_VALIDATE_DOMAIN` with `FILTER_FLAG_HOSTNAME`",
        MIXED,
        said,
        (
            "-r",
            "var_dump(filter_var('{name}', FILTER_VALIDATE_DOMAIN, FILTER_FLAG_HOSTNAME));",
        ),
    ),
    Tool(
        "validation",
        "php",
        "php8.2-cli",
        "PHP, `FILTER_VALIDATE_EMAIL` with `FILTER_FLAG_EMAIL_UNICODE`",
        f"u@{MIXED}",
        said,
        ("-r", "var_dump(filter_var('{name}', FILTER_VALIDATE_EMAIL, FILTER_FLAG_EMAIL_UNICODE));"),
    ),
)


def installed() -> list[Tool]:
    return [tool for tool in TOOLS if shutil.which(tool.program, path=PATH)]


def version(tool: Tool) -> str:
    """That of the package of Debian, without what Debian adds."""
    query = ("dpkg-query", "--show", "--showformat=${Version}", tool.package)
    found = subprocess.run(query, capture_output=True, text=True, check=False, timeout=60).stdout
    return re.sub(r"^[0-9]+:|[-+~].*", "", found)
