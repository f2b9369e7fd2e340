"""The interface of the package `idna` 3.20: IDNA2008 (RFC 5890-5893), with UTS #46 mapping on request.

Replace `import idna` with

    from acelabel.compat import idna

docs/migration.md lists the codes of the errors and the differences. It also shows how libraries that import idna
themselves are given this module.
"""

from acelabel.compat.idna import idnadata as idnadata
from acelabel.compat.idna.core import (
    IDNABidiError,
    IDNAError,
    InvalidCodepoint,
    InvalidCodepointContext,
    alabel,
    check_bidi,
    check_hyphen_ok,
    check_initial_combiner,
    check_label,
    check_nfc,
    decode,
    encode,
    ulabel,
    unicode_version,
    uts46_remap,
    valid_contextj,
    valid_contexto,
    valid_label_length,
    valid_string_length,
)
from acelabel.compat.idna.intranges import intranges_contain
from acelabel.compat.idna.package_data import __version__

__all__ = [
    "IDNABidiError",
    "IDNAError",
    "InvalidCodepoint",
    "InvalidCodepointContext",
    "__version__",
    "alabel",
    "check_bidi",
    "check_hyphen_ok",
    "check_initial_combiner",
    "check_label",
    "check_nfc",
    "decode",
    "encode",
    "intranges_contain",
    "ulabel",
    "unicode_version",
    "uts46_remap",
    "valid_contextj",
    "valid_contexto",
    "valid_label_length",
    "valid_string_length",
]
