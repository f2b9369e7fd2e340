"""Internationalised labels to ASCII and back, for input that cannot be trusted.

Three raw codecs, each in a module of its own: `acelabel.punycode` (RFC 3492), `acelabel.bootstring` (the same algorithm
with parameters of your own) and `acelabel.race` (draft-ietf-idn-race-03). Bad input raises `AceError` and nothing else.
"""

from acelabel import bootstring, punycode, race
from acelabel._errors import AceError
from acelabel._native import __version__

__all__ = ["AceError", "__version__", "bootstring", "punycode", "race"]
