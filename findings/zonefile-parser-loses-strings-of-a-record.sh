#!/usr/bin/env bash
# zonefile-parser 0.1.20 keeps the first string of a TXT record that stands on one line, and of one over two lines in
# parentheses all. Keys of DKIM, longer than the 255 octets of a string, are written in either form. Nothing is said.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet zonefile-parser==0.1.20
seen=$("$folder/venv/bin/python" - <<'END'
import zonefile_parser

for strings in ('"v=DKIM1; p=AAAA" "BBBB"', '( "v=DKIM1; p=AAAA"\n "BBBB" )'):
    for record in zonefile_parser.parse(f"$ORIGIN example.\n$TTL 60\nk._domainkey IN TXT {strings}\n"):
        print(record.rtype, record.rdata["value"])
END
)
printf '%s\n' "$seen"
expected="TXT v=DKIM1; p=AAAA
TXT v=DKIM1; p=AAAABBBB"
[ "$seen" = "$expected" ]
