"""Where in a text a look-alike stands: at hyphens and changes of the script, however its letters are written."""

import random
import string
import time
import unicodedata
from collections.abc import Iterator

import pytest

import acelabel
from acelabel import display, security

BRANDS = ["paypal", "google", "polkadot", "coca-cola", "1inch"]
LABELS = display.Watchlist(labels=BRANDS)
FRAMES = ["{}", "{}:443", "https://u:p@{}:8080/x?y", "a@{}", "see {} now", "<{}>,", "“{}”", "{}."]


def written_alike() -> dict[str, list[str]]:
    """For each letter of ASCII the characters that UTS #46 maps to it, and those that look like it, one for one."""
    found = {letter: [letter.upper()] for letter in string.ascii_lowercase + string.digits + "-"}
    for letter, others in found.items():
        alike = {chr(code) for code in range(0xA1, 0x20000) if unicodedata.normalize("NFKC", chr(code)) == letter}
        if letter.isalpha():
            alike.update(security.confusables(letter, similar=False))
        others += [
            one
            for one in sorted(alike)
            if acelabel.is_valid(f"a{one}a", profile=acelabel.WHATWG) and len(acelabel.to_unicode(f"a{one}a")) == 3
        ]
    return found


def made_names(count: int) -> Iterator[tuple[str, str, str, str]]:
    """The text before a brand, the brand as it is written, the text behind it, and the brand."""
    chosen, alike = random.Random(7), written_alike()
    for _ in range(count):
        brand = chosen.choice(BRANDS)
        letters = [chosen.choice(alike[letter]) if chosen.random() < 0.3 else letter for letter in brand]
        if chosen.random() < 0.1:
            letters.insert(chosen.randrange(1, len(letters)), chosen.choice("\u00ad\u200b\u2060"))
        before = chosen.choice(["", "www.", "my-", "x_", "a.b-c-", "我在", "不能打开", "ü-", "WWW。ｍｙ－", "ﬁ-", "é́-"])
        behind = chosen.choice(["", "-login", "_1", "中", "コイン", ".evil", "-u\u0308", "－Ｘ"]) + ".example"
        yield before, "".join(letters), behind, brand


def test_the_span_of_a_hit_is_the_place_of_what_looks_like_the_label() -> None:
    """It is the whole text where a URL has another dot than that of ASCII."""
    hits = 0
    for number, (before, written, behind, brand) in enumerate(made_names(3_000)):
        frame = FRAMES[number % len(FRAMES)]
        text = frame.format(before + written + behind)
        start = frame.index("{") + len(before)
        for hit in LABELS.lookup(text):
            if hit.target == brand and not ("。" in text and hit.span == (0, len(text))):
                assert hit.span == (start, start + len(written)), ascii((text, hit))
                hits += 1
    assert hits > 2_500


@pytest.mark.parametrize(
    ("text", "span"),
    [
        *(("my-goo𝗀le", (3, 9)), ("my-раураl", (3, 9)), ("MY-Google.com", (3, 9)), ("my-goo\u00adgle-x.com", (3, 10))),
        *(("ü-ＧＯＯＧＬＥ-x.com", (2, 8)), ("e\u0301_google.com", (3, 9)), ("https://u@a.my-goo𝗀le.x/", (15, 21))),
        # An A-label has other letters than its form, and these names other dots.
        *(("xn---google-9xa.com", (0, 15)), ("my-goo𝗀le[.]com", (0, 15))),
    ],
)
def test_a_part_of_a_label_that_is_mapped_has_its_place(text: str, span: tuple[int, int]) -> None:
    assert [hit.span for hit in LABELS.lookup(text)] == [span]


@pytest.mark.parametrize(
    ("text", "span"),
    [
        *(("netꞘl𑑋x.com:443", (0, 11)), ("https://u@netꞘl𑑋x.com:443/a", (10, 21)), ("netꞘl𑑋x.com", (0, 11))),
        *(("https://netfl1x.com:443", (8, 19)), ("HTTPS://www.NETFL1X.com?q", (12, 23)), ("netꞘl𑑋x.com/", (0, 11))),
        # Escapes are no letters of the name.
        ("https://netfl%31x.com:443/", (0, 26)),
    ],
)
def test_a_port_and_a_path_are_no_part_of_the_span(text: str, span: tuple[int, int]) -> None:
    (hit,) = display.Watchlist(["netflix.com"]).lookup(text)
    assert hit.span == span


@pytest.mark.parametrize(
    ("text", "how", "span"),
    [
        *(("我在polkadot.js.org", "part", (2, 10)), ("不能打开polkadot.js.org", "part", (4, 12))),
        *(
            ("x-polkadot.org", "part", (2, 10)),
            ("polkadot中.org", "part", (0, 8)),
            ("在polkadot中.org", "part", (1, 9)),
        ),
        *(("мойpaypal.ru", "part", (3, 9)), ("paypalعربي.com", "part", (0, 6)), ("ไทยgoogle.com", "part", (3, 9))),
        *(("私のcoca-cola.jp", "part", (2, 11)), ("xn--polkadot-q86nz68f.org", "part", (0, 21))),
        # A digit may belong to either side.
        *(("我在1inch.io", "part", (2, 7)), ("polkadot2我.com", "part", (0, 8)), ("我1inch中.io", "part", (1, 6))),
        # Letters of scripts that look alike are one part.
        *(
            ("我在pаypаl.com", "skeleton", (2, 8)),
            ("мойpаypal.ru", "skeleton", (3, 9)),
            ("我_gοοgle中.com", "skeleton", (2, 8)),
        ),
        *(("https://我在polkadot.com:80/x", "part", (10, 18)), ("a@我在polkadot.com", "part", (4, 12))),
    ],
)
def test_a_change_of_the_script_is_the_end_of_a_part(text: str, how: str, span: tuple[int, int]) -> None:
    assert [(hit.how, hit.span) for hit in LABELS.lookup(text)] == [(how, span)]


@pytest.mark.parametrize("name", ["mypolkadot.org", "polkadots.org", "我在polkadots.org", "épaypal.com", "мпаураl.com"])
def test_letters_of_one_script_are_not_cut(name: str) -> None:
    assert LABELS.lookup(name) == []


def test_a_label_of_many_scripts_takes_no_longer_than_one_of_many_hyphens() -> None:
    times = []
    for text in ("a-" * 120, "aа" * 120):
        start = time.process_time()
        for _ in range(20):
            LABELS.lookup(f"ü.{text}x.com")
        times.append(time.process_time() - start)
    assert times[1] < 20 * times[0] + 1
