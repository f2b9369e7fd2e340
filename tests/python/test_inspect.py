"""Inspections: every problem of every label, and reports that nothing in a name can break."""

import json
import pickle
import re
from html.parser import HTMLParser
from typing import Any

import pytest
from hypothesis import example, given
from names_and_profiles import NAMED, names, profiles

import acelabel
from acelabel import (
    DNS,
    IDNA2008,
    UTS46,
    WHATWG,
    AceError,
    Inspection,
    LabelReport,
    Profile,
    inspect,
    to_ascii,
    to_unicode,
)
from acelabel._native import script_name
from acelabel._scripts import runs


def problems(found: Inspection | LabelReport) -> list[tuple[str, int | None, int | None]]:
    return [(error.code, error.offset, error.label_index) for error in found.errors]


def test_a_valid_name() -> None:
    found = inspect("Bücher.日本語。example.")
    assert (found.input, found.profile, found.label_count) == ("Bücher.日本語。example.", UTS46, 3)
    assert (found.ascii, found.unicode) == ("xn--bcher-kva.xn--wgv71a119e.example.", "bücher.日本語.example.")
    assert (found.ascii_length, found.unicode_length) == (36, 18)
    assert (found.valid, found.errors, found.is_bidi) == (True, (), False)
    assert [(label.input, label.start, label.end) for label in found.labels] == [
        ("Bücher", 0, 6),
        ("日本語", 7, 10),
        ("example", 11, 18),
    ]
    assert [label.alabel for label in found.labels] == ["xn--bcher-kva", "xn--wgv71a119e", "example"]
    assert [label.ulabel for label in found.labels] == ["bücher", "日本語", "example"]
    assert [label.scripts for label in found.labels] == [("Latin",), ("Han",), ("Latin",)]
    assert all(label.valid and label.errors == () for label in found.labels)


def test_every_problem_of_every_label_is_told() -> None:
    found = inspect("xn--a._x#.bücher.\ud800-", profile=UTS46.replace(check_hyphens=True))
    assert problems(found) == [
        ("disallowed_codepoint", 0, 0),
        ("std3_disallowed", 6, 1),
        ("std3_disallowed", 8, 1),
        ("hyphen_start_end", 18, 3),
        ("surrogate", 17, 3),
    ]
    assert [label.valid for label in found.labels] == [False, False, True, False]
    assert [len(label.errors) for label in found.labels] == [1, 2, 0, 2]
    assert (found.valid, found.ascii, found.unicode, found.ascii_length, found.unicode_length) == (False, *[None] * 4)
    assert found.labels[0].errors[0].codepoint == 0x80
    assert {error.text for error in found.errors} == {found.input}


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("", [("empty_domain", 0, 0)]),
        ("a..b", [("empty_label", 2, 1)]),
        ("a." * 128, [("domain_too_long", 254, 127)]),
        ("ü." * 45 + ".", [("domain_too_long", 62, 31), ("empty_label", 90, 45)]),
        ("#." + "a." * 128, [("std3_disallowed", 0, 0), ("domain_too_long", 254, 127)]),
        ("1.a_b.אב", [("std3_disallowed", 3, 1), ("bidi_rule_1", 0, 0)]),
        ("مثال.123", [("bidi_rule_1", 5, 1)]),
    ],
)
def test_problems_of_the_whole_name(name: str, told: list[tuple[str, int, int]]) -> None:
    found = inspect(name)
    assert problems(found) == told
    assert not found.valid


def test_a_right_to_left_label_makes_a_bidi_name() -> None:
    assert inspect("אב.com").is_bidi
    assert inspect("אב.com").valid
    assert not inspect("ab.com").is_bidi


def test_labels_past_those_of_any_name_are_counted_only() -> None:
    found = inspect("a." * 500_000)
    assert (found.label_count, len(found.labels)) == (500_000, 127)
    assert problems(found) == [("domain_too_long", 254, 127)]


def test_the_profile_decides() -> None:
    assert inspect("_dmarc.bücher.de", profile=DNS).ascii == "_dmarc.xn--bcher-kva.de"
    assert problems(inspect("Bücher.de", profile=IDNA2008)) == [("disallowed_codepoint", 0, 0)]
    with pytest.raises(TypeError):
        inspect("a", UTS46)  # type: ignore[call-arg]


def test_a_report() -> None:
    assert str(inspect("WWW.Bücher.de.")) == (
        "name     WWW.Bücher.de.\n"
        "verdict  valid under acelabel.UTS46\n"
        "ASCII    www.xn--bcher-kva.de. (20 characters)\n"
        "Unicode  www.bücher.de. (13 characters)\n"
        "bidi     no\n"
        "label 0  WWW\n"
        "  becomes  www\n"
        "  scripts  Latin\n"
        "label 1  Bücher\n"
        "  A-label  xn--bcher-kva (13 characters)\n"
        "  U-label  bücher (6 characters)\n"
        "  scripts  Latin\n"
        "label 2  de\n"
        "  scripts  Latin"
    )


def test_the_report_on_a_name_that_is_none() -> None:
    assert str(inspect("a#.\x1b[1m\u202e")).splitlines() == [
        "name     a#.\\x1b[1m\\u202e",
        "verdict  not valid under acelabel.UTS46",
        "bidi     no",
        "label 0  a#",
        "  scripts  Latin",
        *[f"  {line}" for line in map(acelabel._errors.describe, inspect("a#.\x1b[1m\u202e").labels[0].errors)],
        "label 1  \\x1b[1m\\u202e",
        "  scripts  Latin",
        *[f"  {line}" for line in map(acelabel._errors.describe, inspect("a#.\x1b[1m\u202e").labels[1].errors)],
    ]
    empty = str(inspect("")).splitlines()
    assert empty[0] == "name     "
    assert empty[3].startswith("  empty_domain at offset 0: ")


def test_a_report_is_as_long_as_a_name_of_dns_lets_it_be() -> None:
    assert len(str(inspect("ü" * 1_000_000))) < 2_000
    assert len(str(inspect(("#" * 8_000 + ".") * 127))) < 100_000
    assert "…" in str(inspect("ü" * 1_000_000))


def test_reprs() -> None:
    found = inspect("a#.ü")
    assert repr(found) == "<Inspection: 'a#.ü' not valid under acelabel.UTS46>"
    assert [repr(label) for label in found.labels] == [
        "<LabelReport: 'a#' std3_disallowed>",
        "<LabelReport: 'ü' valid>",
    ]


def test_to_dict_is_the_whole_inspection() -> None:
    found = inspect("xn--a.Bücher")
    (error,) = found.errors
    told = {
        "code": "disallowed_codepoint",
        "offset": 0,
        "codepoint": 0x80,
        "label_index": 0,
        "message": acelabel._errors.describe(error),
    }
    assert found.to_dict() == {
        "input": "xn--a.Bücher",
        "profile": "acelabel.UTS46",
        "valid": False,
        "ascii": None,
        "unicode": None,
        "ascii_length": None,
        "unicode_length": None,
        "is_bidi": False,
        "ends_in_number": False,
        "label_count": 2,
        "labels": [
            {
                "input": "xn--a",
                "start": 0,
                "end": 5,
                "valid": False,
                "kind": "fake_alabel",
                "alabel": None,
                "ulabel": None,
                "scripts": ["Latin"],
                "mixed_scripts": False,
                "errors": [told],
                "problems": [],
                "mapped": [],
            },
            {
                "input": "Bücher",
                "start": 6,
                "end": 12,
                "valid": True,
                "kind": "u_label",
                "alabel": "xn--bcher-kva",
                "ulabel": "bücher",
                "scripts": ["Latin"],
                "mixed_scripts": False,
                "errors": [],
                "problems": [],
                "mapped": [{"offset": 6, "codepoint": 0x42, "kind": "case", "to": "b"}],
            },
        ],
        "errors": [told],
        "notes": [],
    }
    assert found.labels[1].to_dict() == found.to_dict()["labels"][1]  # type: ignore[index]


class Elements(HTMLParser):
    """Notes the elements of a document and its text."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "span":
            ((name, value),) = attrs
            assert (name, re.fullmatch("color: #[0-9a-f]{6}", value or "") is not None) == ("style", True)
        else:
            assert attrs == ([("colspan", "6")] if self.open[-2:] == ["tfoot", "tr"] else [])
        self.seen.append(tag)
        if tag != "br":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.mark.parametrize(
    ("label", "said"),
    [
        ("аpple", "Cyrillic, Latin (mixed, minimally restrictive)"),
        ("日本a", "Han, Latin (mixed, highly restrictive)"),
        ("aー", "Latin (mixed, highly restrictive)"),
        ("aɑд", "Latin, Cyrillic (mixed, unrestricted)"),
        ("日本の", "Han, Hiragana"),
        ("bücher-1", "Latin"),
    ],
)
def test_mixed_scripts_are_marked(label: str, said: str) -> None:
    found = inspect(f"{label}.com")
    assert f"\n  scripts  {said}\n" in str(found)
    assert f"<bdi>{said}</bdi>" in found._repr_html_()
    assert [report.mixed_scripts for report in found.labels] == [" (mixed" in said, False]
    # The scripts of a label that is not valid are those of the input.
    assert inspect("а b").labels[0].mixed_scripts


def test_html_is_coloured_by_script_and_has_a_legend() -> None:
    html = inspect("аp\u0301-1.com")._repr_html_()
    cell = '<bdi><span style="color: #d55e00">а</span><span style="color: #0072b2">ṕ</span>-1</bdi>'
    assert html.count(cell) == 1
    legend = (
        '<tfoot><tr><td colspan="6"><span style="color: #d55e00">■</span> <bdi>Cyrillic</bdi>: <bdi>а</bdi><br>'
        '<span style="color: #0072b2">■</span> <bdi>Latin</bdi>: <bdi>ṕ c o m</bdi></td></tr></tfoot></table>'
    )
    assert html.endswith(legend)
    # The colour of a script is the same in every name, and digits of an A-label belong to its letters.
    for name in ("pаypal.com", "раураl.net"):
        assert '<span style="color: #0072b2">■</span> <bdi>Latin</bdi>' in inspect(name)._repr_html_()
    assert '<span style="color: #0072b2">xn--80ak6aa92e</span>' in acelabel.display.report("аррӏе.com")._repr_html_()
    assert "<span" not in inspect("www.bücher.com")._repr_html_()


def test_runs_of_a_script_end_where_another_begins() -> None:
    assert runs("") == []
    expected = [("Latin", "a\u0301b"), ("Common", "1"), ("Cyrillic", "д\u0301ж"), ("Common", "-")]
    assert runs("a\u0301b1д\u0301ж-") == expected
    assert runs("\u0301\u0301\ud800") == [("Inherited", "\u0301\u0301"), ("Unknown", "\ud800")]
    assert script_name(0x110000) == "Unknown"


@given(names, profiles)
def test_html_holds_nothing_of_the_name_but_text(name: str, profile: Profile) -> None:
    hostile = f"<script>&'\"</td>.{name}"
    found = inspect(hostile, profile=profile)
    parser = Elements()
    parser.feed(found._repr_html_())
    assert parser.open == []
    elements = {"table", "caption", "thead", "tbody", "tfoot", "tr", "th", "td", "bdi", "br", "span"}
    assert {*parser.seen} <= elements
    assert parser.seen.count("tr") == 1 + len(found.labels) + parser.seen.count("tfoot")
    assert "<script>&'\"</td>" in parser.text
    assert parser.text.isprintable()


@given(names, profiles)
# The first problem of the functions is not the first one from left to right, or is one of the whole name.
@example("ü." * 45 + ".", UTS46)
@example("ü." * 45 + ".", DNS)
@example("ü." * 45 + ".", IDNA2008)
@example("1.a_b.אב", UTS46)
@example("a." * 127 + "#", UTS46)
@example("a." * 300 + "#.#", WHATWG)
@example("ü" * 58 + "-.אב", UTS46)
@example("\u00ad", WHATWG)
@example("a.\u00ad", UTS46.replace(allow_root_dot=False))
def test_an_inspection_says_what_the_functions_do(name: str, profile: Profile) -> None:
    found = inspect(name, profile=profile)
    try:
        expected = to_ascii(name, profile=profile)
    except AceError as error:
        assert error == found.errors[0]
        assert (found.valid, found.ascii, found.unicode) == (False, None, None)
    else:
        assert (found.valid, found.errors) == (True, ())
        assert (found.ascii, found.unicode) == (expected, to_unicode(name, profile=profile))
        assert all(label.valid for label in found.labels)
    assert [label.input for label in found.labels] == [name[label.start : label.end] for label in found.labels]
    assert [label.valid for label in found.labels] == [not label.errors for label in found.labels]
    assert {error for label in found.labels for error in label.errors} <= {*found.errors}
    indices = [error.label_index or 0 for error in found.errors if error != found.errors[0]]
    assert indices == sorted(indices)
    assert all(line.isprintable() for line in str(found).split("\n"))
    # Two surrogates that make a pair are one character in JSON.
    written = json.dumps(found.to_dict())
    assert json.dumps(json.loads(written)) == written


@given(names, profiles)
def test_an_inspection_is_a_value(name: str, profile: Profile) -> None:
    found = inspect(name, profile=profile)
    twin: Any = pickle.loads(pickle.dumps(found))
    assert type(twin) is Inspection
    assert (twin, hash(twin)) == (found, hash(found))
    assert (twin.labels, twin.errors, str(twin)) == (found.labels, found.errors, str(found))
    assert [hash(label) for label in twin.labels] == [hash(label) for label in found.labels]
    assert found != inspect(name + "a", profile=profile)
    assert found != inspect(name, profile=profile.replace(check_bidi=not profile.check_bidi))
    assert found != name
    assert all(label != label.input for label in found.labels)


@pytest.mark.parametrize("profile", NAMED.values(), ids=NAMED)
@pytest.mark.parametrize("text", ["#", "\u0301", "\u200d", "ü", "١a", "xn--", "a.", "\ud800"])
def test_a_large_name_is_inspected_all_the_same(text: str, profile: Profile) -> None:
    found = inspect(text * (1_000_000 // len(text)), profile=profile)
    assert len(found.errors) <= 1_024 + 127 + 2
    assert all(len(label.errors) <= 256 for label in found.labels)
    assert found.valid == (found.errors == ())


class Foreign(str):
    """A str whose own methods must not be called."""

    __slots__ = ()

    def __getitem__(self, key: Any) -> str:
        raise AssertionError

    def __len__(self) -> int:
        raise AssertionError

    def __hash__(self) -> int:
        raise AssertionError

    def __eq__(self, other: object) -> bool:
        raise AssertionError


@pytest.mark.parametrize("name", ["bücher.de", "a_b.de", "a" * 300])
def test_the_methods_of_a_derived_str_are_not_called(name: str) -> None:
    found = inspect(Foreign(name))
    assert type(found.input) is str
    assert {type(label.input) for label in found.labels} == {str}
    assert (found, str(found), found.to_dict()) == (inspect(name), str(inspect(name)), inspect(name).to_dict())


@pytest.mark.parametrize("profile", [UTS46, DNS, IDNA2008, acelabel.IDNA2003], ids=str)
@pytest.mark.parametrize("label", ["_" * 64, "_ü" * 40, "א-" * 40, "-" * 70, "xn--" + "a-" * 40, "☃_" * 40, "Ü" * 64])
def test_a_label_of_too_many_characters_has_no_other_problem(label: str, profile: Profile) -> None:
    (report,) = inspect(label, profile=profile).labels
    assert [error.code for error in report.errors] == ["label_too_long"]


def test_escapes_have_no_part_in_colours() -> None:
    # One script needs no colour and no legend, and what does not print is still escaped.
    html = acelabel.inspect("\u0430\u202e.\u0440\u0444")._repr_html_()
    assert "<tfoot>" not in html
    assert "style=" not in html
    assert "\u202e" not in html
    assert "\\u202e" in html
    # A longer text is cut, and says so.
    assert "\u2026</bdi>" in acelabel.inspect("\u0430" * 300)._repr_html_()
