"""The answers of UTS #39 about a text: whether it looks like another one, and which scripts it mixes.

None of it refuses a name. `acelabel.display` says whether a name is shown in Unicode.

>>> from acelabel import security
>>> security.skeleton("рaypal")
'paypal'
>>> security.confusable("аррӏе", "apple")
True
>>> security.bidi_skeleton("א1A", "rtl") == security.bidi_skeleton("אA1", "rtl")
False
>>> security.restriction_level("日本a")
'highly_restrictive'
>>> sorted(security.resolved_scripts("日本"))
['Hanb', 'Hani', 'Jpan', 'Kore']
"""

from acelabel._native import security_bidi_skeleton as bidi_skeleton
from acelabel._native import security_confusable as confusable
from acelabel._native import security_confusables as confusables
from acelabel._native import security_identifier_status as identifier_status
from acelabel._native import security_identifier_types as identifier_types
from acelabel._native import security_mixed_numbers as mixed_numbers
from acelabel._native import security_resolved_scripts as resolved_scripts
from acelabel._native import security_restriction_level as restriction_level
from acelabel._native import security_skeleton as skeleton

__all__ = [
    "bidi_skeleton",
    "confusable",
    "confusables",
    "identifier_status",
    "identifier_types",
    "mixed_numbers",
    "resolved_scripts",
    "restriction_level",
    "skeleton",
]


def __dir__() -> list[str]:
    return sorted(__all__)
