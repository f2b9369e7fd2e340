#!/usr/bin/env bash
# DuckDB 2.0.0: `nfc_normalize` loses U+11A7, HANGUL JUNGSEONG O-YAE, behind a syllable without a final consonant, and
# says nothing. The vowel stands before the first final consonant in the code charts, where the composition of the
# Unicode Standard, section 3.12, excludes it. CPython and pyarrow 26.0.1 keep it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet duckdb==2.0.0 pyarrow==26.0.1
seen=$("$folder/venv/bin/python" - <<'END'
import unicodedata

import duckdb
import pyarrow as pa
import pyarrow.compute as pc

for text in ("\uac00\u11a6", "\uac00\u11a7", "\uac00\u11a8"):
    (by_duckdb,) = duckdb.execute("select nfc_normalize(?)", [text]).fetchone()
    print(*map(ascii, (unicodedata.normalize("NFC", text), pc.utf8_normalize(pa.scalar(text), "NFC").as_py(), by_duckdb)))
END
)
printf '%s\n' "$seen"
expected="'\\uac00\\u11a6' '\\uac00\\u11a6' '\\uac00\\u11a6'
'\\uac00\\u11a7' '\\uac00\\u11a7' '\\uac00'
'\\uac01' '\\uac01' '\\uac01'"
[ "$seen" = "$expected" ]
