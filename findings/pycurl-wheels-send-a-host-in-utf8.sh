#!/usr/bin/env bash
# The wheel of pycurl 7.49.0 for Linux has a libcurl without IDN: it asks a proxy, and names in the field Host, a name
# beyond ASCII as its octets in UTF-8. curl_cffi 0.17.0, whose wheel has a libcurl, too, converts the name. The proxy is a
# socket of this script.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --only-binary=:all: pycurl==7.49.0 curl_cffi==0.17.0
seen=$("$folder/venv/bin/python" - <<'END'
import socket
import threading

import curl_cffi.requests
import pycurl

url = "http://b\u00fccher.example/"
listener = socket.create_server(("127.0.0.1", 0))
proxy = f"http://127.0.0.1:{listener.getsockname()[1]}"


def answer():
    for _ in range(2):
        client, _ = listener.accept()
        with client:
            print(client.recv(4096).split(b"\r\n")[0], flush=True)
            client.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")


thread = threading.Thread(target=answer)
thread.start()
curl = pycurl.Curl()
for option, value in ((curl.URL, url.encode()), (curl.PROXY, proxy), (curl.TIMEOUT, 20)):
    curl.setopt(option, value)
curl.perform()
curl_cffi.requests.get(url, proxy=proxy, timeout=20)
thread.join()
print("libidn2" in pycurl.version)
END
)
printf '%s\n' "$seen"
expected="b'GET http://b\\xc3\\xbccher.example/ HTTP/1.1'
b'GET http://xn--bcher-kva.example/ HTTP/1.1'
False"
[ "$seen" = "$expected" ]
