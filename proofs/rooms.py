"""The rooms whose bodies are proved, and their contracts."""

import room_base32
import room_bias
import room_bounded
import room_division
import room_encoder
import room_keys
import room_outputs
import room_params
import room_punycode
import room_race
import room_ranks
import room_reading
import room_rows
import room_short
import room_swar
import room_utf8
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
    "params": room_params,
    "varint": room_varint,
    "writing": room_writing,
    "reading": room_reading,
    "ranks": room_ranks,
    "keys": room_keys,
    "encoder": room_encoder,
    "outputs": room_outputs,
    "short": room_short,
    "punycode": room_punycode,
    "race": room_race,
}


def contracts() -> dict[str, Contract]:
    """All contracts, by the room, the body and what stands for its type parameters."""
    found = {}
    for room, module in ROOMS.items():
        for contract in module.CONTRACTS:
            types = " ".join(contract.types.values())
            found[f"{room} {contract.name} {types}".strip()] = contract
    return found
