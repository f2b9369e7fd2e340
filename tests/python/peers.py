"""Other implementations of Punycode, as they are installed: CPython's codec, GNU libidn and libidn2, and ICU.

A peer answers with a string, or with None if it refuses. Its buffers are as large as the longest answer can be, so that
no refusal is one for want of room.
"""

import ctypes
import importlib.util
import sys
from collections.abc import Callable
from contextlib import suppress
from ctypes import (
    POINTER,
    byref,
    c_char_p,
    c_int,
    c_int32,
    c_size_t,
    c_uint8,
    c_uint16,
    c_uint32,
    c_void_p,
    create_string_buffer,
)
from dataclasses import dataclass
from pathlib import Path

Codec = Callable[[str], str | None]


@dataclass(frozen=True)
class Peer:
    name: str
    encode: Codec
    decode: Codec


class Missing(Exception):
    """The library is not installed; the message names the Debian package that has it."""


def load_library(name: str, package: str) -> ctypes.CDLL:
    try:
        return ctypes.CDLL(name)
    except OSError as error:
        raise Missing(f"{name} is not installed: apt-get install {package}") from error


def longest_form(text: str) -> int:
    """No delta of a text of Unicode takes more digits than 64 bits do."""
    return 14 * len(text) + 2


def cpython() -> Peer:
    def encode(text: str) -> str | None:
        try:
            return text.encode("punycode").decode("ascii")
        except UnicodeError:
            return None

    def decode(encoded: str) -> str | None:
        try:
            return encoded.encode("latin-1").decode("punycode")
        except (UnicodeError, OverflowError):
            # From 3.13 on the codec puts a sum into its UnicodeDecodeError, which has room for machine words only.
            return None

    return Peer("CPython", encode, decode)


def gnu(name: str, encode_function: Callable[..., int], decode_function: Callable[..., int]) -> Peer:
    """The interface of RFC 3492 appendix C: UTF-32 and octets, with lengths; 0 is success."""

    def encode(text: str) -> str | None:
        code_points = (c_uint32 * max(len(text), 1))(*map(ord, text))
        room = longest_form(text)
        form, length = create_string_buffer(room), c_size_t(room)
        status = encode_function(len(text), code_points, byref(length), form)
        return None if status else form.raw[: length.value].decode("ascii")

    def decode(encoded: str) -> str | None:
        octets = encoded.encode("latin-1")
        code_points, length = (c_uint32 * (len(octets) + 1))(), c_size_t(len(octets))
        status = decode_function(len(octets), octets, byref(length), code_points)
        # Past U+10FFFF there is no character; what is shown instead is the number.
        return None if status else "".join(map(character, code_points[: length.value]))

    return Peer(name, encode, decode)


def character(code_point: int) -> str:
    return chr(code_point) if code_point <= 0x10FFFF else f"<{code_point:X}>"


def libidn() -> Peer:
    library = load_library("libidn.so.12", "libidn12")
    encode, decode = library.punycode_encode, library.punycode_decode
    encode.argtypes = [c_size_t, POINTER(c_uint32), c_void_p, POINTER(c_size_t), c_char_p]
    decode.argtypes = [c_size_t, c_char_p, POINTER(c_size_t), POINTER(c_uint32), c_void_p]
    return gnu(
        "libidn",
        lambda count, text, length, form: encode(count, text, None, length, form),
        lambda count, form, length, text: decode(count, form, length, text, None),
    )


def libidn2() -> Peer:
    """Its Punycode functions are exported for its own tools only, under a version that `dlsym` passes over."""
    library = load_library("libidn2.so.0", "libidn2-0")
    dlvsym = ctypes.CDLL(None).dlvsym
    dlvsym.argtypes, dlvsym.restype = [c_void_p, c_char_p, c_char_p], c_void_p
    encode = dlvsym(library._handle, b"_idn2_punycode_encode", b"IDN2_0.0.0")
    decode = dlvsym(library._handle, b"_idn2_punycode_decode", b"IDN2_0.0.0")
    if not (encode and decode):
        raise Missing("libidn2.so.0 does not export its Punycode functions: apt-get install libidn2-0 (Debian 12)")
    lengths = POINTER(c_size_t)
    return gnu(
        "libidn2",
        ctypes.CFUNCTYPE(c_int, c_size_t, POINTER(c_uint32), lengths, c_char_p)(encode),
        ctypes.CFUNCTYPE(c_int, c_size_t, c_char_p, lengths, POINTER(c_uint32))(decode),
    )


def newest_icu() -> tuple[ctypes.CDLL, int]:
    for version in range(99, 59, -1):
        try:
            return ctypes.CDLL(f"libicuuc.so.{version}"), version
        except OSError:
            continue
    raise Missing("libicuuc is not installed: apt-get install libicu72")


def bundled_icu() -> tuple[ctypes.CDLL, int]:
    """ICU 78, which the package `icu4py` carries."""
    found = importlib.util.find_spec("icu4py")
    for folder in found.submodule_search_locations or () if found else ():
        for path in (Path(folder).parent / "icu4py.libs").glob("libicuuc-*.so.*"):
            return ctypes.CDLL(str(path)), int(path.name.split(".so.")[1].split(".")[0])
    raise Missing("icu4py is not installed: pip install -r requirements/rates.txt")


def unicode_of(library: ctypes.CDLL, version: int) -> str:
    """The version of Unicode that a library of ICU has."""
    numbers = (c_uint8 * 4)()
    getattr(library, f"u_getUnicodeVersion_{version}")(numbers)
    return f"{numbers[0]}.{numbers[1]}"


def versions_of_icu() -> list[str]:
    """Each ICU there is, with its version of Unicode."""
    found = []
    for load in (newest_icu, bundled_icu):
        with suppress(Missing):
            library, version = load()
            found.append(f"ICU {version}: Unicode {unicode_of(library, version)}")
    return found


def icu() -> Peer:
    """Its Punycode functions are internal; like all its names they end in the version."""
    library, version = newest_icu()
    to_punycode = getattr(library, f"u_strToPunycode_{version}")
    from_punycode = getattr(library, f"u_strFromPunycode_{version}")
    for function in (to_punycode, from_punycode):
        function.argtypes = [POINTER(c_uint16), c_int32, POINTER(c_uint16), c_int32, c_void_p, POINTER(c_int)]
        function.restype = c_int32

    def convert(function: Callable[..., int], text: str, room: int) -> str | None:
        source = text.encode("utf-16-le", "surrogatepass")
        units = (c_uint16 * max(len(source) // 2, 1)).from_buffer_copy(source or b"\0\0")
        target, status = (c_uint16 * room)(), c_int(0)
        length = function(units, len(source) // 2, target, room, None, byref(status))
        failed = status.value > 0
        return None if failed else bytes(target)[: 2 * length].decode("utf-16-le", "surrogatepass")

    return Peer(
        "ICU",
        lambda text: convert(to_punycode, text, longest_form(text) + 1),
        lambda encoded: convert(from_punycode, encoded, 2 * len(encoded) + 1),
    )


# The libraries are those of Debian; elsewhere CPython alone is asked.
PEERS = {"CPython": cpython}
if sys.platform == "linux":
    PEERS |= {"libidn": libidn, "libidn2": libidn2, "ICU": icu}
