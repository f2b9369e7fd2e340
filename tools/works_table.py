"""The functions of columns: a row says all there is to say of one. tools/works.py writes what follows from the rows."""

from typing import Literal, NamedTuple

FIELDS = {
    "report": {"value": "text", "code": "text", "label_index": "int32", "offset": "int64", "message": "text"},
    "display_report": {
        "value": "text",
        "reason": "text",
        "label_index": "int32",
        "offset": "int64",
        "codepoint": "int32",
    },
    "host": {
        "kind": "text",
        "ascii": "text",
        "unicode": "text",
        "port": "int32",
        "code": "text",
        "offset": "int64",
        "reserved": "text",
    },
    "suffix_parts": {"suffix": "text", "registrable": "text", "subdomain": "text"},
    "registry_check": {"eligible": "bool", "disposition": "text", "code": "text", "offset": "int64"},
    "lookalike": {"target": "text", "how": "text", "score": "float64", "start": "int64", "end": "int64"},
    "find": {
        "start": "int64",
        "end": "int64",
        "kind": "text",
        "name": "text",
        "is_escaped": "bool",
        "code": "text",
        "is_defanged": "bool",
        "decoded": "text",
    },
}
"""The fields of the results that are structs, or lists of them, and their types, by the names of such results. The
value of a report has the type of the column; every other text has offsets of 32 bits."""


class Work(NamedTuple):
    """A function of columns."""

    name: str
    """The name of the function of `acelabel.arrow`."""

    sql: str | None
    """The name in SQL. With `try_` before it a refused text gives NULL, where a text can be refused."""

    rust: str
    """The `Work` of src/works/work.rs."""

    refused: Literal["errors", "false", "told", "never"]
    """The result for a refused text: what the argument `errors` says; or it is false, and true for all other texts; or
    why it is refused. Or no text is."""

    result: str
    """The type of the results: "text", "bool", or a key of `FIELDS`, for structs and, of "find", lists of structs."""

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
    """The argument that it takes besides texts; "zone" is the three of `acelabel.is_below`, "find" the five of
    `acelabel.text.find`, "rewrite" and "kinds" are those of them that columns of rewritten texts take, each with
    `format`; "url" is `bare`, "clients" the two of `acelabel.clients.agreed`."""

    one: str
    """The function for one text."""

    short: str
    """The kind of its results, for the docstrings of methods."""

    long: str
    """The description of its work, for `acelabel.arrow`."""

    takes: str
    """The kind of its texts."""

    returns: str = "A Column."
    method: str = ""
    """The name of the method of an engine, where it is not `name`; "-" where no engine has one."""

    @property
    def can_refuse(self) -> bool:
        """Return whether `errors` is an argument."""
        return self.refused == "errors"

    @property
    def is_struct(self) -> bool:
        """Return whether the results are structs."""
        return self.result in FIELDS and self.result != "find"

    @property
    def fields(self) -> dict[str, str]:
        """The fields of the results; none where they are no structs."""
        return FIELDS.get(self.result, {})

    @property
    def method_name(self) -> str:
        """The name of the method of an engine."""
        return self.method or self.name


_REPORT = """A Column of structs. `value` is the result, with the type of the input, null for a row that is refused.
`code` (utf8), `label_index` (int32) and `offset` (int64) are those of the AceError, and `message` (utf8) is its
reason, with the rule of RFC 5892 or of the Bidi Rule that was broken. They are null for all other rows."""
_HOST = """A Column of structs: `kind`, `ascii` and `unicode` (utf8), `port` (int32) of the Host, and `reserved`
(utf8), the reserved name in the `reasons` of a domain; or, if the row is refused and `errors` is "null", `code`
(utf8) and `offset` (int64) of the AceError. All other fields are null, and so is `port` where the URL has none.
Only a row that is null is a null."""
_PARTS = """A Column of structs: `suffix`, `registrable` and `subdomain` (utf8) of the Parts, each null where there
is none. A row is null where it is, or is refused."""
_LOOKALIKE = """A Column of structs: `target` and `how` (utf8), `score` (float64), `start` and `end` of the span (int64)
of the first Lookalike, which is null where there is none."""
_CHECKED = """A Column of structs: `eligible` (bool) and `disposition` (utf8) of the Verdict, `code` (utf8) and
`offset` (int64) of its first Problem, which are null where there is none, or no place. Only a row that is null
is null."""
_FOUND = """A Column of lists of structs: `start`, `end` (int64, in characters of the row), `kind`, `name` (utf8),
`is_escaped` (bool), `code` (utf8), `is_defanged` (bool) and `decoded` (utf8) of each Found. The last four are
null in another format than "text", where names are not judged. Only a row that is null is null."""
_SHOWN = """A Column of structs: `value`, what is shown, and `reason` (utf8), `label_index` (int32), `offset` (int64),
`codepoint` (int32) of the first label that is not in Unicode; null where there is none, or no code point."""

WORKS = (
    Work(
        *("to_ascii", "idna_encode", "Work::Name(Form::Ascii)", "errors", "text", "profile", "acelabel.to_ascii"),
        *("Domain names in ASCII", "Convert domain names to their ASCII form", "names"),
    ),
    Work(
        *("to_unicode", "idna_decode", "Work::Name(Form::Unicode)", "errors", "text", "profile", "acelabel.to_unicode"),
        *("Domain names in Unicode", "Convert domain names to their Unicode form", "names"),
    ),
    Work(
        *("punycode_encode", "punycode_encode", "Work::PunycodeEncode", "errors", "text", "none"),
        "acelabel.punycode.encode",
        *("Texts encoded", "Encode texts (RFC 3492)", "texts"),
    ),
    Work(
        *("punycode_decode", "punycode_decode", "Work::PunycodeDecode", "errors", "text", "none"),
        "acelabel.punycode.decode",
        *("Encoded forms decoded", "Decode encoded forms (RFC 3492)", "encoded forms"),
    ),
    Work(
        *("text_find", "text_find", "Work::Find", "never", "find", "find", "acelabel.text.find"),
        *("The names inside texts, as lists of structs", "Find the names inside texts", "texts", _FOUND),
    ),
    Work(
        *("text_to_ascii", "text_to_ascii", "Work::Text(Form::Ascii)", "never", "text", "rewrite"),
        "acelabel.text.to_ascii",
        *("Names inside texts, in ASCII", "Rewrite the names inside texts with their ASCII form", "texts"),
    ),
    Work(
        *("text_to_unicode", "text_to_unicode", "Work::Text(Form::Unicode)", "never", "text", "kinds"),
        "acelabel.text.to_unicode",
        *("Names inside texts, in Unicode", "Rewrite the names inside texts with their Unicode form", "texts"),
    ),
    Work(
        *("canonical", "idna_canonical", "Work::Canonical", "errors", "text", "none", "acelabel.canonical"),
        "The spelling of domain names by which to compare and store them",
        *("Give domain names the spelling by which to compare and store them", "names"),
    ),
    Work(
        *("email_canonical", "email_canonical", "Work::CanonicalAddress", "errors", "text", "none"),
        "acelabel.email.canonical",
        "The spelling of e-mail addresses by which to compare and store them",
        *("Give addresses of e-mail the spelling by which to compare and store them", "addresses"),
    ),
    Work(
        *("url_host", "url_host", "Work::UrlHost(Reading::Url(None))", "errors", "text", "url"),
        "acelabel.host.ascii_of_url",
        *("The hosts of URLs in ASCII", "Read the hosts of URLs, in ASCII", "URLs"),
    ),
    Work(
        *("host", "url_host_parts", "Work::Host(Reading::Url(None))", "errors", "host", "url", "acelabel.host.of_url"),
        "The hosts of URLs, with their kinds and ports",
        *("Read the hosts of URLs, in both forms, with their kinds and ports", "URLs", _HOST),
    ),
    Work(
        *("is_below", None, "Work::Below", "errors", "bool", "zone", "acelabel.is_below"),
        *("Which domain names lie below a zone", "Say which domain names lie below a zone", "names"),
        "A Column of booleans.",
    ),
    Work(
        *(
            "clients_agreed",
            "idna_agreed",
            "Work::Agreed(false)",
            "errors",
            "text",
            "clients",
            "acelabel.clients.agreed",
        ),
        "The hosts that all of some programs go to",
        *("Find the hosts that all of some programs go to", "names, or URLs"),
    ),
    Work(
        *("registrable", "registrable_domain", "Work::Registrable", "errors", "text", "suffixes"),
        "acelabel.suffix.Rules.registrable",
        *("The registrable domains of domain names", "Find the registrable domains of domain names", "names"),
        "A Column. A name that has no registrable domain is null.",
    ),
    Work(
        *("suffix_parts", "registrable_parts", "Work::SuffixParts", "errors", "suffix_parts", "suffixes"),
        *("acelabel.suffix.Rules.parts", "The public suffixes, registrable domains and subdomains of domain names"),
        *("Divide domain names into public suffix, registrable domain and subdomain", "names", _PARTS),
    ),
    Work(
        *("to_display", "idna_display", "Work::Display(Policy::LOOKALIKE_AWARE)", "never", "text", "policy"),
        "acelabel.display.to_display",
        *("Domain names as they are shown", "Show domain names", "names"),
    ),
    Work(
        *("display_report", None, "Work::Display(Policy::LOOKALIKE_AWARE)", "told", "display_report", "policy"),
        "acelabel.display.report",
        "As `to_display`, with why names are not shown in Unicode",
        *("Show domain names, and say in the same pass why they are not shown in Unicode", "names", _SHOWN, "-"),
    ),
    Work(
        *("lookalikes", "idna_lookalike", "Work::Lookalike", "never", "lookalike", "watchlist"),
        "acelabel.display.Watchlist.lookup",
        *("The watched names and labels that names look like most", "Look up what names look like most"),
        *("names, or texts with names", _LOOKALIKE),
    ),
    Work(
        *("skeleton", "idna_skeleton", "Work::Skeleton", "never", "text", "none", "acelabel.security.skeleton"),
        *("The skeletons of texts, which are the same for texts that look alike", "Make the skeletons of texts"),
        "texts",
    ),
    Work(
        *("registry_check", "registry_check", "Work::RegistryCheck", "never", "registry_check", "registry"),
        *("acelabel.registry.Rules.check", "Which labels a registry allows, and why it does not allow others"),
        *("Say which labels may be registered, and why not", "labels", _CHECKED),
    ),
    Work(
        *("registry_index", "registry_index", "Work::RegistryIndex", "never", "text", "registry"),
        *("acelabel.registry.Rules.index", "The index labels of labels, which are the same for variants"),
        *("Make the index labels of labels", "labels"),
        "A Column. A label that is not in the repertoire is null.",
    ),
    Work(
        *("is_valid", "idna_valid", "Work::Name(Form::Ascii)", "false", "bool", "profile", "acelabel.is_valid"),
        *("Which domain names are valid", "Say which domain names are valid", "names", "A Column of booleans."),
    ),
    Work(
        *("to_ascii_report", "idna_report", "Work::Name(Form::Ascii)", "told", "report", "profile"),
        "acelabel.to_ascii",
        "As `to_ascii`, with why names are refused",
        *("Convert domain names to their ASCII form, and say in the same pass why rows are refused.", "names", _REPORT),
        "report",
    ),
    Work(
        *("to_unicode_report", None, "Work::Name(Form::Unicode)", "told", "report", "profile", "acelabel.to_unicode"),
        "As `to_unicode`, with why names are refused",
        *("Convert domain names to their Unicode form, and say in the same pass why rows are refused.", "names"),
        *("A Column of structs, as for `to_ascii_report`.", "-"),
    ),
    Work(
        *("url_host_report", "url_host_report", "Work::UrlHost(Reading::Url(None))", "told", "report", "url"),
        *("acelabel.host.ascii_of_url", "As `url_host`, with why URLs are refused"),
        *("Read the hosts of URLs, in ASCII, and say in the same pass why rows are refused.", "URLs"),
        "A Column of structs, as for `to_ascii_report`; `label_index` is null, as URLs have no labels.",
    ),
    Work(
        *("registrable_report", "registrable_domain_report", "Work::Registrable", "told", "report", "suffixes"),
        *("acelabel.suffix.Rules.registrable", "As `registrable`, with why names are refused"),
        *("Find the registrable domains of domain names, and say in the same pass why rows are refused.", "names"),
        "A Column of structs, as for `to_ascii_report`. A name that has no registrable domain has no `code` either.",
    ),
)
