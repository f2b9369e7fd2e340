"""Other threads run while one call works on a long text, in each function that takes one."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from operator import attrgetter, itemgetter
from threading import Event, Thread

import pytest
from public_calls import BOOTSTRING, Call, public_functions

import acelabel
from acelabel import display, email, host, labels, punycode, race, security, text, zone

# So many ticks of another thread while one call works. If the call kept the interpreter, the other thread would tick
# once or twice at most, when the call begins and when it ends.
TICKS = 5
LONGEST = 1 << 26

VANISHING = "a", "\u00ad"
CALLS: dict[str, tuple[Call, tuple[str, str]]] = {
    "acelabel.to_ascii": (acelabel.to_ascii, VANISHING),
    "acelabel.to_unicode": (acelabel.to_unicode, VANISHING),
    "acelabel.is_valid": (acelabel.is_valid, VANISHING),
    "acelabel.inspect": (acelabel.inspect, VANISHING),
    "acelabel.alabel": (acelabel.alabel, VANISHING),
    "acelabel.ulabel": (acelabel.ulabel, VANISHING),
    "acelabel.canonical": (acelabel.canonical, VANISHING),
    "acelabel.ends_in_number": (acelabel.ends_in_number, VANISHING),
    "acelabel.same_name": (lambda text: acelabel.same_name(text, text), VANISHING),
    "acelabel.is_below": (lambda text: acelabel.is_below(text, "a"), VANISHING),
    "acelabel.matches": (lambda text: acelabel.matches(text, "a"), VANISHING),
    "acelabel.matches_any": (lambda text: acelabel.matches_any(text, ["a"]), VANISHING),
    "acelabel.host.parse": (host.parse, VANISHING),
    "acelabel.host.ascii_of_url": (host.ascii_of_url, ("https://a", "\u00ad")),
    "acelabel.host.of_url": (host.of_url, ("https://a", "\u00ad")),
    "acelabel.punycode.encode": (punycode.encode, ("", "äöüß")),
    "acelabel.punycode.decode": (punycode.decode, ("", "a")),
    "acelabel.punycode.decode_with_case": (punycode.decode_with_case, ("", "a")),
    "acelabel.punycode.trace_encode": (punycode.trace_encode, ("", "äöüß")),
    "acelabel.punycode.trace_decode": (punycode.trace_decode, ("", "a")),
    "acelabel.race.encode": (race.encode, ("", "ü")),
    "acelabel.race.decode": (lambda text: race.decode(text + "ü"), ("bq--", "a")),
    "acelabel.race.to_alabel": (lambda text: race.to_alabel(text + "ü"), ("bq--", "a")),
    "acelabel.race.mode": (race.mode, ("", "ü")),
    "acelabel.race.encode_domain": (race.encode_domain, ("a", ".ü")),
    "acelabel.race.decode_domain": (race.decode_domain, ("a", ".bq--aduq")),
    "acelabel.bootstring.Bootstring.encode": (BOOTSTRING.encode, ("", "äöüß")),
    "acelabel.race.explain": (race.explain, ("", "ü")),
    "acelabel.bootstring.Bootstring.decode": (BOOTSTRING.decode, ("", "a")),
    "acelabel.bootstring.Bootstring.trace_encode": (BOOTSTRING.trace_encode, ("", "äöüß")),
    "acelabel.bootstring.Bootstring.trace_decode": (BOOTSTRING.trace_decode, ("", "a")),
    "acelabel.email.to_ascii": (email.to_ascii, ("ü@a", "\u00ad")),
    "acelabel.email.to_unicode": (email.to_unicode, ("ü@a", "\u00ad")),
    "acelabel.email.inspect": (email.inspect, ("ü@a", "\u00ad")),
    "acelabel.email.canonical": (email.canonical, ("ü@a", "\u00ad")),
    "acelabel.email.same_address": (lambda text: email.same_address(text, text), ("ü@a", "\u00ad")),
    "acelabel.email.needs_smtputf8": (email.needs_smtputf8, ("a@", "b")),
    "acelabel.labels.escape": (labels.escape, ("", "ü.")),
    "acelabel.labels.unescape": (labels.unescape, ("", "\\046")),
    "acelabel.zone.problems": (zone.problems, ("", "ü A 192.0.2.1\n")),
    "acelabel.zone.to_ascii": (zone.to_ascii, ("", "ü A 192.0.2.1\n")),
    "acelabel.zone.to_unicode": (zone.to_unicode, ("", "xn--tda A 192.0.2.1\n")),
    "acelabel.text.find": (text.find, ("", "//xn--tda/ ü ")),
    "acelabel.text.redact": (text.redact, ("", "a@ü ")),
    "acelabel.text.to_ascii": (text.to_ascii, ("", "//ü/ ")),
    "acelabel.text.to_unicode": (text.to_unicode, ("", "//xn--tda/ ")),
    "acelabel.display.to_display": (display.to_display, VANISHING),
    "acelabel.display.report": (display.report, VANISHING),
    "acelabel.security.skeleton": (security.skeleton, ("", "рaypal")),
    "acelabel.security.bidi_skeleton": (lambda text: security.bidi_skeleton(text, "rtl"), ("", "אa")),
    "acelabel.security.confusable": (lambda text: security.confusable(text, text), ("", "рaypal")),
    "acelabel.security.resolved_scripts": (security.resolved_scripts, ("", "日a")),
    "acelabel.security.restriction_level": (security.restriction_level, ("", "日a")),
    "acelabel.security.mixed_numbers": (security.mixed_numbers, ("", "१a")),
    "acelabel.security.identifier_status": (security.identifier_status, ("", "a")),
    "acelabel.security.identifier_types": (security.identifier_types, ("", "a")),
}
# Lists let other threads run between their items; the drop-in refuses what is long; integers are read and made one by
# one; parameters and characters are short; clients read no long names.
OTHERS = (
    "_many",
    "clients.read",
    "clients.agreed",
    "clients.allowed",
    "_code_points",
    ".replace",
    ".confusables",
    ".codepoint",
)


def test_every_function_that_takes_a_long_text_is_called() -> None:
    functions = {name for name in public_functions() if not name.startswith("acelabel.compat.")}
    assert {name for name in functions if not name.endswith(OTHERS)} - {"acelabel.bootstring.Bootstring"} == set(CALLS)


class Ticker(Thread):
    """A thread that counts how often it runs."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.ticks = 0
        self.stop = Event()

    def run(self) -> None:
        while not self.stop.is_set():
            self.ticks += 1
            time.sleep(0.001)


@contextmanager
def ticking() -> Iterator[Ticker]:
    ticker = Ticker()
    ticker.start()
    try:
        yield ticker
    finally:
        ticker.stop.set()
        ticker.join()


def ticks_during(ticker: Ticker, call: Call, text: str) -> int:
    before = ticker.ticks
    with suppress(acelabel.AceError):
        call(text)
    return ticker.ticks - before


# Calls that make many objects of Python, or a long text, of a long encoded form.
USES: dict[str, Callable[[str], Callable[[], object]]] = {
    "decode_code_points": lambda encoded: partial(BOOTSTRING.decode_code_points, encoded),
    "decode_with_case": lambda encoded: partial(punycode.decode_with_case, encoded),
    "steps": lambda encoded: partial(attrgetter("steps"), punycode.trace_decode(encoded)),
    "slice": lambda encoded: partial(itemgetter(slice(None)), punycode.trace_decode(encoded)),
    "to_dict": lambda encoded: punycode.trace_decode(encoded).to_dict,
    "_repr_html_": lambda encoded: punycode.trace_decode(encoded)._repr_html_,
    "str": lambda encoded: partial(str, punycode.trace_decode(encoded)),
}


@pytest.mark.measures_time
@pytest.mark.parametrize("use", USES)
def test_other_threads_run_while_objects_are_made(use: str) -> None:
    length = 1 << 16
    with ticking() as ticker:
        while True:
            made = USES[use]("a" * length)
            before = ticker.ticks
            made()
            if ticker.ticks - before >= TICKS:
                break
            length *= 4
            assert length <= LONGEST


@pytest.mark.measures_time
@pytest.mark.parametrize("name", CALLS)
def test_other_threads_run_during_one_call(name: str) -> None:
    """The text grows until the call is long enough to tell."""
    call, (beginning, repeated) = CALLS[name]
    length = 1 << 18
    with ticking() as ticker:
        while ticks_during(ticker, call, beginning + repeated * (length // len(repeated))) < TICKS:
            length *= 4
            assert length <= LONGEST
