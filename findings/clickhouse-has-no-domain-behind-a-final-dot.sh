#!/usr/bin/env bash
# ClickHouse (chdb-core 26.9.0): `domain`, `domainRFC`, `domainWithoutWWW`, `cutToFirstSignificantSubdomain` and
# `topLevelDomain` are empty for a URL whose host has the dot of the root, which RFC 3986 section 3.2.2 allows. `netloc`
# has the host. Rows with such a host fall together in one group without a name.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet chdb==4.4.0 chdb-core==26.9.0
seen=$("$folder/venv/bin/python" - <<'END'
import chdb

functions = "domain domainRFC domainWithoutWWW cutToFirstSignificantSubdomain topLevelDomain netloc".split()
for url in ("http://www.example.com/", "http://www.example.com./"):
    row = ", ".join(f"{function}('{url}')" for function in functions)
    print(str(chdb.query(f"select {row}", "CSV")).strip())
END
)
printf '%s\n' "$seen"
expected='"www.example.com","www.example.com","example.com","example.com","com","www.example.com"
"","","","","","www.example.com."'
[ "$seen" = "$expected" ]
