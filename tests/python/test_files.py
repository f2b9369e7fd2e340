"""Lists and configurations: places, pieces, refusals, and `--format` of the command. tests/rust/formats.rs has more."""

import pickle
import random
from pathlib import Path

import pytest
from command_line import run

import acelabel
from acelabel import AceError, files, text, zone

# For each format a file with its names in Unicode, and the same in ASCII.
FILES = {
    "adblock": (
        "! für Büros\n||bücher.example^$domain=ü.example|~www.ü.example\n@@||ü.example^\nü.*,~a.ü##.büro\n",
        "! für Büros\n||xn--bcher-kva.example^$domain=xn--tda.example|~www.xn--tda.example\n@@||xn--tda.example^\n"
        "xn--tda.*,~a.xn--tda##.büro\n",
    ),
    "apache": ("ServerName bücher.example:443\n# ü\n", "ServerName xn--bcher-kva.example:443\n# ü\n"),
    "caddy": ("bücher.example, https://ü.example {\n}\n", "xn--bcher-kva.example, https://xn--tda.example {\n}\n"),
    "csp": ("script-src 'self' https://*.ü.example:443;\n", "script-src 'self' https://*.xn--tda.example:443;\n"),
    "dnsmasq": ("address=/ü.example/büro/192.0.2.1\n", "address=/xn--tda.example/xn--bro-hoa/192.0.2.1\n"),
    "hosts": ("192.0.2.1 büro ü.example # das Büro\n", "192.0.2.1 xn--bro-hoa xn--tda.example # das Büro\n"),
    "maps": ("@ü.example büro@bücher.example\n", "@xn--tda.example büro@xn--bcher-kva.example\n"),
    "nginx": ("server_name ü.example *.ü.example; # ü\n", "server_name xn--tda.example *.xn--tda.example; # ü\n"),
    "rules": (
        "DOMAIN-SUFFIX,ü.example,PROXY\n+.ü.example\n",
        "DOMAIN-SUFFIX,xn--tda.example,PROXY\n+.xn--tda.example\n",
    ),
    "squid": (
        "1 2 GET https://ü.example/ü - HIER_DIRECT/ü.example\n",
        "1 2 GET https://xn--tda.example/ü - HIER_DIRECT/xn--tda.example\n",
    ),
    "text": (
        "GET https://u@ü.example:80/ü by büro@bücher.example\n",
        "GET https://u@xn--tda.example:80/ü by büro@xn--bcher-kva.example\n",
    ),
    "urls": (
        "# ü\nhttps://u@ü.example:80/ü 200 ü.example\nbüro.example\n",
        "# ü\nhttps://u@xn--tda.example:80/ü 200 ü.example\nxn--bro-hoa.example\n",
    ),
    "zone": (
        "$ORIGIN bücher.example.\nbüro IN MX ( 10\n  ü ) ; das Büro\n",
        "$ORIGIN xn--bcher-kva.example.\nxn--bro-hoa IN MX ( 10\n  xn--tda ) ; das Büro\n",
    ),
}


def rewritten(format: str, work: str, *pieces: bytes, errors: str = "raise") -> bytes:  # noqa: A002
    rewriter = files.Rewriter(format, work, errors=errors)  # type: ignore[arg-type]
    return b"".join([*map(rewriter.feed, pieces), rewriter.finish()])


def test_each_format_is_tested() -> None:
    assert [*files.FORMATS] == [*FILES]
    assert all(files.FORMATS.values())


# So many lines of each file have other characters beyond ASCII.
OTHERS = {"adblock": 2, "apache": 1, "hosts": 1, "maps": 1, "nginx": 1, "squid": 1, "urls": 2, "zone": 1}


@pytest.mark.parametrize("name", FILES)
def test_what_stands_outside_names_is_counted(name: str) -> None:
    rewriter = files.Rewriter(name, "to_ascii")
    rewriter.feed(FILES[name][0].encode())
    assert rewriter.others == OTHERS.get(name, 0)
    rewriter.feed(FILES[name][1].encode())
    assert rewriter.others == 2 * OTHERS.get(name, 0)
    back = files.Rewriter(name, "to_unicode")
    back.feed(FILES[name][1].encode())
    # Master files count them in either direction.
    assert back.others == (OTHERS[name] if name == "zone" else 0)


@pytest.mark.parametrize("name", FILES)
def test_names_get_their_other_form_and_come_back(name: str) -> None:
    unicode, ascii_form = (text.encode() for text in FILES[name])
    assert rewritten(name, "to_ascii", unicode) == ascii_form
    assert rewritten(name, "to_unicode", ascii_form) == unicode
    assert rewritten(name, "to_ascii", ascii_form) == ascii_form
    rng = random.Random(name)
    for _ in range(20):
        cuts = sorted(rng.choices(range(len(unicode)), k=3))
        pieces = [unicode[a:b] for a, b in zip([0, *cuts], [*cuts, len(unicode)], strict=True)]
        assert rewritten(name, "to_ascii", *pieces) == ascii_form


@pytest.mark.parametrize("name", FILES)
def test_places_are_those_of_the_text(name: str) -> None:
    text, _ = FILES[name]
    found = files.find(text, format=name)
    assert found
    assert [text[one.start : one.end] for one in found] == [one.name for one in found]
    octets = files.find(text.encode(), format=name)
    assert [one.name.decode() for one in octets] == [one.name for one in found]
    assert pickle.loads(pickle.dumps(found)) == found
    # With the same lines before them they are the same names.
    assert [one.name for one in files.find(text * 2, format=name)] == [one.name for one in found] * 2


def test_master_files_and_text_have_faces_of_their_own() -> None:
    for name, theirs in (("zone", zone.Rewriter("ascii")), ("text", text.Rewriter("ascii"))):
        octets = FILES[name][0].encode() * 3
        ours = files.Rewriter(name, "to_ascii")
        for piece in (octets[:30], octets[30:-1], octets[-1:]):
            assert ours.feed(piece) == theirs.feed(piece)
        assert (ours.finish(), ours.count, ours.lines) == (theirs.finish(), theirs.count, octets.count(b"\n"))
    assert issubclass(zone.Rewriter, files.Rewriter)
    letters = files.Rewriter("zone", "to_ascii", escapes="utf8")
    assert (letters.feed(b"b\\195\\188ro A 192.0.2.1\n"), letters.escaped) == (b"xn--bro-hoa A 192.0.2.1\n", 0)
    left = files.Rewriter("zone", "to_ascii")
    assert (left.feed(b"b\\195\\188ro A 192.0.2.1"), left.finish(), left.escaped) == (
        b"b\\195\\188ro A ",
        b"192.0.2.1",
        1,
    )
    assert left.lines == 1
    with pytest.raises(AceError) as caught:
        files.Rewriter("zone", "to_ascii").feed("a A 1\nbü_ro A 1\n".encode())
    assert (caught.value.code, caught.value.offset) == ("std3_disallowed", 9)


def test_a_refusal_is_raised_or_listed() -> None:
    text = "192.0.2.1 büro\r\n192.0.2.2 bü_ro\r\n".encode()
    rewriter = files.Rewriter("hosts", "to_ascii")
    with pytest.raises(AceError) as caught:
        rewriter.feed(text)
    assert (caught.value.code, caught.value.offset, rewriter.refused_line) == ("std3_disallowed", 30, 2)
    assert text[30:31] == b"_"
    # The piece was not taken.
    assert (rewriter.feed(text[:17]), rewriter.count) == (b"192.0.2.1 xn--bro-hoa\r\n", 1)
    keeping = files.Rewriter("hosts", "to_ascii", errors="keep")
    assert keeping.feed(text) == b"192.0.2.1 xn--bro-hoa\r\n" + text[17:]
    (problem,) = keeping.problems
    assert problem == files.Problem(2, 30, "std3_disallowed", 0, 0x5F)
    assert (keeping.count, keeping.kept, keeping.lines, keeping.finish(), keeping.problems) == (1, 1, 2, b"", [])


def test_octets_that_are_no_text_are_refused_in_names_alone() -> None:
    latin_1 = "192.0.2.1 büro # für\n".encode("latin-1")
    with pytest.raises(AceError) as caught:
        rewritten("hosts", "to_ascii", latin_1)
    assert (caught.value.code, caught.value.offset) == ("invalid_utf8", 11)
    assert rewritten("hosts", "to_ascii", latin_1, errors="keep") == latin_1
    assert rewritten("hosts", "to_ascii", b"192.0.2.1 a # f\xfcr\n") == b"192.0.2.1 a # f\xfcr\n"


def test_arguments_that_are_wrong() -> None:
    with pytest.raises(ValueError, match="format"):
        files.Rewriter("hostz", "to_ascii")
    with pytest.raises(ValueError, match="work"):
        files.Rewriter("hosts", "ascii")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="format"):
        files.find("a", format="x")
    with pytest.raises(TypeError, match="data"):
        files.find(1, format="hosts")  # type: ignore[type-var]
    with pytest.raises(TypeError, match="piece"):
        files.Rewriter("hosts", "to_ascii").feed("a")  # type: ignore[arg-type]
    assert files.Rewriter("hosts", "to_ascii", profile=acelabel.DNS).finish() == b""


def test_the_command_rewrites_files_of_a_format(tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    path.write_text(FILES["adblock"][0], "utf-8")
    result = run("to-ascii", "--format", "adblock", str(path))
    assert (result.status, result.output) == (0, FILES["adblock"][1].encode())
    others = "2 lines have characters beyond ASCII that are not read as names: comments, patterns, other values"
    assert result.messages == f"acelabel: 6 names rewritten, 4 lines read\nacelabel: {others}\n"
    assert run("to-ascii", "--format", "adblock", "--in-place", str(path)).status == 0
    assert path.read_text("utf-8") == FILES["adblock"][1]
    assert run("to-unicode", "--format", "adblock", str(path)).output.decode() == FILES["adblock"][0]


def test_the_command_shows_refusals(tmp_path: Path) -> None:
    path = tmp_path / "hosts"
    path.write_text("192.0.2.1 büro\n192.0.2.2 bü_ro\n", "utf-8")
    stopped = run("to-ascii", "--format", "hosts", str(path))
    assert (stopped.status, stopped.output) == (1, b"")
    assert f"{path}: line 2: std3_disallowed at offset 12 in label 0" in stopped.messages
    kept = run("to-ascii", "--format", "hosts", "--errors", "keep", str(path))
    assert (kept.status, kept.output) == (1, "192.0.2.1 xn--bro-hoa\n192.0.2.2 bü_ro\n".encode())
    assert kept.messages.endswith("acelabel: 1 name rewritten, 2 lines read\nacelabel: 1 refused name left\n")
    service = run("to-ascii", "--format", "dnsmasq", stdin="srv-host=_sip._tcp.ü.example,a\n".encode())
    assert service.messages.endswith("acelabel: hint: --profile dns allows _ and * in names\n")


@pytest.mark.parametrize(
    "option",
    ["--null", "--report", "--into=x", "--no-header", "--delimiter=;", "--column=x", "--tlds=de", "--errors=blank"],
)
def test_options_of_other_formats_are_refused(option: str) -> None:
    result = run("to-ascii", "--format", "hosts", option, "file")
    assert result.status == 2
    assert "error" in result.messages


@pytest.mark.parametrize("option", [(), ("--errors", "fail")])
def test_a_file_with_a_refusal_stays_as_it_was(tmp_path: Path, option: tuple[str, ...]) -> None:
    path, other = tmp_path / "hosts", tmp_path / "other"
    path.write_text("192.0.2.1 büro\n192.0.2.2 bü_ro\n", "utf-8")
    before = path.read_bytes()
    assert run("to-ascii", "--format", "hosts", "--in-place", *option, str(path)).status == 1
    assert path.read_bytes() == before
    other.write_text("old", "utf-8")
    assert run("to-ascii", "--format", "hosts", "-o", str(other), *option, str(path)).status == 1
    assert other.read_text("utf-8") == "old"
