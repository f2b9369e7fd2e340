"""The rooms whose bodies are proved, and their contracts."""

from importlib import import_module
from pathlib import Path

import own_types  # noqa: F401

from mirproof.contracts import Contract

FILES = sorted(Path(__file__).parent.glob("room_*.py"))
ROOMS = {path.stem.removeprefix("room_"): import_module(path.stem) for path in FILES}


def contracts() -> dict[str, Contract]:
    """All contracts, by the room, the body and what stands for its type parameters."""
    found = {}
    for room, module in ROOMS.items():
        for contract in module.CONTRACTS:
            types = " ".join(contract.types.values())
            found[f"{room} {contract.name} {types}".strip()] = contract
    return found
