"""WHATWG is the domain parser of the URL Standard: web-platform-tests, and the standard's steps as a judge."""

import json
import random
from itertools import chain
from typing import Any

import pytest
from hypothesis import example, given
from known_answers import FOLDER
from label_inputs import any_name
from names_and_profiles import names
from outcomes import outcome

import acelabel
from acelabel import WHATWG, WHATWG_STRICT, to_ascii, to_unicode

VERIFYING = WHATWG.replace(pass_ascii_domain=False)
# URL Standard, "forbidden domain code point": a forbidden host code point, a C0 control, U+0025 or U+007F.
FORBIDDEN = {*"\x00\t\n\r #/:<>?@[\\]^|%\x7f", *map(chr, range(0x20))}
COUNTS = {"toascii": 87, "IdnaTestV2": 2_671, "IdnaTestV2-removed": 20}

# Rows whose answer is another one here, with what acelabel answers, and the reason.
NEWER = "U+3E8AC is assigned here; the file is that of Unicode 17.0, where it is not"
NO_HOST = "the file has the answer of Unicode ToASCII; the tests leave the row out, as the URL Standard fails on it"
OTHERS = {
    "": (("empty_domain", 0), NO_HOST),
    "\U0003e8ac\u3002\u0729\u3002\ucbd95": ("xn--t92s.xn--znb.xn--5-y88f", NEWER),
    "\U0003e8ac\u3002\u0729\u3002\u110d\u1173\u11ac5": ("xn--t92s.xn--znb.xn--5-y88f", NEWER),
}


def rows(name: str) -> list[dict[str, Any]]:
    """The rows of a file. What is not an object is a comment."""
    with (FOLDER / "wpt" / f"{name}.json").open(encoding="utf-8") as file:
        return [row for row in json.load(file) if isinstance(row, dict)]


def ascii_of(name: str) -> str | tuple[str, int | None]:
    return outcome(lambda text: to_ascii(text, profile=WHATWG), name)


def unicode_of(name: str) -> str | tuple[str, int | None]:
    return outcome(lambda text: to_unicode(text, profile=WHATWG), name)


@pytest.mark.parametrize("name", COUNTS)
def test_the_rows_of_web_platform_tests(name: str) -> None:
    given_rows = rows(name)
    assert len(given_rows) == COUNTS[name]
    for row in given_rows:
        answer = ascii_of(row["input"])
        if row["input"] in OTHERS:
            assert answer == OTHERS[row["input"]][0]
        else:
            assert (row["input"], answer if isinstance(answer, str) else None) == (row["input"], row["output"])


def test_rows_with_another_answer_are_rows_of_the_files() -> None:
    outputs = {row["input"]: row["output"] for row in chain.from_iterable(map(rows, COUNTS))}
    assert all(outputs[name] != answer for name, (answer, _) in OTHERS.items())


# Names in ASCII pass whatever their A-labels hold (example of the standard, letter case, an empty payload, a second
# prefix, an ASCII payload, a character that is not forbidden, the Bidi Rule, a joiner).
PASSED = [
    *("xn--8i7caa.example", "XN--A", "xn--", "xn---", "xn--xn---epa", "a.xn--example-", "xn--ls8h=", "xn--mgb.1x"),
    *("xn--1ug.example", "xn--72czcrhaj7cpt0ed1dxb4mb1s1.example", "a..xn--a.", "xn--a_b!$&'()*+,;=~`{}\""),
]


@pytest.mark.parametrize("name", PASSED)
def test_a_domain_in_ascii_passes_in_lower_case(name: str) -> None:
    assert ascii_of(name) == unicode_of(name) == name.lower()
    assert acelabel.is_valid(name, profile=WHATWG)
    found = acelabel.inspect(name, profile=WHATWG)
    assert (found.valid, found.ascii, found.unicode, found.errors) == (True, name.lower(), name.lower(), ())
    assert any(label.problems for label in found.labels)
    assert all(label.problems for label in found.labels if label.kind == "fake_alabel")
    for many in (acelabel.to_ascii_many, acelabel.to_unicode_many):
        assert many([name, name], profile=WHATWG) == [name.lower()] * 2
    # The rule of before June 2026, which ClickHouse keeps.
    assert not acelabel.is_valid(name, profile=VERIFYING)
    assert not acelabel.is_valid(name, profile=WHATWG_STRICT)


@pytest.mark.parametrize(
    ("name", "refusal"),
    [
        ("xn--a%b", ("disallowed_codepoint", 5)),
        ("xn--a b", ("disallowed_codepoint", 5)),
        ("a.xn--a\x7f", ("disallowed_codepoint", 7)),
        ("", ("empty_domain", 0)),
        ("xn--a。com", ("disallowed_codepoint", 0)),
        ("é.xn--a", ("disallowed_codepoint", 2)),
        ("xn--a.\u00ad", ("disallowed_codepoint", 0)),
    ],
)
def test_what_still_fails(name: str, refusal: tuple[str, int]) -> None:
    assert ascii_of(name) == unicode_of(name) == refusal
    found = acelabel.inspect(name, profile=WHATWG)
    assert (found.valid, found.errors[0].code, found.errors[0].offset) == (False, *refusal)


def test_domain_to_unicode_is_of_the_whole_domain() -> None:
    mixed = "xn--8i7caa.xn--bcher-kva.example"
    assert unicode_of(mixed) == unicode_of(mixed.upper()) == mixed
    assert to_unicode(mixed, profile=WHATWG, errors="keep") == mixed
    assert unicode_of("XN--BCHER-KVA.Example") == "bücher.example"
    labels = acelabel.inspect(mixed, profile=WHATWG).labels
    assert [label.kind for label in labels] == ["fake_alabel", "a_label", "nr_ldh"]
    assert [bool(label.problems) for label in labels] == [True, False, False]


def judged(name: str) -> tuple[str | None, str | None]:
    """Section 3.3 of the URL Standard step by step: "domain parser" with beStrict = false, and "domain to Unicode"."""
    if name.isascii():
        ascii_form: str | None = None if name == "" or FORBIDDEN & {*name} else name.lower()
    else:
        answer = outcome(lambda text: to_ascii(text, profile=VERIFYING), name)
        ascii_form = answer if isinstance(answer, str) else None
    if ascii_form is None:
        return None, None
    shown = outcome(lambda text: to_unicode(text, profile=VERIFYING), ascii_form)
    return ascii_form, shown if isinstance(shown, str) else ascii_form


def check(name: str) -> None:
    answers = tuple(answer if isinstance(answer, str) else None for answer in (ascii_of(name), unicode_of(name)))
    assert answers == judged(name)


@given(names)
@example("xn--a.xn--bcher-kva")
@example("xn--a.\ud800")
@example("XN--BCHER-KVA..")
@example("1a.xn--4dbc")
def test_answers_are_those_of_the_steps(name: str) -> None:
    check(name)


def test_answers_for_generated_names_are_those_of_the_steps() -> None:
    rng = random.Random(914)
    for _ in range(4_000):
        check(any_name(rng))


def test_the_commit_on_the_page_is_that_of_the_code() -> None:
    page = (FOLDER.parents[1] / "docs" / "profiles.md").read_text("utf-8")
    commit, date = acelabel.url_standard
    assert page.count(f"commit {commit} of {date}") == 1
