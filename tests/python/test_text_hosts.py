"""Hosts that software reads otherwise than people: before an `@`, behind what ends a name, in lists."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

import acelabel
from acelabel import email, text


@pytest.mark.parametrize(
    "sign",
    [
        "|@",
        "^@",
        "|x@",
        "^x:y@",
        "\x01@",
        "\x7f@",
        "|a|b@",
        ":80|@",
        "|,@",
        "\x81@",
        "\x9f|@",
        "%3e|@",
        "%20|@",
        "%2f^@",
    ],
)
def test_a_host_that_is_user_information_has_a_code(sign: str) -> None:
    """URL Standard, authority state: an `@` makes all before it credentials."""
    found = text.find(f"https://a.example{sign}b.example/")
    assert (found[0].name, found[0].code) == ("a.example", "authority_continues")


@pytest.mark.parametrize("sign", ["]@", "[@", "{@", "}@", ":]@", ":80]@", "–]@", "]:@"])
@pytest.mark.parametrize("host", ["[::]", "☃.☃", "💩", "-", "b.example"])
def test_brackets_before_an_at_sign_hide_no_user_information(sign: str, host: str) -> None:
    for name in ("a.example", "ü.example"):
        line = f"https://{name}{sign}{host}/"
        assert (text.find(line)[0].name, text.find(line)[0].code) == (name, "authority_continues")


@pytest.mark.parametrize("before", ["|", "^", "%00", ")", "!", ")|"])
@pytest.mark.parametrize("sign", ["\\u0040", "&#64;", "&#x40;", "&commat;", "\\x40", "\\100"])
def test_an_at_sign_that_is_written_otherwise_makes_user_information(before: str, sign: str) -> None:
    found = text.find(f"https://a.example{before}{sign}b.example/", kinds=["url_host"])
    assert (found[0].name, found[0].code) == ("a.example", "authority_continues")


@pytest.mark.parametrize("escape", ["\\u0026", "\\u0041", "\\u00fc", "&bsol;"])
@pytest.mark.parametrize("behind", ["", "/", "/x", ":80", "?", ":", "@", "|", "[::1]/", "[x]", "://ok.example/"])
def test_a_backslash_before_an_at_sign_without_a_host_hides_none(escape: str, behind: str) -> None:
    """URL Standard, authority state: a backslash ends the authority."""
    found = text.find(f"https://evil.example{escape}@{behind}")
    assert (found[0].name.startswith("evil.example"), found[0].code) == (True, "authority_continues")


@pytest.mark.parametrize("count", [3_000, 70_000])
def test_a_comma_at_the_end_of_a_part_hides_no_user_information(count: int) -> None:
    """A long line is cut there, as is a text where Python is asked in between."""
    line = f"{'x,' * 32_700}http://a.example,{'b' * count}@evil.example/ "
    for options in ({}, {"tlds": {"example"}}):
        found = text.find(line, **options)  # type: ignore[arg-type]
        assert (found[0].name, found[0].code) == ("a.example", "authority_continues")


@pytest.mark.parametrize("user", ["a.example", "u", "ü.example", "u:p", "a.example:80"])
@pytest.mark.parametrize(
    "rest",
    [
        "\x7f@b.example/",
        "\x01@b.example",
        "{x}@b.example/",
        "[@b.example/p",
        "{.b.example/",
        "|x|@b.example/",
        *(f"{before}|@b.example" for before in (":", ":1", "\u200b", "\xad", "\xad\u200b:", "..")),
        ":1^@b.example",
    ],
)
def test_what_ends_a_word_behind_an_at_sign_hides_no_host(user: str, rest: str) -> None:
    """URL Standard, authority state: the host stands behind the last `@`; all before it is credentials."""
    found = text.find(f"https://{user}@{rest}", kinds=["url_host"])
    assert (found[0].name, found[0].code) == (user.split(":")[0], "authority_continues")
    assert text.to_ascii(f"https://{user}@{rest}", kinds=["url_host"]).endswith(f"@{rest}")


@pytest.mark.parametrize("end", ["|", "|b.example", "^", "|b.example/x@y", "| a@b.example", '|"a@b.example', "|<a@b>"])
def test_what_ends_a_host_in_a_table_is_no_user_information(end: str) -> None:
    found = text.find(f"| https://a.example{end}", kinds=["url_host"])
    assert [(one.name, one.code) for one in found] == [("a.example", None)]


@pytest.mark.parametrize(
    "host",
    [
        *("$x.evil.example", "$ü.evil.example", "–evil.example", "‚evil.example", "·ü.example", "*.bücher.example"),
        *("'x.example", "(x.example", ",x.example", "“x.example", "«x.example", "..$x.example", "!x", "$x.xn--tda"),
    ],
)
@pytest.mark.parametrize("user", ["", "u@", "u:p@"])
def test_a_host_that_begins_with_what_ends_a_name_is_found_and_stays(host: str, user: str) -> None:
    for end in ("/", "?q", "#f", ":80/", ":8080", "", " and", '"'):
        url = f"https://{user}{host}{end}"
        assert [(one.name, one.kind, one.code) for one in text.find(url, kinds=["url_host"])] == [
            (host, "url_host", "authority_continues")
        ]
        for profile in (acelabel.UTS46, acelabel.WHATWG):
            assert text.to_ascii(url, profile=profile) == text.to_unicode(url, profile=profile) == url


@pytest.mark.parametrize(
    "line", ["//! a", "// a", "//*", "//$", "http://(", "https://[x]/", "//:x", "//", "//@/", "//$ x"]
)
def test_where_no_host_is_none_is_found(line: str) -> None:
    assert text.find(line, kinds=["url_host"]) == []


@pytest.mark.parametrize("escape", ["%22", "%60", "%7b", "%24", "%2C", "%e2%80%93"])
def test_an_escape_that_browsers_decode_does_not_end_a_host(escape: str) -> None:
    found = text.find(f"https://a.example{escape}.b.example/")
    assert [(one.name, one.code) for one in found] == [("a.example", "authority_continues")]


@pytest.mark.parametrize("control", [r"\b", r"\u0008", "\b", r"|\b"])
@pytest.mark.parametrize("tail", [":@evil.com/", "@evil.com/", "u:p@evil.com"])
def test_a_control_before_user_information_is_seen(control: str, tail: str) -> None:
    assert text.find(f'{{"url":"https://a.example{control}{tail}"}}')[0].code == "authority_continues"
    assert text.find(r"https://a.example\books")[0].code is None


@pytest.mark.parametrize("escape", ["%2F", "%20", "%3C", "%7C", "\\u0022"])
def test_an_escape_that_no_host_holds_ends_it(escape: str) -> None:
    found = text.find(f"https://a.example{escape}.b.example/")
    assert (found[0].name, found[0].code) == ("a.example", None)


@pytest.mark.parametrize("name", ["xn--8i7caa.xn--tda", "xn--a.xn--tda.example", "XN--A.xn--tda"])
def test_whatwg_decodes_all_labels_of_a_name_or_none(name: str) -> None:
    """URL Standard, domain to Unicode. UTS46 goes label by label."""
    for line in (f"a@{name}", f"see {name} here", f"//{name}/"):
        assert text.to_unicode(line, profile=acelabel.WHATWG) == line
    assert text.to_unicode(f"a@{name}") == f"a@{name.replace('xn--tda', 'ü')}"
    assert text.to_unicode("a@xn--tda.xn--bcher-kva", profile=acelabel.WHATWG) == "a@ü.bücher"


def test_lists_of_urls_with_or_without_a_scheme() -> None:
    for list_, hosts in {
        "https://a.example,//b.example/": ["a.example", "b.example"],
        "//a.example;//b.example;http://c.example/x": ["a.example", "b.example", "c.example"],
        "//a.example,http://b.example": ["a.example", "b.example"],
        "//a.example//b.example": ["a.example"],
        "//a.example/,//b.example": ["a.example"],
        "https://a.example,?//b.example": ["a.example"],
        "https://a.example;#//b.example": ["a.example"],
    }.items():
        assert [one.name for one in text.find(list_)] == hosts


@pytest.mark.parametrize("end", [",", ";", ",b", ":"])
@pytest.mark.parametrize("sign", ["?", "#"])
def test_a_query_or_fragment_holds_no_url_of_a_list(end: str, sign: str) -> None:
    for rest in ("/größe", "//größe.example", "//u@größe.example/"):
        line = f"https://a.example{end}{sign}{rest}"
        assert [one.name for one in text.find(line)] == ["a.example"]
        assert text.to_ascii(line) == line


@pytest.mark.parametrize("end", list('"<>^{|}` \t\x7f'))
def test_behind_what_no_url_holds_new_text_begins(end: str) -> None:
    for part in ("/x", "?x", "#x", "/x?y#z"):
        line = f"https://a.example{part}{end}https://ü.example/"
        assert [one.name for one in text.find(line)] == ["a.example", "ü.example"]


@pytest.mark.parametrize("tld", ["*", "xn--a", "_", "a_b", "-", "xn--", "com:80"])
def test_what_is_no_top_level_domain_is_refused(tld: str) -> None:
    with pytest.raises(ValueError, match="must hold top-level domains such as 'com'"):
        text.to_ascii("see bücher.com", tlds={tld})


def test_top_level_domains_are_taken_once() -> None:
    class Changing:
        turns = iter([["de"], ["com"]] * 4)

        def __contains__(self, tld: object) -> bool:
            return False

        def __iter__(self) -> Iterator[str]:
            return iter(next(self.turns))

    changing: Any = Changing()
    assert text.to_ascii("ü.de ü.com", tlds=changing) == "xn--tda.de ü.com"
    assert text.to_ascii("ü.de ü.com", tlds={"de"}) == "xn--tda.de ü.com"
    with pytest.raises(ValueError, match="not 'b b'"):
        text.find("ü.de", tlds=["de", "b b", "a a", "c c", "d d", "e e"])


@pytest.mark.parametrize("local", ["a.", ".a", "a..b", "{a}"])
def test_an_address_without_a_dot_atom_is_not_found(local: str) -> None:
    """As in the test of UTS #58."""
    assert text.find(f"to {local}@ü.example", kinds=["email_domain"]) == []


@pytest.mark.parametrize("mark", ["@", ".@", "..@", "_@", "☃@", "^@", "|@", "`@"])
def test_two_at_signs_have_a_code_and_both_domains_are_found(mark: str) -> None:
    """Some mail servers send to the first domain, some to the last."""
    line = f"<a@ü.example{mark}ö.example>"
    found = [(one.name, one.kind, one.code) for one in text.find(line)]
    assert found == [(name, "email_domain", "second_at_sign") for name in ("ü.example", "ö.example")]
    assert text.to_ascii(line) == f"<a@xn--tda.example{mark}xn--nda.example>"
    assert [one.code for one in text.find("a@b.example c@d.example")] == [None, None]
    assert [one.code for one in text.find("a@b.example@[192.0.2.1]")] == ["second_at_sign"]
    assert [one.name for one in text.find("a@b.example @c.example")] == ["b.example"]


@pytest.mark.parametrize(
    "local", [r'"a\"@ö.example"', r'"a\\\"@ö.example"', r'"\"@ö.example"', r'"a\"@xn--nda.example b"']
)
def test_an_escaped_quotation_mark_does_not_end_a_local_part(local: str) -> None:
    """RFC 5321 section 4.1.2, quoted-pairSMTP."""
    line = f"to {local}@ü.example"
    assert [(one.name, one.kind) for one in text.find(line)] == [("ü.example", "email_domain")]
    assert text.to_ascii(line) == f"to {local}@xn--tda.example"
    assert text.to_unicode(f"to {local}@xn--tda.example") == line


@pytest.mark.parametrize("before", ["", "to ", "<", "a,"])
def test_an_empty_quoted_local_part_is_found(before: str) -> None:
    """RFC 5321 section 4.1.2: a Quoted-string may hold nothing."""
    line = f'{before}""@ü.example'
    for text_of in (line, json.dumps({"to": line}, ensure_ascii=False)):
        assert [(one.name, one.kind) for one in text.find(text_of)] == [("ü.example", "email_domain")]
    assert text.to_ascii(line) == f"{before}{email.to_ascii(line.removeprefix(before))}"
    assert text.find('x""@ü.example') == []


def test_a_quoted_local_part_in_json_is_found() -> None:
    line = json.dumps({"from": '"a b"@ü.example', "to": "x"}, ensure_ascii=False)
    assert [(one.name, one.kind) for one in text.find(line)] == [("ü.example", "email_domain")]
    assert json.loads(text.to_ascii(line))["from"] == '"a b"@xn--tda.example'


@pytest.mark.parametrize("escape", ["\\u0061", "\\u002ex", "\\u003aa", "\\u00fc", ":80\\u0040", "&bsol;"])
def test_a_backslash_in_front_of_an_at_sign_gives_a_code(escape: str) -> None:
    """URL Standard, authority state: a backslash ends the authority, so that browsers visit the host before it."""
    found = text.find(f"https://evil.example{escape}@good.example/", kinds=["url_host"])
    assert [(one.name, one.code) for one in found] == [("good.example", "authority_continues")]


@pytest.mark.parametrize(
    "name",
    [
        *("1.xn--4dbc", "-a.xn--mgbh0fb", "xn--ls8h.xn--4dbc", "_dmarc.xn--4dbc.com", "xn--4dbc.a-"),
        *("1.xn--4d\u00adbc", "1.x\u00adn--4dbc", "1.xn--4dbⓒ", "-.\u200bxn--4dbc", "_a.xn--4d\u00adbc.com"),
    ],
)
def test_a_host_that_breaks_the_bidi_rule_stays(name: str) -> None:
    for profile in (acelabel.UTS46, acelabel.WHATWG, acelabel.WHATWG_STRICT):
        url = f"https://{name}/"
        assert text.to_ascii(url, profile=profile) == text.to_unicode(url, profile=profile) == url
    # The domain of an address has no hyphen at its ends.
    address = f"a@{name}"
    assert "-" in (name[0], name[-1]) or text.to_unicode(address, profile=acelabel.WHATWG) == address


def test_the_host_behind_a_handle_is_found() -> None:
    for user in ("user", "ü", "xn--tda", "xn--tda.example"):
        assert [one.name for one in text.find(f"see @{user}@bücher.example")] == ["bücher.example"]


LONGEST = 1 << 16


def test_behind_a_cut_no_tail_of_a_name_is_found() -> None:
    line = "https://a.example/" + "x/" * LONGEST
    line = line[: LONGEST - 2] + "/b" + "chür.example/"
    assert text.find(line, everywhere=True, tlds={"example"})[1:] == []
    assert text.to_ascii(line, everywhere=True, tlds={"example"}) == line


@pytest.mark.parametrize("mark", ",;<>")
@pytest.mark.parametrize("size", [*range(LONGEST - 3, LONGEST + 3), 70_000, 2 * LONGEST, 140_000])
def test_a_long_word_hides_no_name_behind_a_comma(mark: str, size: int) -> None:
    found = text.find(f"{'x' * size}{mark}a@b.example{mark}//c.example/")
    assert [one.name for one in found] == ["b.example", "c.example"]


@pytest.mark.parametrize(
    "line",
    [
        "x https://allowed.example\x01@evil.example/" + "x" * LONGEST,
        "?" * (LONGEST - 24) + "https://allowed.example|@evil.example/" + "z" * 70_000,
        "?" * (LONGEST - 24) + "https://allowed.example^@evil.example/" + "z" * 70_000,
    ],
)
def test_a_cut_hides_no_user_information(line: str) -> None:
    found = [one for one in text.find(line) if one.name == "allowed.example"]
    assert all(one.code == "authority_continues" for one in found)


@pytest.mark.parametrize("end", "^|`")
def test_a_local_part_may_end_with_what_ends_a_word(end: str) -> None:
    assert [one.name for one in text.find(f"to=<a{end}@bücher.example>")] == ["bücher.example"]
    assert text.find(f"to=<{end}@bücher.example>") == []


@pytest.mark.parametrize("user", [",|", ";^", "–|", "!{", "=|"])
def test_user_information_of_punctuation_is_found_with_a_code(user: str) -> None:
    for host in ("evil.example", "ü.example"):
        line = f"http://{user}@{host}/"
        (found,) = text.find(line)
        assert found.code == "authority_continues"
        assert text.to_ascii(line) == line
