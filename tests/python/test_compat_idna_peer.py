"""`acelabel.compat.idna` beside the package `idna` it stands in for: every function, on generated names and labels."""

import importlib
import random
import unicodedata
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from rhythm import weekly

from acelabel.compat import idna as ours

NAMES = 15_000

# Alphabets in which one rule or another is at stake.
ALPHABETS = (
    "abcdefghijklmnopqrstuvwxyz0123456789-",
    "ABCxn-._*/ @<",
    "".join(map(chr, range(0x590, 0x700))),
    "".join(map(chr, range(0x700, 0x900))),
    "".join(map(chr, range(0x900, 0xE00))),
    "".join(map(chr, range(0x300, 0x370))),
    "".join(map(chr, range(0xA0, 0x250))),
    "".join(map(chr, range(0x370, 0x530))),
    "".join(map(chr, range(0x3000, 0x3100))) + "漢字",
    "".join(map(chr, range(0x1100, 0x1200))) + "한국어",
    "".join(map(chr, range(0xFF00, 0xFFF0))),
    "\u200c\u200d\u094d\u0bcd\u0628\u0644\u064b\u00b7l\u0375\u03b1\u05d0\u05f3\u05f4\u30fb\u30a2\u3042\u6f22"
    "\u0660\u06f0\u0661\u06f5\u0640\u1806\u200b\ua872\u0301\u00ad",
)


def package() -> Any:
    """The package itself; a test without it is no test."""
    try:
        theirs = importlib.import_module("idna")
    except ImportError:
        pytest.skip("idna is not installed: pip install idna==3.20")
    assert theirs.__version__ == ours.__version__
    return theirs


def any_text(rng: random.Random) -> str:
    size = rng.randrange(9) if rng.random() < 0.97 else rng.randrange(40, 80)
    alphabets = rng.sample(ALPHABETS, rng.choice([1, 1, 2, 3, len(ALPHABETS)]))
    characters = [rng.choice(rng.choice(alphabets)) for _ in range(size)]
    if characters and rng.random() < 0.1:
        characters[rng.randrange(size)] = chr(rng.randrange(0x11_0000))
    return "".join(characters)


def a_label(rng: random.Random, text: str) -> str:
    return rng.choice(["xn--", "XN--", "xN--"]) + text.encode("punycode").decode("ascii")


def any_label(rng: random.Random) -> str:
    text = any_text(rng)
    forms: list[Callable[[], str]] = [
        lambda: text,
        lambda: text,
        lambda: unicodedata.normalize("NFC", text),
        lambda: text.lower(),
        lambda: a_label(rng, text),
        lambda: a_label(rng, unicodedata.normalize("NFC", text.lower())),
        lambda: "xn--" + "".join(rng.choice(ALPHABETS[0]) for _ in range(rng.randrange(9))),
        lambda: rng.choice(["xn--", "-", "a"]) + text + rng.choice(["-", "", "a"]),
    ]
    return rng.choice(forms)()


def any_name(rng: random.Random) -> str:
    count = rng.choice([1, 1, 2, 2, 3, 3, 60]) if rng.random() < 0.2 else rng.choice([1, 2, 3])
    separator = rng.choice([".", ".", "。", "．", "｡"])
    return separator.join(any_label(rng) for _ in range(count)) + rng.choice(["", "", "."])


Call = tuple[str, tuple[Any, ...], dict[str, bool]]


def calls(seed: int) -> Iterator[Call]:
    """One call after another of every function that takes text."""
    rng = random.Random(seed)
    for _ in range(NAMES):
        name, label, flag = any_name(rng), any_label(rng), rng.random() < 0.5
        flags = {option: rng.random() < 0.3 for option in ("strict", "uts46", "std3_rules")}
        octets = label.encode("utf-8", "surrogatepass")
        yield "encode", (name,), flags
        yield "decode", (name,), {**flags, "display": flag}
        yield "encode", (name.encode("utf-8", "surrogatepass"),), flags
        yield "uts46_remap", (name, flag), {}
        for argument in (label, octets):
            yield "ulabel", (argument,), {}
            yield "check_label", (argument,), {}
        for function in ("alabel", "check_nfc", "check_hyphen_ok", "check_initial_combiner", "valid_label_length"):
            yield function, (label,), {}
        yield "check_bidi", (label, flag), {}
        if label:
            place = rng.randrange(len(label))
            yield "valid_contextj", (label, place), {}
            yield "valid_contexto", (label, place), {}


def outcome(module: Any, call: Call) -> object:
    """The answer; or the facts of the refusal and its message; or the name of an exception that is not a refusal."""
    name, arguments, flags = call
    try:
        return getattr(module, name)(*arguments, **flags)
    except module.IDNAError as error:
        return type(error).__name__, error.args, error.code, error.text, error.codepoint, error.position
    except Exception as error:
        return type(error).__name__


def texts_of(call: Call) -> Iterator[str]:
    """Return what is passed, mapped and unmapped, and what the A-labels in it decode to."""
    _, (text, *_), _ = call
    written = text if isinstance(text, str) else text.decode("utf-8", "surrogatepass")
    for form in (written, unicodedata.normalize("NFKC", written).lower()):
        yield form
        for label in [form, *form.replace("。", ".").replace("．", ".").replace("｡", ".").split(".")]:
            if label[:4].lower() == "xn--" and label.isascii():
                try:
                    yield label[4:].lower().encode("ascii").decode("punycode")
                except UnicodeError:
                    continue


def cause_of(call: Call, theirs: object) -> str | None:
    """Which of the listed differences explains it (compat_idna_differences.py)."""
    if call[0] == "check_bidi" and call[1] == ("", True) and theirs == "IndexError":
        return "an empty label breaks no rule"
    texts = list(texts_of(call))
    if any(unicodedata.category(character) == "Cn" for text in texts for character in text):
        return "the interpreter does not know a character"
    return None


@pytest.mark.parametrize("seed", [1, weekly(2)])
def test_both_answer_alike(seed: int) -> None:
    theirs = package()
    causes: Counter[str] = Counter()
    outcomes: Counter[bool] = Counter()
    unexplained = []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        for call in calls(seed):
            expected, answer = outcome(theirs, call), outcome(ours, call)
            outcomes[isinstance(expected, tuple)] += 1
            if (type(expected), expected) != (type(answer), answer):
                cause = cause_of(call, expected)
                if cause is None:
                    unexplained.append((call, expected, answer))
                else:
                    causes[cause] += 1
    assert unexplained == []
    assert min(outcomes.values()) > NAMES
    assert causes.total() < outcomes.total() / 50


def test_the_tables_are_the_same() -> None:
    package()
    for module, names in {
        "idnadata": ("codepoint_classes", "scripts", "joining_types", "__version__"),
        "uts46data": ("uts46_starts", "uts46_statuses", "uts46_replacements", "__version__"),
    }.items():
        peer = importlib.import_module(f"idna.{module}")
        mine = importlib.import_module(f"acelabel.compat.idna.{module}")
        for name in names:
            assert getattr(mine, name) == getattr(peer, name)
