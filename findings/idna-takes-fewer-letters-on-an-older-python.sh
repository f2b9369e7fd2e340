#!/usr/bin/env bash
# idna 3.20 refuses every name with a character that the interpreter does not know, though its own tables have it as
# PVALID and the name has no right-to-left letter: the Bidi test asks `unicodedata` for the direction of each character.
# U+1DF25 came with Unicode 15.0, so that CPython 3.11 (Unicode 14.0) refuses what 3.12 takes. Wants both interpreters.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
seen=""
for version in 3.11 3.12; do
    "python$version" -m venv "$folder/$version"
    "$folder/$version/bin/pip" install --quiet idna==3.20
    seen+=$("$folder/$version/bin/python" -c '
import idna, unicodedata
try:
    print(unicodedata.unidata_version, idna.encode("a\U0001df25"))
except idna.IDNAError as error:
    print(unicodedata.unidata_version, type(error).__name__)
')$'\n'
done
printf '%s' "$seen"
expected="14.0.0 IDNABidiError
15.0.0 b'xn--a-6b4r'
"
[ "$seen" = "$expected" ]
