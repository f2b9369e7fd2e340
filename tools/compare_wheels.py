"""Compare two wheels answer by answer: `python tools/compare_wheels.py OLD NEW [--names COUNT] [--texts COUNT]`.

OLD and NEW are Python interpreters, each of an environment with a wheel of acelabel and pyarrow. Both get the same
inputs:

- Names of the differential test (`tests/python/label_inputs.py`), and of every sixteenth a hostile form with lone
  surrogates or many labels or characters. Compared are the forms, verdicts and inspections under each profile, and the
  functions of `acelabel.compat.idna`.
- Texts, URLs and comments (`tests/python/text_inputs.py`), of which names are found and rewritten, and which are taken
  for hosts and addresses.
- Columns of a thousand of these names or texts, in each layout, for every work that both wheels have.

Of an error its type, code, offset, label index and code point are compared. The tool prints each difference and how
many inputs were compared. The exit status is 1 if there is a difference.
"""

import argparse
import itertools
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from acelabel import Profile

ROOT = Path(__file__).resolve().parent.parent
NAMES = 1_000_000
TEXTS = 150_000
ROWS = 1000
SHOWN = 20


def profiles() -> "list[dict[str, Profile]]":
    """The profiles with names, each time with another one, so that every flag is switched."""
    from acelabel import DNS, IDNA2003, IDNA2008, UTS46, WHATWG
    from acelabel._native import PROFILES, profile_of

    others = {
        "UTS46, hyphens": UTS46.replace(check_hyphens=True, transitional_processing=True, allow_root_dot=False),
        "WHATWG, lax": WHATWG.replace(check_bidi=False, check_joiners=False, ignore_invalid_punycode=True),
        "IDNA2008, any length": IDNA2008.replace(verify_dns_length=False, check_hyphens=False),
        "IDNA2003, lax": IDNA2003.replace(allow_unassigned=True, use_std3_ascii_rules=False, verify_dns_length=False),
        "DNS, hyphens": DNS.replace(check_hyphens=True, ignore_invalid_punycode=True, deny_url_code_points=True),
    }
    named = {name: profile_of(name) for name in PROFILES}  # type: ignore[arg-type]
    return [named | {title: other} for title, other in others.items()]


def outcome(function: Callable[..., object], name: str, **options: object) -> object:
    """Return what a call returns, or its error."""
    try:
        return function(name, **options)
    except UnicodeError as error:
        return told(error)


def told(answer: object) -> object:
    """An answer, with errors as their facts."""
    if isinstance(answer, tuple):
        return tuple(map(told, answer))
    if isinstance(answer, UnicodeError):
        facts = (getattr(answer, fact, None) for fact in ("code", "offset", "position", "label_index", "codepoint"))
        return type(answer).__name__, *facts, getattr(answer.__cause__, "code", None)
    return answer


def answers(name: str, profiles: "dict[str, Profile]") -> Iterator[tuple[str, object]]:
    """Every answer for one name, and what was asked."""
    import acelabel
    from acelabel._native import inspect_facts
    from acelabel.compat import idna

    for title, profile in profiles.items():
        for direction in (acelabel.to_ascii, acelabel.to_unicode):
            yield f"{direction.__name__}, {title}", outcome(direction, name, profile=profile)
            yield f"{direction.__name__}, {title}, keep", outcome(direction, name, profile=profile, errors="keep")
        for function in (acelabel.alabel, acelabel.ulabel, acelabel.is_valid):
            yield f"{function.__name__}, {title}", outcome(function, name, profile=profile)
        yield f"inspect, {title}", told(inspect_facts(name, profile))
    yield "canonical", outcome(acelabel.canonical, name)
    of_idna: tuple[Callable[..., object], ...] = (idna.alabel, idna.ulabel, idna.check_label, idna.check_bidi)
    for asked in (idna.encode, idna.decode, *of_idna):
        yield f"idna.{asked.__name__}", outcome(asked, name)
    for options in ({"uts46": True}, {"uts46": True, "std3_rules": True}, {"strict": True}):
        yield f"idna.encode, {options}", outcome(idna.encode, name, **options)
        yield f"idna.decode, {options}", outcome(idna.decode, name, display=True, **options)


def answers_for_text(text: str) -> Iterator[tuple[str, object]]:
    """Every answer for one text, and what was asked."""
    from acelabel import email, host, zone
    from acelabel import text as names_in_text

    known = {"example", "com", "рф"}
    options: list[dict[str, Any]] = [{}, {"everywhere": True}, {"tlds": known}]
    for asked in options:
        yield f"find, {asked}", repr(names_in_text.find(text, **asked))
        yield f"text.to_ascii, {asked}", names_in_text.to_ascii(text, **asked)
        yield f"text.to_unicode, {asked}", names_in_text.to_unicode(text, **asked)
    yield "find, defanged", repr(names_in_text.find(text, defanged=True))
    for function in (host.parse, host.of_url, email.to_ascii, email.to_unicode, email.canonical, zone.to_ascii):
        yield f"{function.__module__}.{function.__name__}", repr(outcome(function, text))
    yield "email.inspect", repr(email.inspect(text))


def answers_of_columns(rows: list[str]) -> Iterator[tuple[str, object]]:
    """Every answer for a column of these texts, in each layout, and what was asked."""
    import pyarrow as pa

    from acelabel import arrow, display, suffix
    from acelabel._works import WORKS

    plain = pa.array([None, *(row.encode(errors="replace").decode() for row in rows)])
    layouts = (plain, plain.cast(pa.large_string()), plain.cast(pa.string_view()), plain.dictionary_encode())
    given: dict[str, object] = {
        "suffixes": suffix.Rules(["com", "co.uk", "*.ck", "!www.ck", "рф"]),
        "watchlist": display.Watchlist(["example.com", "bücher.example"], labels=["paypal", "apple"]),
        "zone": "example",
    }
    for work in WORKS:
        function = getattr(arrow, work.name)
        needed = [given[work.rules]] if work.rules in given else []
        options = {"errors": "null"} if work.can_refuse else {}
        for column in layouts:
            yield f"{work.name}, {column.type}", pa.array(function(column, *needed, **options)).to_pylist()


def hostile(name: str, kind: int) -> str:
    """A name that the generator does not make."""
    half = len(name) // 2
    match kind % 4:
        case 0:
            return name[:half] + chr(0xD800 + kind % 0x800) + name[half:]
        case 1:
            return (name + ".") * (kind % 150)
        case 2:
            return name[:half] + name[half : half + 1] * (kind % 3000) + name[half:]
        case _:
            return name[:half] + "\u0316\u0301\u0323"[kind % 3 :] * (kind % 700) + name[half:]


def tell(name_count: int, text_count: int) -> None:
    sys.path.insert(0, str(ROOT / "tests" / "python"))
    from label_inputs import names
    from text_inputs import comments, texts, urls

    for number, (name, asked) in enumerate(zip(names(name_count, 1), itertools.cycle(profiles()), strict=False)):
        for text in (name,) if number % 16 else (name, hostile(name, number // 16)):
            print(ascii((text, list(answers(text, asked)))))
    third = text_count // 3
    lines = [*texts(third, "0"), *urls(third, "0"), *comments(third, "0")]
    for line in lines:
        print(ascii((line, list(answers_for_text(line)))))
    every = [*names(text_count, 2), *lines]
    for start in range(0, len(every), ROWS):
        print(ascii((f"a column, from row {start}", list(answers_of_columns(every[start : start + ROWS])))))


def difference(old: bytes, new: bytes) -> str | None:
    """The first answer that differs, in words. A work that one of the wheels does not have is none."""
    (name, before), (other, after) = (eval(line, {}) for line in (old, new))
    if name != other:
        return f"the inputs differ: {name!a} and {other!a}"
    now = dict(after)
    differing = ((asked, one, now[asked]) for asked, one in before if asked in now and now[asked] != one)
    for asked, one, two in differing:
        if isinstance(one, list):
            one, two = next(pair for pair in zip(one, two, strict=True) if pair[0] != pair[1])
        return f"{name!a}: {asked}: {one!a}, now {two!a}"
    return None


def compare(interpreters: list[str], name_count: int, text_count: int) -> int:
    """Run both interpreters and compare what they write. Returns how many inputs differ."""
    command = ("-I", __file__, "--tell", "--names", str(name_count), "--texts", str(text_count))
    running = [subprocess.Popen([python, *command], stdout=subprocess.PIPE) for python in interpreters]
    compared = differing = 0
    for one, other in zip(*(run.stdout or () for run in running), strict=False):
        compared += 1
        if one != other and (found := difference(one, other)):
            differing += 1
            if differing <= SHOWN:
                print(found, flush=True)
    failed = [python for python, run in zip(interpreters, running, strict=True) if run.wait() != 0]
    print(f"{compared:,} inputs compared, {differing:,} differ" + "".join(f"; {python} failed" for python in failed))
    return differing + len(failed)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("interpreters", nargs="*", metavar="PYTHON", help="the interpreters, OLD and NEW")
    parser.add_argument("--names", type=int, default=NAMES, help=f"how many names; {NAMES:,} if not given")
    parser.add_argument("--texts", type=int, default=TEXTS, help=f"how many texts; {TEXTS:,} if not given")
    parser.add_argument("--tell", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.tell:
        tell(arguments.names, arguments.texts)
        return 0
    if len(arguments.interpreters) != 2:
        parser.error("two interpreters are needed")
    return 1 if compare(arguments.interpreters, arguments.names, arguments.texts) else 0


if __name__ == "__main__":
    sys.exit(main())
