"""The types of the arguments `profile` and `policy`, of what a function of columns takes, and of `acelabel.lint`."""

from collections.abc import Collection, Iterable
from typing import Literal, Protocol, TypeAlias, get_args

from acelabel._native import Policy, Profile, RegistryRules, Rules, Watchlist

AnyProfile: TypeAlias = (
    Profile | Literal["uts46", "whatwg", "whatwg_strict", "idna2008", "idna2008_mapped", "idna2003", "dns"]
)
"""A Profile, or its name."""

AnyPolicy: TypeAlias = Policy | Literal["lookalike_aware", "strict", "uts39_moderate"]
"""A Policy, or its name."""

AnyKinds: TypeAlias = Iterable[Literal["url_host", "email_domain", "bare"]] | None
"""Kinds of names inside texts, or None for all."""

AnyClients: TypeAlias = Iterable[str] | None
"""Names or words of `acelabel.clients`, or None for all clients."""

AnyTlds: TypeAlias = Collection[str] | None
"""Top-level domains that are known in a column: a set of str, or None."""

Sought: TypeAlias = tuple[AnyKinds, AnyTlds, bool, bool, AnyProfile, str]
"""The arguments `kinds`, `tlds`, `everywhere`, `defanged` and `profile` of `acelabel.text.find`, and `format`."""

Asked: TypeAlias = tuple[AnyClients, bool]
"""The arguments `among` and `url` of `acelabel.clients.agreed`."""

Given: TypeAlias = (
    AnyProfile | AnyPolicy | tuple[str, bool, AnyProfile] | Rules | Watchlist | RegistryRules | Sought | Asked | bool
)
"""The rules of a function of columns: one tuple has the arguments `zone`, `equal` and `profile` of `is_below`, and a
bool is the argument `bare` of `host.of_url`."""

Errors: TypeAlias = Literal["raise", "null", "keep"]
"""The values of `errors` in a column."""

Severity: TypeAlias = Literal["warning", "error"]
"""The weight of a problem: at an error a reader and the machine part; a warning may be meant."""

SEVERITIES: tuple[Severity, ...] = get_args(Severity)
"""Every severity, the lightest first."""

MARKUP = ("markdown", "html", "rst")
"""The formats in which links have a text of their own."""


class ArrowArray(Protocol):
    """An object that hands over one array."""

    def __arrow_c_array__(self, requested_schema: object | None = None) -> tuple[object, object]:
        """Hand over two capsules, of a type and an array."""


class ArrowStream(Protocol):
    """An object that hands over one array after another."""

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """Hand over a capsule of a stream."""


ArrowColumn: TypeAlias = ArrowArray | ArrowStream
