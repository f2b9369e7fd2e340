# The part of the stub file of `acelabel._native` about how names are shown. There is no such module.

from collections.abc import Iterable
from typing import Any, Final, Literal, TypeAlias, final, overload

from acelabel._choices import AnyPolicy
from acelabel._native import RegistryRules, Rules
from acelabel.display import Lookalike

def to_display(name: str, *, policy: AnyPolicy = ..., watchlist: Watchlist | None = None) -> str: ...

POLICIES: tuple[str, ...]
REASONS: tuple[str, ...]
LOOKALIKE_AWARE: Policy
STRICT: Policy
UTS39_MODERATE: Policy

@final
class Policy:
    def __new__(
        cls,
        *,
        restriction: _Level = "highly_restrictive",
        listed_characters: bool = True,
        tld_exceptions: bool = True,
        disallowed_character: bool = True,
        mixed_scripts: bool = True,
        mixed_numbers: bool = True,
        repeated_mark: bool = True,
        hidden_overlay: bool = True,
        tld_character: bool = True,
        middle_dot: bool = True,
        whole_script_lookalike: bool = True,
        digit_lookalike: bool = True,
        latin_with_other_script: bool = True,
        context_pattern: bool = True,
        watchlist: bool = True,
    ) -> Policy: ...
    def __replace__(self, **flags: Any) -> Policy: ...
    def replace(
        self,
        *,
        restriction: _Level = ...,
        listed_characters: bool = ...,
        tld_exceptions: bool = ...,
        disallowed_character: bool = ...,
        mixed_scripts: bool = ...,
        mixed_numbers: bool = ...,
        repeated_mark: bool = ...,
        hidden_overlay: bool = ...,
        tld_character: bool = ...,
        middle_dot: bool = ...,
        whole_script_lookalike: bool = ...,
        digit_lookalike: bool = ...,
        latin_with_other_script: bool = ...,
        context_pattern: bool = ...,
        watchlist: bool = ...,
    ) -> Policy: ...
    restriction: Final[_Level]
    listed_characters: Final[bool]
    tld_exceptions: Final[bool]
    disallowed_character: Final[bool]
    mixed_scripts: Final[bool]
    mixed_numbers: Final[bool]
    repeated_mark: Final[bool]
    hidden_overlay: Final[bool]
    tld_character: Final[bool]
    middle_dot: Final[bool]
    whole_script_lookalike: Final[bool]
    digit_lookalike: Final[bool]
    latin_with_other_script: Final[bool]
    context_pattern: Final[bool]
    watchlist: Final[bool]

_Level: TypeAlias = Literal[
    "ascii_only",
    "single_script",
    "highly_restrictive",
    "moderately_restrictive",
    "minimally_restrictive",
    "unrestricted",
]

@final
class Watchlist:
    def __new__(
        cls,
        names: Iterable[str] = (),
        *,
        labels: Iterable[str] = (),
        suffixes: Rules | None = None,
        similar: bool = True,
        distance: int = 0,
        allow: Iterable[str] = (),
        rules: Iterable[RegistryRules] = (),
    ) -> Watchlist: ...
    def lookup(self, name: str) -> list[Lookalike]: ...
    @overload
    def lookup_many(self, names: Iterable[str]) -> list[list[Lookalike]]: ...
    @overload
    def lookup_many(self, names: Iterable[str | None]) -> list[list[Lookalike] | None]: ...
    def _best(self, name: str, /) -> tuple[str, str, float, tuple[int, int]] | Literal[False] | None: ...
    def __len__(self, /) -> int: ...
