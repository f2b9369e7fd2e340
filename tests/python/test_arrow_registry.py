"""Columns by the rules of a registry: `registry_check` and `registry_index`."""

import pytest
from arrow_columns import LAYOUTS, pa, rows_of
from engine_names import LABELS, REGISTRY, RULES, facts_of_verdict, indexes
from test_registry import of

from acelabel import arrow

ROWS = [*LABELS, "ü" * 300, "a\0b", *(f"ü{number}".replace("1", "u") for number in range(40))] * 50


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("threads", [1, 3])
def test_rows_are_those_of_the_functions_for_one_label(layout: str, threads: int) -> None:
    column = pa.chunked_array([pa.array(ROWS[:7]), pa.array(ROWS[7:])]).cast(layout)
    assert rows_of(arrow.registry_check(column, REGISTRY, threads=threads)) == [*map(facts_of_verdict, ROWS)]
    index = pa.chunked_array(arrow.registry_index(column, REGISTRY, threads=threads))
    assert (index.type, index.to_pylist()) == (column.type, indexes(ROWS))


def test_an_index_label_that_is_no_text_is_replaced() -> None:
    # A rule set may name a surrogate, which no column may hold.
    rules = of('<char cp="FFFF"><var cp="D800"/></char>')
    assert rules.index("\uffff") == "\ud800"
    assert rows_of(arrow.registry_index(pa.array(["\uffff"]), rules)) == ["\ufffd"]


def test_rules_of_another_kind() -> None:
    for function in (arrow.registry_check, arrow.registry_index):
        with pytest.raises(TypeError, match=r"argument 'rules' must be an acelabel\.registry\.Rules, not"):
            function(pa.array(["a"]), RULES)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"argument 'rules' must be an acelabel\.suffix\.Rules, not"):
        arrow.registrable(pa.array(["a"]), REGISTRY)  # type: ignore[arg-type]
