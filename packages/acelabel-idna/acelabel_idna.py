"""In this environment `import idna` gives `acelabel.compat.idna`, unless the variable ACELABEL_IDNA is 0.

`acelabel_idna.pth` puts a finder into `sys.meta_path` when the interpreter starts, which imports this module when a
program asks for idna: to find a module would be the most of what the hook costs at start. Where a program has changed
`sys.path` so that this module is not found, the finder finds nothing. From Python 3.15 on `acelabel_idna.start`
(PEP 829) takes the place of the line; it can only name a function of a module.
"""

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from importlib.machinery import ModuleSpec
    from types import CodeType, ModuleType


def install() -> None:
    """Make this module itself the first finder of this interpreter."""
    sys.meta_path.insert(0, sys.modules[__name__])


def is_off() -> bool:
    """Return whether the variable ACELABEL_IDNA switches the hook off."""
    import os

    return os.environ.get("ACELABEL_IDNA", "").strip().lower() in ("0", "off", "no", "false")


def is_replaced() -> bool:
    """Return whether the module `idna` of this process is that of acelabel."""
    return "idna" in sys.modules and sys.modules["idna"] is sys.modules.get("acelabel.compat.idna")


def find_spec(
    name: str, path: "Sequence[str] | None" = None, target: "ModuleType | None" = None
) -> "ModuleSpec | None":
    """Find `idna` and its submodules in `acelabel.compat.idna`. See `importlib.abc.MetaPathFinder`."""
    if is_off() if name == "idna" else not (name.startswith("idna.") and is_replaced()):
        return None
    from importlib import import_module
    from importlib.machinery import ModuleSpec

    try:
        module = import_module(f"acelabel.compat.{name}")
    except ImportError as error:
        if name == "idna":
            import warnings

            warnings.warn(f"acelabel cannot be imported, so idna is not replaced: {error}", RuntimeWarning, 3)
        return None
    is_package = hasattr(module, "__path__")
    return ModuleSpec(name, Loader(module), origin=module.__file__, is_package=is_package)  # type: ignore[arg-type]


class Loader:
    """Gives a module that has been loaded under its own name."""

    def __init__(self, module: "ModuleType") -> None:
        """Take the module."""
        self.module, self.spec = module, module.__spec__

    def create_module(self, spec: "ModuleSpec") -> "ModuleType":
        """See `importlib.abc.Loader`."""
        return self.module

    def exec_module(self, module: "ModuleType") -> None:
        """Give back the specification, which the import system has replaced."""
        module.__spec__ = self.spec

    def get_code(self, _name: str) -> "CodeType | None":
        """See `importlib.abc.InspectLoader`: `python -m idna` asks for it."""
        return self.spec.loader.get_code(self.spec.name)  # type: ignore[union-attr, no-any-return]
