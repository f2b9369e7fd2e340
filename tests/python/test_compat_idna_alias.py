"""`sys.modules["idna"] = acelabel.compat.idna`: for programs whose own code does not import idna."""

import subprocess
import sys

import pytest

ALIAS = """
import sys

from acelabel.compat import idna

sys.modules["idna"] = idna
del idna
"""

# Programs that begin with these lines, and assertions that have to be true in them.
PROGRAMS = {
    "a submodule": """
import idna.core
from acelabel.compat import idna as ours
assert idna is ours
assert idna.core.IDNAError is ours.IDNAError
assert idna.core.encode is ours.encode
""",
    "an exception of a submodule is caught": """
import idna.core
try:
    idna.encode("a..b")
except idna.core.IDNAError as error:
    assert error.code == "empty_label"
try:
    idna.core.check_bidi("aא")
except idna.IDNABidiError as error:
    assert isinstance(error, idna.core.IDNAError)
""",
    "names of a submodule": """
from idna.core import IDNABidiError, IDNAError, InvalidCodepoint, InvalidCodepointContext, _ErrorCode
import idna
for family in (IDNABidiError, IDNAError, InvalidCodepoint, InvalidCodepointContext):
    assert getattr(idna, family.__name__) is family
""",
    "the codec": """
import idna.codec
assert "bücher.de".encode("idna2008") == b"xn--bcher-kva.de"
try:
    idna.codec.Codec().encode("a", "ignore")
except idna.IDNAError as error:
    assert error.code == "unsupported_errors"
""",
    "the version": """
from idna.package_data import __version__
import idna
assert __version__ == idna.__version__ == "3.20"
""",
    "the tables": """
import idna
from idna import idnadata, uts46data
from idna.idnadata import codepoint_classes
from idna.intranges import intranges_contain
from idna.uts46data import uts46_starts
assert idna.intranges_contain(ord("a"), idna.idnadata.codepoint_classes["PVALID"])
assert intranges_contain(ord("a"), codepoint_classes["PVALID"])
assert uts46data.uts46_starts == uts46_starts
""",
    "the other submodules": """
import idna.cli, idna.compat
assert idna.compat.ToASCII("bücher") == b"xn--bcher-kva"
assert idna.cli.main(["--strict", "a.de"]) == 0
""",
    "in another order": """
from idna.core import IDNAError
import acelabel.compat.idna.core as ours
assert ours.IDNAError is IDNAError
""",
    "pickles": """
import pickle
import idna.core
try:
    idna.core.alabel("_")
except idna.core.IDNAError as error:
    twin = pickle.loads(pickle.dumps(error))
    assert type(twin) is type(error) is idna.InvalidCodepoint
    assert (twin.args, vars(twin)) == (error.args, vars(error))
# A pickle of the package names the class in this way.
assert pickle.loads(b"cidna.core\\nIDNAError\\n.") is idna.IDNAError
""",
}

NO_OTHER = """
strangers = {
    name: module.__file__
    for name, module in sys.modules.items()
    if name.partition(".")[0] == "idna" and "acelabel" not in module.__file__
}
assert strangers == {}
"""


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_program(name: str) -> None:
    program = ALIAS + PROGRAMS[name] + NO_OTHER
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, encoding="utf-8", timeout=300)
    assert (run.returncode, run.stderr) == (0, "")
