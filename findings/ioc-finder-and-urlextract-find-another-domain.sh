#!/usr/bin/env bash
# ioc-finder 9.4.1 and urlextract 1.10.0 begin a domain behind the last letter beyond ASCII: in a URL of "bücher.de"
# they find "cher.de", a domain that is not in the text and belongs to somebody else. Where no ASCII letter stands
# before the dot they find nothing. The same URL with the A-label is found as it is.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet ioc-finder==9.4.1 urlextract==1.10.0
seen=$("$folder/venv/bin/python" - <<'END'
import ioc_finder
import urlextract

for host in ("bücher.de", "xn--bcher-kva.de"):
    text = f"see http://{host}/x"
    print(host, sorted(ioc_finder.find_iocs(text)["domains"]), urlextract.URLExtract().find_urls(text))
END
)
printf '%s\n' "$seen"
expected="bücher.de ['cher.de'] ['cher.de/x']
xn--bcher-kva.de ['xn--bcher-kva.de'] ['http://xn--bcher-kva.de/x']"
[ "$seen" = "$expected" ]
