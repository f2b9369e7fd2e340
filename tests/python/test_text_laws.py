"""Laws of names inside text, on generated texts and URLs.

`ACELABEL_TEXTS` says how many of each; `nox -s laws -- text` takes a million. `HYPOTHESIS_SEED` draws others.
"""

import os
import re
from collections.abc import Callable, Iterator
from itertools import chain

import pytest
from text_inputs import IGNORED, comments, texts, urls

import acelabel
from acelabel import host, text

TEXTS = int(os.environ.get("ACELABEL_TEXTS", "3000"))
SEED = os.environ.get("HYPOTHESIS_SEED", "0")

PROFILES = {"UTS46": acelabel.UTS46, "IDNA2008": acelabel.IDNA2008, "WHATWG": acelabel.WHATWG, "DNS": acelabel.DNS}
TLDS = {"example", "com", "рф"}
BETWEEN_LABELS = re.compile("([.。．｡])")
REWRITERS: dict[str, Callable[..., str]] = {
    "to_unicode": text.to_unicode,
    "to_ascii": lambda line, **options: text.to_ascii(line, tlds=TLDS, **options),
}


@pytest.mark.parametrize("how", REWRITERS)
def test_what_is_rewritten_is_found(how: str) -> None:
    rewrite, changed = REWRITERS[how], 0
    for number, line in enumerate(texts(TEXTS, SEED)):
        profile = list(PROFILES.values())[number % len(PROFILES)]
        starts = {one.end: one.start for one in text.find(line, tlds=TLDS, profile=profile)}
        pieces = re.split(r" \(([^()]*)\)", rewrite(line, annotate=True, profile=profile))
        at, expected, plain = 0, "", rewrite(line, profile=profile)
        for kept, form in zip(pieces[::2], [*pieces[1::2], None], strict=True):
            before, at = at, at + len(kept)
            assert line.startswith(kept, before), ascii(line)
            if form is None:
                expected += kept
            else:
                assert at in starts, ascii(line)
                assert before <= starts[at], ascii(line)
                expected += line[before : starts[at]]
                # Beside the name that stays, forms are written that would be read as no name.
                for old, new in zip(*map(BETWEEN_LABELS.split, (line[starts[at] : at], form)), strict=True):
                    expected += new if plain.startswith(new, len(expected)) else old
                changed += 1
        assert at == len(line), ascii(line)
        assert plain == expected, ascii(line)
    assert changed > TEXTS / 4


@pytest.mark.parametrize("how", REWRITERS)
def test_rewriting_twice_is_rewriting_once(how: str) -> None:
    rewrite, changed = REWRITERS[how], 0
    for number, line in enumerate(texts(TEXTS, SEED)):
        profile = list(PROFILES.values())[number % len(PROFILES)]
        once = rewrite(line, profile=profile)
        assert rewrite(once, profile=profile) == once, ascii(line)
        changed += once != line
    assert changed > TEXTS / 8


def host_of(url: str) -> str | None:
    """The host as a browser reads it, of a URL that ends where text ends it."""
    ada_url = pytest.importorskip("ada_url")
    try:
        return str(ada_url.URL(re.split(r'[\s"<>`]', url, maxsplit=1)[0]).hostname)
    except ValueError:
        return None


@pytest.mark.parametrize("profile", ["UTS46", "IDNA2008", "WHATWG"])
@pytest.mark.parametrize("how", REWRITERS)
def test_the_host_of_a_url_stays_the_same(how: str, profile: str) -> None:
    rewrite, direct, changed = REWRITERS[how], 0, 0
    for url in urls(TEXTS, SEED):
        found = [one for one in text.find(url, profile=PROFILES[profile]) if one.kind == "url_host"]
        if not found and re.search(r"[{}]|https://[/\\]", url):
            # Browsers take braces for a part of a host and pass over slashes; by RFC 3986 no host stands here.
            continue
        ends_here = not found or re.match(r'[\s/\\?#"<>`]|:\d*([\s/\\?#"<>`]|$)|$', url[found[0].end :])
        one = url if ends_here else f"https://{found[0].name}/"
        other = rewrite(one, profile=PROFILES[profile])
        assert host_of(other) == host_of(one), ascii((url, one, other))
        direct += bool(ends_here)
        changed += one != other
    assert direct > TEXTS / 3
    assert changed > TEXTS / 20


def rewritten_names(line: str, other: str, found: text.FoundNames[str]) -> list[str] | None:
    """The text in the place of each name that was found, once it is rewritten; None if anything else changed."""
    pattern, at = "", 0
    for one in found:
        # It stays, or another form takes its place, which holds nothing that delimits names in texts.
        name = re.escape(line[one.start : one.end])
        pattern += re.escape(line[at : one.start]) + rf"""({name}|[^\s"<>/@:?#\\\[\]()`]+?)"""
        at = one.end
    whole = re.fullmatch(pattern + re.escape(line[at:]), other)
    return list(whole.groups()) if whole else None


def ends_in_hyphen(name: str) -> bool:
    return name.rstrip("".join([*".。．｡", *IGNORED])).endswith("-")


def host_that_is_reached(line: str, one: text.Found[str]) -> str:
    """The host of the URL in which a host was found, as the URL Standard has it; if it refuses it, as it is written.

    Escapes of JSON in front of the host are read: they are not of the URL.
    """
    start = line.rfind("//", 0, one.start)
    before = re.sub(r"\\u([0-9a-fA-F]{4})", lambda escape: chr(int(escape[1], 16)), line[start : one.start])
    url = re.split(r'[\s"<>`]', before + line[one.start :], maxsplit=1)[0]
    try:
        return host.of_url(url, base_scheme="https").unicode
    except acelabel.AceError:
        authority = re.split(r"[/\\?#]", url.lstrip("/\\"), maxsplit=1)[0]
        written = authority.rpartition("@")[2].partition(":")[0]
        return acelabel.to_unicode(written, profile=acelabel.WHATWG, errors="keep")


def rewritings(how: str, everywhere: bool) -> Iterator[tuple[str, str, text.FoundNames[str]]]:
    """Texts that a rewriter changes, what it makes of them, and the names that are found in them."""
    rewrite, changed = REWRITERS[how], 0
    # Top-level domains decide about names in paths, too.
    tlds = TLDS if how == "to_ascii" else None
    for number, line in enumerate(chain(texts(TEXTS, SEED), comments(TEXTS, SEED))):
        profile = list(PROFILES.values())[number % len(PROFILES)]
        other = rewrite(line, profile=profile, everywhere=everywhere)
        if other != line:
            changed += 1
            yield line, other, text.find(line, tlds=tlds, profile=profile, everywhere=everywhere)
    assert changed > TEXTS / 4


@pytest.mark.parametrize("everywhere", [False, True])
@pytest.mark.parametrize("how", REWRITERS)
def test_nothing_but_names_is_rewritten(how: str, everywhere: bool) -> None:
    for line, other, found in rewritings(how, everywhere):
        assert rewritten_names(line, other, found) is not None, ascii((line, other, found))


@pytest.mark.parametrize("everywhere", [False, True])
@pytest.mark.parametrize("how", REWRITERS)
def test_no_rewriting_ends_a_comment_of_html(how: str, everywhere: bool) -> None:
    for line, other, _ in rewritings(how, everywhere):
        for sign in ("<!--", "-->"):
            assert other.count(sign) == line.count(sign), ascii((line, other))


@pytest.mark.parametrize("everywhere", [False, True])
@pytest.mark.parametrize("how", REWRITERS)
def test_a_hyphen_ends_a_rewritten_host_only_where_the_parser_of_urls_has_it(how: str, everywhere: bool) -> None:
    for line, other, found in rewritings(how, everywhere):
        for one, written in zip(found, rewritten_names(line, other, found) or [], strict=True):
            name = line[one.start : one.end]
            if name != written and (ends_in_hyphen(name) or ends_in_hyphen(written)):
                assert one.kind == "url_host", ascii((line, other, one))
                assert ends_in_hyphen(host_that_is_reached(line, one)), ascii((line, other, one))
