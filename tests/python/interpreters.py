"""A program: uses acelabel in several interpreters of one process, one of which ends before the others.

Arguments: "main" or "other", where acelabel is imported first; "legacy" or "isolated", the kind of the others.
Writes one line for each run in an interpreter: "right", or what was raised. Ends with "end".
"""

import importlib
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import Any

USE = """
import gc, pickle
import acelabel, acelabel.codecs
from acelabel import punycode
from acelabel.compat import idna

def raised(family, call, *args, **keywords):
    try:
        call(*args, **keywords)
    except family as error:
        assert type(error) is family and str(error)
        return error
    raise SystemError(f"{call} raised nothing")

for _ in range(3):
    assert raised(acelabel.AceError, acelabel.to_ascii, "xn--a").code == "disallowed_codepoint"
    assert raised(acelabel.AceError, acelabel.to_ascii_many, ["a", "xn--a"]).index == 1
    assert raised(acelabel.AceError, punycode.decode, "!").offset == 0
    assert isinstance(raised(idna.IDNAError, idna.encode, "a..b"), UnicodeError)
    assert raised(TypeError, acelabel.to_ascii, None).args
    assert acelabel.to_ascii_many(["xn--a", None, "Ü"], errors="null") == [None, None, "xn--tda"]
    assert punycode.decode_many(["!", None, "tda"], errors="null") == [None, None, "ü"]
    raised(TypeError, acelabel.to_ascii_many, [1], errors="null")
    profile = acelabel.UTS46.replace(check_hyphens=True)
    assert isinstance(profile, acelabel.Profile) and pickle.loads(pickle.dumps(profile)) == profile
    assert acelabel.to_ascii("Bücher.de", profile=profile) == "xn--bcher-kva.de" and "check_hyphens" in repr(profile)
    assert isinstance(acelabel.inspect("a..xn--a").errors[0], acelabel.AceError)
    assert str(punycode.trace_encode("bücher")) and len(punycode.trace_decode("tda")) == 1
    acelabel.codecs.register()
    assert "bücher".encode("acelabel-punycode") == b"bcher-kva"
    gc.collect()
"""


def module() -> Any:
    try:
        return importlib.import_module("_interpreters")
    except ImportError:
        return importlib.import_module("_xxsubinterpreters")


INTERPRETERS = module()


def create(kind: str) -> Any:
    if INTERPRETERS.__name__ == "_interpreters":
        return INTERPRETERS.create(kind)
    return INTERPRETERS.create(isolated=kind == "isolated")


def run(interpreter: Any) -> str:
    """Return what came of the program in the interpreter."""
    if hasattr(INTERPRETERS, "exec"):
        raised = INTERPRETERS.exec(interpreter, USE)
        return "right" if raised is None else f"{raised.type.__name__}: {raised.msg}"
    try:
        INTERPRETERS.run_string(interpreter, USE)
    except INTERPRETERS.RunFailedError as error:
        return str(error).replace("<class '", "").replace("'>", "", 1)
    return "right"


def in_threads(interpreters: list[Any]) -> list[str]:
    """Return what came of the program in each interpreter, all at a time."""
    with ThreadPoolExecutor(len(interpreters)) as pool:
        return list(pool.map(run, interpreters))


def main(first: str, kind: str) -> None:
    if first == "main":
        exec(USE, {})
    for _ in range(2):
        one, other = create(kind), create(kind)
        print(run(one))
        print(run(other))
        print("\n".join(in_threads([one, other])))
        INTERPRETERS.destroy(one)
        print(run(other))
        INTERPRETERS.destroy(other)
        exec(USE, {})
    print("end")


if __name__ == "__main__":
    main(*sys.argv[1:])
