"""Labels that a known mistake made: the name that was meant is found, never another one, and never for an honest label.

`ACELABEL_TEXTS` says how many labels of each mistake. The labels are made with the codec of Python.
"""

import os
import random
from collections.abc import Callable

import pytest
from label_inputs import any_word, full_width, letter_case, normalized, punycode_of

import acelabel
from acelabel import AceError
from acelabel._choices import AnyProfile

LABELS = int(os.environ.get("ACELABEL_TEXTS", "3000"))

PROFILES: list[AnyProfile]
PROFILES = ["uts46", "dns", "whatwg", "whatwg_strict", "idna2008", "idna2008_mapped", "idna2003"]
Damage = Callable[[random.Random, str], tuple[str, str]]


def is_valid_name(name: str) -> bool:
    return acelabel.is_valid(name) and not name.startswith(".")


def name_of(rng: random.Random, *, in_ascii: bool) -> str:
    """A valid name of one label in its Unicode form."""
    while True:
        word = any_word(rng).replace(" ", "") + rng.choice(("", "", "shop", "-7"))
        word = "".join(c for c in word if c.isascii()) if in_ascii else word
        if is_valid_name(word):
            name = acelabel.to_unicode(word)
            if name.isascii() == in_ascii and "." not in name:
                return name


def encoded(text: str) -> str:
    return f"xn--{punycode_of(text)}"


def ascii_encoded(rng: random.Random, _: str) -> tuple[str, str]:
    name = name_of(rng, in_ascii=True)
    return encoded(rng.choice((name, name.title()))), name


def encoded_twice(_: random.Random, name: str) -> tuple[str, str]:
    return encoded(acelabel.to_ascii(name)), name


def filter_rule(rng: random.Random, name: str) -> tuple[str, str]:
    begin, end = rng.choice((("||", ""), ("||", "^"), ("@@||", "^"), ("|", "|"), ("", "^")))
    return encoded(f"{begin}{name}{end}"), name


def of_full_width(rng: random.Random, name: str) -> tuple[str, str]:
    return encoded(full_width(rng, name)), name


def unknown_dot(rng: random.Random, name: str) -> tuple[str, str]:
    other = name_of(rng, in_ascii=rng.random() < 0.5)
    return encoded(f"{name}{rng.choice('。．｡')}{other}"), f"{name}.{other}"


def unmapped(rng: random.Random, name: str) -> tuple[str, str]:
    return encoded(rng.choice((letter_case, normalized))(rng, name)), name


def converts(text: str, meant: str) -> bool:
    """Return whether the right rules make one name of a text, this one. Two good labels may be no good name (Bidi)."""
    return not text.isascii() and acelabel.is_valid(text) and acelabel.to_unicode(text) == meant


def has_two_readings(text: str, meant: str) -> bool:
    """Return whether a hyphen may be too many, or nobody would write the name or the text, so that it is not told."""
    one_script = all(acelabel.security.resolved_scripts(label) for label in meant.split("."))
    kinds = {mapped.kind for label in acelabel.inspect(text).labels for mapped in label.mapped}
    is_odd = not one_script or bool(kinds & {"compatibility", "ignored"}) or "xn--" in meant
    return (
        is_odd
        or (text.isascii() and acelabel.is_valid(f"xn--{text}"))
        or any(label.startswith("-") or label.endswith("-") for label in meant.split("."))
    )


MISTAKES: dict[str, tuple[Damage, str]] = {
    "ascii_encoded": (ascii_encoded, "ASCII text was encoded"),
    "encoded_twice": (encoded_twice, "encoded twice"),
    "filter_rule": (filter_rule, "filter rule"),
    "full_width": (of_full_width, "full-width"),
    "unknown_dot": (unknown_dot, "a dot other than '.'"),
    "unmapped": (unmapped, "without the mapping"),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_the_name_that_was_meant_is_found_and_no_other(mistake: str) -> None:
    rng, found, count = random.Random(mistake), 0, 0
    damage, words = MISTAKES[mistake]
    while count < LABELS:
        label, meant = damage(rng, name_of(rng, in_ascii=False))
        # Some damage does none: capitals of ASCII are right in a label, and another letter case may be another word.
        text = label[4:].encode("ascii").decode("punycode")
        is_mapped = mistake in ("full_width", "unmapped", "unknown_dot")
        if acelabel.is_valid(label) or (is_mapped and not converts(text, meant)) or has_two_readings(text, meant):
            continue
        count += 1
        errors = acelabel.inspect(f"www.{label}.example").errors
        told = {error.meant for error in errors} - {None}
        assert told <= {meant}, (label, meant)
        found += bool(told)
        assert not told or any(words in error.hint for error in errors), (label, meant)
    assert found >= 0.99 * count


def test_no_other_name_is_meant_by_an_honest_label() -> None:
    rng = random.Random("honest")
    for _ in range(LABELS):
        label = acelabel.to_ascii(name_of(rng, in_ascii=False))
        for profile in PROFILES:
            report = acelabel.inspect(f"{label}.xn--p1ai", profile=profile)
            errors = [*report.errors, *(error for one in report.labels for error in one.problems)]
            assert [error.meant for error in errors if error.meant is not None] == [], label


@pytest.mark.parametrize(
    ("label", "meant"),
    [
        ("xn--example-", "example"),
        ("xn--_dmarc-", "_dmarc"),
        ("xn--*-", "*"),
        ("xn--xn--fa-hia-", "faß"),
        ("xn--xn--BCHER-2pa-", "bücher"),
        ("xn--BCHER-2pa", "bücher"),
        ("xn--bcher-2pa", "bücher"),
        ("xn--bcherde-n2a0649h", "bücher.de"),
        ("xn--mi7chab1aes7c", "example"),
        ("xn--||bcher-p2a", "bücher"),
        ("xn--80ak6aa92e", None),
        ("xn--n3h", None),
        ("xn---", None),
        ("xn--99999999", None),
        ("xn--||", None),
        ("xn--xn--", None),
        # One hyphen too many, or ASCII text.
        ("xn--bcher-kva-", None),
        # A wrong digit, of which the text is of several scripts or has fractions.
        ("xn--mller-vka", None),
        # The prefix twice.
        ("xn--xn--franois-xxa", None),
        # The Punycode of UTF-8 that was read as Latin-1.
        ("xn--bcher-lka2c", "bücher"),
        ("xn---example-", None),
        ("xn--||-gsx", "☃"),
    ],
)
@pytest.mark.parametrize("around", ["{}", "www.{}.example", "WWW.{}。Example"])
def test_labels_of_public_reports(label: str, meant: str | None, around: str) -> None:
    for profile in PROFILES:
        report = acelabel.inspect(around.format(label), profile=profile)
        errors = [*report.errors, *(error for one in report.labels for error in one.problems)]
        assert {error.meant for error in errors} - {None} == ({meant} - {None} if errors else set())


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("xn--example.com-", "example.com"),
        ("xn--esko.de-i6a", "česko.de"),
        ("xn--ika.de-2pbb", "žižka.de"),
    ],
)
def test_a_whole_name_that_was_encoded_as_one_label(name: str, meant: str) -> None:
    errors = [error for error in acelabel.inspect(name).errors if error.meant]
    assert {error.meant for error in errors} == {meant}
    assert all(error.hint.startswith("a whole name was encoded as one label: ") for error in errors)


def test_addresses_and_labels_tell_it_too() -> None:
    for call, text in (
        (acelabel.email.to_ascii, "user@xn--bcher-2pa.example"),
        (acelabel.ulabel, "xn--bcher-2pa"),
    ):
        with pytest.raises(AceError) as caught:
            call(text)
        assert caught.value.meant == "bücher"
        assert "'bücher' (xn--bcher-kva) may be meant" in str(caught.value)
    assert AceError("invalid_alabel", 0, "xn--bcher-2pa").meant == "bücher"
    assert AceError("invalid_alabel", 0).meant is None
    assert AceError("invalid_alabel").hint == ""
