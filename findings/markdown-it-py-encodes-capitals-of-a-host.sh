#!/usr/bin/env bash
# markdown-it-py 4.3.0 (mdurl 0.1.2) puts the host of a link into Punycode as it is written. A capital letter beyond
# ASCII, such as that of a German name at the beginning of a sentence, gives an A-label that stands for a capital letter,
# which no standard allows: can_ada 3.0.0, which parses as browsers do, refuses the URL, and takes the one as written.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet markdown-it-py==4.3.0 mdurl==0.1.2 can_ada==3.0.0
seen=$("$folder/venv/bin/python" - <<'END'
import re

import can_ada
import markdown_it


def host(url):
    try:
        return can_ada.parse(url).hostname
    except ValueError:
        return "refused"


for name in ("über.example", "Über.example"):
    rendered = markdown_it.MarkdownIt("commonmark").render(f"<http://{name}/>")
    (link,) = re.findall('href="(.*?)"', rendered)
    print(host(f"http://{name}/"), link, host(link))
END
)
printf '%s\n' "$seen"
expected="xn--ber-goa.example http://xn--ber-goa.example/ xn--ber-goa.example
xn--ber-goa.example http://xn--ber-ska.example/ refused"
[ "$seen" = "$expected" ]
