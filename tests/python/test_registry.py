"""Rules of registries: the answers of reference rule sets, each element of RFC 7940, and the laws of the objects."""

import copy
import json
import pickle
import tarfile
import threading
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from known_answers import FOLDER
from registry_judge import points

import acelabel
from acelabel import registry
from acelabel.registry import Collision, Problem, Rules, Variant, Verdict

ARCHIVE = FOLDER / "lgr" / "answers.tar.xz"
NAMES = [
    "rz5-arabic-script",
    "rz5-bengali-script",
    "rz5-ethiopic-script",
    "rz5-korean-script",
    "rz5-latin-script",
    "rz5-malayalam-script",
    "sl-arabic-script",
    "sl-cyrillic-script",
    "sl-devanagari-script",
    "sl-german-language",
    "sl-greek-script",
    "sl-hebrew-script",
    "sl-japanese-script",
    "sl-latin-script",
    "sl-sinhala-script",
    "sl-thai-language",
]


@cache
def files() -> dict[str, bytes]:
    """The files of the archive, by their names."""
    with tarfile.open(ARCHIVE) as archive:
        members = {member.name: archive.extractfile(member) for member in archive}
        return {name: file.read() for name, file in members.items() if file is not None}


@cache
def rules_of(name: str) -> Rules:
    return Rules.from_xml(files()[f"{name}.xml"])


def text(cp: str) -> str:
    return "".join(map(chr, points(cp)))


def right(row: dict[str, Any], name: str) -> Any:
    """The value of a row, or what follows from the standard where the engine says otherwise."""
    corrected = row.get("rfc7940", {})
    return corrected[name] if name in corrected else row[name]


def rule_set(data: str, rules: str = "", *, meta: str = "") -> bytes:
    """A file of rules."""
    return (
        f'<?xml version="1.0"?>\n<lgr xmlns="urn:ietf:params:xml:ns:lgr-1.0"><meta>{meta}</meta>'
        f"\n<data>{data}</data>\n<rules>{rules}</rules></lgr>"
    ).encode()


def of(data: str, rules: str = "") -> Rules:
    return Rules.from_xml(rule_set(data, rules))


LETTERS = '<range first-cp="0061" last-cp="007A"/>'


# The reference rule sets.


def test_the_archive_has_all_rule_sets() -> None:
    assert sorted(name.removesuffix(".xml") for name in files() if name.endswith(".xml")) == sorted(NAMES)


def said_of(row: dict[str, Any], verdict: Verdict) -> tuple[object, ...]:
    """The facts of a verdict, in the words of the answers."""
    found: dict[int, list[str]] = {}
    for problem in verdict.problems:
        if problem.offset is not None and problem.code in ("not_in_repertoire", "context"):
            found.setdefault(problem.offset, []).extend([problem.rule] if problem.rule else [])
    cps = row["label"].split()
    outside = [[cps[offset], sorted(rules) or None] for offset, rules in found.items()]
    return verdict.eligible, verdict.disposition, outside


@pytest.mark.parametrize("name", NAMES)
def test_labels_are_judged_as_known(name: str) -> None:
    rules, answers = rules_of(name), json.loads(files()[f"{name}.answers.json"])
    for row in answers["labels"]:
        verdict = rules.check(text(row["label"]))
        outside = row.get("not_allowed") or []
        assert said_of(row, verdict) == (row["eligible"], right(row, "disposition"), outside), row
        assert bool(verdict) is verdict.eligible is not bool(verdict.problems)
        assert row.get("rule") is None or verdict.problems[-1].rule == row["rule"], row
        index = right(row, "index")
        assert rules.index(text(row["label"])) == (None if index is None else text(index)), row


def known_variants(row: dict[str, Any]) -> list[Variant]:
    """The variants of a row that are not invalid, in order."""
    corrected = row.get("rfc7940", {})
    some = [*row["variants"]["list"], *corrected.get("add", [])]
    kept = [one for one in some if one[1] != "invalid" and one[0] not in corrected.get("drop", [])]
    return sorted(Variant(text(label), disposition, tuple(types)) for label, disposition, types, _ in kept)


@pytest.mark.parametrize("name", NAMES)
def test_variants_are_those_that_are_known(name: str) -> None:
    rules, answers = rules_of(name), json.loads(files()[f"{name}.answers.json"])
    for row in answers["labels"]:
        if "list" in (row.get("variants") or {}):
            variants = rules.variants(text(row["label"]))
            found = list(variants)
            assert sorted(found) == known_variants(row), row
            assert (variants.count, variants.exact) == (len(found), True), row


@pytest.mark.parametrize("name", NAMES)
def test_labels_collide_as_known(name: str) -> None:
    rules, answers = rules_of(name), json.loads(files()[f"{name}.answers.json"])
    for row in answers["pairs"]:
        label, other = text(row["a"]), text(row["b"])
        found, back = rules.collides(label, [other]), rules.collides(other, [label])
        assert (found is not None and found.how != "variant") is right(row, "collide"), row
        assert (found is None) is (back is None), row
        assert found is not None or not row.get("b_is_a_variant_of_a"), row
        if found is not None:
            assert back is not None
            assert (found.taken, found.how) == (other, back.how), row
            assert [(here, there) for _, here, there in found.differences] == [
                (here, there) for _, there, here in back.differences
            ]
            assert all(label[place:].startswith(here) for place, here, _ in found.differences)


def test_a_word_with_many_variants() -> None:
    rules = rules_of("sl-latin-script")
    variants = rules.variants("paypal")
    assert (variants.count, variants.exact) == (2249, True)
    assert next(variants) == Variant("paypaӏ", "blocked", ("blocked",))
    assert sum(1 for _ in variants) == 2248
    assert len(list(rules.variants("paypal", limit=7))) == 7
    assert list(rules.variants("paypal", limit=0)) == []
    many = rules.variants("a" * 63)
    assert (many.count, many.exact) == (5**63 - 1, True)
    assert next(many).label == "a" * 62 + next(rules.variants("a")).label


def test_what_a_file_says_of_itself() -> None:
    rules = rules_of("sl-latin-script")
    assert (rules.language, rules.languages, rules.version, rules.date) == (
        "und-Latn",
        ("und-Latn",),
        "1",
        "2022-05-31",
    )
    assert (rules.scripts, rules.unicode_version) == (("Latin",), "11.0.0")
    # The file says so of its repertoire in words.
    assert len(rules.repertoire) == 230
    assert "ɛ̈" in rules.repertoire
    assert "а" not in rules.repertoire
    assert rules_of("rz5-korean-script").scripts == ("Han", "Hangul")
    korean = rules_of("rz5-korean-script").repertoire
    assert "가" in korean
    assert len(korean) == len([*korean]) > 11_172
    nothing = of(LETTERS)
    assert (nothing.language, nothing.version, nothing.date, nothing.unicode_version) == (None, None, None, None)


# Each element.


def test_contexts_are_asked_where_the_element_stands() -> None:
    rules = of(
        LETTERS + '<char cp="00B7" when="between-l"/><char cp="002D" not-when="at-an-end"/>',
        '<rule name="between-l"><look-behind><char cp="006C"/></look-behind><anchor/>'
        '<look-ahead><char cp="006C"/></look-ahead></rule>'
        '<rule name="at-an-end"><choice><rule><look-behind><start/></look-behind><anchor/></rule>'
        "<rule><anchor/><look-ahead><end/></look-ahead></rule></choice></rule>",
    )
    assert [rules.check(label).eligible for label in ("l·l", "l·a", "·l", "a-b", "-a", "a-")] == [
        True,
        False,
        False,
        True,
        False,
        False,
    ]
    assert rules.check("xl·a").problems == (
        Problem("context", 2, "between-l", "'·' (U+00B7) is not allowed in this context: between-l"),
    )


def test_a_context_without_an_anchor_is_about_the_whole_label() -> None:
    rules = of(
        LETTERS + '<char cp="002D" not-when="has-x"/>',
        '<rule name="has-x"><char cp="0078"/></rule>',
    )
    assert [rules.check(label).eligible for label in ("a-b", "x-b", "ax", "a-x")] == [True, False, True, False]


COUNTED = {
    '<any count="2"/>': [False, True, False, False],
    '<any count="2+"/>': [False, True, True, True],
    '<any count="1:2"/>': [True, True, False, False],
    '<any count="0+"/>': [True] * 4,
    '<choice count="2"><char cp="0061"/><char cp="0061 0061"/></choice>': [False, True, True, True],
    '<rule count="2"><any/><any/></rule>': [False, False, False, True],
    '<any/><class count="0+">0061</class>': [True] * 4,
    '<char cp="0061 0061" count="1+"/>': [False, True, False, True],
    '<choice count="1+"><rule><any/><any/></rule><rule><any/><any/><any/></rule></choice>': [False, True, True, True],
}


@pytest.mark.parametrize(("body", "expected"), COUNTED.items())
def test_counts(body: str, expected: list[bool]) -> None:
    rules = of(
        LETTERS,
        f'<rule name="r"><start/>{body}<end/></rule><action disp="invalid" not-match="r"/>',
    )
    assert [rules.check("a" * length).eligible for length in range(1, 5)] == expected


CLASSES = {
    '<class property="gc:Ll"/>': "abä",
    '<class property="gc:L"/>': "abäא",
    '<class property="General_Category:Lowercase_Letter"/>': "abä",
    '<class property="sc:Hebr"/>': "א",
    '<class property="bc:EN"/>': "12",
    '<class property="jt:T"/>': "\u0301",
    '<class from-tag="digit"/>': "12",
    '<class from-tag="nobody"/>': "",
    "<class>0061-0062 00E4</class>": "abä",
    "<union><class>0061</class><class>0062</class><class from-tag='digit'/></union>": "ab12",
    '<intersection><class property="gc:Ll"/><class>0061 05D0</class></intersection>': "a",
    '<difference><class property="gc:Ll"/><class>0061 05D0</class></difference>': "bä",
    "<symmetric-difference><class>0061 0062</class><class>0062 00E4</class></symmetric-difference>": "aä",
    '<complement><class property="gc:L"/></complement>': "12\u0301",
    "<complement><union><class>0061</class><class>0062</class></union></complement>": "äא12\u0301",
}


@pytest.mark.parametrize(("definition", "members"), CLASSES.items())
def test_classes(definition: str, members: str) -> None:
    head, _, tail = definition.partition(">") if "/>" not in definition.split(">")[0] + ">" else ("", "", "")
    named = f'{head} name="c">{tail}' if head else definition.replace("/>", ' name="c"/>')
    data = '<range first-cp="0031" last-cp="0032" tag="digit"/><char cp="0061"/><char cp="0062"/><char cp="00E4"/>'
    data += '<char cp="05D0"/><char cp="0301"/>'
    for classes, use in (("", definition), (named, '<class by-ref="c"/>')):
        rules = of(data, f'{classes}<rule name="r">{use}</rule><action disp="invalid" not-match="r"/>')
        assert [character for character in "abäא12\u0301" if rules.check(character)] == [*members]


def test_actions_are_asked_in_order() -> None:
    data = (
        '<char cp="0061"><var cp="0062" type="x"/><var cp="0063" type="y"/><var cp="0061" type="own"/></char>'
        '<char cp="0064"><var cp="0065" type="x"/></char>' + '<range first-cp="0062" last-cp="0063"/><char cp="0065"/>'
    )
    rules = of(
        data,
        '<action disp="first" only-variants="x"/><action disp="second" all-variants="x own"/>'
        '<action disp="third" any-variant="own"/><action disp="fourth" any-variant="y"/>',
    )
    found = {variant.label: (variant.disposition, variant.types) for variant in rules.variants("ad")}
    assert found == {
        "ae": ("second", ("own", "x")),
        "bd": ("second", ("x",)),
        "be": ("first", ("x",)),
        "cd": ("fourth", ("y",)),
        "ce": ("fourth", ("x", "y")),
    }
    assert rules.check("ad").disposition == "second"
    assert rules.check("d").disposition == "valid"
    assert [variant.label for variant in rules.variants("ad")] == ["ae", "bd", "be", "cd", "ce"]


def test_the_actions_of_the_standard_come_last() -> None:
    types = ("out-of-repertoire-var", "blocked", "allocatable", "activated", "other")
    data = "".join(f'<var cp="{0x62 + index:04X}" type="{kind}"/>' for index, kind in enumerate(types))
    rules = of(f'<char cp="0061">{data}<var cp="0067"/></char><range first-cp="0062" last-cp="0067"/>')
    assert [(variant.label, variant.disposition, variant.types) for variant in rules.variants("a")] == [
        ("c", "blocked", ("blocked",)),
        ("d", "allocatable", ("allocatable",)),
        ("e", "activated", ("activated",)),
        ("f", "valid", ("other",)),
        ("g", "valid", ()),
    ]


def test_a_code_point_that_is_a_variant_only_is_refused() -> None:
    rules = of('<char cp="0061"/><char cp="0430"><var cp="0430" type="out-of-repertoire-var"/></char>')
    assert rules.check("aа").problems == (
        Problem("variant_only", 1, None, "'а' (U+0430) is listed as a variant of others only"),
    )
    refused = of('<char cp="0061"><var cp="0061" type="x"/></char>', '<action disp="invalid" any-variant="x"/>')
    assert [problem.code for problem in refused.check("aa").problems] == ["variant_type", "variant_type"]


def test_variants_of_nothing_and_of_several_letters() -> None:
    rules = of(
        '<char cp="0061"/><char cp="0062"><var cp="" type="blocked"/></char>'
        '<char cp="0063"><var cp="0061 0061" type="blocked"/></char>'
        '<char cp="0061 0061"><var cp="0063" type="blocked"/></char>'
    )
    assert sorted(variant.label for variant in rules.variants("abc")) == ["aaa", "abaa", "ac"]
    assert sorted(variant.label for variant in rules.variants("aaa")) == ["ac", "ca"]
    assert [variant.label for variant in rules.variants("b")] == []
    assert rules.index("aac") == rules.index("caa") == "aaaa"
    assert rules.collides("aac", ["x", "ca", "ccx", "cc"]) == Collision("cc", "index", ((0, "aa", "c"),))


def test_several_ways_to_one_label_give_it_once() -> None:
    rules = of(
        '<char cp="0061"><var cp="0062" type="blocked"/></char><char cp="0062"/>'
        '<char cp="0061 0061"><var cp="0062 0062" type="blocked"/></char>'
    )
    variants = rules.variants("aaa")
    assert sorted(variant.label for variant in variants) == ["aab", "aba", "abb", "baa", "bab", "bba", "bbb"]
    assert (variants.count, variants.exact) == (7, True)


def test_a_variant_in_one_context_has_two_keys_and_still_collides() -> None:
    rules = of(
        '<char cp="0061"><var cp="0062" when="first" type="blocked"/></char><char cp="0063"/>'
        '<char cp="0062"><var cp="0061" type="blocked"/></char>',
        '<rule name="first"><look-behind><start/></look-behind><anchor/></rule>',
    )
    one_way = of('<char cp="0062"><var cp="0063" type="blocked"/></char><char cp="0063"/>')
    assert rules.collides("ca", ["cb"]) == Collision("cb", "index", ((1, "a", "b"),))
    assert one_way.index("b") == "b" != one_way.index("c")
    assert one_way.collides("b", ["c"]) == Collision("c", "variant", ((0, "b", "c"),))
    assert one_way.collides("c", ["b"]) == Collision("b", "variant", ((0, "c", "b"),))
    assert one_way.collides("b", ["b"]) == Collision("b", "same", ())
    assert one_way.collides("b", ["", "x", "bb"]) is None


# Several rule sets.


def test_rule_sets_side_by_side() -> None:
    latin, cyrillic = rules_of("sl-latin-script"), rules_of("sl-cyrillic-script")
    both = registry.merge([latin, cyrillic])
    assert [both.check(label).eligible for label in ("paypal", "привет", "pриvet")] == [True, True, False]
    assert both.check("pриvet").problems == min(latin.check("pриvet"), cyrillic.check("pриvet"), key=_count).problems
    assert both.languages == ("und-Latn", "und-Cyrl")
    assert {*both.variants("paypal")} == {*latin.variants("paypal")}
    assert both.variants("paypal").count == 2249
    assert both.index("раура") == both.index("paypa") == "paypa"
    assert len(both.repertoire) < len(latin.repertoire) + len(cyrillic.repertoire)
    again = registry.merge(iter([both]))
    assert pickle.loads(pickle.dumps(again)).languages == both.languages
    with pytest.raises(ValueError, match="at least"):
        registry.merge([])
    with pytest.raises(TypeError):
        registry.merge([latin, "x"])  # type: ignore[list-item]


def _count(verdict: Verdict) -> int:
    return len(verdict.problems)


def test_a_label_of_two_rule_sets_has_the_variants_of_both_once() -> None:
    one = of('<char cp="0061"><var cp="0062" type="blocked"/></char><char cp="0062"/>')
    two = of(
        '<char cp="0061"><var cp="0062" type="allocatable"/><var cp="0063" type="allocatable"/></char>'
        '<char cp="0062"/><char cp="0063"/>'
    )
    both = registry.merge([one, two])
    found = both.variants("a")
    assert [(variant.label, variant.disposition) for variant in found] == [("b", "blocked"), ("c", "allocatable")]
    assert (found.count, found.exact) == (2, True)


# Objects.


def test_rules_are_values_that_threads_share() -> None:
    rules = rules_of("sl-german-language")
    for again in (pickle.loads(pickle.dumps(rules)), copy.copy(rules), copy.deepcopy(rules)):
        assert again.check("straße") == rules.check("straße")
        assert [*again.variants("straße")] == [*rules.variants("straße")]
    with pytest.raises(AttributeError):
        rules.language = "fr"  # type: ignore[misc]
    found: list[set[Variant]] = []
    shared = rules_of("sl-latin-script").variants("paypal")
    threads = [threading.Thread(target=lambda: found.append({*shared})) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sum(map(len, found)) == len(set.union(*found)) == 2249
    assert repr(rules) == "<acelabel.registry.Rules of de 2022-05-31>"


def test_labels_that_are_none() -> None:
    rules = of('<range first-cp="0000" last-cp="10FFFF"/>')
    assert [problem.code for problem in rules.check("").problems] == ["empty"]
    assert [problem.code for problem in rules.check("a" * 128).problems] == ["too_long"]
    assert rules.check("a" * 127).eligible
    assert rules.check("\ud800").eligible
    assert (rules.index(""), rules.index("a" * 128), rules.index("\ud800")) == (None, None, "\ud800")
    assert [*rules.variants("")] == [*rules.variants("a" * 1000)] == []
    assert rules.variants("").count == 0


@pytest.mark.parametrize(
    "call",
    [
        lambda rules: rules.check(b"a"),
        lambda rules: rules.index(None),
        lambda rules: rules.variants(1),
        lambda rules: rules.variants("a", limit="x"),
        lambda rules: rules.collides("a", [1]),
        lambda rules: rules.collides("a", 1),
        lambda rules: rules.collides("a", "ab"),
        lambda rules: Rules.from_xml("<lgr/>"),  # type: ignore[arg-type]
        lambda rules: Rules(),
    ],
)
def test_wrong_types(call: Any) -> None:
    with pytest.raises(TypeError):
        call(of(LETTERS))


def test_a_negative_limit() -> None:
    with pytest.raises(ValueError, match="limit"):
        of(LETTERS).variants("a", limit=-1)


def test_files_are_read_by_their_paths(tmp_path: Any) -> None:
    path = tmp_path / "rules.xml"
    path.write_bytes("\ufeff".encode() + rule_set(LETTERS, meta="<version>7</version><date>2026-01-02</date>"))
    for of_path in (path, str(path)):
        assert Rules.from_file(of_path).check("a") == Verdict(True, "valid", (), "7", "2026-01-02")
    with pytest.raises(FileNotFoundError):
        Rules.from_file(tmp_path / "nothing.xml")


def test_u_labels_of_the_rules_are_those_of_acelabel() -> None:
    """Registering: the rules are asked about U-labels, and the zone holds A-labels."""
    rules = rules_of("sl-german-language")
    label = acelabel.ulabel("xn--strae-oqa")
    assert rules.check(label).eligible
    assert [acelabel.alabel(variant.label) for variant in rules.variants(label)] == ["strasse"]


def test_a_labels_are_read_as_u_labels() -> None:
    rules, alabel = rules_of("sl-german-language"), "xn--strae-oqa"
    assert rules.check(alabel) == rules.check("straße")
    assert rules.index(alabel) == rules.index("straße") == rules.index(alabel.upper())
    assert [*variants_of(rules, alabel)] == [*variants_of(rules, "straße")]
    assert [
        collision and collision.how
        for collision in (rules.collides("straße", [alabel]), rules.collides(alabel, ["strasse"]))
    ] == ["same", "index"]
    # Ones that are none are labels as any other.
    assert not rules.check("xn--a")
    assert rules.index("xn--strasse-") != rules.index("strasse")


def test_a_label_that_nobody_gets_is_eligible_and_not_true() -> None:
    data = '<char cp="0061"><var cp="0061" type="kept"/></char><char cp="0062"/>'
    rules = of(data, '<action disp="blocked" any-variant="kept"/>')
    verdict = rules.check("ab")
    assert (verdict.eligible, verdict.disposition, verdict.problems, bool(verdict)) == (True, "blocked", (), False)
    assert rules.check("b")


def variants_of(rules: Rules, label: str) -> Iterator[str]:
    return (variant.label for variant in rules.variants(label))


@pytest.mark.parametrize("label", ["straße", "groß", "aß", "ß"])
def test_variants_have_one_key(label: str) -> None:
    rules = rules_of("sl-german-language")
    assert {rules.index(other) for other in variants_of(rules, label)} <= {rules.index(label)}
