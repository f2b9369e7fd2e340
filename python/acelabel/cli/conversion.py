"""The conversion of one record and of many, as a command makes it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

Form = Literal["ascii", "unicode", "race"]

Line = Callable[[str], str]

Results = tuple[list[str | None], dict[int, str]]
"""The output for each record; and the codes of the faults by their places.

For a record that is refused it is None, a report that says why, or the steps up to the fault.
"""

# The form that records of another form are turned into.
TARGETS: dict[Form, Form] = {"ascii": "unicode", "unicode": "ascii", "race": "ascii"}


@dataclass(frozen=True)
class Converter:
    """The conversion of a record by one command."""

    # The form of a record, which is turned into that of `TARGETS`.
    source: Form
    # Converts a record to what is written for it. Raises `AceError` or `RecordError`.
    line: Line
    # Converts many records as `line` does.
    lines: Callable[[list[str]], Results]
    # Converts a record to members of a JSON object, among them the target form. Raises as `line` does.
    members: Callable[[str], dict[str, object]]
    # The output for a record that is refused, with `--errors keep`: the record itself, but of a name more.
    kept: Line = str
    # True if what is written for a record may be several lines.
    multiline: bool = False
    # True if what is written for a faulty record says what is wrong with it, so that no message is needed.
    reports: bool = False
