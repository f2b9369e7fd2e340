"""`python -m acelabel.compat status`: what `import idna` gives in this environment, and why."""

import argparse
import sys
from importlib import import_module, metadata

HOOK = "acelabel-idna"


def version(distribution: str) -> str | None:
    """Return the version of an installed distribution, or None."""
    try:
        return metadata.version(distribution)
    except metadata.PackageNotFoundError:
        return None


def status() -> tuple[list[str], bool]:
    """Return lines for people, and whether `import idna` gives acelabel's module."""
    was_imported = "idna" in sys.modules
    try:
        found = import_module("idna")
    except ImportError:
        found = None
    ours = found is import_module("acelabel.compat.idna")
    gives = "acelabel.compat.idna" if ours else "nothing" if found is None else f"the package, {found.__file__}"
    is_there = any(getattr(finder, "__name__", None) == "acelabel_idna" for finder in sys.meta_path)
    hook, package = version(HOOK), version("idna")
    if hook is None:
        state = f"not installed; `pip install {HOOK}` lets every program of this environment use acelabel"
    elif not is_there or import_module("acelabel_idna").is_off():
        state = (
            f"{hook}, not active: the variable ACELABEL_IDNA switches it off, or this interpreter runs no hooks (-S)"
        )
    elif not ours:
        state = f"{hook}, active too late: {'idna was imported before it' if was_imported else 'see the warning'}"
    else:
        state = f"{hook}, active"
    lines = [
        f"import idna gives: {gives}",
        f"acelabel:          {version('acelabel')}",
        f"{HOOK}:     {state}",
        f"package idna:      {package or 'not installed'}{', not used' if package and ours else ''}",
    ]
    return lines, ours


def main(argv: list[str] | None = None) -> int:
    """Print the status.

    Args:
        argv: The arguments; those of the process if None.

    Returns:
        0 if `import idna` gives acelabel's module, 1 if not.
    """
    parser = argparse.ArgumentParser(prog="python -m acelabel.compat", description=__doc__)
    parser.add_argument("command", choices=["status"], help="status: exit status 0 if idna is acelabel's, otherwise 1")
    parser.parse_args(argv)
    lines, ours = status()
    print(*lines, sep="\n")
    return 0 if ours else 1


if __name__ == "__main__":
    sys.exit(main())
