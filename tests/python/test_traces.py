"""Traces: the text of RFC 3492 sections 7.2 and 7.3 to the letter, and the same steps as data."""

from typing import Any

import pytest
from hypothesis import given
from inputs import candidates, texts
from known_answers import load
from outcomes import code_points, outcome

from acelabel import AceError, punycode
from acelabel._errors import describe, facts
from acelabel.bootstring import PUNYCODE


def refused(call: Any, argument: str | bytes) -> AceError:
    with pytest.raises(AceError) as caught:
        call(argument)
    return caught.value


ANSWERS = load("rfc3492.json")
SAMPLES = {sample["id"]: sample for sample in ANSWERS["samples"]}


@pytest.mark.parametrize("trace", ANSWERS["traces"], ids=lambda trace: f"{trace['direction']}-{trace['sample']}")
def test_text_of_the_rfc(trace: dict[str, Any]) -> None:
    sample = SAMPLES[trace["sample"]]
    if trace["direction"] == "decode":
        printed = str(punycode.trace_decode(sample["punycode"]))
    else:
        printed = str(punycode.trace_encode(sample["text"]))
    assert printed == "\n".join(trace["lines"])


def test_all_four_traces_of_the_rfc_are_there() -> None:
    wanted = {("B", "decode"), ("L", "decode"), ("B", "encode"), ("L", "encode")}
    assert {(trace["sample"], trace["direction"]) for trace in ANSWERS["traces"]} == wanted


def test_steps_are_data() -> None:
    """The first step of sample B in section 7.2, and the last."""
    trace = punycode.trace_decode("ihqwcrb4cv8a8dqg056pqjye")
    first = trace[0]
    assert (first.delta, first.digits, first.bias, first.n, first.i) == (19853, "ihq", 21, 0x4E0D, 0)
    assert first.code_points == [0x4E0D]
    last = trace[-1]
    assert (last.delta, last.digits, last.bias, last.n, last.i) == (88531, "qjye", 90, 0x8BF4, 6)
    assert last.code_points == code_points("他们为什么不说中文")
    assert trace.output == "他们为什么不说中文"
    assert punycode.trace_encode("他们为什么不说中文").output == "ihqwcrb4cv8a8dqg056pqjye"


def test_a_trace_is_a_sequence() -> None:
    trace = punycode.trace_decode("3B-ww4c5e180e575a65lsy2b")
    assert len(trace) == 6
    assert tuple(trace) == trace.steps
    assert [step.digits for step in trace] == ["ww4c", "5e", "180e", "575a", "65l", "sy2b"]
    assert [step.digits for step in trace[1:3]] == ["5e", "180e"]
    assert [step.digits for step in reversed(trace)] == ["sy2b", "65l", "575a", "180e", "5e", "ww4c"]
    assert trace[2] in trace
    assert trace[2] != trace[3]
    with pytest.raises(IndexError):
        trace[6]


@given(candidates)
def test_the_steps_lead_to_the_answer(encoded: str) -> None:
    """Each step inserts its code point, and all make the answer of `decode`, which refuses what a trace refuses."""
    trace: punycode.Trace | None
    try:
        trace = punycode.trace_decode(encoded)
    except AceError as error:
        assert (error.code, error.offset) == outcome(punycode.decode, encoded)
        trace = error.trace
    assert trace is not None
    text = code_points(trace.literal.removesuffix("-"))
    for step in trace:
        text.insert(step.i, step.n)
        assert step.code_points == text
    assert trace.output == "".join(map(chr, text))
    assert trace.error is not None or trace.output == punycode.decode(encoded)


@given(texts)
def test_encoding_and_decoding_take_the_same_steps(text: str) -> None:
    there = punycode.trace_encode(text)
    back = punycode.trace_decode(there.output)
    assert there.output == punycode.encode(text)
    assert back.output == text
    facts = [(step.delta, step.digits, step.bias, step.n, step.i, step.code_points) for step in there]
    assert facts == [(step.delta, step.digits, step.bias, step.n, step.i, step.code_points) for step in back]


def test_texts_without_literal_part_or_without_integers() -> None:
    """Shapes the RFC prints no trace of."""
    assert str(punycode.trace_decode("")) == "\n".join(
        ["n is 128, i is 0, bias is 72", 'input is ""', "there is no delimiter, so extended string starts empty"]
    )
    assert str(punycode.trace_decode("ab-")) == "\n".join(
        [
            "n is 128, i is 0, bias is 72",
            'input is "ab-"',
            'literal portion is "ab-", so extended string starts as:',
            "0061 0062",
        ]
    )
    assert str(punycode.trace_encode("ab")) == "\n".join(
        [
            "bias is 72",
            "input is:",
            "0061 0062",
            'basic code points (0061, 0062) are copied to literal portion: "ab-"',
            'output is "ab-"',
        ]
    )


@pytest.mark.parametrize(
    ("call", "argument", "refusal"),
    [
        (punycode.trace_decode, "ls8h=", ("invalid_digit", 4)),
        (punycode.trace_decode, b"bcher-kv", ("truncated", 8)),
        (punycode.trace_encode, "b\udc00", ("surrogate", 1)),
        (PUNYCODE.trace_decode, "bcher-KVA", ("invalid_digit", 6)),
        (PUNYCODE.replace(initial_n=0x3000).trace_encode, "aé", ("below_initial_n", 1)),
    ],
)
def test_what_is_refused_is_refused_with_its_trace(call: Any, argument: str | bytes, refusal: tuple[str, int]) -> None:
    assert outcome(call, argument) == refusal
    error = refused(call, argument)
    trace = error.trace
    assert trace is not None
    assert trace.error == error
    assert trace.input == (argument if isinstance(argument, str) else argument.decode())
    assert str(trace).split("\n")[-1] == f"refused: {describe(error)}"
    assert error.__notes__ == [f"The steps up to the fault:\n{trace}"]
    assert trace.to_dict()["error"] == facts(error)
    assert ", refused>" in repr(trace)


def test_a_trace_that_fails_shows_the_steps_up_to_the_fault() -> None:
    trace = refused(punycode.trace_decode, "bcher-kva!").trace
    assert trace is not None
    assert str(trace).split("\n") == [
        "n is 128, i is 0, bias is 72",
        'input is "bcher-kva!"',
        'literal portion is "bcher-", so extended string starts as:',
        "0062 0063 0068 0065 0072",
        'delta "kva" decodes to 745',
        "bias becomes 0",
        "0062 00FC * 0063 0068 0065 0072",
        "refused: invalid_digit at offset 9: '!' (U+0021) is not a digit of the encoding",
    ]
    assert (trace.output, trace.literal, [step.digits for step in trace]) == ("bücher", "bcher-", ["kva"])
    assert "<caption>Punycode decodes " in trace._repr_html_()
    assert " up to a fault: " in trace._repr_html_()


def test_a_fault_behind_many_steps_has_a_short_note() -> None:
    encoded = punycode.encode("ü" * 1_000)
    error = refused(punycode.trace_decode, encoded + "!")
    assert (error.code, error.offset) == ("invalid_digit", len(encoded))
    assert error.__notes__ == ["The attribute `trace` of the error holds the 1000 steps up to the fault."]


def test_a_note_counts_octets_and_not_what_stands_for_them() -> None:
    """An octet that is not ASCII is shown as a character of three octets. An encoder keeps all of its steps."""
    few = refused(punycode.trace_decode, b"tdatda" + b"\xff" * 25_000)
    assert few.__notes__[0].startswith("The steps up to the fault:\n")
    many = refused(punycode.trace_decode, b"tdatda" + b"\xff" * 70_000)
    assert many.__notes__ == ["No steps are kept of an input of more than 65536 octets."]
    text = refused(punycode.trace_encode, "a" * 70_000 + "\ud800")
    assert text.__notes__[0].startswith("The ")


def test_a_notebook_shows_a_table() -> None:
    table = punycode.trace_decode("bcher-kva")._repr_html_()
    assert table.startswith(
        "<table><caption>Punycode decodes <bdi>bcher&#x2D;kva</bdi> to <bdi>b&#xFC;cher</bdi></caption>"
    )
    assert table.endswith("</table>")
    assert table.count("<tr>") == 2
    assert "<td>745</td><td><code><bdi>kva</bdi></code></td><td>0</td><td>U+00FC</td><td>1</td>" in table
    assert "<td><bdi>b<mark>&#xFC;</mark>cher</bdi></td>" in table
    encoded = PUNYCODE.trace_encode("ü" * 1_000)._repr_html_()
    assert encoded.startswith("<table><caption>Bootstring encodes <bdi>" + "&#xFC;" * 64 + "</bdi>&hellip; to ")
    assert encoded.count("<tr>") == 1 + 256 + 1 + 256
    assert "(488 steps are not shown)" in encoded


def test_a_notebook_is_not_fed_markup() -> None:
    """The text of the encoded form is shown, not run; a character that does not print is shown as its number."""
    table = punycode.trace_decode("<script>\x1b-kva")._repr_html_()
    assert "<script>" not in table
    assert "\x1b" not in table
    assert "&lang;U+001B&rang;" in table


def test_a_trace_cannot_control_a_terminal() -> None:
    """Control characters of the text and among the digits are escaped, as in an `Inspection`; so are backslashes."""
    literal = "a\x1b[31m\x07\x00\x7f\t\r\n\\-"
    for trace in (punycode.trace_decode(literal + "kva"), punycode.trace_encode("ü" + literal[:-1])):
        assert not {*str(trace)} & {*map(chr, range(0x20)), "\x7f"} - {"\n"}
        assert literal.encode("unicode_escape").decode() in str(trace)
        assert trace.literal == literal
    digits = PUNYCODE.replace(digits="\x1b\x07\x08", tmin=1, tmax=1, initial_bias=0)
    for trace in (digits.trace_encode("ü"), digits.trace_decode(digits.encode("ü"))):
        assert "\x1b" not in str(trace)
        assert "\\x1b" in str(trace)


def test_steps_as_data() -> None:
    trace = punycode.trace_decode("bcher-kva")
    step = {"delta": 745, "digits": "kva", "bias": 0, "n": 0xFC, "i": 1, "code_points": code_points("bücher")}
    assert [step.to_dict() for step in trace] == [step]
    assert trace.to_dict() == {
        "direction": "decode",
        "input": "bcher-kva",
        "output": "bücher",
        "literal": "bcher-",
        "steps": [step],
        "error": None,
    }
    long = punycode.trace_encode("ü" * 300)
    assert {step["code_points"] for step in long.to_dict()["steps"]} == {None}
    assert long[299].to_dict()["code_points"] == [0xFC] * 300


def test_other_parameters_have_traces_too() -> None:
    """Punycode's parameters print the words of the RFC, and others print their own numbers."""
    for text in ("", "abc", "bücher", "他们为什么不说中文"):
        assert str(PUNYCODE.trace_encode(text)) == str(punycode.trace_encode(text))
        encoded = punycode.encode(text)
        assert str(PUNYCODE.trace_decode(encoded)) == str(punycode.trace_decode(encoded))
    decimal = PUNYCODE.replace(digits="0123456789", delimiter="_", tmin=2, tmax=5, skew=10, damp=50, initial_bias=20)
    trace = decimal.trace_encode("bücher")
    assert (trace.output, trace.literal, trace.direction) == (decimal.encode("bücher"), "bcher_", "encode")
    assert str(decimal.trace_decode(trace.output)).startswith("n is 128, i is 0, bias is 20\n")


def test_an_index_is_an_integer_in_range() -> None:
    trace = punycode.trace_decode("bcher-kva")
    for index in (1, -2, 10**30, -(10**30)):
        with pytest.raises(IndexError):
            trace[index]
    wrong: Any = "0"
    with pytest.raises(TypeError, match="integers or slices, not str"):
        trace[wrong]
    assert trace[-1] == trace[True - 1] == trace[0]
    assert trace[::-1] == trace[:] == trace.steps


@pytest.mark.parametrize("raised", [KeyboardInterrupt, MemoryError, ValueError, RuntimeError])
def test_what_an_index_raises_passes_through(raised: type[BaseException]) -> None:
    class Index:
        def __index__(self) -> int:
            raise raised

    index: Any = Index()
    with pytest.raises(raised):
        punycode.trace_decode("bcher-kva")[index]
