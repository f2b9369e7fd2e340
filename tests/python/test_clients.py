"""Clients: the models of tests/programs as a judge, what programs were seen to answer, and laws."""

import pickle
import random
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parents[1] / "programs"))

import recorded
import sets
from models import CLIENTS, Answer, predicted

import acelabel
from acelabel import AceError, clients

RECORDED = recorded.read()
PLAIN = {*"abcdefghijklmnopqrstuvwxyz0123456789-_."}
# Characters in which clients differ, and what surrounds them.
POOL = [
    *"ab-.*_%\\x1A ",
    *"ßςẞ\u200c\u200dאب\u06f11۱·・\u0301\u0327\u0338=<>≠ſﬁ①⒈。．｡ΣσᲐ\u10a0\u13a0\uab70İℲӀ\u0378\u200b\u00ad\u0375\u05f3ل\u094d",
    *(
        "क",
        "ᬺ",
        "ـ",
        "xn--",
        "xn--a",
        "faß",
        "xn--fa-hia",
        "xn--zca",
        "xn---abk",
        "０x",
        "0x1",
        "127.1",
        "％",
        "＊",
        "／",
        "＠",
    ),
]


def answer_of(reading: clients.Reading) -> Answer:
    """A reading as the judge has it, without the reason of a refusal."""
    if reading.unknown:
        return ("unknown", "")
    if reading.raw is not None:
        return ("raw", reading.raw)
    return ("refused", "") if reading.refused else ("host", reading.host or "")


def judged(client: str, name: str) -> Answer:
    kind, text = predicted(client, name)
    return (kind, "" if kind in ("refused", "unknown") else text)


def differing(names: list[str]) -> list[tuple[str, str, Answer, Answer]]:
    """The readings that are not those of the judge."""
    found = []
    for name in names:
        readings = clients.read(name)
        for client, row in CLIENTS.items():
            if sets.takes(name, row.takes):
                ours, theirs = answer_of(readings[client]), judged(client, name)
                if ours != theirs:
                    found.append((client, name, ours, theirs))
    return found


def test_the_clients_are_those_of_the_models() -> None:
    assert set(clients.NAMES) == set(CLIENTS)
    assert set(clients.ALIASES.values()) <= set(clients.NAMES)
    assert not set(clients.ALIASES) & set(clients.NAMES)


def is_number(host: str) -> bool:
    return acelabel.ends_in_number(host, profile="dns")


def recorded_by_name() -> dict[str, dict[str, Answer]]:
    found: dict[str, dict[str, Answer]] = {}
    for client, answers in RECORDED.items():
        for name, answer in answers.items():
            found.setdefault(name, {})[client] = answer
    return found


def test_no_other_host_is_told_than_the_programs_went_to() -> None:
    count = 0
    for name, answers in recorded_by_name().items():
        readings = clients.read(name)
        told = {client: readings[client].host for client in answers}
        assert {client for client, host in told.items() if host not in (None, answers[client][1])} == set(), name
        agreed = readings.agreed
        if agreed is not None:
            count += 1
            others = {text for kind, text in answers.values() if kind != "refused" and text.lower() != agreed}
            assert others == set(), name
    assert count > 3_000


def test_pairs_that_agree_went_to_one_host() -> None:
    rng = random.Random(56)
    names = recorded_by_name()
    for name in rng.sample(sorted(names), 3_000):
        one, other = rng.sample(sorted(names[name]), 2)
        try:
            agreed = clients.agreed(name, among=(one, other))
        except AceError as error:
            assert error.code == "clients_disagree"
            assert error.offset is not None
            assert 0 <= error.offset <= len(name)
        else:
            answers = {names[name][one], names[name][other]}
            assert {text.lower() for kind, text in answers if kind != "refused"} == {agreed}
            if set(agreed) <= PLAIN and acelabel.is_valid(agreed, profile="dns") and not is_number(agreed):
                assert clients.allowed(name, [agreed], among=(one, other))


def test_readings_are_a_mapping() -> None:
    readings = clients.read("faß.example")
    assert isinstance(readings, Mapping)
    assert list(readings) == list(clients.NAMES) == list(readings.keys())
    assert dict(readings.items())["java-17"] == readings["java"] == readings.get("java-17")
    assert len(list(readings.values())) == len(readings) == len(clients.NAMES)
    assert "java" in readings
    assert "javac" not in readings
    assert readings.get("javac") is None
    with pytest.raises(KeyError):
        readings["javac"]
    assert readings.hosts["fass.example"][0] == "php-8.2-icu-72"
    for name in ("faß.example", "www.example.com"):
        again = pickle.loads(pickle.dumps(clients.read(name)))
        assert again == clients.read(name)
        assert hash(again) == hash(clients.read(name))
        assert dict(again) == dict(clients.read(name))
    assert repr(readings) == "<acelabel.clients.Readings of 'faß.example'>"


@pytest.mark.parametrize("name", ["www.example.com", "a", "a-b.example", "1a.example"])
def test_a_plain_name_is_the_host_of_all(name: str) -> None:
    readings = clients.read(name)
    assert {reading.host for reading in readings.values()} == {name}
    assert readings.hosts == {name: clients.NAMES}
    assert readings.agreed == clients.agreed(name) == clients.agreed(f"http://{name}:80/x?y#z@", url=True) == name


@pytest.mark.parametrize("name", ["WWW.Example.COM", "A", "a-B.Example", "1A.example"])
def test_letter_case_of_a_plain_name_is_no_difference(name: str) -> None:
    assert clients.read(name).agreed == clients.agreed(name) == name.lower()
    assert {reading.host.lower() for reading in clients.read(name).values() if reading.host} == {name.lower()}


def test_names_that_no_program_was_asked_with_are_unknown() -> None:
    for name in ("a\0.example", "\ud800.example", "a" * 4_097):
        assert all(reading.unknown for reading in clients.read(name).values())
        with pytest.raises(AceError, match="clients_disagree"):
            clients.agreed(name)
        assert not clients.allowed(name, [".example", "*.example"])


@pytest.mark.parametrize(
    ("name", "offset"),
    [("www.faß.example", 6), ("a.example.", 9), ("bücher.faß", 9), ("a b.example", 1)],
)
def test_the_offset_is_of_the_first_character_that_is_read_otherwise(name: str, offset: int) -> None:
    with pytest.raises(AceError) as caught:
        clients.agreed(name)
    assert (caught.value.code, caught.value.offset, caught.value.text) == ("clients_disagree", offset, name)


@pytest.mark.parametrize(
    ("url", "offset"),
    [
        ("example.com", 0),
        ("ldap://a.example/", 0),
        ("http:a.example", 4),
        ("https:/a.example/", 5),
        ("https://u:p@a.example/", 11),
        ("https://a.example\\@b.example/", 17),
        ("https://a%2e.example/", 9),
        ("https://[::1]/", 8),
        ("https://a.example?@b.example/", 17),
        ("https://a.example#@b.example/", 17),
        ("https://a.example:65536/", 17),
        ("https://a.example:/", 17),
        (" https://a.example/", 0),
        ("https://a.exa\tmple/", 13),
        ("https://a.example/\n", 18),
        ("https://www.faß.example/", 14),
    ],
)
def test_a_url_with_doubtful_parts_has_no_agreed_host(url: str, offset: int) -> None:
    with pytest.raises(AceError) as caught:
        clients.agreed(url, url=True)
    assert (caught.value.code, caught.value.offset) == ("clients_disagree", offset)


def test_an_allowlist_fails_closed() -> None:
    """Made names that some client takes for a host of the list, which not all do."""
    rng = random.Random(5)
    hosts = ["fass.example", "*.cdn.example", ".internal.example", "127.0.0.1"]
    ends = (".example", ".cdn.example", ".internal.example", "")
    allowlist = clients.Allowlist(hosts)
    for _ in range(3_000):
        name = "".join(rng.choices(POOL, k=rng.randint(0, 4))) + rng.choice(ends)
        readings = clients.read(name)
        if allowlist.allows(name):
            assert not any(reading.unknown or reading.raw for reading in readings.values())
            for host in readings.hosts:
                ends_below = host.endswith((".cdn.example", ".internal.example"))
                assert host.removesuffix(".") in ("fass.example", "127.0.0.1") or ends_below, name
    assert not allowlist.allows("evil\\.internal.example")
    assert not allowlist.allows("internal.example")
    assert not allowlist.allows("a.b.cdn.example")
    assert allowlist.allows("a.b.internal.example")


LOOPBACK = (
    "2130706433",
    "0177.1",
    "0x7f.1",
    "127.1",
    "１２７.0.0.1",
    "127。0。0。1",
    "①②⑦.1",
    "%31%32%37.1",
    "[::1]",
    "0x7f.1.",
)


@pytest.mark.parametrize("name", LOOPBACK)
def test_no_notation_of_an_address_passes_a_list_of_names(name: str) -> None:
    assert not clients.allowed(name, ["*.example", ".example", "*.0.0.1", ".1", name if name.isalnum() else "a"])


def test_an_address_is_allowed_by_itself_alone() -> None:
    assert clients.allowed("127.0.0.1", ["127.0.0.1"])
    assert not clients.allowed("127.0.0.1", [".0.0.1", "*.0.0.1", "127.1"])
    assert not clients.allowed("127.1", ["127.1"])


def test_an_allowlist_is_pickled_and_its_entries_are_checked() -> None:
    allowlist = clients.Allowlist(["bücher.example", ".cdn.example"], among=("browser", "java"))
    again = pickle.loads(pickle.dumps(allowlist))
    assert again.allows("BÜCHER.example")
    assert again.allows("a.b.cdn.example")
    assert not again.allows("ẞ.example")
    assert clients.allowed("a.cdn.example", allowlist)
    with pytest.raises(TypeError, match="among"):
        clients.allowed("a.example", allowlist, among=("java",))
    with pytest.raises(AceError) as caught:
        clients.Allowlist(["a.example", "b.*.example"])
    assert (caught.value.code, caught.value.index, caught.value.offset) == ("std3_disallowed", 1, 2)
    with pytest.raises(AceError) as caught:
        clients.Allowlist([".ü..example"])
    assert caught.value.offset == 3
    with pytest.raises(TypeError, match="names"):
        clients.allowed("a.example", "a.example")


def test_clients_are_chosen_by_name_or_kind() -> None:
    assert clients.agreed("faß.example", among=["browser"]) == "xn--fa-hia.example"
    assert clients.agreed("faß.example", among=["java", "libidn-1.41"]) == "fass.example"
    with pytest.raises(ValueError, match="did you mean 'chromium-156'"):
        clients.agreed("a.example", among=["chromium-155"])
    with pytest.raises(ValueError, match="names no client"):
        clients.agreed("a.example", among=[])
    with pytest.raises(TypeError, match="among"):
        clients.agreed("a.example", among="java")
    assert acelabel.clients is clients


@pytest.mark.parametrize(
    ("client", "name", "host"),
    [
        # Go asks whether a name is right-to-left before it maps it.
        ("go-0.7-lookup", "a\u2135", "xn--a-0hc"),
        ("go-0.7-lookup", "א.a\u2135", None),
        # curl reads numbers before it converts a name.
        ("curl", "①", "1"),
        ("curl", "1。", "1."),
        ("curl", "127.1", "127.0.0.1"),
        # Java's directions are later than its other tables; those of libidn are not.
        ("java-17", "א⠁א", None),
        ("libidn", "א⠁א", "xn--4dba273x"),
        # Chromium counts before it converts.
        ("browser", "ü." * 632 + "a", ("xn--tda." * 632) + "a"),
        ("browser", "ü." * 633, None),
        # Perl's URI makes small letters and Punycode.
        ("perl", "ＥＸ.Bücher.COM", "xn--qi7cjb.xn--bcher-kva.COM"),
    ],
)
def test_rules_that_were_seen(client: str, name: str, host: str | None) -> None:
    reading = clients.read(name)[clients.ALIASES.get(client, client)]
    assert (reading.host, reading.refused or reading.raw is not None) == (host, host is None)
