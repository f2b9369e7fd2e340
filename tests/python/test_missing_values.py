"""Columns: missing values, scalars of Arrow, and which item was refused. The classes stand in for other packages."""

import copy
import pickle
from collections.abc import Callable, Iterator
from decimal import Decimal
from typing import Any

import pytest

import acelabel
from acelabel import AceError, punycode, race

CALLS: dict[str, tuple[Callable[..., list[Any]], str, str, str]] = {
    "to_ascii_many": (acelabel.to_ascii_many, "bücher.de", "xn--bcher-kva.de", "a..b"),
    "to_unicode_many": (acelabel.to_unicode_many, "xn--bcher-kva.de", "bücher.de", "a..b"),
    "punycode.encode_many": (punycode.encode_many, "bücher", "bcher-kva", "\ud800"),
    "punycode.decode_many": (punycode.decode_many, "bcher-kva", "bücher", "!"),
    "race.encode_many": (race.encode_many, "żaba", "bq--af6p6yp7ml7wc", "abc"),
    "race.decode_many": (race.decode_many, "bq--af6p6yp7ml7wc", "żaba", "abc"),
}
each_call = pytest.mark.parametrize(("many", "item", "form", "bad"), CALLS.values(), ids=CALLS)
each_option = pytest.mark.parametrize("errors", ["raise", "null", "keep"])
Many = Callable[..., list[Any]]


class PandasNA:
    """As pandas.NA: it compares as itself, and is neither true nor false."""

    def __eq__(self, other: object) -> Any:
        return self

    __ne__ = __eq__
    __hash__ = None  # type: ignore[assignment]

    def __bool__(self) -> bool:
        raise TypeError("boolean value of NA is ambiguous")


class NumpyBool:
    """As numpy.bool: no bool of Python's."""

    def __init__(self, value: bool) -> None:
        self._value = value

    def __bool__(self) -> bool:
        return self._value


class NotItself:
    """As pandas.NaT and numpy.datetime64("NaT"): it is not equal to itself. So is numpy.float32("nan")."""

    def __ne__(self, other: object) -> Any:
        return NumpyBool(True)

    __hash__ = None  # type: ignore[assignment]


class Scalar:
    """As pyarrow.StringScalar, LargeStringScalar, StringViewScalar, DictionaryScalar and NullScalar."""

    def __init__(self, value: Any) -> None:
        self._value = value

    def as_py(self) -> Any:
        return self._value


class ChunkedArray:
    """As pyarrow.ChunkedArray: it yields scalars."""

    def __init__(self, *chunks: list[str | None]) -> None:
        self._chunks = chunks

    def __len__(self) -> int:
        return sum(map(len, self._chunks))

    def __iter__(self) -> Iterator[Scalar]:
        return (Scalar(value) for chunk in self._chunks for value in chunk)


MISSING: dict[str, Any] = {
    "None": None,
    "NaN": float("nan"),
    "Decimal": Decimal("NaN"),
    "pandas.NA": PandasNA(),
    "pandas.NaT": NotItself(),
    "null of Arrow": Scalar(None),
    "NaN of Arrow": Scalar(float("nan")),
}


@each_call
@each_option
@pytest.mark.parametrize("missing", MISSING.values(), ids=MISSING)
def test_a_missing_value_gives_a_missing_value(
    many: Many, item: str, form: str, bad: str, errors: str, missing: Any
) -> None:
    assert many([item, missing, item], errors=errors) == [form, None, form]
    assert many([missing] * 3, errors=errors) == [None] * 3


@each_call
@each_option
def test_scalars_of_arrow_are_read(many: Many, item: str, form: str, bad: str, errors: str) -> None:
    assert many(ChunkedArray([item, None], [], [item]), errors=errors) == [form, None, form]


@each_call
def test_a_refused_scalar_is_kept_as_its_text(many: Many, item: str, form: str, bad: str) -> None:
    assert many([Scalar(bad), Scalar(item)], errors="null") == [None, form]
    assert many([Scalar(bad), Scalar(item)], errors="keep") == [bad, form]
    assert [type(kept) for kept in many([Scalar(bad)], errors="keep")] == [str]


def test_scalars_of_octets() -> None:
    column: list[Any] = [Scalar(b"tda"), Scalar(bytearray(b"tda"))]
    assert punycode.decode_many(column) == ["ü", "ü"]
    with pytest.raises(TypeError, match="item 0 must be str, not Scalar"):
        punycode.encode_many(column)


class Array:
    """As numpy.ndarray: it compares as an array, which is neither true nor false."""

    def __ne__(self, other: object) -> Any:
        return Array()

    __hash__ = None  # type: ignore[assignment]

    def __bool__(self) -> bool:
        raise ValueError("the truth value of an array is ambiguous")


class Itself(Scalar):
    """A scalar whose value is the scalar."""

    def as_py(self) -> Any:
        return self


@each_call
@each_option
@pytest.mark.parametrize("wrong", [0, 1.0, ["a"], ("a",), object(), Array(), Scalar(7), Scalar(Scalar("a")), Itself(0)])
def test_any_other_item_is_a_type_error_that_names_it(
    many: Many, item: str, form: str, bad: str, errors: str, wrong: object
) -> None:
    with pytest.raises(TypeError) as caught:
        many([item, item, wrong, bad], errors=errors)
    expected = "str, bytes or bytearray" if "decode" in many.__name__ else "str"
    assert str(caught.value) == f"item 2 must be {expected}, not {type(wrong).__name__}"


class Raising:
    """An object that raises whatever is asked of it."""

    def __init__(self, error: BaseException, *, compared: bool) -> None:
        self._error = error
        self._compared = compared

    def __getattr__(self, name: str) -> Any:
        if self.__dict__["_compared"]:
            raise AttributeError(name)
        raise self.__dict__["_error"]

    def __ne__(self, other: object) -> bool:
        raise self._error

    __hash__ = None  # type: ignore[assignment]


@each_call
@pytest.mark.parametrize("error", [KeyboardInterrupt(), SystemExit(), MemoryError(), RuntimeError()])
@pytest.mark.parametrize("compared", [False, True])
def test_what_an_item_raises_is_raised(
    many: Many, item: str, form: str, bad: str, error: BaseException, compared: bool
) -> None:
    for errors in ("raise", "null", "keep"):
        with pytest.raises(type(error)) as caught:
            many([item, Raising(error, compared=compared)], errors=errors)
        assert caught.value is error


@each_call
def test_an_error_says_which_item(many: Many, item: str, form: str, bad: str) -> None:
    with pytest.raises(AceError) as caught:
        many([item, None, Scalar(item), bad, bad])
    error = caught.value
    assert error.index == 3
    assert error.text == bad
    assert str(error).startswith(f"item 3: {error.code} at offset {error.offset}")
    with pytest.raises(AceError) as single:
        many([bad])
    assert single.value.index == 0
    assert (error.code, error.offset, error.codepoint) == tuple(
        getattr(single.value, name) for name in ("code", "offset", "codepoint")
    )
    assert error.label_index == single.value.label_index
    assert error != single.value


@each_call
def test_the_item_survives_pickle_copy_and_repr(many: Many, item: str, form: str, bad: str) -> None:
    with pytest.raises(AceError) as caught:
        many([item, bad])
    error = caught.value
    for again in (pickle.loads(pickle.dumps(error)), copy.copy(error), eval(repr(error))):
        assert (again, again.index) == (error, 1)


def test_the_error_of_a_single_call_has_no_index() -> None:
    with pytest.raises(AceError) as caught:
        acelabel.to_ascii("a..b")
    assert (caught.value.index, caught.value.code, caught.value.offset) == (None, "empty_label", 2)
    assert "item" not in str(caught.value)
