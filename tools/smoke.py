"""Ten calls of an installed acelabel, one of each kind: `python smoke.py` prints a line, or a traceback and fails."""

import platform

import acelabel
from acelabel import bootstring, display, email, punycode, race, text


def main() -> None:
    assert acelabel.to_ascii("Bücher.example") == "xn--bcher-kva.example"
    assert acelabel.to_unicode("xn--bcher-kva.example") == "bücher.example"
    assert acelabel.to_ascii_many(["ü.de", None, "xn--a"], errors="null") == ["xn--tda.de", None, None]
    assert acelabel.inspect("xn--a.example").errors[0].code == "disallowed_codepoint"
    assert punycode.decode(punycode.encode("почему же они")) == "почему же они"
    assert race.encode("żaba") == "bq--af6p6yp7ml7wc"
    assert bootstring.PUNYCODE.decode_code_points("bcher-kva") == [0x62, 0xFC, 0x63, 0x68, 0x65, 0x72]
    assert display.to_display("аррӏе.com") == "xn--80ak6aa92e.com"
    assert text.to_unicode("see http://xn--bcher-kva.example/") == "see http://bücher.example/"
    assert email.to_ascii("почта@пример.рф") == "почта@xn--e1afmkfd.xn--p1ai"
    print(f"acelabel {acelabel.__version__}: ten calls on {platform.machine()}, Python {platform.python_version()}")


if __name__ == "__main__":
    main()
