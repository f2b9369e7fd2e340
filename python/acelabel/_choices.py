"""The types of the arguments `profile` and `policy`."""

from typing import Literal, TypeAlias

from acelabel._native import Policy, Profile

AnyProfile: TypeAlias = (
    Profile | Literal["uts46", "whatwg", "whatwg_strict", "idna2008", "idna2008_mapped", "idna2003", "dns"]
)
"""A Profile, or its name."""

AnyPolicy: TypeAlias = Policy | Literal["lookalike_aware", "strict", "uts39_moderate"]
"""A Policy, or its name."""
