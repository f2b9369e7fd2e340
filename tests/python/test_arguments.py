"""Arguments of the wrong type or with a wrong option: the message names the argument and what was passed."""

import inspect
import re
from collections.abc import Callable
from typing import Any, get_args

import pytest
from inputs import PUNYCODE_KEYWORDS

import acelabel
from acelabel import AceError, Profile, bootstring, display, email, punycode, race, text
from acelabel._choices import AnyPolicy, AnyProfile
from acelabel._native import POLICIES, PROFILES, policy_of, profile_of
from acelabel.compat import idna

STR = "str"
OCTETS = "str, bytes or bytearray"
ITERABLE = "an iterable of str"
PROFILE = "an acelabel.Profile or its name such as 'uts46'"

# The types that each argument may have, by the name of the argument; and those of single functions.
EXPECTED = {
    "a": STR,
    "b": STR,
    "character": "str or int",
    "unicode": "tuple of two int, or None",
    "delimiter": STR,
    "digits": STR,
    "domain": STR,
    "domains": ITERABLE,
    "encoded": OCTETS,
    "errors": STR,
    "label": STR,
    "name": STR,
    "pattern": STR,
    "patterns": ITERABLE,
    "profile": PROFILE,
    "rules": STR,
    "text": STR,
    "text_or_label": STR,
    "texts": ITERABLE,
    "zone": STR,
}
OF_FUNCTIONS = {
    ("race.decode", "label"): OCTETS,
    ("race.to_alabel", "label"): OCTETS,
    ("punycode.decode_many", "texts"): f"an iterable of {OCTETS}",
    ("race.decode_many", "texts"): f"an iterable of {OCTETS}",
}
BOOTSTRING = bootstring.Bootstring(**PUNYCODE_KEYWORDS)
FUNCTIONS: dict[str, Callable[..., Any]] = {
    f"{module.__name__.removeprefix('acelabel.')}.{name}": getattr(module, name)
    for module in (acelabel, punycode, race)
    for name in module.__all__
    if inspect.isroutine(getattr(module, name))
} | {
    "Profile": Profile,
    "Profile.replace": acelabel.UTS46.replace,
    "Bootstring": bootstring.Bootstring,
    "Bootstring.encode": BOOTSTRING.encode,
    "Bootstring.decode": BOOTSTRING.decode,
    "Bootstring.decode_code_points": BOOTSTRING.decode_code_points,
    "Bootstring.trace_encode": BOOTSTRING.trace_encode,
    "Bootstring.trace_decode": BOOTSTRING.trace_decode,
    "Bootstring.replace": BOOTSTRING.replace,
}
# Good values, for the other arguments.
GOOD = PUNYCODE_KEYWORDS | {
    "a": "a",
    "b": "b",
    "character": "a",
    "domain": "example",
    "domains": ["example"],
    "encoded": "tda",
    "label": "bq--aduq",
    "name": "example",
    "pattern": "example",
    "patterns": ["example"],
    "text": "ü",
    "text_or_label": "ü",
    "texts": [],
    "zone": "example",
}
CASES = [
    (name, parameter.name)
    for name, function in FUNCTIONS.items()
    for parameter in inspect.signature(function).parameters.values()
    # Flags are items of an iterable; `max_digits` may be None.
    if parameter.name not in ("case_flags", "max_digits")
]


def expected(function: str, argument: str) -> str:
    if argument in ("tmin", "tmax", "skew", "damp", "initial_bias", "initial_n"):
        return "int"
    return OF_FUNCTIONS.get((function, argument)) or EXPECTED.get(argument, "bool")


def call(function: Callable[..., Any], argument: str, value: object) -> Any:
    """Calls the function with this value of one argument, and good ones of those that have to be there."""
    positional: list[Any] = []
    keywords: dict[str, Any] = {}
    for parameter in inspect.signature(function).parameters.values():
        if parameter.name != argument and parameter.default is not parameter.empty:
            continue
        chosen = value if parameter.name == argument else GOOD[parameter.name]
        if parameter.kind is parameter.POSITIONAL_ONLY:
            positional.append(chosen)
        else:
            keywords[parameter.name] = chosen
    return function(*positional, **keywords)


def test_every_function_is_here() -> None:
    assert {"acelabel.to_ascii", "acelabel.inspect", "punycode.trace_decode", "race.encode_domain"} <= set(FUNCTIONS)
    assert len(CASES) > 60


@pytest.mark.parametrize(("name", "argument"), CASES, ids=lambda part: part)
@pytest.mark.parametrize("wrong", [None, 2.5, object(), ...], ids=["None", "float", "object", "ellipsis"])
def test_a_type_error_names_the_argument_and_the_type(name: str, argument: str, wrong: object) -> None:
    if wrong is None and expected(name, argument).endswith(" or None"):
        call(FUNCTIONS[name], argument, wrong)
        return
    with pytest.raises(TypeError) as caught:
        call(FUNCTIONS[name], argument, wrong)
    assert str(caught.value) == f"argument '{argument}' must be {expected(name, argument)}, not {type(wrong).__name__}"
    assert not hasattr(caught.value, "__notes__")


MANY = [name for name in FUNCTIONS if name.endswith("_many")]
WITH_ERRORS = [name for name, argument in CASES if argument == "errors"]


@pytest.mark.parametrize("name", WITH_ERRORS)
def test_a_wrong_option_is_named_with_the_right_ones(name: str) -> None:
    allowed = "'raise', 'null' or 'keep'" if name in MANY else "'raise' or 'keep'"
    for wrong in ("x", "", "RAISE", "ignore", "it's", "\ud800", "x" * 40):
        with pytest.raises(ValueError, match="argument 'errors' must be") as caught:
            call(FUNCTIONS[name], "errors", wrong)
        meant = "; did you mean 'raise'?" if wrong == "RAISE" else ""
        assert str(caught.value) == f"argument 'errors' must be {allowed}, not {wrong!r}{meant}"
        assert not isinstance(caught.value, AceError)
    with pytest.raises(ValueError, match="argument 'errors' must be") as caught:
        call(FUNCTIONS[name], "errors", "x" * 1_000_000)
    assert str(caught.value) == f"argument 'errors' must be {allowed}, not a str of 1000000 characters"


@pytest.mark.parametrize("name", ["Profile", "Profile.replace"])
def test_wrong_rules_are_named_with_the_right_ones(name: str) -> None:
    with pytest.raises(ValueError, match="argument 'rules' must be") as caught:
        FUNCTIONS[name](rules="idna")
    assert (
        str(caught.value)
        == "argument 'rules' must be 'uts46', 'idna2008' or 'idna2003', not 'idna'; did you mean 'idna2008'?"
    )


@pytest.mark.parametrize("name", MANY)
def test_a_single_text_is_not_an_iterable_of_texts(name: str) -> None:
    argument = next(iter(inspect.signature(FUNCTIONS[name]).parameters))
    for single in ("example", b"example", bytearray(b"example")):
        with pytest.raises(TypeError) as caught:
            call(FUNCTIONS[name], argument, single)
        must_be = expected(name, argument)
        assert str(caught.value) == f"argument '{argument}' must be {must_be}, not a single {type(single).__name__}"


class Frame:
    """As a DataFrame of pandas: its items are the names of its columns."""

    columns = ("host",)

    def __iter__(self) -> Any:
        return iter(self.columns)

    def __len__(self) -> int:
        return 1

    @property
    def iloc(self) -> Any:
        raise RuntimeError


@pytest.mark.parametrize("name", MANY)
def test_a_data_frame_is_not_an_iterable_of_texts(name: str) -> None:
    argument = next(iter(inspect.signature(FUNCTIONS[name]).parameters))
    with pytest.raises(TypeError) as caught:
        call(FUNCTIONS[name], argument, Frame())
    must_be = expected(name, argument)
    assert str(caught.value) == f"argument '{argument}' must be {must_be}, not Frame: pass one of its columns"


def test_a_profile_and_a_policy_may_be_a_name() -> None:
    for name in PROFILES:
        profile = getattr(acelabel, name.upper())
        assert profile_of(name) == profile_of(profile) == profile  # type: ignore[arg-type]
        assert repr(profile) == f"acelabel.{name.upper()}"
    for name in POLICIES:
        policy = getattr(display, name.upper())
        assert policy_of(name) == policy_of(policy) == policy  # type: ignore[arg-type]
        assert repr(policy) == f"acelabel.display.{name.upper()}"
    assert get_args(get_args(AnyProfile)[1]) == PROFILES
    assert get_args(get_args(AnyPolicy)[1]) == POLICIES
    assert acelabel.to_ascii("a_b.ü.de", profile="dns") == "a_b.xn--tda.de"
    assert acelabel.inspect("a_b.de", profile="dns").profile == acelabel.DNS
    assert text.to_ascii("//ü.de/", profile="idna2008") == "//xn--tda.de/"
    assert email.to_ascii("a@ü.de", profile="dns") == "a@xn--tda.de"


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (
            lambda: acelabel.to_ascii("a", profile="DNS"),  # type: ignore[arg-type]
            ValueError,
            "argument 'profile' must be 'uts46', 'whatwg', 'whatwg_strict', 'idna2008', 'idna2008_mapped', 'idna2003' "
            "or 'dns', not 'DNS'; did you mean 'dns'?",
        ),
        (
            lambda: acelabel.to_ascii("a", profile=46),  # type: ignore[arg-type]
            TypeError,
            "argument 'profile' must be an acelabel.Profile or its name such as 'uts46', not int",
        ),
        (
            lambda: display.to_display("a", policy="strickt"),  # type: ignore[arg-type]
            ValueError,
            "argument 'policy' must be 'lookalike_aware', 'strict' or 'uts39_moderate', not 'strickt'; did you mean "
            "'strict'?",
        ),
        (
            lambda: display.report("a", policy=None),  # type: ignore[arg-type]
            TypeError,
            "argument 'policy' must be an acelabel.display.Policy or its name such as 'lookalike_aware', not NoneType",
        ),
        (
            lambda: acelabel.DNS.replace(check_hyphen=True),  # type: ignore[call-arg]
            TypeError,
            re.compile("a profile has no flag 'check_hyphen'; did you mean 'check_hyphens'\\?; it has: rules, "),
        ),
    ],
)
def test_what_is_no_profile_and_no_policy(call: Any, error: type[Exception], message: Any) -> None:
    with pytest.raises(error) as caught:
        call()
    assert str(caught.value) == message or (isinstance(message, re.Pattern) and message.match(str(caught.value)))


class Broken:
    def __iter__(self) -> Any:
        raise TypeError("of its own")


@pytest.mark.parametrize("name", MANY)
def test_a_type_error_of_the_iterable_itself_passes_through(name: str) -> None:
    argument = next(iter(inspect.signature(FUNCTIONS[name]).parameters))
    with pytest.raises(TypeError, match="of its own"):
        call(FUNCTIONS[name], argument, Broken())


@pytest.mark.parametrize("name", [name for name, argument in CASES if argument == "profile"])
def test_signatures_show_the_default_profile(name: str) -> None:
    # Functions of Python have the profile itself as their default.
    if name in ("acelabel.codepoint", "acelabel.inspect", "race.to_alabel"):
        assert inspect.signature(FUNCTIONS[name]).parameters["profile"].default is acelabel.UTS46
    else:
        usual = "WHATWG" if name.endswith("ends_in_number") else "UTS46"
        signature = inspect.signature(FUNCTIONS[name])
        assert signature.parameters["profile"].kind is inspect.Parameter.KEYWORD_ONLY
        assert f" profile={usual}" in str(signature)


def test_the_signature_of_to_ascii() -> None:
    assert str(inspect.signature(acelabel.to_ascii)) == "(domain, *, profile=UTS46, errors='raise')"


class FakeBool:
    """An object that is taken for numpy.bool, and has no truth value."""

    def __bool__(self) -> bool:
        raise KeyboardInterrupt


FakeBool.__module__, FakeBool.__name__ = "numpy", "bool"


LABEL_FUNCTIONS = [idna.alabel, idna.check_bidi, idna.check_nfc, idna.check_hyphen_ok, idna.check_initial_combiner]


@pytest.mark.parametrize("function", LABEL_FUNCTIONS, ids=lambda function: function.__name__)
def test_the_functions_of_compat_name_the_argument(function: Callable[..., Any]) -> None:
    with pytest.raises(TypeError) as caught:
        function(None)
    assert str(caught.value) == "argument 'label' must be str, not NoneType"


def test_the_other_functions_of_compat_name_the_argument() -> None:
    wrong: Any = 7
    for call, message in (
        (lambda: idna.ulabel(wrong), "argument 'label' must be str, bytes or bytearray, not int"),
        (lambda: idna.check_label(wrong), "argument 'label' must be str, bytes or bytearray, not int"),
        (lambda: idna.uts46_remap(wrong), "argument 'domain' must be str, not int"),
        (lambda: idna.valid_contextj(wrong, 0), "argument 'label' must be str, not int"),
        (lambda: idna.valid_contexto("a", "b"), "argument 'pos' must be int, not str"),  # type: ignore[arg-type]
    ):
        with pytest.raises(TypeError) as caught:
            call()
        assert str(caught.value) == message


def test_iterables_of_other_things_name_the_item() -> None:
    wrong: Any
    for wrong, message in (
        (7, "argument 'case_flags' must be an iterable of bool, not int"),
        ([True, 0], "item 1 must be bool, not int"),
        (range(10**13), "item 0 must be bool, not int"),
    ):
        with pytest.raises(TypeError) as caught:
            punycode.encode("ab", case_flags=wrong)
        assert str(caught.value) == message
    for wrong, message in (
        (7, "argument 'code_points' must be an iterable of int, not int"),
        ([1, 2, "a"], "item 2 must be int, not str"),
        ("a", "item 0 must be int, not str"),
    ):
        with pytest.raises(TypeError) as caught:
            BOOTSTRING.encode_code_points(wrong)
        assert str(caught.value) == message
    with pytest.raises(KeyboardInterrupt):
        punycode.encode("a", case_flags=[FakeBool()])  # type: ignore[list-item]


@pytest.mark.parametrize(
    ("flag", "quoted"),
    [("\ud800", r"'\ud800'"), ("a" * 10**6, "a str of 1000000 characters"), ("typo", "'typo'")],
    ids=["surrogate", "long", "typo"],
)
def test_a_flag_that_does_not_exist_is_quoted_in_short(flag: str, quoted: str) -> None:
    wrong: dict[str, Any] = {flag: True}
    for make in (Profile, acelabel.UTS46.replace):
        with pytest.raises(TypeError) as caught:
            make(**wrong)
        known = ", ".join(list(inspect.signature(Profile).parameters))
        assert str(caught.value) == f"a profile has no flag {quoted}; it has: {known}"


def test_the_name_of_a_class_is_quoted_in_short() -> None:
    wrong: Any = type("ü" * (1 << 20), (), {})()
    with pytest.raises(TypeError) as caught:
        acelabel.to_ascii(wrong)
    assert str(caught.value) == f"argument 'domain' must be str, not {'ü' * 40}…"
    with pytest.raises(TypeError) as caught:
        punycode.trace_decode("bcher-kva")[wrong]
    assert str(caught.value) == f"trace indices must be integers or slices, not {'ü' * 40}…"
