"""RACE from Python: known answers, and the laws of the codec for every str."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from inputs import any_str, scalar
from known_answers import load
from outcomes import outcome

import acelabel
from acelabel import AceError, race

ANSWERS = load("race.json")
LDH = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-")
POLICY = [row for row in ANSWERS["errors"] if row["level"] == "policy"]
ALWAYS = [row for row in ANSWERS["errors"] if row["level"] != "policy"]


def test_all_rows_are_there() -> None:
    assert len(ANSWERS["vectors"]) == 61
    assert len(ANSWERS["decode_alternatives"]) == 2
    assert len(ALWAYS) + len(POLICY) == 51
    assert len(ANSWERS["domains"]) == 4


@pytest.mark.parametrize("vector", ANSWERS["vectors"], ids=lambda vector: vector["id"])
def test_vector(vector: dict[str, Any]) -> None:
    assert race.encode(vector["unicode"]) == vector["race"]
    assert race.decode(vector["race"]) == vector["unicode"]
    assert race.decode(vector["race"].encode()) == race.decode(bytearray(vector["race"].encode())) == vector["unicode"]
    assert race.decode(vector["race"].upper()) == vector["unicode"]
    assert race.mode(vector["unicode"]) == vector["mode"]


@pytest.mark.parametrize("row", ANSWERS["decode_alternatives"], ids=lambda row: row["id"])
def test_alternative_spelling(row: dict[str, str]) -> None:
    assert race.decode(row["input"]) == row["unicode"]
    assert race.encode(row["unicode"]) == row["canonical"]


def input_of(row: dict[str, Any]) -> str:
    """The input of an error row. What is no UTF-16 arrives in a str as surrogates that stand alone."""
    if row["direction"] == "decode":
        return str(row["input"])
    return bytes.fromhex(row["input_utf16be"]).decode("utf-16-be", "surrogatepass")


@pytest.mark.parametrize("row", ALWAYS, ids=lambda row: row["id"])
def test_error(row: dict[str, Any]) -> None:
    """Under the first name of the row, as the order of checks in the draft's procedure makes it."""
    call = race.encode if row["direction"] == "encode" else race.decode
    assert outcome(call, input_of(row)) == (row["error"], row["offset"])


@pytest.mark.parametrize("row", POLICY, ids=lambda row: row["id"])
def test_policy_is_for_domains(row: dict[str, Any]) -> None:
    """The label codec answers; the domain helpers refuse, unless a full stop has made two labels of the text."""
    one, whole = (
        (race.encode, race.encode_domain) if row["direction"] == "encode" else (race.decode, race.decode_domain)
    )
    assert one(row["input"]) == row["without_policy"]
    assert outcome(whole, row["input"]) == row.get("as_domain", (row["error"], row.get("offset")))


@pytest.mark.parametrize("domain", ANSWERS["domains"], ids=lambda domain: domain["id"])
def test_domain(domain: dict[str, str]) -> None:
    assert race.encode_domain(domain["unicode"]) == domain["ascii"]
    assert race.decode_domain(domain["ascii"]) == domain["unicode"]


bodies = st.text(st.sampled_from("abcdefghijklmnopqrstuvwxyz234567ABZ"), max_size=58)


@given(st.one_of(bodies.map("bq--{}".format), any_str, any_str.map("BQ--{}".format)))
def test_no_two_labels_decode_to_one_text(label: str) -> None:
    text = outcome(race.decode, label)
    if isinstance(text, str):
        assert race.encode(text) == label.lower()
        assert len(label) <= 62
        assert (len(label) - 4) % 8 in {0, 2, 4, 5, 7}


@given(st.text(scalar, max_size=36))
def test_what_is_encoded_decodes_to_itself(text: str) -> None:
    label = outcome(race.encode, text)
    if isinstance(label, str):
        assert race.decode(label) == text


names = st.lists(st.text(scalar.filter(lambda character: character != "."), max_size=10), max_size=4).map(".".join)


@given(names)
def test_domains_keep_their_labels(name: str) -> None:
    """As many labels come out as go in, those of letters, digits and hyphens unchanged."""
    encoded = outcome(race.encode_domain, name)
    if isinstance(encoded, str):
        for before, after in zip(name.split("."), encoded.split("."), strict=True):
            if LDH.issuperset(before):
                assert after == before
            else:
                assert after == race.encode(before)


@given(names)
def test_domains_come_back(name: str) -> None:
    encoded = outcome(race.encode_domain, name)
    if isinstance(encoded, str) and not any(label[:4].lower() == "bq--" for label in name.split(".")):
        assert race.decode_domain(encoded) == name


def test_the_label_at_fault_is_named() -> None:
    assert outcome(race.encode_domain, "www.müller\u0099.de") == ("u0099_in_compressed_mode", 10)
    assert outcome(race.decode_domain, "www.bq--ab.de") == ("nonzero_padding", 9)
    assert outcome(race.decode_domain, "bq--aduq.bq--adus52i.") == ("label_separator", 9)


def test_labels_that_are_no_race_stay() -> None:
    for name in ("", ".", "example.com.", "xn--bcher-kva.example", "bq-.a", "_dmarc..é"):
        assert race.decode_domain(name) == name
    for name in ("", ".", "example.com.", "xn--bcher-kva.example", "-.-a.b-", "bq--abc.example"):
        assert race.encode_domain(name) == name


def test_race_explains_itself() -> None:
    explanation = race.explain("żaba")
    assert race.explain("BQ--af6p6yp7ml7wc") == explanation
    assert (explanation.text, explanation.label) == ("żaba", "bq--af6p6yp7ml7wc")
    assert (explanation.mode, explanation.rows) == ("two_row", (1, 0))
    assert explanation.octets == bytes.fromhex("017CFF61FF62FF61")
    assert explanation.characters == (("ż", b"\x7c"), ("a", b"\xffa"), ("b", b"\xffb"), ("a", b"\xffa"))
    assert explanation.groups == ((b"\x01\x7c\xffa\xff", "af6p6yp7"), (b"b\xffa", "ml7wc"))
    told = explanation.to_dict()
    assert json.loads(json.dumps(told)) == told
    assert [*told] == ["text", "label", "mode", "rows", "octets", "characters", "groups"]
    assert told["groups"][1] == {"octets": [0x62, 0xFF, 0x61], "characters": "ml7wc"}
    assert told["characters"][0] == {"character": "ż", "octets": [0x7C]}
    assert repr(explanation) == "<Explanation: bq--af6p6yp7ml7wc two_row>"
    assert "two_row" in str(explanation)
    table = explanation._repr_html_()
    assert table.startswith(
        "<table><caption>RACE: <bdi>&#x17C;aba</bdi> is <code>bq--af6p6yp7ml7wc</code>, two_row</caption>"
    )
    assert table.count("<tr>") == 1 + 1 + 4 + 2


@pytest.mark.parametrize(
    ("text", "refusal"),
    [
        ("", ("empty", 0)),
        ("abc", ("all_std13", 0)),
        ("bq--aewrcs0", ("bad_base32_char", 10)),
        ("é\ud800", ("surrogate", 1)),
    ],
)
def test_what_has_no_label_or_no_text_is_not_explained(text: str, refusal: tuple[str, int]) -> None:
    assert outcome(race.explain, text) == refusal


@pytest.mark.parametrize("text", ["żaba", "müller", "日本語", "ا", "Größe", "ÅB"])
def test_a_race_label_becomes_the_a_label_of_its_text(text: str) -> None:
    assert race.to_alabel(race.encode(text)) == acelabel.alabel(text)
    assert race.to_alabel(race.encode(text).upper(), profile=acelabel.IDNA2003) == acelabel.alabel(
        text, profile=acelabel.IDNA2003
    )


@pytest.mark.parametrize("text", ["Ｘ", "ｅｘａｍｐｌｅ", "㎏"])
def test_a_text_that_is_mapped_to_ascii_is_another_name_and_has_no_a_label(text: str) -> None:
    with pytest.raises(AceError) as caught:
        race.to_alabel(race.encode(text))
    assert (caught.value.code, caught.value.offset, caught.value.text) == ("all_std13", 0, text)


# Names of the year 2000 that are in public since June 2026.
@pytest.mark.parametrize(
    ("label", "text"),
    [
        ("bq--3bhauz7frjrgbka", "上查詢您"),
        ("bq--3bhauz7frjrgbkdcia", "上查詢您所"),
        ("bq--3cbpcty2rjyq", "英会話"),
        ("bq--abs7czi", "eñe"),
        ("bq--abxgt4lb", "niña"),
        ("bq--azbukkckjavdc", "كمبيوتر"),
        ("bq--azdecny", "نفط"),
        ("bq--gbbpy2enmnhq", "あーとろっく"),
        ("bq--gbtfs2a", "てすと"),
    ],
)
def test_a_name_with_a_label_of_race_has_a_note(label: str, text: str) -> None:
    assert race.decode(label) == text
    (note,) = acelabel.inspect(f"www.{label.upper()}.com").notes
    assert note == f"has a label of RACE, which no program converts any more; 'www.{text}.com' may be meant"


@pytest.mark.parametrize("label", ["bq--zzzz", "bq--s7z76", "bq--", "bq--744a-", "aq--abs7czi"])
def test_others_with_the_prefix_have_no_note(label: str) -> None:
    assert acelabel.inspect(f"{label}.com").notes == ()


def test_both_steps_to_an_a_label_say_what_is_wrong() -> None:
    with pytest.raises(AceError) as caught:
        race.to_alabel("bq--af6p6yp7ml7w!")
    assert (caught.value.code, caught.value.offset, caught.value.text) == ("bad_base32_char", 16, "bq--af6p6yp7ml7w!")
    with pytest.raises(AceError) as caught:
        race.to_alabel(race.encode("ä\u0378b"))
    assert (caught.value.code, caught.value.offset, caught.value.text) == ("disallowed_codepoint", 1, "ä\u0378b")
    with pytest.raises(AceError) as caught:
        race.to_alabel(race.encode("ÅB"), profile=acelabel.IDNA2008)
    assert (caught.value.code, caught.value.offset) == ("disallowed_codepoint", 0)
