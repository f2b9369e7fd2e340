# The part of the stub file of `acelabel._native` that modules of acelabel call, and no user. There is no such module.

from collections.abc import Callable, Iterable
from typing import Any, AnyStr, Literal, TypeAlias, final

from acelabel import AceError
from acelabel._choices import AnyPolicy, AnyProfile, Given, Sought
from acelabel._codes import Code
from acelabel._inspection import Derived, Status
from acelabel._label_report import Kind, MappingKind
from acelabel._native import Column, Host, Policy, Profile, Watchlist

def convert_records(
    records: list[str], codec: str, profile: AnyProfile = ...
) -> tuple[list[str | None], list[int], list[str]]:
    """Convert many records. A refusal costs no exception, only its code.

    Args:
        records: The records, a list of str.
        codec: "to_ascii", "to_unicode", "punycode_encode", "punycode_decode", "race_encode" or "race_decode".
        profile: The rules of domain names, a Profile; UTS46 if left out.

    Returns:
        A list with a str for each record, None for each one that is refused; and the places and the codes of the
        refusals, in order.

    Raises:
        ValueError: There is no such codec.
    """

def each_text(function: Callable[[str], Any], texts: Iterable[str | None], errors: str, /) -> list[Any]:
    """Call a function for each text of a list, as the functions do whose names end in `_many`.

    Args:
        function: A function that takes a str, and returns what stands for it or raises AceError.
        texts: An iterable of str and None.
        errors: "raise", "null" or "keep", a str.

    Returns:
        A list of what the function returned, str and None.
    """

def to_ascii_or_none(domain: str | None, /) -> str | None:
    """Convert a domain name to its ASCII form under UTS46, and None to None.

    Args:
        domain: The name, a str or None.

    Returns:
        The ASCII form, a str; None for None.
    """

def to_unicode_or_none(domain: str | None, /) -> str | None:
    """Convert a domain name to its Unicode form under UTS46, and None to None.

    Args:
        domain: The name, a str or None.

    Returns:
        The Unicode form, a str; None for None.
    """

def compat_idna_code_point_runs(kind: Literal["derived_property", "joining_type", "script"]) -> list[tuple[int, str]]:
    """Where runs of code points of one value of a property begin.

    Args:
        kind: "derived_property", "joining_type" or "script".

    Returns:
        Pairs of the first code point of a run and the value; an empty one stands for all values not listed.
    """

def compat_idna_uts46_rows() -> list[tuple[int, str, str | None]]:
    """The mapping table of UTS #46 section 5.

    Returns:
        A row for each run of code points of one status and one replacement: the first of them; the status as V, M, D, I
        or X; and what they are mapped to, or None.
    """

def error_codes() -> tuple[Code, ...]:
    """Every code there is, in the order of the documentation.

    Returns:
        The codes: snake-case strings that never change.
    """

def email_domain_start(address: str, /) -> int:
    """Say where the domain of an address of e-mail begins.

    Args:
        address: The address, a str.

    Returns:
        The offset, an int.

    Raises:
        AceError: `missing_at_sign`, `second_at_sign`, `empty_local_part`, `invalid_local_part` or
            `invalid_address_literal`.
    """

def email_parts(
    address: str, /
) -> tuple[int, tuple[AceError, ...], tuple[AceError, ...] | None, tuple[AceError, ...], int]:
    """Divide an address of e-mail and judge its parts, except a domain that is a name.

    Args:
        address: The address, a str.

    Returns:
        Where its domain begins; the errors of its local part; those of an address literal, or None where the domain is
        not one; those of its length; how many octets the domain may have in its other forms.

    Raises:
        AceError: `missing_at_sign` or `second_at_sign`.
    """

def policy_of(policy: AnyPolicy, /) -> Policy:
    """The policy that an argument chooses, for modules of Python.

    Args:
        policy: A Policy or its name.

    Returns:
        The Policy.
    """

def profile_of(profile: AnyProfile, /) -> Profile:
    """The profile that an argument chooses, for modules of Python.

    Args:
        profile: A Profile or its name.

    Returns:
        The Profile.
    """

def email_rules(profile: AnyProfile, /) -> Profile:
    """The rules for the domain of an address of e-mail.

    Args:
        profile: The rules of the caller, a Profile.

    Returns:
        The Profile that has the flags of RFC 5321 section 4.1.2 as well.
    """

@final
class TextOptions:
    """Which names in a text are sought, and how they are written.

    Args:
        kinds: Which kinds of names count, an iterable of "url_host", "email_domain" and "bare", or None for all.
        everywhere: Whether names in paths, queries, fragments, local parts and user information count, a bool.
        defanged: Whether names that are written so that nobody follows them are read, a bool.
        annotate: Whether a name stays, and its other form follows in parentheses, a bool.
        isolate: Whether a U-label that is right-to-left is put between U+2068 and U+2069, a bool.
        tlds: A callable that knows top-level domains, or None.
        profile: The rules, a Profile or its name.
        policy: The rules of display by which names are written in Unicode, a Policy or its name, or None for all names.

    Raises:
        ValueError: There is no such kind, or no such policy.
    """
    def __new__(
        cls,
        *,
        kinds: Iterable[str] | None,
        everywhere: bool,
        defanged: bool,
        annotate: bool,
        isolate: bool,
        tlds: Callable[[str], bool] | None,
        profile: AnyProfile,
        policy: AnyPolicy | None,
    ) -> TextOptions: ...

def text_find(text: str | bytes, options: TextOptions, /) -> list[int]:
    """Find the names in a text.

    Args:
        text: The text, a str or bytes.
        options: The names that are sought, a TextOptions.

    Returns:
        A list of int, six for each name: where it begins, where it ends, the place of its kind in `KINDS`, whether it
        is escaped, whether it is defanged, and the number of its code: 0 for none, 1 for `authority_continues`, and 2
        and more for those of `error_codes`.
    """

def text_followed(text: AnyStr, start: int, end: int, /) -> AnyStr:
    """Read a name that is written so that nobody follows it.

    Args:
        text: A text, a str or bytes.
        start: Where the name begins in it, an int.
        end: Where it ends.

    Returns:
        The name, of the type of the text: `a.example` for `a[.]example`.
    """

def text_rewrite(text: str | bytes, options: TextOptions, to_unicode: bool, /) -> str | bytes:
    """Rewrite the names in a text.

    Args:
        text: The text, a str or bytes.
        options: The names that are sought, a TextOptions.
        to_unicode: Whether A-labels become U-labels, a bool; else U-labels become A-labels.

    Returns:
        The new text, of the type of the old one; the same object where nothing changes.
    """

def text_piece(
    piece: bytes, options: TextOptions, to_unicode: bool | None, is_last: bool, is_cut: bool, /
) -> tuple[int, bool, int, Any]:
    """Find or rewrite the names in a piece of a text.

    Args:
        piece: The piece, bytes.
        options: The names that are sought, a TextOptions.
        to_unicode: Whether A-labels become U-labels, a bool, or None to find names.
        is_last: Whether it is the last piece, a bool.
        is_cut: Whether it begins inside a word, a bool.

    Returns:
        How many octets are decided; whether they end inside a word; how many names are rewritten; and the new octets,
        or what `text_find` returns.
    """

def shown_labels(name: str, policy: AnyPolicy, watchlist: Watchlist | None, /) -> list[tuple[Any, ...]]:
    """Show a name, label by label.

    Args:
        name: The name, a str.
        policy: The rules, a Policy or its name.
        watchlist: A Watchlist or None.

    Returns:
        A list with a tuple for each label, at most the first 127: its ASCII form, its Unicode form, and either None,
        None and None or the reason why it is not shown in Unicode, the place of the character at fault, in characters,
        and that character's code point or None.
    """

def host_again(text: str, opaque: bool, port: int | None, span: tuple[int, int] | None, /) -> Host:
    """Make a Host again of its facts: for pickle.

    Args:
        text: Its `ascii`, a str.
        opaque: Whether it is opaque or empty, a bool.
        port: Its `port`, an int or None.
        span: Its `span`, a tuple of two int or None.

    Returns:
        The Host.

    Raises:
        AceError: `text` is no host.
    """

def arrow_convert(work: str, column: object, profile: AnyProfile, errors: str, threads: int | None, /) -> Column:
    """Convert a column.

    Args:
        work: What to do, a str: the name of a function of `acelabel.arrow`.
        column: An object with `__arrow_c_stream__` or `__arrow_c_array__`.
        profile: The rules, a Profile or its name.
        errors: "raise", "null" or "keep".
        threads: How many threads there may be, an int, or None.

    Returns:
        A Column.
    """

def arrow_display(
    work: str, column: object, policy: AnyPolicy, watchlist: Watchlist | None, threads: int | None, /
) -> Column:
    """Show the names of a column.

    Args:
        work: What to do, a str: "to_display" or "display_report".
        column: An object with `__arrow_c_stream__` or `__arrow_c_array__`.
        policy: The rules, a Policy or its name.
        watchlist: A Watchlist or None.
        threads: How many threads there may be, an int, or None.

    Returns:
        A Column.
    """

def arrow_related(work: str, column: object, others: Given, errors: str, threads: int | None, /) -> Column:
    """Hold the names of a column against others.

    Args:
        work: What to do, a str: "is_below", "registrable" or "lookalikes".
        column: An object with `__arrow_c_stream__` or `__arrow_c_array__`.
        others: For "is_below" a tuple of the arguments of the function for one name: `zone`, `equal` and `profile`. For
            "registrable" a Rules, for "lookalikes" a Watchlist.
        errors: "raise", "null" or, where the result is a text, "keep". "lookalikes" refuses no row.
        threads: How many threads there may be, an int, or None.

    Returns:
        A Column.
    """

def arrow_text(work: str, column: object, sought: Sought, threads: int | None, /) -> Column:
    """Find or rewrite the names inside the texts of a column.

    Args:
        work: What to do, a str: "text_find", "text_to_ascii" or "text_to_unicode".
        column: An object with `__arrow_c_stream__` or `__arrow_c_array__`.
        sought: A tuple of `kinds`, the ASCII forms of `tlds` as a set or None, `everywhere`, `defanged` and `profile`.
        threads: How many threads there may be, an int, or None.

    Returns:
        A Column.
    """

_Errors: TypeAlias = tuple[AceError, ...]
_Mapped: TypeAlias = tuple[tuple[int, int, MappingKind, str], ...]
_LabelFacts: TypeAlias = tuple[int, int, str | None, str | None, tuple[str, ...], _Errors, Kind, _Errors, _Mapped]
_NameFacts: TypeAlias = tuple[
    tuple[_LabelFacts, ...], int, _Errors, str | None, str | None, bool, bool, AceError | None
]

def code_point_facts(character: str | int, profile: AnyProfile, /) -> tuple[Status, str | None, Derived, str, str]:
    """Tell the facts about a code point that decide where it may stand.

    Args:
        character: The character, a str of one character, or the code point, an int.
        profile: The rules, a Profile or its name.

    Returns:
        The status, the text in its place or None, the derived property, Bidi_Class and Joining_Type.

    Raises:
        ValueError: `character` is a str of another length, or not a code point.
    """

def inspect_facts(domain: str, profile: AnyProfile, /) -> _NameFacts:
    """Look at a domain name and tell everything about it, in tuples.

    Args:
        domain: The name, a str.
        profile: The rules, a Profile or its name.

    Returns:
        The labels, each as where it begins and ends in `domain`, its A-label and U-label or None, its scripts, its
        errors, its kind, its problems if it passes undecoded, and the characters that are mapped, each as its offset,
        code point, kind and text; how many labels there are; the errors of the whole
        name; its ASCII and Unicode form or None; whether it is bidirectional; whether it ends in a number; the error
        that `to_ascii` raises, or None.
    """

def error_words(
    code: str,
    offset: int | None,
    text: str | None,
    codepoint: int | None,
    label_index: int | None,
    index: int | None,
    /,
) -> tuple[str, str, int | None]:
    """Returns what the message of an error says besides its facts, which may be anything: whoever makes one gives them.

    Args:
        code: The code, a str.
        offset: The offset, an int, or None.
        text: The text, a str, or None.
        codepoint: The code point that was given, an int, or None.
        label_index: Which label, or None if the text is no domain name.
        index: Which item, which is not asked.

    Returns:
        The reason, a phrase; what would help, a phrase; and the length of what is too long, an int, or None. They are
        empty if there is no such code or nothing is known.
    """

def is_of_dns(text: str, /) -> bool:
    """Returns whether a text that has `_` or `*` is a name of the profile DNS, and its A-labels are true ones.

    Args:
        text: The text, a str.

    Returns:
        A bool.
    """

def likely_mistake(name: str, /) -> str | None:
    """Say what a name looks like if it looks like a mistake.

    Args:
        name: The name, a str, valid or not.

    Returns:
        A phrase with what may be meant, a str fit for one line; None if there is no known mistake.
    """

def script_name(code_point: int, /) -> str:
    """The script of a code point (UAX #24).

    Args:
        code_point: The code point, an int of 32 bits.

    Returns:
        The long name of the script, a str; "Unknown" for an int that is not a code point.
    """
