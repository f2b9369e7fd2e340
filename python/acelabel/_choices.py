"""The types of the arguments `profile` and `policy`, and of what a function of columns takes besides texts."""

from typing import Literal, TypeAlias

from acelabel._native import Policy, Profile, Rules, Watchlist

AnyProfile: TypeAlias = (
    Profile | Literal["uts46", "whatwg", "whatwg_strict", "idna2008", "idna2008_mapped", "idna2003", "dns"]
)
"""A Profile, or its name."""

AnyPolicy: TypeAlias = Policy | Literal["lookalike_aware", "strict", "uts39_moderate"]
"""A Policy, or its name."""

Given: TypeAlias = AnyProfile | AnyPolicy | tuple[str, bool, AnyProfile] | Rules | Watchlist
"""The rules of a function of columns: the tuple has the arguments `zone`, `equal` and `profile` of `is_below`."""
