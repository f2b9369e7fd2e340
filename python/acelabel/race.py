"""RACE (draft-ietf-idn-race-03): one label of Unicode text as one ASCII label that begins with `bq--`.

>>> from acelabel import race
>>> race.encode("żaba")
'bq--af6p6yp7ml7wc'
>>> race.decode_domain("www.bq--abw7y3dmmvza.de")
'www.müller.de'
"""

from acelabel._native import race_decode as decode
from acelabel._native import race_decode_domain as decode_domain
from acelabel._native import race_decode_many as decode_many
from acelabel._native import race_encode as encode
from acelabel._native import race_encode_domain as encode_domain
from acelabel._native import race_encode_many as encode_many
from acelabel._native import race_mode as mode

__all__ = ["decode", "decode_domain", "decode_many", "encode", "encode_domain", "encode_many", "mode"]
