"""Punycode (RFC 3492 section 5): the raw codec, which knows neither the prefix `xn--` nor dots.

>>> from acelabel import punycode
>>> punycode.encode("bücher")
'bcher-kva'
>>> punycode.decode("bcher-kva")
'bücher'
"""

from acelabel._native import Trace, TraceStep
from acelabel._native import punycode_decode as decode
from acelabel._native import punycode_decode_many as decode_many
from acelabel._native import punycode_decode_with_case as decode_with_case
from acelabel._native import punycode_encode as encode
from acelabel._native import punycode_encode_many as encode_many
from acelabel._native import punycode_trace_decode as trace_decode
from acelabel._native import punycode_trace_encode as trace_encode

__all__ = [
    "Trace",
    "TraceStep",
    "decode",
    "decode_many",
    "decode_with_case",
    "encode",
    "encode_many",
    "trace_decode",
    "trace_encode",
]


def __dir__() -> list[str]:
    return sorted(__all__)
