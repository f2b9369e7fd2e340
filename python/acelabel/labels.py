"""Escapes of labels in master files of DNS (RFC 1035 section 5.1, RFC 4343 section 2.1).

>>> from acelabel import labels
>>> labels.escape("Büro; 2. Stock")
'B\\\\195\\\\188ro\\\\;\\\\0322\\\\.\\\\032Stock'
>>> labels.unescape(r"b\\195\\188ro")
'büro'
>>> labels.unescape(r"\\052.b\\303\\274ro.example", base=8)
'*.büro.example'
"""

from acelabel._native import labels_escape as escape
from acelabel._native import labels_unescape as unescape

__all__ = ["escape", "unescape"]


def __dir__() -> list[str]:
    return sorted(__all__)
