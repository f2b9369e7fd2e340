#!/usr/bin/env bash
# yarl 1.25.1, which aiohttp asks, refuses every host with a joiner: the Sinhala word for Sri and Persian compounds are
# written with one, and RFC 5892 appendix A allows it there. idna 3.20, which yarl calls, encodes them. The same host in
# ASCII is taken, and shown with the joiner.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet yarl==1.25.1 idna==3.20
seen=$("$folder/venv/bin/python" - <<'END'
import idna
import yarl

for name in ("\u0dc1\u0dca\u200d\u0dbb\u0dd3.example", "\u0646\u0627\u0645\u0647\u200c\u0627\u06cc.example"):
    encoded = idna.encode(name).decode()
    try:
        print(yarl.URL(f"http://{name}/").raw_host)
    except ValueError as error:
        print(encoded, str(error).rsplit("(", 1)[1].rstrip(")"))
    print(encoded, yarl.URL(f"http://{encoded}/").host == name)
END
)
printf '%s\n' "$seen"
expected="xn--10cl1a0b660p.example at position 2
xn--10cl1a0b660p.example True
xn--mgba3gch31f060k.example at position 4
xn--mgba3gch31f060k.example True"
[ "$seen" = "$expected" ]
