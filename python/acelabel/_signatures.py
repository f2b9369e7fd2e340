"""The defaults of `profile` and `policy` as signatures show them.

`inspect.signature` takes nothing but a str, a number or None from the text of a compiled function's signature, so the
value itself cannot be the default there. It shows a str whose repr has no quotes.
"""

_Default = type("Default", (str,), {"__slots__": (), "__repr__": str.__str__})
UTS46 = _Default("UTS46")
WHATWG = _Default("WHATWG")
DNS = _Default("DNS")
LOOKALIKE_AWARE = _Default("LOOKALIKE_AWARE")
