"""The exceptions, and all functions on labels and domain names."""

from acelabel._native import compat_idna_alabel as alabel
from acelabel._native import compat_idna_check_bidi as check_bidi
from acelabel._native import compat_idna_check_hyphen_ok as check_hyphen_ok
from acelabel._native import compat_idna_check_initial_combiner as check_initial_combiner
from acelabel._native import compat_idna_check_label as check_label
from acelabel._native import compat_idna_check_nfc as check_nfc
from acelabel._native import compat_idna_decode as decode
from acelabel._native import compat_idna_encode as encode
from acelabel._native import compat_idna_ulabel as ulabel
from acelabel._native import compat_idna_uts46_remap as uts46_remap
from acelabel._native import compat_idna_valid_contextj as valid_contextj
from acelabel._native import compat_idna_valid_contexto as valid_contexto
from acelabel._native import compat_idna_valid_label_length as valid_label_length
from acelabel._native import compat_idna_valid_string_length as valid_string_length
from acelabel._native import unicode_version
from acelabel.compat.idna._errors import IDNABidiError, IDNAError, InvalidCodepoint, InvalidCodepointContext

# Read elsewhere: one by the compiled part, the other, as `_max_input_length`, by the package's own tests.
from acelabel.compat.idna._errors import _ErrorCode as _ErrorCode
from acelabel.compat.idna._errors import _refusal as _refusal

__all__ = [
    "IDNABidiError",
    "IDNAError",
    "InvalidCodepoint",
    "InvalidCodepointContext",
    "alabel",
    "check_bidi",
    "check_hyphen_ok",
    "check_initial_combiner",
    "check_label",
    "check_nfc",
    "decode",
    "encode",
    "ulabel",
    "unicode_version",
    "uts46_remap",
    "valid_contextj",
    "valid_contexto",
    "valid_label_length",
    "valid_string_length",
]

_max_input_length = 1024
