"""Look at the built site: every link leads to a place, and every public name is in the reference.

Usage: python tools/site_checks.py FOLDER. Sphinx looks at its own links; this is for the others, and for the converter.
"""

import pkgutil
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import reference

import acelabel
from acelabel import display


class Page(HTMLParser):
    """The places and the links of a page."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.places: set[str] = set()
        self.links: list[str] = []
        self.feed(path.read_text("utf-8"))

    def handle_starttag(self, _: str, attributes: list[tuple[str, str | None]]) -> None:
        """Keep what the tag names and where it leads."""
        for name, value in attributes:
            if name == "id" and value:
                self.places.add(value)
            elif name in ("href", "src") and value:
                self.links.append(value)


def broken(folder: Path) -> list[str]:
    """Each link that leads nowhere, with its page."""
    pages = {path: Page(path) for path in folder.rglob("*.html")}
    found = []
    for path, page in pages.items():
        for link in page.links:
            address = urlsplit(link)
            if address.scheme or address.netloc:
                continue
            target = (path.parent / unquote(address.path)).resolve() if address.path else path
            place = unquote(address.fragment)
            known = pages[target].places if target in pages else {place}
            # The page of the converter is there only if it has been built.
            if target.parent.name != "converter" and (not target.exists() or (place and place not in known)):
                found.append(f"{path.relative_to(folder)}: {link}")
    return found


def missing(folder: Path) -> list[str]:
    """Each public module and each public name that the reference does not have."""
    installed = {f"acelabel.{module.name}" for module in pkgutil.iter_modules(acelabel.__path__)}
    private = {name for name in installed if name.startswith("acelabel._")} | {"acelabel.cli", "acelabel.compat"}
    modules = reference.public_modules()
    found = sorted((installed - private) ^ {name for name in modules if name.count(".") == 1})
    for module in modules:
        places = Page(folder / "api" / f"{module}.html").places
        names = {f"{module}.{name}" for name in reference.names_of(reference.parsed(module))}
        found += sorted(names - places - set(modules))
    # The converter leads to the rows of these tables.
    found += sorted(set(acelabel.CODES) - Page(folder / "errors.html").places)
    found += sorted(set(display.REASONS) - Page(folder / "display.html").places)
    return [f"not in the reference: {name}" for name in found]


def main() -> int:
    """Write what is wrong; 1 if anything is."""
    folder = Path(sys.argv[1]).resolve()
    found = broken(folder) + missing(folder)
    for line in found:
        print(line, file=sys.stderr)
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
