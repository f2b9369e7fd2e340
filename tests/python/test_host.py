"""Hosts: the rows of web-platform-tests, the steps of the standard as a judge, ada-url beside it, and laws.

`ACELABEL_URLS` says how many URLs are generated; `nox -s laws -- peers` takes a million. `HYPOTHESIS_SEED` draws
others.
"""

import importlib
import ipaddress
import json
import os
import random
import sys
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from known_answers import FOLDER
from url_hosts import Failure, any_host, any_url, host_of

import acelabel
from acelabel import AceError, host

URLS = int(os.environ.get("ACELABEL_URLS", "20000"))
SEED = os.environ.get("HYPOTHESIS_SEED", "0")
ROWS = json.loads((FOLDER / "wpt" / "urltestdata.json").read_text("utf-8"))


def found(url: str, base: str | None = None) -> tuple[str, int | None] | None:
    try:
        of = host.of_url(url, base_scheme=base)
    except AceError as error:
        assert error.text == url
        assert error.offset is not None
        assert 0 <= error.offset <= len(url)
        return None
    return of.ascii, of.port


def judged(url: str, base: str | None = None) -> tuple[str, int | None] | None:
    try:
        return host_of(url, base)
    except Failure:
        return None


def test_the_rows_of_web_platform_tests() -> None:
    assert len(ROWS) == 304
    for row in ROWS:
        expected = None if row.get("failure") else (row["hostname"], int(row["port"]) if row["port"] else None)
        assert (row["input"], found(row["input"]), judged(row["input"])) == (row["input"], expected, expected)


def test_answers_are_those_of_the_steps() -> None:
    rng, accepted = random.Random(SEED), 0
    for _ in range(URLS):
        url, base = any_url(rng), rng.choice([None, None, "https", "http"])
        url = url.partition(":")[2] if rng.random() < 0.1 else url
        answer = found(url, base)
        assert (url, base, answer) == (url, base, judged(url, base))
        accepted += answer is not None
    assert accepted > URLS // 8


def test_ada_url_finds_the_same_hosts() -> None:
    if sys.platform != "linux" or sys.version_info >= (3, 15):
        pytest.skip("there is no wheel of ada-url")
    try:
        ada = importlib.import_module("ada_url")
    except ImportError:
        pytest.skip("ada-url is not installed: pip install ada-url")
    rng, reasons = random.Random(SEED), Counter[str]()
    for _ in range(URLS):
        url = any_url(rng)
        answer = found(url)
        try:
            peer = ada.URL(url)
            other = (peer.hostname, int(peer.port) if peer.port else None)
        except (ValueError, UnicodeError):
            other = None
        if answer != other:
            reason = next((reason for reason, explains in ADA.items() if explains(url)), None)
            assert reason, (url, answer, other)
            reasons[reason] += 1
    assert reasons.keys() == ADA.keys()


def code_of(url: str) -> str:
    try:
        host.of_url(url)
    except AceError as error:
        return error.code
    return ""


# The differences of ada-url 4.0.0, each with its reason.
ADA: dict[str, Callable[[str], bool]] = {
    "a URL whose scheme is not one of the five has a host for it, or none": lambda url: (
        code_of(url) == "no_special_scheme"
    ),
    "the package cannot encode a lone surrogate, wherever it stands": lambda url: "\ud800" in url,
    # RFC 5893 section 2: a number, or a hyphen at the end, beside a right-to-left label.
    "the Bidi Rule is asked of right-to-left labels alone": lambda url: code_of(url) in ("bidi_rule_1", "bidi_rule_6"),
}


def test_a_host_is_parsed_to_itself_and_takes_its_own_place() -> None:
    rng, count = random.Random(SEED), 0
    for _ in range(URLS // 4):
        text, is_opaque = any_host(rng), rng.random() < 0.3
        try:
            once = host.parse(text, opaque=is_opaque)
        except AceError:
            continue
        assert host.parse(once.ascii, opaque=is_opaque) == once
        assert once.is_global is (not once.reasons if once.address or once.reasons else None)
        if once.kind == "domain":
            assert once.unicode == acelabel.to_unicode(once.ascii, profile=acelabel.WHATWG)
            assert host.parse(once.unicode) == once
        if once.address:
            assert once.ascii.strip("[]") == str(once.address) or once.address.version == 6
            assert ipaddress.ip_address(once.ascii.strip("[]")) == once.address
        count += 1
    assert count > URLS // 16
    for _ in range(URLS // 4):
        url = any_url(rng)
        try:
            of = host.of_url(url)
        except AceError:
            continue
        assert of.span is not None
        start, end = of.span
        assert host.parse(url[start:end].translate({9: None, 10: None, 13: None})).ascii == of.ascii
        for new in (of.ascii, "xn--bcher-kva.example", "[::1]"):
            again = host.of_url(url[:start] + new + url[end:])
            assert (again.ascii, again.port, again.span) == (new, of.port, (start, start + len(new)))


@pytest.mark.parametrize(
    ("text", "kind", "ascii_form", "unicode", "address"),
    [
        ("１２７.０.０.１", "ipv4", "127.0.0.1", "127.0.0.1", "127.0.0.1"),
        ("0x7f.1", "ipv4", "127.0.0.1", "127.0.0.1", "127.0.0.1"),
        ("b%C3%BCcher.example", "domain", "xn--bcher-kva.example", "bücher.example", None),
        ("xn--8i7caa.xn--bcher-kva", "domain", "xn--8i7caa.xn--bcher-kva", "xn--8i7caa.xn--bcher-kva", None),
        ("[0:0::1]", "ipv6", "[::1]", "[::1]", "::1"),
    ],
)
def test_a_host_tells_what_it_is(text: str, kind: str, ascii_form: str, unicode: str, address: str | None) -> None:
    parsed = host.parse(text)
    expected = None if address is None else ipaddress.ip_address(address)
    assert (parsed.kind, parsed.ascii, parsed.unicode, parsed.address) == (kind, ascii_form, unicode, expected)
    assert (parsed.port, parsed.span, host.parse(parsed.unicode)) == (None, None, parsed)
    match parsed:
        case host.Host(found_kind, found_ascii):
            assert (found_kind, found_ascii) == (kind, ascii_form)


def test_only_an_opaque_host_may_be_empty_or_a_text() -> None:
    kinds = [host.parse(text, opaque=True).kind for text in ("", "1.1", "ü%", "[::]")]
    assert kinds == ["empty", "opaque", "opaque", "ipv6"]
    assert host.parse("ü%\x01", opaque=True).ascii == "%C3%BC%%01"
    with pytest.raises(AceError) as caught:
        host.parse("ü\ud800", opaque=True)
    assert (caught.value.code, caught.value.offset) == ("surrogate", 1)


def test_hosts_are_equal_if_all_is_equal() -> None:
    alone, at_port = host.parse("a.example"), host.of_url("https://a.example:8080/")
    assert alone == host.parse("A.example") != at_port
    assert at_port != host.of_url("https://a.example:8081/")
    assert at_port != host.of_url(" https://a.example:8080/")
    assert alone != "a.example"
    assert repr(at_port) == "<Host: domain a.example:8080>"
    assert host.parse("a", opaque=True) != host.parse("a")


def test_wrong_arguments_are_named() -> None:
    anything: Any = host
    calls: list[tuple[Callable[[], object], str]] = [
        (lambda: anything.parse(b"a"), "argument 'text' must be str, not bytes: decode it first"),
        (lambda: anything.parse("a", opaque=1), "argument 'opaque' must be bool, not int"),
        (lambda: anything.of_url("//a", base_scheme=1), "argument 'base_scheme' must be str, not int"),
    ]
    for call, message in calls:
        with pytest.raises(TypeError, match=message):
            call()
    with pytest.raises(ValueError, match="'base_scheme' must be 'http', 'https', 'ws', 'wss' or 'ftp', not 'file'"):
        host.of_url("//a", base_scheme="file")
    assert host.of_url("//a", base_scheme="HTTPS").ascii == "a"


GLOBAL = {
    "8.8.8.8": "",
    "192.0.0.9": "",
    "127.9.9.9": "loopback",
    "10.1.2.3": "private",
    "100.64.0.1": "shared",
    "169.254.169.254": "link_local",
    "0.0.0.0": "unspecified",
    "224.0.0.1": "multicast",
    "255.255.255.255": "broadcast",
    "[2001:4860:4860::8888]": "",
    "[::1]": "loopback",
    "[::]": "unspecified",
    "[fd00::1]": "private",
    "[fe80::1]": "link_local",
    "[ff02::1]": "multicast",
    "[::7f00:1]": "reserved",
    "[::ffff:8.8.8.8]": "",
    "[::ffff:127.0.0.1]": "ipv4_mapped:loopback",
    "[64:ff9b::8.8.8.8]": "",
    "[64:ff9b::169.254.169.254]": "nat64:link_local",
    "[64:ff9b:1::8.8.8.8]": "private",
    "[2002:808:808::1]": "",
    "[2002:7f00:1::]": "6to4:loopback",
    "[2001:0:808:808::f7f7:f7f7]": "",
    "[2001:0:a00:1::80ff:fffe]": "teredo:private teredo:loopback",
    # ISATAP: the prefix counts, too, and the identifier is that of RFC 5214 with the bit for "universal" or without.
    "[2600::5efe:127.0.0.1]": "isatap:loopback",
    "[2600::200:5efe:10.0.0.1]": "isatap:private",
    "[2600::5efe:169.254.169.254]": "isatap:link_local",
    "[2600::5efe:8.8.8.8]": "",
    "[fe80::5efe:8.8.8.8]": "link_local",
    "[fe80::200:5efe:10.0.0.1]": "link_local isatap:private",
    "[2002:7f00:1::5efe:10.0.0.1]": "6to4:loopback isatap:private",
    "[2600::1200:5efe:10.0.0.1]": "",
    "[2600::5eff:10.0.0.1]": "",
    "[2001:0:808:808:0:5efe:f7f7:f7f7]": "",
    # Words of other registries: deprecated, and space that is not allocated.
    "192.88.99.1": "reserved",
    "[4000::1]": "reserved",
}


@pytest.mark.parametrize("text", GLOBAL)
def test_an_address_is_global_or_there_are_reasons(text: str) -> None:
    parsed = host.parse(text)
    assert (" ".join(parsed.reasons), parsed.is_global) == (GLOBAL[text], not GLOBAL[text])


def test_what_python_calls_private_is_not_global() -> None:
    """Python's own tables grew with its versions, so that they are compared in one direction."""
    rng = random.Random(6890)
    for _ in range(4_000):
        number = rng.choice([rng.getrandbits(32), rng.choice([10, 100, 127, 169, 172, 192, 198, 203]) << 24])
        address = ipaddress.IPv4Address(number ^ rng.getrandbits(rng.randrange(24)))
        if not address.is_global and address not in map(ipaddress.IPv4Address, ("192.0.0.9", "192.0.0.10")):
            assert host.parse(str(address)).reasons, address


HOSTILE = [
    *(
        "a",
        "%",
        "%41",
        "1.",
        ".",
        "1",
        "0x1",
        "[",
        ":",
        "1:",
        "ü",
        "%C3%BC",
        "xn--",
        "。",
        "ü.1",
        "\u00ad",
        "%2e1",
        "@",
    ),
    *("a\t", "\ud800", "\\", "[]", "a@", "%ff", "٣."),
]


@pytest.mark.parametrize("unit", HOSTILE)
def test_a_hostile_mebibyte_is_answered(unit: str) -> None:
    text = unit * ((1 << 20) // len(unit))
    for url in (
        text,
        f"https://{text}",
        f"https:{text}@{text}",
        f"https://a:{text}",
        f"https://[{text}]",
        f"{text}//a",
    ):
        found(url)
    for is_opaque in (False, True):
        for part in (text, f"[{text}]", text + "1", text + "ü"):
            try:
                host.parse(part, opaque=is_opaque)
            except AceError as error:
                assert len(str(error)) < 2_000


# Published ways around a check of hosts, of which each reaches the server itself or its neighbours.
BYPASSES = [
    *("http://127.1", "http://127.0.1", "http://0", "http://0.0.0.0", "http://2130706433", "http://017700000001"),
    *("http://0x7f000001", "http://0x7f.0x0.0x0.0x1", "http://0177.0.0.1", "http://0177.0.0.01"),
    *(
        "http://127.0.0.1.",
        "http://127。0。0。1",
        "http://１２７.０.０.１",
        "http://①②⑦.⓪.⓪.①",
        "http://%31%32%37.0.0.1",
    ),
    *("http://127%2E0%2E0%2E1", "http://127.0.0.1:80\\@example.com", "http://example.com@127.0.0.1"),
    *("http://example.com:x@127.1/", "http:127.0.0.1", "http:/127.0.0.1", "http:\\\\127.0.0.1"),
    *("http:////127.0.0.1", "http://127.0.0.1#@example.com", "http://127.0.0.1?@example.com", "http://[::1]"),
    *("http://[::]", "http://[0:0:0:0:0:0:0:1]", "http://[::ffff:127.0.0.1]", "http://[::ffff:7f00:1]"),
    *("http://[64:ff9b::7f00:1]", "http://[2002:7f00:1::]", "http://[::127.0.0.1]", "http://169.254.169.254"),
    *("http://①⑥⑨.②⑤④.①⑥⑨.②⑤④", "http://2852039166", "http://0xa9fea9fe", "http://[fd00:ec2::254]"),
    *("http://[fe80::1]", "http://1\u200b27.0.0.1", "http://100.100.100.200", "http://0xA9.0xFE.43518"),
]


def test_published_bypasses_are_seen() -> None:
    assert len(BYPASSES) >= 40
    for url in BYPASSES:
        found = host.of_url(url)
        assert (url, found.is_global) == (url, False)
        assert found.reasons


def test_a_reserved_name_is_the_reason_of_what_it_is_and_of_all_below() -> None:
    reserved = ("alt", "example", "home.arpa", "internal", "invalid", "local", "localhost", "onion", "test")
    for name in reserved:
        for text in (name, name.upper(), f"{name}.", f"a.b.{name}", f"ü。{name}"):
            found = host.parse(text)
            assert (found.reasons, found.is_global) == ((name,), False)
        for text in (f"x{name}", f"x-{name}", f"{name}.com", f"{name}..", f"xn--tda{name}.de"):
            found = host.parse(text)
            assert (found.reasons, found.is_global) == ((), None)
    # An opaque host is no domain.
    assert host.parse("localhost", opaque=True).reasons == ()
    assert host.parse("arpa").reasons == host.parse("ipv4only.arpa").reasons == host.parse("example.com").reasons == ()
