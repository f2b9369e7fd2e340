"""Escapes of labels: RFC 1035 section 5.1, RFC 4343 section 2.1, and the octal ones of Route 53."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import acelabel
from acelabel import AceError, labels


@pytest.mark.parametrize(
    ("label", "escaped"),
    [
        ("a-b_c", "a-b_c"),
        ("", ""),
        ('."();@$\\', '\\.\\"\\(\\)\\;\\@\\$\\\\'),
        (" \t\0\x7f", "\\032\\009\\000\\127"),
        ("bücher", "b\\195\\188cher"),
        (b"\xff.", b"\\255\\."),
    ],
)
def test_escapes(label: Any, escaped: Any) -> None:
    assert labels.escape(label) == escaped
    assert labels.unescape(escaped) == label


def test_route_53_writes_octal_digits() -> None:
    name = labels.unescape(r"\052.b\303\274cher.example", base=8)
    assert acelabel.to_ascii(name, profile=acelabel.DNS) == "*.xn--bcher-kva.example"
    assert labels.unescape(rb"\052\377", base=8) == b"*\xff"
    assert labels.unescape(r"\052") == "4"
    # Its documents write ä of Latin-1 so, and name no other escape than that of three digits.
    assert labels.escape(b"ex\xe4mple", base=8) == rb"ex\344mple"
    assert labels.escape('*a-b_c ."();@$\\\x7f\0', base=8) == r"*a-b_c\040\056\042\050\051\073\100\044\134\177\000"
    assert labels.escape("bücher", base=8) == r"b\303\274cher"


@pytest.mark.parametrize(
    ("text", "base", "code", "offset"),
    [
        ("ü\\", 10, "invalid_escape", 1),
        ("ü\\25", 10, "invalid_escape", 1),
        ("\\2a5", 10, "invalid_escape", 0),
        ("\\256", 10, "invalid_escape", 0),
        ("\\2\u0665\u0665", 10, "invalid_escape", 0),
        ("\\400", 8, "invalid_escape", 0),
        ("a\\089", 8, "invalid_escape", 1),
        ("ü\\195x", 10, "invalid_utf8", 1),
        ("ü\\237\\160\\128", 10, "invalid_utf8", 1),
        ("ü\ud800", 10, "surrogate", 1),
        ("ü\\.b.c", 10, "label_separator", 1),
        ("b.c\\046", 10, "label_separator", 3),
        ("b。\\227\\128\\130", 10, "label_separator", 2),
    ],
)
def test_refusals(text: str, base: Any, code: str, offset: int) -> None:
    with pytest.raises(AceError) as caught:
        labels.unescape(text, base=base)
    assert (caught.value.code, caught.value.offset, caught.value.text) == (code, offset, text)


def test_refusals_of_octets() -> None:
    for octets, code, offset in [(b"\xfc\\", "invalid_escape", 1), (b"\xfc\\..", "label_separator", 1)]:
        with pytest.raises(AceError) as caught:
            labels.unescape(octets)
        assert (caught.value.code, caught.value.offset, caught.value.text) == (code, offset, octets.decode("latin-1"))
    with pytest.raises(AceError, match="surrogate at offset 1"):
        labels.escape("a\udcff")
    with pytest.raises(ValueError, match="argument 'base' must be 10"):
        labels.unescape("", base=16)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="argument 'base' must be 10"):
        labels.escape("", base=16)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="argument 'base' must be 10"):
        labels.unescape("", base=2**70)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="argument 'base' must be int, not str"):
        labels.unescape("", base="8")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="argument 'label' must be str or bytes, not None"):
        labels.escape(None)  # type: ignore[type-var]


@given(st.text() | st.binary(), st.sampled_from([8, 10]))
def test_unescape_undoes_escape(label: Any, base: Any) -> None:
    escaped = labels.escape(label, base=base)
    assert escaped.isascii()
    assert labels.unescape(escaped, base=base) == label


@pytest.mark.parametrize("base", [8, 10])
def test_every_octet_comes_back(base: Any) -> None:
    for octet in range(256):
        label = bytes([octet, 0x30])
        assert labels.unescape(labels.escape(label, base=base), base=base) == label
