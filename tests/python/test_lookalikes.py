"""Names that hide in URLs, addresses and lines of feeds, and what a watchlist refuses."""

import pytest

import acelabel
from acelabel import display


@pytest.mark.parametrize(
    "line",
    [
        *("\\\\раураl.com", "see \\\\раураl.com", "\\/раураl.com", "\\\\раураl.com\\x", "/\\раураl.com"),
        *("http://раура\tl.com/", "http://paypal.com\t@раураl.com/", "ht\ntp://раураl.com/", "http:/\\раураl.com"),
        *(
            "https://a.com|@раураl.com",
            "https://a.com\x01@раураl.com",
            "https://a.com{@раураl.com:80/",
            "https://a.com[@раураl.com",
        ),
        *("http://example.com;раураl.com;phish", "http://example.com,раураl.com", "http://a.example,раураl.com:80,x"),
        *("a@example.com@раураl.com", '"a\\"@example.com"@раураl.com'),
        # JSON escapes slashes, browsers escape what else stands in user information.
        *(
            '{"url":"https:\\/\\/раураl.com\\/x","ip":"1.2.3.4"}',
            "https:\\/\\/раураl.com",
            "https%3A%2F%2Fраураl.com%2Fx",
        ),
        *(
            "https://login／x:p@раураl.com/",
            'https://u"@раураl.com/',
            "https://u @раураl.com/",
            "https://{u}@раураl.com/",
        ),
        *("https://[@раураl.com/", "https://u|@payp%D0%B0l.com/", "https:a.example:80:@раураl.com"),
        *("“раураl.com”", "«раураl.com»", "раураl.com…", "раураl.com—", "→раураl.com", "раураl.com™", "раураl.com、"),
        *("*раураl.com*", "_раураl.com_", "- раураl.com", "раураl.com..", "раураl.com-"),
        *("@раураl.com x@y.com", "x@y.com, @раураl.com", "x" * 65_521 + ",раураl.com,"),
        *(r"http://\u0440\u0430\u0443\u0440\u0430l.com", r"//\u0440\u0430\u0443\u0440\u0430l.com", "раураl.com\\"),
    ],
)
def test_hosts_that_hide_behind_delimiters_are_looked_at(line: str) -> None:
    assert [hit.target for hit in display.Watchlist(["paypal.com"]).lookup(line)] == ["paypal.com"]


@pytest.mark.parametrize(
    "line", ['"a\\"@раураl.com"@example.com', "http://a.example/x\tраура\tl.com", "https:\\/\\/a.example\\/раураl.com"]
)
def test_what_is_no_host_is_not_looked_at(line: str) -> None:
    assert display.Watchlist(["paypal.com"]).lookup(line) == []


@pytest.mark.parametrize("name", ["“paypal.com”", "«paypal.com»", "paypal.com…", "paypal.com、"])
def test_punctuation_around_a_name_is_refused(name: str) -> None:
    """Nothing would ever look like it."""
    with pytest.raises(acelabel.AceError) as caught:
        display.Watchlist([name])
    offset = next(place for place, character in enumerate(name) if not character.isascii())
    assert (caught.value.code, caught.value.offset) == ("disallowed_codepoint", offset)


@pytest.mark.parametrize("name", ["a\n.com", "ü\n", "a\x7f.com", "a\x1b[1mü.com"])
def test_a_control_is_shown_the_same_twice(name: str) -> None:
    shown = display.to_display(name)
    assert display.to_display(shown) == shown
