#!/usr/bin/env bash
# dnslib 0.9.26 ends a label at an escaped dot: the mailbox of a zone's SOA record, anna.maria@example as RFC 1035 section
# 8 writes it, becomes a name of three labels, the first of which ends with a backslash. So it goes out on the wire, and
# in text it looks as before. dnspython 2.9.2 has two labels.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet dnslib==0.9.26 dnspython==2.9.2
seen=$("$folder/venv/bin/python" - <<'END'
import dns.message
import dns.zone
import dnslib

record = r"example. 60 IN SOA ns.example. anna\.maria.example. 1 7200 900 86400 60"
(row,) = dnslib.RR.fromZone(record)
zone = dns.zone.from_text(record, relativize=False, origin="example.", check_origin=False)
((_, _, value),) = zone.iterate_rdatas("SOA")
wire = dnslib.DNSRecord(rr=[row]).pack()
print(value.rname, value.rname.labels)
print(row.rdata.get_rname(), dns.message.from_wire(bytes(wire)).answer[0][0].rname.labels)
END
)
printf '%s\n' "$seen"
expected="anna\\.maria.example. (b'anna.maria', b'example', b'')
anna\\.maria.example. (b'anna\\\\', b'maria', b'example', b'')"
[ "$seen" = "$expected" ]
