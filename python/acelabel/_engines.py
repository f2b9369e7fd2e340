"""Shared by the engine modules: functions and their names in SQL, batches, missing extras; and names of profiles."""

from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from acelabel import DNS, IDNA2003, IDNA2008, IDNA2008_MAPPED, UTS46, WHATWG, WHATWG_STRICT, Profile
from acelabel._native import arrow_convert, arrow_display
from acelabel._works import BY_NAME, WORKS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from acelabel.arrow import ArrowColumn, Column
    from acelabel.display import Policy

Rules: TypeAlias = (
    Profile | Literal["uts46", "dns", "whatwg", "whatwg_strict", "idna2008", "idna2008_mapped", "idna2003"]
)
"""A value for `profile=`: a Profile, or its name."""

PROFILES = {
    "uts46": UTS46,
    "dns": DNS,
    "whatwg": WHATWG,
    "whatwg_strict": WHATWG_STRICT,
    "idna2008": IDNA2008,
    "idna2008_mapped": IDNA2008_MAPPED,
    "idna2003": IDNA2003,
}
"""The profiles by their names, on the command line too."""

Policies: TypeAlias = "Policy | Literal['lookalike_aware', 'strict', 'uts39_moderate']"
"""A value for `policy=`: a Policy, or its name."""

POLICIES = ("lookalike_aware", "strict", "uts39_moderate")
"""The names of the policies of `acelabel.display`, which is imported when one is needed."""


class Needs:
    """Says which extra brings a package that is missing."""

    def __init__(self, extra: str) -> None:
        self._extra = extra

    def __enter__(self) -> None:
        """Nothing is to be done."""

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, ImportError):
            message = f"acelabel.{self._extra} needs {error.name or error}: pip install 'acelabel[{self._extra}]'"
            raise ImportError(message, name=error.name) from error


def rules(profile: Rules) -> Profile:
    """The profile, or the one of this name."""
    return profile if isinstance(profile, Profile) else PROFILES[chosen("profile", profile, *PROFILES)]


def policy_of(policy: Policies) -> "Policy":
    """The policy, or the one of this name."""
    from acelabel import display

    if isinstance(policy, display.Policy):
        return policy
    named: Policy = getattr(display, chosen("policy", policy, *POLICIES).upper())
    return named


def rules_of(work: str, given: "Rules | Policies") -> "Profile | Policy":
    """The policy of what is shown, the profile of all other work."""
    return policy_of(given) if BY_NAME[work].rules == "policy" else rules(given)  # type: ignore[arg-type]


def converted(
    work: str, column: "ArrowColumn", given: "Rules | Policies", errors: str, threads: int | None
) -> "Column":
    """Do the work of a function of `acelabel.arrow`."""
    chosen_rules = rules_of(work, given)
    if isinstance(chosen_rules, Profile):
        return arrow_convert(work, column, chosen_rules, errors, threads)
    return arrow_display(work, column, chosen_rules, None, threads)


def chosen(argument: str, value: str, *values: str) -> str:
    """The value, if it is one of those there are."""
    if value not in values:
        raise ValueError(f"argument '{argument}' must be {', '.join(map(repr, values))}, not {value!r}")
    return value


class Batches:
    """Converts an array of pyarrow into another; can be pickled."""

    def __init__(self, work: str, given: "Rules | Policies", errors: str) -> None:
        self.__name__ = work
        self.options = rules_of(work, given), chosen("errors", errors, "raise", "null", "keep"), 1

    def __call__(self, column: Any) -> Any:
        import pyarrow as pa

        # Engines have threads of their own.
        chunks = pa.chunked_array(converted(self.__name__, column, *self.options))
        return chunks.chunk(0) if chunks.num_chunks == 1 else chunks.combine_chunks()


def sql_functions(profile: Rules, policy: Policies) -> "Iterator[tuple[str, Batches]]":
    """The functions by their names in SQL."""
    for work in WORKS:
        if work.sql is not None:
            given: Rules | Policies = {"profile": profile, "policy": policy}.get(work.rules, UTS46)
            yield work.sql, Batches(work.name, given, {"chosen": "raise", "keep": "keep"}.get(work.mode, "null"))
            if work.mode == "chosen":
                yield f"try_{work.sql}", Batches(work.name, given, "null")
