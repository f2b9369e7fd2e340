"""The rooms whose bodies are proved, and their contracts."""

import room_arrangement
import room_base32
import room_bias
import room_bounded
import room_decoder
import room_deferred
import room_division
import room_encode
import room_encoder
import room_instance
import room_keys
import room_literal
import room_long
import room_outputs
import room_params
import room_punycode
import room_punycode_text
import room_race
import room_race_decode
import room_race_encode
import room_race_label
import room_ranks
import room_reading
import room_rows
import room_short
import room_survey
import room_swar
import room_texts
import room_utf8
import room_utf8_write
import room_varint
import room_writing
from contracts import Contract

ROOMS = {
    "bounded": room_bounded,
    "swar": room_swar,
    "division": room_division,
    "bias": room_bias,
    "base32": room_base32,
    "rows": room_rows,
    "utf8": room_utf8,
    "utf8_write": room_utf8_write,
    "params": room_params,
    "varint": room_varint,
    "writing": room_writing,
    "reading": room_reading,
    "literal": room_literal,
    "decoder": room_decoder,
    "texts": room_texts,
    "arrangement": room_arrangement,
    "deferred": room_deferred,
    "instance": room_instance,
    "ranks": room_ranks,
    "keys": room_keys,
    "encoder": room_encoder,
    "outputs": room_outputs,
    "short": room_short,
    "long": room_long,
    "survey": room_survey,
    "encode": room_encode,
    "punycode": room_punycode,
    "punycode_text": room_punycode_text,
    "race": room_race,
    "race_encode": room_race_encode,
    "race_decode": room_race_decode,
    "race_label": room_race_label,
}


def contracts() -> dict[str, Contract]:
    """All contracts, by the room, the body and what stands for its type parameters."""
    found = {}
    for room, module in ROOMS.items():
        for contract in module.CONTRACTS:
            types = " ".join(contract.types.values())
            found[f"{room} {contract.name} {types}".strip()] = contract
    return found
