#!/usr/bin/env bash
# dnslib 0.9.26: `\DDD` of a TXT record in a zone is read in octal, as Python does, and of a name in decimal, as RFC 1035
# section 5.1 says. "\101" becomes "A" for "e", and the octets of a letter in UTF-8, which are above 177, are an error in
# one place and two letters in the other. dnspython 2.9.2 reads decimal in both.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet dnslib==0.9.26 dnspython==2.9.2
seen=$("$folder/venv/bin/python" - <<'END'
import dns.zone
import dnslib

for text in (r"caf\101", r"caf\195\169"):
    record = rf'{text}.example. 60 IN TXT "{text}"'
    zone = dns.zone.from_text(record, origin="example.", relativize=False, check_origin=False)
    ((name, _, value),) = zone.iterate_rdatas()
    print("dnspython", name.labels[0], value.strings[0])
    try:
        (row,) = dnslib.RR.fromZone(record)
        print("dnslib", row.rname.label[0], row.rdata.data[0])
    except ValueError:
        (row,) = dnslib.RR.fromZone(rf"{text}.example. 60 IN A 192.0.2.1")
        print("dnslib", row.rname.label[0], "ValueError")
END
)
printf '%s\n' "$seen"
expected="dnspython b'cafe' b'cafe'
dnslib b'cafe' b'cafA'
dnspython b'caf\\xc3\\xa9' b'caf\\xc3\\xa9'
dnslib b'xn--caf-1ea30a' ValueError"
[ "$seen" = "$expected" ]
