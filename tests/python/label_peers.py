"""Other implementations of IDNA, as they are installed, each asked for what its profile of ours promises.

A peer answers with a string, or with None if it refuses.
"""

import ctypes
import importlib.util
import sys
from collections.abc import Callable
from ctypes import POINTER, byref, c_char_p, c_int, c_int16, c_int32, c_uint16, c_uint32, c_void_p
from dataclasses import dataclass

from peers import Missing, bundled_icu, load_library, newest_icu

import acelabel

Function = Callable[[str], str | None]


@dataclass(frozen=True)
class LabelPeer:
    """A peer, the profile whose rules it follows, and its functions."""

    name: str
    profile: acelabel.Profile
    directions: dict[str, Function]


def pypi_idna() -> LabelPeer:
    """IDNA2008 as PyPI's `idna` has it."""
    try:
        idna = importlib.import_module("idna")
    except ImportError as error:
        raise Missing("idna is not installed: pip install idna==3.20") from error

    def to_ascii(name: str) -> str | None:
        try:
            return str(idna.encode(name), "ascii")
        except idna.IDNAError:
            return None

    def to_unicode(name: str) -> str | None:
        try:
            return str(idna.decode(name))
        except idna.IDNAError:
            return None

    return LabelPeer("idna", acelabel.IDNA2008, {"to_ascii": to_ascii, "to_unicode": to_unicode})


# Forbidden domain code points of the URL standard (section 3.2, host miscellaneous).
URL_FORBIDDEN = frozenset(map(chr, range(0x21))) | frozenset("#/:<>?@[\\]^|%\x7f")


def url_standard(name: str, module: str, function: str, profile: acelabel.Profile) -> LabelPeer:
    """Domain to ASCII of the URL standard: UTS #46 as the library has it, and the forbidden code points."""
    try:
        convert = getattr(importlib.import_module(module), function)
    except ImportError as error:
        raise Missing(f"{name} is not installed: pip install {name}") from error

    def to_ascii(text: str) -> str | None:
        try:
            form = bytes(convert(text)).decode("ascii")
        except (TypeError, ValueError, UnicodeError):
            # can-ada has a TypeError for a text with a surrogate.
            return None
        return form if form and URL_FORBIDDEN.isdisjoint(form) else None

    return LabelPeer(name, profile, {"to_ascii": to_ascii})


def ada_url() -> LabelPeer:
    return url_standard("ada-url", "ada_url", "idna_to_ascii", acelabel.WHATWG)


def can_ada() -> LabelPeer:
    # It verifies A-labels, as the standard did before June 2026.
    return url_standard("can-ada", "can_ada", "idna_encode", acelabel.WHATWG.replace(pass_ascii_domain=False))


class IcuInfo(ctypes.Structure):
    """UIDNAInfo of uidna.h."""

    _fields_ = (
        ("size", c_int16),
        ("is_transitional_different", ctypes.c_int8),
        ("reserved_b3", ctypes.c_int8),
        ("errors", c_uint32),
        ("reserved_i2", c_int32),
        ("reserved_i3", c_int32),
    )


ICU_STD3, ICU_BIDI, ICU_CONTEXTJ, ICU_NONTRANSITIONAL = 0x2, 0x4, 0x8, 0x30


def icu() -> LabelPeer:
    """That of Debian."""
    return uts46_of_icu("ICU", *newest_icu())


def icu_78() -> LabelPeer:
    return uts46_of_icu("ICU 78", *bundled_icu())


def uts46_of_icu(name: str, library: ctypes.CDLL, version: int) -> LabelPeer:
    """ICU's UTS #46, nontransitional. It always checks hyphens."""
    handle_of = getattr(library, f"uidna_openUTS46_{version}")
    handle_of.argtypes, handle_of.restype = [c_uint32, POINTER(c_int)], c_void_p
    handle = handle_of(ICU_STD3 | ICU_BIDI | ICU_CONTEXTJ | ICU_NONTRANSITIONAL, byref(c_int(0)))

    def function(symbol: str) -> Function:
        convert = getattr(library, f"{symbol}_{version}")
        units = POINTER(c_uint16)
        convert.argtypes = [c_void_p, c_char_p, c_int32, units, c_int32, POINTER(IcuInfo), POINTER(c_int)]
        convert.restype = c_int32

        def run(name: str) -> str | None:
            source = name.encode("utf-16-le", "surrogatepass")
            room = 8 * len(source) + 64
            target, info, status = (c_uint16 * room)(), IcuInfo(ctypes.sizeof(IcuInfo)), c_int(0)
            length = convert(handle, source, len(source) // 2, target, room, byref(info), byref(status))
            failed = status.value > 0 or info.errors
            return None if failed else bytes(target)[: 2 * length].decode("utf-16-le", "surrogatepass")

        return run

    directions = {"to_ascii": function("uidna_nameToASCII"), "to_unicode": function("uidna_nameToUnicode")}
    return LabelPeer(name, acelabel.UTS46.replace(check_hyphens=True), directions)


IDN2_NONTRANSITIONAL, IDN2_STD3, IDN2_NFC = 8, 32, 1


def libidn2() -> LabelPeer:
    """GNU libidn2's lookup after UTS #46 mapping, nontransitional."""
    library = load_library("libidn2.so.0", "libidn2-0")
    lookup, free = library.idn2_lookup_u8, library.idn2_free
    lookup.argtypes, lookup.restype = [c_char_p, POINTER(c_void_p), c_int], c_int
    free.argtypes, free.restype = [c_void_p], None

    def to_ascii(name: str) -> str | None:
        result = c_void_p()
        # A string of C ends at its first NUL.
        if "\0" in name or lookup(name.encode("utf-8", "surrogatepass"), byref(result), FLAGS):
            return None
        form = ctypes.string_at(result.value or 0).decode("ascii")
        free(result)
        return form

    return LabelPeer("libidn2", acelabel.UTS46.replace(check_hyphens=True), {"to_ascii": to_ascii})


FLAGS = IDN2_NONTRANSITIONAL | IDN2_STD3 | IDN2_NFC


def cpython() -> LabelPeer:
    """IDNA2003 as CPython's codec has it: unassigned code points allowed, no STD3 rules."""

    def to_ascii(name: str) -> str | None:
        try:
            return name.encode("idna").decode("ascii")
        except UnicodeError:
            return None

    profile = acelabel.IDNA2003.replace(use_std3_ascii_rules=False, allow_unassigned=True)
    return LabelPeer("CPython", profile, {"to_ascii": to_ascii})


# By platform and interpreter: the libraries written in C are those of Debian, and for the packages of Ada there are
# wheels up to CPython 3.14, so that the lock file has them for no later one.
PEERS = {"idna": pypi_idna, "CPython": cpython}
if sys.platform == "linux":
    PEERS |= {"ICU": icu, "libidn2": libidn2}
    # The package is of the group `rates`.
    if importlib.util.find_spec("icu4py"):
        PEERS |= {"ICU 78": icu_78}
    if sys.version_info < (3, 15):
        PEERS |= {"ada-url": ada_url, "can-ada": can_ada}
