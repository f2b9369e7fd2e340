"""Compare two wheels answer by answer: `python tools/compare_wheels.py OLD NEW [--names COUNT]`.

OLD and NEW are Python interpreters, each of an environment in which a wheel of acelabel is installed. Both convert the
same names: those of the differential test (`tests/python/label_inputs.py`), and of every sixteenth a hostile form with
lone surrogates or many labels or characters. Compared are the forms, verdicts and inspections under each profile, and
the functions of `acelabel.compat.idna`; of an error its type, code, offset, label index and code point. The tool prints
each difference and how many names were compared. The exit status is 1 if there is a difference.
"""

import argparse
import itertools
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from acelabel import Profile

ROOT = Path(__file__).resolve().parent.parent
NAMES = 1_000_000
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


def tell(count: int) -> None:
    sys.path.insert(0, str(ROOT / "tests" / "python"))
    from label_inputs import names

    for number, (name, asked) in enumerate(zip(names(count, 1), itertools.cycle(profiles()), strict=False)):
        for text in (name,) if number % 16 else (name, hostile(name, number // 16)):
            print(ascii((text, list(answers(text, asked)))))


def difference(old: bytes, new: bytes) -> str:
    """The first answer that differs, in words."""
    (name, before), (other, after) = (eval(line, {}) for line in (old, new))
    if name != other:
        return f"the names differ: {name!a} and {other!a}"
    return next(
        f"{name!a}: {asked}: {one!a}, now {two!a}"
        for (asked, one), (_, two) in zip(before, after, strict=True)
        if one != two
    )


def compare(interpreters: list[str], count: int) -> int:
    """Run both interpreters and compare what they write. Returns how many names differ."""
    command = ("-I", __file__, "--tell", "--names", str(count))
    running = [subprocess.Popen([python, *command], stdout=subprocess.PIPE) for python in interpreters]
    compared = differing = 0
    for one, other in zip(*(run.stdout or () for run in running), strict=False):
        compared += 1
        if one != other:
            differing += 1
            if differing <= SHOWN:
                print(difference(one, other), flush=True)
    failed = [python for python, run in zip(interpreters, running, strict=True) if run.wait() != 0]
    print(f"{compared:,} names compared, {differing:,} differ" + "".join(f"; {python} failed" for python in failed))
    return differing + len(failed)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("interpreters", nargs="*", metavar="PYTHON", help="the interpreters, OLD and NEW")
    parser.add_argument("--names", type=int, default=NAMES, help=f"how many names; {NAMES:,} if not given")
    parser.add_argument("--tell", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.tell:
        tell(arguments.names)
        return 0
    if len(arguments.interpreters) != 2:
        parser.error("two interpreters are needed")
    return 1 if compare(arguments.interpreters, arguments.names) else 0


if __name__ == "__main__":
    sys.exit(main())
