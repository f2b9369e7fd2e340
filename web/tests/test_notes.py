"""The notes of each view: what may be meant by an input, or who takes it."""

import pytest
from pages import Page

import acelabel
from acelabel._native import profile_of

pytest_plugins = ("shared",)


@pytest.mark.parametrize("name", ["bÃ¼cher.de", "xn–bcher-kva.de", "xn–bcher-kva_.de", "bücher.de"])
def test_a_name_that_looks_like_a_mistake_has_a_note(page: Page, name: str) -> None:
    for profile in ("uts46", "idna2008"):
        page.show("names", name, profile=profile)
        notes = acelabel.inspect(name, profile=profile_of(profile)).notes
        assert page.read("#note") == [f"This name {note}." for note in notes]


@pytest.mark.parametrize(
    ("direction", "text", "notes"),
    [
        ("to_ascii", "see bücher.de, //ü.de", ["One name beyond ASCII stays as it is", "bücher.de"]),
        ("to_ascii", "see bücher.de and www.müller.de", ["2 names beyond ASCII stay", "The first is bücher.de"]),
        ("to_ascii", "bücher.de. 3600 IN A 192.0.2.1", ["choose the format zone"]),
        ("to_ascii", "$ORIGIN bücher.de.\n@ IN NS a", ["choose the format zone"]),
        ("to_ascii", "see example.com, u@bücher.de and über", []),
        ("to_unicode", "bücher.de. 3600 IN A 192.0.2.1", []),
    ],
)
def test_names_in_a_text_that_stay_have_a_note(page: Page, direction: str, text: str, notes: list[str]) -> None:
    page.show("text", text, direction=direction)
    said = page.read("#note")
    assert len(said) == bool(notes)
    assert all(note in said[0] for note in notes)


@pytest.mark.parametrize(
    ("direction", "text", "note"),
    [
        ("decode", "xn--bcher-kva", "Remove it here"),
        ("decode", "XN--bcher-kva", "Remove it here"),
        ("decode", "a.b", "whole name"),
        ("decode", "a\nb", "line feed"),
        ("decode", "bcher-kva", ""),
        ("encode", "bücher.de", "whole name"),
        ("encode", "bücher。de", "whole name"),
        ("encode", "Xn--bcher-kva", "encoded already"),
        ("encode", "bücher\nmüller", "line feed"),
        ("encode", "bücher", ""),
    ],
)
def test_what_is_not_one_label_of_punycode_has_a_note(page: Page, direction: str, text: str, note: str) -> None:
    page.show("steps", text, direction=direction)
    assert [note in one for one in page.read("#note")] == [True] * bool(note)


def test_a_text_that_is_to_be_decoded_is_sent_to_the_other_direction(page: Page) -> None:
    page.show("steps", "bücher", direction="decode")
    assert page.read(".hint") == ["choose the direction encode for text that is not ASCII"]


@pytest.mark.parametrize(
    ("text", "note"),
    [
        ("żaba\nżaba", "line feed"),
        (" bq--af6p6yp7ml7wc", "white space"),
        ("żaba ", "white space"),
        ("żaba", ""),
        ("bq--aaa", ""),
    ],
)
def test_what_is_not_one_label_of_race_has_a_note(page: Page, text: str, note: str) -> None:
    page.show("race", text)
    assert [note in one for one in page.read("#note")] == [True] * bool(note)
