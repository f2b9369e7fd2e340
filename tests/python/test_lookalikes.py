"""Names that hide in URLs, addresses and lines of feeds, and what a watchlist refuses."""

import copy
import pickle
import random
import re
import string
import sys
import time
import timeit
import unicodedata
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

import acelabel
from acelabel import display, security, suffix

# The time of the processor, which other programs do not change; that of Windows has steps of 16 ms.
TIMER = time.perf_counter if sys.platform == "win32" else time.process_time


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
        # The host of a URL as browsers read it, and what ends a name in text but not in a URL.
        *(
            "\x01http://^@раураl.com",
            "\x00http://`@раураl.com/",
            "http:p%D0%B0yp%61l%2Ecom",
            "HTTP:{@www.раураl\t%2Ecom",
        ),
        *("http://a$b.раураl.com:80/", "http://a⸤b.раураl.com:", "http://a$b.раураl.com:80 x"),
        *("“раураl.com”", "«раураl.com»", "раураl.com…", "раураl.com—", "→раураl.com", "раураl.com™", "раураl.com、"),
        *("*раураl.com*", "_раураl.com_", "- раураl.com", "раураl.com..", "раураl.com-"),
        *("@раураl.com x@y.com", "x@y.com, @раураl.com", "x" * 65_521 + ",раураl.com,"),
        *(r"http://\u0440\u0430\u0443\u0440\u0430l.com", r"//\u0440\u0430\u0443\u0440\u0430l.com", "раураl.com\\"),
    ],
)
def test_hosts_that_hide_behind_delimiters_are_looked_at(line: str) -> None:
    assert [hit.target for hit in display.Watchlist(["paypal.com"]).lookup(line)] == ["paypal.com"]


@pytest.mark.parametrize(
    "line",
    [
        *('"a\\"@раураl.com"@example.com', 'see "a\\"@раураl.com"@example.com now'),
        *("http://a.example/x\tраура\tl.com", "https:\\/\\/a.example\\/раураl.com"),
    ],
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


def test_a_label_is_found_under_any_domain_and_in_longer_labels() -> None:
    rules = suffix.Rules(["com", "co.uk", "uk"])
    watchlist = display.Watchlist(labels=["paypal", "bücher"], suffixes=rules, allow=["paypal.com"])
    for name, expected in {
        "paypal.co.uk": ("paypal", "label", 0.8, (0, 6)),
        "x.раураl.co.uk": ("paypal", "skeleton", 1.0, (2, 8)),
        "XN--BCHER-KVA.com": ("bücher", "label", 0.8, (0, 13)),
        "paypal.evil.com": ("paypal", "label", 0.75, (0, 6)),
        "my_paypal-login.com": ("paypal", "part", 0.6, (3, 9)),
        "https://my-раураl.com:80/x": ("paypal", "skeleton", 0.9, (11, 17)),
    }.items():
        assert [(hit.target, hit.how, hit.score, hit.span) for hit in watchlist.lookup(name)] == [expected]
    for name in "login.paypal.com", "a.paypal", "mypaypal.com", "раураl.paypal.com":
        assert watchlist.lookup(name) == []
    for twin in pickle.loads(pickle.dumps(watchlist)), copy.deepcopy(watchlist):
        assert [twin.lookup(name) for name in ("paypal.co.uk", "paypal.com")] == [watchlist.lookup("paypal.co.uk"), []]
        assert (len(twin), repr(twin)) == (2, "<acelabel.display.Watchlist of 0 names and 2 labels>")


WATCHLISTS = {
    str(options): display.Watchlist(
        ["paypal.com", "rn.vv", "v.c.l"], labels=["paypal", "gehirn", "dock", "ge-hirn", "mn"], **options
    )
    for options in ({"similar": False}, {}, {"distance": 1})
}


def test_many_names_are_looked_up_as_each_is() -> None:
    names = ["paypa1.com", None, "a.com", "\ud800", "x" * 2**19 + " раураl.com", "paypal.x", "http://раураl.com"] * 9
    for watchlist in WATCHLISTS.values():
        expected = [None if name is None else watchlist.lookup(name) for name in names]
        assert watchlist.lookup_many(names) == watchlist.lookup_many(iter(names)) == expected
    with pytest.raises(TypeError, match=r"^argument 'names' must be an iterable of str, not a single str$"):
        watchlist.lookup_many("paypal.com")
    with pytest.raises(TypeError, match=r"^item 1 must be str, not int$"):
        watchlist.lookup_many(["a.com", 1])  # type: ignore[list-item]


def one_edit(word: str) -> set[str]:
    letters = string.ascii_lowercase + "ü"
    places = range(len(word) + 1)
    found = {word[:at] + letter + word[at:] for at in places for letter in letters}
    found |= {word[:at] + word[at + 1 :] for at in places}
    found |= {word[:at] + letter + word[at + 1 :] for at in places[:-1] for letter in letters}
    found |= {word[:at] + word[at + 1] + word[at] + word[at + 2 :] for at in places[:-2]}
    return found - {word}


@pytest.mark.parametrize("word", ["paypal", "kraken", "microsoft", "internet", "wöllner", "gehirn"])
def test_what_is_one_edit_away_is_found(word: str) -> None:
    """The pairs that a fold makes one letter of cost some: `m` is `rn`, and an edit inside of that is more than one."""
    watchlist, strict = display.Watchlist(labels=[word], distance=1), display.Watchlist(labels=[word])
    edited = one_edit(word)
    missed = {other for other in edited if not watchlist.lookup(f"{other}.com")}
    assert len(missed) <= len(edited) // 20
    assert sum(bool(strict.lookup(f"{other}.com")) for other in edited) < len(edited) // 20
    assert display.Watchlist(labels=[word[:5]], distance=1).lookup(f"{word[:4]}.com") == []


def test_a_look_alike_of_each_row_is_found() -> None:
    """The names of rows are those of characters that look like the letter to `security.confusables`."""
    for letter in string.ascii_lowercase:
        watchlist = display.Watchlist([f"xz{letter}zx.com"])
        for other in set(security.confusables(letter)) - set(security.confusables(letter, similar=False)):
            if acelabel.is_valid(f"xz{other}zx") and acelabel.to_ascii(f"xz{other}zx.com") != f"xz{letter}zx.com":
                assert [found.target for found in watchlist.lookup(f"xz{other}zx.com")] in (
                    [f"xz{letter}zx.com"],
                    # Each is taken for the other, and only one way has a row: ß for b.
                    [],
                ), other


@pytest.mark.parametrize("similar", [True, False])
def test_the_characters_that_look_like_one_are_found_in_an_index(similar: bool) -> None:
    """A look at all code points takes a tenth of a second."""
    found = security.confusables("a", similar=similar)
    assert list(found) == sorted(found)
    for other in found:
        assert "a" in security.confusables(other, similar=similar)
    call = partial(security.confusables, "a", similar=similar)
    assert min(timeit.repeat(call, timer=TIMER, number=10, repeat=5)) / 10 < 0.01


def test_the_arguments_of_a_watchlist_are_checked() -> None:
    for arguments, message in (
        ({"labels": "paypal"}, "argument 'labels' must be an iterable of str, not a single str"),
        ({"allow": [b"x"]}, "item 0 must be str, not bytes: decode it first"),
        ({"suffixes": ["com"]}, "argument 'suffixes' must be an acelabel.suffix.Rules or None, not list"),
        ({"similar": 1}, "argument 'similar' must be bool, not int"),
    ):
        with pytest.raises(TypeError, match=f"^{re.escape(message)}$"):
            display.Watchlist([], **arguments)
    with pytest.raises(ValueError, match=r"^argument 'distance' must be 0 or 1, not 2$"):
        display.Watchlist(distance=2)
    for text in ("", "ab", "\ud800"):
        with pytest.raises(ValueError, match="must be one character"):
            security.confusables(text)
    with pytest.raises(acelabel.AceError, match=r"^item 1: .* at offset 1 ") as caught:
        display.Watchlist(labels=["a", "a.b"])
    assert caught.value.index == 1


@pytest.mark.parametrize("options", [{"similar": False}, {}, {"distance": 1}])
@given(
    st.lists(
        st.sampled_from([*"rnvclmoi103es-._P", "paypal", "gehirn", "vv", "payapl", "ge-hirn", "com", ".com"]),
        max_size=9,
    )
)
def test_a_plain_name_is_looked_up_as_any_other(options: dict[str, int], parts: list[str]) -> None:
    """A final dot takes a name from the short way."""
    watchlist = WATCHLISTS[str(options)]
    name = "".join(parts).strip("-_.")
    assert watchlist.lookup(name) == watchlist.lookup(f"{name}.")
    assert bool(watchlist.lookup(f"*.{name}")) == bool(watchlist.lookup(f"*.{name}."))


@pytest.mark.parametrize(
    "text", ["a." * 300_000, "a-" * 300_000, "paypal-" * 100_000, "ß" * 300_000, "paypal.com@" * 50_000]
)
def test_a_hostile_text_takes_linear_time(text: str) -> None:
    watchlist = display.Watchlist(["paypal.com"], labels=["paypal"], distance=1)
    times = []
    for size in (len(text) // 8, len(text)):
        start = time.process_time()
        watchlist.lookup(text[:size])
        times.append(time.process_time() - start)
    assert times[1] < 20 * times[0] + 1


@pytest.mark.parametrize("similar", [True, False])
@pytest.mark.parametrize("distance", [0, 1])
def test_plain_names_are_found_as_others_are(similar: bool, distance: int) -> None:
    """A final dot leads past the sieve of plain names."""
    words = ["paypal", "gehirn", "modern", "clvvnn", "premera", "rnrnrn", "m0dern", "iill11", "well"]
    watchlists = [
        display.Watchlist([f"{word}.com" for word in words], similar=similar, distance=distance),
        display.Watchlist(labels=words, similar=similar, distance=distance),
    ]
    spellings = {"m": ["rn", "nn"], "w": ["vv"], "d": ["cl"], "o": ["0"], "l": ["1", "i"], "e": ["3"], "i": ["1", "l"]}
    drawn, found = random.Random(5), 0
    for _ in range(1_500):
        letters = [drawn.choice(spellings.get(letter, [letter])) for letter in drawn.choice(words)]
        place = drawn.randrange(len(letters))
        letters[place : place + drawn.randrange(2)] = drawn.choice([letters[place : place + 1], [*"mn"], ["v"], ["-"]])
        name = drawn.choice(["", "www.", "a-", "x_"]) + "".join(letters) + drawn.choice([".com", ".com.br", "-a.net"])
        for watchlist in watchlists:
            hits = [(hit.target, hit.how, hit.score) for hit in watchlist.lookup(name)]
            found += bool(hits)
            assert hits == [(hit.target, hit.how, hit.score) for hit in watchlist.lookup(f"{name}.")], name
    assert found > 50


BRANDS = display.Watchlist(["paypal.com", "müller.de", "google.com"])
LABELS = display.Watchlist(labels=["paypal"], allow=["paypal.com"], distance=1)


@pytest.mark.parametrize(
    "name",
    [
        # Symbols and punctuation that stand in a valid name, and what no valid name has.
        *("раураl.coⓜ", "раураl.coⓂ", "раураl.co🄼", "раураl.coⓜ:443", "раураl.coⓜ/", "mül𑅁er.de"),
        *("g\u200coogle.com", "g\u200doogle.com", "рау\u202eраl.com", "рау\u061cраl.com", "раураl%2Ecom"),
        *("_раураl.com_", "*раураl.com*", "-раураl.com:1", "﹣mūller.de:1", "g\u200coogle[.]com"),
    ],
)
def test_a_word_of_a_text_looks_like_what_it_looks_like_alone(name: str) -> None:
    (alone,) = BRANDS.lookup(name)
    for text in (f"see {name} now", f"<{name}>", f"({name}), b.example", f"a.example\t{name}\n", f"“{name}”"):
        (hit,) = BRANDS.lookup(text)
        assert (hit.target, hit.how, hit.score) == (alone.target, alone.how, alone.score), text


@pytest.mark.parametrize(
    "text",
    [
        *("_paypal.com_", "paypal.com*", "*paypal.com*", "→paypal.com", "paypal.com™", "“paypal.com”"),
        *("a@paypal[.]com", "see paypal.com™, (paypal.com)."),
        *("https://u@paypal[.]com/", "https://paypal(.)com/", "see _paypal.com_ now"),
    ],
)
def test_an_allowed_name_looks_like_none_however_it_is_written(text: str) -> None:
    assert LABELS.lookup(text) == []


@pytest.mark.parametrize("text", ["a@paypal.com", "https://paypal.com", "paypal.com", "mailto:a@paypal.com"])
def test_an_allowed_name_looks_like_none_whatever_stands_around_it(text: str) -> None:
    is_other = re.compile(r"[\w\u200c\u200d\u00b7˴˶%#/?\\@:.]|[Ⓐ-ⓩ🄐-🅩]")
    around = [chr(code) for code in range(0x21, 0x1FB00) if unicodedata.category(chr(code))[0] in "PSZ"]
    for character in (one for one in around if not is_other.match(one)):
        # A symbol before a letter is a part of the name.
        before = "" if unicodedata.category(character)[0] == "S" else character
        for written in (f"{text}{character}", f"x {text}{character} y", f"{before}{text}{character}"):
            for watchlist in (BRANDS, LABELS):
                hits = [hit for hit in watchlist.lookup(written) if hit.target.startswith("paypal")]
                assert hits == [], (written, hits)


@pytest.mark.parametrize("sign", ["%40", "%20", "%0a", "%3C", "%28", "x%2C", "host%3D", "u%40", "mailto:u%40", "%22"])
def test_a_delimiter_that_is_percent_encoded_parts_names(sign: str) -> None:
    for text in (f"{sign}раураl.com", f"{sign}раураl.com%22", f"see {sign}раураl.com"):
        (hit,) = BRANDS.lookup(text)
        assert (hit.target, hit.how, hit.score) == ("paypal.com", "skeleton", 1.0), text


@pytest.mark.parametrize(
    "text",
    [
        # A part of a word that is percent-encoded, wherever a path stands.
        *("24/7 support%40{}", "why? user%40{}", "mailto:user%40{}?subject=x", "https://a.example/ x%40{}"),
        *("url=раураl%2ecom/login", "and/or url=раураl%2ecom", "→%70аypal.com/x", "①%70аypal.com #"),
        # Words between brackets behind any number of slashes.
        *("x http:///раураl[dot]com/", '"http:///раураl[dot]com/"', "x hxxp:/раураl(dot)com", "x /раураl[dot]com"),
        # A backslash that is no escape of a zone file, and an asterisk.
        *("{}\\/x", "www.{}\\/login", "{}\\?x", "{}\\[x", "e\\ {}", "{}*x", "x {}*x"),
        # A URL with any number of slashes, glued to what is none.
        *(
            '<a href="https:///{}/">x</a>',
            "href='http:/{}/'",
            '{{"u":"https:///{}/"}}',
            '"x";"https:///{}"',
            "x=https:///{}",
        ),
        # A stop that ends a sentence.
        *("see {}。谢谢", "x@{}。谢谢", "https://{}\tGET"),
    ],
)
def test_a_name_is_seen_behind_what_hides_it(text: str) -> None:
    for watchlist in (BRANDS, LABELS):
        hits = watchlist.lookup(text.format("раураl.com"))
        assert [(hit.how, hit.score) for hit in hits] == [("skeleton", 1.0)], text


@pytest.mark.parametrize(
    "text", ["https://{}\tGET", "{}\tx/", "https://{}\nhttps://b.example/", "{}\nb.example/x", "{}*x"]
)
def test_the_next_field_is_no_part_of_an_allowed_name(text: str) -> None:
    assert LABELS.lookup(text.format("paypal.com")) == []
    # A browser goes on behind a tab where a URL does.
    for url in ("https://paypal.com\t.b.example/", "https://pay\tpal.b.example/"):
        assert [hit.how for hit in LABELS.lookup(url)] == ["label"]


@pytest.mark.parametrize("unit", ["paypal.", "раураl.", "раураl.com,", "https://раураl.com/ ", "a@раураl.com,"])
def test_the_work_on_a_text_full_of_hits_is_in_proportion(unit: str) -> None:
    # Sixteen times the text takes sixteen times as long, and 256 times where the work were quadratic.
    watchlist = display.Watchlist(["paypal.com"], labels=["paypal"])
    times = []
    for size in (1 << 15, 1 << 19):
        text = unit * (size // len(unit))
        times.append(min(timeit.repeat(partial(watchlist.lookup, text), timer=TIMER, number=1, repeat=3)))
    assert times[1] / times[0] < 16**1.5


def test_the_work_on_many_targets_that_are_written_otherwise_is_in_proportion() -> None:
    names = [f"brand{number}x.com" for number in range(16_000)]
    watchlist = display.Watchlist(names)
    times = []
    for count in (1_000, 16_000):
        text = " ".join(name.replace("a", "а").replace(".", "[.]") for name in names[:count])
        assert len(watchlist.lookup(text)) == count
        times.append(min(timeit.repeat(partial(watchlist.lookup, text), timer=TIMER, number=1, repeat=3)))
    assert times[1] / times[0] < 16**1.5


def test_each_of_many_hits_has_its_span() -> None:
    names = [f"brand{number}x.com" for number in range(2000)]
    watchlist = display.Watchlist(names)
    written = [name.replace("a", "а") for name in names]
    text = " ".join(written)
    hits = watchlist.lookup(text)
    assert sorted(hit.target for hit in hits) == sorted(names)
    assert all(text[slice(*hit.span)].replace("а", "a") == hit.target for hit in hits)


def test_hits_of_one_score_stand_in_the_order_of_the_text() -> None:
    names = [f"brand{number}x.com" for number in range(300)]
    shuffled = random.Random(5).sample(names, len(names))
    hits = display.Watchlist(names).lookup(" ".join(name.replace("a", "а") for name in shuffled))
    assert [hit.target for hit in hits] == shuffled


def test_emphasis_is_no_part_of_a_name() -> None:
    for text in ("раураl.com", "_раураl.com_", "*раураl.com*", "see _раураl.com_ now", "__раураl.com"):
        ((how, score),) = [(hit.how, hit.score) for hit in LABELS.lookup(text)]
        assert (how, score) == ("skeleton", 1.0), text


@pytest.mark.parametrize(
    "name",
    [
        *("mūller.d׳e", "mūller.d״e", "mūller.d\u200de", "_mūller.de_", "*mūller.de", "﹣mūller.de:1", "mūller.de."),
        *("ü.mūller.de", "ü.mūller.de.", "x\u200dü.mūller.de", "mūller.d\u2060e:1", "-ü.mūller.de-"),
    ],
)
def test_what_is_shown_beside_a_watchlist_is_shown_again(name: str) -> None:
    shown = display.to_display(name, watchlist=BRANDS)
    assert display.to_display(shown, watchlist=BRANDS) == shown
    if BRANDS.lookup(shown):
        assert "mūller" not in shown
        assert "mūller" not in display.report(name, watchlist=BRANDS).shown


def test_the_label_that_holds_a_watched_part_is_not_shown() -> None:
    watchlist = display.Watchlist(labels=["müller"])
    assert display.to_display("ü.x-mūller.example", watchlist=watchlist) == "ü.xn--x-mller-2sb.example"
