#!/usr/bin/env bash
# ada-url 4.0.0 does not put a host into NFC where a precomposed letter is followed by a mark of a lower combining class,
# as Vietnamese is written in the encoding Windows-1258: U+00EA U+0323 for U+1EC7. The host is another one than of the
# same word in NFC, and than in can_ada 3.0.0, which has an older release of the same library. UTS #46 section 4 step 2
# normalizes to NFC.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet ada-url==4.0.0 can_ada==3.0.0
seen=$("$folder/venv/bin/python" - <<'END'
import unicodedata

import ada_url
import can_ada

word = "vi\u00ea\u0323t"
assert word.encode("cp1258") and unicodedata.normalize("NFC", word) == "vi\u1ec7t"
for text in (word, "vi\u1ec7t"):
    url = f"http://{text}.example/"
    print(ascii(text), ada_url.URL(url).hostname, can_ada.parse(url).hostname)
END
)
printf '%s\n' "$seen"
expected="'vi\\xea\\u0323t' xn--vit-gma95z.example xn--vit-5kz.example
'vi\\u1ec7t' xn--vit-5kz.example xn--vit-5kz.example"
[ "$seen" = "$expected" ]
