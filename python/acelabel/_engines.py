"""Shared by the engine modules: functions and their names in SQL, batches, missing extras; and names of profiles."""

from typing import TYPE_CHECKING, Any

from acelabel import UTS46, Profile
from acelabel._choices import AnyPolicy, AnyProfile
from acelabel._native import arrow_convert, arrow_display, policy_of, profile_of
from acelabel._works import BY_NAME, WORKS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from acelabel.arrow import ArrowColumn, Column
    from acelabel.display import Policy


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


def rules_of(work: str, given: AnyProfile | AnyPolicy) -> "Profile | Policy":
    """The policy of what is shown, the profile of all other work."""
    return policy_of(given) if BY_NAME[work].rules == "policy" else profile_of(given)  # type: ignore[arg-type]


def converted(
    work: str, column: "ArrowColumn", given: AnyProfile | AnyPolicy, errors: str, threads: int | None
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

    def __init__(self, work: str, given: AnyProfile | AnyPolicy, errors: str) -> None:
        self.__name__ = work
        self.options = rules_of(work, given), chosen("errors", errors, "raise", "null", "keep"), 1

    def __call__(self, column: Any) -> Any:
        import pyarrow as pa

        # Engines have threads of their own.
        chunks = pa.chunked_array(converted(self.__name__, column, *self.options))
        return chunks.chunk(0) if chunks.num_chunks == 1 else chunks.combine_chunks()


def sql_functions(profile: AnyProfile, policy: AnyPolicy) -> "Iterator[tuple[str, Batches]]":
    """The functions by their names in SQL."""
    for work in WORKS:
        if work.sql is not None:
            given: AnyProfile | AnyPolicy = {"profile": profile, "policy": policy}.get(work.rules, UTS46)
            yield work.sql, Batches(work.name, given, {"chosen": "raise", "keep": "keep"}.get(work.mode, "null"))
            if work.mode == "chosen":
                yield f"try_{work.sql}", Batches(work.name, given, "null")
