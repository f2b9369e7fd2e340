"""Reads names as lines of JSON and writes the host that a program asks a proxy for: `on_the_wire.py curl` or `wget`.

The proxy is this program, on the loopback interface. Each URL ends with the number of its name, so that an answer is
told from those before it.
"""

import ctypes
import json
import locale
import os
import re
import socketserver
import subprocess
import sys
import threading
from collections.abc import Iterator
from ctypes import c_char_p, c_void_p
from urllib.parse import unquote

Row = list[str]
CURLOPT_URL, CURLOPT_PROXY, CURLOPT_NOBODY = 10002, 10004, 44
seen: dict[int, str] = {}


class Proxy(socketserver.StreamRequestHandler):
    """Notes the host of each request, and answers with nothing."""

    def handle(self) -> None:
        while line := self.rfile.readline():
            while self.rfile.readline() not in (b"\r\n", b"\n", b""):
                pass
            found = re.match(rb"[A-Z]+ http://(.*)/([0-9]+) HTTP", line)
            if found:
                seen.setdefault(int(found[2]), found[1].decode(errors="replace"))
            self.wfile.write(b"HTTP/1.1 204 None\r\nContent-Length: 0\r\n\r\n")


class Server(socketserver.ThreadingMixIn, socketserver.TCPServer):
    daemon_threads = True


def curl(names: list[str], proxy: str) -> Iterator[Row]:
    """libcurl with one handle."""
    library = ctypes.CDLL("libcurl.so.4")
    library.curl_easy_init.restype = c_void_p
    library.curl_easy_strerror.restype = c_char_p
    locale.setlocale(locale.LC_ALL, "C.UTF-8")
    handle = c_void_p(library.curl_easy_init())
    library.curl_easy_setopt(handle, CURLOPT_PROXY, proxy.encode())
    library.curl_easy_setopt(handle, CURLOPT_NOBODY, ctypes.c_long(1))
    for number, name in enumerate(names):
        library.curl_easy_setopt(handle, CURLOPT_URL, f"http://{name}/{number}".encode())
        status = library.curl_easy_perform(handle)
        reason = library.curl_easy_strerror(status).decode()
        yield ["host", seen[number]] if number in seen else ["refused", reason]


def wget(names: list[str], proxy: str) -> Iterator[Row]:
    """One process with a file of all URLs."""
    lines = [f"http://{name}/{number}" for number, name in enumerate(names)]
    options = ("--quiet", "--no-config", "--tries=1", "--output-document=/dev/null", "--iri")
    settings = ("-e", "use_proxy=yes", "-e", f"http_proxy={proxy}", "-e", "robots=off")
    encodings = ("--local-encoding=UTF-8", "--remote-encoding=UTF-8")
    command = ("wget", *options, *settings, *encodings, "--input-file=-")
    environment = os.environ | {"LC_ALL": "C.UTF-8"}
    subprocess.run(command, env=environment, check=False, input="\n".join(lines).encode(), timeout=7200)
    for number in range(len(names)):
        # To a proxy it writes some characters as percent signs and digits, and an address in brackets.
        host = re.sub(r"^\[(.*)\]$", r"\1", unquote(seen.get(number, "")))
        yield ["host", host] if number in seen else ["refused", "not fetched"]


def main() -> None:
    names = [json.loads(line) for line in sys.stdin]
    with Server(("127.0.0.1", 0), Proxy) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        proxy = f"http://127.0.0.1:{server.server_address[1]}/"
        for row in {"curl": curl, "wget": wget}[sys.argv[1]](names, proxy):
            print(json.dumps(row))
        server.shutdown()


if __name__ == "__main__":
    main()
