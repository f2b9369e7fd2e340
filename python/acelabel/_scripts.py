"""Labels that mix scripts, as reports say it, and characters coloured by their scripts, for notebooks."""

from collections.abc import Iterable
from html import escape

from acelabel._errors import LONG, shortened
from acelabel._native import script_name, security_restriction_level, security_scripts

# Told apart by most people who see few colours, and legible on white and on black (Okabe and Ito).
_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9")
# Characters of these are used with every script.
_SHARED = ("Common", "Inherited")


def is_mixed(text: str) -> bool:
    """Return whether no script has all characters of a text (UTS #39 section 5.1)."""
    return not security_scripts(text)


def mixture(text: str) -> str:
    """Return what a report adds to the scripts of a text that mixes them: how strict a restriction it meets."""
    return f" (mixed, {security_restriction_level(text).replace('_', ' ')})" if is_mixed(text) else ""


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
    """The runs of what is shown of a text, before its escapes, whose letters have no say."""
    return runs(text[:LONG])


class Coloured:
    """Some texts as HTML, each of their scripts in a colour, and a legend. One script needs no colour."""

    def __init__(self, texts: Iterable[str]) -> None:
        self._characters: dict[str, dict[str, None]] = {}
        for text in texts:
            for script, run in _shown_runs(text):
                if script not in _SHARED:
                    self._characters.setdefault(script, {}).update(dict.fromkeys(shortened(one) for one in run))

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
            f"{self._mark(script)}<bdi>{escape(script)}</bdi>: <bdi>{escape(' '.join(characters))}</bdi>"
            for script, characters in self._characters.items()
        ]
        return f'<tfoot><tr><td colspan="{columns}">{"<br>".join(lines)}</td></tr></tfoot>'

    def _colour(self, script: str) -> str | None:
        if len(self._characters) < 2 or script not in self._characters:
            return None
        return _COLOURS[list(self._characters).index(script) % len(_COLOURS)]

    def _mark(self, script: str) -> str:
        return f'<span style="color: {self._colour(script)}">\u25a0</span> '
