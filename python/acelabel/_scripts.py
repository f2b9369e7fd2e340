"""Labels that mix scripts, as reports say it, and characters coloured by their scripts, for notebooks."""

import re
from collections.abc import Iterable
from html import escape

from acelabel._errors import LONG, shortened
from acelabel._native import script_name, security_resolved_scripts, security_restriction_level

# Told apart by most people who see few colours, and legible on white and on black (Okabe and Ito).
_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9")
# The scripts that have a colour of their own, in the order of the colours; each other one takes a colour that is free.
_ORDER = ("Latin", "Cyrillic", "Greek", "Han", "Arabic", "Hebrew")
# Characters of these are used with every script.
_SHARED = ("Common", "Inherited")


def is_mixed(text: str) -> bool:
    """Return whether no script has all characters of a text (UTS #39 section 5.1)."""
    return not security_resolved_scripts(text)


def mixture(text: str) -> str:
    """Return what a report adds to the scripts of a text that mixes them: how strict a restriction it meets."""
    return f" (mixed, {security_restriction_level(text).replace('_', ' ')})" if is_mixed(text) else ""


def names(text: str) -> tuple[str, ...]:
    """The long names of the scripts of a text, each once, without those that are used with every script."""
    found = dict.fromkeys(script_name(ord(character)) for character in text)
    return tuple(script for script in found if script not in _SHARED)


def runs(text: str) -> list[tuple[str, str]]:
    """Cut a short text where its script changes. Marks that all scripts share belong to the run before them."""
    found: list[tuple[str, str]] = []
    for character in text:
        script = script_name(ord(character))
        if found and script in (found[-1][0], "Inherited"):
            before, run = found.pop()
            found.append((before, run + character))
        else:
            found.append((script, character))
    return found


def _shown_runs(text: str) -> list[tuple[str, str]]:
    """The runs of what is shown of a text, before its escapes, whose letters have no say.

    Digits and hyphens of a label of LDH belong to its letters: `xn--80ak6aa92e` is one run.
    """
    found: list[tuple[str, str]] = []
    for label in re.findall(r"[^.]+|[.]", text[:LONG]):
        is_latin = re.fullmatch("[A-Za-z0-9-]*[A-Za-z][A-Za-z0-9-]*", label)
        found += [("Latin", label)] if is_latin else runs(label)
    return found


class Coloured:
    """Some texts as HTML, each of their scripts in a colour, and a legend. One script needs no colour."""

    def __init__(self, texts: Iterable[str]) -> None:
        self._characters: dict[str, dict[str, None]] = {}
        for text in texts:
            for script, run in _shown_runs(text):
                if script not in _SHARED:
                    letters = (shortened(one) for one in run if script_name(ord(one)) != "Common")
                    self._characters.setdefault(script, {}).update(dict.fromkeys(letters))

    def html(self, text: str | None) -> str:
        """A text as HTML that cannot change what stands around it, neither by tags nor by its direction."""
        if text is None:
            return ""
        pieces = []
        for script, run in _shown_runs(text):
            colour = self._colour(script)
            piece = escape(shortened(run))
            pieces.append(piece if colour is None else f'<span style="color: {colour}">{piece}</span>')
        return f"<bdi>{''.join(pieces)}{'…' * (len(text) > LONG)}</bdi>"

    def legend(self, columns: int) -> str:
        """The end of a table with so many columns: each script with its characters, which tell it without colours."""
        if len(self._characters) < 2:
            return ""
        lines = [
            f'<span style="color: {self._colour(script)}">\u25a0</span> '
            f"<bdi>{escape(script)}</bdi>: <bdi>{escape(' '.join(characters))}</bdi>"
            for script, characters in self._characters.items()
        ]
        return f'<tfoot><tr><td colspan="{columns}">{"<br>".join(lines)}</td></tr></tfoot>'

    def _colour(self, script: str) -> str | None:
        if len(self._characters) < 2 or script not in self._characters:
            return None
        own = {name: colour for name, colour in zip(_ORDER, _COLOURS, strict=True) if name in self._characters}
        others = sorted(self._characters.keys() - own.keys())
        free = [colour for colour in _COLOURS if colour not in own.values()] or list(_COLOURS)
        return own.get(script) or free[others.index(script) % len(free)]
