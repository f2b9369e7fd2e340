"""What modules for engines share: functions and their names in SQL, batches, what is missing; and names of profiles."""

from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from acelabel import DNS, IDNA2003, IDNA2008, UTS46, WHATWG, Profile
from acelabel._native import arrow_convert

if TYPE_CHECKING:
    from collections.abc import Iterator

Rules: TypeAlias = Profile | Literal["uts46", "whatwg", "idna2008", "idna2003", "dns"]
"""What `profile=` takes: a Profile, or its name."""

PROFILES = {"uts46": UTS46, "dns": DNS, "whatwg": WHATWG, "idna2008": IDNA2008, "idna2003": IDNA2003}
"""The profiles by their names, on the command line too."""


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


def chosen(argument: str, value: str, *values: str) -> str:
    """The value, if it is one of those there are."""
    if value not in values:
        raise ValueError(f"argument '{argument}' must be {', '.join(map(repr, values))}, not {value!r}")
    return value


class Batches:
    """Converts an array of pyarrow into another; can be pickled."""

    def __init__(self, work: str, profile: Rules, errors: str) -> None:
        self.__name__ = work
        self._options = rules(profile), chosen("errors", errors, "raise", "null", "keep"), 1

    def __call__(self, column: Any) -> Any:
        import pyarrow as pa

        # Engines have threads of their own.
        chunks = pa.chunked_array(arrow_convert(self.__name__, column, *self._options))
        return chunks.chunk(0) if chunks.num_chunks == 1 else chunks.combine_chunks()


def sql_functions(profile: Rules) -> "Iterator[tuple[str, Batches]]":
    """The functions by their names in SQL."""
    named = {"idna_encode": "to_ascii", "idna_decode": "to_unicode"}
    for name in (*named, "punycode_encode", "punycode_decode", "race_encode", "race_decode"):
        work = named.get(name, name)
        yield name, Batches(work, profile, "raise")
        yield f"try_{name}", Batches(work, profile, "null")
    for name in ("text_to_ascii", "text_to_unicode"):
        yield name, Batches(name, profile, "keep")
    yield "idna_valid", Batches("is_valid", profile, "null")
    yield "idna_report", Batches("to_ascii_report", profile, "null")
