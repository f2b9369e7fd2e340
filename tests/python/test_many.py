"""Many texts in one call: the three answers to one that is refused, and what a list of texts is."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from inputs import any_str, candidates
from outcomes import outcome

from acelabel import AceError, punycode, race

TEXTS = ["bücher", "", "b\ud800", "London"]
FORMS = ["bcher-kva", "", "ls8h=", "London-"]
CALLS: dict[str, tuple[Callable[..., list[Any]], Callable[[Any], str], list[str], tuple[str, int]]] = {
    "punycode.encode_many": (punycode.encode_many, punycode.encode, TEXTS, ("surrogate", 1)),
    "punycode.decode_many": (punycode.decode_many, punycode.decode, FORMS, ("invalid_digit", 4)),
    "race.encode_many": (race.encode_many, race.encode, ["żaba", "é", "abc", "ü"], ("all_std13", 0)),
    "race.decode_many": (
        race.decode_many,
        race.decode,
        ["bq--aduq", "bq--aduq", "bq--ab", "bq--aduq"],
        ("nonzero_padding", 5),
    ),
}
each_call = pytest.mark.parametrize(("many", "one", "items", "refusal"), CALLS.values(), ids=CALLS)
Many = Callable[..., list[Any]]
One = Callable[[Any], str]


@each_call
def test_raise(many: Many, one: One, items: list[str], refusal: tuple[str, int]) -> None:
    """The error is the one of the single call: it quotes the item, not the list."""
    for keywords in ({}, {"errors": "raise"}):
        with pytest.raises(AceError) as caught:
            many(items, **keywords)
        assert (caught.value.code, caught.value.offset) == refusal
        assert caught.value.text == items[2]
    good = items[:2] + items[3:]
    assert many(good) == [one(item) for item in good]


@each_call
def test_null(many: Many, one: One, items: list[str], refusal: tuple[str, int]) -> None:
    assert many(items, errors="null") == [one(items[0]), one(items[1]), None, one(items[3])]
    assert outcome(one, items[2]) == refusal


@each_call
def test_keep(many: Many, one: One, items: list[str], refusal: tuple[str, int]) -> None:
    kept = many(items, errors="keep")
    assert kept == [one(items[0]), one(items[1]), items[2], one(items[3])]
    assert outcome(one, items[2]) == refusal


@each_call
def test_any_iterable(many: Many, one: One, items: list[str], refusal: tuple[str, int]) -> None:
    expected = [one(items[0]), one(items[1])]
    for iterable in (
        tuple(items[:2]),
        dict.fromkeys(items[:2]) if items[0] != items[1] else items[:2],
        iter(items[:2]),
    ):
        assert many(iterable) == expected
    assert many(item for item in items[:2]) == expected
    assert many([]) == many(()) == many(iter([])) == []


@each_call
def test_generators_are_read_to_the_fault_and_no_further(
    many: Many, one: One, items: list[str], refusal: tuple[str, int]
) -> None:
    read = []

    def generator() -> Iterator[str]:
        for item in items:
            read.append(item)
            yield item

    with pytest.raises(AceError) as caught:
        many(generator())
    assert (caught.value.code, caught.value.offset) == refusal
    assert read == items[:3]


@each_call
def test_an_exception_of_the_iterable_passes_through(
    many: Many, one: One, items: list[str], refusal: tuple[str, int]
) -> None:
    def broken() -> Iterator[str]:
        yield items[0]
        raise LookupError(one(items[0]))

    for errors in ("raise", "null", "keep"):
        with pytest.raises(LookupError):
            many(broken(), errors=errors)


@each_call
@pytest.mark.parametrize("errors", ["raise", "null", "keep"])
@pytest.mark.parametrize("wrong", [1, ["a"], object()])
def test_an_item_of_another_type_is_a_type_error(
    many: Many, one: One, items: list[str], refusal: tuple[str, int], errors: str, wrong: object
) -> None:
    with pytest.raises(TypeError):
        many([items[0], wrong], errors=errors)


@each_call
@pytest.mark.parametrize("wrong", ["bücher", "", b"bcher-kva", bytearray(b"a-"), None, 7])
def test_a_single_text_is_no_list_of_texts(
    many: Many, one: One, items: list[str], refusal: tuple[str, int], wrong: Any
) -> None:
    with pytest.raises(TypeError):
        many(wrong)


@each_call
@pytest.mark.parametrize("wrong", ["strict", "", "RAISE", "ignore"])
def test_errors_is_one_of_three(many: Many, one: One, items: list[str], refusal: tuple[str, int], wrong: str) -> None:
    with pytest.raises(ValueError, match="argument 'errors' must be") as caught:
        many(items[:1], errors=wrong)
    assert not isinstance(caught.value, AceError)
    for other_type in (None, 1, b"raise"):
        with pytest.raises(TypeError):
            many(items[:1], errors=other_type)
    with pytest.raises(TypeError):
        many(items[:1], "raise")


def test_forms_may_be_octets() -> None:
    forms: Iterable[str | bytes | bytearray] = [b"bcher-kva", bytearray(b"tda"), "tda", b"\xff"]
    assert punycode.decode_many(forms, errors="null") == ["bücher", "ü", "ü", None]
    assert punycode.decode_many(forms, errors="keep") == ["bücher", "ü", "ü", b"\xff"]


@given(st.lists(any_str, max_size=8), st.lists(candidates, max_size=8))
def test_many_is_one_after_the_other(texts: list[str], forms: list[str]) -> None:
    for many, one, items in (
        (punycode.encode_many, punycode.encode, texts),
        (punycode.decode_many, punycode.decode, forms),
        (race.encode_many, race.encode, texts),
        (race.decode_many, race.decode, forms),
    ):
        singly = [outcome(one, item) for item in items]
        nulls = [None if isinstance(result, tuple) else result for result in singly]
        keeps = [item if isinstance(result, tuple) else result for item, result in zip(items, singly, strict=True)]
        assert many(items, errors="null") == nulls
        assert many(items, errors="keep") == keeps
        refusals = [result for result in singly if isinstance(result, tuple)]
        assert outcome(many, items) == (refusals[0] if refusals else singly)
