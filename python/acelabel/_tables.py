"""Tables of HTML, for notebooks. The size of those of traces and explanations is bounded, whatever was traced."""

from collections.abc import Iterable

from acelabel._errors import describe
from acelabel._native import Explanation, Trace, TraceStep

# The most characters of the input, and of the output, that the caption shows.
_CAPTION = 64


def of_trace(trace: Trace, name: str, texts: Iterable[tuple[int, int, str, int | None, int]]) -> str:
    """The steps of a trace by the codec of a name.

    `texts` has the text after each step that is shown: the index of the step, how many characters are left out before
    those shown, these, the index of the one inserted, and how many are left out behind.
    """
    rows: list[str] = []
    behind = 0
    for index, before, text, inserted, after in texts:
        if index > behind:
            rows.append(f'<tr><td colspan="6">({index - behind} steps are not shown)</td></tr>')
        rows.append(_row(trace[index], f"{_left_out(before)}{_characters(text, inserted)}{_left_out(after)}"))
        behind = index + 1
    caption = f"{name} {trace.direction}s {_shortened(trace.input)} "
    if trace.error is None:
        caption += f"to {_shortened(trace.output)}"
    else:
        caption += f"up to a fault: {_characters(describe(trace.error))}"
    return table(caption, ("delta", "digits", "bias after", "n", "i", "text so far"), rows)


def of_explanation(explanation: Explanation) -> str:
    """The characters of a text, their octets and the groups of Base32, as a table."""
    rows = [cells("header", _hex(explanation.octets[:1]), "")]
    rows += [cells(_characters(character), _hex(octets), "") for character, octets in explanation.characters]
    rows += [cells("group", _hex(octets), f"<code>{digits}</code>") for octets, digits in explanation.groups]
    text = _characters(explanation.text)
    return table(
        f"RACE: {text} is <code>{explanation.label}</code>, {explanation.mode}", ("", "octets", "Base32"), rows
    )


def facts_of_explanation(explanation: Explanation) -> dict[str, object]:
    """The attributes of an explanation as a dict of what JSON knows."""
    characters = [{"character": text, "octets": list(octets)} for text, octets in explanation.characters]
    groups = [{"octets": list(octets), "characters": text} for octets, text in explanation.groups]
    return {
        "text": explanation.text,
        "label": explanation.label,
        "mode": explanation.mode,
        "rows": list(explanation.rows),
        "octets": list(explanation.octets),
        "characters": characters,
        "groups": groups,
    }


def table(caption: str, heads: Iterable[str], rows: Iterable[str], foot: str = "") -> str:
    """A table with a caption and a head."""
    head = "".join(f"<th>{title}</th>" for title in heads)
    top = f"<caption>{caption}</caption><thead><tr>{head}</tr></thead>"
    return f"<table>{top}<tbody>{''.join(rows)}</tbody>{foot}</table>"


def cells(*texts: object) -> str:
    """A row of a table."""
    return f"<tr>{''.join(f'<td>{cell}</td>' for cell in texts)}</tr>"


def _row(step: TraceStep, text: str) -> str:
    digits = f"<code>{_characters(step.digits)}</code>"
    return cells(step.delta, digits, step.bias, f"U+{step.n:04X}", step.i, text)


def _left_out(count: int) -> str:
    return f" ({count} more) " if count else ""


def _hex(octets: bytes) -> str:
    return octets.hex(" ").upper()


def _shortened(text: str) -> str:
    return _characters(text[:_CAPTION]) + ("&hellip;" if len(text) > _CAPTION else "")


def _characters(text: str, marked: int | None = None) -> str:
    """Characters as HTML, the one at the index marked. They can change nothing around them.

    A code point that does not print is shown as its number.
    """
    pieces = []
    for index, character in enumerate(text):
        piece = character
        if not character.isprintable():
            piece = f"&lang;U+{ord(character):04X}&rang;"
        elif not (character.isascii() and character.isalnum()):
            # A reference cannot be taken for markup, whatever the character is.
            piece = f"&#x{ord(character):X};"
        pieces.append(f"<mark>{piece}</mark>" if index == marked else piece)
    return f"<bdi>{''.join(pieces)}</bdi>"
