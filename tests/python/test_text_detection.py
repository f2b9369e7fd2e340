"""Hosts and domains of addresses in every line of the test of UTS #58 (Unicode Link Detection) for Unicode 17.0."""

import re
from importlib.resources import files
from pathlib import Path

import pytest
from public_calls import PROFILES
from rhythm import weekly

import acelabel
from acelabel import text

FILE = Path(__file__).parents[1] / "vectors" / "LinkDetectionTest-17.0.0.txt"

# The lines in which other names are found than the file marks, with what is found, and why.
EXCEPTIONS = {
    37: (["-foo.example-.com"], "UTS46 lets hyphens stand at the ends of labels, as UTS #46 does without CheckHyphens"),
    114: (
        ["example.com"],
        "the name is a bare one, as in a map of a mail server: its '@' marks nothing",
    ),
    120: (["example.com"], "quoted local parts are known (RFC 5321), which the basic algorithm of UTS #58 leaves out"),
    144: (["example.com"], "a URL with user information has a host (RFC 3986); UTS #58 makes it no link, for people"),
    145: (["example.com"], "as line 144"),
    147: (["example.com"], "as line 144"),
    148: (["example.com"], "as line 144"),
    413: ([], "U+3002 ends a sentence, unless it stands in a host that is marked"),
    414: (["موريتانيا.xn-----ctdbabcfhu9c2b9l1acccr4c"], "an A-label names itself, whatever top-level domain it is"),
}


def top_level_domains() -> set[str]:
    """Those of the public suffix list, in their ASCII form."""
    lines = files("publicsuffixlist").joinpath("public_suffix_list.dat").read_text(encoding="utf-8").splitlines()
    rules = (line.strip().lstrip("!") for line in lines if line.strip() and not line.startswith("//"))
    return {acelabel.to_ascii(rule.rpartition(".")[2]) for rule in rules}


def name_of(link: str) -> tuple[str, str]:
    """The name in a link of the file, and its kind."""
    _, mark, after = link.rpartition("//") if link.startswith("http") else ("", "", link.removeprefix("mailto:"))
    authority = re.split("[/?#]", after)[0]
    if "@" in authority:
        return authority.rpartition("@")[2], "email_domain"
    return authority.partition(":")[0], "url_host" if mark else "bare"


def test_link_detection() -> None:
    tlds = top_level_domains()
    assert {"com", "uk", "xn--p1ai", "xn--j6w193g"} <= tlds
    lines, differences = 0, {}
    for number, line in enumerate(FILE.read_text(encoding="utf-8").split("\n"), 1):
        if line.startswith("#") or not line:
            continue
        lines += 1
        found = text.find(re.sub("[⸠⸡]", "", line), tlds=tlds)
        if [(one.name, one.kind) for one in found if one.code is None] != [
            name_of(link) for link in re.findall("⸠(.*?)⸡", line)
        ]:
            differences[number] = [one.name for one in found if one.code is None]
    assert lines == 345
    assert differences == {number: names for number, (names, _) in EXCEPTIONS.items()}


def test_the_list_of_top_level_domains_is_what_makes_bare_names() -> None:
    line = "See abc.com and deΩ.uk and foo.香港"
    assert [one.name for one in text.find(line, tlds=top_level_domains())] == ["abc.com", "deΩ.uk", "foo.香港"]
    assert text.find(line) == []


EVERY_PROFILE = [name if name == "UTS46" else weekly(name) for name in PROFILES]
SCALAR_VALUES = [chr(number) for number in range(0x110000) if not 0xD800 <= number < 0xE000]


@pytest.mark.parametrize("name", EVERY_PROFILE)
def test_no_mapping_of_a_single_code_point_brings_in_a_delimiter(name: str) -> None:
    profile = PROFILES[name]
    given = [f"//a{character}b/" for character in SCALAR_VALUES if character != "\n"]
    rewritten = text.to_ascii("\n".join(given), profile=profile).split("\n")
    changed = [other for line, other in zip(given, rewritten, strict=True) if line != other]
    assert len(changed) > 90_000
    # Dots are dots in a host.
    assert [other for other in changed if not re.fullmatch("//(xn--)?[a-z0-9-]+/|//a[.]b/", other)] == []
    assert changed.count("//a.b/") <= 3


@pytest.mark.parametrize("name", EVERY_PROFILE)
def test_no_decoded_code_point_brings_in_a_delimiter(name: str) -> None:
    profile = PROFILES[name]
    labels = ["xn--" + acelabel.punycode.encode(f"a{character}b") for character in SCALAR_VALUES[0x80:]]
    given = [f"//{label}/ {label}" for label in labels]
    rewritten = text.to_unicode("\n".join(given), profile=profile).split("\n")
    changed = [other for line, other in zip(given, rewritten, strict=True) if line != other]
    assert len(changed) > 80_000
    names = re.compile("//([^/ ]+)/ ([^/ ]+)")
    delimiters = re.compile(
        r"[\0-,./:-@[-`{-\xa0\u061c\u200e\u200f\u2028-\u202f\u2044\u2060-\u206f\u3000-\u3002\uff0e\uff61]"
    )
    assert [other for other in changed if delimiters.search("".join(*names.findall(other)))] == []
