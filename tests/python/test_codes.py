"""The error codes: tests/vectors/errors.json triggers each of them, and no other."""

from collections.abc import Callable
from types import ModuleType
from typing import Any, get_args

import pytest
from inputs import PUNYCODE_KEYWORDS
from known_answers import load, text_of

import acelabel
from acelabel import AceError, _native, clients, email, host, labels, punycode, race, zone
from acelabel.bootstring import Bootstring

ROWS = load("errors.json")["rows"]


def _last_error(address: str) -> None:
    """Raises what an inspection lists."""
    raise email.inspect(address).errors[-1]


PLAIN_CALLS: dict[str, Callable[[Any], object]] = {
    "punycode.encode": punycode.encode,
    "punycode.decode": punycode.decode,
    "race.encode": race.encode,
    "race.decode": race.decode,
    "race.encode_domain": race.encode_domain,
    "race.decode_domain": race.decode_domain,
    "labels.unescape": labels.unescape,
    "zone.to_ascii": zone.to_ascii,
    "email.to_ascii": email.to_ascii,
    "email.inspect": _last_error,
    "host.parse": host.parse,
    "host.of_url": host.of_url,
    "clients.agreed": clients.agreed,
}


def call_of(row: dict[str, Any]) -> Callable[[], object]:
    """The call that a row describes."""
    if row["call"] in ("to_ascii", "alabel"):
        function, profile = getattr(acelabel, row["call"]), eval(row.get("profile", "UTS46"), vars(acelabel))
        return lambda: function(text_of(row), profile=profile)
    module, name = row["call"].split(".")
    if module != "bootstring":
        return lambda: PLAIN_CALLS[row["call"]](text_of(row))
    bootstring = Bootstring(**PUNYCODE_KEYWORDS | row.get("parameters", {}))
    argument = row["input_code_points"] if name == "encode_code_points" else text_of(row)
    return lambda: getattr(bootstring, name)(argument)


def test_the_codes_triggered_are_the_codes_that_exist() -> None:
    codes = _native.error_codes()
    assert isinstance(codes, tuple)
    assert len(set(codes)) == len(codes)
    assert {row["code"] for row in ROWS} == set(codes)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row['code']}-{row['call']}")
def test_trigger(row: dict[str, Any]) -> None:
    with pytest.raises(AceError) as caught:
        call_of(row)()
    error = caught.value
    assert (error.code, error.offset) == (row["code"], row["offset"])
    if row["call"] == "bootstring.encode_code_points":
        assert error.text is None
        assert error.codepoint == row["input_code_points"][row["offset"]]
        return
    text = text_of(row)
    before = text[: row["offset"]]
    assert error.text == text
    assert error.label_index == (before.count(".") if row["call"] == "to_ascii" else row.get("label_index"))
    if "xn--" not in text:
        assert error.codepoint == (ord(text[row["offset"]]) if row["offset"] < len(text) else None)


NO_CODE = "Code5"


def test_the_public_codes_are_the_codes_of_the_type() -> None:
    assert acelabel.CODES == _native.error_codes() == get_args(acelabel.Code)
    assert {"AceError", "CODES", "Code"} <= {*acelabel.__all__}
    with pytest.raises(AttributeError, match="no attribute 'Code5'"):
        getattr(acelabel, NO_CODE)


def test_no_public_name_is_left_out_of_the_list() -> None:
    names = {name for name, value in vars(acelabel).items() if name[0] != "_" and not isinstance(value, ModuleType)}
    assert names <= {*acelabel.__all__}
