"""Files of rules that are faulty or hostile: each fault with its code and line, and work that stays small."""

import pickle
import re
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from test_registry import LETTERS, of, rule_set

from acelabel import registry
from acelabel.registry import Rules, RulesError

SPACE = "urn:ietf:params:xml:ns:lgr-1.0"
NEVER = '<rule name="never"><end/><any/></rule>'

SCRIPTS = [
    "Arab",
    "Armn",
    "Beng",
    "Bopo",
    "Cher",
    "Cyrl",
    "Deva",
    "Ethi",
    "Geor",
    "Goth",
    "Grek",
    "Gujr",
    "Guru",
    "Hang",
    "Hani",
    "Hebr",
    "Hira",
    "Kana",
    "Khmr",
    "Knda",
    "Laoo",
    "Latn",
    "Mlym",
    "Mong",
    "Mymr",
    "Orya",
    "Sinh",
    "Syrc",
    "Taml",
    "Telu",
    "Thaa",
    "Thai",
    "Tibt",
]


def doubled(first: str, body: str) -> str:
    """Rules of which each names the one before it twice."""
    rules = [f'<rule name="r0">{first}</rule>']
    for index in range(1, 40):
        named = f'<rule by-ref="r{index - 1}"/>'
        rules.append(f'<rule name="r{index}">{body.format(named)}</rule>')
    return "".join(rules)


# A fault in the data (line 3) or in the rules (line 4) of a file.
IN_DATA = {
    "unknown_element": ['<glyph cp="0061"/>', '<char cp="0061"><char cp="0062"/></char>', "<var/>"],
    "unknown_attribute": ['<char cp="0061" colour="red"/>', '<char cp="0061"><var cp="0062" tag="x"/></char>'],
    "missing_attribute": ["<char/>", '<range first-cp="0061"/>', '<char cp="0061"><var type="x"/></char>'],
    "invalid_code_point": [
        '<char cp=""/>',
        '<char cp="61"/>',
        '<char cp="U+0061"/>',
        '<char cp="110000"/>',
        '<char cp="0000061"/>',
        '<char cp="+061"/>',
        '<range first-cp="0061" last-cp="0062 0063"/>',
        '<char cp="0061"><var cp="x"/></char>',
    ],
    "invalid_range": ['<range first-cp="0062" last-cp="0061"/>'],
    "duplicate_code_point": [
        '<char cp="0061"/><char cp="0061" when="x"/>',
        '<char cp="0061 0062"/><char cp="0063"/><char cp="0061 0062"/>',
        LETTERS + '<char cp="0061"/>',
        LETTERS + '<range first-cp="007A" last-cp="007B"/>',
    ],
    "duplicate_variant": ['<char cp="0061"><var cp="0062" type="x"/><var cp="0062" type="y"/></char>'],
    "tagged_sequence": ['<char cp="0061 0062" tag="x"/>'],
    "when_and_not_when": ['<char cp="0061" when="x" not-when="y"/>'],
    "unknown_rule": ['<char cp="0061" when="x"/>', '<char cp="0061"><var cp="0062" not-when="x"/></char>'],
}
IN_RULES = {
    "unknown_element": [
        "<when/>",
        '<rule name="r"><action disp="x"/></rule>',
        "<x:r xmlns:x='y'/>",
        '<class name="c"><class>0061</class></class>',
        '<rule name="r"><start><any/></start></rule>',
    ],
    "unknown_attribute": ['<rule name="r" count="2"><any/></rule>', '<rule name="r"><start count="1"/></rule>'],
    "missing_attribute": ["<rule><any/></rule>", "<class>0061</class>", '<rule name="r"><char/></rule>'],
    "invalid_code_point": ['<rule name="r"><char cp=""/></rule>', '<class name="c">0061 x</class>'],
    "invalid_range": ['<class name="c">0062-0061</class>'],
    "duplicate_name": [
        '<rule name="r"><any/></rule><rule name="r"><any/></rule>',
        '<class name="c"/><union name="c"><class/><class/></union>',
    ],
    "unknown_rule": [
        '<rule name="r"><rule by-ref="r"/></rule>',
        '<rule name="r"><rule by-ref="s"/></rule><rule name="s"><any/></rule>',
        '<action disp="x" match="r"/><rule name="r"><any/></rule>',
    ],
    "unknown_class": [
        '<rule name="r"><class by-ref="c"/></rule>',
        '<complement name="c"><class by-ref="c"/></complement>',
    ],
    "unknown_property": [
        '<class name="c" property="gc:Xx"/>',
        '<class name="c" property="age:5.0"/>',
        '<class name="c" property="Mn"/>',
    ],
    "invalid_class": [
        '<class name="c" from-tag="t" property="gc:Mn"/>',
        '<union name="c"><class>0061</class></union>',
        '<class name="c" by-ref="c"/>',
        '<complement name="c"/>',
        '<difference name="c"><class/><class/><class/></difference>',
        '<class name="c" from-tag="t">0061</class>',
    ],
    "invalid_rule": [
        '<rule name="r"/>',
        '<rule name="r"><choice/></rule>',
        '<rule name="r"><look-ahead/></rule>',
        '<rule name="r"><any/></rule><rule name="s"><rule by-ref="r"><any/></rule></rule>',
    ],
    "invalid_count": [
        f'<rule name="r"><any count="{count}"/></rule>'
        for count in ("", "x", "-1", "2:1", "1:", "+", "1++", "99999999999")
    ],
    "misplaced_anchor": [
        '<rule name="r"><anchor/><anchor/></rule>',
        '<rule name="r"><look-ahead><anchor/></look-ahead></rule>',
        '<rule name="r"><choice count="2"><anchor/></choice></rule>',
        '<rule name="r"><anchor/></rule><action disp="x" match="r"/>',
    ],
    "invalid_action": [
        "<action/>",
        '<action disp="x" any-variant="a" all-variants="b"/>',
        '<action disp="x" match="r" not-match="r"/>',
    ],
    "too_complex": [
        "".join(f'<class name="c{index}">{index:04X}</class>' for index in range(0x100, 0x201)),
        "".join(f'<action disp="x" any-variant="v{index}"/>' for index in range(128)),
        "".join(f'<class name="c{value}" property="sc:{value}"/>' for value in SCRIPTS),
        '<rule name="r"><rule count="1+"><rule count="1+"><rule count="1+"><any/><any/></rule></rule></rule></rule>',
        doubled("<any/><any/>", "{0}{0}"),
        doubled("<choice><anchor/><rule><any/><anchor/></rule></choice>", "<choice>{0}<rule><any/>{0}</rule></choice>"),
    ],
}
WHOLE = {
    "not_utf8": ([b"\xff", b"<lgr>\n\xe9</lgr>", rule_set(LETTERS).decode().encode("utf-16")], [1, 2, 1]),
    "not_xml": (
        [
            b"",
            b"<lgr",
            b"x",
            b"<a>\n<b></a>",
            b"<!DOCTYPE lgr [<!ENTITY a 'b'>]>\n<lgr>&a;</lgr>",
            b"<lgr a='1' a='2'/>",
            b"<lgr>&x;</lgr>",
        ],
        [1, 1, 1, 2, 1, 1, 1],
    ),
    "not_a_rule_set": (
        [b"<lgr/>", f"<lgr xmlns='{SPACE}'/>".encode(), f"\n<rules xmlns='{SPACE}'/>".encode()],
        [1, 1, 2],
    ),
    "too_large": (
        [
            b"<a>" * 300,
            b"\n<a " + b"".join(b'b%d="" ' % index for index in range(300)) + b"/>",
            b" " * ((1 << 24) + 1),
            b"<a>" + b'<b xmlns="x"/>' * 70 + b"</a>",
            b"<a " + b"=" * 300 + b">",
        ],
        [1, 2, 1, 1, 1],
    ),
}


def fault(file: bytes) -> RulesError:
    with pytest.raises(RulesError) as caught:
        Rules.from_xml(file)
    return caught.value


@pytest.mark.parametrize(("code", "data"), [(code, one) for code, some in IN_DATA.items() for one in some if one])
def test_faults_of_data(code: str, data: str) -> None:
    error = fault(rule_set("\n" + data))
    assert (error.code, error.line) == (code, 4)
    assert str(error) == f"{code} in line 4: {error.reason}"


@pytest.mark.parametrize(("code", "rules"), [(code, one) for code, some in IN_RULES.items() for one in some])
def test_faults_of_rules(code: str, rules: str) -> None:
    error = fault(rule_set(LETTERS, "\n\n" + rules))
    # The number of all types is that of the file.
    assert (error.code, error.line) == (code, 1 if "v127" in rules else 6)
    again = pickle.loads(pickle.dumps(error))
    assert (again.code, again.line, again.reason, str(again)) == (error.code, error.line, error.reason, str(error))


@pytest.mark.parametrize("code", WHOLE)
def test_faults_of_files(code: str) -> None:
    found = [(fault(file).code, fault(file).line) for file in WHOLE[code][0]]
    assert found == [(code, line) for line in WHOLE[code][1]]


def test_every_fault_is_tested() -> None:
    assert {*IN_DATA, *IN_RULES, *WHOLE, "too_many_permutations"} == {*registry.FAULTS}


def test_more_than_one_data_or_rules_or_rules_before_data() -> None:
    data, rules = "<data/>", "<rules/>"
    for body in (data + data, data + rules + rules, rules + data, data + "<x/>"):
        assert fault(f"<lgr xmlns='{SPACE}'>{body}</lgr>".encode()).code == "unknown_element"
    assert not Rules.from_xml(f"<lgr xmlns='{SPACE}'>{data}{rules}</lgr>".encode()).check("a")


def test_permutations_that_rules_refuse_one_and_all() -> None:
    rules = of('<char cp="0061"><var cp="0062" when="never"/></char><char cp="0062"/>', NEVER)
    assert [*rules.variants("a" * 10)] == []
    variants = rules.variants("a" * 30)
    with pytest.raises(RulesError) as caught:
        next(variants)
    assert (caught.value.code, caught.value.line) == ("too_many_permutations", None)
    assert (variants.count, variants.exact) == (2**30 - 1, False)
    assert rules.index("a" * 30) == "a" * 30


def test_the_bound_of_what_is_tried() -> None:
    # The label itself is made in two ways, so that each permutation is tried.
    letters = '<char cp="0061"><var cp="0062"/></char><char cp="0062"/>'
    whole = f'<char cp="{" ".join(["0061"] * 16)}">%s</char>'
    counts = [of(letters + whole % some, "").variants("a" * 16) for some in ("", '<var cp="0062"/>')]
    assert [(variants.count, variants.exact) for variants in counts] == [(2**16 - 1, True), (2**16 + 1, False)]
    # Few are allowed, and many between them are not: so many would not end.
    early = '<rule name="early"><anchor/><look-ahead><any count="15+"/></look-ahead></rule>'
    rules = of('<char cp="0061"><var cp="0062" when="early"/></char><char cp="0062"/>', early)
    variants = rules.variants("a" * 30)
    assert next(variants).label == "a" * 14 + "b" + "a" * 15
    assert (variants.count, variants.exact) == (2**30 - 1, False)


def test_more_variants_than_there_are_atoms() -> None:
    some = "".join(f'<var cp="{point:04X}" type="blocked"/>' for point in range(0x100, 0x180))
    others = '<range first-cp="0100" last-cp="017F"/>'
    rules = of(f'<char cp="0061">{some}</char>{others}')
    variants = rules.variants("a" * 60)
    assert (variants.count, variants.exact) == (129**60 - 1, True)
    assert [variant.label[-2:] for variant in rules.variants("a" * 60, limit=3)] == ["aĀ", "aā", "aĂ"]


def seconds(work: Callable[[], object]) -> float:
    def once() -> float:
        start = time.process_time()
        work()
        return time.process_time() - start

    return min(once() for _ in range(3))


HONEST = rule_set(
    "".join(
        f'<char cp="{point:04X}" tag="x"><var cp="{point + 1:04X}" type="blocked"/></char>'
        for point in range(0x4E00, 0x6E00)
    )
)
HOSTILE = {
    "attributes": b"<a " + b'b="" ' * 100_000 + b"/>",
    "equals": b"<a " + b"=" * 600_000,
    "depth": b"<a>" * 200_000,
    "namespaces": b"".join(b'<a xmlns:b%d="x">' % index for index in range(40_000)),
    "tags": b"<" * 600_000,
    "one sequence": rule_set(f'<char cp="{"0061 " * 120_000}"/>'),
    "sequences": rule_set("".join(f'<char cp="0061 {point:04X}"/>' for point in range(0x4E00, 0x9E00))),
    "variants": rule_set(
        '<char cp="0061">' + "".join(f'<var cp="{point:04X}"/>' for point in range(0x4E00, 0x9E00)) + "</char>"
    ),
    "same sequences": rule_set('<char cp="0061 0062"/>' * 20_000),
    "classes": rule_set(LETTERS, "".join(f'<class name="c{index}" property="gc:Mn"/>' for index in range(15_000))),
    "wide ranges": rule_set(
        "".join(f'<char cp="{point:04X}"/>' for point in range(0x4E00, 0x8E00)),
        "".join(f'<class name="c{index}">{"0000-10FFFF " * 90}</class>' for index in range(200)),
    ),
    "rules": rule_set(LETTERS, "".join(f'<rule name="r{index}"><any count="0+"/></rule>' for index in range(12_000))),
    "one rule": rule_set(LETTERS, f'<rule name="r"><anchor/>{"<any/>" * 80_000}</rule>'),
    "choices": rule_set(LETTERS, f'<rule name="r"><choice>{"<rule><any/><anchor/></rule>" * 15_000}</choice></rule>'),
    "nested": rule_set(LETTERS, '<rule name="r">' + "<rule>" * 240 + "<anchor/>" + "</rule><any/>" * 240 + "</rule>"),
    "rows": rule_set("".join(f'<char cp="{point:06X}"/>' for point in range(0, 0x110000, 0x100)) * 6),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_costs_little_more_than_an_honest_one(name: str) -> None:
    def read(file: bytes) -> None:
        try:
            Rules.from_xml(file).check("a" * 60)
        except RulesError as error:
            assert error.code in registry.FAULTS

    allowed = 6 * seconds(lambda: read(HONEST)) * max(len(HOSTILE[name]) / len(HONEST), 0.2)
    assert seconds(lambda: read(HOSTILE[name])) < allowed


def test_a_rule_with_steps_of_steps_is_quick() -> None:
    body = (
        '<choice count="1+"><rule count="1+"><choice><char cp="0061"/><char cp="0061 0061"/></choice></rule></choice>'
    )
    rules = of(
        LETTERS, f'<rule name="r"><start/>{body}<char cp="0062"/><end/></rule><action disp="invalid" match="r"/>'
    )
    assert rules.check("a" * 60).eligible
    assert not rules.check("a" * 60 + "b").eligible
    assert seconds(lambda: rules.check("a" * 60)) < 0.05


def test_the_page_lists_every_fault() -> None:
    page = (Path(__file__).parents[2] / "docs" / "registry.md").read_text("utf-8")
    table = page.split("| fault of | codes |\n")[1].split("\n## ")[0]
    assert sorted(re.findall(r"`(\w+)`", table)) == sorted(registry.FAULTS)
