"""The spoof checker of ICU 78.3 (Unicode 17), which the package `icu4py` carries, by ctypes."""

import ctypes
import importlib.util
from pathlib import Path

LEVELS = {
    0x10000000: "ascii_only",
    0x20000000: "single_script",
    0x30000000: "highly_restrictive",
    0x40000000: "moderately_restrictive",
    0x50000000: "minimally_restrictive",
    0x60000000: "unrestricted",
}
#: USPOOF_RESTRICTION_LEVEL and USPOOF_CHAR_LIMIT, which USPOOF_AUX_INFO reports the level with.
CHECKS = 16 | 64 | 0x40000000
MIXED_NUMBERS = 128
ROOM = 1 << 14


class Icu:
    """Skeletons, levels and script sets. The functions of ICU carry its version in their names."""

    def __init__(self) -> None:
        found = importlib.util.find_spec("icu4py")
        assert found is not None, "icu4py is not installed: pip install -r requirements/rates.txt"
        assert found.submodule_search_locations is not None
        (folder,) = found.submodule_search_locations
        libraries = Path(folder).parent / "icu4py.libs"
        self.common, self.i18n = (
            ctypes.CDLL(str(next(libraries.glob(f"{name}-*.so.78.3")))) for name in ("libicuuc", "libicui18n")
        )
        self._room = ctypes.create_string_buffer(ROOM)
        self._checker = self._made("uspoof_open")
        self._set_checks(CHECKS | MIXED_NUMBERS)
        self._result = self._made("uspoof_openCheckResult")

    def _made(self, name: str) -> ctypes.c_void_p:
        function = self.i18n[f"{name}_78"]
        function.restype = ctypes.c_void_p
        status = ctypes.c_int(0)
        made = ctypes.c_void_p(function(ctypes.byref(status)))
        assert status.value <= 0, (name, status.value)
        return made

    def _set_checks(self, checks: int) -> None:
        """Ask for these checks, and allow what the general security profile allows (UTS #39 section 3.1)."""
        status = ctypes.c_int(0)
        self.i18n.uspoof_setChecks_78(self._checker, checks, ctypes.byref(status))
        self.common.uset_openEmpty_78.restype = ctypes.c_void_p
        allowed = ctypes.c_void_p(self.common.uset_openEmpty_78())
        for name in ("uspoof_getInclusionSet", "uspoof_getRecommendedSet"):
            sets = self.i18n[f"{name}_78"]
            sets.restype = ctypes.c_void_p
            self.common.uset_addAll_78(allowed, ctypes.c_void_p(sets(ctypes.byref(status))))
        self.i18n.uspoof_setAllowedChars_78(self._checker, allowed, ctypes.byref(status))
        self._allowed = allowed
        assert status.value <= 0, status.value

    def _text(self, function: str, *arguments: object) -> str:
        status = ctypes.c_int(0)
        length = self.i18n[f"{function}_78"](self._checker, *arguments, self._room, ROOM, ctypes.byref(status))
        assert status.value <= 0, (function, status.value)
        return self._room.raw[:length].decode()

    def skeleton(self, text: str) -> str:
        octets = text.encode()
        return self._text("uspoof_getSkeletonUTF8", 0, octets, len(octets))

    def bidi_skeleton(self, text: str, direction: str) -> str:
        octets = text.encode()
        return self._text("uspoof_getBidiSkeletonUTF8", ("ltr", "rtl").index(direction), octets, len(octets))

    def level_and_numbers(self, text: str) -> tuple[str, bool]:
        """The restriction level, and whether there are decimal digits of several systems."""
        octets, status = text.encode(), ctypes.c_int(0)
        self.i18n.uspoof_check2UTF8_78(self._checker, octets, len(octets), self._result, ctypes.byref(status))
        checks = self.i18n.uspoof_getCheckResultChecks_78(self._result, ctypes.byref(status))
        level = self.i18n.uspoof_getCheckResultRestrictionLevel_78(self._result, ctypes.byref(status))
        assert status.value <= 0, status.value
        return LEVELS[level], bool(checks & MIXED_NUMBERS)

    def is_allowed(self, code_point: int) -> bool:
        return bool(self.common.uset_contains_78(self._allowed, code_point) & 0xFF)

    def is_assigned(self, code_point: int) -> bool:
        return bool(self.common.u_isdefined_78(code_point) & 0xFF)

    def scripts(self, code_point: int) -> frozenset[str]:
        """The script extensions, by their codes of ISO 15924."""
        room, status = (ctypes.c_int * 64)(), ctypes.c_int(0)
        count = self.common.uscript_getScriptExtensions_78(code_point, room, 64, ctypes.byref(status))
        name = self.common.uscript_getShortName_78
        name.restype = ctypes.c_char_p
        return frozenset(name(script).decode() for script in room[:count])
