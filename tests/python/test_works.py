"""The functions of columns follow from the rows of tools/works_table.py, in every module and in SQL."""

from __future__ import annotations

from engine_names import REGISTRY

import acelabel
from acelabel import _works, arrow, clients, display, email, host, punycode, registry, security, suffix, text
from acelabel._engines import sql_functions

# Written down once more: a row that is lost is lost in every module and in the tests that follow from the rows.
SQL = {
    "email_canonical": email.canonical,
    "idna_agreed": clients.agreed,
    "idna_canonical": acelabel.canonical,
    "idna_encode": acelabel.to_ascii,
    "idna_decode": acelabel.to_unicode,
    "idna_display": display.to_display,
    "idna_lookalike": display.Watchlist.lookup,
    "idna_report": acelabel.to_ascii,
    "idna_skeleton": security.skeleton,
    "idna_valid": acelabel.is_valid,
    "punycode_decode": punycode.decode,
    "punycode_encode": punycode.encode,
    "registrable_domain": suffix.Rules.registrable,
    "registrable_domain_report": suffix.Rules.registrable,
    "registrable_parts": suffix.Rules.parts,
    "registry_check": registry.Rules.check,
    "registry_index": registry.Rules.index,
    "text_find": text.find,
    "text_to_ascii": text.to_ascii,
    "text_to_unicode": text.to_unicode,
    "url_host": host.ascii_of_url,
    "url_host_parts": host.of_url,
    "url_host_report": host.ascii_of_url,
}


def test_the_functions_of_sql() -> None:
    works = [work for work in _works.WORKS if work.sql is not None]
    assert {work.sql: work.function() for work in works} == SQL
    tried = {f"try_{work.sql}" for work in works if work.can_refuse}
    related = {name for name in SQL.keys() | tried if "regist" in name} | {"idna_lookalike"}
    assert {name for name, _ in sql_functions("uts46", "strict")} == (SQL.keys() | tried) - related
    related_to = suffix.Rules(["com"]), display.Watchlist(["a.com"]), False, None, REGISTRY
    assert {name for name, _ in sql_functions("uts46", "strict", *related_to)} == SQL.keys() | tried


def test_the_functions_of_columns() -> None:
    assert {"Column", *(work.name for work in _works.WORKS)} == set(arrow.__all__)
