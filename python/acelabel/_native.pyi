from collections.abc import Callable, Iterable, Iterator
from ipaddress import IPv4Address, IPv6Address
from os import PathLike
from typing import Any, AnyStr, Final, Literal, NoReturn, TypeAlias, TypeVar, final, overload

from acelabel import AceError
from acelabel._choices import AnyProfile
from acelabel._native_display import LOOKALIKE_AWARE as LOOKALIKE_AWARE
from acelabel._native_display import POLICIES as POLICIES
from acelabel._native_display import REASONS as REASONS
from acelabel._native_display import STRICT as STRICT
from acelabel._native_display import UTS39_MODERATE as UTS39_MODERATE
from acelabel._native_display import Policy as Policy
from acelabel._native_display import Watchlist as Watchlist
from acelabel._native_display import _Level
from acelabel._native_display import to_display as to_display
from acelabel._native_inner import *

__version__: str
unicode_version: str
url_standard: tuple[str, str]
SEPARATORS: str
DNS: Profile
IDNA2003: Profile
IDNA2008: Profile
IDNA2008_MAPPED: Profile
UTS46: Profile
WHATWG: Profile
WHATWG_STRICT: Profile
PUNYCODE: Bootstring
_Form: TypeAlias = str | bytes | bytearray
_Item = TypeVar("_Item", bound=_Form | None)
_Maybe: TypeAlias = str | None
_OrKeep: TypeAlias = Literal["raise", "keep"]
_Text = TypeVar("_Text", str, _Maybe)
_Rules: TypeAlias = Literal["uts46", "idna2008", "idna2003"]

def to_ascii(domain: str, *, profile: AnyProfile = ..., errors: Literal["raise", "keep"] = "raise") -> str:
    """Convert a domain name to its ASCII form: A-labels, and ASCII labels in lower case.

    The labels are separated by U+002E, U+3002, U+FF0E or U+FF61 and joined by U+002E. A dot at the end stays; under
    UTS #46, so does one in front of a last label that is mapped to nothing. If a label is already an A-label, it is
    verified. The profile decides the rules: UTS #46 section 4.2, RFC 5891 section 4 or RFC 3490 section 4. The ASCII
    form of the result is the result itself.

    Args:
        domain: The name, a str.
        profile: The rules, a Profile or its name. The default is UTS46.
        errors: What becomes of a label that is refused: "raise" raises its AceError. "keep" converts the other labels
            and leaves this one, with its ASCII letters in lower case (RFC 4343 section 3). It leaves the whole record
            exactly as it came if a label that is refused holds a character that no name holds: White_Space, ASCII
            other than letters, digits, `-`, `_` and `*`, or what UTS #46 maps to a text with one of these. An escape
            of a zone file (RFC 1035 section 5.1) is part of a name. Under IDNA2008, which maps nothing, a label that
            is not ASCII keeps its capitals.

    Returns:
        The ASCII form, a str (with `errors="keep"` ASCII except for what is kept). A plain lower-case ASCII name is
        returned as the object that it is.

    Raises:
        AceError: The first problem, if `errors` is "raise": `empty_domain`, `domain_too_long`, `empty_label`,
            `label_too_long`, `label_separator`, `hyphen_start_end`, `hyphen_3_4`, `leading_combiner`, `not_nfc`,
            `disallowed_codepoint`, `ignored_codepoint`, `compatibility_codepoint`, `surrogate`, `std3_disallowed`,
            `unassigned`, `contextj`, `contexto`, `bidi_rule_1` to `bidi_rule_6`, `invalid_alabel` or
            `non_canonical_alabel`; with `label_index`, and `offset` in `domain`.
        ValueError: `errors` is none of the two.
    """

def to_unicode(domain: str, *, profile: AnyProfile = ..., errors: Literal["raise", "keep"] = "raise") -> str:
    """Convert a domain name to its Unicode form: U-labels, and ASCII labels in lower case.

    A name is accepted where `to_ascii` accepts it, and the ASCII form of the result is that of the name. The rules are
    those of the profile: UTS #46 section 4.3, RFC 5891 section 5 or RFC 3490 section 4.

    Args:
        domain: The name, a str.
        profile: The rules, a Profile or its name. The default is UTS46.
        errors: What becomes of a label that is refused: "raise" raises its AceError, "keep" leaves what `to_ascii`
            with `errors="keep"` leaves and converts the other labels.

    Returns:
        The Unicode form, a str. A plain lower-case ASCII name is returned as the object that it is.

    Raises:
        AceError: As for `to_ascii`.
        ValueError: `errors` is none of the two.
    """

@overload
def to_ascii_many(domains: Iterable[_Text], *, profile: AnyProfile = ..., errors: _OrKeep = "raise") -> list[_Text]: ...
@overload
def to_ascii_many(domains: Iterable[_Maybe], *, profile: AnyProfile = ..., errors: Literal["null"]) -> list[_Maybe]:
    """Convert many domain names to their ASCII forms.

    The call reacts to signals such as Ctrl-C, and lets other threads run, every few milliseconds.

    Args:
        domains: An iterable of names: a list, a column of pandas or polars, an array of Arrow, or any other. A
            name is a str or a scalar of Arrow that holds one. A missing value (None, NaN, NaT, `pandas.NA` or a
            null of Arrow) gives None. A single str is refused: its items would be its characters.
        profile: The rules, a Profile or its name. The default is UTS46.
        errors: What to do with a name that cannot be converted: "raise" raises its AceError, "null" puts None
            in its place, "keep" puts what `to_ascii` with `errors="keep"` returns.

    Returns:
        A list of str and None, with one item per name.

    Raises:
        AceError: The same as for `to_ascii`, if `errors` is "raise";
            with the `index` of the name.
        TypeError: An argument or an item is of another type.
        ValueError: `errors` is not one of the three.
    """

@overload
def to_unicode_many(
    domains: Iterable[_Text], *, profile: AnyProfile = ..., errors: _OrKeep = "raise"
) -> list[_Text]: ...
@overload
def to_unicode_many(domains: Iterable[_Maybe], *, profile: AnyProfile = ..., errors: Literal["null"]) -> list[_Maybe]:
    """Convert many domain names to their Unicode forms.

    The call reacts to signals such as Ctrl-C, and lets other threads run, every few milliseconds.

    Args:
        domains: An iterable of names: a list, a column of pandas or polars, an array of Arrow, or any other. A
            name is a str or a scalar of Arrow that holds one. A missing value (None, NaN, NaT, `pandas.NA` or a
            null of Arrow) gives None. A single str is refused: its items would be its characters.
        profile: The rules, a Profile or its name. The default is UTS46.
        errors: What to do with a name that cannot be converted: "raise" raises its AceError, "null" puts None
            in its place, "keep" puts what `to_unicode` with `errors="keep"` returns.

    Returns:
        A list of str and None, with one item per name.

    Raises:
        AceError: The same as for `to_unicode`, if `errors` is "raise";
            with the `index` of the name.
        TypeError: An argument or an item is of another type.
        ValueError: `errors` is not one of the three.
    """

def alabel(label: str, *, profile: AnyProfile = ...) -> str:
    """Convert one label to its A-label, or to lower case where it is ASCII (RFC 5890 section 2.3.2.1).

    Args:
        label: The label, a str. A U-label, an A-label or ASCII.
        profile: The rules, a Profile or its name. The default is UTS46.

    Returns:
        The A-label or the ASCII label, a str.

    Raises:
        AceError: `label_separator` at a full stop (U+002E, U+3002, U+FF0E, U+FF61); else as for `to_ascii`, where the
            label is the whole name.
    """

def ulabel(label: str, *, profile: AnyProfile = ...) -> str:
    """Convert one label to its U-label, or to lower case where it is ASCII without the prefix (RFC 5890 section 2.3.2.1).

    Args:
        label: The label, a str. A U-label, an A-label or ASCII.
        profile: The rules, a Profile or its name. The default is UTS46.

    Returns:
        The U-label or the ASCII label, a str.

    Raises:
        AceError: As for `alabel`.
    """

def is_valid(domain: str, *, profile: AnyProfile = ...) -> bool:
    """Say whether a domain name is valid: whether `to_ascii` accepts it.

    Args:
        domain: The name, a str.
        profile: The rules, a Profile or its name. The default is UTS46.

    Returns:
        A bool.
    """

def canonical(domain: str) -> str:
    """Find the one spelling of a domain name by which names are compared and looked up.

    Args:
        domain: The name, a str.

    Returns:
        Its ASCII form under the profile DNS without a final dot, an ASCII str. The name of the root is ".".

    Raises:
        AceError: As for `to_ascii` with the profile DNS.
    """

def ends_in_number(name: str, *, profile: AnyProfile = ...) -> bool:
    """Say whether a domain name ends in a number in its ASCII form.

    The URL Standard reads an IPv4 address in such a name ("ends in a number checker"), and so do most resolvers:
    `127.0.0.1`, `１２７.１`, `127。0。0。1`, `0x7f.1`, `2130706433`. It fails where the number is none (`1.2.3.08`).

    Args:
        name: The name, a str.
        profile: The rules by which the name is converted first, a Profile. The default is WHATWG.

    Returns:
        A bool.

    Raises:
        AceError: As for `to_ascii` with that profile.
    """

def compat_idna_encode(
    s: str | bytes | bytearray,
    strict: bool = False,
    uts46: bool = False,
    std3_rules: bool = False,
    transitional: bool = False,
) -> bytes:
    """Encode a domain name: each label as its A-label (RFC 5891 section 4).

    Args:
        s: The name: a str, or ASCII octets.
        strict: Whether only U+002E separates labels. If False, U+3002, U+FF0E and U+FF61 separate labels, too.
        uts46: Whether the name is mapped first, as `uts46_remap` does.
        std3_rules: The argument `std3_rules` of `uts46_remap`.
        transitional: Has no effect except a DeprecationWarning.

    Returns:
        The name, ASCII bytes. ASCII labels keep their letter case. A separator at the end becomes a full stop.

    Raises:
        IDNAError: The first problem; see docs/compat-idna.md for the codes.
    """

def compat_idna_decode(
    s: str | bytes | bytearray,
    strict: bool = False,
    uts46: bool = False,
    std3_rules: bool = False,
    display: bool = False,
) -> str:
    """Decode a domain name: each label as its U-label (RFC 5891 section 5).

    Args:
        s: The name: a str, or ASCII octets.
        strict: Whether only U+002E separates labels. If False, U+3002, U+FF0E and U+FF61 separate labels, too.
        uts46: Whether the name is mapped first, as `uts46_remap` does.
        std3_rules: The argument `std3_rules` of `uts46_remap`.
        display: Whether a label that begins with "xn--" and is not an A-label is returned in lower case. Other
            problems raise.

    Returns:
        The name, a str. ASCII labels are in lower case. A separator at the end becomes a full stop.

    Raises:
        IDNAError: The first problem; see docs/compat-idna.md for the codes.
    """

def compat_idna_alabel(label: str) -> bytes:
    """Convert a label to its A-label (RFC 5891 section 4).

    Args:
        label: The label, a str.

    Returns:
        The A-label, ASCII bytes. An ASCII label is checked and returned unchanged, letter case included.

    Raises:
        IDNAError: The first problem; see docs/compat-idna.md for the codes.
    """

def compat_idna_ulabel(label: str | bytes | bytearray) -> str:
    """Convert a label to its U-label (RFC 5891 section 5).

    Args:
        label: The label: a str, or ASCII bytes or bytearray.

    Returns:
        The U-label, a str: the decoded text of an A-label, another ASCII label in lower case, other text unchanged.

    Raises:
        IDNAError: The first problem; see docs/compat-idna.md for the codes.
    """

def compat_idna_uts46_remap(domain: str, std3_rules: bool = True, transitional: bool = False) -> str:
    """Map and normalize a domain name (UTS #46 section 4, nontransitional).

    Args:
        domain: The name, a str.
        std3_rules: Whether ASCII other than letters, digits, hyphens and full stops is refused, before and after
            mapping.
        transitional: Has no effect except a DeprecationWarning.

    Returns:
        The name, a str in Normalization Form C.

    Raises:
        InvalidCodepoint: `uts46_disallowed` or `uts46_std3`.
        IDNAError: `input_too_long`.
    """

def compat_idna_check_label(label: str | bytes | bytearray) -> None:
    """Check a label against all the rules of IDNA2008 except the length of its A-label (RFC 5891 section 4.2).

    Args:
        label: The label: a str, or UTF-8 bytes or bytearray.

    Raises:
        IDNAError: The first problem, in this order: `input_too_long` (more than 1,024 characters or octets),
            `invalid_utf8`, `empty_label`, `label_too_long` (more than 254 characters), `not_nfc`, `hyphen_3_4`,
            `hyphen_start_end`, `leading_combiner`, then from left to right `disallowed_codepoint`, `contextj` and
            `contexto`, then `bidi_rule_1` to `bidi_rule_6`.
    """

def compat_idna_check_bidi(label: str, check_ltr: bool = False) -> bool:
    """Check a label against the Bidi Rule (RFC 5893 section 2).

    Args:
        label: The label, a str.
        check_ltr: Whether labels without right-to-left characters are checked too.

    Returns:
        True.

    Raises:
        IDNABidiError: `bidi_unknown_direction` for a character that is not assigned, or `bidi_rule_1` to `bidi_rule_6`.
        IDNAError: `input_too_long`.
    """

def compat_idna_check_nfc(label: str) -> None:
    """Check that a label is in Normalization Form C.

    Args:
        label: The label, a str.

    Raises:
        IDNAError: `not_nfc` or `input_too_long`.
    """

def compat_idna_check_hyphen_ok(label: str) -> bool:
    """Check the hyphens of a label of any size (RFC 5891 section 4.2.3.1).

    Args:
        label: The label, a str.

    Returns:
        True.

    Raises:
        IDNAError: `hyphen_3_4` or `hyphen_start_end`.
    """

def compat_idna_check_initial_combiner(label: str) -> bool:
    """Check that a label of any size does not begin with a combining mark (RFC 5891 section 4.2.3.2).

    Args:
        label: The label, a str.

    Returns:
        True.

    Raises:
        IDNAError: `leading_combiner`.
    """

def compat_idna_valid_contextj(label: str, pos: int) -> bool:
    """Returns whether RFC 5892 appendix A.1 or A.2 allows a joiner in its place.

    Args:
        label: The label, a str.
        pos: The index of the joiner; a negative one counts from the end.

    Returns:
        A bool; False if the character is not a joiner.

    Raises:
        IDNAError: `input_too_long`.
        IndexError: The label does not have this index.
        ValueError: The character before the joiner has no name, for example because it is not assigned.
    """

def compat_idna_valid_contexto(label: str, pos: int, exception: bool = False) -> bool:
    """Returns whether RFC 5892 appendix A.3 to A.9 allows a character in its place.

    Args:
        label: The label, a str.
        pos: The index of the character; a negative one counts from the end.
        exception: Has no effect.

    Returns:
        A bool; False if none of these rules is about the character.

    Raises:
        IDNAError: `input_too_long`.
        IndexError: The label does not have this index.
    """

def compat_idna_valid_label_length(label: str | bytes) -> bool:
    """Returns whether a label has at most 63 characters or octets.

    Args:
        label: The label, str or bytes.

    Returns:
        A bool.
    """

def compat_idna_valid_string_length(domain: str | bytes, trailing_dot: bool) -> bool:
    """Returns whether a domain name has at most 253 characters or octets, or 254 with the dot of the root.

    Args:
        domain: The name, str or bytes.
        trailing_dot: Whether it ends with that dot.

    Returns:
        A bool.
    """

def punycode_encode(text: str, /, *, case_flags: Iterable[bool] | None = None) -> str:
    """Encode a text as Punycode (RFC 3492 sections 5 and 6.3).

    This is the raw codec: no prefix `xn--`, no dots, no limit of length.

    Args:
        text: The text, a str.
        case_flags: Mixed-case annotation (appendix A): an iterable of one bool for each character of `text`. The flag
            of an ASCII letter forces the case of the letter. The flag of a character beyond ASCII is the case of the
            last digit of its delta. At most one item more than `text` has characters is read.

    Returns:
        The encoded form, an ASCII str.

    Raises:
        AceError: `surrogate` at a lone surrogate.
        ValueError: `case_flags` has another length than `text`.
        TypeError: `case_flags` holds an item that is not a bool.
    """

def punycode_decode(encoded: str | bytes | bytearray, /) -> str:
    """Decode Punycode to a text (RFC 3492 sections 5 and 6.2).

    This is the raw codec: no prefix `xn--`, no dots, no limit of length. Digits are accepted in either letter case.

    Args:
        encoded: The encoded form: a str, or ASCII bytes or bytearray.

    Returns:
        The text, a str.

    Raises:
        AceError: `non_ascii`, `invalid_digit`, `truncated`, `overflow`, `surrogate` or `code_point_too_large`.
    """

def punycode_decode_with_case(encoded: str | bytes | bytearray, /) -> tuple[str, list[bool]]:
    """Decode Punycode with its mixed-case annotation (RFC 3492 appendix A).

    Args:
        encoded: The encoded form: a str, or ASCII bytes or bytearray.

    Returns:
        The text, a str, and one bool for each of its characters: for ASCII whether it is an upper-case letter, for
        all others whether the last digit of its delta is.

    Raises:
        AceError: As for `decode`.
    """

@overload
def punycode_encode_many(texts: Iterable[_Text], *, errors: Literal["raise", "keep"] = "raise") -> list[_Text]: ...
@overload
def punycode_encode_many(texts: Iterable[str | None], *, errors: Literal["null"]) -> list[str | None]:
    """Encode many texts as Punycode.

    The call reacts to signals such as Ctrl-C, and lets other threads run, every few milliseconds.

    Args:
        texts: An iterable of str: a list, a column of pandas or polars, an array of Arrow, or any other. A
            missing value (None, NaN, NaT, `pandas.NA` or a null of Arrow) gives None. A single str is refused:
            its items would be its characters.
        errors: What to do with a text that cannot be encoded: "raise" raises its AceError, "null" puts None in
            its place, "keep" puts the text itself.

    Returns:
        A list with one item per text.

    Raises:
        AceError: The same as for `encode`, if `errors` is "raise"; with the `index` of the text.
        TypeError: An argument or an item is of another type.
        ValueError: `errors` is not one of the three.
    """

@overload
def punycode_decode_many(texts: Iterable[_Form], *, errors: Literal["raise"] = "raise") -> list[str]: ...
@overload
def punycode_decode_many(texts: Iterable[_Form | None], *, errors: Literal["raise", "null"] = ...) -> list[_Maybe]: ...
@overload
def punycode_decode_many(texts: Iterable[_Item], *, errors: Literal["keep"]) -> list[str | _Item]:
    """Decode many Punycode forms.

    The call reacts to signals such as Ctrl-C, and lets other threads run, every few milliseconds.

    Args:
        texts: An iterable of str, or of ASCII bytes or bytearray: a list, a column of pandas or polars, an
            array of Arrow, or any other. A missing value (None, NaN, NaT, `pandas.NA` or a null of Arrow) gives
            None. A single form is refused.
        errors: What to do with an item that cannot be decoded: "raise" raises its AceError, "null" puts None
            in its place, "keep" puts the item itself.

    Returns:
        A list with one item per form.

    Raises:
        AceError: The same as for `decode`, if `errors` is "raise"; with the `index` of the item.
        TypeError: An argument or an item is of another type.
        ValueError: `errors` is not one of the three.
    """

def punycode_trace_encode(text: str, /) -> Trace:
    """Encode a text as Punycode and keep every step (RFC 3492 section 7.3).

    Args:
        text: The text, a str.

    Returns:
        A Trace; its str() is the text of section 7.3.

    Raises:
        AceError: As for `encode`. Its attribute `trace` is the Trace up to the fault.
    """

def punycode_trace_decode(encoded: str | bytes | bytearray, /) -> Trace:
    """Decode Punycode and keep every step (RFC 3492 section 7.2).

    Args:
        encoded: The encoded form: a str, or ASCII bytes or bytearray.

    Returns:
        A Trace; its str() is the text of section 7.2.

    Raises:
        AceError: As for `decode`. Its attribute `trace` is the Trace up to the fault.
    """

def race_encode(text: str, /) -> str:
    """Encode one label as RACE (draft-ietf-idn-race-03 section 2.2).

    Args:
        text: The text of the label, a str.

    Returns:
        The label, an ASCII str that begins with "bq--", in lower case.

    Raises:
        AceError: `empty`, `surrogate`, `all_std13`, `u0099_in_compressed_mode` or `label_too_long`.
    """

def race_decode(label: str | bytes | bytearray, /) -> str:
    """Decode one RACE label (draft-ietf-idn-race-03 section 2.4), strictly: each text has one label.

    Args:
        label: The label: a str, or ASCII bytes or bytearray. ASCII letters are taken in either case.

    Returns:
        The text, a str.

    Raises:
        AceError: `non_ascii`, `no_prefix`, `label_too_long`, `bad_base32_char`, `bad_base32_length`,
            `nonzero_padding`, `too_short`, `d8_odd_length`, `d8_but_compressible`, `surrogate_row`,
            `u0099_in_compressed_mode`, `trailing_escape`, `escape_in_row0`, `all_escaped`, `all_std13` or
            `surrogate`.
    """

def race_mode(text: str, /) -> Literal["one_row", "two_row", "uncompressed"]:
    """The mode in which a label is encoded (draft-ietf-idn-race-03 section 2.2).

    Args:
        text: The text of the label, a str.

    Returns:
        "one_row", "two_row" or "uncompressed".

    Raises:
        AceError: As for `encode`.
    """

def race_encode_domain(domain: str, /) -> str:
    """Encode the labels of a domain name that need it.

    Args:
        domain: The name, a str; its labels are separated by U+002E. Labels of ASCII letters, digits and hyphens alone
            are left as they are.

    Returns:
        The name, an ASCII str.

    Raises:
        AceError: As for `encode`, and `ace_prefix_in_input`; with `label_index`, and the offset in the whole name.
    """

def race_decode_domain(domain: str, /) -> str:
    """Decode the labels of a domain name that begin with "bq--".

    Args:
        domain: The name, a str; its labels are separated by U+002E. Labels without the prefix are left as they are.

    Returns:
        The name, a str. It has as many labels as `domain`.

    Raises:
        AceError: As for `decode`, and `label_separator` and `ace_prefix_in_input` where the text of a label would be
            read as several labels or as RACE again; with `label_index`, and the offset in the whole name.
    """

@overload
def race_encode_many(texts: Iterable[_Text], *, errors: Literal["raise", "keep"] = "raise") -> list[_Text]: ...
@overload
def race_encode_many(texts: Iterable[str | None], *, errors: Literal["null"]) -> list[str | None]:
    """Encode many labels as RACE.

    The call reacts to signals such as Ctrl-C, and lets other threads run, every few milliseconds.

    Args:
        texts: An iterable of str: a list, a column of pandas or polars, an array of Arrow, or any other. A
            missing value (None, NaN, NaT, `pandas.NA` or a null of Arrow) gives None. A single str is refused:
            its items would be its characters.
        errors: What to do with a text that cannot be encoded: "raise" raises its AceError, "null" puts None in
            its place, "keep" puts the text itself.

    Returns:
        A list with one item per text.

    Raises:
        AceError: The same as for `encode`, if `errors` is "raise"; with the `index` of the text.
        TypeError: An argument or an item is of another type.
        ValueError: `errors` is not one of the three.
    """

@overload
def race_decode_many(texts: Iterable[_Form], *, errors: Literal["raise"] = "raise") -> list[str]: ...
@overload
def race_decode_many(
    texts: Iterable[_Form | None], *, errors: Literal["raise", "null"] = "raise"
) -> list[str | None]: ...
@overload
def race_decode_many(texts: Iterable[_Item], *, errors: Literal["keep"]) -> list[str | _Item]:
    """Decode many RACE labels.

    The call reacts to signals such as Ctrl-C, and lets other threads run, every few milliseconds.

    Args:
        texts: An iterable of str, or of ASCII bytes or bytearray: a list, a column of pandas or polars, an
            array of Arrow, or any other. A missing value (None, NaN, NaT, `pandas.NA` or a null of Arrow) gives
            None. A single label is refused.
        errors: What to do with an item that cannot be decoded: "raise" raises its AceError, "null" puts None
            in its place, "keep" puts the item itself.

    Returns:
        A list with one item per label.

    Raises:
        AceError: The same as for `decode`, if `errors` is "raise"; with the `index` of the item.
        TypeError: An argument or an item is of another type.
        ValueError: `errors` is not one of the three.
    """

def race_explain(text_or_label: str, /) -> Explanation:
    """Explain how a text is encoded, or how a label is decoded (draft-ietf-idn-race-03 sections 2.2 to 2.5).

    Args:
        text_or_label: The text of one label, a str; or a label, a str that begins with "bq--" in either letter case.
            A domain name is no label: as a text it is encoded as a whole.

    Returns:
        An Explanation: the mode, the rows, the octets of each character and the groups of Base32.

    Raises:
        AceError: As for `decode` if the input begins with "bq--", else as for `encode`.
    """

@final
class Profile:
    """Which rules labels and names are held to: a family of rules, and the flags of UTS #46 section 4.

    Immutable, hashable and equal to any other profile with the same flags. Most callers need a named
    profile (`UTS46`, `WHATWG`, `IDNA2008`, `IDNA2008_MAPPED`, `IDNA2003`,
    `DNS`) or `replace` of one.

    Args:
        rules: The family: "uts46" (UTS #46), "idna2008" (RFC 5890-5893) or "idna2003"
            (RFC 3490 and 3491, with the tables of Unicode 3.2).
        check_hyphens: CheckHyphens: no hyphen at either end of a label, none in third and fourth position.
        check_bidi: CheckBidi: the Bidi Rule of RFC 5893 section 2 (in IDNA2003, RFC 3454 section 6).
        check_joiners: CheckJoiners: U+200C and U+200D only where RFC 5892 appendix A.1 and A.2 allow them.
            IDNA2008 always asks for it; IDNA2003 removes them.
        use_std3_ascii_rules: UseSTD3ASCIIRules: of ASCII only letters, digits and hyphens.
            IDNA2008 always asks for it; in IDNA2003 also no hyphen at either end of a label.
        verify_dns_length: VerifyDnsLength: a label has 1 to 63 characters in its ASCII form, and a name has 1 to 253.
            The dot of the root is not counted.
        allow_root_dot: A name may end with the dot of the root where DNS lengths are verified.
            UTS #46 section 4.2 refuses that dot with all other empty labels; every named profile allows it.
        transitional_processing: Transitional_Processing, deprecated by UTS #46: ß and ς are mapped, joiners removed.
        ignore_invalid_punycode: IgnoreInvalidPunycode: an ASCII label with `xn--` that cannot be decoded is left unchanged.
            With `check_hyphens` its hyphens are refused all the same.
        pass_ascii: An ASCII label is left as it is, but in lower case.
            It may hold letters, digits, hyphens and underscores, or be `*` as the first label. After `xn--` it is
            decoded where it is a true A-label, and stays where it is not. The name of the root alone is a name.
        pass_ascii_domain: An ASCII domain is left as it is, but in lower case, whatever its labels hold.
            It may not be empty or hold a forbidden domain code point of the URL Standard; no other flag is asked.
            Its Unicode form is the domain itself where a label of it has no Unicode form.
        deny_url_code_points: The forbidden domain code points of the URL standard are refused.
        deny_end_in_number: A name that ends in a number, which the URL Standard reads as an IPv4 address, is refused.
        refuse_ignored: A character that is mapped to nothing is refused, such as U+00AD and U+200B.
            IDNA2008 maps none to nothing.
        refuse_compatibility: A character that stands for others by compatibility is refused: ﬁ, ①, ｅ, and U+212A KELVIN SIGN.
            Letter case, composition (NFC) and the separators of labels are mapped all the same.
        rfc5895_mapping: The mapping of RFC 5895 section 2 comes before the rules: letter case, width, composition (NFC).
            IDNA2008 alone asks, which maps nothing else.
        allow_unassigned: AllowUnassigned (RFC 3490): code points that Unicode 3.2 does not know are let through.
            IDNA2003 alone asks.

    Raises:
        TypeError: There is no such argument, or its value is of another type.
        ValueError: There is no such value of `rules`.
    """

    def __new__(
        cls,
        *,
        rules: _Rules = "uts46",
        check_hyphens: bool = False,
        check_bidi: bool = True,
        check_joiners: bool = True,
        use_std3_ascii_rules: bool = True,
        verify_dns_length: bool = True,
        allow_root_dot: bool = True,
        transitional_processing: bool = False,
        ignore_invalid_punycode: bool = False,
        pass_ascii: bool = False,
        pass_ascii_domain: bool = False,
        deny_url_code_points: bool = False,
        deny_end_in_number: bool = False,
        refuse_ignored: bool = False,
        refuse_compatibility: bool = False,
        rfc5895_mapping: bool = False,
        allow_unassigned: bool = False,
    ) -> Profile: ...
    def __replace__(self, **flags: Any) -> Profile: ...
    def replace(
        self,
        *,
        rules: _Rules = ...,
        check_hyphens: bool = ...,
        check_bidi: bool = ...,
        check_joiners: bool = ...,
        use_std3_ascii_rules: bool = ...,
        verify_dns_length: bool = ...,
        allow_root_dot: bool = ...,
        transitional_processing: bool = ...,
        ignore_invalid_punycode: bool = ...,
        pass_ascii: bool = ...,
        pass_ascii_domain: bool = ...,
        deny_url_code_points: bool = ...,
        deny_end_in_number: bool = ...,
        refuse_ignored: bool = ...,
        refuse_compatibility: bool = ...,
        rfc5895_mapping: bool = ...,
        allow_unassigned: bool = ...,
    ) -> Profile:
        """The same profile but for some flags.

        Args:
            flags: The flags to be different, by name: those of the constructor.

        Returns:
            A new Profile.

        Raises:
            TypeError: There is no such argument, or its value is of another type.
            ValueError: There is no such value of `rules`.
        """
    rules: Final[_Rules]
    check_hyphens: Final[bool]
    check_bidi: Final[bool]
    check_joiners: Final[bool]
    use_std3_ascii_rules: Final[bool]
    verify_dns_length: Final[bool]
    allow_root_dot: Final[bool]
    transitional_processing: Final[bool]
    ignore_invalid_punycode: Final[bool]
    pass_ascii: Final[bool]
    pass_ascii_domain: Final[bool]
    deny_url_code_points: Final[bool]
    deny_end_in_number: Final[bool]
    refuse_ignored: Final[bool]
    refuse_compatibility: Final[bool]
    rfc5895_mapping: Final[bool]
    allow_unassigned: Final[bool]
    def __eq__(self, other: object, /) -> bool: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Bootstring:
    """An instance of Bootstring (RFC 3492 sections 3, 4 and 6) with parameters of one's own.

    Immutable and hashable; equal to any other instance with the same parameters. Basic code points are ASCII.

    Section 4 allows parameters that make encoded forms very long: with `tmax = base - 1` an integer takes about
    `delta / (base - 1)` digits, with `tmin = 0` the first one `initial_bias / base` or more. `max_digits` is the limit
    for each code point. The default is enough for all parameters with `tmax <= base - 2`, if tmin is 1 or more or
    initial_bias is less than 66 * base.

    Args:
        digits: The digits in the order of their values: a str of distinct ASCII characters. Its length is the base.
        delimiter: The character between the literal part and the integers: a str of one ASCII character, no digit.
        tmin: The smallest threshold, an int from 0.
        tmax: The largest threshold, an int from tmin to base - 1.
        skew: An int from 1.
        damp: An int from 2.
        initial_bias: The bias before the first delta, an int; initial_bias mod base is at most base - tmin.
        initial_n: The code point at which insertion begins, an int. Code points below it that are not basic cannot be
            encoded.
        max_digits: How many digits an encoder writes for one code point at most, an int from 1, or None for any number.

    Raises:
        ValueError: A constraint of RFC 3492 section 4 does not hold, or max_digits is 0; the message names it.
    """

    def __new__(
        cls,
        *,
        digits: str,
        delimiter: str,
        tmin: int,
        tmax: int,
        skew: int,
        damp: int,
        initial_bias: int,
        initial_n: int,
        max_digits: int | None = 66,
    ) -> Bootstring: ...
    def encode(self, text: str, /) -> str:
        """Encode a text (RFC 3492 section 6.3).

        Args:
            text: The text, a str.

        Returns:
            The encoded form, an ASCII str.

        Raises:
            AceError: `surrogate` at a lone surrogate, `below_initial_n` at a character that is neither ASCII nor at
                least initial_n, `too_long` at one that takes more digits than max_digits.
        """
    def decode(self, encoded: str | bytes | bytearray, /) -> str:
        """Decode to a text (RFC 3492 section 6.2).

        Args:
            encoded: The encoded form: a str, or ASCII bytes or bytearray.

        Returns:
            The text, a str.

        Raises:
            AceError: `non_ascii`, `invalid_digit`, `truncated`, `overflow`, `basic_as_delta`, `surrogate` or
                `code_point_too_large`.
        """
    def encode_code_points(self, code_points: Iterable[int], /) -> str:
        """Encode a sequence of integers (RFC 3492 section 6.3).

        Args:
            code_points: An iterable of int from 0 to 2**32 - 1; surrogates are as good as any.

        Returns:
            The encoded form, an ASCII str.

        Raises:
            AceError: `code_point_too_large` at an integer outside 0..2**32 - 1, `below_initial_n` and `too_long` as for
                `encode`.
        """
    def decode_code_points(self, encoded: str | bytes | bytearray, /) -> list[int]:
        """Decode to a list of integers (RFC 3492 section 6.2).

        Args:
            encoded: The encoded form: a str, or ASCII bytes or bytearray.

        Returns:
            A list of int from 0 to 2**32 - 1.

        Raises:
            AceError: `non_ascii`, `invalid_digit`, `truncated`, `overflow`, `basic_as_delta`, or `code_point_too_large`
                past 2**32 - 1.
        """
    def trace_encode(self, text: str, /) -> Trace:
        """Encode a text and keep every step (RFC 3492 section 7.3).

        Args:
            text: The text, a str.

        Returns:
            A `acelabel.punycode.Trace`; its str() is the text of section 7.3.

        Raises:
            AceError: As for `encode`. Its attribute `trace` is the Trace up to the fault.
        """
    def trace_decode(self, encoded: str | bytes | bytearray, /) -> Trace:
        """Decode to a text and keep every step (RFC 3492 section 7.2).

        Args:
            encoded: The encoded form: a str, or ASCII bytes or bytearray.

        Returns:
            A `acelabel.punycode.Trace`; its str() is the text of section 7.2.

        Raises:
            AceError: As for `decode`. Its attribute `trace` is the Trace up to the fault.
        """
    def replace(
        self,
        *,
        digits: str = ...,
        delimiter: str = ...,
        tmin: int = ...,
        tmax: int = ...,
        skew: int = ...,
        damp: int = ...,
        initial_bias: int = ...,
        initial_n: int = ...,
        max_digits: int | None = ...,
    ) -> Bootstring:
        """An instance that differs in some parameters.

        Args:
            parameters: The parameters that differ, by name: any of those of the constructor.

        Returns:
            A new Bootstring.

        Raises:
            TypeError: There is no such parameter, or its value has the wrong type.
            ValueError: A constraint of RFC 3492 section 4 does not hold, or max_digits is 0; the message names it.
        """
    @property
    def digits(self) -> str:
        """The digits in the order of their values, a str."""
    @property
    def delimiter(self) -> str:
        """The delimiter, a str of one character."""
    @property
    def tmin(self) -> int:
        """The smallest threshold, an int."""
    @property
    def tmax(self) -> int:
        """The largest threshold, an int."""
    @property
    def skew(self) -> int:
        """Returns what keeps the bias low for small deltas, an int."""
    @property
    def damp(self) -> int:
        """Returns what scales the first delta down, an int."""
    @property
    def initial_bias(self) -> int:
        """The bias before the first delta, an int."""
    @property
    def initial_n(self) -> int:
        """The code point at which insertion begins, an int."""
    @property
    def max_digits(self) -> int | None:
        """Returns how many digits an encoder writes for one code point at most, an int; None for any number."""
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Trace:
    """The steps of one run of Bootstring (RFC 3492 sections 6.2 and 6.3).

    An immutable sequence of TraceStep. `str()` gives the text of RFC 3492 section 7.2 (decoding) or 7.3 (encoding); a
    notebook shows the object as a table. Both are shortened for long texts: of a text of more than 256 code points each
    step shows the part around the code point inserted, and the table shows the first and the last 256 steps.
    """

    @property
    def direction(self) -> Literal["encode", "decode"]:
        """ "encode" or "decode"."""
    @property
    def input(self) -> str:
        """The input, a str: the text of an encoder, the encoded form of a decoder."""
    @property
    def output(self) -> str:
        """The output, a str: the encoded form of an encoder, the text of a decoder. If the input is refused, it is empty
        (an encoder) or the text after the last step (a decoder).
        """
    @property
    def literal(self) -> str:
        """The literal part of the encoded form with its delimiter, a str; empty if there is none."""
    @property
    def error(self) -> AceError | None:
        """Why the input is refused, an AceError; None if it is not refused."""
    @property
    def steps(self) -> tuple[TraceStep, ...]:
        """The steps in order, a tuple of TraceStep."""
    def to_dict(self) -> dict[str, Any]:
        """The attributes as a dict of what JSON knows.

        The size is linear in the number of steps: if the text has more than 256 code points, the code points of each
        step are None.

        Returns:
            A dict with the keys direction, input, output, literal, steps (a list of dicts as of `TraceStep.to_dict`)
            and error (a dict with the keys code, offset, codepoint, label_index and message, or None).
        """
    def __len__(self, /) -> int: ...
    @overload
    def __getitem__(self, index: int, /) -> TraceStep: ...
    @overload
    def __getitem__(self, index: slice, /) -> tuple[TraceStep, ...]: ...
    def __iter__(self, /) -> Iterator[TraceStep]: ...
    def __reduce__(self) -> tuple[Any, ...]: ...
    def _repr_html_(self) -> str: ...

@final
class TraceStep:
    """One insertion of a Trace. An immutable value."""

    @property
    def delta(self) -> int:
        """The delta, an int."""
    @property
    def digits(self) -> str:
        """The digits that stand for the delta, a str."""
    @property
    def bias(self) -> int:
        """The bias after the delta, an int."""
    @property
    def n(self) -> int:
        """The code point inserted, an int."""
    @property
    def i(self) -> int:
        """The index at which it is inserted into the text so far, an int."""
    @property
    def code_points(self) -> list[int]:
        """The code points of the text so far, this one included: a list of int."""
    @property
    def text(self) -> str:
        """The text so far, the code point of this step included: a str."""
    def to_dict(self) -> dict[str, Any]:
        """The attributes as a dict of what JSON knows.

        Returns:
            A dict with the keys delta, digits, bias, n, i and code_points.
        """
    def __reduce__(self) -> tuple[Any, ...]: ...

def security_skeleton(text: str, /) -> str:
    """The skeleton of a text (UTS #39 section 4): texts that look alike have the same one.

    It is meant to be compared, not to be shown. A lone surrogate is its own skeleton.

    Args:
        text: The text, a str.

    Returns:
        The skeleton, a str.
    """

def security_bidi_skeleton(text: str, direction: Literal["ltr", "rtl"], /) -> str:
    """The skeleton of a text as it is displayed (UTS #39 section 4, bidiSkeleton): texts that look alike in a paragraph of
    a direction have the same one.

    Right-to-left parts are reordered and mirrored as UAX #9 says, each paragraph of the text as one line. It is meant
    to be compared, not to be shown.

    Args:
        text: The text, a str.
        direction: The direction of the paragraph: "ltr" or "rtl".

    Returns:
        The skeleton, a str.

    Raises:
        ValueError: `direction` is another str.
    """

def security_confusable(one: str, other: str, /) -> bool:
    """Returns whether two texts look alike: whether they have the same skeleton (UTS #39 section 4).

    Args:
        one: A text, a str.
        other: Another one.

    Returns:
        A bool.
    """

def security_confusables(character: str, /, *, similar: bool = True) -> tuple[str, ...]:
    """List the characters that look like a character.

    The first call makes an index of all characters; the following ones are fast.

    >>> from acelabel import security
    >>> "ɢ" in security.confusables("g"), "ɢ" in security.confusables("g", similar=False)
    (True, False)

    Args:
        character: A str of one character.
        similar: Whether letters of a similar shape count besides those of UTS #39, a bool (docs/display.md).

    Returns:
        The characters in the order of their code points, a tuple of str of one character each, without the character
        itself. Case does not count, nor do marks on Latin, Greek and Cyrillic letters.

    Raises:
        ValueError: `character` is not one character, or a surrogate.
    """

def security_resolved_scripts(text: str, /) -> frozenset[str]:
    """The scripts in which the whole of a text can be written: its resolved script set (UTS #39 section 5.1).

    Args:
        text: The text, a str.

    Returns:
        The codes of the scripts (ISO 15924), a frozenset of str: empty where the text mixes scripts, and {"Zyyy"}
        where all its characters are used with every script. "Hanb", "Jpan" and "Kore" are the writing systems of
        several scripts.
    """

def security_mixed_numbers(text: str, /) -> bool:
    """Returns whether a text has decimal digits of several systems (UTS #39 section 5.3).

    Args:
        text: The text, a str.

    Returns:
        A bool.
    """

def security_identifier_status(text: str, /) -> Literal["allowed", "restricted"]:
    """Returns whether all characters of a text are allowed in identifiers (UTS #39 section 3.1, Identifier_Status).

    Args:
        text: The text, a str.

    Returns:
        "allowed" or "restricted".
    """

def security_identifier_types(text: str, /) -> frozenset[str]:
    """Returns how the characters of a text are used in identifiers (UTS #39 section 3.1, Identifier_Type).

    Args:
        text: The text, a str.

    Returns:
        A frozenset of str: the type of each character, in lower case, such as "recommended" or "technical". Where the
        standard lists several types for a character, it is the first of them.
    """

PROFILES: tuple[str, ...]

@final
class Explanation:
    """The steps by which one text is written as a label of RACE (draft-ietf-idn-race-03 sections 2.2 to 2.5).

    An immutable value. `str()` is a report; a notebook shows the object as a table.
    """

    @property
    def text(self) -> str:
        """The text, a str."""
    @property
    def label(self) -> str:
        """The label, an ASCII str in lower case that begins with "bq--"."""
    @property
    def mode(self) -> Literal["one_row", "two_row", "uncompressed"]:
        """The mode: "one_row", "two_row" or "uncompressed" (section 2.4.1)."""
    @property
    def rows(self) -> tuple[int, ...]:
        """The rows of the text, which are the upper octets of its UTF-16 units: a tuple of int, each row once."""
    @property
    def octets(self) -> bytes:
        """The octets before Base32, bytes: the header, and the text behind it."""
    @property
    def characters(self) -> tuple[tuple[str, bytes], ...]:
        """Each character and its octets: a tuple of pairs of a str and bytes."""
    @property
    def groups(self) -> tuple[tuple[bytes, str], ...]:
        """The groups of Base32 (section 2.5): a tuple of pairs of up to five bytes and a str of up to eight characters."""
    def to_dict(self) -> dict[str, Any]:
        """The attributes as a dict of what JSON knows: octets as lists of int.

        Returns:
            A dict with the keys text, label, mode, rows, octets, characters and groups.
        """
    def __reduce__(self) -> tuple[Any, ...]: ...
    def _repr_html_(self) -> str: ...

@final
class Host:
    """A host: a domain name, an IP address, or what the URL Standard has in their places.

    An immutable value, which `parse` and `of_url` make. Hosts are equal if all their attributes are.
    """

    __match_args__: Final[tuple[str, ...]]

    @property
    def kind(self) -> Literal["domain", "ipv4", "ipv6", "opaque", "empty"]:
        """Which kind of host it is: "domain", "ipv4", "ipv6"; "opaque" or "empty" where `opaque=True` asked for it."""
    @property
    def ascii(self) -> str:
        """The host in ASCII as the URL Standard serializes it, a str: an IPv6 address in brackets."""
    @property
    def unicode(self) -> str:
        """The host for people, a str: the Unicode form of a domain ("domain to Unicode"), else what `ascii` is."""
    @property
    def address(self) -> IPv4Address | IPv6Address | None:
        """The address, an `ipaddress.IPv4Address` or `IPv6Address`; None for other kinds."""
    @property
    def port(self) -> int | None:
        """The port of a URL, an int; None if the URL has none, or the one that its scheme has by default."""
    @property
    def span(self) -> tuple[int, int] | None:
        """The place in the URL, a tuple of two int: where the host begins, and the offset behind its end; None for a host
        that was not in a URL. `url[:start] + ascii + url[end:]` is the URL with another host.
        """
    @property
    def is_global(self) -> bool | None:
        """True if the address is one that anybody can reach, so that there are no `reasons`; None for other kinds, whose
        addresses only a resolver knows.
        """
    @property
    def reasons(self) -> tuple[str, ...]:
        """Why the address is not one that anybody can reach, a tuple of str: such as "loopback", "private", "link_local".

        They follow the registries of special addresses of IANA (RFC 6890), and are those of the IPv4 address for an
        IPv6 address that is a form of one: "ipv4_mapped:", "nat64:", "6to4:", "teredo:" or "isatap:" then stands before
        each. For the last, those of its prefix come first. Of other kinds the tuple is empty.
        """
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

def email_to_ascii(address: str, *, profile: AnyProfile = ...) -> str:
    """Convert the domain of an address to its ASCII form, as `acelabel.to_ascii` does.

    Args:
        address: The address, a str.
        profile: The rules, a Profile or its name. Without STD3 rules it refuses the forbidden domain code points of
            the URL Standard and the specials of RFC 5322 section 3.2.3 all the same; of IDNA2003, the STD3 rules hold.

    Returns:
        The address with the ASCII form of its domain, a str. The local part is as it was, ASCII or not.

    Raises:
        AceError: `missing_at_sign`, `second_at_sign`, `empty_local_part`, `invalid_local_part` (a control character, a
            lone surrogate, white space in front, or quotation marks around a part of the local part),
            `invalid_address_literal` (the domain begins with a bracket, but is not text in brackets), or as for
            `acelabel.to_ascii`; with `label_index` in the domain, and `offset` in the whole address.

    >>> from acelabel import email
    >>> email.to_ascii('"a b"@Bücher.example')
    '"a b"@xn--bcher-kva.example'
    """

def email_to_unicode(address: str, *, profile: AnyProfile = ...) -> str:
    """Convert the domain of an address to its Unicode form, as `acelabel.to_unicode` does.

    Args:
        address: The address, a str.
        profile: The rules, a Profile or its name, as for `to_ascii`.

    Returns:
        The address with the Unicode form of its domain, a str.

    Raises:
        AceError: As for `to_ascii`.

    >>> from acelabel import email
    >>> email.to_unicode("xn--post@xn--bcher-kva.example")
    'xn--post@bücher.example'
    """

def email_canonical(address: str) -> str:
    """Find the one spelling of an address by which addresses are compared and looked up.

    Args:
        address: The address, a str.

    Returns:
        The address with the `acelabel.canonical` spelling of its domain, a str. The local part is as it was, letter
        case and normalization included, as the host that delivers to it alone knows which ones it treats alike (RFC
        5321 section 2.4, RFC 6531 section 3.3). An IP address in brackets is as it was, too.

    Raises:
        AceError: As for `to_ascii` with the profile DNS.

    >>> from acelabel import email
    >>> email.canonical("A@bücher.example.")
    'A@xn--bcher-kva.example'
    """

def email_same_address(one: str, other: str) -> bool:
    """Say whether two addresses have the same `canonical` spelling.

    Args:
        one: An address, a str.
        other: An address, a str.

    Returns:
        A bool.

    Raises:
        AceError: As for `canonical`, of the first address that is refused; `index` is 0 or 1.

    >>> from acelabel import email
    >>> email.same_address("a@BÜCHER.example", "a@xn--bcher-kva.example."), email.same_address("a@b.c", "A@b.c")
    (True, False)
    """

def email_needs_smtputf8(address: str) -> bool:
    """Say whether mail to an address needs the extension SMTPUTF8 (RFC 6531): its local part is not ASCII.

    A domain does not need it, as it has an ASCII form.

    Args:
        address: The address, a str. A domain that is a name is not looked at.

    Returns:
        A bool.

    Raises:
        AceError: `missing_at_sign`, `second_at_sign`, `empty_local_part`, `invalid_local_part` or
            `invalid_address_literal`, as for `to_ascii`.
    """

def host_parse(text: str, *, opaque: bool = False) -> Host:
    """Parse a host as the host parser of the URL Standard does (section 3.5).

    Octets that are percent-encoded are decoded; a domain is converted to ASCII as with the profile WHATWG; one that
    ends in a number is an IPv4 address, whatever its notation; an IPv6 address stands in brackets.

    Args:
        text: The host, a str.
        opaque: Whether the host is that of a URL whose scheme is not special, such as `redis`, a bool. Only IPv6
            addresses are then more than a text, and the host may be empty.

    Returns:
        A Host without `port` and `span`. The host that its `ascii` is parsed to is the same.

    Raises:
        AceError: `empty_host`, `forbidden_host_codepoint`, `invalid_percent_encoding`, `invalid_ipv4`, `invalid_ipv6`
            or `surrogate`; or what `to_ascii` raises with the profile WHATWG. The offset is in `text`.
    """

def host_of_url(url: str, *, base_scheme: str | None = None) -> Host:
    """Find the host of a URL as the parser of the URL Standard does (section 4.4), and parse it.

    The scheme is `http`, `https`, `ws`, `wss` or `ftp`. As in browsers, controls and blanks around the URL and tabs and
    newlines inside are passed over; a backslash is a slash, and any number of slashes stands behind the scheme; the
    host is behind the last `@` of the authority. Path, query and fragment are not looked at.

    Args:
        url: The URL, a str.
        base_scheme: The scheme of the document that the URL is a reference in, one of these five as a str, or None.
            With it, `//host` has a host, and `https:path` has none if it is the same scheme.

    Returns:
        A Host with `span`, and with `port` if the URL has another than its scheme has by default.

    Raises:
        AceError: `no_special_scheme`, also for a reference that has no host of its own; `invalid_port`; or as for
            `parse`. The offset is in `url`.
        ValueError: `base_scheme` is none of the five.
    """

@final
class Rules:
    """The rules of a list of public suffixes (publicsuffix.org). They never change; any number of threads may use them.

    >>> from acelabel import suffix
    >>> rules = suffix.Rules(["com", "co.uk", "*.ck", "!www.ck"])
    >>> rules.registrable("a.b.Müller.co.uk."), rules.suffix("a.b.ck"), rules.is_suffix("www.ck")
    ('xn--mller-kva.co.uk', 'b.ck', False)

    Names are taken in either form, and answers are parts of their `canonical` spelling: they do not depend on the
    spelling of the name. Where no rule matches, the last label is the suffix (rule `*`). A name that ends in a number
    is an IP address, and has no suffix; neither has the root.

    Args:
        lines: The list: a str, or an iterable of str, such as a file that is open as text. A line has one rule up to
            the first white space, or `//` and a comment. In a rule `*` stands for any label, and `!` before it makes it
            an exception.
        private: Whether the rules between the comments `===BEGIN PRIVATE DOMAINS===` and `===END PRIVATE DOMAINS===`
            count too, a bool. They are suffixes of companies, such as `github.io`.

    Raises:
        TypeError: `lines` is neither a str nor an iterable of str.
        ValueError: `lines` is a str that looks like the path of a file, which `from_file` reads.
        AceError: A rule is not a name, with the code and `offset` of `canonical`; `index` is the index of its line,
            `text` the line, and a note has the number of the line. A `*` that is not a whole label is
            `std3_disallowed`, and so is a second line in an item; an exception of one label is
            `empty_label`, as is a rule of none.
    """

    def __new__(cls, lines: Iterable[str], *, private: bool = False) -> Rules: ...
    @classmethod
    def from_file(cls, path: str | PathLike[str], *, private: bool = False) -> Rules:
        """Read the rules of a file.

        Args:
            path: The path of the file, a str or an `os.PathLike`. It is UTF-8, with or without a byte order mark.
            private: Whether the rules of the private section count too, a bool.

        Returns:
            The Rules.

        Raises:
            OSError: The file cannot be read.
            ValueError: The file has no rule that counts.
            AceError: As for `Rules`. An octet that is not UTF-8 is a `surrogate`, if it is not in a comment.
        """

    def registrable(self, name: str) -> str | None:
        """Find the registrable domain of a name: its public suffix and one label more.

        Args:
            name: The name, a str.

        Returns:
            The registrable domain, an ASCII str, in the spelling of `canonical`. None for a public suffix, so also for
            a single label; for a wildcard right below one, such as `*.co.uk`; for an IP address; and for the root.

        Raises:
            AceError: As for `canonical`.
        """

    def suffix(self, name: str) -> str | None:
        """Find the public suffix of a name.

        Args:
            name: The name, a str.

        Returns:
            The public suffix, an ASCII str, in the spelling of `canonical`. None for an IP address and for the root.

        Raises:
            AceError: As for `canonical`.
        """

    def is_suffix(self, name: str) -> bool:
        """Say whether a name is a public suffix.

        Args:
            name: The name, a str.

        Returns:
            A bool.

        Raises:
            AceError: As for `canonical`.
        """

    def __len__(self) -> int: ...
    def __reduce__(self) -> tuple[object, ...]: ...

def is_below(name: str, zone: str, *, equal: bool = True, profile: AnyProfile = ...) -> bool:
    """Say whether a domain name lies below a zone: whether its last labels are those of the zone.

    Labels are compared whole and in their ASCII forms: A-labels and U-labels, letter case, the four separators and a
    final dot make no difference. The root `.` is a name under every profile here, and every name lies below it.

    >>> import acelabel
    >>> acelabel.is_below("api.BÜCHER.de.", "xn--bcher-kva.de")
    True
    >>> acelabel.is_below("kochbücher.de", "bücher.de"), acelabel.is_below("bücher.de", "bücher.de", equal=False)
    (False, False)

    Args:
        name: The name, a str.
        zone: The name of the zone, a str, without a wildcard and without a dot at its beginning.
        equal: Whether a name lies below itself, a bool.
        profile: The rules by which both are converted, a Profile. The default is UTS46. Names such as `_dmarc.example`
            need DNS.

    Returns:
        A bool.

    Raises:
        AceError: As for `to_ascii`, of the name or of the zone; its `text` says of which. A `*` in the zone, or a
            character that is mapped to one, is `std3_disallowed` even if the profile allows it in names: no host lies
            below a wildcard, and `matches` takes it as the pattern.
    """

def matches(name: str, pattern: str, *, profile: AnyProfile = ...) -> bool:
    """Say whether a pattern matches a domain name, as that of a certificate does (RFC 9525 section 6.3).

    A pattern is a name, or `*.` and a name: the wildcard is the whole left-most label, and stands for exactly one
    label of a name, which may be an A-label. It stands for none of a name that ends in a number, which is an IP
    address. Labels are compared in their ASCII forms. How wide a pattern may be is not judged: `*.com` is one, and so
    is `*` or `*.` alone, which matches a name of one label. The root `.` is matched by `.` alone.

    >>> import acelabel
    >>> acelabel.matches("www.bücher.de", "*.xn--bcher-kva.de")
    True
    >>> acelabel.matches("bücher.de", "*.bücher.de"), acelabel.matches("a.b.bücher.de", "*.bücher.de")
    (False, False)

    Args:
        name: The name, a str. It is no pattern: under DNS a `*` in it is a label as any other.
        pattern: The pattern, a str.
        profile: The rules by which both are converted, a Profile. The default is UTS46.

    Returns:
        A bool.

    Raises:
        AceError: As for `to_ascii`, of the name or of the pattern; its `text` says of which. A `*` elsewhere in the
            pattern, or a character that is mapped to one, is `std3_disallowed` under every profile.
    """

def same_name(a: str, b: str) -> bool:
    """Say whether two spellings name the same domain.

    A-labels and U-labels, letter case, the four separators and the dot at the end make no difference. Labels that are
    not valid under the profile DNS are the same where they differ in the case of ASCII letters alone (RFC 4343 section
    3). So a record that is more than a name is compared label by label, too: whether it is a name is not asked.

    Args:
        a: A name, a str.
        b: A name, a str.

    Returns:
        A bool.
    """

@final
class Column:
    """A column that a function of `acelabel.arrow` returns.

    To read its values, pass it to a library that takes Arrow data: `pyarrow.chunked_array(column)`,
    `polars.Series(column)` or `pandas.Series.from_arrow(column)`. It never changes. As long as it shares memory with
    the input, it keeps the input alive.
    """

    @property
    def __arrow_c_array__(self) -> Callable[..., tuple[object, object]]: ...
    def __arrow_c_schema__(self) -> object: ...
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...
    def _one_array(self, requested_schema: object | None = None) -> tuple[object, object]: ...
    def __iter__(self, /) -> NoReturn: ...
    def __len__(self, /) -> int: ...

def labels_escape(label: AnyStr, /, *, base: Literal[8, 10] = 10) -> AnyStr:
    r"""Write a label as it stands in a master file (RFC 1035 section 5.1, RFC 4343 section 2.1).

    A backslash is put before `"`, `$`, `(`, `)`, `.`, `;`, `@` and `\`. An octet of UTF-8 that is not printing ASCII
    becomes a backslash and three digits. `unescape` with the same base undoes it.

    Args:
        label: The label, a str, or bytes that may hold anything.
        base: The base of the digits: 10 as in master files (RFC 4343 section 2.1), or 8 as in the API of Amazon
            Route 53, where all escapes have digits (`\056` for a dot).

    Returns:
        The label in ASCII, of the type of `label`.

    Raises:
        AceError: `surrogate`.
        TypeError: An argument is of another type.
        ValueError: `base` is neither 10 nor 8.
    """

def labels_unescape(text: AnyStr, /, *, base: Literal[8, 10] = 10) -> AnyStr:
    r"""Resolve the escapes of a label, or of a name (RFC 1035 section 5.1).

    `\` and three digits are an octet of UTF-8, `\` and any other character is that character.

    In a name, an escaped dot is refused: without its backslash it would separate labels. A label alone may hold one.

    Args:
        text: The label or the name, a str, or bytes.
        base: The base of the digits: 10 as in master files (RFC 4343 section 2.1), or 8 as in the API of Amazon
            Route 53.

    Returns:
        The label or the name without escapes, of the type of `text`. Octets that come as bytes need not be UTF-8.

    Raises:
        AceError: `invalid_escape` (a backslash at the end, fewer than three digits, a digit beyond the base, or a
            number beyond 255), `invalid_utf8` (the octets of a str are not UTF-8), `label_separator` (an escaped
            separator in a name) or `surrogate`. The offset is that of the backslash.
        TypeError: An argument is of another type.
        ValueError: `base` is neither 10 nor 8.
    """

def zone_to_ascii(
    text: AnyStr,
    *,
    profile: AnyProfile = ...,
    errors: Literal["raise", "keep"] = "raise",
    escapes: Literal["keep", "utf8"] = "keep",
) -> AnyStr:
    r"""Rewrite a master file: every label that is not ASCII becomes its A-label, everything else stays as it is.

    Args:
        text: The file, a str, or bytes of UTF-8.
        profile: The rules for labels, a Profile. The default is DNS.
        errors: What becomes of a label that is refused: "raise" raises its AceError, "keep" leaves it as it is.
        escapes: What becomes of escapes of UTF-8 in an ASCII label: "keep" leaves them; "utf8" reads `\195\188`, as
            servers write `ü`, as the letter, if the label has no other escapes.

    Returns:
        The new file, of the type of the old one. If nothing changes, it is the same object.

    Raises:
        AceError: If `errors` is "raise": for a label as `acelabel.alabel`; `invalid_escape` or `invalid_utf8` in a
            label that is not ASCII; `unbalanced` at a quotation mark or parenthesis without counterpart. The offset is
            that in the file, in characters of a str or octets of bytes; `label_index` is the number of the label in
            its name.
        TypeError: An argument is of another type.
        ValueError: `errors` or `escapes` is none of the two.
    """

def zone_to_unicode(text: AnyStr, *, profile: AnyProfile = ..., errors: Literal["raise", "keep"] = "raise") -> AnyStr:
    """Rewrite a master file: every A-label becomes its U-label, everything else stays as it is.

    Args:
        text: The file, a str, or bytes of UTF-8.
        profile: The rules for labels, a Profile. The default is DNS, which leaves an A-label that is not valid.
        errors: What becomes of a label that is refused: "raise" raises its AceError, "keep" leaves it as it is.

    Returns:
        The new file, of the type of the old one. If nothing changes, it is the same object.

    Raises:
        AceError: If `errors` is "raise": for a label as `acelabel.ulabel`, and `unbalanced`, with offsets as for
            `to_ascii`.
        TypeError: An argument is of another type.
        ValueError: `errors` is none of the two.
    """

@final
class Rewriter:
    """Rewrites a master file that comes in pieces: what comes out does not depend on where it is cut.

    At most the last word of a piece is held back. Threads may share a rewriter: their pieces are taken one after
    another.

    Args:
        to: "ascii" for what `to_ascii` does, "unicode" for what `to_unicode` does.
        profile: The rules for labels, a Profile. The default is DNS.
        errors: What becomes of a label that is refused: "raise" raises its AceError, "keep" leaves it as it is.
        escapes: As for `to_ascii`; "unicode" leaves escapes of UTF-8 in either case.

    Raises:
        TypeError: An argument is of another type.
        ValueError: `to`, `errors` or `escapes` is none of the two.
    """

    def __new__(
        cls,
        to: Literal["ascii", "unicode"],
        *,
        profile: AnyProfile = ...,
        errors: Literal["raise", "keep"] = "raise",
        escapes: Literal["keep", "utf8"] = "keep",
    ) -> Rewriter: ...
    @property
    def count(self) -> int:
        """The number of names that were rewritten so far, an int."""
    @property
    def escaped(self) -> int:
        """The number of names so far with a label that was left and that `escapes="utf8"` would read, an int."""
    @property
    def kept(self) -> int:
        """The number of places so far that were left, an int: names with a label that is refused, is not a valid A-label
        or has escapes beyond ASCII that are never read as letters, and marks without counterpart.
        """
    @property
    def others(self) -> int:
        """The number of words that are no names, quoted strings and comments so far that are not ASCII, an int. They stay."""
    @property
    def refused_line(self) -> int | None:
        """The line of the last refusal in its file, counted from 1, an int; None if nothing was refused."""
    def feed(self, piece: bytes) -> bytes:
        """Take a piece of the file. If this raises, the piece was not taken, and another one can be given.

        Args:
            piece: The piece, bytes of UTF-8, cut anywhere.

        Returns:
            What is decided with it, bytes.

        Raises:
            AceError: As for `to_ascii` or `to_unicode`. The offset counts octets from the beginning of the file.
            TypeError: `piece` is not bytes.
        """
    def finish(self) -> bytes:
        """End the file. Afterwards another one can begin, also if this raises; the counts go on.

        Returns:
            The rest, bytes.

        Raises:
            AceError: As for `feed`.
        """

def security_restriction_level(text: str, /) -> _Level:
    """Returns how strict a restriction a text meets (UTS #39 section 5.2).

    Args:
        text: The text, a str.

    Returns:
        "ascii_only", "single_script", "highly_restrictive" (Latin with Chinese, Japanese or Korean),
        "moderately_restrictive" (Latin with one other recommended script, but neither Cyrillic nor Greek),
        "minimally_restrictive" or "unrestricted" (a character is not allowed in identifiers).
    """
