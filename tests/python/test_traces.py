"""Traces: the text of RFC 3492 sections 7.2 and 7.3 to the letter, and the same steps as data."""

from typing import Any

import pytest
from hypothesis import given
from inputs import candidates, texts
from known_answers import load
from outcomes import code_points, outcome
from reference import PUNYCODE, Refused, decode

from acelabel import punycode

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
def test_steps_of_decoding_agree_with_the_rfc(encoded: str) -> None:
    try:
        expected = decode(PUNYCODE, encoded)
    except Refused as refused:
        assert outcome(punycode.trace_decode, encoded) == (refused.code, refused.offset)
        return
    trace = punycode.trace_decode(encoded)
    text = code_points(encoded[: max(encoded.rfind("-"), 0)])
    for step, insertion in zip(trace, expected.insertions, strict=True):
        text.insert(insertion.i, insertion.n)
        assert step.code_points == text
        assert (step.delta, step.digits) == (insertion.delta, insertion.digits)
        assert (step.bias, step.n, step.i) == (insertion.bias, insertion.n, insertion.i)
    assert trace.output == "".join(map(chr, expected.code_points)) == punycode.decode(encoded)


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
    ],
)
def test_what_is_refused_has_no_trace(call: Any, argument: str | bytes, refusal: tuple[str, int]) -> None:
    assert outcome(call, argument) == refusal


def test_a_notebook_shows_a_table() -> None:
    table = punycode.trace_decode("bcher-kva")._repr_html_()
    assert table.startswith("<table>")
    assert table.endswith("</table>")
    assert table.count("<tr>") == 2
    for cell in ("745", "kva", "U+00FC"):
        assert cell in table


def test_a_notebook_is_not_fed_markup() -> None:
    """What stands in the encoded form is shown, not run."""
    table = punycode.trace_decode("<script>-kva")._repr_html_()
    assert "<script>" not in table
