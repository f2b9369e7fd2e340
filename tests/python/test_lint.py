"""Where a reader and the machine part: each rule, what stands beside it, and what a problem says."""

import os
import re
from functools import partial
from pathlib import Path

import pytest
from lint_alarms import FOLDERS, alarms
from lint_strings import ALLOW, HTML, KINDS, RST, SCRIPTS, TERMINAL, WATCH, Kind

from acelabel import AceError, lint
from acelabel.clients import NAMES
from acelabel.display import Watchlist


def rules(text: str, kind: Kind | None = None, name: str = "") -> list[str]:
    asked = next((rule.needs for rule in lint.RULES if rule.name == name), "")
    return [
        problem.rule
        for problem in lint.check(
            text,
            format=kind.format if kind else "text",
            allow=ALLOW if asked == "allow" else None,
            watch=WATCH if asked == "watch" else None,
            clients=NAMES if asked == "clients" else None,
        )
    ]


def test_every_rule_has_strings() -> None:
    assert [rule.name for rule in lint.RULES if rule.name not in KINDS] == []
    assert all(len(kind.caught) >= 5 and len(kind.honest) >= 5 for kind in (*KINDS.values(), HTML, RST, TERMINAL))


@pytest.mark.parametrize(("name", "text"), [(name, text) for name, kind in KINDS.items() for text in kind.caught])
def test_a_string_of_the_kind_is_caught(name: str, text: str) -> None:
    assert name in rules(text, KINDS[name], name)


@pytest.mark.parametrize(("name", "text"), [(name, text) for name, kind in KINDS.items() for text in kind.honest])
def test_an_honest_string_is_not(name: str, text: str) -> None:
    assert rules(text, KINDS[name], name) == []


@pytest.mark.parametrize("kind", [HTML, RST, TERMINAL], ids=["html", "rst", "terminal"])
def test_links_of_other_notations(kind: Kind) -> None:
    assert [text for text in kind.caught if "link_text" not in rules(text, kind)] == []
    assert [text for text in kind.honest if rules(text, kind)] == []


@pytest.mark.parametrize("rule", lint.RULES, ids=lambda rule: rule.name)
def test_the_examples_of_the_table(rule: lint.Rule) -> None:
    allow = ["a.example"] if rule.needs == "allow" else None
    watch = Watchlist(["paypal.example"]) if rule.needs == "watch" else None
    check = partial(
        lint.check, format=rule.format, allow=allow, watch=watch, clients=NAMES if rule.needs == "clients" else None
    )
    found = check(rule.caught)
    assert [problem.rule for problem in found] == [rule.name]
    assert found[0].severity == rule.severity
    assert check(rule.honest) == []


# Characters of these scripts are not for identifiers (UTS #39, Identifier_Status), so that no policy shows them.
LISTED = {"\u3105\u3106\u3107\u3108\u3109": "not_shown"}


@pytest.mark.parametrize("word", SCRIPTS)
def test_honest_names_of_forty_languages(word: str) -> None:
    if word in LISTED:
        assert {*rules(f"see https://{word}.example/")} == {LISTED[word]}
        return
    for host in (f"{word}.example", f"www.{word}.example"):
        assert rules(f"see https://{host}/{word}, or ann@{host}.") == []
        kind = KINDS["link_text"]
        assert rules(f"[{host}](https://{host}/) [https://{host}](https://{host.upper()}/)", kind) == []


ROOT = Path(__file__).parents[2]


def code(text: str) -> str:
    shown = re.sub(r"[^\x20-\x7e\u0400-\u04ff\xfc]", lambda one: one[0].encode("unicode_escape").decode(), text)
    return f"`{shown}`".replace("|", "\\|")


def test_the_table_of_the_page() -> None:
    rows = ["| rule | severity | what is found | caught | not caught |", "| --- | --- | --- | --- | --- |"]
    for rule in lint.RULES:
        name = f"`{rule.name}`" + (f" (`{rule.needs}=`)" if rule.needs else "")
        rows.append(f"| {name} | {rule.severity} | {rule.sentence} | {code(rule.caught)} | {code(rule.honest)} |")
    page = ROOT / "docs" / "lint.md"
    text = page.read_text("utf-8")
    begin, end = "<!-- rules: begin -->\n", "<!-- rules: end -->"
    before, _, rest = text.partition(begin)
    new = before + begin + "".join(f"{row}\n" for row in rows) + end + rest.partition(end)[2]
    if os.environ.get("ACELABEL_WRITE_DOCS"):
        page.write_text(new, "utf-8")
    assert text == new or os.environ.get("ACELABEL_WRITE_DOCS")


@pytest.mark.weekly
@pytest.mark.parametrize("folder", FOLDERS.values())
def test_honest_documentation_has_few_alarms(folder: str) -> None:
    size, found = alarms(Path(folder))
    assert size > 10_000_000
    assert found.total() * 10_000_000 <= size, (size, found)


def test_what_a_problem_says() -> None:
    text = "one\ntwo \U0001f600 https://bank.example@b.example/"
    [problem] = lint.check(text)
    assert problem == lint.Problem(
        "user_is_host",
        "error",
        text.index("bank"),
        text.index("/", text.index("bank")),
        2,
        15,
        "bank.example",
        "b.example",
        "bank.example is user information; software goes to b.example",
    )
    [in_octets] = lint.check(text.encode())
    assert (in_octets.start, in_octets.column) == (text.encode().index(b"bank"), 18)
    assert in_octets.message == problem.message


def test_problems_are_in_order_and_have_places() -> None:
    text = "\n".join(string for kind in KINDS.values() for string in kind.caught if kind.format == "text")
    found = lint.check(text, watch=WATCH, allow=ALLOW)
    assert [problem.start for problem in found] == sorted(problem.start for problem in found)
    for problem in found:
        before = text[: problem.start]
        assert problem.line == before.count("\n") + 1
        assert problem.column == problem.start - (before.rfind("\n") + 1) + 1
        assert 0 <= problem.start < problem.end <= len(text)


def test_octets_have_the_problems_of_their_text() -> None:
    for kind in KINDS.values():
        for text in kind.caught:
            found = lint.check(text, format=kind.format, watch=WATCH)
            octets = lint.check(text.encode(), format=kind.format, watch=WATCH)
            assert [one._replace(start=0, end=0, column=0) for one in found] == [
                one._replace(start=0, end=0, column=0) for one in octets
            ]
            assert [len(text[: one.start].encode()) for one in found] == [one.start for one in octets]


def test_names_of_other_formats() -> None:
    host = "\u0430\u0440\u0440\u04cf\u0435.example"
    assert [one.rule for one in lint.check(host, format="name")] == ["not_shown"]
    assert [one.rule for one in lint.check(" exa\u200bmple.example\n", format="name")] == ["hidden_character"]
    assert lint.check("", format="name") == []
    lines = {"hosts": f"192.0.2.1 {host}", "adblock": f"||{host}^", "dnsmasq": f"address=/{host}/192.0.2.1"}
    for name, line in lines.items():
        [problem] = lint.check(f"# a comment\n{line}\n", format=name)
        assert (problem.rule, problem.shown, problem.line) == ("not_shown", host, 2)
    assert set(lines) < set(lint.FORMATS)


def test_bare_names_need_top_level_domains() -> None:
    text = "see p\u0430ypal.example"
    assert lint.check(text, watch=WATCH) == []
    assert [one.rule for one in lint.check(text, watch=WATCH, tlds={"example"})] == ["lookalike"]
    link = "[a.test](https://b.example/)"
    assert lint.check(link, format="markdown") == []
    assert [one.rule for one in lint.check(link, format="markdown", tlds=lambda tld: tld == "test")] == ["link_text"]


def test_policies() -> None:
    text = "https://\u0455\u0441\u043e\u0440\u0435.ru/"
    assert lint.check(text) == []
    assert [one.rule for one in lint.check(text, policy="strict")] == ["not_shown"]
    assert lint.check("https://\u0430\u0440\u0440\u04cf\u0435.example/", policy=None) == []


def test_clients() -> None:
    text = "https://fa\u00df.example/ https://b\u00fccher.example/"
    [problem] = lint.check(text, clients=["browser", "java"])
    assert (problem.rule, problem.shown, problem.goes_to) == (
        "clients_disagree",
        "fa\u00df.example",
        "xn--fa-hia.example",
    )
    java, browser = "java-17 goes to fass.example", "chromium-156 goes to xn--fa-hia.example"
    assert problem.message in {
        f"clients may go to several hosts: {one}, {other}" for one, other in ((java, browser), (browser, java))
    }
    assert lint.check(text, clients=["browser", "node"]) == []
    assert lint.check(".", clients=NAMES, format="name") == lint.check("*.", clients=NAMES, format="name") == []
    # Both refuse it, and a dot at the end is no other host.
    assert lint.check("https://a..example/ https://fass.example./", clients=["java", "curl", "browser"]) == []
    with pytest.raises(ValueError, match="argument 'clients' has no client 'brwser'; did you mean 'browser'"):
        lint.check("", clients=["brwser"])
    with pytest.raises(ValueError, match="argument 'clients' names no client"):
        lint.check("", clients=[])
    with pytest.raises(TypeError, match="argument 'clients' must be"):
        lint.check("", clients="java")


def test_wrong_arguments() -> None:
    with pytest.raises(TypeError, match="argument 'text' must be str or bytes, not int"):
        lint.check(1)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="argument 'allow' must be an iterable of str or None, not str"):
        lint.check("", allow="a.example")
    with pytest.raises(TypeError, match=r"argument 'watch' must be an acelabel\.display\.Watchlist or None, not list"):
        lint.check("", watch=["a.example"])  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"argument 'format' must be a format of lint\.FORMATS, not"):
        lint.check("x", format="x")
    with pytest.raises(AceError) as refused:
        lint.check("", allow=["a.example", "https://b.example/"])
    assert (refused.value.index, refused.value.offset) == (1, 5)
    with pytest.raises(ValueError, match="tlds"):
        lint.check("", tlds={"a.b"})


@pytest.mark.parametrize(
    "text",
    [
        "", "\n", "//", "https://", "https://@", "https://a.example@", "https://\udcff.example/", "\x1b]8;;https://a.example",
        "[](https://a.example)", "https://a.example\\", "https://[::1]/", "https://a.example:", "ann@", "\u202e",
        "https://" + "a" * 70 + ".example/", "https://" + "\u200b" * 3000 + "/", "@" * 3000 + "https://a.example",
    ],
)  # fmt: skip
def test_odd_texts_are_read(text: str) -> None:
    for form in lint.FORMATS:
        lint.check(text, format=form, watch=WATCH, allow=ALLOW)
    lint.safe_text(text)


def test_the_list_of_allowed_names_is_read_in_linear_time() -> None:
    from time import perf_counter

    def seconds(count: int) -> float:
        names = [f"*.a{number}.example" for number in range(count)]
        start = perf_counter()
        assert lint.check("https://b.a7.example/", allow=names) == []
        return perf_counter() - start

    few, many = (min(seconds(count) for _ in range(2)) for count in (1_000, 8_000))
    assert many < 40 * few + 0.05


def test_time_is_linear() -> None:
    from time import perf_counter

    def seconds(text: str, form: str) -> float:
        start = perf_counter()
        lint.check(text, format=form, watch=WATCH)
        return perf_counter() - start

    hard = {
        "text": [
            "\u202e https://a.example/",
            "https://a.example,",
            "//a@",
            "\U000e0061https://a.example ",
            "https://\u200b@",
        ],
        "markdown": ["[", "](", "`", "<a ", "[a](", "[a][", "<!--", "![", "[a]: <", "(" * 5, "``` \n"],
        "html": ["<a ", "<a href=", "<!--", "<script>", "</a", "<a href='", "&"],
        "rst": ["`", "`a <", "_", "``", ".. _a: b\n", "`a`_ "],
    }
    for form, pieces in hard.items():
        for piece in pieces:
            few, many = (min(seconds(piece * count, form) for _ in range(2)) for count in (4_000, 32_000))
            assert many < 40 * few + 0.05, (form, piece, few, many)


@pytest.mark.parametrize("mark", ["https:", "https:/", "https:\\\\", "https:///", "https:/\\"])
def test_urls_of_other_slashes(mark: str) -> None:
    url = f"see {mark}bank.example@b.example/x"
    found = [(one.rule, one.shown, one.goes_to) for one in lint.check(url, allow=["bank.example"])]
    assert {one[::2] for one in found} == {("not_allowed", "b.example"), ("user_is_host", "b.example")}
    assert [one.rule for one in lint.check(url, allow=["b.example"])] == ["user_is_host"]
    assert len(lint.check(url)) == (mark == "https:///")
    assert lint.check(f"{mark}b.example/@bank.example", allow=["b.example"]) == []


APPLE = "\u0430\u0440\u0440\u04cf\u0435"
SHOWN = "\U0001f468\u200d\U0001f469 \u2764\ufe0f \u0646\u0627\u0645\u0647\u200c\u0627\u06cc"
SAFE = {
    f"https://{APPLE}.example/x": f"https://{APPLE}.example (xn--80ak6aa92e.example)/x",
    "https://exa\u200bmple.example/": "https://exa<U+200B>mple.example (example.example)/",
    "https://bank.example@b.example/": "https://bank.example@b.example (b.example)/",
    "https://2130706433/": "https://2130706433 (127.0.0.1)/",
    "https://bank.example,b.example/": "https://bank.example,b.example (bank.example,b.example)/",
    "https://EXAMPLE.example/ ann@b\u00fccher.example": (
        "https://EXAMPLE.example/ ann@b\u00fccher.example (xn--bcher-kva.example)"
    ),
    "a\tb\r\n\x1b[1m\u202e": "a\tb<U+000D>\n<U+001B>[1m<U+202E>",
    SHOWN: SHOWN,
    "a\u200db\u200d \ufe0f": "a<U+200D>b<U+200D> <U+FE0F>",
    "x\U000e0067\u2028": "x<U+E0067><U+2028>",
    "// a comment //b.c": "// a comment //b.c",
    "https:///bank.example@b.example/": "https:///bank.example@b.example (b.example)/",
    "": "",
}


@pytest.mark.parametrize("text", SAFE)
def test_a_text_for_an_approval(text: str) -> None:
    assert lint.safe_text(text) == SAFE[text]
    assert lint.safe_text(text.encode()) == SAFE[text].encode()


def test_a_safe_text_hides_nothing() -> None:
    for kind in KINDS.values():
        for text in kind.caught:
            assert (
                re.search(
                    "[\u200b\u202a-\u202e\u2066-\u2069\u2060\u00ad\U000e0000-\U000e007f\x1b]", lint.safe_text(text)
                )
                is None
            )
