"""In this environment `import idna` gives `acelabel.compat.idna`, unless the variable ACELABEL_IDNA is 0.

`acelabel_idna.start` (PEP 829) or, before Python 3.15, `acelabel_idna.pth` calls `install` when the interpreter starts.
Nothing of acelabel is imported before a program asks for idna.
"""

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from importlib.machinery import ModuleSpec
    from types import ModuleType


class Finder:
    """Finds `idna` and its submodules in `acelabel.compat.idna`."""

    @staticmethod
    def find_spec(
        name: str, path: "Sequence[str] | None" = None, target: "ModuleType | None" = None
    ) -> "ModuleSpec | None":
        """See `importlib.abc.MetaPathFinder`."""
        if name != "idna" and not (name.startswith("idna.") and is_replaced()):
            return None
        from importlib import import_module
        from importlib.machinery import ModuleSpec

        try:
            module = import_module(f"acelabel.compat.{name}")
        except ImportError as error:
            if name == "idna":
                import warnings

                warnings.warn(f"acelabel cannot be imported, so idna is not replaced: {error}", RuntimeWarning, 2)
            return None
        return ModuleSpec(name, Loader(module), origin=module.__file__)  # type: ignore[arg-type]


def is_replaced() -> bool:
    """Return whether the module `idna` of this process is that of acelabel."""
    return "idna" in sys.modules and sys.modules["idna"] is sys.modules.get("acelabel.compat.idna")


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


def install() -> None:
    """Let this interpreter find idna in acelabel; a second call changes nothing."""
    is_off = os.environ.get("ACELABEL_IDNA", "").strip().lower() in ("0", "off", "no", "false")
    if not is_off and Finder not in sys.meta_path:
        sys.meta_path.insert(0, Finder)
