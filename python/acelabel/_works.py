"""The functions of columns, as engines need them when they run: rows of tools/works_table.py."""

from contextlib import suppress
from functools import partial
from importlib import import_module
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

IN_TEXT = {
    "find": ("kinds", "tlds", "everywhere", "defanged", "profile"),
    "rewrite": ("kinds", "tlds", "profile"),
    "kinds": ("kinds", "profile"),
}
"""The arguments about names inside texts. What is given always has those of "find", and behind them the format."""


class Work(NamedTuple):
    """A function of columns, with the fields that tools/works_table.py describes."""

    name: str
    sql: str | None
    refused: Literal["errors", "false", "told", "never"]
    result: str
    rules: Literal[
        "profile",
        "policy",
        "zone",
        "suffixes",
        "watchlist",
        "registry",
        "find",
        "rewrite",
        "kinds",
        "url",
        "clients",
        "none",
    ]
    one: str

    def function(self, suffix: str = "") -> "Callable[..., Any]":
        """The function for one text; with the suffix "_many" that for a list."""
        # A module is an attribute, too.
        path = self.one.removeprefix("acelabel.") + suffix
        found: Callable[..., Any] = attrgetter(path)(import_module("acelabel"))
        return found

    @property
    def has_list(self) -> bool:
        """Return whether there is a function for a list."""
        with suppress(AttributeError):
            return callable(self.function("_many"))
        return False

    @property
    def can_refuse(self) -> bool:
        """Return whether `errors` is an argument."""
        return self.refused == "errors"

    @property
    def can_keep(self) -> bool:
        """Return whether `errors` may be "keep", which no result but a text can be."""
        return self.can_refuse and self.result == "text"

    def options(self, given: Any) -> dict[str, Any]:
        """The rules as `function` takes them."""
        if self.rules == "zone":
            return dict(zip(("zone", "equal", "profile"), given, strict=True))
        if self.rules == "clients":
            return dict(zip(("among", "url"), given, strict=True))
        if taken := IN_TEXT.get(self.rules):
            return {name: value for name, value in zip(IN_TEXT["find"], given[:-1], strict=True) if name in taken}
        return {} if self.rules == "none" else {"bare" if self.rules == "url" else self.rules: given}

    def bound(self, given: Any) -> "Callable[[str], Any]":
        """The function for one text with its rules."""
        if self.rules in ("suffixes", "watchlist", "registry"):
            return partial(self.function(), given)
        if self.rules in IN_TEXT and given[-1] != "text":
            return partial(_of_file, self.name, given[-1], given[-2])
        return partial(self.function(), **self.options(given))


def _of_file(work: str, format: str, profile: Any, text: str) -> Any:
    """The result for a text that is a file of a format."""
    from acelabel import files, zone

    if work == "text_find":
        return files.find(text, format)
    to: Any = work.removeprefix("text_")
    if format == "zone":
        return getattr(zone, to)(text, profile=profile, errors="keep")
    rewriter, octets = files.Rewriter(format, to, profile=profile, errors="keep"), text.encode("utf-8", "surrogatepass")
    return (rewriter.feed(octets) + rewriter.finish()).decode("utf-8", "surrogatepass")


WORKS = (
    # works: begin
    Work("to_ascii", "idna_encode", "errors", "text", "profile", "acelabel.to_ascii"),
    Work("to_unicode", "idna_decode", "errors", "text", "profile", "acelabel.to_unicode"),
    Work("punycode_encode", "punycode_encode", "errors", "text", "none", "acelabel.punycode.encode"),
    Work("punycode_decode", "punycode_decode", "errors", "text", "none", "acelabel.punycode.decode"),
    Work("text_find", "text_find", "never", "find", "find", "acelabel.text.find"),
    Work("text_to_ascii", "text_to_ascii", "never", "text", "rewrite", "acelabel.text.to_ascii"),
    Work("text_to_unicode", "text_to_unicode", "never", "text", "kinds", "acelabel.text.to_unicode"),
    Work("canonical", "idna_canonical", "errors", "text", "none", "acelabel.canonical"),
    Work("email_canonical", "email_canonical", "errors", "text", "none", "acelabel.email.canonical"),
    Work("url_host", "url_host", "errors", "text", "url", "acelabel.host.ascii_of_url"),
    Work("host", "url_host_parts", "errors", "host", "url", "acelabel.host.of_url"),
    Work("is_below", None, "errors", "bool", "zone", "acelabel.is_below"),
    Work("clients_agreed", "idna_agreed", "errors", "text", "clients", "acelabel.clients.agreed"),
    Work("registrable", "registrable_domain", "errors", "text", "suffixes", "acelabel.suffix.Rules.registrable"),
    Work("suffix_parts", "registrable_parts", "errors", "suffix_parts", "suffixes", "acelabel.suffix.Rules.parts"),
    Work("to_display", "idna_display", "never", "text", "policy", "acelabel.display.to_display"),
    Work("display_report", None, "told", "display_report", "policy", "acelabel.display.report"),
    Work("lookalikes", "idna_lookalike", "never", "lookalike", "watchlist", "acelabel.display.Watchlist.lookup"),
    Work("skeleton", "idna_skeleton", "never", "text", "none", "acelabel.security.skeleton"),
    Work("registry_check", "registry_check", "never", "registry_check", "registry", "acelabel.registry.Rules.check"),
    Work("registry_index", "registry_index", "never", "text", "registry", "acelabel.registry.Rules.index"),
    Work("is_valid", "idna_valid", "false", "bool", "profile", "acelabel.is_valid"),
    Work("to_ascii_report", "idna_report", "told", "report", "profile", "acelabel.to_ascii"),
    Work("to_unicode_report", None, "told", "report", "profile", "acelabel.to_unicode"),
    Work("url_host_report", "url_host_report", "told", "report", "url", "acelabel.host.ascii_of_url"),
    Work(
        "registrable_report",
        "registrable_domain_report",
        "told",
        "report",
        "suffixes",
        "acelabel.suffix.Rules.registrable",
    ),
    # works: end
)

BY_NAME = {work.name: work for work in WORKS}
