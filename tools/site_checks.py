"""Look at the built site: it has every public name, and each row that the converter leads to has its place.

Usage: python tools/site_checks.py FOLDER. Sphinx looks at links, as its warnings are errors.
"""

import pkgutil
import re
import sys
from pathlib import Path

import options
import reference

import acelabel
from acelabel import display


def places_of(path: Path) -> set[str]:
    return set(re.findall(r'\sid="([^"]+)"', path.read_text("utf-8")))


def missing(folder: Path) -> list[str]:
    """Each public module and each public name that the reference does not have."""
    installed = {f"acelabel.{module.name}" for module in pkgutil.iter_modules(acelabel.__path__)}
    private = {name for name in installed if name.startswith("acelabel._")} | {"acelabel.cli", "acelabel.compat"}
    modules = reference.public_modules()
    found = sorted((installed - private) ^ {name for name in modules if name.count(".") == 1})
    for module in modules:
        places = places_of(folder / "api" / f"{module}.html")
        names = {f"{module}.{name}" for name in reference.names_of(reference.parsed(module))}
        found += sorted(names - places - set(modules))
    # The converter leads to the rows of these tables.
    found += sorted(set(acelabel.CODES) - places_of(folder / "errors.html"))
    found += sorted(set(display.REASONS) - places_of(folder / "display.html"))
    return [f"not in the reference: {name}" for name in found]


if __name__ == "__main__":
    sys.exit("\n".join(missing(Path(options.given(__doc__, words=1)[1][0]).resolve())) or None)
