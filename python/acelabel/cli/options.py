"""The options that the arguments give."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, BinaryIO, Literal

from acelabel import Profile
from acelabel._choices import Severity
from acelabel._native import profile_of
from acelabel.cli.conversion import Converter

if TYPE_CHECKING:
    from acelabel.cli.parser import Parser
    from acelabel.text import Kind

MOST_MESSAGES = 20


class Tlds(frozenset[str]):
    """Top-level domains, and the file that lists them, if one does."""

    path: str | None = None


@dataclass
class Options:
    """The options that the arguments give. Not every command has every option."""

    names: list[str] = field(default_factory=list)
    file: list[str] = field(default_factory=list)
    files: list[str] = field(default_factory=list)
    output: str | None = None
    errors: Literal["blank", "keep", "fail"] = "blank"
    json: bool = False
    null: bool = False
    max_messages: int = MOST_MESSAGES
    quiet: bool = False
    no_messages: bool = False
    searches: bool = False
    in_place: bool = False
    profile: str | None = None
    policy: str = ""
    domain: bool = False
    escapes: Literal["keep", "utf8"] = "keep"
    code_points: bool = False
    case_flags: bool = False
    watch: str | None = None
    labels: str | None = None
    distance: bool = False
    allow: str | None = None
    baseline: str | None = None
    diff: bool = False
    no_silencing: bool = False
    output_format: Literal["text", "json", "sarif"] = "text"
    severity: Severity = "warning"
    column: list[str] = field(default_factory=list)
    into: list[str] = field(default_factory=list)
    format: str | None = None
    # The format that the command has without one, and the kind of the format.
    form: str = "lines"
    kind: str = "lines"
    delimiter: str | None = None
    no_header: bool = False
    threads: int = 1
    report: bool = False
    annotate: bool = False
    kinds: "list[Kind] | None" = None
    tlds: "list[Tlds]" = field(default_factory=list)
    everywhere: bool = False
    defanged: bool = False
    replacement: str = ""
    suffixes: str | None = None
    # The rules of registries, and the most variants of a label.
    rule_files: list[str] = field(default_factory=list)
    limit: int = 1000
    private: bool = False
    bare: bool = False
    # Programs whose hosts are asked for.
    clients: list[str] = field(default_factory=list)
    subject: Literal["name", "email"] = "name"
    # The name of the command, with a space between its two words if it has two.
    command: str = ""
    # The parser of the command.
    leaf: "Parser | None" = None
    # Makes the converter of a command that converts records.
    convert: "Make | None" = None
    # Filters the inputs, and returns the exit status. One of both is given.
    filter: "RunFilter | None" = None
    # The filters of a command by the kinds of formats that need them.
    filters: "dict[str, RunFilter]" = field(default_factory=dict)
    # The options that were given with a value.
    given: set[str] = field(default_factory=set)

    @property
    def lists(self) -> list[str]:
        """The files that options name, which are read before the inputs."""
        of_options = (self.watch, self.labels, self.suffixes, self.allow, self.baseline)
        return [*filter(None, (*of_options, *self.rule_files, *(tlds.path for tlds in self.tlds)))]

    @property
    def all_tlds(self) -> frozenset[str] | None:
        """The top-level domains of every --tlds; None without one."""
        return frozenset[str]().union(*self.tlds) if self.tlds else None

    @property
    def in_text(self) -> bool:
        """Return whether the names are those inside the texts of a column."""
        return bool(self.column) and (self.command == "redact" or (self.format or self.form) == "text")

    @property
    def rules(self) -> Profile:
        return profile_of(self.profile or "uts46")  # type: ignore[arg-type]


Make = Callable[[Options], Converter]
RunFilter = Callable[[Options, list[str], BinaryIO], int]
