"""`acelabel.compat.idna` refuses by size as the package does: the same sizes, before the same rules, without a copy."""

import itertools
import subprocess
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from test_compat_idna_peer import package

from acelabel import _native
from acelabel.compat import idna as ours

BORDERS = (0, 4, 57, 59, 63, 253, 254, 1024)
SIZES = sorted({border + step for border in BORDERS for step in (-1, 0, 1, 2) if border + step >= 0} | {300, 2048})
# The parts of texts: characters that each rule refuses, mapped characters, separators, and the prefix.
PARTS = (
    *("a", "A", "_", "-", "é", "e\u0301", "\u0301", "א", "٠", "\u00ad", "\u200d", "漢", "\U00020000", "\ud800"),
    *(".", "。", "a.", "é.", "xn--a", "XN--", "\u0378"),
)
FLAGS = [dict(zip(("strict", "uts46"), flags, strict=True)) for flags in itertools.product((False, True), repeat=2)]

Call = tuple[str, tuple[Any, ...], dict[str, bool]]


def texts(size: int) -> Iterator[str]:
    for part in PARTS:
        yield from {(part * size)[:size], ("xn--" + part * size)[:size], (part + "a" * size)[:size]}


def calls(text: str) -> Iterator[Call]:
    """Every function that takes text, with each type that it takes."""
    octets = text.encode("utf-8", "surrogatepass")
    for name in (text, octets, bytearray(octets)):
        for flags in FLAGS:
            yield "encode", (name,), flags
            yield "decode", (name,), flags
        yield "decode", (name,), {"display": True}
        yield "ulabel", (name,), {}
        yield "check_label", (name,), {}
        yield "valid_label_length", (name,), {}
        yield "valid_string_length", (name, True), {}
        yield "valid_string_length", (name, False), {}
    for function in ("alabel", "check_nfc", "check_hyphen_ok", "check_initial_combiner", "uts46_remap"):
        yield function, (text,), {}
    yield "uts46_remap", (text, False), {}
    for flag in (False, True):
        # An empty label is a difference that is listed.
        yield "check_bidi", (text or "a", flag), {}
    for place in {0, len(text) - 1, len(text)} - {-1}:
        yield "valid_contextj", (text, place), {}
        yield "valid_contexto", (text, place), {}


def outcome(module: Any, call: Call) -> object:
    name, arguments, flags = call
    try:
        return getattr(module, name)(*arguments, **flags)
    except module.IDNAError as error:
        return type(error).__name__, error.args, error.code, error.text, error.codepoint, error.position
    except (IndexError, ValueError) as error:
        return type(error).__name__


@pytest.mark.parametrize("size", SIZES)
def test_both_answer_alike_at_a_size(size: int) -> None:
    theirs = package()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        for text in texts(size):
            for call in calls(text):
                expected, answer = outcome(theirs, call), outcome(ours, call)
                assert (type(expected), expected) == (type(answer), answer), call


# With as much memory as is in use and 16 MiB more, each call refuses 64 Mi characters.
NO_ROOM = """
import resource
from pathlib import Path

from acelabel.compat import idna

NAME, JOINER, OCTETS = "é" * (64 << 20), "\\u200d" + "é" * (64 << 20), b"a" * (64 << 20)
MARK, HYPHENS = "\\u0301" * (64 << 20), "ü" * (64 << 20) + "-"
CALLS = [
    ("input_too_long", lambda: idna.encode(NAME)),
    ("input_too_long", lambda: idna.encode(OCTETS)),
    ("input_too_long", lambda: idna.encode(NAME, uts46=True)),
    ("input_too_long", lambda: idna.decode(NAME)),
    ("input_too_long", lambda: idna.decode(OCTETS)),
    ("input_too_long", lambda: idna.decode(bytearray(1025))),
    ("input_too_long", lambda: idna.alabel(NAME)),
    ("input_too_long", lambda: idna.ulabel(NAME)),
    ("input_too_long", lambda: idna.ulabel(OCTETS)),
    ("input_too_long", lambda: idna.check_label(NAME)),
    ("input_too_long", lambda: idna.check_label(OCTETS)),
    ("input_too_long", lambda: idna.check_nfc(NAME)),
    ("input_too_long", lambda: idna.check_bidi(NAME)),
    ("input_too_long", lambda: idna.uts46_remap(NAME)),
    ("input_too_long", lambda: idna.valid_contextj(JOINER, 0)),
    ("input_too_long", lambda: idna.valid_contexto(JOINER, 0)),
    ("leading_combiner", lambda: idna.check_initial_combiner(MARK)),
    ("hyphen_start_end", lambda: idna.check_hyphen_ok(HYPHENS)),
]
in_use = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (in_use + (16 << 20),) * 2)
for code, call in CALLS:
    try:
        call()
    except idna.IDNAError as error:
        assert error.code == code, (error.code, code)
    else:
        raise AssertionError(code)
assert idna.check_initial_combiner(NAME) and idna.check_hyphen_ok(NAME)
"""


@pytest.mark.measures_memory
def test_what_is_refused_by_size_is_not_copied() -> None:
    if sys.platform != "linux":
        return  # No other system limits the memory of a process and says how much is in use.
    if "abi3" in Path(_native.__file__).name:
        return  # The stable ABI hides the storage of a str: a text is copied before it is looked at.
    run = subprocess.run([sys.executable, "-c", NO_ROOM], capture_output=True, text=True, encoding="utf-8", timeout=300)
    assert (run.returncode, run.stderr) == (0, "")


@pytest.mark.parametrize("size", [0, 1, 3, 4, 5, 1023, 1024, 1025, 5000])
def test_labels_of_any_size_are_asked_for_their_ends(size: int) -> None:
    """The package asks for no size here."""
    for label in ("a" * size, "aa--" + "a" * size, "a" * size + "-", "-" + "ü" * size, "\u0301" + "a" * size):
        for function in ("check_hyphen_ok", "check_initial_combiner"):
            call: Call = (function, (label,), {})
            has_mark = label.startswith("\u0301")
            if function == "check_initial_combiner":
                expected: object = "leading_combiner" if has_mark else True
            else:
                hyphens = "hyphen_start_end" if label.startswith("-") or label.endswith("-") else True
                expected = "hyphen_3_4" if label[2:4] == "--" else hyphens
            answer = outcome(ours, call)
            assert (answer[2] if isinstance(answer, tuple) else answer) == expected
            if isinstance(answer, tuple) and has_mark:
                assert answer[3:] == (label, 0x301, 1)
