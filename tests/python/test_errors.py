"""The error of the package: its facts, its message, and that it is a value like any other."""

import ast
import copy
import json
import pickle
import subprocess
import sys
import threading
import unicodedata
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from inputs import any_str

import acelabel
from acelabel import CODES, AceError, _errors, email, punycode, race
from acelabel._errors import _set_facts, excerpt
from acelabel.bootstring import PUNYCODE
from acelabel.compat.idna import core

if TYPE_CHECKING:
    from acelabel import Code

# `import AceError` is what repr() of an error needs to be evaluated.
NAMES = {"AceError": AceError}

errors = st.builds(
    AceError,
    st.sampled_from(CODES),
    st.none() | st.integers(0, 40),
    st.none() | any_str,
    codepoint=st.none() | st.integers(0, 2**32 - 1),
    label_index=st.none() | st.integers(0, 3),
    index=st.none() | st.integers(0, 3),
)


def error_of(encoded: str | bytes) -> AceError:
    with pytest.raises(AceError) as caught:
        punycode.decode(encoded)
    return caught.value


def test_the_facts_are_attributes() -> None:
    error = AceError("surrogate", 1, "a\ud800", codepoint=0xD800, label_index=2, index=3)
    assert isinstance(error, UnicodeError)
    assert (error.code, error.offset, error.text) == ("surrogate", 1, "a\ud800")
    assert (error.codepoint, error.label_index, error.index, error.trace) == (0xD800, 2, 3, None)
    assert error.args == ("surrogate", 1, "a\ud800")


def test_the_code_point_is_the_character_at_the_offset_unless_given() -> None:
    assert AceError("invalid_digit", 2, "ab!").codepoint == 0x21
    assert AceError("truncated", 3, "ab!").codepoint is None
    assert AceError("empty").codepoint is None
    assert AceError("invalid_digit", 2, "ab!", codepoint=0x41).codepoint == 0x41


def test_a_codec_gives_code_offset_and_text() -> None:
    error = error_of("ab!cd")
    assert (error.code, error.offset, error.codepoint, error.label_index) == ("invalid_digit", 2, 0x21, None)
    assert error.text == "ab!cd"


def test_of_octets_the_text_is_their_latin_1_reading() -> None:
    error = error_of(b"ab\xfccd")
    assert (error.code, error.offset, error.codepoint) == ("non_ascii", 2, 0xFC)
    assert error.text == "ab\xfccd"


@pytest.mark.parametrize("code", CODES)
def test_the_message_has_the_code_the_place_the_reason_and_the_text(code: "Code") -> None:
    error = AceError(code, 1, "abc", label_index=0)
    assert error.reason
    start, end = f"{code} at offset 1 in label 0: {error.reason}", ": 'a»b«c'"
    # Between them stands the advice that some codes have for such a text.
    assert str(error).startswith(start)
    assert str(error).endswith(end)
    listed = AceError(code, 1, "abc", label_index=0, index=0)
    assert str(listed) == f"item 0: {error}"


def test_the_message_says_what_is_known() -> None:
    phrase = "the character is not ASCII, but an encoded form is ASCII only"
    named = "'ü' (U+00FC) is not ASCII, but an encoded form is ASCII only"
    advice = "encode takes text that is not ASCII"
    assert str(AceError("non_ascii")) == f"non_ascii: {phrase}"
    assert str(AceError("non_ascii", text="abc")) == f"non_ascii: {phrase}: 'abc'"
    assert str(AceError("non_ascii", 3, label_index=1)) == f"non_ascii at offset 3 in label 1: {phrase}"
    assert str(AceError("non_ascii", 1, "aü")) == f"non_ascii at offset 1: {named}; {advice}: 'a»ü«'"
    assert str(AceError("truncated", 2, "ab")) == "truncated at offset 2: the input ends inside an integer: 'ab»«'"
    of_the_caller: Any = "of_the_caller"
    assert AceError(of_the_caller).reason == ""
    assert str(AceError(of_the_caller, 0, "ab")) == "of_the_caller at offset 0: '»a«b'"


@pytest.mark.parametrize("encoded", ["xn--bcher!kva", "XN--bcher!kva"])
def test_a_prefix_before_raw_punycode_is_mentioned(encoded: str) -> None:
    error = error_of(encoded)
    assert (error.code, error.offset) == ("invalid_digit", 9)
    assert "; raw Punycode has no prefix: leave out the xn--: " in str(error)


@pytest.mark.parametrize(
    "error",
    [
        AceError("invalid_digit", 5, "bcher!kva"),
        AceError("invalid_digit", 9, "xn--bcher!kva", label_index=0),
        AceError("no_prefix", 0, "xn--bcher-kva"),
    ],
)
def test_nothing_is_said_of_a_prefix_that_is_absent_or_in_place(error: AceError) -> None:
    assert "raw Punycode" not in str(error)


def test_a_long_text_is_shortened_around_the_fault() -> None:
    error = error_of("a" * 400 + "!" + "b" * 400)
    assert (error.code, error.offset) == ("invalid_digit", 400)
    assert str(error).endswith(f": '…{'a' * 30}»!«{'b' * 30}…'")


def test_what_does_not_print_is_escaped() -> None:
    text = "\n\x1b[1m\u202e\xa0\ud800\\"
    assert excerpt(text, 1)[0] == r"\n\x1b[1m\u202e\xa0\ud800\\"
    assert str(AceError("surrogate", 7, text)).endswith(r"'\n\x1b[1m\u202e\xa0»\ud800«\\'")


@pytest.mark.parametrize(
    ("text", "offset", "shown", "column"),
    [
        ("abc", 0, "abc", 0),
        ("abc", 3, "abc", 3),
        ("日本!", 2, "日本!", 4),
        ("ｶ!", 1, "ｶ!", 1),
        ("e\u0301!", 2, "e\u0301!", 1),
        ("e\u0301!", 1, "e\\u0301!", 1),
        ("\u0301!", 1, "\\u0301!", 6),
        ("\u1112\u1161\u11ab!", 3, "\u1112\u1161\u11ab!", 2),
        ("a\tb", 2, "a\\tb", 3),
        ("日" * 40 + "!", 40, "…" + "日" * 15 + "!", 31),
        ("a" * 40 + "!" + "日" * 40, 40, "…" + "a" * 30 + "!" + "日" * 15 + "…", 31),
        ("", 0, "", 0),
    ],
)
def test_the_column_is_where_a_terminal_puts_the_character(text: str, offset: int, shown: str, column: int) -> None:
    assert excerpt(text, offset) == (shown, column)


@given(any_str, st.integers(0, 40))
def test_an_excerpt_is_one_short_printing_line(text: str, offset: int) -> None:
    shown, column = excerpt(text, min(offset, len(text)))
    assert shown.isprintable()
    # 30 columns to either side, two ellipses, and the longest escape at the fault and for a mark at either beginning.
    assert len([c for c in shown if unicodedata.category(c) not in ("Mn", "Me")]) <= 92
    assert 0 <= column <= 41


class Watched(str):
    """A string that counts how many of its characters are read."""

    read = 0

    def __getitem__(self, key: Any) -> str:
        part = super().__getitem__(key)
        Watched.read += len(part)
        return part

    def __iter__(self) -> Iterator[str]:
        raise AssertionError("all of it is read")


@pytest.mark.parametrize("character", ["a", "日", "\u0301", "\x00"])
def test_a_message_reads_what_it_shows(character: str) -> None:
    text = Watched(character * 1_000_000)
    error = AceError("surrogate", 500_000)
    # The constructor keeps the characters alone, not their class.
    _set_facts(error, ("surrogate", 500_000, text, None, None, None, None))
    Watched.read = 0
    assert 40 < len(str(error)) < 400
    assert 0 < Watched.read < 200


@given(errors)
def test_an_error_survives_pickle_and_copy(error: AceError) -> None:
    for twin in (copy.copy(error), copy.deepcopy(error), *(pickle.loads(pickle.dumps(error, p)) for p in range(6))):
        assert type(twin) is AceError
        assert twin == error
        assert hash(twin) == hash(error)
        assert (twin.code, twin.offset, twin.text) == (error.code, error.offset, error.text)
        assert (twin.codepoint, twin.label_index, twin.index) == (error.codepoint, error.label_index, error.index)
        assert str(twin) == str(error)


@given(errors)
def test_repr_evaluates_back(error: AceError) -> None:
    assert eval(repr(error), NAMES) == error


def test_repr_leaves_out_what_follows_from_the_rest() -> None:
    assert repr(AceError("empty")) == "AceError('empty', None, None)"
    assert repr(AceError("non_ascii", 1, "aü", label_index=0)) == "AceError('non_ascii', 1, 'aü', label_index=0)"
    assert repr(AceError("non_ascii", 1, "aü", codepoint=7)) == "AceError('non_ascii', 1, 'aü', codepoint=7)"
    assert repr(AceError("non_ascii", 1, "aü", index=2)) == "AceError('non_ascii', 1, 'aü', index=2)"


@pytest.mark.parametrize(
    "other",
    [
        AceError("surrogate", 1, "aü"),
        AceError("non_ascii", 0, "aü"),
        AceError("non_ascii", 1, "bü"),
        AceError("non_ascii", 1, "aü", codepoint=7),
        AceError("non_ascii", 1, "aü", label_index=0),
        AceError("non_ascii", 1, "aü", index=0),
        type("Narrower", (AceError,), {})("non_ascii", 1, "aü"),
        UnicodeError("non_ascii", 1, "aü"),
    ],
)
def test_every_fact_counts_for_equality(other: object) -> None:
    error = AceError("non_ascii", 1, "aü")
    assert error == AceError("non_ascii", 1, "aü")
    assert error != other


def test_errors_of_one_input_are_equal_and_of_another_are_not() -> None:
    def refusal(label: str) -> AceError:
        with pytest.raises(AceError) as caught:
            race.decode(label)
        return caught.value

    first, again, other = refusal("bq--1"), refusal("bq--1"), refusal("bq--8")
    assert (first.code, first.offset) == ("bad_base32_char", 4)
    assert (other.code, other.offset) == ("bad_base32_char", 4)
    assert len({first, again, other}) == 2


def test_the_import_of_the_package_loads_nothing_heavy() -> None:
    program = "import sys; before = set(sys.modules); import acelabel; print(*(set(sys.modules) - before))"
    done = subprocess.run(
        [sys.executable, "-I", "-c", program], check=True, capture_output=True, text=True, timeout=300
    )
    assert {name.split(".")[0] for name in done.stdout.split()} == {"acelabel"}


@pytest.mark.parametrize(
    "call",
    [punycode.decode, punycode.decode_with_case, PUNYCODE.decode, PUNYCODE.decode_code_points, punycode.trace_decode],
)
def test_an_error_quotes_the_octets_that_were_refused(call: Any) -> None:
    # Each length has its fault at the end, so that a second reading of the array would quote another length.
    array, is_done = bytearray(), threading.Event()

    def change() -> None:
        while not is_done.is_set():
            for length in (70_000, 80_000):
                array[:] = b"a" * length + b"-!"

    array[:] = b"a" * 70_000 + b"-!"
    thread = threading.Thread(target=change)
    thread.start()
    try:
        for _ in range(50):
            with pytest.raises(AceError) as caught:
                call(array)
            error = caught.value
            assert error.text is not None
            assert (error.code, error.offset, error.codepoint) == ("invalid_digit", len(error.text) - 1, ord("!"))
    finally:
        is_done.set()
        thread.join()


def test_a_negative_integer_is_not_said_to_be_too_large() -> None:
    for integers in ([-1], [2**32]):
        with pytest.raises(AceError) as caught:
            PUNYCODE.encode_code_points(integers)
        assert (caught.value.code, caught.value.offset) == ("code_point_too_large", 0)
        allowed = "0 to U+10FFFF in a text and 0 to 2**32 - 1 in a list of integers"
        assert caught.value.reason == f"the code point is outside the allowed range, which is {allowed}"


class Hostile(str):
    """A text none of whose own methods works."""

    def _fail(self, *_: object) -> Any:
        raise RuntimeError

    __getitem__ = __len__ = __str__ = __repr__ = __hash__ = __eq__ = __iter__ = __format__ = _fail
    startswith = find = rfind = isascii = _fail


@pytest.mark.parametrize("text", ["a b.ü", "xn--a", f"www.{'a' * 64}", "a..b", "\ud800"])
def test_no_method_of_a_derived_class_is_called(text: str) -> None:
    for function in (acelabel.to_ascii, acelabel.to_unicode):
        with pytest.raises(AceError) as plain:
            function(text)
        with pytest.raises(AceError) as derived:
            function(Hostile(text))
        assert type(derived.value.text) is str
        assert derived.value == plain.value
        assert (str(derived.value), repr(derived.value)) == (str(plain.value), repr(plain.value))
    assert str(AceError("empty", 0, Hostile(text))) == str(AceError("empty", 0, text))


REPORTING: dict[str, tuple[Callable[[], object], int]] = {
    "inspect": (lambda: acelabel.inspect("a..b"), 2),
    "email.inspect": (lambda: email.inspect("a@a..b"), 2),
    "trace_decode": (lambda: punycode.trace_decode("a-!"), 2),
    "to_ascii": (lambda: acelabel.to_ascii("a..b"), 1),
    "to_ascii_many": (lambda: acelabel.to_ascii_many(["a..b"]), 2),
    "compat.idna.core.ulabel": (lambda: core.ulabel("xn--99999999"), 1),
}


@pytest.mark.parametrize("name", REPORTING)
@pytest.mark.parametrize("raised", [KeyboardInterrupt, MemoryError, RecursionError])
def test_what_is_raised_while_an_error_is_made_is_raised(
    monkeypatch: pytest.MonkeyPatch, raised: type[BaseException], name: str
) -> None:
    work, count = REPORTING[name]
    make, calls = _errors.refusal, 0

    def refusal(*arguments: Any) -> object:
        nonlocal calls
        calls += 1
        if calls == number:
            raise raised
        return make(*arguments)

    monkeypatch.setattr(_errors, "refusal", refusal)
    for number in range(1, count + 1):
        calls = 0
        with pytest.raises(raised):
            work()
        assert calls == number


@pytest.mark.parametrize(
    ("name", "shown", "column"),
    [("日本語 x.de", "日本語 x.de", 6), ("a b", "a b", 1), ("", "", 0)],
)
def test_an_error_shows_its_place(name: str, shown: str, column: int) -> None:
    with pytest.raises(AceError) as caught:
        acelabel.to_ascii(name)
    assert (caught.value.excerpt, caught.value.column) == (shown, column)


def test_an_error_is_a_dict_for_json() -> None:
    with pytest.raises(AceError) as caught:
        acelabel.to_ascii_many(["a", "a_\ud800.de"])
    found = caught.value.to_dict()
    assert json.loads(json.dumps(found)) == found
    assert str(found.pop("message")).startswith(
        f"item 1: std3_disallowed at offset 1 in label 0: {caught.value.reason}"
    )
    assert list(found.values()) == ["std3_disallowed", 1, 0x5F, 0, 1, None, "a_\ud800.de"]
    bare = AceError("empty_label")
    assert (bare.excerpt, bare.column, bare.to_dict()["text"]) == ("", None, None)


@pytest.mark.parametrize(
    ("name", "code", "length"),
    [
        ("a" * 64 + ".de", "label_too_long", 64),
        ("x." + "ü" * 60, "label_too_long", 66),
        ("ü." + "abcdefghi." * 25, "domain_too_long", 257),
        ("a..b", "empty_label", None),
    ],
)
def test_the_length_that_was_found_is_an_attribute(name: str, code: str, length: int | None) -> None:
    with pytest.raises(AceError) as caught:
        acelabel.to_ascii(name, profile=acelabel.UTS46.replace(verify_dns_length=True))
    error = caught.value
    assert (error.code, error.length, error.to_dict()["length"]) == (code, length, length)
    assert length is None or f"({length} in ASCII form)" in str(error)
    assert AceError("label_too_long").length is None


def test_quotes_in_a_text_are_escaped_where_both_kinds_are_there() -> None:
    """The quoted text is one literal of Python, but for the marks of the place."""
    for text in ("'a b'", '"a b"', "\"'a b'", "'\" '"):
        with pytest.raises(AceError) as caught:
            acelabel.to_ascii(text)
        literal = str(caught.value).rpartition(": ")[2]
        assert ast.literal_eval(literal).replace("»", "").replace("«", "") == text
