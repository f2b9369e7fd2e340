"""`acelabel.display` and `acelabel.security` from Python: types, policies, watchlists; the rules are tested in Rust."""

import json
import pickle
import re
import threading
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import acelabel
from acelabel import AceError, display, security

ROWS = json.loads((Path(__file__).parents[1] / "vectors" / "display_browsers.json").read_text("utf-8"))["rows"]
POLICIES = (display.LOOKALIKE_AWARE, display.STRICT, display.UTS39_MODERATE)
EXAMPLES = {
    "xn--a.com": "not_an_alabel",
    "aɑ.com": "disallowed_character",
    "abcд.com": "mixed_scripts",
    "१२3.in": "mixed_numbers",
    "b̈̈.com": "repeated_mark",
    "i̇a.com": "hidden_overlay",
    "þorn.com": "tld_character",
    "foo·bar.cat": "middle_dot",
    "ѕсоре.com": "whole_script_lookalike",
    "8з8.com": "digit_lookalike",
    "é日.com": "latin_with_other_script",
    "aノb.jp": "context_pattern",
}


@pytest.mark.parametrize(("name", "reason"), EXAMPLES.items())
def test_each_reason_has_its_rule(name: str, reason: str) -> None:
    label = display.report(name).labels[0]
    assert (label.reason, label.shown) == (reason, label.ascii)
    if reason == "not_an_alabel":
        assert (label.offset, label.codepoint) == (0, None)
        return
    assert label.offset is not None
    assert label.codepoint == ord(label.unicode[label.offset])
    without = display.report(name, policy=display.LOOKALIKE_AWARE.replace(**{reason: False})).labels[0]  # type: ignore[arg-type]
    assert without.reason != reason


def test_the_reasons_are_those_of_the_document() -> None:
    document = (Path(__file__).parents[2] / "docs" / "display.md").read_text("utf-8")
    rows = [line.split(" | ") for line in document.splitlines() if line.startswith("| `") and line.count(" | ") == 2]
    named = {reason.strip("| `"): example.strip("| `") for reason, _, example in rows}
    listed = {reason: example for reason, example in named.items() if reason in display.REASONS}
    assert tuple(listed) == display.REASONS
    assert {example: reason for reason, example in listed.items() if example} == EXAMPLES


@given(st.one_of(st.text(), st.sampled_from([row["name"] for row in ROWS])), st.sampled_from(POLICIES))
def test_what_is_shown_is_the_same_name(name: str, policy: display.Policy) -> None:
    shown = display.to_display(name, policy=policy)
    report = display.report(name, policy=policy)
    assert report.shown == shown
    assert not any(character == " " or unicodedata.category(character) == "Cc" for character in shown)
    assert len(str(report).splitlines()) == len(report.labels)
    try:
        ascii_form = acelabel.to_ascii(name)
    except AceError:
        return
    assert acelabel.to_ascii(shown) == ascii_form


def test_a_name_that_is_shown_as_it_is_is_the_same_object() -> None:
    name = "".join(["пример", ".рф"])
    assert display.to_display(name) is name
    assert display.to_display("a\ud800b.com") == "xn--ab-gg4n.com"


def test_a_report_is_a_table_for_notebooks() -> None:
    html = display.report("<b>.аррӏе.com")._repr_html_()
    assert '&lt;<span style="color: #0072b2">b</span>&gt;' in html
    assert "<b>" not in html
    assert "whole_script_lookalike at offset 0, U+0430" in html
    html = display.report("аррӏе.com")._repr_html_()
    assert '<td><bdi>not <bdi><span style="color: #d55e00">аррӏе</span></bdi> (Cyrillic): ' in html
    assert '<span style="color: #d55e00">■</span> <bdi>Cyrillic</bdi>: <bdi>а р ӏ е</bdi><br>' in html
    assert "<span" not in display.report("www.bücher.com")._repr_html_()


@given(st.text())
def test_html_holds_nothing_of_a_name_but_text(name: str) -> None:
    html = display.report(f"<i>&.{name}")._repr_html_()
    tags = re.sub(r' (?:style="color: #[0-9a-f]{6}"|colspan="2")', "", html)
    elements = {"table", "caption", "tbody", "tfoot", "tr", "td", "bdi", "br", "span"}
    assert {*re.findall(r"</?([^>]*)>", tags)} <= elements
    assert tags.replace("&lt;", "").replace("&gt;", "").count("<") == len(re.findall("<[^<>]*>", tags))
    assert html.isprintable()


def test_a_report_has_at_most_127_labels() -> None:
    for count in (1, 20, 28, 29, 2_000):
        name = ".".join(["aü", "аррӏе"] * count)[: 5 * count]
        labels = name.split(".")
        found = display.report(name)
        assert found.shown == display.to_display(name)
        assert [label.unicode for label in found.labels] == labels[:127]


def test_policies_are_values() -> None:
    assert display.Policy() == display.LOOKALIKE_AWARE
    assert len({hash(policy) for policy in POLICIES}) == 3
    for policy in POLICIES:
        assert pickle.loads(pickle.dumps(policy)) == policy
        shown = display.to_display("ѕсоре.ru", policy=pickle.loads(pickle.dumps(policy)))
        assert shown == ("xn--e1argc3h.ru" if policy is display.STRICT else "ѕсоре.ru")
    with pytest.raises(TypeError, match=r"^a policy has no rule 'shape'; it has: restriction, "):
        display.STRICT.replace(shape=True)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match=r"^argument 'mixed_numbers' must be bool, not int$"):
        display.STRICT.replace(mixed_numbers=1)  # type: ignore[arg-type]
    with pytest.raises(
        ValueError, match=r"^argument 'restriction' must be 'ascii_only', .* or 'unrestricted', not 'loose'$"
    ):
        display.STRICT.replace(restriction="loose")  # type: ignore[arg-type]


def told(found: list[display.Lookalike]) -> list[tuple[str, str]]:
    return [(one.target, one.how) for one in found]


def test_a_watchlist_is_built_once() -> None:
    watchlist = display.Watchlist(iter(["paypal.com", "müller.de", "bbc.co.uk"]))
    assert (len(watchlist), repr(watchlist)) == (3, "<acelabel.display.Watchlist of 3 names>")
    assert told(pickle.loads(pickle.dumps(watchlist)).lookup("ḃbc.co.uk")) == [("bbc.co.uk", "skeleton")]
    found: list[list[display.Lookalike]] = []
    threads = [threading.Thread(target=lambda: found.append(watchlist.lookup("раураl.com"))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [told(each) for each in found] == [[("paypal.com", "skeleton")]] * 4
    assert display.report("www.mūller.de", watchlist=watchlist).labels[1].reason == "watchlist"


MORE_THAN_NAMES = [
    *(f"https{mark}{{}}/login" for mark in (":", ":/", "://", ":///", ":\\", ":\\\\", "[:]//", "[://]", "：／／")),
    *(f"{scheme}://{{}}" for scheme in ("hxxp", "HXXPS", "ftp", "ws", "git+ssh", "fxp", "meow")),
    *(
        "//{}/x",
        "\\\\{}\\share",
        r"https:\/\/{}\/x",
        '"https://{}"',
        "<https://{}/>",
        " https://{} ",
        "see https://{}.",
    ),
    *(
        f"https://{{}}{end}"
        for end in ("/", "?q", "#f", "/a/b?c#d", ":443", ":443/", ".", "./", "\\@evil.com", ":80,x")
    ),
    *("https://user@{}/", "https://user:secret@{}:8080/", "https://paypal.com@{}", "https://paypal.com:x@{}/"),
    *(
        "{}:443",
        "{}:443/login",
        "{}/login",
        "{}?q",
        "{}#f",
        "{}：443",
        "{},",
        "{} # remark",
        "\t{}\u3000",
        "0.0.0.0 {}",
    ),
    *("a@{}", "mailto:a@{}", "Name <a@{}>", '"a b"@{}', "a＠{}", "a[@]{}", "a[at]{}", "a(AT){}", "paypal.com@{}"),
    *("www.{}:80", "https://www.{}/", "a@mail.{}", "https://a!b.{}/", "https://a.example,b.{}/", "a!b.{}"),
]
WRITTEN = [
    "раураl.com",
    "xn--l-7sba6dbr.com",
    *(f"раураl{dot}com" for dot in ("[.]", "(.)", "{.}", "[dot]", "(DOT)", "[ . ]", "[.", ".]", "。", "．")),
]


@pytest.mark.parametrize("text", MORE_THAN_NAMES)
def test_the_name_in_a_text_is_looked_up(text: str) -> None:
    watchlist = display.Watchlist(["paypal.com"])
    for written in WRITTEN:
        assert told(watchlist.lookup(text.format(written))) == [("paypal.com", "skeleton")], written
        assert watchlist.lookup(text.format("example.com")) == []
        if "paypal" not in text:
            assert watchlist.lookup(text.format("paypal.com")) == []


def test_escaped_hosts_are_read() -> None:
    watchlist = display.Watchlist(["paypal.com"])
    for text in (
        "https://%D1%80%D0%B0%D1%83%D1%80%D0%B0l.com/",
        '{"u": "https://\\u0440\\u0430\\u0443\\u0440\\u0430l.com"}',
    ):
        assert told(watchlist.lookup(text)) == [("paypal.com", "skeleton")]


@pytest.mark.parametrize(
    "text",
    [
        *("https://evil.com/{}", "https://evil.com/x.{}", "https://evil.com/?u=https://{}", "https://evil.com/#{}"),
        *("https://{}@evil.com/", "https://{}:x@evil.com/", "{}@evil.com", "mailto:{}@evil.com", "evil.com/{}"),
        *("https://[::1]/x.{}", "https://[2001:db8::1]:443/{}", "evil.com:80/{}", "hxxps://evil[.]com/{}"),
    ],
)
def test_only_the_host_of_a_url_counts(text: str) -> None:
    watchlist = display.Watchlist(["paypal.com"])
    for written in ("раураl.com", "xn--l-7sba6dbr.com"):
        assert watchlist.lookup(text.format(written)) == []


@pytest.mark.parametrize("text", ["https://www.mūller.de/x", "mūller.de:80", "a@x.mūller.de"])
def test_a_text_with_a_lookalike_is_shown_in_ascii(text: str) -> None:
    watchlist = display.Watchlist(["müller.de"])
    assert not display.to_display(text).isascii()
    shown = display.to_display(text, watchlist=watchlist)
    assert shown.isascii()
    assert display.to_display(shown, watchlist=watchlist) == shown
    assert "watchlist" in {label.reason for label in display.report(text, watchlist=watchlist).labels}
    for other in ("https://www.müller.de/x", "https://www.é.de/mūller.de"):
        assert not display.to_display(other, watchlist=watchlist).isascii()


@pytest.mark.parametrize("text", [" {}", "{}\t", "\u3000{}\n", "{}.", "*.{}", " *.{}. ", "{}。"])
def test_what_is_around_a_watched_name_is_left_out(text: str) -> None:
    watchlist = display.Watchlist([text.format("paypal.com")])
    assert told(watchlist.lookup("раураl.com")) == [("paypal.com", "skeleton")]
    assert watchlist.lookup("paypal.com") == []


@pytest.mark.parametrize(
    ("text", "code", "offset", "label_index"),
    [
        ("https://paypal.com/", "std3_disallowed", 5, 0),
        ("//paypal.com", "std3_disallowed", 0, 0),
        (" https://paypal.com", "std3_disallowed", 6, 0),
        ("a@paypal.com", "std3_disallowed", 1, 0),
        ("paypal.com:443", "std3_disallowed", 10, 1),
        ("paypal.com：443", "std3_disallowed", 10, 1),
        ("paypal[.]com", "std3_disallowed", 6, 0),
        ("[::1]", "std3_disallowed", 0, 0),
        ("a b", "std3_disallowed", 1, 0),
        ("# brands", "std3_disallowed", 0, 0),
        (" *.a b", "std3_disallowed", 4, 1),
        ("*", "std3_disallowed", 0, 0),
        ("*.*.paypal.com", "std3_disallowed", 2, 1),
        ("mail.*.com", "std3_disallowed", 5, 1),
        ("", "empty_domain", 0, 0),
        ("  ", "empty_domain", 2, 0),
        (".", "empty_domain", 0, 0),
        ("*.", "empty_domain", 2, 1),
        (".paypal.com", "empty_label", 0, 0),
        ("a..", "empty_label", 2, 1),
        ("a" * 64, "label_too_long", 63, 0),
        ("a\ud800.com", "surrogate", 1, 0),
        ("a\ufffd.com", "disallowed_codepoint", 1, 0),
    ],
)
def test_what_is_no_name_is_not_watched(text: str, code: str, offset: int, label_index: int) -> None:
    for names in ([text], ["paypal.com", "müller.de", text, "?"]):
        with pytest.raises(AceError) as caught:
            display.Watchlist(iter(names))
        error = caught.value
        found = (error.code, error.offset, error.label_index, error.index, error.text)
        assert found == (code, offset, label_index, names.index(text), text)
        if error.codepoint is not None and code != "label_too_long":
            assert error.codepoint in (ord(text[offset]), ord(":"))


def test_the_message_says_what_to_watch() -> None:
    for text, advice in [
        ("https://paypal.com/", "pass only its host name"),
        ("a@paypal.com", "pass only the part after '@'"),
        ("paypal.com:443", "which host.of_url(text, bare=True) reads"),
        ("paypal[.]com", "write '.' for '[.]'"),
    ]:
        with pytest.raises(AceError, match=f"^item 0: .*{re.escape(advice)}"):
            display.Watchlist([text])


def test_case_does_not_count_in_a_watchlist() -> None:
    watchlist = display.Watchlist(["food.com", "paypal.com", "paypa1.com"])
    assert told(watchlist.lookup("F00D.com")) == [("food.com", "skeleton")]
    assert [watchlist.lookup(name) for name in ("f88d.com", "food.com", "paypa1.com", "PAYPAL.com")] == [[]] * 4
    assert display.to_display("f00d.com", watchlist=watchlist) == "f00d.com"


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda: display.to_display(b"a"),  # type: ignore[arg-type]
            "argument 'name' must be str, not bytes: decode it first",
        ),
        (
            lambda: display.to_display("a", policy=1),  # type: ignore[arg-type]
            "argument 'policy' must be an acelabel.display.Policy or its name such as 'lookalike_aware', not int",
        ),
        (
            lambda: display.report("a", watchlist=["a"]),  # type: ignore[arg-type]
            "argument 'watchlist' must be an acelabel.display.Watchlist, not list",
        ),
        (lambda: display.Watchlist("paypal.com"), "argument 'names' must be an iterable of str, not a single str"),
        (
            lambda: display.Watchlist(["a", None]),  # type: ignore[list-item]
            "item 1 must be str, not NoneType",
        ),
        (
            lambda: security.skeleton(1),  # type: ignore[arg-type]
            "argument 'text' must be str, not int",
        ),
        (
            lambda: security.confusable("a", 1),  # type: ignore[arg-type]
            "argument 'other' must be str, not int",
        ),
    ],
)
def test_wrong_types_are_named(call: object, message: str) -> None:
    assert callable(call)
    with pytest.raises(TypeError) as caught:
        call()
    assert str(caught.value) == message


def test_security_tells_what_uts_39_tells() -> None:
    assert security.skeleton("ℌ\ud800") == "H\ud800"
    assert security.resolved_scripts("aд") == frozenset()
    assert security.resolved_scripts("1-2") == {"Zyyy"}
    assert security.identifier_types("aɑ") == {"recommended", "technical"}
    assert [security.restriction_level(text) for text in ("a", "ä", "a日", "aก", "aд", "☃")] == [
        "ascii_only",
        "single_script",
        "highly_restrictive",
        "moderately_restrictive",
        "minimally_restrictive",
        "unrestricted",
    ]
    assert (security.mixed_numbers("१२"), security.identifier_status("ä")) == (False, "allowed")


@given(st.text())
def test_a_skeleton_is_its_own(text: str) -> None:
    skeleton = security.skeleton(text)
    assert security.skeleton(skeleton) == skeleton
    assert security.confusable(text, skeleton)


def test_a_derived_class_comes_back_as_a_plain_text() -> None:
    for name in ("example.com", "пример.рф", "аррӏе.com", ""):
        derived = type("Derived", (str,), {"split": None})(name)
        assert type(display.to_display(derived)) is str
        assert display.to_display(derived) == display.to_display(name)
