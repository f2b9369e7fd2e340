"""Top-level domains that a caller of `acelabel.text` knows."""

from typing import TYPE_CHECKING, TypeAlias

from acelabel._native import UTS46, to_ascii

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    Tlds: TypeAlias = Collection[str] | Callable[[str], bool]


def asked(tlds: "Tlds | None") -> "Callable[[str], bool] | None":
    """Return what is called with a top-level domain."""
    if tlds is None or callable(tlds):
        return tlds
    return _forms_of(tlds, "a set of str, a callable or None").__contains__


def known(tlds: "Tlds | None") -> frozenset[str] | None:
    """The ASCII forms of top-level domains that are known in a column."""
    if callable(tlds):
        expected = "a set of str or None where texts are a column, whose threads do not call Python"
        raise mismatch("tlds", expected, tlds)
    return None if tlds is None else _forms_of(tlds, "a set of str or None")


def _forms_of(tlds: "Collection[str]", expected: str) -> frozenset[str]:
    if isinstance(tlds, str) or not all(hasattr(type(tlds), name) for name in ("__contains__", "__iter__")):
        raise mismatch("tlds", expected, tlds)
    return _ascii_forms(tlds)


# The last set of top-level domains, and their ASCII forms: the same set comes with every line of a file.
_last_tlds: tuple[frozenset[str], frozenset[str]] = (frozenset(), frozenset())


def _ascii_forms(tlds: "Collection[str]") -> frozenset[str]:
    """The ASCII forms of top-level domains in any spelling."""
    global _last_tlds
    try:
        # Items are taken once, as a collection may change. Those of a list keep its order, so that its first fault is
        # told.
        items: Collection[str] = frozenset(tlds) if isinstance(tlds, (set, frozenset)) else dict.fromkeys(tlds)
        given = frozenset(items)
    except TypeError:
        # An item that has no hash is not a str.
        return frozenset(map(_ascii_form, tlds))
    last, forms = _last_tlds
    if given != last:
        forms = frozenset(map(_ascii_form, items))
        _last_tlds = (given, forms)
    return forms


_RULES = UTS46.replace(check_hyphens=True)


def _ascii_form(tld: object) -> str:
    """The ASCII form of a top-level domain, with a dot before or after it or without."""
    if not isinstance(tld, str):
        raise mismatch("tlds", "a set of str", tld)
    try:
        form = to_ascii(tld.removeprefix("."), profile=_RULES).removesuffix(".")
    except ValueError:
        form = ""
    if not form or "." in form:
        raise ValueError(f"argument 'tlds' must hold top-level domains such as 'com', not {tld!r}")
    return form


def mismatch(name: str, expected: str, value: object) -> TypeError:
    """The error of an argument of another type than expected."""
    return TypeError(f"argument {name!r} must be {expected}, not {type(value).__name__}")
