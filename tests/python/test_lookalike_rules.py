"""Watch-lists with the rules of registries: what a rule set calls variants is found."""

import json
import pickle
from collections import defaultdict
from typing import Any

import pytest
from test_lookalike_shapes import shapes, text
from test_registry import LETTERS, NAMES, files, of, rules_of

import acelabel
from acelabel import display, registry
from acelabel.display import Watchlist


def declared() -> registry.Rules:
    """A rule set that declares each pair of the shapes, without the pairs that follow from two others."""
    variants: dict[str, set[str]] = defaultdict(set)
    for row in shapes():
        variants[row["a"]].add(row["b"])
        variants[row["b"]].add(row["a"])
        for character in "".join(row["labels"]):
            variants[f"{ord(character):04X}"] |= set()
    return of(
        "".join(
            f'<char cp="{cp}">{"".join(f"""<var cp="{other}"/>""" for other in sorted(others))}</char>'
            for cp, others in sorted(variants.items())
        )
    )


def facts(watchlist: Watchlist, name: str) -> list[tuple[Any, ...]]:
    return [(hit.target, hit.how, hit.score, hit.span) for hit in watchlist.lookup(name)]


def test_each_pair_of_a_rule_set_is_found() -> None:
    rules = [declared()]
    for row in shapes():
        first, second, third, fourth = row["labels"]
        for watched, asked in ((first, second), (third, fourth)):
            expected = [("variant", 1.0, (0, len(asked)))]
            assert [hit[1:] for hit in facts(Watchlist(labels=[watched], rules=rules), f"{asked}.com")] == expected
            assert facts(Watchlist([f"{watched}.com"], rules=rules), f"{asked}.com")[0][1] == "variant"


@pytest.mark.parametrize(
    ("name", "label"),
    [
        *(("rz5-latin-script", "paypal"), ("sl-german-language", "straße"), ("sl-arabic-script", "مكتبة")),
        *(("sl-devanagari-script", "पानी"), ("rz5-malayalam-script", "റാണി"), ("sl-greek-script", "τράπεζα")),
    ],
)
def test_variants_of_reference_rules_are_found(name: str, label: str) -> None:
    rules = rules_of(name)
    variants = [variant.label for variant in rules.variants(label, limit=40)]
    watchlist = Watchlist([f"{label}.com"], labels=[label], rules=[rules])
    for variant in variants:
        assert {hit.how for hit in watchlist.lookup(f"www.{variant}.com")} == {"variant"}, variant
        assert "variant" in {hit.how for hit in watchlist.lookup(f"my-{variant}.example")}, variant
        # As a rule set may be asked either way, the variant finds the label.
        assert Watchlist([f"{variant}.com"], rules=[rules]).lookup(f"{label}.com")[0].how == "variant", variant
    assert variants


@pytest.mark.parametrize("name", NAMES)
def test_what_collides_is_found(name: str) -> None:
    rules = rules_of(name)
    for row in json.loads(files()[f"{name}.answers.json"])["pairs"]:
        one, other = text(row["a"]), text(row["b"])
        try:
            watchlist = Watchlist([f"{one}.com"], similar=False, rules=[rules])
        except acelabel.AceError:
            continue
        if acelabel.to_unicode(other, errors="keep") != other or not acelabel.is_valid(other):
            continue
        found = any(hit.how == "variant" for hit in watchlist.lookup(f"{other}.com"))
        # Programs of IDNA2003 map some to the same name.
        is_same = Watchlist([f"{one}.com"], similar=False).lookup(f"{other}.com")
        collides = one != other and rules.collides(one, [other]) is not None
        assert found is collides or (is_same and found), row


CONTEXT = (
    # A variant between two letters only, and a chain: x is a variant of y, y of z, but x is none of z.
    '<char cp="0061"><var cp="0064" when="after-b"/></char><char cp="0064"><var cp="0061" when="after-b"/></char>'
    '<char cp="0078"><var cp="0079"/></char><char cp="0079"><var cp="0078"/><var cp="007A"/></char>'
    '<char cp="007A"><var cp="0079"/></char>'
    '<char cp="0062"/><char cp="0063"/><char cp="00DF"><var cp="0071 0071"/></char>'
    '<char cp="0071"/><char cp="0071 0071"><var cp="00DF"/></char>'
)
AFTER = '<rule name="after-b"><look-behind><char cp="0062"/></look-behind><anchor/></rule>'


@pytest.mark.parametrize(
    ("watched", "asked", "is_found"),
    [
        *(("bac", "bdc", True), ("bdc", "bac", True), ("cac", "cdc", False)),
        *(("cxc", "cyc", True), ("czc", "cyc", True), ("cxc", "czc", False), ("czc", "cxc", False)),
        *(("cßc", "cqqc", True), ("cqqc", "cßc", True), ("bac", "bd", False), ("bac", "BDC", True)),
        # No label that the rules do not know.
        *(("bac-1", "bdc-1", True), ("bac1", "bdc1", False)),
    ],
)
def test_contexts_chains_and_sequences(watched: str, asked: str, is_found: bool) -> None:
    rules = of(CONTEXT, AFTER)
    expected = [(watched, "variant")] if is_found else []
    if watched != "bac-1":
        assert bool(rules.collides(watched, [asked.lower()])) is is_found
        names = Watchlist([f"{watched}.bac"], rules=[rules])
        assert [(hit.target, hit.how) for hit in names.lookup(f"{asked}.bac")] == (
            [(f"{watched}.bac", "variant")] if is_found else []
        )
    else:
        watched, expected = "bac", [("bac", "variant")]
    labels = Watchlist(labels=[watched], rules=[rules])
    assert [(hit.target, hit.how) for hit in labels.lookup(f"{asked}.example")] == expected


def test_the_first_that_collides_counts() -> None:
    rules = of(CONTEXT, AFTER)
    # All are of one family, and the label is a variant of the last alone.
    watchlist = Watchlist(["cac.org", "ddd.org", "cdd.org", "bdc.org", "bdc.com"], rules=[rules])
    assert [hit.target for hit in watchlist.lookup("bac.org")] == ["bdc.org"]
    assert watchlist.lookup("cdc.org") == watchlist.lookup("bdc.org") == watchlist.lookup("x.bdc.org") == []


def test_rule_sets_side_by_side() -> None:
    latin, greek = (
        of(CONTEXT, AFTER),
        of('<char cp="03B1"><var cp="03C9"/></char><char cp="03C9"><var cp="03B1"/></char>'),
    )
    for rules in ([latin, greek], [registry.merge([greek, latin])]):
        watchlist = Watchlist(["cyc.com", "αα.com"], rules=rules)
        twin = pickle.loads(pickle.dumps(watchlist))
        for one in (watchlist, twin):
            assert facts(one, "cxc.com") == [("cyc.com", "variant", 1.0, (0, 7))]
            assert facts(one, "αω.com") == [("αα.com", "variant", 1.0, (0, 6))]
            assert facts(one, "https://cxc.com/αω.com")[0] == ("cyc.com", "variant", 1.0, (8, 15))
    assert Watchlist(["cyc.com"]).lookup("cxc.com") == []


def test_what_is_a_variant_is_not_shown() -> None:
    watchlist = Watchlist(
        ["müller.de"], rules=[of(f'{LETTERS}<char cp="00FC"><var cp="00FA"/></char><char cp="00FA"/>')]
    )
    assert display.to_display("múller.de", watchlist=watchlist) == "xn--mller-7ua.de"


def test_the_argument_is_an_iterable_of_rules() -> None:
    with pytest.raises(TypeError, match=r"item 0 must be an acelabel\.registry\.Rules, not str"):
        Watchlist(rules=["rules.xml"])  # type: ignore[list-item]
    with pytest.raises(TypeError, match=r"must be an iterable of acelabel\.registry\.Rules"):
        Watchlist(rules=of(LETTERS))  # type: ignore[arg-type]
    assert Watchlist(["a.com"], rules=iter([of(LETTERS)])).lookup("b.com") == []
