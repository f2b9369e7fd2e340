"""Values: they cannot be changed, and they survive pickle at every protocol, and copy."""

import copy
import pickle
from inspect import signature
from typing import Any

import pytest

import acelabel
from acelabel import AceError, host, inspect, punycode, race
from acelabel.bootstring import PUNYCODE
from acelabel.cli.failures import RecordError


def refused(call: Any, argument: object) -> AceError:
    with pytest.raises(AceError) as caught:
        call(argument)
    return caught.value


class Narrower(AceError):
    """A class of a user, with a constructor and an attribute of its own."""

    def __init__(self, host: str) -> None:
        super().__init__("empty_domain", 0, host, index=4)
        self.host = host


NAMED = [getattr(acelabel, name) for name in ("UTS46", "WHATWG", "IDNA2008", "IDNA2003", "DNS")]
VALUES: dict[str, Any] = {
    "AceError": AceError("non_ascii", 1, "aü", codepoint=7, label_index=2, index=3),
    "AceError of a name": refused(acelabel.to_ascii, "xn--a_-yka.de"),
    "AceError of a trace": refused(punycode.trace_decode, "bcher-kva!"),
    "AceError of a user": Narrower("example"),
    "Inspection": inspect("a_b.xn--a.bücher.de"),
    "LabelReport": inspect("a_b.xn--a").labels[0],
    "Profile": acelabel.UTS46.replace(check_hyphens=True, rules="idna2008"),
    "Bootstring": PUNYCODE.replace(initial_n=0x3000, delimiter="_"),
    "PUNYCODE": PUNYCODE,
    "Trace": punycode.trace_encode("bücher"),
    "Trace of octets": punycode.trace_decode(b"bcher-KVA"),
    "Trace that failed": refused(punycode.trace_decode, "bücher-kva").trace,
    "Trace of a Bootstring": PUNYCODE.replace(delimiter="_").trace_decode("bcher_kva"),
    "TraceStep": punycode.trace_decode("bcher-kva")[0],
    "TraceStep of a Bootstring": PUNYCODE.trace_encode("aüö")[1],
    "Explanation": race.explain("żaba"),
    "Host": host.parse("bücher.example"),
    "Host of a URL": host.of_url("https://[64:ff9b::7f00:1]:8080/"),
    "Host that is opaque": host.parse("bü", opaque=True),
    **{repr(profile): profile for profile in NAMED},
}


def every_public_attribute(value: object) -> dict[str, object]:
    names = [name for name in dir(value) if not name.startswith("_")]
    return {name: found for name in names if not callable(found := getattr(value, name))}


@pytest.mark.parametrize("value", VALUES.values(), ids=VALUES)
def test_a_value_survives_pickle_at_every_protocol_and_copy(value: Any) -> None:
    twins = [pickle.loads(pickle.dumps(value, protocol)) for protocol in range(pickle.HIGHEST_PROTOCOL + 1)]
    assert len(twins) == 6
    for twin in [*twins, copy.copy(value), copy.deepcopy(value)]:
        assert type(twin) is type(value)
        assert (twin, hash(twin), repr(twin), str(twin)) == (value, hash(value), repr(value), str(value))
        assert every_public_attribute(twin) == every_public_attribute(value)


@pytest.mark.parametrize("value", VALUES.values(), ids=VALUES)
def test_no_attribute_of_a_value_can_be_set_or_deleted(value: Any) -> None:
    before, members = hash(value), {value}
    # The attributes of every exception, and of a user's class, are its own affair.
    names = [name for name in every_public_attribute(value) if name not in ("args", "host")]
    assert names
    for name in names:
        with pytest.raises(AttributeError):
            setattr(value, name, "evil")
        with pytest.raises(AttributeError):
            delattr(value, name)
    assert hash(value) == before
    assert value in members


def test_what_every_exception_has_can_be_set() -> None:
    error = AceError("non_ascii", 1, "aü")
    before = hash(error)
    error.add_note("a note")
    error.args = ("other",)
    with pytest.raises(AceError) as caught:
        raise error from ValueError("cause")
    assert caught.value is error
    error.__context__ = KeyError("context")
    assert error.__traceback__ is not None
    error.__traceback__ = None
    assert isinstance(error.__cause__, ValueError)
    assert error.__notes__ == ["a note"]
    assert (hash(error), error) == (before, AceError("non_ascii", 1, "aü"))
    twin = pickle.loads(pickle.dumps(error))
    assert (twin.__notes__, twin.code, twin.text) == (["a note"], "non_ascii", "aü")


def test_a_class_of_a_user_keeps_its_attributes() -> None:
    twin = pickle.loads(pickle.dumps(VALUES["AceError of a user"]))
    assert (twin.host, twin.code, twin.index) == ("example", "empty_domain", 4)


def test_the_trace_of_an_error_is_kept_but_does_not_count() -> None:
    error = VALUES["AceError of a trace"]
    assert error == refused(punycode.decode, "bcher-kva!")
    assert pickle.loads(pickle.dumps(error)).trace == error.trace
    assert len(error.trace) == 1


def test_a_refused_record_survives_pickle() -> None:
    error = RecordError("invalid_notation", 3, "abc def")
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        twin = pickle.loads(pickle.dumps(error, protocol))
        assert (type(twin), twin.code, twin.offset, twin.text) == (RecordError, error.code, 3, "abc def")


def test_traces_of_other_inputs_procedures_or_parameters_are_not_equal() -> None:
    traces: list[Any] = [punycode.trace_decode("tda"), PUNYCODE.trace_decode("tda"), punycode.trace_encode("ü")]
    traces += [VALUES["Trace that failed"], refused(punycode.trace_decode, "böcher-kva").trace]
    assert len(traces) == 5
    assert [one == other for one in traces for other in traces].count(True) == 5
    assert traces[0][0] != traces[1][0]
    assert punycode.trace_decode("tda")[0] == traces[0][0]
    assert traces[0] != "tda"
    assert traces[0][0] != traces[0]


def test_an_error_cannot_be_initialized_again_or_changed_by_private_names() -> None:
    error = refused(punycode.trace_decode, "bcher-kva!")
    before = (hash(error), str(error), error.trace)
    with pytest.raises(TypeError, match="initialized again"):
        error.__init__("truncated", 0, "other")  # type: ignore[misc]
    for name in ("_facts", "_trace"):
        with pytest.raises(AttributeError, match=name):
            setattr(error, name, ("truncated", 0, "other", None, None, None))
        with pytest.raises(AttributeError, match=name):
            delattr(error, name)
        with pytest.raises(AttributeError, match=name):
            error.__setstate__({name: None})
    assert (hash(error), str(error), error.trace) == before


def test_an_error_without_init_is_harmless_and_can_be_initialized_once() -> None:
    error = AceError.__new__(AceError)
    assert (error.code, error.offset, error.text, error.codepoint, error.trace) == ("", None, None, None, None)
    assert (str(error), repr(error), error.reason) == ("", "AceError('', None, None)", "")
    assert hash(error) == hash(AceError.__new__(AceError))
    assert pickle.loads(pickle.dumps(error)) == error
    error.__init__("truncated", 1, "ü")  # type: ignore[misc]
    assert error == AceError("truncated", 1, "ü")
    with pytest.raises(TypeError):
        error.__init__("truncated", 1, "ü")  # type: ignore[misc]


def test_an_error_shows_the_arguments_of_its_constructor() -> None:
    names = list(signature(AceError).parameters)
    assert names == ["code", "offset", "text", "codepoint", "label_index", "index", "unicode"]
    assert refused(punycode.decode, "é").args == ("non_ascii", 0, "é")


@pytest.mark.parametrize("name", ["Inspection", "LabelReport"])
def test_a_report_cannot_be_changed_by_init_or_private_names(name: str) -> None:
    value = copy.copy(VALUES[name])
    other: Any = {"Inspection": inspect("a.de"), "LabelReport": inspect("a.de").labels[0]}[name]
    before = (hash(value), repr(value), value.to_dict())
    value.__init__(*other.__reduce__()[1])
    for private in ("_values", "_errors"):
        with pytest.raises(AttributeError, match=private):
            setattr(value, private, ())
        with pytest.raises(AttributeError, match=private):
            delattr(value, private)
    assert (hash(value), repr(value), value.to_dict()) == before
    family: Any = type(value)
    with pytest.raises(TypeError):
        family.__new__(family)
