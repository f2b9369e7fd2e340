"""Every public function that takes a text, called with one text: what laws about all of them are tested with."""

from collections.abc import Callable, Iterable
from functools import partial
from itertools import repeat
from types import BuiltinFunctionType, FunctionType, ModuleType

from inputs import PUNYCODE_KEYWORDS

import acelabel
from acelabel import bootstring, clients, display, email, host, labels, punycode, race, security, suffix, text, zone
from acelabel.compat import idna

Call = Callable[[str], object]

PROFILES = {
    "UTS46": acelabel.UTS46,
    "WHATWG": acelabel.WHATWG,
    "IDNA2008": acelabel.IDNA2008,
    "IDNA2008_MAPPED": acelabel.IDNA2008_MAPPED,
    "IDNA2003": acelabel.IDNA2003,
    "DNS": acelabel.DNS,
}
BOOTSTRING = bootstring.Bootstring(**PUNYCODE_KEYWORDS)
MODULES: tuple[ModuleType, ...] = (
    *(acelabel, bootstring, clients, display, email, host, labels, punycode, race, security, suffix, text, zone),
    idna,
)

# Those that take no text.
OTHERS = {"acelabel.compat.idna.intranges_contain"}


def public_functions() -> set[str]:
    """The functions of the public modules and the methods of Bootstring, by their full names."""
    found = {"acelabel.bootstring.Bootstring"}
    for module in MODULES:
        objects = {name: getattr(module, name) for name in module.__all__}
        functions = {name for name, value in objects.items() if isinstance(value, BuiltinFunctionType | FunctionType)}
        found |= {f"{module.__name__}.{name}" for name in functions}
    methods = {name for name, value in vars(bootstring.Bootstring).items() if callable(value)}
    return found | {f"acelabel.bootstring.Bootstring.{name}" for name in methods if not name.startswith("_")}


def names(profiles: Iterable[acelabel.Profile] = tuple(PROFILES.values())) -> dict[str, list[Call]]:
    """The functions on names and labels, in these profiles."""
    profiles = tuple(profiles)
    plain: list[Callable[..., object]] = [
        acelabel.to_ascii,
        acelabel.to_unicode,
        acelabel.is_valid,
        acelabel.ends_in_number,
        acelabel.inspect,
        acelabel.alabel,
        acelabel.ulabel,
    ]
    calls: dict[str, list[Call]] = {
        f"acelabel.{function.__name__}": [partial(function, profile=profile) for profile in profiles]
        for function in plain
    }
    for name, function in {"to_ascii": acelabel.to_ascii, "to_unicode": acelabel.to_unicode}.items():
        calls[f"acelabel.{name}"] += [partial(function, profile=profile, errors="keep") for profile in profiles]
    rules = suffix.Rules(["com", "*.ck", "!www.ck"])
    return calls | {
        "acelabel.canonical": [acelabel.canonical, rules.registrable, rules.suffix, rules.is_suffix],
        "acelabel.is_below": [
            *(partial(acelabel.is_below, zone="example", profile=profile) for profile in profiles),
            lambda text: acelabel.is_below("a.example", text),
        ],
        "acelabel.matches": [
            *(partial(acelabel.matches, pattern="*.example", profile=profile) for profile in profiles),
            lambda text: acelabel.matches("a.example", f"*.{text}"),
        ],
        "acelabel.matches_any": [
            lambda text: acelabel.matches_any(text, ["a..b", "*.example"]),
            lambda text: acelabel.matches_any("a.example", [text, f"*.{text}"]),
        ],
        "acelabel.same_name": [lambda text: acelabel.same_name(text, text)],
        "acelabel.race.encode_domain": [race.encode_domain],
        "acelabel.race.decode_domain": [race.decode_domain],
        "acelabel.clients.read": [clients.read, lambda text: clients.read(text).hosts],
        "acelabel.clients.agreed": [clients.agreed, lambda text: clients.agreed(f"https://{text}/", url=True)],
        "acelabel.clients.allowed": [
            lambda text: clients.allowed(text, ["*.example"]),
            lambda text: clients.allowed("a.example", [text]),
        ],
        "acelabel.host.parse": [host.parse, partial(host.parse, opaque=True)],
        "acelabel.host.ascii_of_url": [lambda text: host.ascii_of_url(f"https://{text}/")],
        "acelabel.host.of_url": [host.of_url, lambda text: host.of_url(f"https://{text}/", base_scheme="http")],
    }


def lists() -> dict[str, list[Call]]:
    """The functions on lists, with a list of one text."""
    functions: dict[str, Callable[..., object]] = {
        "acelabel.to_ascii_many": acelabel.to_ascii_many,
        "acelabel.to_unicode_many": acelabel.to_unicode_many,
        "acelabel.punycode.encode_many": punycode.encode_many,
        "acelabel.punycode.decode_many": punycode.decode_many,
        "acelabel.race.encode_many": race.encode_many,
        "acelabel.race.decode_many": race.decode_many,
    }
    return {
        name: [of_list(function, errors) for errors in ("raise", "null", "keep")]
        for name, function in functions.items()
    }


def of_list(function: Callable[..., object], errors: str) -> Call:
    return lambda text: function([text], errors=errors)


def octets(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def of_octets(function: Callable[..., object]) -> Call:
    return lambda text: function(octets(text))


def codecs() -> dict[str, list[Call]]:
    """The raw codecs, with texts and with octets."""
    decoders: dict[str, Callable[..., object]] = {
        "acelabel.punycode.decode": punycode.decode,
        "acelabel.punycode.decode_with_case": punycode.decode_with_case,
        "acelabel.punycode.trace_decode": punycode.trace_decode,
        "acelabel.race.decode": race.decode,
        "acelabel.race.to_alabel": race.to_alabel,
        "acelabel.bootstring.Bootstring.decode": BOOTSTRING.decode,
        "acelabel.bootstring.Bootstring.decode_code_points": BOOTSTRING.decode_code_points,
        "acelabel.bootstring.Bootstring.trace_decode": BOOTSTRING.trace_decode,
        "acelabel.race.explain": race.explain,
    }
    return {name: [function] for name, function in decoders.items()} | {
        "acelabel.punycode.encode": [punycode.encode],
        "acelabel.punycode.trace_encode": [punycode.trace_encode],
        "acelabel.race.encode": [race.encode],
        "acelabel.race.mode": [race.mode],
        "acelabel.bootstring.Bootstring": [
            lambda text: bootstring.Bootstring(**PUNYCODE_KEYWORDS | {"digits": text}),
        ],
        "acelabel.bootstring.Bootstring.replace": [lambda text: BOOTSTRING.replace(digits=text)],
        "acelabel.bootstring.Bootstring.encode": [BOOTSTRING.encode],
        "acelabel.bootstring.Bootstring.trace_encode": [BOOTSTRING.trace_encode],
        "acelabel.bootstring.Bootstring.encode_code_points": [
            lambda text: BOOTSTRING.encode_code_points(map(ord, text)),
        ],
    }


def drop_in() -> dict[str, list[Call]]:
    """The functions of the drop-in for the package idna."""
    functions: list[Callable[..., object]] = [
        idna.alabel,
        idna.check_bidi,
        idna.check_hyphen_ok,
        idna.check_initial_combiner,
        idna.check_label,
        idna.check_nfc,
        idna.decode,
        idna.encode,
        idna.ulabel,
        idna.uts46_remap,
        idna.valid_label_length,
    ]
    calls: dict[str, list[Call]] = {f"acelabel.compat.idna.{function.__name__}": [function] for function in functions}
    calls["acelabel.compat.idna.encode"].append(lambda text: idna.encode(text, uts46=True))
    calls["acelabel.compat.idna.decode"].append(lambda text: idna.decode(text, uts46=True))
    return calls | {
        "acelabel.compat.idna.valid_contextj": [lambda text: idna.valid_contextj(text, 0)],
        "acelabel.compat.idna.valid_contexto": [lambda text: idna.valid_contexto(text, 0)],
        "acelabel.compat.idna.valid_string_length": [lambda text: idna.valid_string_length(text, True)],
    }


def inside_text() -> dict[str, list[Call]]:
    """The functions on names inside text and on addresses."""
    known = {"example"}
    calls: dict[str, list[Call]] = {
        "acelabel.email.canonical": [email.canonical, lambda line: email.canonical(f"ü@{line}")],
        "acelabel.email.same_address": [lambda line: email.same_address(line, line)],
        "acelabel.email.inspect": [email.inspect, lambda line: email.inspect(f"a@{line}")],
        "acelabel.email.needs_smtputf8": [email.needs_smtputf8],
        "acelabel.email.to_ascii": [email.to_ascii, lambda line: email.to_ascii(f"ü@{line}")],
        "acelabel.email.to_unicode": [email.to_unicode, lambda line: email.to_unicode(f"ü@{line}")],
    }
    return calls | {
        "acelabel.text.find": [
            *(text.find, of_octets(text.find), partial(text.find, tlds=known, kinds=["bare"])),
            partial(text.find, defanged=True),
        ],
        "acelabel.text.redact": [
            *(text.redact, of_octets(text.redact), lambda line: text.redact(f"{line}@ü")),
            partial(text.redact, kinds=["bare", "url_host"], tlds=known),
        ],
        "acelabel.labels.escape": [labels.escape, of_octets(labels.escape)],
        "acelabel.labels.unescape": [labels.unescape, partial(labels.unescape, base=8), of_octets(labels.unescape)],
        "acelabel.zone.problems": [zone.problems, lambda line: zone.problems(octets(f"ü MX 1 {line}"), "unicode")],
        "acelabel.zone.to_ascii": [zone.to_ascii, lambda line: zone.to_ascii(octets(f"ü MX 1 {line}"), errors="keep")],
        "acelabel.zone.to_unicode": [lambda line: zone.to_unicode(f"xn--tda MX 1 {line}"), of_octets(zone.to_unicode)],
        "acelabel.text.to_ascii": [
            lambda line: text.to_ascii(f"//ü.{line}/ a@ü"),
            lambda line: text.to_ascii(octets(f"//ü.{line}/"), annotate=True, tlds=known),
        ],
        "acelabel.text.to_unicode": [
            lambda line: text.to_unicode(f"//xn--tda/ {line}"),
            lambda line: text.to_unicode(octets(f"xn--tda {line}"), everywhere=True, isolate=True),
        ],
    }


def lookalikes() -> dict[str, list[Call]]:
    """The functions that tell how names are shown and what texts look like."""
    watchlist = display.Watchlist(["paypal.com", "пример.рф"])
    plain: list[Callable[..., object]] = [
        security.identifier_status,
        security.identifier_types,
        security.mixed_numbers,
        security.restriction_level,
        security.resolved_scripts,
        security.skeleton,
    ]
    calls: dict[str, list[Call]] = {f"acelabel.security.{call.__name__}": [call] for call in plain}
    return calls | {
        "acelabel.security.bidi_skeleton": [lambda text: security.bidi_skeleton(f"א{text}", "rtl")],
        "acelabel.codepoint": [lambda text: acelabel.codepoint(text[:1] or "a")],
        "acelabel.security.confusables": [lambda text: security.confusables(text[:1] or "a")],
        "acelabel.security.confusable": [lambda text: security.confusable(text, text)],
        "acelabel.display.to_display": [display.to_display, partial(display.to_display, watchlist=watchlist)],
        "acelabel.display.report": [
            *(partial(display.report, watchlist=watchlist), watchlist.lookup),
            lambda text: watchlist.lookup_many([text]),
        ],
    }


def with_octets() -> dict[str, list[Call]]:
    """The functions that take octets, too."""
    functions: dict[str, Callable[..., object]] = {
        "acelabel.punycode.decode": punycode.decode,
        "acelabel.punycode.decode_with_case": punycode.decode_with_case,
        "acelabel.race.decode": race.decode,
        "acelabel.race.to_alabel": race.to_alabel,
        "acelabel.bootstring.Bootstring.decode": BOOTSTRING.decode,
    }
    calls: dict[str, list[Call]] = {name: [of_octets(function)] for name, function in functions.items()}
    return calls | {
        "acelabel.punycode.encode": [lambda text: punycode.encode(text, case_flags=repeat(True, len(text)))],
        "acelabel.punycode.trace_decode": [lambda text: punycode.trace_decode(bytearray(octets(text)))],
    }


def all_calls() -> list[tuple[str, Call]]:
    """Every function by its full name with every call of it."""
    groups = (names(), lists(), codecs(), inside_text(), lookalikes(), drop_in(), with_octets())
    return [(name, call) for group in groups for name, calls in group.items() for call in calls]
