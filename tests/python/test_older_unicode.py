"""`Profile.unicode`: the answers of older versions of Unicode, in every function that takes a profile.

tests/rust/labels_older.rs compares every code point with the published tables; here are the border, and judges that are
installed: the interpreter's own tables, and ICU.
"""

import copy
import pickle
import re
import unicodedata
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from names_and_profiles import NAMED, VERSIONS

import acelabel
from acelabel import IDNA2003, IDNA2008, UTS46, AceError, Profile

ROOT = Path(__file__).parents[2]
SURFACE = (ROOT / "tests" / "surface.txt").read_text("utf-8")
OLD = UTS46.replace(unicode=(15, 0))
# Mapped to another text since Unicode 15.1; assigned since 16.0; assigned, but disallowed up to 15.1.
SHARP, NEW, GEORGIAN = "ẞ.example", "a\U00016d40.example", "Ⴀ.example"


def refused(call: Callable[[], object]) -> AceError:
    with pytest.raises(AceError) as caught:
        call()
    return caught.value


def test_the_version_is_a_part_of_the_value() -> None:
    for profile in NAMED.values():
        assert profile.unicode is None
    for version in VERSIONS:
        profile = UTS46.replace(unicode=version)
        assert profile.unicode == version
        assert profile == Profile(unicode=version)
        assert profile not in (UTS46, IDNA2008.replace(unicode=version))
        assert hash(profile) == hash(Profile(unicode=version))
        assert pickle.loads(pickle.dumps(profile)) == copy.deepcopy(profile) == profile
        assert repr(profile) == f"acelabel.UTS46.replace(unicode={version})"
        assert profile.replace(unicode=None) == UTS46
    assert repr(OLD.replace(check_bidi=False)) == "acelabel.UTS46.replace(unicode=(15, 0), check_bidi=False)"
    assert f"{VERSIONS[-1][0]}.{VERSIONS[-1][1]}.0" == acelabel.unicode_version


def test_a_version_that_there_is_not() -> None:
    known = ", ".join(map(str, VERSIONS))
    for wrong in ((12, 1), (15, 2), (3, 2), (0, 0), (-1, 0), (10**30, 0), (255, 255)):
        message = re.escape(f"argument 'unicode' must be one of {known}, or None, not {wrong}")
        with pytest.raises(ValueError, match=message):
            UTS46.replace(unicode=wrong)
    bad: Any
    for bad in ("15.0", 15, 15.0, [15, 0], (15,), (15, 0, 0), ("15", "0"), b"15.0"):
        with pytest.raises(TypeError, match="argument 'unicode'"):
            UTS46.replace(unicode=bad)


def test_idna2003_has_unicode_3_2_alone() -> None:
    assert IDNA2003.replace(unicode=(3, 2)) == IDNA2003
    assert Profile(unicode=(3, 2), rules="idna2003").unicode is None
    message = re.escape("argument 'unicode' must be (3, 2) or None where the rules are 'idna2003', not (15, 0)")
    with pytest.raises(ValueError, match=message):
        IDNA2003.replace(unicode=(15, 0))
    with pytest.raises(ValueError, match=message):
        OLD.replace(rules="idna2003")
    assert OLD.replace(rules="idna2003", unicode=None).unicode is None


def test_an_error_names_the_version_that_was_asked_for() -> None:
    error = refused(lambda: acelabel.to_ascii(NEW, profile=OLD))
    assert (error.code, error.offset, error.label_index, error.codepoint) == ("unassigned", 1, 0, 0x16D40)
    assert error.unicode == (15, 0)
    assert error.reason.endswith("is not assigned in Unicode 15.0")
    assert "is not assigned in Unicode 15.0" in str(error)
    assert repr(error) == f"AceError('unassigned', 1, {NEW!r}, label_index=0, unicode=(15, 0))"
    assert eval(repr(error), {"AceError": AceError}) == pickle.loads(pickle.dumps(error)) == error
    assert error != AceError("unassigned", 1, NEW, label_index=0)
    error = refused(lambda: acelabel.to_ascii(GEORGIAN, profile=OLD))
    assert (error.code, error.hint) == ("disallowed_codepoint", "")
    assert error.reason == "'Ⴀ' (U+10A0) is not allowed in a label in Unicode 15.0"
    error = refused(lambda: acelabel.to_ascii("xn--a-2p6m.example", profile=OLD))
    assert (error.unicode, error.codepoint) == ((15, 0), 0x16D40)
    for name, profile in (("a_b", OLD), ("ȡ", IDNA2003), ("a\u0378", UTS46)):
        with pytest.raises(AceError) as caught:
            acelabel.to_ascii(name, profile=profile)
        assert caught.value.unicode is None
    assert "Unicode 3.2" in refused(lambda: acelabel.to_ascii("ȡ", profile=IDNA2003)).reason
    many = refused(lambda: acelabel.to_ascii_many(["a", NEW], profile=OLD))
    assert (many.index, many.unicode) == (1, (15, 0))
    mail = acelabel.email.inspect(f"a@{NEW}", profile=OLD).errors[0]
    assert (mail.code, mail.offset, mail.unicode) == ("unassigned", 3, (15, 0))


def attempt(function: Callable[..., Any], make: Callable[[str], str] = str) -> Callable[[str, Profile], object]:
    def one(name: str, profile: Profile) -> object:
        try:
            return function(make(name), profile=profile)
        except AceError as error:
            return error.code

    return one


def rewriter(kind: Any, *arguments: Any) -> Callable[[str, Profile], object]:
    def one(name: str, profile: Profile) -> object:
        made = kind(*arguments, profile=profile, **({} if kind is acelabel.text.Rewriter else {"errors": "keep"}))
        text = f"{name} IN A 192.0.2.1\n" if kind is acelabel.zone.Rewriter else f"0.0.0.0 {name}\n"
        if kind is acelabel.text.Rewriter:
            return made.feed(f"//{name}/ ".encode()) + made.finish()
        return made.feed(text.encode()) + made.finish()

    return one


# Each function with a profile, and what it answers about a name.
ASKED: dict[str, Callable[[str, Profile], object]] = {
    "alabel": lambda name, profile: attempt(acelabel.alabel)(name.partition(".")[0], profile),
    "ulabel": lambda name, profile: attempt(acelabel.ulabel)(name.partition(".")[0], profile),
    "codepoint": lambda name, profile: acelabel.codepoint(name.partition(".")[0][-1], profile=profile),
    "ends_in_number": lambda name, profile: attempt(acelabel.ends_in_number)(name.partition(".")[0], profile),
    "inspect": lambda name, profile: acelabel.inspect(name, profile=profile).to_dict() | {"profile": ""},
    "is_below": attempt(lambda name, profile: acelabel.is_below("x.ss.example", name, profile=profile)),
    "is_valid": attempt(acelabel.is_valid),
    "matches": attempt(lambda name, profile: acelabel.matches("ss.example", name, profile=profile)),
    "matches_any": attempt(lambda name, profile: acelabel.matches_any("ss.example", [name], profile=profile)),
    "to_ascii": attempt(acelabel.to_ascii),
    "to_ascii_many": lambda name, profile: acelabel.to_ascii_many([name], profile=profile, errors="null"),
    "to_unicode": attempt(acelabel.to_unicode),
    "to_unicode_many": lambda name, profile: acelabel.to_unicode_many([name], profile=profile, errors="null"),
    "email.inspect": lambda name, profile: acelabel.email.inspect(f"a@{name}", profile=profile).ascii,
    "email.to_ascii": attempt(acelabel.email.to_ascii, "a@{}".format),
    "email.to_unicode": attempt(acelabel.email.to_unicode, "a@{}".format),
    "files.Rewriter.__new__": rewriter(acelabel.files.Rewriter, "hosts", "to_ascii"),
    "text.Rewriter.__init__": rewriter(acelabel.text.Rewriter, "ascii"),
    "text.find": lambda name, profile: [
        (one.name, one.code) for one in acelabel.text.find(f"//{name}/", profile=profile)
    ],
    "text.redact": attempt(acelabel.text.redact, "a@{}".format),
    "text.to_ascii": attempt(acelabel.text.to_ascii, "//{}/".format),
    "text.to_unicode": attempt(acelabel.text.to_unicode, "//{}/".format),
    "zone.Rewriter.__new__": rewriter(acelabel.zone.Rewriter, "ascii"),
    "zone.problems": lambda name, profile: [
        str(problem) for problem in acelabel.zone.problems(f"{name} IN A 192.0.2.1\n", profile=profile)
    ],
    "zone.to_ascii": attempt(acelabel.zone.to_ascii, "{} IN A 192.0.2.1\n".format),
    "zone.to_unicode": attempt(acelabel.zone.to_unicode, "{} IN A 192.0.2.1\n".format),
}
# Those of columns, which test_arrow_older_unicode.py asks.
OF_COLUMNS = (
    "is_below",
    "is_valid",
    "text_find",
    "text_to_ascii",
    "text_to_unicode",
    "to_ascii",
    "to_ascii_report",
    "to_unicode",
    "to_unicode_report",
)
# Those that call others of the list, in a process or a library of their own.
CALLERS = {"race.to_alabel", "dask", "datafusion", "duckdb", "pandas", "ray", "spark", "sqlite"}
# Addresses are cut out whatever their domain is.
SAME_FOR = {"text.redact"}


def test_every_function_with_a_profile_is_asked() -> None:
    named = set(re.findall(r"^(?:@overload )?acelabel\.([\w.]+)\(.*\bprofile: '?AnyProfile", SURFACE, re.M))
    of_columns = {name for name in named if name.startswith("arrow.")}
    assert of_columns == {f"arrow.{name}" for name in OF_COLUMNS}
    others = {name for name in named - of_columns if name.partition(".")[0] not in CALLERS and name not in CALLERS}
    assert others == {*ASKED}


@pytest.mark.parametrize("function", ASKED)
def test_a_function_asks_for_the_version(function: str) -> None:
    ask = ASKED[function]
    names = [SHARP, GEORGIAN, NEW, "xn--rkj.example", "xn--a-2p6m.example"]
    differs = [name for name in names if ask(name, UTS46) != ask(name, OLD)]
    assert bool(differs) != (function in SAME_FOR), differs
    for name in names:
        assert ask(name, UTS46) == ask(name, UTS46.replace(unicode=(18, 0)))


def test_what_is_assigned_is_what_the_interpreter_knows() -> None:
    major, minor, _ = map(int, unicodedata.unidata_version.split("."))
    if (major, minor) not in VERSIONS:
        pytest.skip(f"no profile asks for Unicode {major}.{minor}")
    profile = UTS46.replace(unicode=(major, minor))
    for code_point in range(0x110000):
        character = chr(code_point)
        is_noncharacter = code_point & 0xFFFE == 0xFFFE or 0xFDD0 <= code_point <= 0xFDEF
        is_assigned = unicodedata.category(character) != "Cn" or is_noncharacter
        found = acelabel.codepoint(code_point, profile=profile)
        assert (found.idna2008 != "UNASSIGNED") == is_assigned, hex(code_point)
        if found.status in ("valid", "mapped") and is_assigned:
            assert found.bidi == unicodedata.bidirectional(character), hex(code_point)


def test_icu_agrees_about_every_code_point_in_its_version() -> None:
    from label_peers import icu
    from peers import Missing, newest_icu

    try:
        peer, (_, release) = icu(), newest_icu()
    except Missing as error:
        pytest.skip(str(error))
    version = {70: (14, 0), 71: (14, 0), 72: (15, 0), 73: (15, 0), 74: (15, 1), 75: (15, 1), 76: (16, 0)}.get(release)
    if version is None:
        pytest.skip(f"the version of Unicode of ICU {release} is not known here")
    profile = peer.profile.replace(unicode=version)
    differing = {}
    for code_point in (*range(0x80, 0xD800), *range(0xE000, 0x110000)):
        name = f"a{chr(code_point)}.b"
        ours = acelabel.to_ascii_many([name], profile=profile, errors="null")[0]
        if ours != peer.directions["to_ascii"](name):
            differing[hex(code_point)] = ours
    assert differing == {}
