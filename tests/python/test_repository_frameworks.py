"""The recipes of docs/frameworks.md with the real libraries, and under hostile input what no example shows."""

import json
import logging
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest
from documented import DOCUMENTS, examples_of_document, failures_of

import acelabel

for library in ("django", "fastapi", "httpx2", "pydantic", "rest_framework", "sqlalchemy"):
    pytest.importorskip(library)

HOSTILE = [
    *("\ud800.example", "a\n.example", "\x00.example", "{offset}.example", "%(offset)s.%s", "bücher.example.", "."),
    *("-a.example", "a-.example", "1.2.3", "0x7f.1", "192.0.2.1", "１２７.1"),
    *("a" * 1_000_000, "ü" * 1_000_000, "a." * 500_000, "xn--" + "9" * 1_000_000),
]
NO_TEXTS = [None, ["a.example"], {"a": "a.example"}]
# The longest answer holds nothing of such an input.
MOST_OCTETS = 300


@pytest.fixture(scope="module")
def page() -> Generator[dict[str, Any]]:
    """The names of the session of examples, which can run once in a process: Django is set up once."""
    examples = examples_of_document((DOCUMENTS / "frameworks.md").read_text("utf-8"))
    assert failures_of(examples, clear_globs=False) == ""
    yield examples.globs
    examples.globs["log"].removeHandler(examples.globs["handler"])
    examples.globs["engine"].dispose()
    # Django keeps what is in memory alone open.
    examples.globs["connection"].connection.close()


def posted(client: Any, name: str) -> Any:
    """Of JSON in ASCII, in which a surrogate can be written."""
    return client.post("/sites", content=json.dumps({"name": name}), headers={"content-type": "application/json"})


def code_of(name: str) -> str:
    with pytest.raises(acelabel.AceError) as caught:
        acelabel.to_ascii(name, profile=acelabel.WHATWG_STRICT)
    return caught.value.code


@pytest.mark.parametrize("name", HOSTILE, ids=lambda name: ascii(name[:20]))
def test_pydantic_and_fastapi_refuse_without_the_input(page: dict[str, Any], name: str) -> None:
    answer = posted(page["client"], name)
    (error,) = answer.json()["detail"]
    assert (answer.status_code, error["type"], error["loc"]) == (422, code_of(name), ["body", "name"])
    assert len(answer.content) < MOST_OCTETS


@pytest.mark.parametrize("value", [*NO_TEXTS, 12, True], ids=repr)
def test_pydantic_and_fastapi_refuse_what_is_no_text(page: dict[str, Any], value: object) -> None:
    answer = page["client"].post("/sites", json={"name": value})
    assert (answer.status_code, answer.json()["detail"][0]["type"]) == (422, "string_type")


def test_the_handler_is_needed(page: dict[str, Any]) -> None:
    """When this fails, FastAPI answers to a surrogate by itself, and the page can leave the handler out."""
    app = page["FastAPI"]()
    app.post("/sites")(page["add"])
    with pytest.raises(UnicodeEncodeError):
        posted(page["TestClient"](app), "\ud800")


def test_the_schema_tells_what_goes_in_and_what_comes_out(page: dict[str, Any]) -> None:
    schemas = page["client"].get("/openapi.json").json()["components"]["schemas"]
    formats = {key: schemas[key]["properties"]["name"].get("format") for key in schemas if key.startswith("Site")}
    assert formats == {"Site-Input": None, "Site-Output": "hostname"}


@pytest.mark.parametrize("name", HOSTILE, ids=lambda name: ascii(name[:20]))
def test_django_refuses_without_the_input(page: dict[str, Any], name: str) -> None:
    form = page["ShopForm"]({"name": name})
    (error,) = form.errors.as_data()["name"]
    assert error.code == code_of(name)
    assert len(form.errors.as_json()) < MOST_OCTETS
    shops, refused = page["Shop"].objects, page["exceptions"].ValidationError
    for call in (shops.get, shops.create, lambda name: page["Shop"](name=name).full_clean()):
        with pytest.raises(refused):
            call(name=name)
    serializer = page["ShopSerializer"](data={"name": name})
    assert not serializer.is_valid()
    assert [error.code for error in serializer.errors["name"]] == [code_of(name)]
    assert len(json.dumps(serializer.errors)) < MOST_OCTETS


@pytest.mark.parametrize("value", NO_TEXTS, ids=repr)
def test_django_refuses_what_is_no_text(page: dict[str, Any], value: object) -> None:
    assert not page["ShopSerializer"](data={"name": value}).is_valid()
    with pytest.raises(page["exceptions"].ValidationError):
        page["Shop"](name=value).full_clean()


def test_django_searches_by_key_or_by_part(page: dict[str, Any]) -> None:
    shops = page["Shop"].objects
    assert shops.filter(name__in=["BÜCHER.example", "a.example"]).count() == 1
    assert shops.filter(name__endswith=".example", name__contains="--").count() == 1
    assert page["ShopForm"]({"name": ""}).errors.as_data()["name"][0].code == "required"
    name, _, arguments, options = page["Shop"]._meta.get_field("name").deconstruct()
    assert (name, arguments, options) == ("name", [], {"max_length": 253, "unique": True})


@pytest.mark.parametrize("value", [*HOSTILE[:2], *HOSTILE[-4:], 12, b"a.example"], ids=lambda value: ascii(value)[:20])
@pytest.mark.parametrize("column", ["name", "contact"])
def test_sqlalchemy_refuses(page: dict[str, Any], column: str, value: object) -> None:
    customer = page["Customer"]
    with page["Session"](page["engine"]) as session, pytest.raises(page["StatementError"]) as caught:
        session.scalars(page["select"](customer).where(getattr(customer, column) == value))
    assert isinstance(caught.value.orig, acelabel.AceError if isinstance(value, str) else TypeError)


def test_sqlalchemy_compares_by_key_in_every_form(page: dict[str, Any]) -> None:
    name, select = page["Customer"].name, page["select"]
    found = [
        name.in_(["BÜCHER.example.", "a.example"]),
        name.not_in(["a.example"]),
        name != "a.example",
        name.startswith("xn--"),
        name.is_not(None),
        page["Customer"].contact == "Info@bücher.example",
    ]
    with page["Session"](page["engine"]) as session:
        assert [session.scalars(select(name).where(one)).all() for one in found] == [["bücher.example"]] * len(found)
        session.add(page["Customer"](name="a.example", contact=None))
        assert session.scalars(select(page["Customer"].contact).where(name == "A.example")).all() == [None]
        session.add(page["Customer"](name="раураl.example", contact="a@b.example"))
        assert session.scalars(select(name).where(page["Customer"].contact.is_not(None))).all()[1:] == [
            "xn--l-7sba6dbr.example"
        ]
    literal = select(name).where(name == "BÜCHER.example").compile(compile_kwargs={"literal_binds": True})
    assert "= 'xn--bcher-kva.example'" in str(literal)


def test_logs_take_every_text(page: dict[str, Any], tmp_path: Path) -> None:
    log, lines = logging.getLogger("acelabel.frameworks"), tmp_path / "lines"
    for formatter in (page["WithUnicode"](), page["Lines"]()):
        handler = logging.FileHandler(lines, "w", "utf-8", errors="backslashreplace")
        handler.setFormatter(formatter)
        log.addHandler(handler)
        for name in ("\ud800.example", "a_" * 20 + ".example" * 300_000, "xn--bcher-kva.example"):
            try:
                acelabel.to_ascii(name)
                log.warning("%s", name)
            except acelabel.AceError:
                log.warning("%a", name[:20], exc_info=True)
        log.removeHandler(handler)
        handler.close()
        last = lines.read_text("utf-8").splitlines()[-1]
        assert last in (
            "xn--bcher-kva.example (bücher.example)",
            '{"level": "WARNING", "message": "xn--bcher-kva.example"}',
        )
    facts = [json.loads(line) for line in lines.read_text("utf-8").splitlines()]
    assert [line["error"]["code"] for line in facts[:2]] == ["surrogate", "std3_disallowed"]
    assert max(map(len, lines.read_text("utf-8").splitlines())) < 2 * MOST_OCTETS
