"""The host of a URL by the steps of the URL Standard, one character after another, and URLs to ask it about.

The states are those of the basic URL parser (section 4.4) up to the port, for the special schemes but `file`.
"""

import random
import re

from acelabel import WHATWG, AceError, to_ascii

DEFAULT_PORTS = {"http": 80, "https": 443, "ws": 80, "wss": 443, "ftp": 21}
VERIFYING = WHATWG.replace(pass_ascii_domain=False)
# "Forbidden domain code point" (section 3.2).
FORBIDDEN = {*"\0\t\n\r #/:<>?@[\\]^|%\x7f", *map(chr, range(0x20))}


class Failure(Exception):
    """The parser returns failure."""


def ipv4_number(part: str) -> int:
    if part == "":
        raise Failure
    base = 10
    if part[:2] in ("0x", "0X"):
        part, base = part[2:], 16
    elif len(part) >= 2 and part[0] == "0":
        part, base = part[1:], 8
    digits = {10: "0123456789", 16: "0123456789abcdefABCDEF", 8: "01234567"}[base]
    if {*part} - {*digits}:
        raise Failure
    return int(part, base) if part else 0


def ends_in_number(domain: str) -> bool:
    parts = domain.split(".")
    if parts[-1] == "":
        if len(parts) == 1:
            return False
        parts.pop()
    if parts[-1] and not {*parts[-1]} - {*"0123456789"}:
        return True
    try:
        ipv4_number(parts[-1])
    except Failure:
        return False
    return True


def ipv4(domain: str) -> str:
    parts = domain.split(".")
    if parts[-1] == "" and len(parts) > 1:
        parts.pop()
    if len(parts) > 4:
        raise Failure
    numbers = [ipv4_number(part) for part in parts]
    if any(number > 255 for number in numbers[:-1]) or numbers[-1] >= 256 ** (5 - len(numbers)):
        raise Failure
    address = numbers[-1] + sum(number * 256 ** (3 - place) for place, number in enumerate(numbers[:-1]))
    return ".".join(str(octet) for octet in address.to_bytes(4, "big"))


def ipv4_in_ipv6(text: str) -> list[int]:
    """The two pieces of an IPv4 address at the end."""
    numbers = text.split(".")
    if len(numbers) != 4 or not all(
        re.fullmatch(r"0|[1-9][0-9]*", number) and int(number) <= 255 for number in numbers
    ):
        raise Failure
    first, second, third, fourth = map(int, numbers)
    return [first * 256 + second, third * 256 + fourth]


def ipv6(text: str) -> str:
    address, piece, compress, at = [0] * 8, 0, None, 0

    def c(at: int) -> str:
        return text[at] if at < len(text) else ""

    if c(at) == ":":
        if c(at + 1) != ":":
            raise Failure
        at, piece = at + 2, 1
        compress = 1
    while c(at):
        if piece == 8:
            raise Failure
        if c(at) == ":":
            if compress is not None:
                raise Failure
            at, piece = at + 1, piece + 1
            compress = piece
            continue
        value = length = 0
        while length < 4 and c(at) in {*"0123456789abcdefABCDEF"}:
            value, at, length = value * 16 + int(c(at), 16), at + 1, length + 1
        if c(at) == ".":
            if length == 0:
                raise Failure
            at -= length
            if piece > 6:
                raise Failure
            address[piece : piece + 2] = ipv4_in_ipv6(text[at:])
            piece += 2
            break
        if c(at) == ":":
            at += 1
            if not c(at):
                raise Failure
        elif c(at):
            raise Failure
        address[piece] = value
        piece += 1
    if compress is not None:
        swaps, piece = piece - compress, 7
        while piece and swaps > 0:
            other = compress + swaps - 1
            address[piece], address[other] = address[other], address[piece]
            piece, swaps = piece - 1, swaps - 1
    elif piece != 8:
        raise Failure
    return serialized(address)


def serialized(address: list[int]) -> str:
    """The IPv6 serializer: the first of the longest runs of zeros is left out."""
    runs = max(
        re.finditer(r"(?<![0-9a-f])0(:0)+(?![0-9a-f])", shown := ":".join(f"{piece:x}" for piece in address)),
        key=lambda run: (len(run[0]), -run.start()),
        default=None,
    )
    if runs is None:
        return f"[{shown}]"
    return f"[{shown[: runs.start()].rstrip(':')}::{shown[runs.end() :].lstrip(':')}]"


def parsed(text: str) -> str:
    """The host parser, with isOpaque = false."""
    if text.startswith("["):
        if not text.endswith("]"):
            raise Failure
        return ipv6(text[1:-1])
    octets = re.sub(
        rb"%([0-9a-fA-F]{2})", lambda match: bytes.fromhex(match[1].decode()), text.encode("utf-8", "replace")
    )
    domain = octets.decode("utf-8", "replace")
    if domain.isascii():
        domain = domain.lower()
    else:
        try:
            domain = to_ascii(domain, profile=VERIFYING)
        except AceError:
            raise Failure from None
    if not domain or FORBIDDEN & {*domain}:
        raise Failure
    return ipv4(domain) if ends_in_number(domain) else domain


def host_of(url: str, base: str | None = None) -> tuple[str, int | None]:
    """The host and the port of a URL. Failure, too, if it has no host of its own or another scheme."""
    url = re.sub(r"[\t\n\r]", "", url.strip("".join(map(chr, range(0x21)))))
    match = re.match(r"([a-zA-Z][a-zA-Z0-9+.-]*):", url)
    at = match.end() if match else 0
    scheme = match[1].lower() if match else base
    if scheme not in DEFAULT_PORTS:
        raise Failure
    # "Special relative or authority", "relative" and "relative slash" states.
    if scheme == base and not re.match(r"[/\\]{2}", url[at:]):
        raise Failure
    at += len(url[at:]) - len(url[at:].lstrip("/\\"))
    buffer, user_seen, start = "", False, at
    while True:  # authority state
        c = url[at : at + 1]
        if c == "@":
            user_seen, buffer, start = True, "", at + 1
        elif c == "" or c in "/\\?#":
            if user_seen and buffer == "":
                raise Failure
            at = start
            break
        else:
            buffer += c
        at += 1
    buffer, inside = "", False
    while True:  # host state
        c = url[at : at + 1]
        if (c == ":" and not inside) or c == "" or c in "/\\?#":
            if buffer == "":
                raise Failure
            break
        inside = c == "[" or (inside and c != "]")
        buffer += c
        at += 1
    host = parsed(buffer)
    if c != ":":
        return host, None
    digits = re.match(r"[0-9]*", url[at + 1 :])[0]  # type: ignore[index]
    c = url[at + 1 + len(digits) :][:1]
    if c not in ("", "/", "\\", "?", "#"):
        raise Failure
    port = int(digits) if digits else None
    if port is not None and port > 65535:
        raise Failure
    return host, None if port == DEFAULT_PORTS[scheme] else port


PIECES: dict[str, list[str]] = {
    "scheme": [*DEFAULT_PORTS, "HTTP", "ht\ttps", "wS", "redis", "file", "1http", "http+", "ex.ample", ""],
    "slashes": ["//", "//", "//", "//", "", "/", "\\\\", "/\\", "////", "/\t/", "//\n"],
    "user": ["", "", "", "", "u@", "u:p@", "@", "a@b@", "ü:%40@", ":@", "u[@", "a b@"],
    "host": [
        *("example.com", "EXAMPLE.com.", "Bücher.example", "b%C3%BCcher.example", "b%c3%bccher。de", "xn--8i7caa", "a"),
        *(
            "xn--bcher-kva.de",
            "é.xn--a",
            "a_b",
            "a..b",
            ".",
            "。",
            "\u00ad",
            "ﬁ",
            "exam\tple",
            "１２７.０.０.１",
            "%31.1",
        ),
        *(
            "127.0.0.1",
            "0x7f.1",
            "0177.1",
            "2130706433",
            "4294967296",
            "1.2.3.4.5",
            "1.2.3.256",
            "256.1",
            "0x",
            "1.0x.",
        ),
        *("a.1", "1.a", "09", "0x1g.1", "①②⑦.⓪.⓪.①", "127。1", "1.2.3.", "1..2", "%", "%2", "%ff", "%00", "%2F", "a b"),
        *("a℀b", "a\x00", "a\x7f", "a|b", "a^b", "a<b", "a>", "a%7C", "\u200d", "a\u3000b", "ß", "א.a", "1.א", "♥"),
    ],
    "port": ["", "", "", "", ":", ":80", ":443", ":00080", ":65535", ":65536", ":8\t0", ":8a", ":-1", ":٣", ":21"],
    "tail": ["", "", "/", "/@x", "?@x", "#@x", "\\@x:1", " ", "/a b", "\n", "\x00", "/\ud800"],
    "front": ["", "", "", "", " ", "\x01\t", "\u3000", "\n"],
    "group": ["", "0", "0", "1", "ab", "ffff", "12345", "g", "1.2.3.4", "1.2.3", "01.2.3.4", "::", ":"],
    "character": [*"aA1.-_%:/@[]\\#? \t", "ü", "。", "％", "０", "ｘ", "\u00ad", "\u0301", "א", "😀", "ß"],
}


def any_host(rng: random.Random) -> str:
    """A host of the list, one of numbers, an address in brackets, or characters that matter."""
    match rng.randrange(5):
        case 0:
            numbers = [
                rng.choice(["", "0", "0x", "00"]) + str(rng.choice([0, 1, 7, 8, 255, 256, 65536])) for _ in range(4)
            ]
            return rng.choice([".", ".", "。", "%2E"]).join(numbers[: rng.randrange(1, 5)]) + rng.choice(["", "", "."])
        case 1:
            groups = ":".join(rng.choice(PIECES["group"]) for _ in range(rng.choice([3, 6, 8, 8, 9])))
            return f"[{groups}]" + rng.choice(["", "", "", "x", "]"])
        case 2:
            return "".join(rng.choice(PIECES["character"]) for _ in range(rng.randrange(8)))
        case _:
            return rng.choice(PIECES["host"])


def any_url(rng: random.Random) -> str:
    scheme = rng.choice(["https", "http", rng.choice(PIECES["scheme"])])
    return "".join(
        [
            rng.choice(PIECES["front"]),
            scheme,
            ":",
            rng.choice(PIECES["slashes"]),
            rng.choice(PIECES["user"]),
            any_host(rng),
            rng.choice(PIECES["port"]),
            rng.choice(PIECES["tail"]),
        ]
    )
