"""The facts about a domain name, as objects for programs, and as text and HTML for people."""

# Imported with the package, so nothing here may cost time before an inspection is shown.

from acelabel._errors import AceError, describe, facts, shortened
from acelabel._label_report import LabelReport, Mapped, Value
from acelabel._native import UTS46, Profile, code_point_facts, inspect_facts, likely_mistake, profile_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal

    from acelabel._choices import AnyProfile
    from acelabel._native_inner import _NameFacts

    Status = Literal["valid", "mapped", "ignored", "deviation", "disallowed"]
    Derived = Literal["PVALID", "CONTEXTJ", "CONTEXTO", "DISALLOWED", "UNASSIGNED"]


# Of the characters that are mapped, so many are in one line of a report.
_MOST_SHOWN = 8


def inspect(domain: str, *, profile: "AnyProfile" = UTS46) -> "Inspection":
    """Look at a domain name and list the problems of its labels. Never refuses a str.

    The first 127 labels are reported. At most 256 problems of one label and 1,024 of one name are listed, but always
    the first of each of these labels. If the profile verifies lengths, a label of more than 63 characters has no
    other problem than `label_too_long`.

    Args:
        domain: The name, a str.
        profile: The rules, a Profile or its name.

    Returns:
        An Inspection. It is valid where `to_ascii` accepts the name, and its `errors` are empty then.

    >>> import acelabel
    >>> print(acelabel.inspect("xn--a.bücher.de"))
    name     xn--a.bücher.de
    verdict  not valid under acelabel.UTS46
    bidi     no
    label 0  xn--a
      scripts  Latin
      disallowed_codepoint at offset 0 in label 0: U+0080 is not allowed in a label; the decoded A-label contains it
    label 1  bücher
      A-label  xn--bcher-kva (13 characters)
      U-label  bücher (6 characters)
      scripts  Latin
    label 2  de
      scripts  Latin
    """
    if issubclass(type(domain), str):
        # The methods of a class derived from str must not decide what the report says.
        domain = str.__str__(domain)
    return inspection_of(domain, profile_of(profile), inspect_facts(domain, profile))


def inspection_of(domain: str, profile: Profile, found: "_NameFacts") -> "Inspection":
    """Return the Inspection of what `inspect_facts` tells of a domain."""
    reports = tuple(
        LabelReport(domain[label[0] : label[1]], *label[:-1], tuple(Mapped(*mapped) for mapped in label[-1]))
        for label in found[0]
    )
    return Inspection(domain, profile, reports, *found[1:])


def codepoint(character: str | int, *, profile: "AnyProfile" = UTS46) -> "Codepoint":
    """Tell what a profile does with one character, and the properties that decide where it may be.

    The status is that of the character in a label that is not all ASCII. Rules about its neighbours (CONTEXTJ,
    CONTEXTO, the Bidi Rule, hyphens) are not asked.

    Args:
        character: A str of one character, or a code point, an int.
        profile: The rules, a Profile or its name.

    Returns:
        A Codepoint.

    Raises:
        ValueError: `character` is a str of another length, or an int that is not a code point.

    >>> import acelabel
    >>> acelabel.codepoint("ﬁ")
    Codepoint(status='mapped', to='fi', idna2008='DISALLOWED', bidi='L', joining='U')
    """
    return Codepoint(*code_point_facts(character, profile))


class Codepoint(Value):
    """One character under a profile, by `codepoint`: an immutable value."""

    __slots__ = ("status", "to", "idna2008", "bidi", "joining")  # noqa: RUF023 - the order of the arguments
    __module__ = "acelabel"

    status: "Status"
    """The status under the profile (UTS #46 section 5), a str.

    "valid": it stays. "mapped": other text replaces it. "ignored": nothing is left of it. "deviation": it stays, and
    IDNA2003 mapped it; under `transitional_processing` it is mapped. "disallowed": it is refused.
    """

    to: str | None
    """The text that the profile puts in its place, a str: the character itself if it stays; None if it is refused."""

    idna2008: "Derived"
    """The derived property of IDNA2008 (RFC 5892 section 3), a str such as "PVALID"; the same under each profile."""

    bidi: str
    """Bidi_Class (UAX #44), a str: the short name, such as "AL". The Bidi Rule asks for it (RFC 5893)."""

    joining: str
    """Joining_Type (UAX #44), a str: the short name, such as "D". CONTEXTJ asks for it (RFC 5892 appendix A.1)."""


class Inspection(Value):
    """The findings of `inspect` about a domain name: an immutable value.

    `str()` is a report; a notebook shows the object as a table.
    """

    __slots__ = (  # noqa: RUF023 - the order of the arguments
        "input",
        "profile",
        "labels",
        "label_count",
        "_name_errors",
        "ascii",
        "unicode",
        "is_bidi",
        "ends_in_number",
        "_first",
    )
    __module__ = "acelabel"

    input: str
    """The name in the input, a str."""

    profile: Profile
    """The rules that the name was checked against, a Profile."""

    labels: tuple[LabelReport, ...]
    """The labels, at most the first 127: a tuple of LabelReport. The dot of the root does not begin a label."""

    label_count: int
    """The number of labels, an int."""

    _name_errors: tuple[AceError, ...]

    ascii: str | None
    """The ASCII form, a str; None if the name is not valid."""

    unicode: str | None
    """The Unicode form, a str; None if the name is not valid."""

    is_bidi: bool
    """True if a label is right-to-left. The Bidi Rule then applies to every label (RFC 5893 section 1.4).

    Of labels that are refused, those that the Bidi Rule refuses count.
    """

    ends_in_number: bool
    """True if the labels are valid and the last one is a number, so that URLs have an IPv4 address here, or fail.

    The source is the URL Standard, "ends in a number checker". `acelabel.ends_in_number` asks for one name.
    """

    _first: AceError | None

    @property
    def errors(self) -> tuple[AceError, ...]:
        """Every problem, a tuple of AceError. The first one is the error that `to_ascii` raises.

        The others follow label by label; a problem of the whole name comes before the problems of the label that it
        points at. Of the labels that are not reported, only the first problem is given.
        """
        errors = [*self._name_errors, *(error for label in self.labels for error in label.errors)]
        return tuple(sorted(errors, key=lambda error: (error != self._first, error.label_index or 0)))

    @property
    def valid(self) -> bool:
        """Return whether the profile accepts the name."""
        return self.ascii is not None

    @property
    def notes(self) -> tuple[str, ...]:
        """The mistakes that a valid name looks like, and the names that may be meant: a tuple of str for people.

        These are known: UTF-8 that was read as Latin-1 or Windows-1252; a dash, or one hyphen, in place of the hyphens
        of `xn--`; quotation marks, bullets or other punctuation beyond ASCII at an end of a label; and labels of RACE.
        Of a name that is not valid, the messages of the errors say it.
        """
        found = likely_mistake(self.input) if self.valid else None
        return () if found is None else (found,)

    @property
    def ascii_length(self) -> int | None:
        """The length of the ASCII form in characters without the dot of the root: what DNS limits to 253."""
        return _length(self.ascii)

    @property
    def unicode_length(self) -> int | None:
        """The length of the Unicode form in characters without the dot of the root."""
        return _length(self.unicode)

    def to_dict(self) -> dict[str, object]:
        """The attributes as a dict of what JSON knows: labels as dicts, errors as dicts of attributes and message."""
        return {
            "input": self.input,
            "profile": repr(self.profile),
            "valid": self.valid,
            "ascii": self.ascii,
            "unicode": self.unicode,
            "ascii_length": self.ascii_length,
            "unicode_length": self.unicode_length,
            "is_bidi": self.is_bidi,
            "ends_in_number": self.ends_in_number,
            "label_count": self.label_count,
            "labels": [label.to_dict() for label in self.labels],
            "errors": [facts(error) for error in self.errors],
            "notes": list(self.notes),
        }

    def __str__(self) -> str:
        lines = [f"name     {shortened(self.input)}", f"verdict  {self._verdict()}"]
        lines += [f"{title:9}{_with_length(form)}" for title, form in self._forms()]
        lines.append(f"bidi     {'yes' if self.is_bidi else 'no'}")
        if self.ends_in_number:
            lines.append("number   at the end: URLs have an IPv4 address here, or fail")
        lines += [f"note     {note}" for note in self.notes]
        lines += ["  " + describe(error) for error in self._name_errors]
        for index, label in enumerate(self.labels):
            lines.append(f"label {index:<3}{shortened(label.input)}")
            lines += [f"  {title:9}{text}" for title, text in _lines(label)]
            lines += ["  " + verdict for verdict in _verdicts(label)]
        return "\n".join(lines)

    def __repr__(self) -> str:
        return f"<Inspection: '{shortened(self.input)}' {self._verdict()}>"

    def _repr_html_(self) -> str:
        """A table of HTML, for notebooks. Characters are coloured by their scripts, if there are several."""
        from acelabel._scripts import Coloured
        from acelabel._tables import cells, table

        coloured = Coloured(label._form for label in self.labels)
        heads = ("label", "A-label", "U-label", "scripts", "mapped", "verdict")
        rows = [
            cells(
                coloured.html(label.input),
                _html(label.alabel),
                coloured.html(label.ulabel),
                _html(_scripts(label)),
                _html(_mapped(label)),
                "<br>".join(map(_html, _verdicts(label))) or "valid",
            )
            for label in self.labels
        ]
        notes = [f"{title}: {_with_length(form)}" for title, form in self._forms()]
        notes += [*self.notes, *map(describe, self._name_errors)]
        caption = "<br>".join([f"{_html(self.input)}: {_html(self._verdict())}", *map(_html, notes)])
        return table(caption, heads, rows, coloured.legend(len(heads)))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Inspection):
            return NotImplemented
        # The name and the rules decide all the rest.
        return (self.input, self.profile) == (other.input, other.profile)

    def __hash__(self) -> int:
        return hash((self.input, self.profile))

    def _verdict(self) -> str:
        return f"{'valid' if self.valid else 'not valid'} under {self.profile!r}"

    def _forms(self) -> list[tuple[str, str]]:
        return [(title, form) for title, form in (("ASCII", self.ascii), ("Unicode", self.unicode)) if form is not None]


def _length(form: str | None) -> int | None:
    return None if form is None else len(form.removesuffix("."))


def _with_length(form: str) -> str:
    length = len(form.removesuffix("."))
    return f"{shortened(form)} ({length} character{'' if length == 1 else 's'})"


def _lines(label: LabelReport) -> list[tuple[str, str]]:
    """Return what a report says of a label below its input; forms that are the input are not said again."""
    forms = (("A-label", label.alabel), ("U-label", label.ulabel))
    lines = [(title, _with_length(form)) for title, form in forms if form is not None and label.alabel != label.ulabel]
    if label.alabel == label.ulabel and label.alabel not in (None, label.input):
        lines.append(("becomes", shortened(label.alabel or "")))
    if label.scripts:
        lines.append(("scripts", _scripts(label)))
    changed = _mapped(label)
    if changed:
        lines.append(("mapped", changed))
    return lines


def _mapped(label: LabelReport) -> str:
    """The first characters that are changed, without those that are only put in lower case, which nobody misses."""
    changed = [f"U+{one.codepoint:04X} at {one.offset} ({one.kind})" for one in label.mapped if one.kind != "case"]
    more = len(changed) - _MOST_SHOWN
    return ", ".join(changed[:_MOST_SHOWN]) + (f", and {more} more" if more > 0 else "")


def _verdicts(label: LabelReport) -> list[str]:
    passed = [f"passes undecoded: {describe(error)}" for error in label.problems]
    return [describe(error) for error in label.errors] + passed


def _scripts(label: LabelReport) -> str:
    """The scripts of a label, and whether it mixes them."""
    scripts = ", ".join(label.scripts)
    if label._form.isascii():
        return scripts
    from acelabel._scripts import mixture

    return scripts + mixture(label._form)


def _html(text: str | None) -> str:
    """A text as HTML that cannot change what stands around it, neither by tags nor by its direction."""
    from html import escape

    return "" if text is None else f"<bdi>{escape(shortened(text))}</bdi>"
