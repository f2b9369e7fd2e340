#!/usr/bin/env bash
# dnspython 2.9.2: `dns.name.from_text("straße.example")` is another name where the package idna happens to be installed.
# Without it the function follows IDNA2003, with it IDNA2008, and nothing is said.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
seen=""
for packages in "dnspython==2.9.2" "dnspython==2.9.2 idna==3.20"; do
    # shellcheck disable=SC2086
    "$folder/venv/bin/pip" install --quiet $packages
    seen+="$("$folder/venv/bin/python" -c 'import dns.name; print(dns.name.from_text("straße.example"))')"$'\n'
done
printf '%s' "$seen"
expected="strasse.example.
xn--strae-oqa.example.
"
[ "$seen" = "$expected" ]
