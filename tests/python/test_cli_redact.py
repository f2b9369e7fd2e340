"""`acelabel redact`: names are cut out of texts that come in pieces, and nothing depends on where these end."""

import random
import time
from itertools import pairwise
from pathlib import Path

import pytest
from command_line import peak, run

from acelabel import text
from acelabel.cli import inside_text

LINE = 'GET /?m=ann@bücher.example from <"a b"@c.example> //u@d.example/xn--tda x[at]e(dot)example see f.example\n'


@pytest.mark.parametrize(
    ("options", "count"),
    [
        ([], 2),
        (["--with", "…"], 2),
        (["--with", ""], 2),
        (["--kinds", "url_host"], 1),
        (["--kinds", "bare,email_domain"], 3),
        (["--kinds", "bare", "--kinds", "url_host"], 2),
        (["--defanged"], 3),
        (["--tlds", "example"], 2),
        (["--tlds", "example", "--kinds", "bare"], 2),
        (["--tlds", "com"], 1),
        (["--profile", "idna2008"], 2),
    ],
)
def test_it_cuts_what_the_function_cuts(options: list[str], count: int) -> None:
    given = dict(zip(options[::2], options[1::2], strict=False))
    kinds = [kind for name, value in pairwise(options) if name == "--kinds" for kind in value.split(",")]
    expected = text.redact(
        LINE,
        given.get("--with", "[address]"),
        kinds=kinds or ["email_domain"],  # type: ignore[arg-type]
        tlds={given["--tlds"]} if "--tlds" in given else None,
        defanged="--defanged" in options,
        profile=given.get("--profile", "uts46"),  # type: ignore[arg-type]
    )
    result = run("redact", *options, stdin=LINE.encode() * 2)
    assert (result.status, result.output.decode()) == (0, expected * 2)
    assert result.messages == f"acelabel: {2 * count} names cut, 2 lines read\n"


def test_what_is_said_and_not() -> None:
    assert run("redact", stdin=b"a@b.example\n\nx").messages == "acelabel: 1 name cut, 3 lines read\n"
    assert run("redact", stdin=b"nothing\n") == (0, b"nothing\n", "")
    assert run("redact", "-s", stdin=b"a@b.example") == (0, b"[address]", "")
    assert run("redact", stdin=b"") == (0, b"", "")
    assert run("redact", stdin=b"a@b\xfc.example \xff\n").output == b"[address] \xff\n"


def test_files_are_cut_one_by_one_and_in_their_place(tmp_path: Path) -> None:
    first, second = tmp_path / "first.log", tmp_path / "second.log"
    first.write_bytes(b"x ann@")
    second.write_bytes(b"b.example c@d.example\n")
    both = run("redact", str(first), str(second))
    assert (both.status, both.output) == (0, b"x ann@\nb.example [address]\n")
    assert both.messages == "acelabel: 1 name cut, 2 lines read\n"
    assert run("redact", "--in-place", str(first), str(second)).status == 0
    assert (first.read_bytes(), second.read_bytes()) == (b"x ann@", b"b.example [address]\n")
    assert run("redact", str(tmp_path / "missing")).status == 2
    assert run("redact", "--kinds", "host", str(first)).status == 2


WORDS = [
    b"ann@b.example",
    b'"a b"@c.example',
    b"//d.example/",
    b"\n",
    b" ",
    b",",
    b"<",
    b'"',
    b"x" * 500,
    b"/?m=",
    b"%40",
    b"a.b",
    b"@",
    b"\xff",
    "ü".encode(),
    b"\\u00fc",
    b"&#64;",
    b"x[at]y(dot)example",
    b"xn--tda",
    b"'",
    b"z" * 66_000,
    "日".encode() * 30_000,
]


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("options", [[], ["--kinds", "url_host,email_domain,bare", "--defanged"]])
def test_pieces_are_the_whole(seed: int, options: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    chosen = random.Random(seed)
    octets = b"".join(chosen.choices(WORDS if seed % 3 == 0 else WORDS[:-2], k=120))
    kinds = None if options else ["email_domain"]
    expected = text.redact(octets, kinds=kinds, defanged=bool(options))  # type: ignore[arg-type]
    said = set()
    for block in (1 << 18, 70_000, 4_001, 97, *([1] if len(octets) < 20_000 else [])):
        monkeypatch.setattr(inside_text, "BLOCK", block)
        result = run("redact", *options, stdin=octets)
        assert result.output == expected
        said.add(result.messages)
    assert len(said) == 1


@pytest.mark.measures_time
@pytest.mark.parametrize("line", [b"x", b"x ", b"ann@b.example ", b"ann@b.example/", "日".encode()])
def test_the_time_of_a_long_line_is_linear(line: bytes) -> None:
    seconds = []
    for size in (1_000_000, 4_000_000):
        octets = line * (size // len(line))
        best = []
        for _ in range(3):
            start = time.process_time()
            run("redact", stdin=octets)
            best.append(time.process_time() - start)
        seconds.append(min(best))
    assert seconds[1] < 8 * seconds[0] + 0.1


@pytest.mark.measures_memory
@pytest.mark.skipif("sys.platform != 'linux'")
@pytest.mark.parametrize(
    "line", [b"from ann@b.example\n", b"x" * 1_000, b"ann@b.example "], ids=["lines", "word", "words"]
)
def test_memory_does_not_grow(line: bytes, tmp_path: Path) -> None:
    log = tmp_path / "mail.log"
    log.write_bytes(line * (64_000_000 // len(line)))
    # 32 megabytes, in KiB.
    assert peak("redact", "-s", str(log)) < 32_000_000 // 1_024
