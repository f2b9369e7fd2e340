"""Names that are written so that nobody follows them: found as they were, with their place as they stand."""

import random
import re

import pytest

from acelabel import text

DOTS = ("[.]", "(.)", "{.}", "<.>", "[dot]", "(DOT)", "{ dot }", "[ . ]", "[.", ".]", " [dot] ", " (dot) ")
SIGNS = ("[@]", "(@)", "[at]", "(AT)", "{ at }", " [at] ", " (at) ")
COLONS = ("[:]//", "[://]", "(:)//", "{://}")


def names(line: str) -> list[tuple[str, str]]:
    return [(found.kind, found.name) for found in text.find(line, defanged=True)]


@pytest.mark.parametrize("dot", DOTS)
@pytest.mark.parametrize("name", ["evil.com", "a.bücher.example", "1.2.3.4", "müller.рф"])
def test_each_way_to_write_a_dot(dot: str, name: str) -> None:
    written = name.replace(".", dot)
    for before, kind in (("", "bare"), ("hxxps://", "url_host"), ("https://u:p@", "url_host"), ("a@", "email_domain")):
        for line in (f"{before}{written}", f"see {before}{written}, or not", f"«{before}{written}»"):
            (found,) = text.find(line, defanged=True)
            assert (found.kind, found.name, found.is_defanged) == (kind, name, True), line
            assert line[found.start : found.end] == written
            assert not found.is_escaped


@pytest.mark.parametrize("dot", ["[.]", "(.)", "{.}", "<.>", "[dot]", "(DOT)"])
@pytest.mark.parametrize("behind", ["/path", "?x", "#x", ":80", ":80/x"])
def test_a_final_dot_is_part_of_a_host(dot: str, behind: str) -> None:
    for name in ("example.com.", "a.", "ü."):
        line = f"hxxps://{name.replace('.', dot)}{behind}"
        (found,) = text.find(line, defanged=True)
        assert (found.name, found.code, line[found.end :]) == (name, None, behind)


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("hxxp://bücher . de/", "authority_continues"),
        ("hxxp://bücher .de/", "authority_continues"),
        ("https://a[.]b . ü", "authority_continues"),
        ("hxxp://bücher[.]de . ", None),
        ("hxxp://bücher[.]de. Then", None),
        ("https://bücher . de/", None),
    ],
)
def test_a_dot_between_spaces_goes_on(line: str, code: str | None) -> None:
    assert text.find(line, defanged=True)[0].code == code


@pytest.mark.parametrize("before", ["payload.", "a.b ", "ioc:", "x.example,", "«"])
def test_a_scheme_is_seen_wherever_it_stands(before: str) -> None:
    *_, found = text.find(f"{before}hxxp://b.example/", defanged=True, everywhere=True)
    assert (found.name, found.is_defanged) == ("b.example", True)
    *_, found = text.find(f"hxxp://c.example {before}http://b.example/", defanged=True, everywhere=True)
    assert (found.name, found.is_defanged) == ("b.example", False)


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("https://a.example [dot] \u00ad/", "a.example."),
        ("a@\u00ad.]a.com", ".a.com"),
        ("//\ufe0f [dot] 4é", ".4é"),
        (f"{'x' * 200} https://ü [dot] example", "ü.example"),
    ],
)
def test_what_stands_around_a_name_says_what_its_brackets_mean(line: str, name: str) -> None:
    assert [found.name for found in text.find(line, defanged=True)] == [name]
    assert [found.name.decode() for found in text.find(line.encode(), defanged=True)] == [name]


@pytest.mark.parametrize("sign", SIGNS)
def test_each_way_to_write_an_at_sign(sign: str) -> None:
    line = f"mail user{sign}bücher.example now"
    (found,) = text.find(line, defanged=True)
    assert found[:7] == (line.index("bücher"), line.index(" now"), "email_domain", "bücher.example", False, None, True)


@pytest.mark.parametrize("colon", COLONS)
@pytest.mark.parametrize("scheme", ["http", "hxxps", "ftp"])
def test_each_way_to_write_a_colon(scheme: str, colon: str) -> None:
    assert names(f"{scheme}{colon}evil.com/x") == [("url_host", "evil.com")]


@pytest.mark.parametrize(
    "line",
    [
        *("see (http://a.example.) or", "[a](https://a.example)", "array[.", "f(x). g", "a [.] b", "x (at) ", "(dot)"),
        *("[at] home", "<b.example>", "a.example [1]", "list [.a", "end.] next"),
    ],
)
def test_other_brackets_stay(line: str) -> None:
    found = text.find(line, defanged=True, tlds={"example"})
    assert found == text.find(line, tlds={"example"})
    assert not any(one.is_defanged for one in found)


def test_what_is_not_defanged_is_not_marked() -> None:
    line = "https://a.example hxxp://b.example c@d.example e[@]f.example xn--tda.example,g[.]xn--tda"
    assert [(one.name, one.is_defanged) for one in text.find(line, defanged=True)] == [
        ("a.example", False),
        ("b.example", True),
        ("d.example", False),
        ("f.example", True),
        ("xn--tda.example", False),
        ("g.xn--tda", True),
    ]


def test_a_name_that_is_refused_has_its_code() -> None:
    (found,) = text.find("www[.]xn--[.]com", defanged=True)
    assert (found.name, found.code) == ("www.xn--.com", "invalid_alabel")
    (found,) = text.find("https://a[.]example,b[.]example/", defanged=True)
    assert (found.name, found.code) == ("a.example", "authority_continues")


def test_defanged_texts_give_the_names_of_the_text_that_is_meant() -> None:
    draw = random.Random(8)
    words = ["bücher", "a", "xn--tda", "paypal", "1", "☃", "x\u200dy", "(b", "c)", "[", "<", "é"]
    for _ in range(3000):
        line = ""
        for _ in range(draw.randint(1, 4)):
            name = ".".join(draw.choice(words) for _ in range(draw.randint(2, 3)))
            line += draw.choice(["https://", "a@", "//u@", "see "]) + name + draw.choice(["/p", " ", ", ", ":8/ "])
        if re.search(r"[\[({]\.|\.\]", line):
            continue
        written = re.sub(r"\.|@", lambda one: draw.choice(DOTS[:8] if one[0] == "." else SIGNS[:5]), line)
        plain, found = text.find(line, defanged=True), text.find(written, defanged=True)
        marked = [(one.kind, one.name, one.is_escaped, one.code) for one in plain if one.kind != "bare"]
        assert [(one.kind, one.name, one.is_escaped, one.code) for one in found if one.kind != "bare"] == marked, (
            written
        )
        octets = text.find(written.encode(), defanged=True)
        assert [one.name.decode() for one in octets] == [one.name for one in found]
        assert [len(written.encode()[: one.start].decode()) for one in octets] == [one.start for one in found]


def test_pieces_give_what_the_whole_gives() -> None:
    octets = ("see hxxp://bücher[.]example, x\nand a [at] b [dot] example\n" * 40).encode()
    whole = [one.name for one in text.find(octets, defanged=True)]
    assert len(whole) == 80
    for size in (1, 7, 64):
        finder, found = text._Finder(None, "uts46", defanged=True), []
        for place in range(0, len(octets), size):
            found += [one.name for one in finder.feed(octets[place : place + size])[1]]
        assert found + [one.name for one in finder.finish()[1]] == whole
