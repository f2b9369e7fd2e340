"""The page in a browser: what is typed, and what it shows."""

from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from browsers import Browser

PAGE = Path(__file__).resolve().parents[1] / "dist" / "converter" / "index.html"

# The texts of elements, without their buttons.
READ = """(root, query) => [...root.querySelectorAll(query)].map((one) => {
  const copy = one.cloneNode(true);
  copy.querySelectorAll("button").forEach((button) => button.remove());
  return copy.textContent.trim();
})"""

# Until the page has its answer.
REST = "(async () => { do await new Promise((next) => setTimeout(next)); while (asked.size); })()"


class Page:
    """The converter page."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self._count = 0
        browser.open(PAGE.as_uri())
        browser.wait("performance.getEntriesByName('converted').length === 1")

    def show(self, view: str, text: str, **state: str) -> None:
        """Show a view with an input, by the address."""
        self._count += 1
        # Two addresses are never the same, so that the page always learns of the new one.
        fragment = urlencode({"view": view, "input": text, "row": str(self._count), **state})
        self.browser.run(
            "new Promise((done) => { addEventListener('hashchange', () => setTimeout(done), { once: true });"
            f" location.hash = {fragment!r}; }}).then(() => {REST})"
        )

    def read(self, query: str) -> list[str]:
        """The texts of some elements, without their buttons."""
        texts: list[str] = self.browser.run(f"({READ})(document, {query!r})")
        return texts

    def rows(self, query: str, attribute: str, cells: str = "td") -> dict[str, list[str]]:
        """The cells of some rows of a table, by an attribute of the row, without their buttons."""
        found: list[tuple[str, list[str]]] = self.browser.run(
            f"[...document.querySelectorAll({query!r})]"
            f".map((row) => [row.dataset.{attribute}, ({READ})(row, {cells!r})])"
        )
        return dict(found)

    def problems(self) -> list[tuple[str, int, str, str]]:
        """The code, the offset, the reason and the hint of each problem."""
        found: list[list[Any]] = self.browser.run(
            "[...document.querySelectorAll('.problem[data-code]')].map((one) =>"
            " [one.dataset.code, Number(one.dataset.offset), one.querySelector('.reason').textContent,"
            " one.querySelector('.hint')?.textContent ?? ''])"
        )
        return [(code, offset, reason, hint) for code, offset, reason, hint in found]

    def click(self, query: str) -> None:
        """Click an element."""
        self.browser.run(f"document.querySelector({query!r}).click(), {REST}")
