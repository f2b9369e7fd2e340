"""SQLite: functions of SQL, which `register` adds.

>>> import sqlite3
>>> import acelabel.sqlite
>>> connection = sqlite3.connect(":memory:")
>>> acelabel.sqlite.register(connection)
>>> connection.execute("select idna_encode('Bücher.example'), try_idna_encode('a..b'), idna_valid(null)").fetchone()
('xn--bcher-kva.example', None, None)
>>> connection.execute("select idna_report('a..b') ->> 'code'").fetchone()
('empty_label',)
"""

import json
import sqlite3
from collections.abc import Callable
from functools import partial
from typing import Any

import acelabel
from acelabel import UTS46, AceError, display, security, text
from acelabel._engines import Policies, Rules, policy_of, rules, sql_functions
from acelabel._native import to_ascii_or_none, to_unicode_or_none

__all__ = ["register"]


def register(connection: sqlite3.Connection, *, profile: Rules = UTS46, policy: Policies = "lookalike_aware") -> None:
    """Add functions to a connection: `idna_*`, `punycode_*`, `race_*` and `text_*`, as docs/engines.md lists them.

    A text that is refused ends the query, and the message of sqlite3 does not say why. With `try_` before the name it
    gives NULL, as NULL does. `idna_report` gives JSON of `value`, `code`, `label_index` and `offset`. A number or a
    blob ends the query, with `try_` too.

    Args:
        connection: The connection. Functions of the same names are replaced, which no transaction undoes.
        profile: The rules: a Profile, or the name of one in lower case.
        policy: The rules of `idna_display`: a Policy, or the name of one in lower case.

    Raises:
        ValueError: There is no profile or no policy of this name.
        sqlite3.OperationalError: A query of the connection is read, and the functions are there already.
    """
    chosen = rules(profile)
    functions: dict[str, Callable[..., Any]] = {
        name: getattr(acelabel, name) if chosen == UTS46 else partial(getattr(acelabel, name), profile=chosen)
        for name in ("to_ascii", "to_unicode", "is_valid")
    }
    for codec in ("punycode", "race"):
        functions |= {f"{codec}_{way}": getattr(getattr(acelabel, codec), way) for way in ("encode", "decode")}
    for name in ("to_ascii", "to_unicode"):
        functions[f"text_{name}"] = partial(getattr(text, name), profile=chosen)
    functions["to_display"] = partial(display.to_display, policy=policy_of(policy))
    functions["skeleton"] = security.skeleton
    functions["to_ascii_report"] = partial(_report, functions["to_ascii"])
    for name, batches in sql_functions(profile, policy):
        make = _nullable if name[:4] == "try_" else _strict
        convert = _COMPILED.get(name) if chosen == UTS46 else None
        try:
            connection.create_function(name, 1, convert or make(functions[batches.__name__]), deterministic=True)
        except sqlite3.OperationalError as error:
            raise sqlite3.OperationalError(_BUSY) from error


_BUSY = "functions are not replaced while a query of the connection is read: read it to its end, or close its cursor"


# What is called most, without a function of Python for NULL.
_COMPILED = {"idna_encode": to_ascii_or_none, "idna_decode": to_unicode_or_none}


def _strict(convert: Callable[[str], Any]) -> Callable[[object], Any]:
    return lambda value: None if value is None else convert(_text(value))


def _nullable(convert: Callable[[str], Any]) -> Callable[[object], Any]:
    def attempt(value: object) -> Any:
        try:
            return None if value is None else convert(_text(value))
        except AceError:
            return None

    return attempt


def _text(value: object) -> str:
    # Some functions take bytes, too, but a blob is no text in SQL.
    if not isinstance(value, str):
        raise TypeError(f"the argument must be text, not {type(value).__name__}")
    return value


def _report(to_ascii: Callable[[str], str], text: str) -> str:
    try:
        facts: tuple[Any, ...] = (to_ascii(text), None, None, None)
    except AceError as error:
        facts = (None, error.code, error.label_index, error.offset)
    return json.dumps(dict(zip(("value", "code", "label_index", "offset"), facts, strict=True)), ensure_ascii=False)
