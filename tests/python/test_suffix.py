"""Public suffixes: the list's own test, a slow judge made of its algorithm, a peer, laws, and lists that are none."""

import pickle
import random
import threading
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from label_inputs import any_name
from outcomes import outcome

import acelabel
from acelabel import AceError, suffix

LIST = "com\nuk\nco.uk\n*.ck\n!www.ck\njp\n*.kobe.jp\n!city.kobe.jp\n公司.cn\ncn\nx.*.deep\n*.*.deep\n!a.b.c.deep\n"
PRIVATE = "// ===BEGIN PRIVATE DOMAINS===\nblogspot.com\n// ===END PRIVATE DOMAINS===\norg\n"
RULES = suffix.Rules(LIST)
MEBIBYTE = 1 << 20


def slowly(rules: list[str], name: str) -> tuple[str | None, str | None]:
    """The suffix and the registrable domain by publicsuffix.org/list, "Algorithm", one step after another."""
    canonical = acelabel.canonical(name)
    if canonical == "." or acelabel.ends_in_number(canonical, profile=acelabel.DNS):
        return None, None
    labels = canonical.split(".")[::-1]

    def match(rule: str) -> bool:
        of_rule = rule.removeprefix("!").split(".")[::-1]
        return len(labels) >= len(of_rule) and all(
            own in ("*", label) for own, label in zip(of_rule, labels, strict=False)
        )

    matching = [rule for rule in rules if match(rule)] or ["*"]
    exceptions = [rule for rule in matching if rule.startswith("!")]
    prevailing = max(exceptions or matching, key=lambda rule: rule.count("."))
    count = prevailing.count(".") + (not exceptions)
    parts = canonical.split(".")
    found = ".".join(parts[len(parts) - count :])
    has_label = len(parts) > count and parts[len(parts) - count - 1] != "*"
    return found, ".".join(parts[len(parts) - count - 1 :]) if has_label else None


NAMES = {
    "com": None,
    "example.COM": "example.com",
    "b.example.com.": "example.com",
    "uk": None,
    "b.uk": "b.uk",
    "co.uk": None,
    "a.b.Müller.co.uk": "xn--mller-kva.co.uk",
    "ck": None,
    "test.ck": None,
    "b.test.ck": "b.test.ck",
    "www.www.ck": "www.ck",
    "kobe.jp": "kobe.jp",
    "c.kobe.jp": None,
    "a.city.kobe.jp": "city.kobe.jp",
    "食狮.公司.cn": "xn--85x722f.xn--55qx5d.cn",
    "xn--55qx5d.cn": None,
    "local": None,
    "a.b.local": "b.local",
    "*.example.com": "example.com",
    # A wildcard is not a name that somebody registers.
    "*.com": None,
    "*.co.uk": None,
    "*.co.uk.": None,
    "*.uk": None,
    "*.local": None,
    "*.ck": None,
    "*.test.ck": None,
    "*.b.test.ck": "b.test.ck",
    "*.www.ck": "www.ck",
    "*": None,
    "_dmarc.example.com": "example.com",
    ".": None,
    "127.0.0.1": None,
    "１２７。0.0.1": None,
    "a.0x1f": None,
}


@pytest.mark.parametrize("name", NAMES)
def test_the_registrable_domain_of_a_name(name: str) -> None:
    assert RULES.registrable(name) == NAMES[name]
    parts = RULES.parts(name)
    assert parts == (RULES.suffix(name), NAMES[name], parts.subdomain)
    joined = ".".join(filter(None, (parts.subdomain, parts.registrable)))
    assert joined == (acelabel.canonical(name) if parts.registrable else "")
    found = RULES.suffix(name)
    assert RULES.is_suffix(name) == (found is not None and acelabel.same_name(name, found))
    # By the algorithm no rule makes `kobe.jp` itself a suffix: the exception does, for what lies below it.
    assert found is None or RULES.is_suffix(found) or found == "kobe.jp"


def test_the_private_section_is_read_on_request() -> None:
    text = LIST + PRIVATE
    assert suffix.Rules(text).registrable("a.b.blogspot.com") == "blogspot.com"
    assert suffix.Rules(text, private=False).suffix("a.b.org") == "org"
    assert suffix.Rules(text, private=True).registrable("a.b.blogspot.com") == "b.blogspot.com"
    assert len(suffix.Rules(text, private=True)) == len(suffix.Rules(text)) + 1 == 15


def test_random_rules_and_names_are_judged_by_the_algorithm() -> None:
    rng = random.Random(2342)
    parts, found = ["a", "b", "c", "xn--tda", "*"], 0
    for _ in range(400):
        rules = sorted({".".join(rng.choices(parts, k=rng.randint(1, 4))) for _ in range(rng.randint(0, 12))})
        rules += [f"!{rule}" for rule in rules if "." in rule and rng.random() < 0.2]
        built = suffix.Rules(rules)
        assert len(built) == len(rules)
        for _ in range(50):
            name = rng.choice(["", "", "*."]) + ".".join(rng.choices(["a", "B", "c", "ü", "d"], k=rng.randint(1, 5)))
            expected = slowly(rules, name)
            assert (built.suffix(name), built.registrable(name)) == expected, (rules, name)
            found += expected[1] is not None
    assert found > 5_000


def test_answers_do_not_depend_on_the_spelling() -> None:
    rng, known = random.Random(7), 0
    for _ in range(5_000):
        name = any_name(rng) + rng.choice(["", ".co.uk", ".公司.cn", ".b.ck"])
        try:
            canonical = acelabel.canonical(name)
        except AceError as error:
            for call in (RULES.registrable, RULES.suffix, RULES.is_suffix):
                with pytest.raises(AceError) as caught:
                    call(name)
                assert caught.value == error
            continue
        found, part = RULES.suffix(name), RULES.registrable(name)
        assert (found, part) == (RULES.suffix(canonical), RULES.registrable(canonical))
        if part is not None and found is not None:
            known += 1
            assert acelabel.is_below(part, found, equal=False, profile=acelabel.DNS)
            assert acelabel.is_below(name, part, profile=acelabel.DNS)
            assert RULES.registrable(part) == part
            assert part.count(".") == found.count(".") + 1
    assert known > 500


BAD_LINES: list[tuple[str, str, int, int]] = [
    ("com\n*bar.foo\n", "std3_disallowed", 1, 0),
    ("com\r\n\r\nb*r.foo", "std3_disallowed", 2, 1),
    ("com\rfoo.b*r", "std3_disallowed", 1, 5),
    ("!", "empty_label", 0, 1),
    ("com\n!com", "empty_label", 1, 4),
    (".com", "empty_label", 0, 0),
    ("com\n  a..b // x", "empty_label", 1, 4),
    (".", "empty_label", 0, 0),
    ("a.\u00ad.b", "empty_label", 0, 2),
    ("a.xn--*", "invalid_alabel", 0, 6),
    (f"a.{'b' * 64}", "label_too_long", 0, 65),
    ("// fine\n\nco.\ud800", "surrogate", 2, 3),
    ("http://example.com/", "std3_disallowed", 0, 4),
]


@pytest.mark.parametrize(("text", "code", "line", "offset"), BAD_LINES, ids=repr)
def test_a_line_that_is_no_rule_is_named(text: str, code: str, line: int, offset: int) -> None:
    with pytest.raises(AceError) as caught:
        suffix.Rules(text)
    error = caught.value
    assert (error.code, error.index, error.offset) == (code, line, offset)
    assert error.__notes__ == [f"line {line + 1}"]
    with pytest.raises(AceError):
        suffix.Rules(f"// ===BEGIN PRIVATE DOMAINS===\n{text}")


@pytest.mark.parametrize("text", ["", "// no rule\n", "\ufeff", "// ===BEGIN PRIVATE DOMAINS===\ngithub.io\n"])
def test_a_file_without_a_rule_is_refused(text: str, tmp_path: Path) -> None:
    """Such as a download that failed: each last label would be a public suffix."""
    path = tmp_path / "list.dat"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match=r"no rule of the file .*list\.dat counts"):
        suffix.Rules.from_file(path)


def test_lines_and_their_types() -> None:
    assert suffix.Rules(["com\n", " co.uk\tremark", "", "//x"]).registrable("a.b.co.uk") == "b.co.uk"
    assert outcome(lambda item: suffix.Rules([item]), "com \nnet") == ("std3_disallowed", 4)
    assert len(suffix.Rules("")) == len(suffix.Rules([])) == 0
    assert repr(suffix.Rules("com.\nCOM\nü\nxn--tda")) == "<acelabel.suffix.Rules of 2 rules>"
    rules: Any = suffix.Rules
    with pytest.raises(ValueError, match=r"argument 'lines' looks like a path: Rules\.from_file reads"):
        rules("public_suffix_list.dat")
    assert len(rules("public_suffix_list.dat\n")) == len(rules(["a.txt"])) == 1
    with pytest.raises(TypeError, match="argument 'lines' must be a str or an iterable of str, not bytes"):
        rules(b"com")
    with pytest.raises(TypeError, match="argument 'lines' must be a str or an iterable of str, not NoneType"):
        rules(None)
    with pytest.raises(TypeError, match="item 1 must be str, not bytes: decode it first"):
        rules(["a", b"com"])
    with pytest.raises(TypeError, match="argument 'private' must be bool, not int"):
        rules("com", private=1)
    with pytest.raises(AttributeError):
        rules("com").private = True


@pytest.mark.parametrize(
    ("item", "offset"),
    [("com\nco.uk", 3), ("// a list\ncom\nco.uk\n", 9), ("\n//\ud800 \r\ncom", 5), ("com \nnet", 4)],
)
def test_a_list_is_not_one_item(item: str, offset: int) -> None:
    """A comment at its beginning would hide all rules."""
    with pytest.raises(
        AceError, match=r"U\+000[AD] .* is not allowed in a host name; pass one line at a time"
    ) as caught:
        suffix.Rules(["org", item])
    error = caught.value
    assert (error.code, error.index, error.offset) == ("std3_disallowed", 1, offset)
    assert len(suffix.Rules(["// a comment\r\n", "com\r\n", "\n\n//\n"])) == 1


def test_a_file(tmp_path: Path) -> None:
    path = tmp_path / "list.dat"
    path.write_bytes("\ufeffcom\r\nco.uk\n// caf\xe9".encode() + b"\xe9\n*.ck\n")
    assert len(suffix.Rules.from_file(path)) == len(suffix.Rules.from_file(str(path), private=True)) == 3
    path.write_bytes(b"com\nm\xfcller.de\n")
    with pytest.raises(AceError) as caught:
        suffix.Rules.from_file(path)
    assert (caught.value.code, caught.value.index, caught.value.__notes__) == ("surrogate", 1, ["line 2"])
    with pytest.raises(FileNotFoundError):
        suffix.Rules.from_file(tmp_path / "none")


def test_rules_can_be_pickled_and_shared() -> None:
    rules = pickle.loads(pickle.dumps(RULES))
    answers: list[list[str | None]] = []

    def ask() -> None:
        answers.append([rules.registrable(name) for name in NAMES])

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == [list(NAMES.values())] * 8


HOSTILE: dict[str, Callable[[], object]] = {
    "names": lambda: RULES.registrable("a." * (MEBIBYTE // 2)),
    "labels": lambda: suffix.Rules("\n".join(["a." * 500 + "b"] * 1000)),
    "wildcards": lambda: suffix.Rules("*." * (MEBIBYTE // 2) + "a"),
    "exceptions": lambda: suffix.Rules("!a.b\n" * (MEBIBYTE // 5)),
    "comments": lambda: suffix.Rules("//\n" * (MEBIBYTE // 3)),
    "blanks": lambda: suffix.Rules(" " * MEBIBYTE),
    "one label": lambda: suffix.Rules("ü" * (MEBIBYTE // 2)),
    "many rules": lambda: suffix.Rules("\n".join(f"{number:x}.ü" for number in range(MEBIBYTE // 8))),
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_a_mebibyte_is_answered(kind: str) -> None:
    outcome(lambda _: HOSTILE[kind](), "")


def test_wildcards_at_all_places_cost_no_more_than_rules() -> None:
    """Of a label and a wildcard at each level there are 2**12 paths, each of which is one rule."""
    rules = [".".join("*a"[number >> place & 1] for place in range(12)) for number in range(1 << 12)]
    built = suffix.Rules(rules)
    assert built.registrable("b." + "a." * 11 + "a") == "b." + "a." * 11 + "a"


needs_peer = pytest.mark.skipif(find_spec("publicsuffixlist") is None, reason="needs publicsuffixlist")


def peer_file(name: str) -> Path:
    from importlib.resources import files

    return Path(str(files("publicsuffixlist").joinpath(name)))


@needs_peer
def test_the_rows_of_the_list_itself() -> None:
    """Each is `checkPublicSuffix(name, registrable)`. A name with a dot in front is no name."""
    import re

    rules = suffix.Rules.from_file(peer_file("public_suffix_list.dat"), private=True)
    text = peer_file("test_psl.txt").read_text("utf-8")
    rows = re.findall(r"^checkPublicSuffix\((null|'[^']*'), (null|'[^']*')\);", text, re.M)
    assert len(rows) > 70
    for name, expected in rows:
        wanted = None if expected == "null" else acelabel.canonical(expected.strip("'"))
        if name == "null":
            continue
        if name.startswith("'."):
            assert outcome(rules.registrable, name.strip("'")) == ("empty_label", 0)
        else:
            assert rules.registrable(name.strip("'")) == wanted, name


@needs_peer
@pytest.mark.parametrize("private", [False, True])
def test_every_rule_of_the_list_beside_publicsuffixlist(private: bool) -> None:
    from publicsuffixlist import PublicSuffixList

    path = peer_file("public_suffix_list.dat")
    rules = suffix.Rules.from_file(path, private=private)
    with path.open("rb") as file:
        peer = PublicSuffixList(file, only_icann=not private)
    lines = [line for line in path.read_text("utf-8").splitlines() if line and not line.startswith("//")]
    for line in lines:
        for name in (line.removeprefix("!").replace("*", "w"), f"a.{line.removeprefix('!').replace('*', 'W')}"):
            for asked in (name, f"b.{name}", f"c.b.{name}."):
                canonical = acelabel.canonical(asked)
                assert rules.registrable(asked) == peer.privatesuffix(canonical), asked
                assert rules.suffix(asked) == peer.publicsuffix(canonical), asked
