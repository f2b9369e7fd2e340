"""`acelabel.compat.idna`: its names and signatures, and every code with the exception, the text and the position."""

import codecs
import copy
import inspect
import pickle
import subprocess
import sys
import warnings
from collections.abc import Callable
from typing import get_args, get_type_hints

import pytest

import acelabel
from acelabel.compat import idna
from acelabel.compat.idna import _errors, cli, codec, compat, core, idnadata, intranges, uts46data

R, AN, NSM = "\u05d0", "\u0660", "\u0610"
LONG = ".".join(["a" * 63] * 4)

# The call, the exception, its code; the text in question and the position in it, from 1.
REFUSALS: list[tuple[Callable[[], object], type[idna.IDNAError], str, str | None, int | None]] = [
    (lambda: idna.encode("a" * 1025), idna.IDNAError, "input_too_long", None, None),
    (lambda: idna.decode("a" * 1025), idna.IDNAError, "input_too_long", None, None),
    (lambda: idna.alabel("a" * 1025), idna.IDNAError, "input_too_long", None, None),
    (lambda: idna.ulabel(b"\xff" * 1025), idna.IDNAError, "input_too_long", None, None),
    (lambda: idna.check_label(b"\xff" * 1025), idna.IDNAError, "input_too_long", None, None),
    (lambda: idna.check_nfc("a" * 1025), idna.IDNAError, "input_too_long", None, None),
    (lambda: idna.check_bidi("a" * 1025), idna.IDNAError, "input_too_long", None, None),
    (lambda: idna.valid_contextj("a" * 1025, 0), idna.IDNAError, "input_too_long", None, None),
    (lambda: idna.valid_contexto("a" * 1025, 0), idna.IDNAError, "input_too_long", None, None),
    (lambda: idna.uts46_remap("a" * 1025), idna.IDNAError, "input_too_long", None, None),
    (lambda: idna.alabel("a" * 64), idna.IDNAError, "label_too_long", None, None),
    (lambda: idna.alabel("_" * 255), idna.IDNAError, "label_too_long", None, None),
    (lambda: idna.ulabel("a" * 255), idna.IDNAError, "label_too_long", None, None),
    (lambda: idna.ulabel("\u0301" * 300), idna.IDNAError, "label_too_long", None, None),
    (lambda: idna.ulabel("xn--" + "_" * 255 + "-kva"), idna.IDNAError, "label_too_long", None, None),
    (lambda: idna.check_label("é" * 300), idna.IDNAError, "label_too_long", None, None),
    (lambda: idna.check_label("é".encode() * 512), idna.IDNAError, "label_too_long", None, None),
    (lambda: idna.encode("ü" * 58), idna.IDNAError, "label_too_long", None, None),
    (lambda: idna.encode(LONG), idna.IDNAError, "domain_too_long", None, None),
    (lambda: idna.encode("_" * 255), idna.IDNAError, "domain_too_long", None, None),
    (lambda: idna.decode("_" * 255), idna.IDNAError, "domain_too_long", None, None),
    (lambda: idna.encode("a..b"), idna.IDNAError, "empty_label", None, None),
    (lambda: idna.decode("."), idna.IDNAError, "empty_label", None, None),
    (lambda: idna.alabel(""), idna.IDNAError, "empty_label", None, None),
    (lambda: idna.encode(""), idna.IDNAError, "empty_domain", None, None),
    (lambda: idna.decode("\u00ad", uts46=True), idna.IDNAError, "empty_domain", None, None),
    (lambda: idna.alabel("e\u0301"), idna.IDNAError, "not_nfc", None, None),
    (lambda: idna.check_nfc("e\u0301"), idna.IDNAError, "not_nfc", None, None),
    (lambda: idna.alabel("ab--c"), idna.IDNAError, "hyphen_3_4", None, None),
    (lambda: idna.check_hyphen_ok("-b--"), idna.IDNAError, "hyphen_3_4", None, None),
    (lambda: idna.decode("xn--ü", strict=True), idna.IDNAError, "hyphen_3_4", None, None),
    (lambda: idna.alabel("-a"), idna.IDNAError, "hyphen_start_end", None, None),
    (lambda: idna.check_hyphen_ok("a-"), idna.IDNAError, "hyphen_start_end", None, None),
    (lambda: idna.ulabel("\u0301a"), idna.IDNAError, "leading_combiner", "\u0301a", 1),
    (lambda: idna.check_initial_combiner("\u0301"), idna.IDNAError, "leading_combiner", "\u0301", 1),
    (lambda: idna.encode("b.abc\u0141"), idna.InvalidCodepoint, "disallowed_codepoint", "abc\u0141", 4),
    (lambda: idna.alabel("a\ud800"), idna.InvalidCodepoint, "disallowed_codepoint", "a\ud800", 2),
    (lambda: idna.ulabel("xn--pd9b"), idna.InvalidCodepoint, "disallowed_codepoint", "\ud84d", 1),
    (lambda: idna.ulabel("xn--_-rc4g"), idna.InvalidCodepoint, "disallowed_codepoint", "_\ud800", 1),
    (lambda: idna.decode("xn--a-ecp.ru"), idna.InvalidCodepoint, "disallowed_codepoint", "a\u2488", 2),
    (lambda: idna.encode("a。b", strict=True), idna.InvalidCodepoint, "disallowed_codepoint", "a。b", 2),
    (lambda: idna.alabel("a\u200cb"), idna.InvalidCodepointContext, "contextj", "a\u200cb", 2),
    (lambda: idna.alabel("ب\u200cب\u200dب"), idna.InvalidCodepointContext, "contextj", "ب\u200cب\u200dب", 4),
    (lambda: idna.alabel("l·l·a"), idna.InvalidCodepointContext, "contexto", "l·l·a", 4),
    (lambda: idna.check_bidi("a\u0378"), idna.IDNABidiError, "bidi_unknown_direction", "a\u0378", 2),
    (lambda: idna.check_bidi(AN + R), idna.IDNABidiError, "bidi_rule_1", AN + R, 1),
    (lambda: idna.check_bidi(R + "a"), idna.IDNABidiError, "bidi_rule_2", R + "a", 2),
    (lambda: idna.check_bidi(R + "-" + NSM), idna.IDNABidiError, "bidi_rule_3", R + "-" + NSM, 2),
    (lambda: idna.check_bidi(R + AN + "0"), idna.IDNABidiError, "bidi_rule_4", R + AN + "0", 3),
    (lambda: idna.alabel("a" + R), idna.IDNABidiError, "bidi_rule_5", "a" + R, 2),
    (lambda: idna.check_bidi("a-", check_ltr=True), idna.IDNABidiError, "bidi_rule_6", "a-", 2),
    (lambda: idna.ulabel("xn--"), idna.IDNAError, "invalid_alabel", None, None),
    (lambda: idna.ulabel("xn--example-"), idna.IDNAError, "invalid_alabel", None, None),
    (lambda: idna.encode("xn--ls8h="), idna.IDNAError, "invalid_alabel", None, None),
    (lambda: idna.alabel("XN---bbk"), idna.IDNAError, "non_canonical_alabel", None, None),
    (lambda: idna.encode(b"\xff"), idna.IDNAError, "invalid_ascii", None, None),
    (lambda: idna.decode(b"\xff" * 2000), idna.IDNAError, "invalid_ascii", None, None),
    (lambda: idna.ulabel("ü".encode()), idna.IDNAError, "invalid_ascii", None, None),
    (lambda: idna.encode(42), idna.IDNAError, "invalid_ascii", None, None),  # type: ignore[arg-type]
    (lambda: idna.check_label(b"\xff"), idna.IDNAError, "invalid_utf8", None, None),
    (lambda: idna.uts46_remap("a\x80"), idna.InvalidCodepoint, "uts46_disallowed", "a\x80", 2),
    (lambda: idna.uts46_remap("_\x80"), idna.InvalidCodepoint, "uts46_disallowed", "_\x80", 2),
    (lambda: idna.uts46_remap("_A\x80"), idna.InvalidCodepoint, "uts46_std3", "_A\x80", 1),
    (lambda: idna.uts46_remap("a\u2100"), idna.InvalidCodepoint, "uts46_std3", "a\u2100", 2),
    (lambda: idna.encode("a_b", uts46=True, std3_rules=True), idna.InvalidCodepoint, "uts46_std3", "a_b", 2),
    (lambda: codecs.encode("a", "idna2008", "ignore"), idna.IDNAError, "unsupported_errors", None, None),
    (lambda: codecs.decode(b"a", "idna2008", "replace"), idna.IDNAError, "unsupported_errors", None, None),
]


def refusal(call: Callable[[], object]) -> idna.IDNAError:
    with pytest.raises(idna.IDNAError) as caught:
        call()
    return caught.value


@pytest.mark.parametrize(("call", "family", "code", "text", "position"), REFUSALS)
def test_a_refusal(
    call: Callable[[], object], family: type[idna.IDNAError], code: str, text: str | None, position: int | None
) -> None:
    error = refusal(call)
    assert (type(error), error.code, error.text, error.position) == (family, code, text, position)
    expected = None if text is None or position is None else ord(text[position - 1])
    assert error.codepoint == expected
    assert error.args == (str(error),) != ("",)


def test_every_code_is_listed_and_raised_but_one() -> None:
    never = {"unknown_codepoint"}
    assert {code for _, _, code, _, _ in REFUSALS} == set(get_args(core._ErrorCode)) - never
    assert {key.partition("/")[0] for key in _errors._MESSAGES} == set(get_args(core._ErrorCode)) - never


def test_the_names() -> None:
    assert set(idna.__all__) == {
        *("__version__", "unicode_version", "IDNABidiError", "IDNAError", "InvalidCodepoint"),
        *("InvalidCodepointContext", "alabel", "check_bidi", "check_hyphen_ok", "check_initial_combiner"),
        *("check_label", "check_nfc", "decode", "encode", "intranges_contain", "ulabel", "uts46_remap"),
        *("valid_contextj", "valid_contexto", "valid_label_length", "valid_string_length"),
    }
    assert idna.__version__ == "3.20"
    assert idna.unicode_version == acelabel.unicode_version == idnadata.__version__ == uts46data.__version__
    assert idna.core.IDNAError is idna.IDNAError
    assert idna.idnadata is idnadata


def test_the_signatures() -> None:
    signatures = {
        "encode": "(s, strict=False, uts46=False, std3_rules=False, transitional=False)",
        "decode": "(s, strict=False, uts46=False, std3_rules=False, display=False)",
        "uts46_remap": "(domain, std3_rules=True, transitional=False)",
        "check_bidi": "(label, check_ltr=False)",
        "valid_contextj": "(label, pos)",
        "valid_contexto": "(label, pos, exception=False)",
        "valid_string_length": "(domain, trailing_dot)",
    }
    labels = ("alabel", "ulabel", "check_label", "check_nfc", "check_hyphen_ok", "check_initial_combiner")
    for name, signature in {**signatures, **dict.fromkeys(labels, "(label)")}.items():
        function = getattr(idna, name)
        assert str(inspect.signature(function)) == signature
        assert function.__module__ == "acelabel.compat.idna"
        assert pickle.loads(pickle.dumps(function)) is function


def test_the_tree_of_exceptions() -> None:
    assert issubclass(idna.IDNAError, UnicodeError)
    for family in (idna.IDNABidiError, idna.InvalidCodepoint, idna.InvalidCodepointContext):
        assert family.__bases__ == (idna.IDNAError,)
    assert not issubclass(idna.IDNAError, acelabel.AceError)
    error = idna.IDNAError("a", "b")
    assert (error.args, error.code, error.text, error.codepoint, error.position) == (("a", "b"), None, None, None, None)


def test_an_exception_can_be_copied_and_pickled() -> None:
    error = refusal(lambda: idna.alabel("abc\u0141"))
    for twin in (pickle.loads(pickle.dumps(error)), copy.copy(error)):
        assert (type(twin), twin.args, vars(twin)) == (type(error), error.args, vars(error))


def test_the_cause_tells_what_is_wrong_with_the_payload() -> None:
    cause = refusal(lambda: idna.decode("www.XN--LS8H=.org")).__cause__
    assert isinstance(cause, acelabel.AceError)
    assert (cause.code, cause.offset, cause.text) == ("invalid_digit", 4, "ls8h=")
    assert isinstance(refusal(lambda: idna.encode(b"\xff")).__cause__, UnicodeDecodeError)
    assert isinstance(refusal(lambda: idna.decode(None)).__cause__, TypeError)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("name", "encoded", "decoded"),
    [
        ("example.com", b"example.com", "example.com"),
        ("Example.COM.", b"Example.COM.", "example.com."),
        (b"example.com", b"example.com", "example.com"),
        (bytearray(b"XN--BCHER-KVA"), b"XN--BCHER-KVA", "bücher"),
        ("bücher。example", b"xn--bcher-kva.example", "bücher.example"),
        ("a.א", b"a.xn--4db", "a.א"),
        ("0.א", b"0.xn--4db", "0.א"),
    ],
)
def test_names_both_ways(name: str | bytes | bytearray, encoded: bytes, decoded: str) -> None:
    assert idna.encode(name) == encoded
    assert idna.decode(name) == decoded


def test_a_name_may_be_anything_that_decodes() -> None:
    assert idna.encode(memoryview(b"a.b")) == b"a.b"  # type: ignore[arg-type]
    assert idna.encode("BÜCHER", uts46=1) == b"xn--bcher-kva"  # type: ignore[arg-type]


def test_decoding_verifies_no_label_length() -> None:
    assert idna.decode("A" * 64) == "a" * 64
    assert idna.decode("a." * 127) == "a." * 127


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("XN--A.xn--bcher-kva", "xn--a.bücher"),
        ("xn--a_B.", "xn--a_b."),
        ("XN--ΑΣ.de", "xn--ας.de"),
        ("xn--Ü\ud800Ü", "xn--ü\ud800ü"),
    ],
)
def test_decoding_for_display(name: str, shown: str) -> None:
    assert idna.decode(name, display=True) == shown


def test_display_keeps_no_label_without_the_prefix() -> None:
    error = refusal(lambda: idna.decode("xn--a.a_b", display=True))
    assert (error.code, error.text, error.position) == ("disallowed_codepoint", "a_b", 2)


def test_mapping() -> None:
    assert idna.uts46_remap("Fa\u00adẞ。ＤＥ") == "faß.de"
    assert idna.uts46_remap("a_<\u0338", std3_rules=False) == "a_\u226e"
    assert idna.encode("Königsgäßchen", uts46=True) == b"xn--knigsgchen-b4a3dun"


def test_transitional_warns_and_changes_nothing() -> None:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        assert idna.encode("faß", transitional=True) == idna.encode("faß") == b"xn--fa-hia"
        assert idna.uts46_remap("ẞ", transitional=True) == idna.uts46_remap("ẞ") == "ß"
    assert [(warning.category, warning.filename) for warning in caught] == [(DeprecationWarning, __file__)] * 2
    with pytest.raises(DeprecationWarning, match="transitional"):
        idna.encode("a", transitional=True)


def test_the_checks_answer() -> None:
    assert idna.check_bidi("") is idna.check_bidi("", check_ltr=True) is idna.check_bidi("0") is True
    assert idna.check_hyphen_ok("a--b") is idna.check_initial_combiner("a\u0301") is True
    idna.check_label("ü".encode())
    assert idna.valid_label_length("ü" * 63)
    assert not idna.valid_label_length(b"a" * 64)
    assert [idna.valid_string_length("a" * size, dot) for size in (254, 255) for dot in (False, True)] == [
        *(False, True),
        *(False, False),
    ]


@pytest.mark.parametrize(
    ("label", "place", "joiner", "other"),
    [
        ("क्\u200dष", 2, True, False),
        ("ب\u200cب", 1, True, False),
        ("ب\u200cب", -2, True, False),
        ("a\u200cb", 1, False, False),
        ("l·l", 1, False, True),
        ("l·l", -2, False, True),
        ("l·l", 0, False, False),
        ("\u30fb漢", 0, False, True),
    ],
)
def test_contexts(label: str, place: int, joiner: bool, other: bool) -> None:
    assert (idna.valid_contextj(label, place), idna.valid_contexto(label, place)) == (joiner, other)


@pytest.mark.parametrize("place", [-3, 2, sys.maxsize, -sys.maxsize - 1, 10**20, -(10**20)])
def test_contexts_beyond_the_label(place: int) -> None:
    for function in (idna.valid_contextj, idna.valid_contexto):
        with pytest.raises(IndexError):
            function("ab", place)


@pytest.mark.parametrize("before", "\x00\x9f\ud800\ue000\ufdd0\uffff\u0378\U000f0000\U0010ffff")
def test_a_joiner_behind_a_code_point_without_a_name(before: str) -> None:
    for joiner in "\u200c\u200d":
        with pytest.raises(ValueError, match="name"):
            idna.valid_contextj(f"a{before}{joiner}", 2)
        assert not idna.valid_contextj(f"a{before}{joiner}", 0)
        assert not idna.valid_contextj(f"{joiner}{before}", 0)
        assert refusal(lambda: idna.check_label(f"a{before}{joiner}")).position == 2  # noqa: B023
    assert not idna.valid_contexto(f"{before}\u00b7", 1)


@pytest.mark.parametrize("function", [idna.alabel, idna.ulabel, idna.check_label, idna.uts46_remap, idna.check_nfc])
def test_a_wrong_type(function: Callable[[object], object]) -> None:
    with pytest.raises(TypeError):
        function(42)


def test_the_names_of_rfc_3490() -> None:
    assert compat.ToASCII("bücher.de") == b"xn--bcher-kva.de"
    assert compat.ToUnicode(b"xn--bcher-kva.de") == "bücher.de"
    with pytest.raises(NotImplementedError):
        compat.nameprep("a")


def test_ranges() -> None:
    ranges = intranges.intranges_from_list([5, 3, 4, 9, 3])
    assert ranges == (3 << 32 | 6, 9 << 32 | 10)
    assert [number for number in range(-2, 12) if idna.intranges_contain(number, ranges)] == [3, 4, 5, 9]
    assert not idna.intranges_contain(3, ())


def test_the_tables() -> None:
    classes = idnadata.codepoint_classes
    assert idna.intranges_contain(ord("a"), classes["PVALID"])
    assert classes["CONTEXTJ"] == intranges.intranges_from_list([0x200C, 0x200D])
    assert idna.intranges_contain(0x627, idnadata.joining_types["R"])
    assert list(idnadata.scripts) == ["Greek", "Han", "Hebrew", "Hiragana", "Katakana"]
    assert uts46data.uts46_statuses[:0x100].count(b"M") == 70
    assert (uts46data.uts46_replacements[0x41], uts46data.uts46_replacements[0xDF]) == ("a", "ss")
    assert uts46data.uts46_starts[0xFF] == 0xFF
    for module in (idnadata, uts46data):
        with pytest.raises(AttributeError):
            getattr(module, "nothing")  # noqa: B009


def test_dir_lists_the_tables() -> None:
    for module, tables in (
        (idna.idnadata, {"__version__", "codepoint_classes", "joining_types", "scripts"}),
        (uts46data, {"__version__", "uts46_replacements", "uts46_starts", "uts46_statuses"}),
    ):
        assert tables <= {*dir(module)}
        # Before the first use of a table, too.
        program = f"import {module.__name__} as module; print(*dir(module))"
        shown = subprocess.run(
            [sys.executable, "-c", program], capture_output=True, encoding="utf-8", check=True, timeout=300
        ).stdout
        assert tables <= {*shown.split()}


def test_the_documented_limits_of_the_interface() -> None:
    assert get_type_hints(idna.encode) == {}
    assert [*inspect.signature(idna.encode).parameters][:2] == ["s", "strict"]
    for module, name in ((core, "_is_script"), (core, "_combining_class"), (core, "_punycode"), (uts46data, "_seg_0")):
        assert not hasattr(module, name)


def test_the_codec_piece_by_piece() -> None:
    encoder, decoder = codec.IncrementalEncoder(), codec.IncrementalDecoder()
    assert b"".join([encoder.encode(piece) for piece in ("bü", "cher。d", "e.")]) == b"xn--bcher-kva.de."
    assert encoder.encode("", True) == b""
    assert "".join([decoder.decode(piece) for piece in (b"xn--bcher", b"-kva.d", b"e")]) == "bücher."
    state = decoder.getstate()
    decoder.reset()
    decoder.setstate(state)
    assert decoder.decode(b"", True) == "de"


@pytest.mark.parametrize(
    ("call", "code"),
    [
        (lambda: codec.IncrementalEncoder().encode("ü" * 1025), "input_too_long"),
        (lambda: codec.IncrementalEncoder().encode("a." * 126 + "aa", True), "domain_too_long"),
        (lambda: codec.IncrementalEncoder().encode("a.."), "empty_label"),
        (lambda: codec.IncrementalEncoder("ignore").encode(""), "unsupported_errors"),
        (lambda: codec.IncrementalDecoder().decode(b"a." * 127 + b"a"), "domain_too_long"),
        (lambda: codec.IncrementalDecoder().decode(b"\x80"), "invalid_ascii"),
        (lambda: codec.IncrementalDecoder().decode(b"a..", True), "empty_label"),
    ],
)
def test_what_the_codec_refuses(call: Callable[[], object], code: str) -> None:
    error = refusal(call)
    assert (error.code, error.position) == (code, None)


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["Bücher.de", "a_b"]) == 1
    output, errors = capsys.readouterr()
    assert output == "xn--bcher-kva.de\n"
    assert errors.startswith("idna: encode failed for 'a_b': ")
    assert cli.main(["-d", "--strict", "XN--BCHER-KVA.de"]) == 0
    assert capsys.readouterr().out == "bücher.de\n"
