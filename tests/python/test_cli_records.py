"""The answers to the command line about a list of records: the results and codes of the public functions."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from inputs import any_str, candidates
from names_and_profiles import NAMED, names

import acelabel
from acelabel import AceError, Profile, punycode, race
from acelabel._native import convert_records

CODECS: dict[str, Callable[[str], str]] = {
    "punycode_encode": punycode.encode,
    "punycode_decode": punycode.decode,
    "race_encode": race.encode,
    "race_decode": race.decode,
}


def one_by_one(convert: Callable[[str], str], records: list[str]) -> tuple[list[str | None], list[int], list[str]]:
    results: list[str | None] = []
    places: list[int] = []
    codes: list[str] = []
    for place, record in enumerate(records):
        try:
            results.append(convert(record))
        except AceError as error:
            results.append(None)
            places.append(place)
            codes.append(error.code)
    return results, places, codes


@given(st.sampled_from(sorted(CODECS)), st.lists(st.one_of(any_str, candidates)))
def test_codecs_say_what_the_functions_say(codec: str, records: list[str]) -> None:
    assert convert_records(records, codec) == one_by_one(CODECS[codec], records)


@given(st.sampled_from(list(NAMED.values())), st.lists(names))
def test_names_say_what_the_functions_say(profile: Profile, records: list[str]) -> None:
    for codec, convert in (("to_ascii", acelabel.to_ascii), ("to_unicode", acelabel.to_unicode)):
        expected = one_by_one(lambda name, convert=convert: convert(name, profile=profile), records)  # type: ignore[misc]
        assert convert_records(records, codec, profile) == expected


def test_what_is_not_a_list_of_str_is_a_type_error() -> None:
    for records in (("a",), ["a", 1], "a"):
        with pytest.raises(TypeError):
            convert_records(records, "to_ascii")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="there is no codec"):
        convert_records([], "rot13")
    with pytest.raises(ValueError, match=r"there is no codec '\\ud800'"):
        convert_records([], "\ud800")
    with pytest.raises(ValueError, match="there is no codec a str of 1000000 characters"):
        convert_records([], "a" * 10**6)
