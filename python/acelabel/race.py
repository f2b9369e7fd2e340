"""RACE (draft-ietf-idn-race-03): one label of Unicode text as one ASCII label that begins with `bq--`.

>>> from acelabel import race
>>> race.encode("żaba")
'bq--af6p6yp7ml7wc'
>>> race.decode_domain("www.bq--abw7y3dmmvza.de")
'www.müller.de'
>>> race.to_alabel("bq--af6p6yp7ml7wc")
'xn--aba-22a'
>>> print(race.explain("żaba"))
text    żaba
label   bq--af6p6yp7ml7wc
mode    two_row
rows    01 00
header  01
  U+017C    7C
  U+0061    FF 61
  U+0062    FF 62
  U+0061    FF 61
Base32  01 7C FF 61 FF  af6p6yp7
        62 FF 61        ml7wc
"""

from acelabel._errors import AceError
from acelabel._native import UTS46, Explanation, alabel
from acelabel._native import race_decode as decode
from acelabel._native import race_decode_domain as decode_domain
from acelabel._native import race_decode_many as decode_many
from acelabel._native import race_encode as encode
from acelabel._native import race_encode_domain as encode_domain
from acelabel._native import race_encode_many as encode_many
from acelabel._native import race_explain as explain
from acelabel._native import race_mode as mode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from acelabel._choices import AnyProfile

__all__ = [
    "Explanation",
    "decode",
    "decode_domain",
    "decode_many",
    "encode",
    "encode_domain",
    "encode_many",
    "explain",
    "mode",
    "to_alabel",
]


def __dir__() -> list[str]:
    return sorted(__all__)


def to_alabel(label: str | bytes | bytearray, *, profile: "AnyProfile" = UTS46) -> str:
    """Convert a RACE label to the A-label of the same text, so that a name of 2000 becomes one of today.

    The text of the label is converted as `acelabel.alabel` does: with UTS46 it is mapped first.

    Args:
        label: The label: a str, or ASCII bytes or bytearray. ASCII letters are taken in either case.
        profile: The rules for the A-label, a Profile or its name.

    Returns:
        The A-label, a str.

    Raises:
        AceError: What `decode` raises, with the offset in `label`; or what `acelabel.alabel` raises, with the offset in
            the text of the label, which is the `text` of the error. "all_std13" if the text is mapped to ASCII, which
            is another name and has no A-label.

    Source: draft-ietf-idn-race-03 section 2.4; RFC 5890 section 2.3.2.1.
    """
    text = decode(label)
    found = alabel(text, profile=profile)
    if not found.startswith("xn--"):
        raise AceError("all_std13", 0, text)
    return found
