#!/usr/bin/env bash
# requests 2.34.2 (urllib3 2.8.0) and httpx 0.28.1 ask for two hosts where a Greek name is in capital letters and ends a
# label that is not the last one. requests puts each label into lower case by itself, so that the last letter is a
# final sigma; httpx the whole name, in which a letter follows behind the dot. Both give the result to idna 3.20.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet requests==2.34.2 urllib3==2.8.0 httpx==0.28.1 idna==3.20
seen=$("$folder/venv/bin/python" - <<'END'
import httpx
import requests

for name in ("ΚΟΣΜΟΣ.example", "κοσμος.example"):
    url = f"http://{name}/"
    request = requests.Request("GET", url).prepare()
    print(name, request.url, httpx.URL(url).raw_host.decode())
END
)
printf '%s\n' "$seen"
expected="ΚΟΣΜΟΣ.example http://xn--vxaeibpd.example/ xn--vxaeibsc.example
κοσμος.example http://xn--vxaeibpd.example/ xn--vxaeibpd.example"
[ "$seen" = "$expected" ]
